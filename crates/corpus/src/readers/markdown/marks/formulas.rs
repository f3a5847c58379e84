//! Formulas in Markdown: dollars by Pandoc's rules, brackets with one or two backslashes, environments.

use super::{Mark, Scanner};
use crate::readers::latex::is_math_environment;

/// The most empty lines in a display formula.
const MOST_PARAGRAPHS: usize = 2;

impl Scanner<'_> {
    /// `$…$` with no space inside next to the dollars and no digit after it, or `$$…$$`.
    pub(super) fn dollar(&mut self) -> bool {
        let rest = self.rest();
        if rest.starts_with("$$") {
            let end = self.find("$$", 2, MOST_PARAGRAPHS);
            if let Some(end) = end.filter(|&end| end > 2) {
                return self.formula(2, end, 2);
            }
            self.copy(2);
            return true;
        }
        let inner = rest.get(1..).unwrap_or("");
        if inner.starts_with(char::is_whitespace) {
            return false;
        }
        let mut from = 1;
        while let Some(end) = self.find("$", from, 0) {
            let is_escaped = rest[..end].bytes().rev().take_while(|&c| c == b'\\').count() % 2 == 1;
            let is_open = rest[..end].ends_with(char::is_whitespace);
            let is_price = rest[end + 1..].starts_with(|c: char| c.is_ascii_digit());
            if !is_escaped && !is_open && !is_price {
                return self.formula(1, end, 1);
            }
            // After a dollar that closes nothing another may open, so this one is a sign.
            if !is_escaped {
                return false;
            }
            from = end + 1;
        }
        false
    }

    /// `\(…\)`, `\\(…\\)`, `\[…\]`, `\\[…\\]`, `\begin{align}…\end{align}`; another escape is copied.
    pub(super) fn backslash(&mut self) -> bool {
        for (open, close) in [("\\\\(", "\\\\)"), ("\\\\[", "\\\\]"), ("\\(", "\\)"), ("\\[", "\\]")] {
            if self.rest().starts_with(open) {
                let paragraphs = if open.ends_with('[') { MOST_PARAGRAPHS } else { 0 };
                if let Some(end) = self.find(close, open.len(), paragraphs) {
                    return self.formula(open.len(), end, close.len());
                }
            }
        }
        if self.environment() {
            return true;
        }
        let second = self.rest().chars().nth(1).filter(|c| *c != '\n').map_or(0, char::len_utf8);
        self.copy(1 + second);
        true
    }

    fn environment(&mut self) -> bool {
        let Some(inner) = self.rest().strip_prefix("\\begin{") else { return false };
        let name_end = inner.bytes().take(30).position(|c| c == b'}');
        let Some(name) = name_end.and_then(|end| inner.get(..end)) else { return false };
        if !is_math_environment(name) {
            return false;
        }
        let close = format!("\\end{{{name}}}");
        let Some(found) = self.find(&close, "\\begin{".len(), MOST_PARAGRAPHS) else { return false };
        self.formula(0, found + close.len(), 0)
    }

    /// Marks a formula from the current place: the ends of its content, and the length of its closing delimiter.
    fn formula(&mut self, start: usize, end: usize, close: usize) -> bool {
        let shown = self.rest().get(..end + close).unwrap_or("");
        // Quote marks at the beginning of lines belong to Markdown.
        let shown = if shown.contains("\n>") { unquoted(shown) } else { shown.to_owned() };
        let inner = start..shown.len().saturating_sub(close);
        self.at += end + close;
        if shown.get(inner.clone()).is_some_and(|inner| inner.trim().is_empty()) {
            return true;
        }
        self.marked.push(Mark::Formula(shown, inner));
        true
    }
}

fn unquoted(text: &str) -> String {
    let strip = |line: &str| line.trim_start_matches([' ', '\t']).trim_start_matches('>').to_owned();
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("").to_owned();
    lines.fold(first, |joined, line| joined + "\n" + &strip(line))
}
