//! Maps formula instances to visually distinct formulas. ARQMath's files say *instance* for an occurrence of a formula.
//!
//! ARQMath judges Task 2 by visual id: instances that look the same are one formula. The formula TSVs map instances to
//! formulas. ARQMath's files have a header (versions 2 and 3 have the visual id in different columns, so the header
//! decides) and quote as CSV does, also around line ends. Lists without a header are read literally: `id, visual id`
//! and any further columns, or the columns of version 2 or 3 by their number.
//!
//! ARQMath has 28 million instances. Their ids are numbers and are kept as numbers, eight bytes per pair; other ids are
//! kept as strings.

use std::fmt;
use std::path::Path;

use document::{Result, quoted};
use rustc_hash::FxHashMap;

use crate::Input;

/// Formula id to visual id.
///
/// ```
/// use trec::{Input, VisualMap};
/// let input = Input::from_bytes("f.tsv", "12\t7\tx^2\n13\t7\tx^{2}\n".into()).unwrap();
/// let mut map = VisualMap::default();
/// map.read(&input).unwrap();
/// assert_eq!(map.get("13").unwrap().to_string(), "7");
/// assert!(map.get("14").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct VisualMap {
    numbers: FxHashMap<u32, u32>,
    others: FxHashMap<Box<str>, Box<str>>,
}

/// A visual id from a [`VisualMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VisualId<'a> {
    /// ARQMath's kind.
    Number(u32),
    /// Any other kind.
    Other(&'a str),
}

impl fmt::Display for VisualId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VisualId::Number(number) => write!(f, "{number}"),
            VisualId::Other(name) => f.write_str(name),
        }
    }
}

/// The columns with the two ids.
#[derive(Clone, Copy)]
struct Layout {
    id: usize,
    visual: usize,
    header: bool,
}

impl VisualMap {
    /// Reads a file, or every `.tsv` and `.tsv.gz` of a folder in the order of their names.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let mut map = VisualMap::default();
        if !path.is_dir() {
            map.read(&Input::open(path)?)?;
            return Ok(map);
        }
        let files = tables_in(path);
        if files.is_empty() {
            let input = Input::from_bytes(path.display().to_string(), Vec::new())?;
            return Err(input.complain(
                0,
                "no .tsv or .tsv.gz in this folder",
                "name a folder of formula lists",
            ));
        }
        for file in files {
            map.read(&Input::open(file)?)?;
        }
        Ok(map)
    }

    /// Adds the formulas of a file. A formula that is already there must have the same visual id.
    pub fn read(&mut self, input: &Input) -> Result<()> {
        let mut records = Records::new(input);
        let Some(first) = records.next_record(false)? else {
            return Err(input.complain(1, "no formulas in this file", "name a formula list with visual ids"));
        };
        let layout = layout(input, &first)?;
        if layout.header {
            records.quoted = true;
        } else {
            self.add(input, &first, layout)?;
        }
        while let Some(record) = records.next_record(records.quoted)? {
            self.add(input, &record, layout)?;
        }
        Ok(())
    }

    /// The visual id of a formula.
    pub fn get(&self, formula: &str) -> Option<VisualId<'_>> {
        let number = plain_number(formula).and_then(|number| self.numbers.get(&number));
        match number {
            Some(&visual) => Some(VisualId::Number(visual)),
            None => self.others.get(formula).map(|visual| VisualId::Other(visual)),
        }
    }

    /// Every formula with its visual id, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let numbers = self.numbers.iter().map(|(formula, visual)| (formula.to_string(), visual.to_string()));
        numbers.chain(self.others.iter().map(|(formula, visual)| (formula.to_string(), visual.to_string())))
    }

    /// The number of formulas.
    pub fn len(&self) -> usize {
        self.numbers.len() + self.others.len()
    }

    /// Whether there are no formulas.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, input: &Input, record: &Record, layout: Layout) -> Result<()> {
        let (id, visual) = (record.field(layout.id), record.field(layout.visual));
        let empty = record.fields.get(layout.visual).is_some_and(|field| field.trim().is_empty());
        if id.is_some() && empty {
            return Ok(()); // Real lists have instances without a visual id.
        }
        let (Some(id), Some(visual)) = (id, visual) else {
            let needed = layout.id.max(layout.visual) + 1;
            let message = format!("expected {needed} columns or more, found {}", record.fields.len());
            let hint = "columns are separated by tabs: formula id, visual id, formula";
            return Err(input.complain(record.line, message, hint));
        };
        let before = self.get(id).map(|before| before.to_string());
        if let Some(before) = before {
            if before == visual {
                return Ok(());
            }
            let message = format!("formula {id} has visual id {} here and {before} before", quoted(visual));
            return Err(input.complain(record.line, message, "keep one of the rows"));
        }
        match (plain_number(id), plain_number(visual)) {
            (Some(id), Some(visual)) => drop(self.numbers.insert(id, visual)),
            _ => drop(self.others.insert(id.into(), visual.into())),
        }
        Ok(())
    }
}

fn tables_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_table = |name: &str| name.ends_with(".tsv") || name.ends_with(".tsv.gz");
    let mut files: Vec<_> = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(is_table))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

fn layout(input: &Input, first: &Record) -> Result<Layout> {
    let names: Vec<String> = first.fields.iter().map(|name| name.to_ascii_lowercase()).collect();
    let position = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
    if let Some(id) = position(&["id", "formula_id"]) {
        let Some(visual) = position(&["visual_id"]) else {
            let hint =
                "use version 3 of ARQMath's formula lists, or the columns `formula_id, visual_id, latex`";
            return Err(input.complain(first.line, "the header has no column `visual_id`", hint));
        };
        return Ok(Layout { id, visual, header: true });
    }
    match first.fields.len() {
        0 | 1 => {
            let hint = "columns are separated by tabs: formula id, visual id, formula";
            Err(input.complain(first.line, "expected 2 columns or more, found 1", hint))
        }
        6 => Ok(Layout { id: 0, visual: 4, header: false }),
        9 => Ok(Layout { id: 0, visual: 6, header: false }),
        _ => Ok(Layout { id: 0, visual: 1, header: false }),
    }
}

/// The number that a string is the plain decimal form of: `07` and `+7` are different ids from `7`.
fn plain_number(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [b'0'] => Some(0),
        [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => text.parse().ok(),
        _ => None,
    }
}

/// One row: its first line and its columns as in the file.
struct Record<'a> {
    line: usize,
    fields: Vec<&'a str>,
}

impl Record<'_> {
    /// A column without its quotes; ids have no quotes inside.
    fn field(&self, index: usize) -> Option<&str> {
        let field = self.fields.get(index)?.trim();
        let field = field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field);
        Some(field).filter(|field| !field.is_empty())
    }
}

/// Splits a file into rows of columns.
struct Records<'a> {
    input: &'a Input,
    position: usize,
    line: usize,
    quoted: bool,
}

impl<'a> Records<'a> {
    fn new(input: &'a Input) -> Self {
        Records { input, position: 0, line: 1, quoted: false }
    }

    /// The next row that is not empty.
    fn next_record(&mut self, quoted: bool) -> Result<Option<Record<'a>>> {
        let text = self.input.text();
        while self.position < text.len() {
            let (line, mut fields) = (self.line, Vec::with_capacity(9));
            loop {
                let (field, ended) = self.field(quoted, line)?;
                fields.push(field);
                if ended {
                    break;
                }
            }
            if fields.len() > 1 || !fields[0].trim().is_empty() {
                return Ok(Some(Record { line, fields }));
            }
        }
        Ok(None)
    }

    /// The next column, and whether the row ends with it.
    fn field(&mut self, quoted: bool, record: usize) -> Result<(&'a str, bool)> {
        let text = self.input.text();
        let start = self.position;
        let mut search = start;
        if quoted && text.as_bytes().get(start) == Some(&b'"') {
            search = self.closing_quote(start + 1, record)?;
        }
        let rest = &text.as_bytes()[search..];
        let length = memchr::memchr2(b'\t', b'\n', rest).unwrap_or(rest.len());
        let end = search + length;
        let ended = rest.get(length) != Some(&b'\t');
        self.position = end + 1;
        let field = &text[start..end];
        self.line += memchr::memchr_iter(b'\n', field.as_bytes()).count() + usize::from(ended);
        Ok((field.strip_suffix('\r').unwrap_or(field), ended))
    }

    /// The place after the quote that ends a column; a doubled quote stands for a quote.
    fn closing_quote(&self, mut from: usize, record: usize) -> Result<usize> {
        let bytes = self.input.text().as_bytes();
        loop {
            match memchr::memchr(b'"', &bytes[from..]) {
                Some(at) if bytes.get(from + at + 1) == Some(&b'"') => from += at + 2,
                Some(at) => return Ok(from + at + 1),
                None => {
                    let hint = "close the quote, or double every quote inside a quoted column";
                    return Err(self.input.complain(record, "a quoted column never ends", hint));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<VisualMap> {
        let mut map = VisualMap::default();
        map.read(&Input::from_bytes("f.tsv", text.into()).unwrap())?;
        Ok(map)
    }

    fn visual(map: &VisualMap, id: &str) -> Option<String> {
        map.get(id).map(|visual| visual.to_string())
    }

    #[test]
    fn versions_two_and_three_are_read_by_their_header() {
        let two = "id\tpost_id\tthread_id\ttype\tvisual_id\tformula\n5\t1\t1\ttitle\t77\tx\n";
        assert_eq!(visual(&read(two).unwrap(), "5").unwrap(), "77");
        let three = "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\r\n\
                     5\t1\t1\ttitle\t\t76\t77\tv\tx\r\n";
        assert_eq!(visual(&read(three).unwrap(), "5").unwrap(), "77");
    }

    #[test]
    fn quoted_formulas_may_hold_line_ends_tabs_and_quotes() {
        let text = "id\tvisual_id\tformula\n1\t10\t\"a\n2\t99\t\"\"b\"\"\tc\"\n3\t30\tx\n";
        let map = read(text).unwrap();
        assert_eq!(visual(&map, "1").unwrap(), "10");
        assert_eq!(visual(&map, "2"), None);
        assert_eq!(visual(&map, "3").unwrap(), "30");
    }

    #[test]
    fn without_a_header_a_quote_is_a_letter() {
        let map = read("1\t10\t\"x\n2\t20\ty\n").unwrap();
        assert_eq!(visual(&map, "2").unwrap(), "20");
    }

    #[test]
    fn ids_that_are_not_plain_numbers_stay_strings() {
        let map = read("q_1\tv7\tx\n007\t7\ty\n").unwrap();
        assert_eq!(visual(&map, "q_1").unwrap(), "v7");
        assert_eq!(visual(&map, "007").unwrap(), "7");
        assert_eq!(visual(&map, "7"), None);
    }

    #[test]
    fn a_formula_without_visual_id_is_unknown() {
        let map = read("1\t10\tx\n2\t\ty\n3\t30\tz\n").unwrap();
        assert_eq!((map.len(), visual(&map, "2")), (2, None));
        assert!(read("1\t10\tx\n2\n").is_err());
        assert!(read("1\t10\tx\n\t20\ty\n").is_err());
    }

    #[test]
    fn one_formula_with_two_visual_ids_is_refused() {
        let error = read("1\t10\tx\n2\t20\ty\n1\t11\tx\n").unwrap_err().to_string();
        assert!(error.starts_with("f.tsv:3: formula 1 has visual id `11` here and 10 before"), "{error}");
    }

    #[test]
    fn line_numbers_count_the_lines_inside_quotes() {
        let error = read("id\tvisual_id\tformula\n1\t10\t\"a\nb\"\n2\n").unwrap_err().to_string();
        assert!(error.starts_with("f.tsv:4: expected 2 columns"), "{error}");
    }
}
