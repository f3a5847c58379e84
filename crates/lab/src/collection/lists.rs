//! The lists of formulas: as LaTeX, as layout trees (Presentation MathML) and as operator trees (Content MathML), a
//! hundred files each, with the columns of ARQMath's third release.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use formula::{Notation, Options};
use rayon::prelude::*;

use super::annotate::Instance;
use super::manifest::Writing;
use super::visual_ids::Key;

/// The header of each list.
const HEADER: [&str; 9] =
    ["id", "post_id", "thread_id", "type", "comment_id", "old_visual_id", "visual_id", "issue", "formula"];

/// The folders of the lists.
pub(super) const FOLDERS: [&str; 3] =
    ["latex_representation_v3", "slt_representation_v3", "opt_representation_v3"];

/// Formulas that are converted together.
const BATCH: usize = 4096;

/// What never becomes a tree in the published lists.
const NOT_CONVERTED: [(&str, &str); 2] = [("\\newcommand", "definition"), ("\\def", "definition")];

/// A row of a list that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Listed {
    pub id: u64,
    pub post: u64,
    pub kind: String,
    pub comment: Option<u64>,
    pub visual_id: u64,
    pub issue: String,
    pub formula: String,
}

/// A formula with its trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Converted {
    pub key: Key,
    pub presentation: String,
    pub content: String,
    /// Why there are no trees.
    pub failure: Option<&'static str>,
}

/// Converts formulas.
pub(super) fn convert(latex: &[&str]) -> Vec<Converted> {
    latex.par_iter().map(|latex| converted(latex)).collect()
}

fn converted(latex: &str) -> Converted {
    let plain = || Key::Latex(without_space(latex));
    let failed = |failure| Converted {
        key: plain(),
        presentation: String::new(),
        content: String::new(),
        failure: Some(failure),
    };
    if let Some((_, why)) = NOT_CONVERTED.iter().find(|(command, _)| latex.contains(command)) {
        return failed(why);
    }
    let read = formula::read(latex, Notation::Latex, &Options { wildcards: false, macros: None });
    if read.slt.root().is_none() {
        return failed("empty");
    }
    let style = formula::write::mathml::Style { id_prefix: None, class_of: None, display: false };
    Converted {
        key: Key::Tree(formula::write::tangent::slt_string(&read.slt)),
        presentation: formula::write::mathml::write(&read.slt, &style),
        content: formula::write::content::write(&read.opt),
        failure: None,
    }
}

/// LaTeX without white space.
pub(super) fn without_space(latex: &str) -> String {
    latex.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A row to be written.
pub(super) struct ToList<'a> {
    pub instance: &'a Instance,
    pub old_visual_id: Option<u64>,
    pub visual_id: u64,
    /// Whether it stands in no post.
    pub is_spurious: bool,
}

impl ToList<'_> {
    fn issue(&self) -> String {
        let is_changed = self.old_visual_id.is_some_and(|old| old != self.visual_id);
        format!("{}{}", if self.is_spurious { "d" } else { "" }, if is_changed { "v" } else { "" })
    }

    fn write(&self, out: &mut dyn Write, formula: &str) -> io::Result<()> {
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        let Instance { id, post, thread, kind, comment, .. } = self.instance;
        let (kind, comment, old) = (kind.name(), number(*comment), number(self.old_visual_id));
        let (visual, issue, formula) = (self.visual_id, self.issue(), quoted(formula));
        writeln!(out, "{id}\t{post}\t{thread}\t{kind}\t{comment}\t{old}\t{visual}\t{issue}\t{formula}")
    }
}

/// A field in quotation marks only if it needs them.
pub(super) fn quoted(field: &str) -> String {
    match field.contains(['"', '\t', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// Writes the lists, rows in the order of their ids.
pub(super) fn write(writing: &mut Writing, rows: &[ToList<'_>]) -> io::Result<()> {
    let per_file = rows.len() / 100 + 1;
    for (rows, file) in rows.chunks(per_file).zip(1..) {
        for (folder, at) in FOLDERS.iter().zip(0..) {
            writing.file(&format!("{folder}/{file}.tsv"), |out| {
                writeln!(out, "{}", HEADER.join("\t"))?;
                for batch in rows.chunks(BATCH) {
                    let latex: Vec<&str> = batch.iter().map(|row| row.instance.latex.as_str()).collect();
                    let trees = if at == 0 { Vec::new() } else { convert(&latex) };
                    for (place, row) in batch.iter().enumerate() {
                        let tree = trees.get(place);
                        let formula = match (at, tree) {
                            (1, Some(tree)) => &tree.presentation,
                            (2, Some(tree)) => &tree.content,
                            _ => &row.instance.latex,
                        };
                        row.write(out, formula)?;
                    }
                }
                Ok(rows.len() as u64)
            })?;
        }
    }
    Ok(())
}

/// The lists of LaTeX under a folder, by the numbers in their names.
pub(super) fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let named =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let start = kind.get(..3).unwrap_or(kind);
    let folders = entries(folder).into_iter().filter(|path| path.is_dir() && named(path).starts_with(start));
    let mut files: Vec<PathBuf> =
        folders.flat_map(|folder| entries(&folder)).filter(|path| named(path).contains(".tsv")).collect();
    files.sort_by_key(|path| {
        let name = named(path);
        (name.split('.').next().and_then(|number| number.parse::<u64>().ok()), name)
    });
    files
}

/// Reads the lists of LaTeX under a folder.
pub(super) fn read(folder: &Path) -> Result<Vec<Listed>> {
    let mut rows = Vec::new();
    for file in files(folder, FOLDERS[0]) {
        read_file(&file, &mut |row| rows.push(row))?;
    }
    Ok(rows)
}

/// Reads one list.
pub(super) fn read_file(file: &Path, visit: &mut dyn FnMut(Listed)) -> Result<()> {
    let name = file.display().to_string();
    let source = corpus::stream::open(file, &name, &std::sync::Arc::default())?;
    let text = io::read_to_string(source).with_context(|| name.clone())?;
    let mut columns: Vec<String> = Vec::new();
    for record in records(&text) {
        if columns.is_empty() {
            columns = record;
            continue;
        }
        let get = |column: &str| {
            let at = columns.iter().position(|known| known == column)?;
            record.get(at).map(String::as_str).filter(|value| !value.is_empty())
        };
        let number = |column: &str| get(column)?.parse().ok();
        let Some(id) = number("id") else { continue };
        visit(Listed {
            id,
            post: number("post_id").unwrap_or(0),
            kind: get("type").unwrap_or("").to_owned(),
            comment: number("comment_id"),
            visual_id: number("visual_id").unwrap_or(0),
            issue: get("issue").unwrap_or("").to_owned(),
            formula: get("formula").unwrap_or("").to_owned(),
        });
    }
    Ok(())
}

/// The records of a table with tabs, whose fields may be in quotation marks.
fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut chars) = (false, text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if field.is_empty() => is_quoted = true,
            '\t' if !is_quoted => record.push(std::mem::take(&mut field)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push(record);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_triples_look_the_same() {
        let triples = [
            ["{a^{2}}=2{b^{2}}", "{a^2}=2{b^2}", "a^2=2b^{2}"].as_slice(),
            &["{m \\neq 0}", "m \\not= 0"],
            &["{\\frac{n}{m}}", "n \\over m", "\\frac n m"],
        ];
        for triple in triples {
            let keys: Vec<Key> = convert(triple).into_iter().map(|one| one.key).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
        }
    }

    #[test]
    fn fields_are_read_as_written() {
        let fields = ["a", "say \"x\"", "", "two\nlines", "\"", "tab\there"];
        let line = fields.map(quoted).join("\t");
        assert_eq!(records(&format!("{line}\n{line}")), [fields, fields]);
    }

    #[test]
    fn definitions_and_nothing_have_no_trees() {
        let found = convert(&["\\newcommand{\\R}{x}", "", "x"]);
        let failures: Vec<_> = found.iter().map(|one| one.failure).collect();
        assert_eq!(failures, [Some("definition"), Some("empty"), None]);
        assert!(found[0].content.is_empty() && found[2].content.contains("<"));
    }
}
