//! Values of arguments that a library defines: the names are the library's, the help is ours.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::describe::forms::Form;
use engine::query::asked::{Mode, Want};
use formula::Notation;

/// A parser for `--want`.
pub fn wants() -> impl TypedValueParser<Value = Want> {
    let help = [
        "Formulas, one row for each that looks different",
        "Units of text",
        "Answers to questions",
        "Questions",
    ];
    named(Want::NAMES, help)
}

/// A parser for `--mode`.
pub fn modes() -> impl TypedValueParser<Value = Mode> {
    let help = [
        "Equal by convention, names kept",
        "The query is part of it, up to renaming",
        "Ranked by everything",
    ];
    named(Mode::NAMES, help)
}

/// A parser for `--from`.
pub fn notations() -> impl TypedValueParser<Value = Notation> {
    let help = [
        "Decide for each formula",
        "LaTeX, with or without `$`",
        "Presentation or Content MathML",
        "Plain text such as `sin(x)/x`",
    ];
    named(Notation::NAMES, help)
}

/// A parser for `--as`.
pub fn forms() -> impl TypedValueParser<Value = Form> {
    let help = [
        "Layout tree: each symbol with what is written around it",
        "Operator tree as an S-expression",
        "Operator tree in canonical form, as an S-expression",
        "Layout tree as a Tangent-S string",
        "Operator tree as a Tangent-S string",
        "Presentation MathML Core with an id on every node",
        "Content MathML of the operator tree",
        "LaTeX",
        "Symbol pairs of the layout tree",
        "Leaf-root paths of the operator tree",
        "Layout tokens after mathtuples (L8)",
        "Visual id, alpha signature, structure signature",
        "Both trees drawn with lines",
        "Both trees and the findings of the reader as JSON, see `docs/reference/tree-json.md`",
    ];
    named(Form::NAMES, help)
}

/// A parser for values with names and help, in the same order.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    names: [(T, &'static str); N],
    help: [&'static str; N],
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().zip(help).map(|((_, name), help)| PossibleValue::new(*name).help(help));
    PossibleValuesParser::new(values).try_map(move |given| {
        let found = names.iter().find(|(_, name)| *name == given);
        found.map(|(value, _)| *value).ok_or("unknown value")
    })
}
