//! The units of a document while it is read: sections, theorems, and which of them gets the next word.
//!
//! Readers of documents share it, so that ids, parents and links are made in one way. What it is not: a parser; readers
//! tell it where things begin and end.

use std::sync::Arc;

use document::{Link, Text, Unit};
use formula::latex::Macros;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::readers::prose::{Prose, slug};

/// The most units of a document: a large book has some thousands. The text of further ones belongs to the last.
const MOST_UNITS: usize = 50_000;

/// The most bytes of a label.
pub(crate) const LONGEST_LABEL: usize = 200;

/// The kind of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Document,
    /// A heading; `\part` is 0.
    Heading(usize),
    Theorem,
}

#[derive(Debug)]
struct Draft {
    kind: String,
    level: Level,
    /// The name that is printed before a theorem.
    printed: String,
    title: Prose,
    body: Prose,
    label: Option<String>,
    parent: Option<usize>,
    references: Vec<String>,
}

/// The title that got the words before another title began. The default is none: the text got them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PreviousTitle(Option<usize>);

/// The units of a document, or, for a piece of text, one text without cuts.
#[derive(Debug)]
pub(crate) struct Outline {
    drafts: Vec<Draft>,
    headings: Vec<(usize, usize)>,
    theorems: Vec<usize>,
    labels: FxHashMap<String, usize>,
    /// The unit whose title gets the words now.
    titled: Option<usize>,
    is_flat: bool,
}

impl Outline {
    /// An outline of a document of this kind.
    pub(crate) fn new(kind: &str) -> Outline {
        Outline::begun(kind, false)
    }

    /// An outline that makes no cuts.
    pub(crate) fn flat() -> Outline {
        Outline::begun("", true)
    }

    fn begun(kind: &str, is_flat: bool) -> Outline {
        let mut outline = Outline {
            drafts: Vec::new(),
            headings: Vec::new(),
            theorems: Vec::new(),
            labels: FxHashMap::default(),
            titled: None,
            is_flat,
        };
        outline.draft(kind, Level::Document, "", None);
        outline
    }

    /// Whether there are no cuts.
    pub(crate) fn is_flat(&self) -> bool {
        self.is_flat
    }

    fn draft(&mut self, kind: &str, level: Level, printed: &str, parent: Option<usize>) -> usize {
        self.drafts.push(Draft {
            kind: kind.to_owned(),
            level,
            printed: printed.to_owned(),
            title: Prose::default(),
            body: Prose::default(),
            label: None,
            parent,
            references: Vec::new(),
        });
        self.drafts.len() - 1
    }

    fn section(&self) -> usize {
        self.headings.last().map_or(0, |&(_, draft)| draft)
    }

    fn current(&self) -> usize {
        self.theorems.last().copied().unwrap_or_else(|| self.section())
    }

    /// The text that gets the next word.
    pub(crate) fn prose(&mut self) -> &mut Prose {
        let (titled, current) = (self.titled, self.current());
        let draft = &mut self.drafts[titled.unwrap_or(current)];
        if titled.is_some() { &mut draft.title } else { &mut draft.body }
    }

    /// Begins a section; open theorems end here.
    pub(crate) fn heading(&mut self, level: usize) -> usize {
        self.theorems.clear();
        while self.headings.last().is_some_and(|&(open, _)| open >= level) {
            self.headings.pop();
        }
        if self.drafts.len() >= MOST_UNITS {
            return self.section();
        }
        let draft = self.draft("section", Level::Heading(level), "", Some(self.section()));
        self.headings.push((level, draft));
        draft
    }

    /// Ends a section and those in it.
    pub(crate) fn end_heading(&mut self, draft: usize) {
        self.theorems.truncate(self.theorems.partition_point(|&open| open < draft));
        self.headings.truncate(self.headings.partition_point(|&(_, open)| open < draft));
    }

    /// Whether a unit has neither title nor text yet.
    pub(crate) fn is_bare(&self, draft: usize) -> bool {
        self.drafts.get(draft).is_some_and(|draft| draft.title.is_empty() && draft.body.is_empty())
    }

    /// Begins a theorem.
    pub(crate) fn theorem(&mut self, kind: &str, printed: &str) -> usize {
        let parent = self.current();
        self.drafts[parent].body.paragraph();
        if self.drafts.len() >= MOST_UNITS {
            return parent;
        }
        let draft = self.draft(kind, Level::Theorem, printed, Some(parent));
        self.theorems.push(draft);
        draft
    }

    /// Ends a theorem and those in it.
    pub(crate) fn end_theorem(&mut self, draft: usize) {
        self.theorems.truncate(self.theorems.partition_point(|&open| open < draft));
    }

    /// Sends the words to the title of a unit until [`Outline::end_title`].
    pub(crate) fn begin_title(&mut self, draft: usize) -> PreviousTitle {
        PreviousTitle(self.titled.replace(draft))
    }

    /// Sends the words where they went before a title began.
    pub(crate) fn end_title(&mut self, previous: PreviousTitle) {
        self.titled = previous.0;
    }

    /// Adds a label; if it is directly in a unit, it names the unit.
    pub(crate) fn label(&mut self, label: String, is_direct: bool) {
        let current = self.titled.unwrap_or_else(|| self.current());
        let draft = &mut self.drafts[current];
        let may_name = match draft.level {
            Level::Document => false,
            Level::Heading(_) => draft.body.is_empty(),
            Level::Theorem => true,
        };
        if is_direct && may_name && draft.label.is_none() {
            draft.label = Some(label.clone());
        }
        self.labels.entry(label).or_insert(current);
    }

    /// Adds a reference to a label.
    pub(crate) fn reference(&mut self, label: String) {
        let current = self.current();
        self.drafts[current].references.push(label);
    }

    /// The text of a flat outline.
    pub(crate) fn into_text(self) -> Text {
        self.drafts.into_iter().next().map_or_else(Text::default, |draft| draft.body.finish())
    }

    /// The units, with the title of the document.
    pub(crate) fn into_units(self, entry: &str, title: Text, macros: Option<Arc<Macros>>) -> Vec<Unit> {
        let ids = self.ids(entry);
        let labels = self.labels;
        let mut drafts = self.drafts;
        if let Some(document) = drafts.first_mut().filter(|document| document.title.is_empty()) {
            document.title.text(&title);
        }
        let kept: Vec<bool> =
            drafts.iter().map(|draft| !draft.title.is_empty() || !draft.body.is_empty()).collect();
        let parents: Vec<Option<usize>> = kept_parents(&drafts, &kept);
        let sections = section_titles(&drafts);
        let mut units = Vec::new();
        for (at, draft) in drafts.into_iter().enumerate() {
            if !kept[at] {
                continue;
            }
            let links = links(&draft.references, at, &labels, &ids);
            let title = match draft.title.is_empty() && draft.level == Level::Theorem {
                true => Text::plain(title_in(&draft.printed, &sections[at])),
                false => draft.title.finish(),
            };
            units.push(Unit {
                id: ids[at].clone(),
                kind: draft.kind,
                title,
                body: draft.body.finish(),
                parent: parents[at].map(|parent| ids[parent].clone()),
                thread: Some(entry.to_owned()),
                links,
                macros: macros.clone(),
                ..Unit::default()
            });
        }
        units
    }

    /// An id for each unit: its label, or its section and its number among the unlabelled units of its kind there, so
    /// that edits elsewhere change nothing.
    fn ids(&self, entry: &str) -> Vec<String> {
        let mut keys: Vec<String> = Vec::with_capacity(self.drafts.len());
        let mut sections: Vec<usize> = Vec::with_capacity(self.drafts.len());
        let mut counts: FxHashMap<(usize, &str), usize> = FxHashMap::default();
        let mut taken = FxHashMap::default();
        for (at, draft) in self.drafts.iter().enumerate() {
            let section = draft.parent.map_or(0, |parent| sections[parent]);
            sections.push(if draft.level == Level::Theorem { section } else { at });
            let key = match (&draft.label, draft.level) {
                (Some(label), _) => label.clone(),
                (None, Level::Document) => String::new(),
                (None, level) => {
                    let name = match level {
                        Level::Heading(_) => slug(draft.title.as_str()),
                        _ => String::new(),
                    };
                    let name = if name.is_empty() {
                        let count = counts.entry((section, &draft.kind)).or_default();
                        *count += 1;
                        format!("{}-{count}", draft.kind)
                    } else {
                        name
                    };
                    let before = &keys[section];
                    if before.is_empty() { name } else { format!("{before}/{name}") }
                }
            };
            keys.push(distinct(key, &mut taken));
        }
        let id = |key: String| if key.is_empty() { entry.to_owned() } else { format!("{entry}#{key}") };
        keys.into_iter().map(id).collect()
    }
}

/// A word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A key that is not taken yet: the second `name` is `name~2`.
fn distinct(key: String, taken: &mut FxHashMap<String, usize>) -> String {
    let mut number = taken.get(&key).copied().unwrap_or(0);
    let mut candidate = key.clone();
    while taken.contains_key(&candidate) {
        number += 1;
        candidate = format!("{key}~{}", number + 1);
    }
    taken.insert(key, number);
    taken.entry(candidate.clone()).or_insert(0);
    candidate
}

/// For each draft, the nearest unit above it that is kept.
fn kept_parents(drafts: &[Draft], kept: &[bool]) -> Vec<Option<usize>> {
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        // Parents come before their children.
        parents.push(match draft.parent {
            Some(parent) if !kept[parent] => parents[parent],
            parent => parent,
        });
    }
    parents
}

/// For each draft, the words of the title of its section.
fn section_titles(drafts: &[Draft]) -> Vec<Arc<str>> {
    let mut titles: Vec<Arc<str>> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let title = match (draft.level, draft.parent) {
            (Level::Theorem, Some(parent)) => titles[parent].clone(),
            _ => draft.title.only_words().into(),
        };
        titles.push(title);
    }
    titles
}

/// `Theorem (Limits of sequences)`
fn title_in(printed: &str, section: &str) -> String {
    if section.is_empty() { printed.to_owned() } else { format!("{printed} ({section})") }
}

fn links(references: &[String], at: usize, labels: &FxHashMap<String, usize>, ids: &[String]) -> Vec<Link> {
    let mut seen = FxHashSet::default();
    let targets = references.iter().filter_map(|label| labels.get(label.as_str()).copied());
    targets
        .filter(|&target| target != at && seen.insert(target))
        .map(|target| Link { kind: "reference".to_owned(), target: ids[target].clone() })
        .collect()
}
