//! From drafts to units: ids, parents, titles, links, and what is printed for references.

use std::sync::Arc;

use document::{Link, Position, Reference, Text, Unit};
use formula::latex::Macros;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Draft, Level, Outline};
use crate::readers::prose::{Form, Mention, Resolved, slug};

/// Stands before the name of another document in a target that its reader has still to find.
pub(crate) const ELSEWHERE: char = '\0';

/// The texts of a unit with their references replaced by what is printed.
struct Texts {
    title: Resolved<usize>,
    body: Resolved<usize>,
}

/// Where a draft is among those that are kept.
#[derive(Clone, Copy, Default)]
struct Place {
    parent: Option<usize>,
    offset: usize,
    /// The number of headings around it, and itself if it is one.
    headings: u8,
}

impl Outline {
    /// The units, with the title of the document.
    pub(crate) fn into_units(mut self, entry: &str, title: Text, macros: Option<Arc<Macros>>) -> Vec<Unit> {
        let ids = self.ids(entry);
        if let Some(document) = self.drafts.first_mut().filter(|document| document.title.is_empty()) {
            document.title.text(&title);
        }
        let kept: Vec<bool> =
            self.drafts.iter().map(|draft| !draft.title.is_empty() || !draft.body.is_empty()).collect();
        let places = places(&self.drafts, &kept);
        let sections = section_titles(&self.drafts);
        let texts = |draft: &Draft| Texts {
            title: draft.title.resolve(|mention| self.target(mention)),
            body: draft.body.resolve(|mention| self.target(mention)),
        };
        let texts: Vec<Texts> = self.drafts.iter().map(texts).collect();
        let mut units: Vec<Unit> = Vec::new();
        for (at, draft) in self.drafts.iter().enumerate().filter(|&(at, _)| kept[at]) {
            let Texts { title, body } = &texts[at];
            let has_own_title = !title.text.is_empty();
            let title = match !has_own_title && draft.level == Level::Theorem {
                true => Text::plain(title_in(&draft.printed, &sections[at])),
                false => title.text.clone(),
            };
            let Place { parent, offset, headings } = places[at];
            let offset = parent.map_or(0, |parent| texts[parent].body.moved(offset));
            units.push(Unit {
                id: ids[at].clone(),
                kind: draft.kind.clone(),
                title,
                body: body.text.clone(),
                parent: parent.map(|parent| ids[parent].clone()),
                thread: Some(entry.to_owned()),
                links: self.links(at, &kept, &ids),
                position: Some(Position {
                    order: u32::try_from(units.len()).unwrap_or(u32::MAX),
                    offset: u32::try_from(offset).unwrap_or(u32::MAX),
                    level: (draft.level != Level::Theorem).then_some(headings),
                    name: draft.name(),
                    has_own_title,
                }),
                references: references(body, at, &kept, &ids),
                line: draft.line.clone(),
                macros: macros.clone(),
                ..Unit::default()
            });
        }
        units
    }

    /// What is printed for a reference and the unit it leads to; none if its label is nowhere.
    pub(super) fn target(&self, mention: &Mention) -> Option<(String, usize)> {
        if mention.form == Form::Citation {
            let (printed, draft) = self.citations.get(&mention.label)?;
            return Some((format!("[{printed}]"), *draft));
        }
        let label = self.labels.get(&mention.label)?;
        let printed = match (&label.number, mention.form) {
            (Some(number), Form::Equation) if !label.is_of_unit => format!("({number})"),
            (Some(number), _) if !label.is_of_unit => number.clone(),
            (None, _) if !label.is_of_unit => format!("[{}]", mention.label),
            _ => {
                let called =
                    self.drafts[label.draft].called(mention.form).filter(|called| !called.is_empty());
                called.unwrap_or_else(|| format!("[{}]", mention.label))
            }
        };
        Some((printed, label.draft))
    }

    /// The other units that a unit refers to, each once.
    fn links(&self, at: usize, kept: &[bool], ids: &[String]) -> Vec<Link> {
        let draft = &self.drafts[at];
        let mentioned = draft.title.references().iter().chain(draft.body.references());
        let mentioned = mentioned.filter(|mention| mention.form != Form::Citation);
        let labels = mentioned.map(|mention| &mention.label).chain(&draft.silent);
        let mut seen = FxHashSet::default();
        let targets = labels.filter_map(|label| self.labels.get(label)).map(|label| label.draft);
        targets
            .filter(|&target| target != at && kept[target] && seen.insert(target))
            .map(|target| Link { kind: "reference".to_owned(), target: ids[target].clone() })
            .collect()
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

/// For each draft, the nearest unit above it that is kept, and its place there.
fn places(drafts: &[Draft], kept: &[bool]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.iter().enumerate() {
        // Parents come before their children. One that is not kept has no text, so its place is that of its children.
        let above = draft.parent.map_or_else(Place::default, |parent| match kept[parent] {
            true => Place { parent: Some(parent), offset: draft.offset, headings: places[parent].headings },
            false => places[parent],
        });
        let is_heading = matches!(draft.level, Level::Heading(_)) && kept[at];
        places.push(Place { headings: above.headings.saturating_add(u8::from(is_heading)), ..above });
    }
    places
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

/// The places of a body that lead to other units, and those that lead nowhere.
fn references(body: &Resolved<usize>, at: usize, kept: &[bool], ids: &[String]) -> Vec<Reference> {
    let others = body.references.iter().filter(|(_, target)| *target != at && kept[*target]);
    let known =
        others.map(|(place, target)| Reference { place: place.clone(), target: ids[*target].clone() });
    let unknown =
        body.unresolved.iter().map(|place| Reference { place: place.clone(), target: String::new() });
    let elsewhere = body
        .links
        .iter()
        .map(|(place, name)| Reference { place: place.clone(), target: format!("{ELSEWHERE}{name}") });
    let mut all: Vec<Reference> = known.chain(unknown).chain(elsewhere).collect();
    all.sort_by_key(|reference| reference.place.start);
    all
}
