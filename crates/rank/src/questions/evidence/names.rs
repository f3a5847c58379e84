//! Names: whether the query is the name of a unit.
//!
//! A user who asks for "abelian group" wants the article with that title before units that use the two words often. Case,
//! accents, hyphens, possessives and the plural do not matter.

use index::units::StoredUnit;

use crate::questions::Question;

/// The query as a name.
pub(super) struct Name(Vec<String>);

impl Name {
    /// The whole question; read once, since it may be long and there are many candidates.
    pub(super) fn of(question: &Question) -> Name {
        Name(stems(&question.title.text))
    }

    /// 1 if it is the title or another name of the unit, otherwise 0.
    pub(super) fn value(&self, unit: &StoredUnit) -> f64 {
        let is_name = |name: &str| !self.0.is_empty() && stems(name) == self.0;
        let is_called = is_name(&unit.title) || unit.names.iter().any(|name| is_name(name));
        f64::from(u8::from(is_called))
    }
}

/// The stems of a name; of a hyphenated word the parts.
fn stems(name: &str) -> Vec<String> {
    let words: Vec<text::words::Word> = text::words::words(name).collect();
    let is_whole = |place: usize| {
        let (word, next) = (words.get(place), words.get(place + 1));
        word.zip(next).is_some_and(|(word, next)| next.start < word.end)
    };
    let parts = (0..words.len()).filter(|&place| !is_whole(place)).filter_map(|place| words.get(place));
    parts.map(|word| text::stem::stem(&word.text).into_owned()).collect()
}
