//! Records that a query with wildcards fits into, at any sub-term, after MathWebSearch.
//!
//! MathWebSearch keeps every sub-term of every formula in a tree of substitutions. Here the lists of symbol pairs
//! do that work: a record that the query fits into has all pairs of the query without wildcards, so records are
//! gathered by these, and each is then unified with the query. Gathering is by weight of common pairs, once
//! as it is and once relative to the size of the record (a record that is all match is small). A query like
//! `\frac{?a}{?b}` has no such pair; types of pairs, with common kinds of terms in place of wildcards, replace them, above all the pairs of
//! its outermost operator.
//!
//! The score is 1 where the query is all of the record, and otherwise half the share of the record that it covers, so
//! that complete matches come first by far.

use formula::Notation;
use formula::canonical::canonical;
use formula::opt::{Kind, NodeId, Opt};
use formula::write::tex;
use index::Index;
use index::postings::{Family as Segment, Model, QueryTerm, Scored, top_k};
use rustc_hash::{FxHashMap, FxHashSet};
use similarity::terms::{Family, Term, Trees};
use similarity::tree::SymbolTree;
use similarity::unification::{Bindings, Match, Names, Pattern, Where};

use super::Candidates;
use super::paths::SmallerWidth;
use crate::formulas::{Query, wildcards};

/// The score of a match that covers nearly all of the record.
const PART: f64 = 0.5;

/// How many times as many records are tried if only types can gather them.
const TRIED_BY_TYPE: usize = 8;

/// The kinds of terms that replace wildcards where a query has little else.
const USUAL: [&str; 8] = ["x", "2", "{x+y}", "{x-y}", "{xy}", "{x^{2}}", "{x_{n}}", "{f(x)}"];

/// More kinds of terms, for queries of wildcards alone: what is right under the outermost operator is all that tells.
const MANY: [&str; 30] = [
    "x",
    "2",
    "-x",
    "{x+y}",
    "{x-y}",
    "{xy}",
    "{x^{2}}",
    "{x_{n}}",
    "{f(x)}",
    r"{\frac{x}{y}}",
    r"\sqrt{x}",
    r"{\sin x}",
    r"{\cos x}",
    r"{\log x}",
    r"{\ln x}",
    r"{\exp x}",
    r"{|x|}",
    r"{\|x\|}",
    "{n!}",
    r"{\partial x}",
    r"{\Delta x}",
    "{dx}",
    r"{\sum_{n} x}",
    r"{\int x\,dx}",
    r"{\lim_{n} x}",
    r"{\infty}",
    "{(x,y)}",
    r"\bar{x}",
    r"\mathbf{x}",
    r"{\det x}",
];

/// The share of a record's pairs that the query accounts for, by weight.
struct Share {
    query_size: f64,
}

impl Model for Share {
    fn contribution(&self, term: &QueryTerm, count: u32, size: u32) -> f64 {
        SmallerWidth.contribution(term, count, size) / (f64::from(size) + self.query_size)
    }
}

/// Records that the query fits into, the best covered first. If `constant`, all have the same score.
pub(super) fn unification(index: &Index, query: &Query, take: usize, constant: bool) -> Candidates {
    let pattern = Pattern::new(&query.canonical);
    let mut found = Vec::new();
    for record in gathered(index, query, take) {
        if query.budget.is_over() {
            break;
        }
        let Some(trees) = index.formulas().record(record) else { continue };
        let candidate = canonical(&trees.opt);
        let place = if constant { Where::Anywhere } else { Where::Within };
        let matched = pattern.unify(&candidate, &mut Bindings::default(), place, Names::Kept);
        let Some(matched) = matched else { continue };
        let score = if constant { 1.0 } else { coverage(query, &candidate, &matched) };
        found.push((Scored { record, score }, if constant { 0 } else { count(&candidate) }));
    }
    // Of equal coverage, the smaller record is closer to the query.
    found.sort_by(|(a, a_size), (b, b_size)| {
        b.score.total_cmp(&a.score).then(a_size.cmp(b_size)).then(a.record.cmp(&b.record))
    });
    found.truncate(take);
    Candidates { scored: found.into_iter().map(|(scored, _)| scored).collect(), ceiling: 1.0 }
}

/// Records with parts of the query, `most` of each kind, in a fixed order.
pub(crate) fn gathered(index: &Index, query: &Query, most: usize) -> Vec<u32> {
    let mut seen = FxHashSet::default();
    let mut records = Vec::new();
    let mut keep = |found: Vec<Scored>| {
        records.extend(found.into_iter().map(|scored| scored.record).filter(|&record| seen.insert(record)));
    };
    let mut says_little = true;
    for family in [Family::OperatorTuples, Family::LayoutTuples] {
        let segments = index.formulas().postings(family);
        let terms = weighted(&segments, &query.terms(family));
        says_little &= family == Family::LayoutTuples || terms.is_empty();
        keep(top_k(&segments, &terms, &SmallerWidth, most, &|_| true, &query.budget));
        keep(top_k(&segments, &terms, &Share { query_size: size(&terms) }, most, &|_| true, &query.budget));
    }
    let segments = index.formulas().postings(Family::OperatorTypes);
    let mut by_type = |terms: &[Term], most: usize| {
        let terms = weighted(&segments, terms);
        keep(top_k(&segments, &terms, &Share { query_size: size(&terms) }, most, &|_| true, &query.budget));
    };
    if says_little && query.has_wildcards() {
        by_type(&terms_of_root(query), most * TRIED_BY_TYPE);
    }
    by_type(&usual_terms(query), if says_little { most * TRIED_BY_TYPE } else { most });
    records
}

/// The types of pairs of the outermost operator of a query with many kinds of terms for its wildcards.
fn terms_of_root(query: &Query) -> Vec<Term> {
    let tree = SymbolTree::of_operators(&query.formula.opt);
    if tree.is_empty() {
        return Vec::new();
    }
    let root = tree.tag(0);
    filled(query, &MANY, |query| {
        Trees::new(&query.formula.slt, &query.formula.opt, query.signatures).operator_pairs_with(root)
    })
}

/// The types of pairs of the query with common kinds of terms for its wildcards.
fn usual_terms(query: &Query) -> Vec<Term> {
    if !query.has_wildcards() {
        return query.terms(Family::OperatorTypes);
    }
    filled(query, &USUAL, |query| query.terms(Family::OperatorTypes))
}

/// The terms of a query with each of some kinds of terms for its wildcards, all together.
fn filled(query: &Query, kinds: &[&str], terms: impl Fn(&Query) -> Vec<Term>) -> Vec<Term> {
    let source = tex::write(&query.formula.slt);
    let mut counts: FxHashMap<u64, Term> = FxHashMap::default();
    for kind in kinds {
        let filled = wildcards::replace(&source, |_| (*kind).to_owned());
        for term in terms(&Query::read(&filled, Notation::Latex)) {
            let known = counts.entry(term.term).or_insert(term);
            known.count = known.count.max(term.count);
        }
    }
    let mut terms: Vec<Term> = counts.into_values().collect();
    terms.sort_unstable();
    terms
}

/// The terms that occur, rarer ones with more weight. Terms with a wildcard occur nowhere.
fn weighted(segments: &[Segment], terms: &[Term]) -> Vec<QueryTerm> {
    let records: f64 = segments.iter().map(|segment| f64::from(segment.shape().records)).sum();
    let found = |term: u64| -> u32 { segments.iter().map(|segment| segment.document_frequency(term)).sum() };
    let terms = terms.iter().map(|term| (term, found(term.term))).filter(|(_, found)| *found > 0);
    terms
        .map(|(term, found)| QueryTerm {
            term: term.term,
            weight: (1.0 + records / f64::from(found)).ln(),
            count: u32::from(term.count),
        })
        .collect()
}

fn size(terms: &[QueryTerm]) -> f64 {
    terms.iter().map(|term| f64::from(term.count)).sum()
}

/// 1 for a match with all of the candidate, or half the share of its nodes that the query accounts for.
fn coverage(query: &Query, candidate: &Opt, matched: &Match) -> f64 {
    if matched.whole {
        return 1.0;
    }
    let mut covered = vec![false; candidate.arena_len()];
    for &(asked, node) in &matched.pairs {
        let is_wildcard = query.canonical.node(asked).kind == Kind::Wildcard;
        let mut open = vec![node];
        while let Some(id) = open.pop() {
            covered[id.index()] = true;
            if is_wildcard {
                open.extend(candidate.children(id));
            }
        }
    }
    let covered = covered.iter().filter(|&&is_covered| is_covered).count();
    PART * covered as f64 / count(candidate).max(1) as f64
}

fn count(opt: &Opt) -> usize {
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    let mut count = 0;
    while let Some(id) = open.pop() {
        count += 1;
        open.extend(opt.children(id));
    }
    count
}
