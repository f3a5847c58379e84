//! Finds the formulas in the texts of posts and puts each into a span with an id.
//!
//! Formulas are found by the one scanner of Perga, so that an index made from the posts has the same formulas. It has
//! the rule of Pandoc for money: `$5 and $6` has no formula. Ids are in reading order: title, body and comments of a
//! question, then body and comments of each answer. Ids that a source has stay; new formulas count on from the highest.

use std::ops::Range;

use document::markup::{self, Rules};
use formula::{Notation, Options};
use rustc_hash::{FxHashMap, FxHashSet};

use super::tables::{Tables, escaped};

/// The field that a formula stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) enum Kind {
    Title,
    #[default]
    Question,
    Answer,
    Comment,
}

impl Kind {
    /// Its name in the lists.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Title => "title",
            Kind::Question => "question",
            Kind::Answer => "answer",
            Kind::Comment => "comment",
        }
    }
}

/// A formula in a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Instance {
    pub id: u64,
    pub post: u64,
    pub thread: u64,
    pub kind: Kind,
    pub comment: Option<u64>,
    pub latex: String,
}

/// A text that may have formulas.
struct Field {
    kind: Kind,
    post: u64,
    thread: u64,
    comment: Option<u64>,
    /// Its row and attribute.
    table: &'static str,
    row: usize,
    attribute: &'static str,
}

/// Annotates all texts. `earlier` gives the id of a formula in a former release, by its place and LaTeX.
pub(super) fn annotate(tables: &mut Tables, earlier: &FxHashMap<PlaceKey, Vec<u64>>) -> Vec<Instance> {
    let fields = fields(tables);
    let texts: Vec<Annotated> = fields
        .iter()
        .map(|field| {
            let row = tables.rows(field.table).get(field.row);
            split(row.and_then(|row| row.get(field.attribute)).unwrap_or(""))
        })
        .collect();
    let mut seen = FxHashSet::default();
    let own = texts.iter().flat_map(|text| &text.formulas).filter_map(|formula| formula.id);
    let are_usable = own.clone().next().is_some() && own.clone().all(|id| seen.insert(id));
    let mut earlier = earlier.clone();
    earlier.values_mut().for_each(|ids| ids.reverse());
    let highest = own.chain(earlier.values().flatten().copied()).max().unwrap_or(0);
    let mut last = highest;
    let mut instances = Vec::new();
    for (field, text) in fields.iter().zip(texts) {
        let mut html = String::new();
        for (words, formula) in text.words.iter().zip(text.formulas.iter().map(Some).chain([None])) {
            html.push_str(words);
            let Some(formula) = formula else { continue };
            let place = (field.post, field.kind, field.comment, formula.latex.clone());
            let id = formula.id.filter(|_| are_usable).or_else(|| earlier.get_mut(&place)?.pop());
            let id = id.unwrap_or_else(|| {
                last += 1;
                last
            });
            let latex = escaped(&formula.latex);
            html.push_str(&format!("<span class=\"math-container\" id=\"{id}\">{latex}</span>"));
            instances.push(Instance {
                id,
                post: field.post,
                thread: field.thread,
                kind: field.kind,
                comment: field.comment,
                latex: formula.latex.clone(),
            });
        }
        if let Some(row) =
            tables.rows_mut(field.table).get_mut(field.row).filter(|_| !text.formulas.is_empty())
        {
            row.set(field.attribute, html);
        }
    }
    instances
}

/// Where a formula stands: post, field, comment, LaTeX.
pub(super) type PlaceKey = (u64, Kind, Option<u64>, String);

/// The texts in reading order, thread by thread.
fn fields(tables: &Tables) -> Vec<Field> {
    let mut comments: FxHashMap<u64, Vec<(usize, u64)>> = FxHashMap::default();
    for (at, row) in tables.rows("Comments").iter().enumerate() {
        if let (Some(post), Some(id)) = (row.number("PostId"), row.number("Id")) {
            comments.entry(post).or_default().push((at, id));
        }
    }
    let mut answers: FxHashMap<u64, Vec<(usize, u64)>> = FxHashMap::default();
    for (at, row) in tables.rows("Posts").iter().enumerate() {
        if let (Some("2"), Some(parent), Some(id)) =
            (row.get("PostTypeId"), row.number("ParentId"), row.number("Id"))
        {
            answers.entry(parent).or_default().push((at, id));
        }
    }
    let mut fields = Vec::new();
    let mut add = |thread: u64, post: u64, row: usize, of: &[(Kind, &'static str)]| {
        for (kind, attribute) in of {
            fields.push(Field { kind: *kind, post, thread, comment: None, table: "Posts", row, attribute });
        }
        for (row, id) in comments.get(&post).into_iter().flatten() {
            let (kind, comment) = (Kind::Comment, Some(*id));
            fields.push(Field {
                kind,
                post,
                thread,
                comment,
                table: "Comments",
                row: *row,
                attribute: "Text",
            });
        }
    };
    for (at, row) in tables.rows("Posts").iter().enumerate() {
        let (Some("1"), Some(id)) = (row.get("PostTypeId"), row.number("Id")) else { continue };
        add(id, id, at, &[(Kind::Title, "Title"), (Kind::Question, "Body")]);
        for (at, answer) in answers.get(&id).into_iter().flatten() {
            add(id, *answer, *at, &[(Kind::Answer, "Body")]);
        }
    }
    fields
}

/// A text, taken apart.
pub(super) struct Annotated {
    /// What is before, between and after the formulas.
    pub words: Vec<String>,
    pub formulas: Vec<Found>,
}

/// A formula of a text.
pub(super) struct Found {
    pub id: Option<u64>,
    pub latex: String,
    /// Whether it stands on a line of its own.
    pub is_display: bool,
}

/// Takes a text apart.
pub(super) fn split(source: &str) -> Annotated {
    let text = markup::delimited_by(source, Rules::default(), &opaque(source));
    let words = text.words().map(str::to_owned).collect();
    let found = |formula: &document::Occurrence| Found {
        id: formula.id.as_deref().and_then(|id| id.parse().ok()),
        latex: latex(&formula.source, formula.notation),
        is_display: text
            .text
            .get(formula.place.clone())
            .is_some_and(|shown| shown.starts_with("$$") || shown.starts_with("\\[")),
    };
    Annotated { words, formulas: text.formulas.iter().map(found).collect() }
}

/// A formula as LaTeX on one line.
fn latex(source: &str, notation: Notation) -> String {
    let latex = match notation {
        Notation::MathMl => {
            let read = formula::read(source, notation, &Options { wildcards: false, macros: None });
            formula::write::tex::write(&read.slt)
        }
        _ => source.to_owned(),
    };
    latex.replace(['\n', '\r', '\t'], " ").trim().to_owned()
}

/// The parts of HTML without formulas: code, and tags with attributes that may have a dollar sign.
fn opaque(source: &str) -> Vec<Range<usize>> {
    let lower = source.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = lower.get(from..).and_then(|rest| rest.find('<')).map(|at| from + at) {
        let rest = lower.get(start + 1..).unwrap_or("");
        let is = |name: &str| {
            rest.strip_prefix(name)
                .is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/'))
        };
        let end = if is("pre") {
            Some("</pre>")
        } else if is("code") {
            Some("</code>")
        } else if is("a") || is("img") {
            Some(">")
        } else {
            None
        };
        let Some(end) = end else {
            from = start + 1;
            continue;
        };
        let stop = lower
            .get(start..)
            .and_then(|rest| rest.find(end))
            .map_or(source.len(), |at| start + at + end.len());
        found.push(start..stop);
        from = stop;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tables::Row;
    use super::*;

    fn row(attributes: &[(&str, &str)]) -> Row {
        let mut row = Row::default();
        attributes.iter().for_each(|(name, value)| row.set(name, *value));
        row
    }

    #[test]
    fn formulas_in_every_form_get_ids_in_reading_order() {
        let mut tables = Tables::default();
        tables.rows_mut("Posts").extend([
            row(&[("Id", "2"), ("PostTypeId", "2"), ("ParentId", "1"), ("Body", "<p>By \\(z\\).</p>")]),
            row(&[
                ("Id", "1"),
                ("PostTypeId", "1"),
                ("Title", "Is $x&lt;1$?"),
                ("Body", "<p>$a$ and $$b$$, $5 and $6, <code>$c$</code> <span class=\"math-container\">$d$</span></p>"),
            ]),
        ]);
        tables.rows_mut("Comments").push(row(&[("Id", "9"), ("PostId", "1"), ("Text", "and $y$?")]));
        let found = annotate(&mut tables, &FxHashMap::default());
        let short: Vec<_> = found.iter().map(|one| (one.id, one.kind.name(), one.latex.as_str())).collect();
        let expected = [
            (1, "title", "x<1"),
            (2, "question", "a"),
            (3, "question", "b"),
            (4, "question", "d"),
            (5, "comment", "y"),
            (6, "answer", "z"),
        ];
        assert_eq!(short, expected);
        assert_eq!((found[4].comment, found[5].thread), (Some(9), 1));
        let body = tables.rows("Posts")[1].get("Body").unwrap();
        assert!(body.contains("<span class=\"math-container\" id=\"2\">a</span>"), "{body}");
        assert!(body.contains("$5 and $6, <code>$c$</code>"), "{body}");
        // A second time nothing changes.
        let before = format!("{tables:?}");
        assert_eq!(annotate(&mut tables, &FxHashMap::default()), found);
        assert_eq!(format!("{tables:?}"), before);
    }

    #[test]
    fn formulas_keep_the_ids_of_a_former_release() {
        let mut tables = Tables::default();
        tables.rows_mut("Posts").push(row(&[
            ("Id", "1"),
            ("PostTypeId", "1"),
            ("Title", "$b$"),
            ("Body", "$x$ $a$ $x$"),
        ]));
        let place = |latex: &str| (1, Kind::Question, None, latex.to_owned());
        let earlier = [(place("a"), vec![7]), (place("x"), vec![3, 5])].into_iter().collect();
        let ids: Vec<u64> = annotate(&mut tables, &earlier).iter().map(|one| one.id).collect();
        assert_eq!(ids, [8, 3, 7, 5]);
    }
}
