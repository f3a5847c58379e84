//! Labels, and what refers to them.

use super::super::tokens::Kind;
use super::{Effect, Environment, Scanner};
use crate::readers::outline::LONGEST_LABEL;
use crate::readers::prose::Form;

/// The labels of a reference, and the place after it.
struct Labels {
    labels: Vec<String>,
    behind: usize,
}

impl Scanner<'_> {
    pub(super) fn label(&mut self, name: &str) {
        let Some((label, behind)) = self.group(self.at) else { return };
        self.at = behind;
        let is_direct = match self.environments.last() {
            Some(Environment { effect: Effect::EndTheorem(_), .. }) | None => true,
            Some(_) => false,
        };
        self.note_label(name, label.trim(), is_direct, self.number.clone());
    }

    /// Records a label and the number it stands for.
    pub(super) fn note_label(&mut self, name: &str, label: &str, is_direct: bool, number: Option<String>) {
        if label.is_empty() || label.len() > LONGEST_LABEL {
            return;
        }
        let label = if name == "ollabel" { self.full_label(label) } else { label.to_owned() };
        self.outline.label(label, is_direct, number);
    }

    /// `\ref{label}`, `\cref{first,second}`, `\olref[chapter][section]{label}`
    pub(super) fn reference(&mut self, name: &str) {
        let Some(Labels { labels, behind }) = self.labels_of(name, self.at) else { return };
        self.at = behind;
        let form = match name {
            "ref" | "subref" => Form::Number,
            "eqref" => Form::Equation,
            "nameref" | "Nameref" => Form::Title,
            _ => Form::Name,
        };
        for (number, label) in labels.into_iter().enumerate() {
            if self.muted > 0 || name == "pageref" {
                self.outline.silent_reference(label);
                continue;
            }
            if number > 0 {
                self.write(", ");
            }
            self.outline.reference(label, form);
        }
    }

    /// Records the references of a command inside a formula.
    pub(super) fn silent_references(&mut self, name: &str, at: usize) {
        let labels = self.labels_of(name, at).map(|found| found.labels).unwrap_or_default();
        for label in labels {
            self.outline.silent_reference(label);
        }
    }

    /// The labels of the reference whose arguments begin at `at`; none if it is not one.
    fn labels_of(&self, name: &str, mut at: usize) -> Option<Labels> {
        if self.tokens.get(at).is_some_and(|token| token.text == "*") {
            at += 1;
        }
        let mut options = Vec::new();
        while let Some(bracket) =
            self.behind_spaces(at).filter(|&at| self.tokens[at].kind == Kind::OpenBracket)
        {
            let end = self.bracket_end(bracket)?;
            options.push(super::formulas::join(&self.tokens[bracket + 1..end]));
            at = end + 1;
        }
        let (labels, behind) = self.group(at)?;
        if labels.contains(['\\', '$']) {
            return None;
        }
        let known = 3usize.saturating_sub(options.len());
        let full = |label: &str| match name {
            "olref" => {
                let place = self.place.iter().take(known).map(String::as_str);
                let parts = place.chain(options.iter().map(String::as_str)).chain([label]);
                parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(":")
            }
            _ => label.to_owned(),
        };
        let labels = labels.split(',').map(str::trim).filter(|label| label.len() <= LONGEST_LABEL);
        Some(Labels { labels: labels.filter(|label| !label.is_empty()).map(full).collect(), behind })
    }

    /// `\hyperref[label]{text}`
    pub(super) fn hyperref(&mut self) {
        let bracket = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::OpenBracket);
        let Some((at, end)) = bracket.and_then(|at| Some((at, self.bracket_end(at)?))) else { return };
        let label = super::formulas::join(&self.tokens[at + 1..end]);
        self.at = end + 1;
        self.outline.silent_reference(label.trim().to_owned());
    }

    /// `\cite[Chapter 2]{knuth,lamport}`: each key in brackets, then the place.
    pub(super) fn citation(&mut self) {
        if self.peek().is_some_and(|token| token.text == "*") {
            self.at += 1;
        }
        let mut notes = Vec::new();
        while let Some((at, end)) = self
            .behind_spaces(self.at)
            .filter(|&at| self.tokens[at].kind == Kind::OpenBracket)
            .and_then(|at| Some((at, self.bracket_end(at)?)))
        {
            notes.push((at + 1, end));
            self.at = end + 1;
        }
        let Some((keys, behind)) = self.group(self.at) else { return };
        self.at = behind;
        if self.muted > 0 || keys.contains(['\\', '$']) {
            return;
        }
        let keys = keys.split(',').map(str::trim).filter(|key| !key.is_empty() && key.len() <= LONGEST_LABEL);
        for (number, key) in keys.enumerate() {
            if number > 0 {
                self.write(", ");
            }
            self.outline.reference(key.to_owned(), Form::Citation);
        }
        for (start, end) in notes {
            let note = super::super::plain(&super::formulas::join(&self.tokens[start..end]));
            if !note.is_empty() {
                self.write(", ");
                self.outline.prose().text(&note);
            }
        }
    }
}
