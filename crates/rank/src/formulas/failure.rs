//! What to show when a search finds little: how far the query got, and what would find more.
//!
//! The *funnel* counts formulas that agree with the query in more and more: "87 have the same structure; 12 are equal
//! after renaming". It comes from the lengths of lists, so it costs nothing. *Relaxed queries* ask for less than the
//! query; each was run and comes with the number of formulas it finds, so that each of them finds something.
//!
//! What it is not: a repair of broken input. The formula's diagnostics say what the reader repaired.

mod relaxed;

use formula::opt::Kind;
use formula::signatures::Signatures;
use index::Index;
use rustc_hash::FxHashSet;
use similarity::terms::{Family, Trees};
use similarity::tree::SymbolTree;

use crate::formulas::modes::with_signature;
use crate::formulas::{Query, words};

pub use relaxed::{Relaxation, relaxed};

/// How many formulas agree with a query in one respect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// A stable name: `operator`, `shape`, `names`, `algebra`, `look`.
    pub name: &'static str,
    /// The predicate after "17 formulas"; [`predicate`] fits any number.
    pub words: String,
    /// Their number.
    pub count: usize,
}

/// A predicate after a number of formulas: `have`, or `has` after one.
pub fn predicate(count: usize, words: &str) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = match verb {
        "have" if count == 1 => "has",
        "are" if count == 1 => "is",
        "look" if count == 1 => "looks",
        verb => verb,
    };
    format!("{verb} {rest}")
}

/// How far the query gets: formulas that agree with it in more and more. Steps that the index has no list for, or that
/// the query says nothing about, are left out.
pub fn funnel(index: &Index, query: &Query) -> Vec<Step> {
    let mut steps: Vec<Step> = rarest_operator(index, query).into_iter().collect();
    let Signatures { visual, alpha, structure } = query.signatures;
    let families = index.profile().families;
    let mut count = |name, words: &str, family: Family, signature: u64| {
        if families.contains(&family) && signature != 0 {
            let count = with_signature(index, family, signature).len();
            steps.push(Step { name, words: words.to_owned(), count });
        }
    };
    if query.has_wildcards() {
        return steps;
    }
    count("shape", "have the same structure", Family::Structure, structure);
    count("algebra", "are algebraically equal", Family::Identity, query.identity.unwrap_or(0));
    count("names", "are equal after renaming", Family::Alpha, alpha);
    count("look", "look the same", Family::Visual, visual);
    steps
}

/// The operator of the query that fewest formulas have next to the same kinds of neighbours.
fn rarest_operator(index: &Index, query: &Query) -> Option<Step> {
    if !index.profile().families.contains(&Family::OperatorTypes) {
        return None;
    }
    let segments = index.formulas().postings(Family::OperatorTypes);
    let trees = Trees::new(&query.formula.slt, &query.formula.opt, query.signatures);
    let mut rarest: Option<(u64, String, Vec<u64>)> = None;
    for tag in operators(query) {
        if query.budget.is_over() {
            return None;
        }
        let terms: Vec<u64> = trees.operator_pairs_with(&tag).iter().map(|term| term.term).collect();
        let frequency = |term: &u64| -> u64 {
            segments.iter().map(|segment| u64::from(segment.document_frequency(*term))).sum()
        };
        let postings: u64 = terms.iter().map(frequency).sum();
        if !terms.is_empty() && rarest.as_ref().is_none_or(|(least, _, _)| postings < *least) {
            rarest = Some((postings, tag, terms));
        }
    }
    let (_, tag, terms) = rarest?;
    let mut records: FxHashSet<u32> = FxHashSet::default();
    for segment in &segments {
        let lists = terms.iter().filter_map(|term| segment.list(*term));
        records.extend(lists.flat_map(|list| list.map(|posting| posting.record).collect::<Vec<_>>()));
    }
    let name = tag.split_once('!').map_or(tag.as_str(), |(_, name)| name);
    let words = match words::of_operator(name) {
        sign if sign.chars().nth(1).is_none() => format!("have `{sign}` in a similar position"),
        words => format!("have {words} in a similar position"),
    };
    Some(Step { name: "operator", words, count: records.len() })
}

/// The tags of the query's operators, each once, including leaves that are neither variables nor numbers.
fn operators(query: &Query) -> Vec<String> {
    let tree = SymbolTree::of_operators(&query.formula.opt);
    let mut tags: Vec<String> = Vec::new();
    let mut open: Vec<u32> = if tree.is_empty() { Vec::new() } else { vec![0] };
    while let Some(id) = open.pop() {
        open.extend(tree.children(id));
        let tag = tree.tag(id);
        let is_operand = ["V!", "N!", "T!", "?", "*", "-", "E!"].iter().any(|kind| tag.starts_with(kind));
        if !is_operand && !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags.sort();
    tags
}

/// Whether a node of this kind can become a wildcard.
fn is_composed(kind: Kind) -> bool {
    !matches!(kind, Kind::Variable | Kind::Number | Kind::Constant | Kind::Absent | Kind::Wildcard)
}

#[cfg(test)]
mod tests;
