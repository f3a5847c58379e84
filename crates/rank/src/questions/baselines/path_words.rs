//! Formulas as words: the beginnings of leaf–root paths, as Approach Zero gave them to a text search at ARQMath-2.

use formula::opt::Opt;
use similarity::paths::{Settings, paths};

/// The words of a formula: each beginning of a path as often as it occurs, and the same with the symbol of its leaf.
///
/// ```
/// use formula::{Notation, Options, read};
/// use rank::questions::baselines::path_words::path_words;
/// let words = path_words(&read("a+b", Notation::Latex, &Options::default()).opt);
/// assert_eq!(words, ["/VAR/ADD", "/VAR/ADD", "a/VAR/ADD", "b/VAR/ADD"]);
/// ```
pub fn path_words(opt: &Opt) -> Vec<String> {
    let mut words = Vec::new();
    for sector in paths(opt, Settings::default()).sectors {
        words.extend(std::iter::repeat_n(sector.key.clone(), sector.width as usize));
        for (symbol, times) in &sector.symbols {
            words.extend(std::iter::repeat_n(format!("{symbol}{}", sector.key), *times as usize));
        }
    }
    words
}
