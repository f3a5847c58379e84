//! Real data that is not part of the project: formula lists, gold trees, documents.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeMap;

use testkit::shared_text;

/// List, column of the LaTeX, and how many formulas in 10,000 may need repairs (none: a stress list).
pub const LISTS: [(&str, usize, Option<usize>); 10] = [
    ("mse-arqmath.txt.gz", 0, Some(15)),
    ("mse-posts.tsv.gz", 2, Some(50)),
    ("wikipedia.tsv.gz", 1, Some(50)),
    ("arxiv-astroph.tsv.gz", 1, Some(50)),
    ("im2latex.txt.gz", 0, Some(50)),
    ("notes-ocw-minif2f.txt.gz", 0, Some(50)),
    ("wiki-mediawiki.txt.gz", 0, None),
    ("katex-tests.txt.gz", 0, None),
    ("mathjax-tests.txt.gz", 0, None),
    ("wiki-temml.txt.gz", 0, None),
];

/// The LaTeX of every line of a formula list; `column` counts tab-separated columns from 0.
pub fn list(name: &str, column: usize) -> Vec<String> {
    let text = shared_text(&format!("formulas/{name}"));
    let latex = |line: &str| match column {
        0 => line.to_owned(),
        column => line.split('\t').nth(column).unwrap_or_default().to_owned(),
    };
    text.lines().map(latex).collect()
}

/// One formula of the gold trees.
pub struct Row {
    pub id: String,
    pub latex: String,
    pub presentation: String,
    pub content: String,
}

/// The formulas of one year that have both kinds of MathML.
pub fn gold_rows(year: &str) -> Vec<Row> {
    let latex = column(&format!("arqmath/gold-trees/{year}-latex.tsv.gz"));
    let mut presentation = column(&format!("arqmath/gold-trees/{year}-slt.tsv.gz"));
    let mut content = column(&format!("arqmath/gold-trees/{year}-opt.tsv.gz"));
    let rows = latex.into_iter().filter_map(|(id, latex)| {
        let (presentation, content) = (presentation.remove(&id)?, content.remove(&id)?);
        Some(Row { id: format!("{year}-{id}"), latex, presentation, content })
    });
    rows.collect()
}

/// The last column of a file by formula id; quoted fields may hold line breaks.
pub fn column(path: &str) -> BTreeMap<String, String> {
    let text = shared_text(path);
    let mut column = BTreeMap::new();
    for row in split_quoted(&text, '\n').into_iter().skip(1) {
        let fields = split_quoted(row, '\t');
        let (Some(id), Some(last)) = (fields.first(), fields.last()) else { continue };
        if fields.len() < 5 {
            continue;
        }
        let last = last.trim();
        let value = last.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(last);
        column.insert((*id).to_owned(), value.replace("\"\"", "\""));
    }
    column
}

fn split_quoted(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let split = move |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    };
    text.split(split).collect()
}

/// The reason why a row of the gold trees cannot test a reader; none if it is usable.
///
/// The reference is dirty: LaTeXML ran without some packages (`<merror>`, spelt-out environments), on
/// LaTeX with HTML escapes (`&lt;` became `&`, `l`, `t`, `;`) or with UTF-8 read as Latin-1 (`â` for `…`),
/// and a few rows are empty or not well formed.
pub fn fault_of_reference(row: &Row) -> Option<&'static str> {
    let presentation = &row.presentation;
    if presentation.contains("<merror") {
        return Some("LaTeXML did not know a command");
    }
    if presentation.contains("<mtext>{") || presentation.contains("qvar_$") {
        return Some("LaTeXML spelt a command out");
    }
    if ["&lt;", "&gt;", "&amp;", "&#"].iter().any(|escape| row.latex.contains(escape)) {
        return Some("made from HTML-escaped LaTeX");
    }
    if presentation.contains(['â', 'Ã', 'Â'])
        || presentation.chars().any(|c| ('\u{80}'..'\u{a0}').contains(&c))
    {
        return Some("made from wrongly decoded LaTeX");
    }
    let is_whole = presentation.contains("<math") && presentation.trim_end().ends_with("</math>");
    (!is_whole || !presentation.contains("<m")).then_some("empty or cut off")
}

/// Every `<math>` of a document, with or without a namespace prefix.
pub fn formulas(document: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [("<math", "</math>"), ("<m:math", "</m:math>")] {
        let mut rest = document;
        while let Some(start) = rest.find(open) {
            let Some(end) = rest[start..].find(close) else { break };
            found.push(&rest[start..start + end + close.len()]);
            rest = &rest[start + end + close.len()..];
        }
    }
    found
}
