//! `perga demo`: the formula inspector. Shows what Perga makes of a handful of formulas, then reads more
//! from the terminal.
//!
//! What it is not: an interface for programs; that is `perga tree`.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use engine::describe::findings;
use engine::describe::forms::Form;
use formula::{Notation, Options};

/// Formulas worth a look, each with the reason.
const EXAMPLES: &[(&str, &str)] = &[
    (r"x-y^2=0", "a first one: symbols in a row, a script, operators"),
    (r"\frac12 \ge {1\over3}", "two ways to write a fraction are one"),
    (r"\sum_{i=1}^n \frac1i", "limits belong to the sum, which applies to what follows"),
    (r"f(x)=a(b+c)", "a function applied, and a product"),
    (r"\int_0^\infty e^{-x^2} dx", "the dx closes the integral"),
    (r"a<b\le c", "a chain of relations"),
    (r"<math><msqrt><mi>x</mi></msqrt></math>", "MathML"),
    ("sin(x)/x <= 1", "plain text"),
    (r"\left( \frac{a}{b", "broken, and repaired"),
];

/// What is shown of each formula, with the name of the form for `perga tree --as`.
const SHOWN: &[(Form, &str)] = &[
    (Form::Slt, "layout tree"),
    (Form::Opt, "operator tree"),
    (Form::Canonical, "canonical form"),
    (Form::Signatures, "signatures"),
];

/// Runs `perga demo`.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn run() -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "Perga reads formulas into trees. Some examples:\n")?;
    for (source, remark) in EXAMPLES {
        writeln!(out, "── {source}    ({remark})")?;
        inspect(&mut out, source)?;
    }
    if !io::stdin().is_terminal() {
        return Ok(());
    }
    writeln!(out, "Now yours: LaTeX, MathML or plain text; `?x` is a wildcard; an empty line ends.")?;
    converse(&mut out)
}

fn converse(out: &mut impl Write) -> Result<()> {
    let mut line = String::new();
    loop {
        write!(out, "formula> ")?;
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_line(&mut line)? == 0 || line.trim().is_empty() {
            writeln!(out)?;
            return Ok(());
        }
        inspect(out, line.trim())?;
    }
}

fn inspect(out: &mut impl Write, source: &str) -> Result<()> {
    let options = Options { wildcards: true, ..Options::default() };
    let formula = formula::read(source, Notation::Auto, &options);
    for (form, name) in SHOWN {
        writeln!(out, "  {name:<16}{}", form.write(&formula))?;
    }
    for line in findings::text(source, &formula.diagnostics).lines() {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    Ok(())
}
