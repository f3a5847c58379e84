//! Native units, one JSON object per line.
//!
//! All fields but `id` and `body` may be missing. Fields with other names or forms are accepted: numbers as ids, a list
//! or a word as tags, PlanetMath's `synonyms` and `msc`, question–answer pairs, pools of judged formulas. A field that
//! cannot be used causes a complaint and is left out; a line that cannot be read is left out.

mod fields;
mod foreign;

use std::collections::VecDeque;
use std::sync::Arc;

use document::{Complaint, Link, Result, Text, Unit, kinds, markup};
use fields::Fields;
use foreign::Foreign;
use formula::latex::Macros;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64;

use crate::collection::{Entry, Progress, Reader};
use crate::readers::latex;
use crate::stream::Lines;

/// The most preambles that are kept: the documents of a collection share a few.
const MOST_PREAMBLES: usize = 256;

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let lines = entry.lines(entry.main_file(), &entry.name, progress)?;
    Ok(Box::new(Units::new(lines)))
}

/// Whether a line looks like a unit; its end may be missing.
pub(crate) fn is_unit(line: &str) -> bool {
    let has = |name: &str| line.contains(&format!("\"{name}\""));
    let is_whole_or_cut = serde_json::from_str::<Map<String, Value>>(line).is_ok_or_cut();
    is_whole_or_cut
        && (has("id") && has("body") || foreign::NAMES.iter().any(|names| names.iter().all(|name| has(name))))
}

trait OkOrCut {
    fn is_ok_or_cut(&self) -> bool;
}

impl<T> OkOrCut for serde_json::Result<T> {
    /// Whether the only problem is that the text ends early.
    fn is_ok_or_cut(&self) -> bool {
        self.as_ref().map_or_else(serde_json::Error::is_eof, |_| true)
    }
}

/// The units of a stream of lines.
struct Units {
    lines: Lines,
    /// Units and complaints of the last line.
    ready: VecDeque<Result<Unit, Complaint>>,
    foreign: Foreign,
    preambles: FxHashMap<u64, Arc<Macros>>,
}

impl Units {
    fn new(lines: Lines) -> Self {
        Units { lines, ready: VecDeque::new(), foreign: Foreign::default(), preambles: FxHashMap::default() }
    }

    fn read_line(&mut self, number: usize, text: &str) {
        let object = match serde_json::from_str::<Map<String, Value>>(text) {
            Ok(object) => object,
            Err(error) => {
                let message = format!("not a JSON object: {}", place(&error));
                let complaint =
                    self.lines.complain(number, message, "write one object with `id` and `body` per line");
                self.ready.push_back(Err(complaint));
                return;
            }
        };
        let mut fields = Fields::new(object);
        let units = match self.foreign.units(&mut fields) {
            Some(units) => units,
            None => self.native(&mut fields).map(|unit| vec![unit]),
        };
        for message in fields.complaints() {
            let hint = "the rest of the unit was read; `docs/reference/collections/jsonl.md` has the fields";
            self.ready.push_back(Err(self.lines.complain(number, message, hint)));
        }
        match units {
            Ok(units) => self.ready.extend(units.into_iter().map(Ok)),
            Err(message) => {
                let hint = "it is left out; give each unit its own `id` and a `body`";
                self.ready.push_back(Err(self.lines.complain(number, message, hint)));
            }
        }
    }

    fn native(&mut self, fields: &mut Fields) -> Result<Unit, String> {
        let id = fields.string("id").ok_or("a unit without an `id`")?;
        let body = fields.string_or_empty("body").ok_or_else(|| format!("the unit `{id}` has no `body`"))?;
        let macros = fields.string_or_empty("preamble").map(|preamble| self.macros(&preamble, &body));
        let text = |source: String| text_of(&source, macros.is_some());
        let title = fields.string("title").map(text).unwrap_or_default();
        let parent = fields.string("parent");
        let thread = fields.string("thread").or_else(|| parent.clone()).unwrap_or_else(|| id.clone());
        let tags = tags(fields);
        let default_kind = if title.is_empty() { kinds::PARAGRAPH } else { kinds::ARTICLE };
        Ok(Unit {
            kind: fields.string("kind").unwrap_or_else(|| default_kind.to_owned()),
            body: text(body),
            title,
            names: fields.lists(&["names", "synonyms", "defines"]),
            symbols: fields.symbols(),
            conditions: fields.joined("conditions").map(text).unwrap_or_default(),
            comments: fields.comments().into_iter().map(text).collect(),
            parent,
            thread: Some(thread),
            score: fields.integer("score"),
            accepted: fields.boolean("accepted"),
            date: fields.date("date"),
            url: fields.string("url"),
            links: links(fields),
            aliases: alias(&id, &tags).into_iter().collect(),
            tags,
            macros: macros.filter(|macros| !macros.is_empty()),
            id,
            ..Unit::default()
        })
    }

    /// The macros of a preamble, which many units share, and of a body that defines some.
    fn macros(&mut self, preamble: &str, body: &str) -> Arc<Macros> {
        if ["\\newcommand", "\\renewcommand", "\\def\\", "\\DeclareMathOperator"]
            .iter()
            .any(|mark| body.contains(mark))
        {
            return Arc::new(Macros::from_preamble(&[preamble, body].join("\n")));
        }
        if self.preambles.len() >= MOST_PREAMBLES {
            self.preambles.clear();
        }
        let macros = self.preambles.entry(xxh3_64(preamble.as_bytes()));
        Arc::clone(macros.or_insert_with(|| Arc::new(Macros::from_preamble(preamble))))
    }
}

/// Where and why a line is not JSON; the line in serde's own message is always 1.
fn place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or(&message);
    format!("{what} at column {}", error.column())
}

/// A text with its formulas. If the unit has a preamble, it comes from a LaTeX document, and commands and comments between
/// the formulas are LaTeX. Without a preamble or such words it is plain.
fn text_of(source: &str, is_latex: bool) -> Text {
    let text = markup::delimited(source);
    if is_latex && text.words().any(is_source) { latex::text(source) } else { text }
}

/// Whether words have a command, or a line that is a comment.
fn is_source(words: &str) -> bool {
    let is_command = |pair: &[u8]| matches!(pair, [b'\\', b'a'..=b'z' | b'A'..=b'Z' | b'\'' | b'"']);
    words.as_bytes().windows(2).any(is_command)
        || words.split('\n').skip(1).any(|line| line.trim_start().starts_with('%'))
}

/// Tags, classes of the Mathematics Subject Classification, and PlanetMath's types.
fn tags(fields: &mut Fields) -> Vec<String> {
    let mut tags = fields.lists(&["tags", "msc"]);
    tags.extend(fields.string("type").map(|kind| kind.to_lowercase()));
    tags
}

/// The name by which articles of PlanetMath refer to each other: the end of the id, after the class of the article.
fn alias(id: &str, tags: &[String]) -> Option<String> {
    let end = id.rsplit('/').next()?;
    let name = tags.iter().find_map(|class| end.strip_prefix(class.as_str())?.strip_prefix('-'))?;
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

fn links(fields: &mut Fields) -> Vec<Link> {
    let related = fields.lists(&["related"]).into_iter();
    let related = related.map(|target| Link { kind: "related".to_owned(), target });
    let mut links = fields.links();
    links.extend(related);
    links
}

impl Iterator for Units {
    type Item = Result<Unit, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            match self.lines.next()? {
                Err(complaint) => return Some(Err(complaint)),
                Ok(line) if line.text.trim().is_empty() => {}
                Ok(line) => self.read_line(line.number, &line.text),
            }
        }
    }
}

#[cfg(test)]
mod tests;
