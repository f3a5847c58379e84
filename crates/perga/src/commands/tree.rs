//! `perga tree`: the trees of one formula, or of a stream of formulas, in any of the output forms.
//!
//! For one formula the findings of the reader are shown on stderr with the place; for a stream they are
//! counted. Neither is a failure: a formula always has a tree.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use engine::describe::findings;
use engine::describe::forms::Form;
use engine::describe::lines::{Line, map_lines};
use formula::diagnostic::Severity;
use formula::latex::Macros;
use formula::{Formula, Notation, Options};

use crate::values;

/// Lines with invalid UTF-8 that are named one by one; the rest is counted.
const MOST_NAMED: usize = 10;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga tree --as ascii '\\frac{a}{b}+c'
      both trees of a formula, drawn with lines
  perga tree --as canonical < formulas.txt
      the canonical form of each line on stdin, one line for each";

/// The command line of `perga tree`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Notation of the input
    #[arg(long, value_parser = values::notations(), default_value = "auto", value_name = "NOTATION")]
    from: Notation,

    /// Form of the output
    #[arg(long = "as", value_parser = values::forms(), default_value = "slt", value_name = "FORM")]
    form: Form,

    /// Read wildcards: `?`, `?x`, `\qvar{x}`, `\exact{…}`, `\simto{…}`
    #[arg(long)]
    query: bool,

    /// A LaTeX file whose definitions (`\newcommand`, `\def`, …) apply to every formula
    #[arg(long, value_name = "FILE")]
    macros: Option<PathBuf>,

    /// The formula; without it, each line on stdin gives one line on stdout
    formula: Option<String>,
}

/// Runs `perga tree`.
///
/// # Errors
/// The macro file cannot be read, or stdin or stdout fail.
pub fn run(arguments: &Arguments) -> Result<()> {
    let macros = arguments.macros.as_deref().map(read_macros).transpose()?;
    let options = Options { wildcards: arguments.query, macros: macros.as_ref() };
    let read = |source: &str| formula::read(source, arguments.from, &options);
    match &arguments.formula {
        Some(source) => {
            let source = values::without_shield(source);
            one(source, &read(source), arguments.form)
        }
        None => all(arguments.form, read),
    }
}

/// The most that a file of macros may have.
const MOST_MACRO_BYTES: usize = 64 << 20;

fn read_macros(path: &Path) -> Result<Macros> {
    let bytes = trec::input::bytes(path, MOST_MACRO_BYTES)
        .with_context(|| format!("cannot read macros from `{}`", path.display()))?;
    let preamble = String::from_utf8_lossy(&bytes);
    let (macros, findings) = Macros::read(&preamble);
    eprint!("{}", findings::text(&preamble, &findings));
    Ok(macros)
}

fn one(source: &str, formula: &Formula, form: Form) -> Result<()> {
    let text = if source.trim().is_empty() { String::new() } else { form.write(formula) };
    // A drawing needs its lines; only in a stream they are folded into one.
    let text = if form == Form::Ascii { text } else { on_one_line(text) };
    writeln!(io::stdout(), "{text}").context("cannot write to stdout")?;
    eprint!("{}", findings::text(source, &formula.diagnostics));
    Ok(())
}

fn all(form: Form, read: impl Fn(&str) -> Formula + Sync) -> Result<()> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        eprintln!("reading one formula per line from the terminal; Ctrl-D ends");
    }
    let mut summary = Summary::default();
    let work = |line: &Line| {
        if line.text.trim().is_empty() {
            return (String::new(), Findings { line: line.number, empty: true, ..Findings::default() });
        }
        let formula = read(&line.text);
        let codes = formula.diagnostics.iter().map(|found| (found.code, found.severity)).collect();
        let findings = Findings { line: line.number, empty: false, replaced: line.replaced, codes };
        (on_one_line(form.write(&formula)), findings)
    };
    map_lines(stdin.lock(), io::stdout().lock(), work, |findings| summary.add(findings))
        .context("cannot pass lines from stdin to stdout")?;
    eprint!("{}", summary.text());
    Ok(())
}

/// Exactly one line for each formula, whatever its labels contain.
fn on_one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) {
        return text;
    }
    text.trim_end_matches(['\n', '\r']).replace("\r\n", "\n").replace(['\n', '\r'], "⏎")
}

/// What there is to say about one line of a stream.
#[derive(Default)]
struct Findings {
    line: usize,
    empty: bool,
    replaced: bool,
    codes: Vec<(&'static str, Severity)>,
}

/// What there is to say about a whole stream.
#[derive(Default)]
struct Summary {
    formulas: usize,
    repaired: usize,
    remarked: usize,
    replaced: usize,
    codes: BTreeMap<&'static str, (usize, usize)>,
}

impl Summary {
    fn add(&mut self, findings: Findings) {
        if findings.empty {
            return;
        }
        self.formulas += 1;
        if findings.replaced {
            self.replaced += 1;
            if self.replaced <= MOST_NAMED {
                eprintln!("warning: line {}: invalid UTF-8 replaced by `\u{fffd}`", findings.line);
            }
        }
        let repaired = findings.codes.iter().any(|(_, severity)| *severity == Severity::Recovery);
        self.repaired += usize::from(repaired);
        self.remarked += usize::from(!repaired && !findings.codes.is_empty());
        for (code, _) in findings.codes {
            let (count, _) = self.codes.entry(code).or_insert((0, findings.line));
            *count += 1;
        }
    }

    fn text(&self) -> String {
        let mut out = format!("read {}", document::counted(self.formulas, "formula"));
        out.push_str(&format!(": {} repaired, {} with remarks", self.repaired, self.remarked));
        if self.replaced > 0 {
            out.push_str(&format!(", {} with invalid UTF-8", self.replaced));
        }
        out.push('\n');
        for (code, (count, line)) in &self.codes {
            out.push_str(&format!("  {code}: {count}, first in line {line}\n"));
        }
        out
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
        summary.add(Findings { line: 7, codes, ..Findings::default() });
        summary.add(Findings { line: 8, empty: true, ..Findings::default() });
        let expected =
            "read 1 formula: 1 repaired, 0 with remarks\n  a: 1, first in line 7\n  b: 2, first in line 7\n";
        assert_eq!(summary.text(), expected);
    }
}
