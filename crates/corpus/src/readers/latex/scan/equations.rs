//! The numbers of equations, and the labels in formulas.

use std::ops::Range;

use super::super::tokens::Kind;
use super::Scanner;

/// Environments with one number for all of their lines.
const ONE_NUMBER: [&str; 4] = ["equation", "multline", "dmath", "empheq"];

/// Environments with a number for each line.
const NUMBERED_LINES: [&str; 9] = [
    "align",
    "alignat",
    "flalign",
    "xalignat",
    "gather",
    "eqnarray",
    "IEEEeqnarray",
    "numcases",
    "subnumcases",
];

impl Scanner<'_> {
    /// Numbers the formula from `start` to `end` and records its labels and references; writes the numbers that something
    /// may refer to after it.
    pub(super) fn number_equation(&mut self, start: usize, end: usize) {
        let name =
            self.tokens.get(start).filter(|token| token.kind == Kind::Begin).map_or("", |token| token.name);
        let has_lines = NUMBERED_LINES.contains(&name);
        let is_numbered = has_lines || ONE_NUMBER.contains(&name);
        let lines = self.lines_of(start, end, has_lines);
        let mut labelled: Vec<String> = Vec::new();
        for line in lines {
            let found = self.found_in(line);
            let number = match found.tag {
                Some(tag) => Some(tag),
                None if is_numbered && !found.is_silenced => Some(self.counters.step("equation")),
                None => None,
            };
            if let Some(number) = number.as_ref().filter(|_| !found.labels.is_empty()) {
                labelled.push(format!("({number})"));
            }
            for (command, label) in found.labels {
                self.note_label(command, label.trim(), false, number.clone());
            }
        }
        if !labelled.is_empty() {
            self.outline.prose().space();
            self.write(&labelled.join(", "));
            self.outline.prose().space();
        }
    }

    /// The lines of an environment: they end with `\\` outside braces and inner environments. Without lines of their own
    /// numbers, all of it.
    fn lines_of(&self, start: usize, end: usize, has_lines: bool) -> Vec<Range<usize>> {
        let (mut lines, mut from, mut depth) = (Vec::new(), start, 0usize);
        for at in start..end {
            match self.tokens[at].kind {
                Kind::Begin | Kind::Open => depth += 1,
                Kind::End | Kind::Close => depth = depth.saturating_sub(1),
                Kind::Command if has_lines && depth == 1 && self.tokens[at].name == "\\" => {
                    lines.push(from..at);
                    from = at + 1;
                }
                _ => {}
            }
        }
        lines.push(from..end);
        lines
    }

    fn found_in(&mut self, line: Range<usize>) -> Found {
        let mut found = Found::default();
        for at in line {
            let token = self.tokens[at];
            if token.kind != Kind::Command {
                continue;
            }
            match token.name {
                "nonumber" | "notag" => found.is_silenced = true,
                "tag" => found.tag = self.tag(at + 1),
                "label" => found.labels.extend(self.group(at + 1).map(|(label, _)| ("label", label))),
                "ollabel" => found.labels.extend(self.group(at + 1).map(|(label, _)| ("ollabel", label))),
                name if name.ends_with("ref") => self.silent_references(name, at + 1),
                _ => {}
            }
        }
        found
    }

    /// The number that an author gave, if it is plain.
    fn tag(&self, at: usize) -> Option<String> {
        let is_starred = self.tokens.get(at).is_some_and(|token| token.text == "*");
        let (tag, _) = self.group(at + usize::from(is_starred))?;
        let tag = tag.trim().trim_matches('$').trim();
        Some(tag.to_owned()).filter(|tag| !tag.is_empty() && !tag.contains(['\\', '{', '$']))
    }
}

/// The parts of a line that matter for its number.
#[derive(Default)]
struct Found {
    tag: Option<String>,
    is_silenced: bool,
    /// The commands and the labels.
    labels: Vec<(&'static str, String)>,
}
