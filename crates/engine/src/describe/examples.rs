//! Example formulas, and what Perga makes of a formula, form by form.

use std::fmt::Write as _;

use formula::{Notation, Options};

use super::findings;
use super::forms::Form;

/// Formulas that show what the reader does, each with the reason.
pub const EXAMPLES: &[(&str, &str)] = &[
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

/// The forms of a formula and the findings of its reader, a line each; `?x` is a wildcard.
pub fn inspected(source: &str) -> String {
    let options = Options { wildcards: true, ..Options::default() };
    let formula = formula::read(source, Notation::Auto, &options);
    let mut out = String::new();
    // Writing to a string does not fail.
    for (form, name) in SHOWN {
        let _ = writeln!(out, "  {name:<16}{}", form.write(&formula));
    }
    for line in findings::text(source, &formula.diagnostics).lines() {
        let _ = writeln!(out, "  {line}");
    }
    out
}
