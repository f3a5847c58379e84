//! The language of a query, where it is plainly not English.
//!
//! Somebody who types "théorème de Pythagore" into an English collection finds what happens to have "de" in it, and
//! nothing says why. So the language of a query is recognised by its words: those of every text (`der`, `und`, `les`) and
//! some of mathematics (`Beweis`, `théorème`). Scripts other than the Latin one are recognised by their letters, except
//! for the Greek one, whose letters are mathematics.
//!
//! Whether a collection has texts in a language is asked of its own words, so nothing is said where it has.
//!
//! What it is not: a classifier for texts. A query has a handful of words; one without any of the words of the table is
//! not judged, nor is one that is as much English.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::table;

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../data/languages.tsv"));
    rows.filter_map(|(name, words)| {
        let (common, mathematical) = words.split_once('\t')?;
        let list: Vec<&'static str> = common.split(' ').collect();
        Some(Language {
            name,
            common: list.iter().copied().collect(),
            list,
            mathematical: mathematical.split(' ').collect(),
        })
    })
    .collect()
});

/// Letters that only the languages of one name, or one group of names, are written with.
const SCRIPTS: [(&str, &[RangeInclusive<char>]); 9] = [
    ("Japanese", &['\u{3040}'..='\u{30ff}']),
    ("Korean", &['\u{1100}'..='\u{11ff}', '\u{ac00}'..='\u{d7af}']),
    ("Chinese", &['\u{3400}'..='\u{9fff}']),
    ("a language in Cyrillic letters", &['\u{0400}'..='\u{04ff}']),
    ("Arabic or Persian", &['\u{0600}'..='\u{06ff}', '\u{0750}'..='\u{077f}']),
    ("Hebrew", &['\u{05d0}'..='\u{05ea}']),
    ("a language of India", &['\u{0900}'..='\u{0dff}']),
    ("Thai", &['\u{0e00}'..='\u{0e7f}']),
    ("Armenian", &['\u{0530}'..='\u{058f}']),
];

/// Words of a language that are parts of names in all of them: `van der Waerden`, `de la Vallée Poussin`.
const PARTICLES: [&str; 20] = [
    "de", "la", "le", "du", "des", "von", "van", "der", "den", "di", "del", "della", "da", "dal", "dos",
    "das", "el", "lo", "al", "zu",
];

/// How much a word of mathematics, another word, and a particle speak for a language, and how much is enough.
const MATHEMATICAL: usize = 4;
const COMMON: usize = 2;
const PARTICLE: usize = 1;
const ENOUGH: usize = 4;

/// Letters of a script that make a query one in it; one alone may be a symbol (ℵ, Ш).
const FEWEST_LETTERS: usize = 2;

/// A language of the table.
#[derive(Debug)]
pub struct Language {
    /// Its English name.
    pub name: &'static str,
    common: FxHashSet<&'static str>,
    /// The same in the order of the table.
    list: Vec<&'static str>,
    mathematical: FxHashSet<&'static str>,
}

/// What a query is written in.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// A language by its words.
    In(&'static Language),
    /// A language, or one of several, by its letters.
    Script(&'static str),
}

impl Language {
    /// Whether a folded word is one of every text of the language.
    pub fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// Words that nearly every text of the language has, and that English does not have.
    pub fn common_words(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.list.iter().copied()
    }

    /// How much words speak for it.
    fn marks(&self, words: &[&str]) -> usize {
        let mark = |word: &&str| match (self.mathematical.contains(word), self.common.contains(word)) {
            (true, _) => MATHEMATICAL,
            (false, true) if PARTICLES.contains(word) => PARTICLE,
            (false, true) => COMMON,
            _ => 0,
        };
        words.iter().map(mark).sum()
    }
}

impl Written {
    /// The language in words.
    pub fn name(self) -> &'static str {
        match self {
            Written::In(language) => language.name,
            Written::Script(name) => name,
        }
    }
}

/// What the folded words of a query are written in, if it is not English; `None` if they do not tell.
///
/// ```
/// let name = |words: &[&str]| text::language::written_in(words).map(|written| written.name());
/// assert_eq!(name(&["theoreme", "de", "pythagore"]), Some("French"));
/// assert_eq!(name(&["was", "ist", "eine", "abelsche", "gruppe"]), Some("German"));
/// assert_eq!(name(&["theorem", "of", "de", "rham"]), None);
/// assert_eq!(name(&["теорема", "пифагора"]), Some("a language in Cyrillic letters"));
/// ```
pub fn written_in(words: &[&str]) -> Option<Written> {
    if let Some(script) = script(words) {
        return Some(Written::Script(script));
    }
    let (english, others) = LANGUAGES.split_first()?;
    // Of two languages with as many marks the first of the table is named.
    let (marks, language) = others
        .iter()
        .rev()
        .map(|language| (language.marks(words), language))
        .max_by_key(|(marks, _)| *marks)?;
    (marks >= ENOUGH && marks > 2 * english.marks(words)).then_some(Written::In(language))
}

/// The script that most letters of the words are in, if it is not the Latin one.
fn script(words: &[&str]) -> Option<&'static str> {
    let letters = || words.iter().flat_map(|word| word.chars()).filter(|c| c.is_alphabetic());
    let of = |ranges: &[RangeInclusive<char>]| {
        letters().filter(|c| ranges.iter().any(|range| range.contains(c))).count()
    };
    let all = letters().count();
    // Japanese has Chinese characters as well, so any kana decide.
    let (name, _) = SCRIPTS.iter().find(|(name, ranges)| {
        let count = of(ranges);
        count >= FEWEST_LETTERS && (2 * count > all || *name == "Japanese")
    })?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn name(query: &str) -> Option<&'static str> {
        let folded: Vec<String> = words(query).map(|word| word.text).collect();
        let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
        written_in(&folded).map(Written::name)
    }

    #[test]
    fn languages_are_recognised_in_short_queries() {
        for (query, language) in [
            ("théorème de Pythagore", "French"),
            ("comment démontrer que la suite converge", "French"),
            ("Satz des Pythagoras", "German"),
            ("Beweis der Irrationalität von Wurzel 2", "German"),
            ("wie berechnet man die Ableitung", "German"),
            ("demostración del teorema de Pitágoras", "Spanish"),
            ("qué es una función continua", "Spanish"),
            ("dimostrazione del teorema fondamentale", "Italian"),
            ("como resolver uma equação do segundo grau", "Portuguese"),
            ("wat is de stelling van Pythagoras", "Dutch"),
            ("twierdzenie Pitagorasa dowód", "Polish"),
            ("bir fonksiyonun türevi nedir", "Turkish"),
            ("勾股定理", "Chinese"),
            ("ピタゴラスの定理", "Japanese"),
            ("피타고라스의 정리", "Korean"),
            ("теорема Пифагора", "a language in Cyrillic letters"),
        ] {
            assert_eq!(name(query), Some(language), "{query}");
        }
    }

    #[test]
    fn english_and_names_are_left_alone() {
        for query in [
            "the theorem of de Rham",
            "de Moivre's theorem",
            "De Morgan's laws proof",
            "what is the L^p norm",
            "die roll probability",
            "van der Waerden theorem",
            "Stein der Weisen",
            "group theory",
            "ε-δ definition of limit",
            "α β γ δ",
            "la jolla",
            "Lie group in a nutshell",
            "\u{2135} and beth numbers",
            "de la Vallée Poussin",
            "",
        ] {
            assert_eq!(name(query), None, "{query}");
        }
    }

    #[test]
    fn the_table_is_of_words_as_texts_have_them() {
        let english: &Language = &LANGUAGES[0];
        for language in LANGUAGES.iter() {
            for word in language.list.iter().chain(&language.mathematical) {
                let folded: Vec<String> = words(word).map(|word| word.text).collect();
                assert_eq!(folded.first().map(String::as_str), Some(*word), "{}", language.name);
            }
            let both = |word: &&&str| language.name != "English" && english.common.contains(**word);
            let both: Vec<&&str> = language.list.iter().filter(both).collect();
            assert!(both.is_empty(), "{}: {both:?}", language.name);
        }
    }
}
