//! The variables of a formula and where they are written; some of them as wildcards.

use formula::diagnostic::Span;
use formula::opt::{self, Font};
use formula::slt::Kind;

use super::text::{is_atom, replaced};
use super::{Written, layout_nodes, operator_nodes};

/// A variable and all places where it is written.
pub(super) struct Variable {
    pub(super) letter: char,
    /// Whether it is applied to arguments somewhere.
    pub(super) is_function: bool,
    /// Nodes above it where it is highest in the operator tree.
    pub(super) depth: usize,
    pub(super) spans: Vec<Span>,
}

/// The variables of a formula, by letter. Letters that always mean the same, and variables written with more than
/// a letter or a command, are left out.
pub(super) fn variables(written: &Written) -> Vec<Variable> {
    let opt = &written.formula.opt;
    let mut found: Vec<(char, Font, Variable)> = Vec::new();
    for (id, depth) in operator_nodes(opt) {
        let node = opt.node(id);
        let is_function = node.kind == opt::Kind::Function;
        let letter = opt.symbol(id).as_char().filter(|letter| letter.is_alphabetic());
        let Some(letter) = letter.filter(|_| is_function || node.kind == opt::Kind::Variable) else {
            continue;
        };
        if matches!(letter, 'π' | 'e' | 'd') || node.font == Font::DoubleStruck {
            continue;
        }
        let known = found.iter_mut().find(|(known, font, _)| (*known, *font) == (letter, node.font));
        match known {
            Some((_, _, variable)) => {
                variable.is_function |= is_function;
                variable.depth = variable.depth.min(depth);
            }
            None => {
                found.push((letter, node.font, Variable { letter, is_function, depth, spans: Vec::new() }))
            }
        }
    }
    for (letter, font, variable) in &mut found {
        variable.spans = spans(written, *letter, *font).unwrap_or_default();
    }
    let mut variables: Vec<Variable> = found.into_iter().map(|(_, _, variable)| variable).collect();
    variables.retain(|variable| !variable.spans.is_empty());
    variables.sort_by_key(|variable| (variable.letter, variable.spans.first().copied()));
    variables
}

/// Where a letter is written; `None` if somewhere it is more than a letter or a command.
fn spans(written: &Written, letter: char, font: Font) -> Option<Vec<Span>> {
    let slt = &written.formula.slt;
    let mut spans = Vec::new();
    for id in layout_nodes(slt) {
        let node = slt.node(id);
        if node.kind != Kind::Identifier || node.font != font || slt.character(id) != Some(letter) {
            continue;
        }
        let text = written.latex.get(node.span.start as usize..node.span.end as usize)?;
        if !is_atom(text) {
            return None;
        }
        spans.push(node.span);
    }
    Some(spans)
}

/// The formula with some of its variables as wildcards, `\qvar{name}`: a variable with `l` nodes above it becomes
/// one if a number drawn between 0 and 1 is greater than `z * l`. Nothing if no variable does.
///
/// ```
/// use lab::known_items::{Written, with_query_variables};
///
/// let written = Written::read(r"x^{2}+\alpha x");
/// assert_eq!(with_query_variables(&written, 0.0, &mut || 0.5).unwrap(), r"\qvar{x}^{2}+\qvar{v1} \qvar{x}");
/// assert_eq!(with_query_variables(&written, 1.0, &mut || 0.5), None);
/// ```
pub fn with_query_variables(written: &Written, z: f64, unit: &mut dyn FnMut() -> f64) -> Option<String> {
    let mut edits = Vec::new();
    for (number, variable) in variables(written).into_iter().enumerate() {
        if unit() <= z * variable.depth as f64 {
            continue;
        }
        let letter = variable.letter;
        let name = if letter.is_ascii() { letter.to_string() } else { format!("v{number}") };
        edits.extend(variable.spans.into_iter().map(|span| (span, format!("\\qvar{{{name}}}"))));
    }
    (!edits.is_empty()).then(|| replaced(&written.latex, edits))
}
