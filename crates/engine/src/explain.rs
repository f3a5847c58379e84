//! Why a formula is a hit: corresponding parts, what became of variables, what the score is made of.
//!
//! The structs here are the explanation as it is sent; the results of a search have it as `rank` gives it.

use formula::diagnostic::{Diagnostic, Severity, Span};
use rank::formulas::explanation::{Explanation, Replacement};
use serde::Serialize;
use utoipa::ToSchema;

// For whoever shows hits in this process: marks for every byte, matches with their trees.
pub use rank::Part as ScorePart;
pub use rank::formulas::explanation::Mark;
pub use rank::questions::explanation::FormulaMatch;

/// Two corresponding nodes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pair {
    /// The bytes of the query that the one covers, first and one past the last.
    pub query: [u32; 2],
    /// The bytes of the hit's LaTeX that the other covers.
    pub hit: [u32; 2],
    /// How alike they are: `exact`, `renamed`, `changed` for another sign, relation, operator, function or number, or
    /// `bound` for what a wildcard stands for.
    #[serde(rename = "match")]
    pub mark: &'static str,
    /// The number of the variable or wildcard in the query, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
}

/// The replacement of a variable.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Renaming {
    /// Its name in the query.
    pub from: String,
    /// Its name in the hit.
    pub to: String,
    /// Its number in the query: what stands for it has the class `b1`, `b2` and so on in MathML.
    pub number: usize,
}

/// The match of a wildcard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Bound {
    /// Its name; empty for `?`.
    pub name: String,
    /// Its match, as LaTeX.
    pub tex: String,
    /// Its number in the query, as for variables.
    pub number: usize,
}

/// A part of a score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Part {
    /// A feature, a generator, `constant`, or the name of a fusion.
    pub name: String,
    /// The measured value.
    pub value: f64,
    /// Its contribution to the score.
    pub contribution: f64,
}

/// A remark or repair of the reader of formulas.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Finding {
    /// `remark` or `recovery`.
    pub severity: &'static str,
    /// A stable name.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// The bytes of the formula it is about.
    pub span: [u32; 2],
    /// A hint on what to do about it.
    pub hint: &'static str,
}

/// Why a formula is a hit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Why {
    /// Its relation to the formula of the query.
    pub relation: &'static str,
    /// The same in words.
    pub relation_words: &'static str,
    /// One sentence that says why it is a hit.
    pub reason: String,
    /// Corresponding nodes.
    pub pairs: Vec<Pair>,
    /// The replacement of each variable.
    pub substitution: Vec<Renaming>,
    /// The match of each wildcard.
    pub bindings: Vec<Bound>,
}

impl Why {
    /// An explanation, for programs.
    pub(crate) fn of(explanation: &Explanation) -> Why {
        Why {
            relation: explanation.relation.name(),
            relation_words: explanation.relation.words(),
            reason: explanation.reason.clone(),
            pairs: pairs(explanation),
            substitution: renamings(explanation),
            bindings: bindings(explanation),
        }
    }
}

/// Corresponding nodes.
fn pairs(explanation: &Explanation) -> Vec<Pair> {
    let pair = |pair: &rank::formulas::explanation::Pair| Pair {
        query: span(pair.query),
        hit: span(pair.hit),
        mark: pair.mark.name(),
        number: pair.variable,
    };
    explanation.pairs.iter().map(pair).collect()
}

/// The replacement of each variable.
fn renamings(explanation: &Explanation) -> Vec<Renaming> {
    let renaming = |Replacement { from, to, number }: Replacement| Renaming { from, to, number };
    explanation.substitution.iter().cloned().map(renaming).collect()
}

/// The match of each wildcard.
fn bindings(explanation: &Explanation) -> Vec<Bound> {
    let bound = |Replacement { from, to, number }: Replacement| Bound { name: from, tex: to, number };
    explanation.bindings.iter().cloned().map(bound).collect()
}

/// The parts of a score.
pub(crate) fn parts(parts: &[rank::Part]) -> Vec<Part> {
    let part = |part: &rank::Part| Part {
        name: part.name.clone(),
        value: part.value,
        contribution: part.contribution,
    };
    parts.iter().map(part).collect()
}

/// The remarks of the reader of formulas.
pub(crate) fn findings(diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let finding = |found: &Diagnostic| Finding {
        severity: match found.severity {
            Severity::Remark => "remark",
            Severity::Recovery => "recovery",
        },
        code: found.code,
        message: found.message.clone(),
        span: span(found.span),
        hint: found.hint,
    };
    diagnostics.iter().map(finding).collect()
}

fn span(span: Span) -> [u32; 2] {
    [span.start, span.end]
}
