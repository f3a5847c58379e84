//! The tables of the builder: what words may be, their base forms, and their concepts.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// What a word may be, one bit each; the names are those of `data/build/lexicon.tsv`.
pub(super) mod may {
    pub(in crate::build) const NAMES: [&str; 21] = [
        "det", "poss", "pron", "prep", "modal", "be", "have", "do", "not", "to", "and", "or", "but", "sub",
        "that", "wh", "comma", "adv", "num", "adj", "noun",
    ];
    pub(in crate::build) const NOUN: u32 = 1 << 20;
    pub(in crate::build) const ADJ: u32 = 1 << 19;
    pub(in crate::build) const ADV: u32 = 1 << 17;
    pub(in crate::build) const VERB: u32 = 1 << 21;
    pub(in crate::build) const VERB_FIRST: u32 = 1 << 22;
}

/// The form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Base,
    /// With -s.
    S,
    Ing,
    /// Past tense or participle.
    Past,
}

/// How a noun is said.
#[derive(Clone, Copy, Debug)]
pub(super) enum Noun {
    /// A frame, and the role of what follows `of`.
    Frame(&'static str, &'static str),
    /// The thing that has this role in a frame, and the role of what follows `of`.
    Thing(&'static str, &'static str, &'static str),
}

#[derive(Default)]
struct Tables {
    words: FxHashMap<&'static str, u32>,
    verbs: FxHashSet<&'static str>,
    forms: FxHashMap<&'static str, (&'static str, Form)>,
    plurals: FxHashMap<&'static str, &'static str>,
    senses: FxHashMap<&'static str, &'static str>,
    nouns: FxHashMap<&'static str, Noun>,
    adjectives: FxHashMap<&'static str, &'static str>,
    roles: FxHashMap<(&'static str, &'static str), &'static str>,
    groups: FxHashMap<&'static str, FxHashSet<&'static str>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
}

impl Tables {
    fn read() -> Tables {
        let mut tables = Tables::default();
        for row in rows(include_str!("../../data/build/lexicon.tsv")) {
            if let [kind, words] = row[..] {
                tables.add_words(kind, words);
            }
        }
        for row in rows(include_str!("../../data/build/irregular.tsv")) {
            match row[..] {
                [form, verb, "past"] => _ = tables.forms.insert(form, (verb, Form::Past)),
                [form, verb, "ing"] => _ = tables.forms.insert(form, (verb, Form::Ing)),
                [form, verb, "s"] => _ = tables.forms.insert(form, (verb, Form::S)),
                [form, noun, _] => _ = tables.plurals.insert(form, noun),
                _ => {}
            }
        }
        for row in rows(include_str!("../../data/build/frames.tsv")) {
            match row[..] {
                ["verb", word, concept] => _ = tables.senses.insert(word, concept),
                ["adjective", word, concept] => _ = tables.adjectives.insert(word, concept),
                ["noun", word, concept, of] => _ = tables.nouns.insert(word, Noun::Frame(concept, of)),
                ["thing", word, frame, role, of] => {
                    _ = tables.nouns.insert(word, Noun::Thing(frame, role, of))
                }
                _ => {}
            }
        }
        for row in rows(include_str!("../../data/build/roles.tsv")) {
            if let [kind, word, role] = row[..] {
                tables.roles.insert((kind, word), role);
            }
        }
        tables
    }

    fn add_words(&mut self, kind: &'static str, words: &'static str) {
        let bit = match (kind, may::NAMES.iter().position(|name| *name == kind)) {
            (_, Some(place)) => 1 << place,
            ("verb", _) => may::VERB,
            ("verbfirst", _) => may::VERB | may::VERB_FIRST,
            _ => {
                self.groups.insert(kind, words.split(' ').collect());
                return;
            }
        };
        for word in words.split(' ') {
            *self.words.entry(word).or_default() |= bit;
            if bit & may::VERB != 0 {
                self.verbs.insert(word);
            }
        }
    }
}

/// What a word in lower case may be, by the tables; 0 if they do not have it.
pub(super) fn known(word: &str) -> u32 {
    TABLES.words.get(word).copied().unwrap_or(0)
}

/// The bit of a kind of word.
pub(super) fn bit(kind: &str) -> u32 {
    may::NAMES.iter().position(|name| *name == kind).map_or(0, |place| 1 << place)
}

/// Whether a word is in a group of the tables.
pub(super) fn is_in(group: &str, word: &str) -> bool {
    TABLES.groups.get(group).is_some_and(|words| words.contains(word))
}

/// The base form of a verb, if a word in lower case is the form of a known one, or looks like one.
pub(super) fn verb(word: &str) -> Option<(String, Form)> {
    if let Some(&(verb, form)) = TABLES.forms.get(word) {
        return Some((verb.to_owned(), form));
    }
    if TABLES.verbs.contains(word) {
        return Some((word.to_owned(), Form::Base));
    }
    for (ending, form) in [("ing", Form::Ing), ("ed", Form::Past), ("es", Form::S), ("s", Form::S)] {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 1) else { continue };
        if let Some(verb) = base(stem) {
            return Some((verb, form));
        }
    }
    let guessed = |stem: &str| {
        if stem.ends_with(['c', 'g', 's', 'u', 'v', 'z']) { format!("{stem}e") } else { stem.to_owned() }
    };
    let long = |stem: &&str| stem.len() > 3 && stem.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    if let Some(stem) = word.strip_suffix("ing").filter(long) {
        return Some((guessed(stem), Form::Ing));
    }
    word.strip_suffix("ed").filter(long).map(|stem| (guessed(stem), Form::Past))
}

/// A known verb from what stands before its ending: `prov`, `simplifi`, `plugg`.
fn base(stem: &str) -> Option<String> {
    let known = |verb: String| TABLES.verbs.contains(verb.as_str()).then_some(verb);
    let doubled = || {
        let mut letters = stem.chars().rev();
        let same = letters.next()? == letters.next()?;
        same.then(|| stem.get(..stem.len() - 1)).flatten().map(str::to_owned)
    };
    known(stem.to_owned())
        .or_else(|| known(format!("{stem}e")))
        .or_else(|| stem.strip_suffix('i').and_then(|stem| known(format!("{stem}y"))))
        .or_else(|| doubled().and_then(known))
}

/// The singular of a noun in lower case.
pub(super) fn singular(word: &str) -> String {
    if let Some(&noun) = TABLES.plurals.get(word) {
        return noun.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] {
        if word.ends_with(ending) {
            return word.get(..word.len() - 2).unwrap_or(word).to_owned();
        }
    }
    let keeps = word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") || word.len() < 4;
    match word.strip_suffix('s') {
        Some(stem) if !keeps => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// The concept of a verb.
pub(super) fn verb_concept(lemma: &str) -> String {
    TABLES.senses.get(lemma).map_or_else(|| format!("{lemma}-01"), |&sense| sense.to_owned())
}

/// How a noun is said, if not by itself.
pub(super) fn noun(lemma: &str) -> Option<Noun> {
    TABLES.nouns.get(lemma).copied()
}

/// The concept of an adjective, and whether it is negated.
pub(super) fn adjective(word: &str) -> (String, bool) {
    let negated = |concept: &str| concept.strip_suffix(" -").map(str::to_owned);
    if let Some(&concept) = TABLES.adjectives.get(word) {
        return negated(concept).map_or_else(|| (concept.to_owned(), false), |concept| (concept, true));
    }
    let plain = word.strip_prefix("non-").or_else(|| word.strip_prefix("not-"));
    plain.map_or_else(|| (word.to_owned(), false), |plain| (adjective(plain).0, true))
}

/// The role of what follows a preposition.
pub(super) fn role(after: &'static str, preposition: &str) -> Option<&'static str> {
    let roles = &TABLES.roles;
    roles.iter().find(|((kind, word), _)| *kind == after && *word == preposition).map(|(_, role)| *role)
}
