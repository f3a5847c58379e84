//! `\begin{align}…\end{align}` outside of other delimiters.

use rustc_hash::FxHashMap;

/// The environments that are a formula, starred or not. Others, such as `theorem`, hold text.
const NAMES: [&str; 38] = [
    "equation",
    "align",
    "alignat",
    "aligned",
    "alignedat",
    "gather",
    "gathered",
    "multline",
    "multlined",
    "eqnarray",
    "flalign",
    "xalignat",
    "xxalignat",
    "split",
    "math",
    "displaymath",
    "dmath",
    "dgroup",
    "subequations",
    "cases",
    "dcases",
    "rcases",
    "numcases",
    "array",
    "matrix",
    "smallmatrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "CD",
    "IEEEeqnarray",
    "empheq",
    "darray",
    "subarray",
    "psmallmatrix",
    "bsmallmatrix",
];

/// Whether an environment of this name is a formula.
pub(super) fn is_math(name: &str) -> bool {
    let plain = name.strip_suffix('*').unwrap_or(name);
    NAMES.contains(&plain)
}

/// The name in braces after `command`, at the beginning of the text, and the length of both.
pub(super) fn name<'a>(text: &'a str, command: &str) -> Option<(&'a str, usize)> {
    /// Longer than any name; keeps the search for the brace short.
    const LONGEST: usize = 32;
    let rest = text.strip_prefix(command)?.strip_prefix('{')?;
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b'}')?;
    Some((rest.get(..end)?, command.len() + end + 2))
}

/// For every `\begin` of a math environment, where its `\end` ends.
///
/// Each name is matched separately, in one pass over the text. So an environment that is never closed does not swallow
/// what follows, and any number of them takes no more time.
pub(super) fn ends(text: &str) -> FxHashMap<usize, usize> {
    let mut open: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut ends = FxHashMap::default();
    let mut skip_to = 0;
    for at in memchr::memchr_iter(b'\\', text.as_bytes()) {
        // The second of two backslashes begins nothing.
        if at < skip_to {
            continue;
        }
        skip_to = at + 2;
        let Some(rest) = text.get(at..) else { continue };
        if let Some((name, _)) = name(rest, "\\begin").filter(|(name, _)| is_math(name)) {
            open.entry(name).or_default().push(at);
        } else if let Some((name, length)) = name(rest, "\\end")
            && let Some(begin) = open.get_mut(name).and_then(Vec::pop)
        {
            ends.insert(begin, at + length);
        }
    }
    ends
}
