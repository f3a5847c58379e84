//! YAML front matter: the few keys that matter, in the few forms that people use.
//!
//! What it is not: a YAML parser. Scalars, lists and one level of mapping are read; anchors, types and nesting are not,
//! and unknown keys are ignored. A real parser would refuse what people write: `title: On x: a note` is an error in
//! YAML, and `- #algebra` is a comment.

use document::date;

/// The metadata of a note.
#[derive(Default, PartialEq, Debug)]
pub(super) struct Front {
    pub(super) title: String,
    /// Aliases and ids.
    pub(super) names: Vec<String>,
    pub(super) tags: Vec<String>,
    /// In seconds since 1970.
    pub(super) date: Option<i64>,
    pub(super) kind: Option<String>,
    /// Definitions in LaTeX.
    pub(super) macros: String,
}

impl Front {
    /// The front matter of a source and the text after it.
    pub(super) fn split(source: &str) -> (Front, &str) {
        let rest = source.strip_prefix("---\n").or_else(|| source.strip_prefix("---\r\n"));
        let Some(rest) = rest else { return (Front::default(), source) };
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            if matches!(line.trim_end(), "---" | "...") {
                let yaml = rest.get(..length).unwrap_or("");
                return (Front::read(yaml), rest.get(length + line.len()..).unwrap_or(""));
            }
            length += line.len();
        }
        (Front::default(), source)
    }

    fn read(yaml: &str) -> Front {
        let mut front = Front::default();
        let mut lines = yaml.lines().peekable();
        while let Some(line) = lines.next() {
            let Some((key, value)) =
                line.split_once(':').filter(|_| !line.starts_with([' ', '\t', '#', '-']))
            else {
                continue;
            };
            let mut below = Vec::new();
            while let Some(line) =
                lines.next_if(|line| line.trim().is_empty() || line.starts_with([' ', '\t', '-']))
            {
                below.push(line);
            }
            front.set(key.trim(), value.trim(), &below);
        }
        front
    }

    fn set(&mut self, key: &str, value: &str, below: &[&str]) {
        match key.to_ascii_lowercase().as_str() {
            "title" => self.title = text(value, below),
            "aliases" | "alias" | "names" | "id" => self.names.extend(list(value, below)),
            "tags" | "tag" | "categories" | "keywords" => {
                let tags = list(value, below);
                self.tags.extend(tags.into_iter().map(|tag| tag.trim_start_matches('#').to_owned()));
            }
            "date" => self.date = date::seconds(unquoted(value)),
            "kind" => self.kind = Some(unquoted(value).to_owned()).filter(|kind| !kind.is_empty()),
            "macros" => self.macros = macros(value, below),
            _ => {}
        }
    }
}

/// A scalar, or the block after `|` or `>`.
fn text(value: &str, below: &[&str]) -> String {
    let is_block = value.is_empty() || value.starts_with(['|', '>']);
    if is_block {
        below.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    } else {
        unquoted(value).to_owned()
    }
}

/// `[a, b]`, `a, b`, or one line with a dash for each.
fn list(value: &str, below: &[&str]) -> Vec<String> {
    let inner = value.strip_prefix('[').and_then(|value| value.strip_suffix(']')).unwrap_or(value);
    let here = inner.split(',');
    let below = below.iter().filter_map(|line| line.trim().strip_prefix('-'));
    here.chain(below).map(|item| unquoted(item.trim()).to_owned()).filter(|item| !item.is_empty()).collect()
}

/// Definitions as LaTeX, or as a mapping: `R: "\\mathbb{R}"`.
fn macros(value: &str, below: &[&str]) -> String {
    if !value.is_empty() && !value.starts_with(['|', '>']) {
        return unquoted(value).to_owned();
    }
    let mut out = String::new();
    for line in below.iter().map(|line| line.trim()) {
        match line.split_once(':') {
            Some((name, body)) if !name.contains(['{', ' ', '#']) => {
                let name = unquoted(name.trim()).trim_start_matches('\\');
                let body = unquoted(body.trim());
                // In double quotes YAML writes `\\` for a backslash.
                let body = if line.contains('"') { body.replace("\\\\", "\\") } else { body.to_owned() };
                let parameters = (1..=9).rev().find(|number| body.contains(&format!("#{number}")));
                let parameters = parameters.map_or_else(String::new, |number| format!("[{number}]"));
                out.push_str(&format!("\\newcommand{{\\{name}}}{parameters}{{{body}}}\n"));
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|value| value.strip_suffix(quote)) {
            return inner;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_keys_are_read() {
        let source = "---\ntitle: \"On $x$: a note\"\naliases: [Foo, 'Bar baz']\ntags:\n  - #algebra\n  - topology\n\
                      date: 2024-05-01\nkind: card\nid: n1\nmacros:\n  R: \"\\\\mathbb{R}\"\n  \\abs: '|#1|'\nother:\n  x: 1\n---\nbody";
        let (front, body) = Front::split(source);
        assert_eq!(body, "body");
        assert_eq!(front.title, "On $x$: a note");
        assert_eq!(front.names, ["Foo", "Bar baz", "n1"]);
        assert_eq!(front.tags, ["algebra", "topology"]);
        assert_eq!(front.date, Some(1_714_521_600));
        assert_eq!(front.kind.as_deref(), Some("card"));
        assert_eq!(front.macros, "\\newcommand{\\R}{\\mathbb{R}}\n\\newcommand{\\abs}[1]{|#1|}\n");
    }

    #[test]
    fn text_without_front_matter_stays() {
        for source in ["---\nno end", "text\n---\n", "", "--- \n---\n"] {
            assert_eq!(Front::split(source), (Front::default(), source));
        }
    }
}
