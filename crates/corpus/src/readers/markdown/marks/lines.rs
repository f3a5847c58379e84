//! Lines with a meaning of their own: fenced code, fenced divs, callouts.

use super::{Mark, Scanner};
use crate::readers::latex::theorem_kind;

impl Scanner<'_> {
    /// Reads the line at the current place if it is one of these; returns false if it is not.
    pub(super) fn line(&mut self) -> bool {
        let rest = self.rest();
        let line = rest.split_inclusive('\n').next().unwrap_or("");
        let content = line.trim_start_matches([' ', '\t', '>']);
        let prefix = &line[..line.len() - content.len()];
        if content.starts_with("```") || content.starts_with("~~~") {
            return self.fence(content);
        }
        if content.starts_with(":::") {
            return self.div(prefix, content, line.len());
        }
        if prefix.contains('>') && content.starts_with("[!") {
            return self.callout(prefix, content, line.len());
        }
        false
    }

    /// Copies fenced code, up to the end of the source if it is never closed.
    fn fence(&mut self, content: &str) -> bool {
        let sign = content.chars().next().unwrap_or('`');
        let width = content.chars().take_while(|&c| c == sign).count();
        // A code span at the beginning of a line is not a fence.
        if sign == '`' && content[width..].contains('`') {
            return false;
        }
        let mut length = 0;
        for (number, line) in self.rest().split_inclusive('\n').enumerate() {
            length += line.len();
            let content = line.trim_matches([' ', '\t', '>', '\n', '\r']);
            let is_close = content.chars().all(|c| c == sign) && content.chars().count() >= width;
            if number > 0 && is_close {
                break;
            }
        }
        self.copy(length);
        true
    }

    /// `::: {#thm-name .theorem name="Title"}`, `::: proof`, or the `:::` that ends one.
    fn div(&mut self, prefix: &str, content: &str, length: usize) -> bool {
        let inner = content.trim().trim_matches(':').trim();
        let mark = if inner.is_empty() { Mark::EndDiv } else { div(inner) };
        self.on_own_line(prefix, mark, length)
    }

    /// `> [!theorem] Title`, folded (`-`) or not (`+`).
    fn callout(&mut self, prefix: &str, content: &str, length: usize) -> bool {
        let Some((kind, title)) = content[2..].split_once(']') else { return false };
        if kind.is_empty() || kind.len() > 60 || kind.contains(['[', '\n']) {
            return false;
        }
        let kind = kind.split('|').next().unwrap_or("").trim().to_lowercase();
        let title = title.trim().trim_start_matches(['+', '-']).trim().to_owned();
        self.on_own_line(prefix, Mark::Callout { kind, title }, length)
    }

    /// Replaces the line by a mark in a paragraph of its own.
    fn on_own_line(&mut self, prefix: &str, mark: Mark, length: usize) -> bool {
        let text = &mut self.marked.text;
        let quote = prefix.trim_end();
        text.push_str(&format!("{quote}\n{prefix}"));
        self.marked.push(mark);
        self.marked.text.push_str(&format!("\n{quote}\n"));
        self.at += length;
        true
    }
}

/// The label, the kind and the title in the attributes of a div.
fn div(attributes: &str) -> Mark {
    let inner = attributes.trim_start_matches('{').trim_end_matches('}');
    let words = || inner.split_whitespace();
    let label = words().find_map(|word| word.strip_prefix('#')).map(str::to_owned);
    let of_prefix = label.as_deref().and_then(|label| kind_of_prefix(label.split('-').next().unwrap_or("")));
    let of_class = words().find_map(|word| theorem_kind(word.trim_start_matches('.')));
    let title = inner.split_once("name=\"").or_else(|| inner.split_once("title=\""));
    let title = title.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("").to_owned();
    Mark::Div { label, kind: of_prefix.or(of_class), title }
}

/// Quarto's prefixes of labels.
fn kind_of_prefix(prefix: &str) -> Option<&'static str> {
    Some(match prefix {
        "thm" => "theorem",
        "lem" => "lemma",
        "cor" => "corollary",
        "prp" => "proposition",
        "cnj" => "conjecture",
        "def" => "definition",
        "exm" => "example",
        "exr" => "exercise",
        "sol" => "solution",
        "rem" => "remark",
        "alg" => "algorithm",
        _ => return None,
    })
}
