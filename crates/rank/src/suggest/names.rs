//! Names, found by their words with one left out, by prefix, and by word.

use std::ops::Range;

use document::kinds;
use rustc_hash::{FxHashMap, FxHashSet};
use text::stem::stem;

/// The most words of a name whose words are changed.
const MOST_WORDS: usize = 6;

/// The most names with a word that are searched.
const MOST_LOOKED_AT: usize = 20_000;

/// A name or a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    /// As it is written.
    pub text: String,
    /// Its words, folded; hyphenated words in their parts.
    pub words: Vec<String>,
    /// The kind of unit that has it.
    pub kind: String,
}

impl Name {
    pub(super) fn new(text: String, words_of: &str, kind: &str) -> Name {
        let words = text::names::parts(words_of).into_iter().map(|word| word.text).collect();
        Name { text, words, kind: kind.to_owned() }
    }

    /// Cards are explained best, and questions are no names.
    fn order(&self) -> u32 {
        match self.kind.as_str() {
            kinds::CARD => 0,
            kinds::QUESTION | kinds::ANSWER => 2,
            _ => 1,
        }
    }
}

/// One word of some words changed, so that they are a name.
#[derive(PartialEq, Debug)]
pub(super) struct Change<'a> {
    /// The words that become the name.
    pub window: Range<usize>,
    /// Which word is changed.
    pub place: usize,
    /// Its replacement.
    pub word: &'a str,
    /// The name.
    pub name: &'a str,
}

/// Names, the best first: by kind, then short ones, then by alphabet.
pub(super) struct Names {
    names: Vec<Name>,
    /// The words of each name, joined, in alphabetical order.
    starts: Vec<(String, u32)>,
    /// From a stem to the names with it.
    by_stem: FxHashMap<String, Vec<u32>>,
    /// From the stems of a name with `*` for one of them to the names and the place of it.
    by_rest: FxHashMap<String, Vec<(u32, u32)>>,
    /// The stems of each name, joined.
    known: FxHashSet<String>,
    /// The words of names in alphabetical order, to look up a word by its prefix.
    words: Vec<(String, u32)>,
}

impl Names {
    pub(super) fn new(mut names: Vec<Name>) -> Names {
        names.retain(|name| !name.words.is_empty());
        names.sort_by(|one, other| {
            let key = |name: &Name| (name.order(), name.words.len());
            key(one)
                .cmp(&key(other))
                .then_with(|| one.words.cmp(&other.words))
                .then_with(|| one.text.cmp(&other.text))
        });
        let mut seen = FxHashSet::default();
        names.retain(|name| seen.insert(name.words.join(" ")));
        let mut out = Names {
            starts: names.iter().map(|name| name.words.join(" ")).zip(0..).collect(),
            names: Vec::new(),
            by_stem: FxHashMap::default(),
            by_rest: FxHashMap::default(),
            known: FxHashSet::default(),
            words: Vec::new(),
        };
        for (number, name) in (0u32..).zip(&names) {
            out.add(number, name);
        }
        out.starts.sort();
        out.words.sort();
        out.words.dedup();
        out.names = names;
        out
    }

    fn add(&mut self, number: u32, name: &Name) {
        let stems: Vec<String> = name.words.iter().map(|word| stem(word).into_owned()).collect();
        for stem in &stems {
            let list = self.by_stem.entry(stem.clone()).or_default();
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
        self.words.extend(name.words.iter().map(|word| (word.clone(), number)));
        if (2..=MOST_WORDS).contains(&stems.len()) {
            for place in 0..stems.len() {
                self.by_rest.entry(with_gap(&stems, place)).or_default().push((number, place as u32));
            }
        }
        self.known.insert(stems.join(" "));
    }

    fn name(&self, number: u32) -> Option<&Name> {
        self.names.get(number as usize)
    }

    /// Whether some name has both stems.
    pub(super) fn has_together(&self, one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (self.by_stem.get(one), self.by_stem.get(other)) else { return false };
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        short.iter().any(|number| long.binary_search(number).is_ok())
    }

    /// Whether these stems are a name.
    pub(super) fn is_name(&self, stems: &[String]) -> bool {
        self.known.contains(&stems.join(" "))
    }

    /// Names that start with some folded text and are longer, the best first.
    pub(super) fn starting_with(&self, start: &str, most: usize) -> Vec<&Name> {
        let longer = with_prefix(&self.starts, start).iter().filter(|(name, _)| name.len() > start.len());
        self.best(longer.map(|(_, number)| *number).collect(), most)
    }

    /// Names with all of the stems and a word that starts with `start`, the best first.
    pub(super) fn with_words(&self, stems: &[String], start: &str, most: usize) -> Vec<&Name> {
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for stem in stems {
            let Some(list) = self.by_stem.get(stem) else { return Vec::new() };
            lists.push(list.clone());
        }
        if !start.is_empty() {
            lists.push(first_numbers(with_prefix(&self.words, start)));
        }
        lists.sort_by_key(Vec::len);
        let Some((shortest, others)) = lists.split_first() else { return Vec::new() };
        let in_all = |number: &&u32| others.iter().all(|list| list.binary_search(number).is_ok());
        self.best(shortest.iter().take(MOST_LOOKED_AT).filter(in_all).copied().collect(), most)
    }

    /// Names in which every one of some folded words begins a word of its own: first those that have them in this order
    /// from their first word on, then the best.
    pub(super) fn with_prefixes(&self, starts: &[&str], most: usize) -> Vec<&Name> {
        let ranges = starts.iter().map(|start| with_prefix(&self.words, start));
        let Some(rarest) = ranges.min_by_key(|range| range.len()) else { return Vec::new() };
        let numbers = first_numbers(rarest).into_iter();
        let matching =
            |number: &u32| self.name(*number).is_some_and(|name| has_prefixes(&name.words, starts));
        let mut found: Vec<u32> = numbers.filter(matching).collect();
        let begins = |number: &u32| {
            self.name(*number).is_some_and(|name| {
                name.words.iter().zip(starts).all(|(word, start)| word.starts_with(start))
            })
        };
        found.sort_by_key(|number| (!begins(number), *number));
        found.into_iter().take(most).filter_map(|number| self.name(number)).collect()
    }

    /// The first of some names.
    fn best(&self, mut numbers: Vec<u32>, most: usize) -> Vec<&Name> {
        if numbers.len() > most && most > 0 {
            numbers.select_nth_unstable(most - 1);
        }
        numbers.truncate(most);
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| self.name(number)).collect()
    }

    /// The names that some of the words become when one of them is changed; longest first, then those whose changed
    /// word is most like the one it was. `of_known`: only words that are a name themselves, or only those that are not
    /// and are in none.
    pub(super) fn one_word_changes(&self, stems: &[String], of_known: bool) -> Vec<Change<'_>> {
        let known = self.known_windows(stems);
        let mut found: Vec<(usize, u32, &Name, Change<'_>)> = Vec::new();
        for window in windows(stems.len()) {
            let is_known = known.contains(&window);
            let overlaps = known.iter().any(|known| known.start < window.end && window.start < known.end);
            if is_known != of_known || !of_known && overlaps {
                continue;
            }
            let said = stems.get(window.clone()).unwrap_or(&[]);
            for place in 0..said.len() {
                let Some(names) = self.by_rest.get(&with_gap(said, place)) else { continue };
                for name in names
                    .iter()
                    .filter(|(_, at)| *at as usize == place)
                    .filter_map(|(number, _)| self.name(*number))
                {
                    let (Some(word), Some(other)) = (name.words.get(place), said.get(place)) else {
                        continue;
                    };
                    let stemmed = stem(word);
                    if stemmed != other.as_str() && !text::question::is_stop_word(word) {
                        let likeness = likeness(&stemmed, other);
                        let change = Change {
                            window: window.clone(),
                            place: window.start + place,
                            word,
                            name: &name.text,
                        };
                        found.push((window.len(), likeness, name, change));
                    }
                }
            }
        }
        found.sort_by(|one, other| {
            let by_length = other.0.cmp(&one.0).then(other.1.cmp(&one.1));
            by_length.then(one.2.order().cmp(&other.2.order())).then_with(|| one.2.text.cmp(&other.2.text))
        });
        found.into_iter().map(|(_, _, _, change)| change).collect()
    }

    /// The words in a row that are a name.
    fn known_windows(&self, stems: &[String]) -> Vec<Range<usize>> {
        let is_known = |window: &Range<usize>| {
            stems.get(window.clone()).is_some_and(|said| self.known.contains(&said.join(" ")))
        };
        windows(stems.len()).filter(is_known).collect()
    }
}

/// Two to six words in a row.
fn windows(count: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).flat_map(move |start| {
        let most = MOST_WORDS.min(count - start);
        (2..=most).map(move |length| start..start + length)
    })
}

/// Stems joined, with a star for one of them.
fn with_gap(stems: &[String], gap: usize) -> String {
    let mut out = String::new();
    for (place, stem) in stems.iter().enumerate() {
        if place > 0 {
            out.push(' ');
        }
        out.push_str(if place == gap { "*" } else { stem });
    }
    out
}

/// The part of an alphabetical list that begins with a prefix.
fn with_prefix<'a>(list: &'a [(String, u32)], prefix: &str) -> &'a [(String, u32)] {
    let from = list.partition_point(|(text, _)| text.as_str() < prefix);
    let behind = list.get(from..).unwrap_or(&[]);
    let length = behind.partition_point(|(text, _)| text.starts_with(prefix));
    behind.get(..length).unwrap_or(&[])
}

/// The numbers in a part of a list, ascending, each once; of very many the first ones.
fn first_numbers(list: &[(String, u32)]) -> Vec<u32> {
    let mut numbers: Vec<u32> = list.iter().map(|(_, number)| *number).collect();
    if numbers.len() > MOST_LOOKED_AT {
        numbers.select_nth_unstable(MOST_LOOKED_AT);
        numbers.truncate(MOST_LOOKED_AT);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Whether each start begins a word that no start before it has begun.
fn has_prefixes(words: &[String], starts: &[&str]) -> bool {
    let mut used = vec![false; words.len()];
    starts.iter().all(|start| {
        let found = words.iter().zip(&mut used).find(|(word, used)| !**used && word.starts_with(start));
        found.map(|(_, used)| *used = true).is_some()
    })
}

/// How much two words have in common, in thousandths: letters in the same order, of all their letters.
fn likeness(one: &str, other: &str) -> u32 {
    let (one, other): (Vec<char>, Vec<char>) =
        (one.chars().take(32).collect(), other.chars().take(32).collect());
    let mut last = vec![0u32; other.len() + 1];
    for &c in &one {
        let mut row = vec![0u32];
        for (at, &d) in other.iter().enumerate() {
            let diagonal = last.get(at).copied().unwrap_or(0) + 1;
            let side = row.last().copied().unwrap_or(0).max(last.get(at + 1).copied().unwrap_or(0));
            row.push(if c == d { diagonal } else { side });
        }
        last = row;
    }
    2000 * last.last().copied().unwrap_or(0) / (one.len() + other.len()).max(1) as u32
}
