//! Suggestions for what was typed, from the words, names, titles and tags of the collection.
//!
//! In this order, because searchers change one word before they add any, and click on such suggestions:
//!
//! 1. *Cues* go on ("how to …" → prove).
//! 2. *Completions* by names and titles of the collection: each word that was typed begins a word of the name ("lagr mult").
//! 3. If there are none, *spelling*: a word that is in no document becomes one that is ("Truskal").
//! 4. *Names* that differ in one word from a phrase that is not a name ("median value theorem").
//! 5. *Substitutions*: other names that differ in one word. If a name was typed, they come before completions.
//! 6. *Completions* of the last word by words of the texts.
//! 7. *Tags* and *titles* with the words that were typed.
//! 8. *Additions*: longer names with all the words.
//!
//! Everything is looked up: names by their words with one left out, by prefix, and by word. A suggestion takes
//! milliseconds whatever the collection; making a [`Suggester`] reads the dictionary of words and every title once.
//!
//! What it is not: a log of queries. Perga does not keep searches.

pub mod correction;
mod cues;
mod gather;
mod names;
mod spelling;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use index::Index;
use text::query::{self, QueryWord};
use text::spelling::Vocabulary;
use text::stem::stem;

use crate::Result;
use names::{Name, Names};

/// The most suggestions of one kind.
const MOST_OF_A_KIND: usize = 4;

/// The longest text that gets suggestions, in bytes; a pasted passage is not being typed.
const LONGEST: usize = 400;

/// A query that could be typed instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The whole query, changed.
    pub text: String,
    /// The kind of change.
    pub kind: Kind,
    /// What it is, in a word or two: the kind of unit that has this name, or what is done to the query.
    pub label: String,
    /// Why it is suggested.
    pub why: String,
}

/// What a suggestion does to a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Corrects a misspelt word.
    Spelling,
    /// Replaces an unknown name by a known one.
    Name,
    /// Ends the word, or the name, that is being typed.
    Completion,
    /// Continues a cue.
    Cue,
    /// Changes one word of a known name.
    Substitution,
    /// Restricts to a tag.
    Tag,
    /// Is the title of a document.
    Title,
    /// Adds words to make a name.
    Addition,
}

impl Kind {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Spelling => "spelling",
            Kind::Name => "name",
            Kind::Completion => "completion",
            Kind::Cue => "cue",
            Kind::Substitution => "substitution",
            Kind::Tag => "tag",
            Kind::Title => "title",
            Kind::Addition => "addition",
        }
    }

    /// What it does to a query, in plain words.
    fn label(self) -> &'static str {
        match self {
            Kind::Spelling | Kind::Name => "did you mean",
            Kind::Completion => "word",
            Kind::Cue => "question",
            Kind::Substitution => "similar name",
            Kind::Tag => "only this tag",
            Kind::Title | Kind::Addition => "title",
        }
    }
}

/// The words of an index, with the number of units that have each.
pub fn vocabulary(index: &Index) -> Result<Vocabulary> {
    gather::vocabulary(index)
}

/// The data that suggestions are made from.
pub struct Suggester {
    vocabulary: Arc<Vocabulary>,
    names: Names,
    titles: Names,
    /// Tags with the number of their units, in order.
    tags: Vec<(String, u32)>,
}

/// The typed text, parsed.
struct Typed<'a> {
    source: &'a str,
    words: Vec<QueryWord>,
    /// Whether the last word may not be complete yet.
    is_open: bool,
}

impl<'a> Typed<'a> {
    fn read(source: &'a str) -> Typed<'a> {
        let query = query::parse(source, &[]);
        let mut words: Vec<QueryWord> = query.words().cloned().collect();
        // Of hyphenated words the parts: names are found across hyphens.
        let parts: Vec<Range<usize>> =
            words.iter().filter(|word| word.is_part).map(|word| word.place.clone()).collect();
        words.retain(|word| {
            word.is_part
                || !parts.iter().any(|part| word.place.start <= part.start && part.end <= word.place.end)
        });
        let is_open = words.last().is_some_and(|word| word.place.end == source.len());
        Typed { source, words, is_open }
    }

    fn stems(&self) -> Vec<String> {
        self.words.iter().map(|word| stem(&word.text).into_owned()).collect()
    }

    /// The word that is being typed.
    fn open_word(&self) -> Option<&QueryWord> {
        self.words.last().filter(|_| self.is_open)
    }

    /// The query with something else in a place.
    fn with(&self, place: Range<usize>, text: &str) -> String {
        let (before, behind) = (self.source.get(..place.start), self.source.get(place.end..));
        format!("{}{text}{}", before.unwrap_or(""), behind.unwrap_or(""))
    }
}

impl Suggester {
    /// Reads the names, titles and tags of an index, whose words are known.
    pub fn new(index: &Index, vocabulary: Arc<Vocabulary>) -> Result<Suggester> {
        Ok(Suggester {
            vocabulary,
            tags: gather::tags(index)?,
            ..Suggester::from_titles(gather::titles(index)?)
        })
    }

    fn from_titles(found: gather::Titles) -> Suggester {
        Suggester {
            vocabulary: Arc::default(),
            names: Names::new(found.names),
            titles: Names::new(found.titles),
            tags: Vec::new(),
        }
    }

    /// The best suggestions for what was typed, at most `most`, each another text.
    pub fn suggest(&self, typed: &str, most: usize) -> Vec<Suggestion> {
        if typed.trim().is_empty() || typed.len() > LONGEST {
            return Vec::new();
        }
        let mut list = List { typed: folded(typed), out: Vec::new() };
        let typed = Typed::read(typed);
        self.cues(&typed, &mut list);
        let is_name = self.names.is_name(&typed.stems());
        if !is_name {
            self.names(&typed, &mut list);
        }
        let corrected = if list.out.is_empty() { self.spelling(&typed, &mut list) } else { None };
        let corrected = corrected.as_deref().map(Typed::read);
        let typed = corrected.as_ref().unwrap_or(&typed);
        let is_complete = typed.open_word().is_none_or(|word| self.vocabulary.count(&word.text) > 0);
        if is_complete {
            self.other_names(typed, Kind::Name, &mut list);
        }
        self.cues(typed, &mut list);
        if is_complete {
            self.other_names(typed, Kind::Substitution, &mut list);
        }
        self.names(typed, &mut list);
        self.completions(typed, &mut list);
        if !is_complete {
            self.other_names(typed, Kind::Name, &mut list);
        }
        self.tags(typed, &mut list);
        self.titles(typed, &mut list);
        self.additions(typed, &mut list);
        list.out.truncate(most);
        list.out
    }

    /// Names and titles whose words begin with the words that were typed.
    fn names(&self, typed: &Typed<'_>, list: &mut List) {
        let (Some(first), Some(last)) = (typed.words.first(), typed.words.last()) else { return };
        // A name replaces all the words, so nothing else may be between them.
        let is_plain = typed.source.trim().len() == last.place.end - first.place.start;
        let is_asking = typed.words.iter().all(|word| text::question::is_stop_word(&word.text));
        if !is_plain || is_asking && typed.words.len() > 1 {
            return;
        }
        let starts: Vec<&str> = typed
            .words
            .iter()
            .enumerate()
            .filter(|(at, word)| at + 1 == typed.words.len() || !text::question::is_stop_word(&word.text))
            .map(|(_, word)| word.text.as_str())
            .collect();
        for (names, kind) in [(&self.names, Kind::Completion), (&self.titles, Kind::Title)] {
            for name in names.with_prefixes(&starts, MOST_OF_A_KIND) {
                list.push_name(name, kind, "its words begin with these letters");
            }
        }
    }

    /// Names that differ in one word from some of the words: of those that are not a name (kind `Name`), or of those that
    /// are one (`Substitution`).
    fn other_names(&self, typed: &Typed<'_>, kind: Kind, list: &mut List) {
        let stems = typed.stems();
        let count = list.count(kind);
        for change in self.names.one_word_changes(&stems, kind == Kind::Substitution) {
            let Some(word) = typed.words.get(change.place) else { continue };
            let window = typed.words.get(change.window.clone()).unwrap_or(&[]);
            let said: Vec<&str> = window.iter().map(|word| word.text.as_str()).collect();
            let why = match kind {
                Kind::Name => {
                    format!("`{}` is not a name in this index, `{}` is", said.join(" "), change.name)
                }
                _ => format!("`{}` differs in one word", change.name),
            };
            list.push(typed.with(word.place.clone(), change.word), kind, why);
            if list.count(kind) - count >= MOST_OF_A_KIND {
                return;
            }
        }
    }

    /// Completions of the word that is being typed, by words of the texts.
    fn completions(&self, typed: &Typed<'_>, list: &mut List) {
        let Some(open) = typed.open_word().filter(|open| open.text.chars().nth(1).is_some()) else { return };
        // Beside a word that no text has, a completed word finds nothing.
        let others = typed.words.split_last().map_or(&[][..], |(_, others)| others);
        if others.iter().any(|word| self.vocabulary.count(&word.text) == 0) {
            return;
        }
        for (word, count) in self.vocabulary.starting_with(&open.text, 3) {
            if word != open.text {
                list.push(typed.with(open.place.clone(), word), Kind::Completion, in_documents(word, count));
            }
        }
    }

    /// Tags that are what was typed, or start with the word that is being typed.
    fn tags(&self, typed: &Typed<'_>, list: &mut List) {
        let (Some(first), Some(last)) = (typed.words.first(), typed.words.last()) else { return };
        let all: Vec<&str> = typed.words.iter().map(|word| word.text.as_str()).collect();
        let whole = (all.join("-"), first.place.start..last.place.end);
        for (start, place) in [whole, (last.text.clone(), last.place.clone())] {
            let is_tag = start.chars().nth(2).is_some() && !typed.source.contains("tag:");
            if !is_tag {
                continue;
            }
            for (tag, count) in self.tags_starting_with(&start, typed.is_open) {
                let tagged = typed.with(place.clone(), &format!("tag:{tag}"));
                list.push(tagged, Kind::Tag, format!("a tag of {count} documents"));
            }
        }
    }

    fn tags_starting_with(&self, start: &str, is_open: bool) -> Vec<&(String, u32)> {
        let from = self.tags.partition_point(|(tag, _)| tag.as_str() < start);
        let tags = self.tags.get(from..).unwrap_or(&[]).iter().take_while(|(tag, _)| tag.starts_with(start));
        let mut found: Vec<_> = tags.filter(|(tag, _)| is_open || tag == start).collect();
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found.truncate(2);
        found
    }

    /// Titles with all the words.
    fn titles(&self, typed: &Typed<'_>, list: &mut List) {
        let stems = typed.stems();
        let (before, start) = split_open(typed, &stems);
        for title in self.titles.with_words(before, start, MOST_OF_A_KIND) {
            list.push_name(title, Kind::Title, "it has these words");
        }
    }

    /// Longer names with all the words.
    fn additions(&self, typed: &Typed<'_>, list: &mut List) {
        let stems = typed.stems();
        for name in self.names.with_words(&stems, "", MOST_OF_A_KIND) {
            list.push_name(name, Kind::Addition, "a longer name");
        }
    }
}

/// The stems of the words that are complete, and the start of the one that is not.
fn split_open<'a>(typed: &'a Typed<'_>, stems: &'a [String]) -> (&'a [String], &'a str) {
    match typed.open_word() {
        Some(open) => (stems.get(..stems.len().saturating_sub(1)).unwrap_or(&[]), &open.text),
        None => (stems, ""),
    }
}

/// The suggestions so far.
struct List {
    /// The typed text, folded: suggesting it again is no help.
    typed: String,
    out: Vec<Suggestion>,
}

impl List {
    fn count(&self, kind: Kind) -> usize {
        self.out.iter().filter(|suggestion| suggestion.kind == kind).count()
    }

    fn push(&mut self, text: String, kind: Kind, why: String) {
        let folded_text = folded(&text);
        let is_known =
            folded_text == self.typed || self.out.iter().any(|other| folded(&other.text) == folded_text);
        if !is_known && self.count(kind) < 2 * MOST_OF_A_KIND {
            self.out.push(Suggestion { text, kind, label: kind.label().to_owned(), why });
        }
    }

    /// Adds a name, labelled with the kind of unit that has it.
    fn push_name(&mut self, name: &Name, kind: Kind, why: &str) {
        let before = self.out.len();
        self.push(name.text.clone(), kind, why.to_owned());
        if let Some(added) = self.out.get_mut(before) {
            added.label.clone_from(&name.kind);
        }
    }
}

/// A text as it is compared: folded words, and everything else.
fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `word` is in `count` documents.
fn in_documents(word: &str, count: u32) -> String {
    format!("`{word}` is in {}", document::counted(count as usize, "document"))
}
