//! Items of lists, entries of the bibliography, captions: things that LaTeX numbers in running text.

use super::super::counters::letter;
use super::super::tokens::Kind;
use super::{Environment, Scanner};

/// Whether an environment is a list whose items have signs.
pub(super) fn is_list(name: &str) -> bool {
    matches!(name, "itemize" | "enumerate" | "description" | "compactitem" | "compactenum" | "tagenumerate")
}

impl Scanner<'_> {
    /// `\item`, `\item[label]`
    pub(super) fn item(&mut self) {
        let has_label = self
            .behind_spaces(self.at)
            .is_some_and(|at| self.tokens[at].kind == Kind::OpenBracket && self.bracket_end(at).is_some());
        let depth = self.environments.iter().filter(|open| is_numbered(open.name)).count();
        let sign = match self.environments.iter_mut().rev().find(|open| is_list(open.name)) {
            Some(Environment { name, items, number, .. }) if is_numbered(name) && !has_label => {
                *items += 1;
                self.number = Some(match (depth, letter(*items)) {
                    (2.., Some(letter)) => format!("{}{letter}", number.as_deref().unwrap_or("")),
                    _ => items.to_string(),
                });
                format!("{items}. ")
            }
            Some(_) => "- ".to_owned(),
            None => return self.plain_item(),
        };
        if self.muted == 0 {
            self.outline.prose().item(sign);
        }
        self.arguments("O");
    }

    fn plain_item(&mut self) {
        self.outline.prose().paragraph();
        self.arguments("O");
    }

    /// `\bibitem[label]{key}`
    pub(super) fn bibliography_item(&mut self) {
        self.outline.prose().paragraph();
        let bracket = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::OpenBracket);
        let label = bracket.and_then(|at| Some((at, self.bracket_end(at)?))).map(|(at, end)| {
            self.at = end + 1;
            super::formulas::join(&self.tokens[at + 1..end])
        });
        let Some((key, behind)) = self.group(self.at) else { return };
        self.at = behind;
        let number = self.counters.step("bibitem");
        let label = label.filter(|label| !label.contains(['\\', '{', '$'])).unwrap_or(number);
        self.write(&format!("[{label}] "));
        self.outline.bibliography_entry(key.trim().to_owned(), label);
    }

    /// `\caption[short]{text}`
    pub(super) fn caption(&mut self) {
        self.outline.prose().paragraph();
        self.arguments("*o");
        // Documents define environments of their own, with names such as `myfigureht`.
        let float = |open: &Environment<'_>| match open.name {
            name if name.contains("fig") => Some(("figure", "Figure")),
            name if name.contains("table") => Some(("table", "Table")),
            _ => None,
        };
        if let Some((counter, word)) = self.environments.iter().rev().find_map(float) {
            let number = self.counters.step(counter);
            self.write(&format!("{word} {number}. "));
            self.number = Some(number);
        }
    }

    /// `\setcounter{section}{3}`
    pub(super) fn set_counter(&mut self) {
        let Some((counter, behind)) = self.group(self.at) else { return };
        self.at = behind;
        let Some((value, behind)) = self.group(self.at) else { return };
        self.at = behind;
        if let Ok(value) = value.trim().parse() {
            self.counters.set(counter.trim(), value);
        }
    }
}

fn is_numbered(name: &str) -> bool {
    matches!(name, "enumerate" | "compactenum" | "tagenumerate")
}
