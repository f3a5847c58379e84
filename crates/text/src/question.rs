//! How a query asks, what it wants, and which of its words say nothing.
//!
//! A fifth of the searches for mathematics are questions, and people paste them with everything around them: "Hi, I am
//! trying to prove that … any help would be appreciated". Four tables separate the parts: `stop-words.txt`, `talk.txt`
//! (politeness, and what the asker did and feels), `manners.tsv` (cues for the kind of question) and `wanted.tsv` (cues
//! for definitions, proofs, videos …).
//!
//! Words come folded, as [`crate::words`] gives them. An empty word stands for a formula or a phrase between two words;
//! no cue spans it.
//!
//! What it is not: an understanding of the question. Nothing is parsed; words are compared with cues.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::phrases::Phrases;
use crate::table;

static STOP_WORDS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../data/stop-words.txt")).collect());

static TALK: LazyLock<Phrases<()>> =
    LazyLock::new(|| Phrases::new(table::lines(include_str!("../data/talk.txt")).map(|phrase| (phrase, ()))));

static MANNERS: LazyLock<Phrases<(Manner, bool)>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../data/manners.tsv"));
    Phrases::new(rows.filter_map(|(cue, rest)| {
        let (manner, place) = rest.split_once('\t')?;
        Some((cue, (Manner::from_name(manner)?, place == "start")))
    }))
});

static WANTED: LazyLock<Phrases<(Option<Wanted>, f32)>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../data/wanted.tsv"));
    Phrases::new(rows.filter_map(|(cue, rest)| {
        let (wanted, weight) = rest.split_once('\t')?;
        Some((cue, (Wanted::from_name(wanted), weight.parse().ok()?)))
    }))
});

/// How a query asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Manner {
    /// Words and formulas that name something.
    #[default]
    Keywords,
    /// A question.
    Question,
    /// It asks for a value, a solution or a construction.
    Find,
    /// It asks for the proof of a statement.
    Prove,
}

impl Manner {
    fn from_name(name: &str) -> Option<Manner> {
        match name {
            "question" => Some(Manner::Question),
            "find" => Some(Manner::Find),
            "prove" => Some(Manner::Prove),
            _ => None,
        }
    }

    /// The manner in words.
    pub fn name(self) -> &'static str {
        match self {
            Manner::Keywords => "keywords",
            Manner::Question => "a question",
            Manner::Find => "something to find",
            Manner::Prove => "a statement to prove",
        }
    }

    /// Whether it asks in sentences, so that some of its words are not about the subject.
    pub fn is_question(self) -> bool {
        self != Manner::Keywords
    }
}

/// A kind of content that a query may want.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// What something is.
    Definition,
    /// Why something is true.
    Proof,
    /// An example or a counterexample.
    Example,
    /// Something to solve.
    Exercise,
    /// An introduction.
    Tutorial,
    /// Lecture notes.
    Notes,
    /// Slides of a lecture.
    Slides,
    /// A video.
    Video,
    /// A PDF file.
    Pdf,
}

impl Wanted {
    /// All of them.
    pub const ALL: [Wanted; 9] = [
        Wanted::Definition,
        Wanted::Proof,
        Wanted::Example,
        Wanted::Exercise,
        Wanted::Tutorial,
        Wanted::Notes,
        Wanted::Slides,
        Wanted::Video,
        Wanted::Pdf,
    ];

    fn from_name(name: &str) -> Option<Wanted> {
        Wanted::ALL.into_iter().find(|wanted| wanted.name() == name)
    }

    /// Its name, as in the table.
    pub fn name(self) -> &'static str {
        let with_article = self.with_article();
        with_article.split_once(' ').map_or(with_article, |(_, name)| name)
    }

    /// Whether texts of this kind are called by it: `proof of …`, `examples of …`.
    pub fn names_texts(self) -> bool {
        matches!(self, Wanted::Proof | Wanted::Example | Wanted::Exercise)
    }

    /// Its name with an article: `a proof`, `slides`.
    pub fn with_article(self) -> &'static str {
        match self {
            Wanted::Definition => "a definition",
            Wanted::Proof => "a proof",
            Wanted::Example => "an example",
            Wanted::Exercise => "an exercise",
            Wanted::Tutorial => "a tutorial",
            Wanted::Notes => "notes",
            Wanted::Slides => "slides",
            Wanted::Video => "a video",
            Wanted::Pdf => "a pdf",
        }
    }
}

/// The role of a word in a query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Role {
    /// It belongs to the subject.
    Subject,
    /// It occurs in nearly every text.
    StopWord,
    /// It is part of a phrase of politeness or talk.
    Talk,
    /// It is a cue for a kind of content or a verb of asking, and has this weight.
    Cue(f32),
}

/// Whether a folded word is too common to be useful in a search.
///
/// ```
/// assert!(text::question::is_stop_word("the"));
/// assert!(!text::question::is_stop_word("mean"));
/// ```
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// How the words ask. `starts` says for each word whether it starts a sentence.
pub fn manner(words: &[&str], starts: &[bool], has_question_mark: bool) -> Manner {
    let mut found = if has_question_mark { Manner::Question } else { Manner::Keywords };
    let mut behind_talk = usize::MAX;
    for index in 0..words.len() {
        let rest = words.get(index..).unwrap_or(&[]);
        // The words after a greeting start the sentence.
        let is_start = index == behind_talk || starts.get(index).copied().unwrap_or(false);
        if let Some((length, ())) = TALK.at_start(rest).filter(|_| is_start) {
            behind_talk = index + length;
        }
        for (_, &(manner, counts_at_start_only)) in MANNERS.all_at_start(rest) {
            if is_start || !counts_at_start_only {
                found = found.max(manner);
            }
        }
    }
    found
}

/// The role of each word, and the wanted kinds of content, each once.
pub fn roles(words: &[&str]) -> (Vec<Role>, Vec<Wanted>) {
    let mut roles: Vec<Role> = Vec::with_capacity(words.len());
    let mut wanted = Vec::new();
    while let Some(rest) = words.get(roles.len()..).filter(|rest| !rest.is_empty()) {
        if let Some((length, ())) = TALK.at_start(rest) {
            roles.resize(roles.len() + length, Role::Talk);
            continue;
        }
        if let Some((length, &(content, weight))) = WANTED.at_start(rest) {
            wanted.extend(content.filter(|content| !wanted.contains(content)));
            roles.resize(roles.len() + length, Role::Cue(weight));
            continue;
        }
        let is_common = rest.first().is_some_and(|word| is_stop_word(word));
        roles.push(if is_common { Role::StopWord } else { Role::Subject });
    }
    if asks_for_meaning(words) {
        roles.pop();
        roles.push(Role::Cue(MEAN));
        if !wanted.contains(&Wanted::Definition) {
            wanted.push(Wanted::Definition);
        }
    }
    (roles, wanted)
}

/// The weight of `mean` at the end of "what does … mean".
const MEAN: f32 = 0.1;

/// Whether words are "what does … mean". The table of cues has no phrases with a gap.
fn asks_for_meaning(words: &[&str]) -> bool {
    let asks = |pair: &[&str]| matches!(pair, ["what", "does" | "do" | "did"]);
    matches!(words.last(), Some(&("mean" | "means"))) && words.windows(2).any(asks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn the_tables_are_of_words_as_texts_have_them() {
        let stop_words = table::lines(include_str!("../data/stop-words.txt"));
        let talk = table::lines(include_str!("../data/talk.txt"));
        let manners = table::rows(include_str!("../data/manners.tsv")).map(|(cue, _)| cue);
        let wanted = table::rows(include_str!("../data/wanted.tsv")).map(|(cue, _)| cue);
        for phrase in stop_words.chain(talk).chain(manners).chain(wanted) {
            let folded: Vec<String> = words(phrase).map(|word| word.text).collect();
            assert_eq!(folded.join(" "), phrase);
        }
    }

    #[test]
    fn mean_at_the_end_of_a_question_is_no_subject() {
        let (found, wanted) = roles(&["what", "does", "local", "minimum", "mean"]);
        assert_eq!(found.last(), Some(&Role::Cue(MEAN)));
        assert_eq!(wanted, [Wanted::Definition]);
        assert_eq!(roles(&["geometric", "mean"]).0, [Role::Subject, Role::Subject]);
        assert_eq!(roles(&["what", "is", "the", "harmonic", "mean"]).0.last(), Some(&Role::Subject));
    }

    #[test]
    fn every_row_of_the_tables_is_read() {
        for (file, names) in [
            (include_str!("../data/manners.tsv"), vec!["question", "prove", "find"]),
            (include_str!("../data/wanted.tsv"), [&["-"], &Wanted::ALL.map(Wanted::name)[..]].concat()),
        ] {
            for (cue, rest) in table::rows(file) {
                let (name, last) = rest.split_once('\t').unwrap();
                assert!(names.contains(&name), "`{cue}` has an unknown kind");
                assert!(
                    last == "start" || last == "anywhere" || last.parse::<f32>().is_ok(),
                    "{cue}: {last}"
                );
            }
        }
    }

    #[test]
    fn no_phrase_is_there_twice() {
        for file in [include_str!("../data/talk.txt"), include_str!("../data/stop-words.txt")] {
            let mut seen = FxHashSet::default();
            assert!(table::lines(file).all(|phrase| seen.insert(phrase)), "{seen:?}");
        }
    }
}
