//! Queries that ask for less.

use formula::Notation;
use formula::diagnostic::Span;
use formula::opt::{Kind, NodeId, Opt};
use formula::write::tex;
use index::Index;

use super::is_composed;
use crate::Result;
use crate::formulas::explanation::balanced;
use crate::formulas::modes::{self, Mode};
use crate::formulas::{Pipeline, Query};

/// At most this many are offered, and about as many are tried.
const MOST: usize = 4;

/// A query that asks for less, and what it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relaxation {
    /// A description of the change.
    pub change: String,
    /// The query.
    pub query: String,
    /// The mode.
    pub mode: Mode,
    /// The number of formulas found; the search stops at a limit.
    pub count: usize,
}

/// Relaxed queries that find more than `found` formulas, those nearest to the query first. Fails when the budget of the
/// query is over.
pub fn relaxed(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    mode: Mode,
    found: usize,
) -> Result<Vec<Relaxation>> {
    let mut relaxed: Vec<Relaxation> = Vec::new();
    for (change, source) in changes(query, mode) {
        if relaxed.len() == MOST {
            break;
        }
        let asked = Query::read(&source, Notation::Latex).within(&query.budget);
        if is_anything(&asked.canonical) {
            continue;
        }
        let count = modes::search(index, pipeline, &asked, Mode::Contains, usize::MAX)?.hits.len();
        let is_new = relaxed.iter().all(|known| known.query != source);
        if count > found && is_new {
            relaxed.push(Relaxation { change, query: source, mode: Mode::Contains, count });
        }
    }
    Ok(relaxed)
}

/// The possible changes, the smallest first: the mode, numbers, one operand, one side.
fn changes(query: &Query, mode: Mode) -> Vec<(String, String)> {
    let source = tex::write(&query.formula.slt);
    let read = Query::read(&source, Notation::Latex);
    let tree = &read.formula.opt;
    let Some(root) = tree.root() else { return Vec::new() };
    let mut changes = Vec::new();
    if mode != Mode::Contains {
        changes.push(("the query as a part".to_owned(), source.clone()));
    }
    let numbers: Vec<(Span, String)> = numbers(tree, root);
    if !numbers.is_empty() {
        changes.push(("any numbers".to_owned(), with_wildcards(&source, &numbers)));
    }
    let mut operands: Vec<NodeId> = tree.children(root).collect();
    operands.sort_by_key(|&id| {
        let span = tree.node(id).span;
        std::cmp::Reverse(span.end.saturating_sub(span.start))
    });
    for &operand in operands.iter().filter(|&&id| is_composed(tree.node(id).kind)).take(2) {
        let span = balanced(&source, tree.node(operand).span);
        let change = format!("anything for `{}`", text(&source, span));
        changes.push((change, with_wildcards(&source, &[(span, fresh(&source))])));
    }
    if read.canonical.root().is_some_and(|root| is_relation(&read.canonical, root)) {
        for &side in operands.iter().filter(|&&id| is_composed(tree.node(id).kind)).take(2) {
            let side = text(&source, balanced(&source, tree.node(side).span)).to_owned();
            changes.push(("one side alone".to_owned(), side));
        }
    }
    changes
}

/// A name that no wildcard of the query has.
fn fresh(source: &str) -> String {
    let mut names = ('a'..='z').map(String::from);
    names.find(|name| !source.contains(&format!("\\qvar{{{name}}}"))).unwrap_or_else(|| "any".to_owned())
}

/// Whether a query has no content to search for.
fn is_anything(tree: &Opt) -> bool {
    tree.root().is_none_or(|root| tree.node(root).kind == Kind::Wildcard)
}

fn is_relation(tree: &Opt, id: NodeId) -> bool {
    use formula::names::{EQ, GEQ, GT, LEQ, LT, NEQ};
    [EQ, NEQ, LT, LEQ, GT, GEQ].contains(&tree.symbol(id))
}

/// The numbers of a tree with a wildcard for each, the same for equal ones.
fn numbers(tree: &Opt, root: NodeId) -> Vec<(Span, String)> {
    let mut found: Vec<(Span, String)> = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        // A square root has the degree 2, which is not in the source.
        let span = tree.node(id).span;
        if tree.node(id).kind == Kind::Number && span.end > span.start {
            found.push((span, tree.label(id)));
        }
        open.extend(tree.children(id));
    }
    found.sort();
    let mut labels: Vec<String> = Vec::new();
    for (_, label) in &mut found {
        let at = labels.iter().position(|known| known == label).unwrap_or_else(|| {
            labels.push(label.clone());
            labels.len() - 1
        });
        *label = format!("n{}", at + 1);
    }
    found
}

/// The source with wildcards in some places, which do not overlap.
fn with_wildcards(source: &str, places: &[(Span, String)]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (span, name) in places {
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(before) = source.get(at..start) else { continue };
        out.push_str(before);
        out.push_str(&format!("\\qvar{{{name}}}"));
        at = end;
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}

fn text(source: &str, span: Span) -> &str {
    source.get(span.start as usize..span.end as usize).unwrap_or_default()
}
