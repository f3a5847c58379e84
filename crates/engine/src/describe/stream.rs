//! A stream of formulas: each line in one form on one line, and what the reader found, counted.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};

use document::counted;
use formula::Formula;
use formula::diagnostic::Severity;

use super::forms::Form;
use super::lines::{Line, map_lines};

/// Lines with invalid UTF-8 that are named one by one; the rest is counted.
const MOST_NAMED: usize = 10;

/// Writes the tree of each line; an empty line stays empty. `warn` is told of lines that are no UTF-8.
///
/// # Errors
/// Reading or writing failed.
pub fn write(
    input: impl Read,
    output: impl Write,
    form: Form,
    read: impl Fn(&str) -> Formula + Sync,
    warn: impl Fn(fmt::Arguments),
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let work = |line: &Line| {
        if line.text.trim().is_empty() {
            return (String::new(), None);
        }
        let formula = read(&line.text);
        let codes = formula.diagnostics.iter().map(|found| (found.code, found.severity)).collect();
        (
            on_one_line(form.write(&formula)),
            Some(Findings { line: line.number, replaced: line.replaced, codes }),
        )
    };
    map_lines(input, output, work, |findings| {
        if let Some(findings) = findings {
            summary.add(&findings, &warn);
        }
    })?;
    Ok(summary)
}

/// Exactly one line for each formula, whatever its labels contain.
pub fn on_one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) {
        return text;
    }
    text.trim_end_matches(['\n', '\r']).replace("\r\n", "\n").replace(['\n', '\r'], "⏎")
}

/// What there is to say about one formula of a stream.
#[derive(Default)]
struct Findings {
    line: usize,
    replaced: bool,
    codes: Vec<(&'static str, Severity)>,
}

/// What there is to say about a whole stream; shown as text for people.
#[derive(Default)]
pub struct Summary {
    formulas: usize,
    repaired: usize,
    remarked: usize,
    replaced: usize,
    codes: BTreeMap<&'static str, (usize, usize)>,
}

impl Summary {
    fn add(&mut self, findings: &Findings, warn: impl Fn(fmt::Arguments)) {
        self.formulas += 1;
        if findings.replaced {
            self.replaced += 1;
            if self.replaced <= MOST_NAMED {
                warn(format_args!("line {}: invalid UTF-8 replaced by `\u{fffd}`", findings.line));
            }
        }
        let repaired = findings.codes.iter().any(|(_, severity)| *severity == Severity::Recovery);
        self.repaired += usize::from(repaired);
        self.remarked += usize::from(!repaired && !findings.codes.is_empty());
        for (code, _) in &findings.codes {
            let (count, _) = self.codes.entry(code).or_insert((0, findings.line));
            *count += 1;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let (repaired, remarked) = (self.repaired, self.remarked);
        write!(
            out,
            "read {}: {repaired} repaired, {remarked} with remarks",
            counted(self.formulas, "formula")
        )?;
        if self.replaced > 0 {
            write!(out, ", {} with invalid UTF-8", self.replaced)?;
        }
        for (code, (count, line)) in &self.codes {
            write!(out, "\n  {code}: {count}, first in line {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_inside_a_result_is_shown() {
        assert_eq!(on_one_line("a\n b\r\nc\rd\n".into()), "a⏎ b⏎c⏎d");
        assert_eq!(on_one_line("a".into()), "a");
    }

    #[test]
    fn a_line_counts_once_however_many_findings_it_has() {
        let mut summary = Summary::default();
        let codes = vec![("a", Severity::Remark), ("b", Severity::Recovery), ("b", Severity::Recovery)];
        summary.add(&Findings { line: 7, codes, ..Findings::default() }, |_| ());
        let expected =
            "read 1 formula: 1 repaired, 0 with remarks\n  a: 1, first in line 7\n  b: 2, first in line 7";
        assert_eq!(summary.to_string(), expected);
    }

    #[test]
    fn empty_lines_are_no_formulas() {
        let mut out = Vec::new();
        let read =
            |source: &str| formula::read(source, formula::Notation::Auto, &formula::Options::default());
        let summary = write(&b"x^2\n\ny"[..], &mut out, Form::Tex, read, |_| ()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "x^{2}\n\ny\n");
        assert_eq!(summary.to_string(), "read 2 formulas: 0 repaired, 0 with remarks");
    }
}
