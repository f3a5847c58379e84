//! Why a formula is a hit: which parts correspond, what replaces each variable, what each wildcard matches.
//!
//! A stored formula has trees but no source. So it is written as LaTeX and read again; the spans of the new
//! trees point into that LaTeX, and marks on nodes can be shown in it (`paint`) and in MathML.
//!
//! Where the query, with variables renamed, is the hit or part of it, the pairs are those of the unification
//! that proves it. Where both are equal by algebra, they are those of an alignment under the renaming that makes them
//! equal. Everywhere else they are those of the alignment that is scored. The relation, the renaming and the sentence of a
//! hit come from the same pairs, so they agree.
//!
//! What it is not: a part of ranking. Only hits that are shown are explained. (The result files of NTCIR call an explanation a
//! justification.)

mod correspondence;
mod letters;
mod numbers;
mod paint;
mod reason;
mod relation;
mod signs;
mod variables;

use formula::canonical::canonical;
use formula::diagnostic::Span;
use formula::names;
use formula::opt::{NodeId, Opt};
use formula::slt::Slt;
use formula::write::{mathml, tex};
use formula::{Formula, Notation, Options};
use index::formulas::Record;
use rustc_hash::FxHashMap;
use similarity::alignment::Tree;
use similarity::unification::Binding;

use crate::formulas::Query;
use correspondence::{Correspondence, Nodes};
use relation::{Found, Ordered};
use signs::Signs;

pub use paint::Mark;
pub use relation::Relation;
pub use variables::query_mathml;
use variables::{Variables, classes};

/// Explains the hits of one query.
pub struct Explainer<'q> {
    query: &'q Query,
    ordered: Ordered,
    tree: Tree,
    variables: Variables,
}

/// Why a formula is a hit.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The hit as LaTeX.
    pub tex: String,
    /// That LaTeX, parsed; spans point into it.
    pub formula: Formula,
    /// The closest relation of the hit to the query.
    pub relation: Relation,
    /// One sentence that says why the formula is a hit.
    pub reason: String,
    /// Corresponding nodes.
    pub pairs: Vec<Pair>,
    /// The replacement of each variable of the query that has a partner, in the order of the query. Where the relation
    /// claims equality, the query is equal to the hit after these replacements.
    pub substitution: Vec<Replacement>,
    /// What each wildcard matches, as LaTeX.
    pub bindings: Vec<Replacement>,
    /// For every byte of the LaTeX how it is matched.
    pub marks: Vec<Option<Mark>>,
    /// For every byte of the LaTeX the number of its variable or wildcard.
    pub variables: Vec<Option<usize>>,
}

/// The replacement of a variable or a wildcard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Its name in the query; empty for a wildcard without one.
    pub from: String,
    /// What replaces it in the hit.
    pub to: String,
    /// Its number in the query, from 1: variables and wildcards are counted together, in order.
    pub number: usize,
}

/// Two corresponding nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The nodes of the canonical trees of the query and of [`Explanation::formula`].
    pub nodes: (NodeId, NodeId),
    /// The bytes of the query that the node of the query covers.
    pub query: Span,
    /// The bytes of the hit's LaTeX that its partner covers.
    pub hit: Span,
    /// How alike they are.
    pub mark: Mark,
    /// The number of the variable or wildcard, as in [`Replacement`].
    pub variable: Option<usize>,
}

impl<'q> Explainer<'q> {
    /// For a query.
    pub fn new(query: &'q Query) -> Explainer<'q> {
        Explainer {
            query,
            ordered: Ordered::new(query),
            tree: Tree::of_operators(&query.canonical),
            variables: Variables::of(&query.canonical),
        }
    }

    /// Why a record is a hit.
    pub fn explain(&self, record: &Record) -> Explanation {
        let tex = tex::write(&record.slt);
        // The only hits that are read again: those that are shown. Spans, marks and what wildcards stand for point into
        // this LaTeX, and trees in the index have no places in it.
        let mut formula = formula::read(&tex, Notation::Latex, &Options::default());
        // It was written from a tree, which has no spaces.
        formula.slt.forget_typesetting();
        let shown = canonical(&formula.opt);
        let found = relation::find(self, record, &formula, &shown);
        let signs = Signs::new(&self.query.canonical, &shown, &found.correspondence);
        let reason = reason::sentence(&found, &signs, &self.query.canonical, &shown, &tex);
        let Found { relation, correspondence, .. } = found;
        let marks = match relation {
            // Everything is matched, even signs that the canonical form has moved.
            Relation::Identical | Relation::EqualByConvention => vec![Some(Mark::Exact); tex.len()],
            Relation::EqualAsAlgebra => paint::paint(&shown, &correspondence.nodes, &tex),
            _ => {
                let mut marks = paint::paint(&shown, &correspondence.nodes, &tex);
                signs.paint(&shown, &tex, &mut marks);
                marks
            }
        };
        let Correspondence { nodes, renaming, bindings, .. } = correspondence;
        let replaced = |binding: &Binding| Replacement {
            from: binding.name.clone(),
            to: bound_tex(&tex, &shown, binding),
            number: self.variables.of_binding(binding, &nodes),
        };
        let renamed = |(from, to): &(letters::Letter, letters::Letter)| Replacement {
            from: letters::tex(*from),
            to: letters::tex(*to),
            number: self.variables.of_letter(*from),
        };
        let signs = signs.changed().filter(|_| relation != Relation::EqualAsAlgebra);
        let pairs = nodes.iter().chain(signs);
        Explanation {
            relation,
            reason,
            pairs: pairs.map(|nodes| self.pair(nodes, &shown, &tex)).collect(),
            substitution: renaming.iter().map(renamed).collect(),
            variables: self.variables.painted(&shown, &nodes, &bindings, &tex),
            bindings: bindings.iter().map(replaced).collect(),
            marks,
            tex,
            formula,
        }
    }

    fn pair(&self, nodes: &Nodes, hit: &Opt, tex: &str) -> Pair {
        Pair {
            nodes: (nodes.query, nodes.hit),
            query: self.query.canonical.node(nodes.query).span,
            hit: balanced(tex, hit.node(nodes.hit).span),
            mark: nodes.mark,
            variable: self.variables.of_nodes(nodes),
        }
    }
}

impl Explanation {
    /// The replacements of variables and wildcards in one line: `a → x, ?b → \frac{1}{2}`; variables that kept their names
    /// are left out.
    pub fn strip(&self) -> String {
        let renamed = self.substitution.iter().filter(|renamed| renamed.from != renamed.to);
        let renamed = renamed.map(|renamed| format!("{} → {}", renamed.from, renamed.to));
        let bound = self.bindings.iter().map(|bound| format!("?{} → {}", bound.from, bound.to));
        renamed.chain(bound).collect::<Vec<_>>().join(", ")
    }

    /// The replacements that [`Explanation::reason`] does not name, in one line.
    pub fn strip_beside_reason(&self) -> String {
        let renamed = self.substitution.iter().filter(|renamed| renamed.from != renamed.to).count();
        let names_letters = match self.relation {
            Relation::EqualUpToNames
            | Relation::EqualIfProductsCommute
            | Relation::EqualAsAlgebra
            | Relation::PartOf => true,
            Relation::Contains => self.bindings.is_empty(),
            _ => false,
        };
        let names_wildcards = renamed == 0 && self.reason.contains('?');
        let is_said = names_letters && renamed <= reason::MOST_NAMED || names_wildcards;
        if is_said { String::new() } else { self.strip() }
    }

    /// The hit as MathML. Nodes have ids behind a prefix, the classes of [`Mark::class`], and `b1`, `b2` and so on for
    /// the match of the first, the second variable or wildcard.
    pub fn mathml(&self, id_prefix: &str) -> String {
        self.mathml_as(id_prefix, true)
    }

    /// The same as its author has set it: `authored` is the tree of that, which may lack the punctuation at the end. None
    /// if it is another formula.
    pub fn mathml_as_authored(&self, authored: &Slt, id_prefix: &str) -> Option<String> {
        let partners = partners(authored, &self.formula.slt)?;
        let mark_of = |at: usize| self.marks.get(at).copied().flatten().map(Mark::class);
        let classes = classes(&self.variables, mark_of);
        let class_of = |id: NodeId| {
            let own = self.formula.slt.node(*partners.get(&id)?);
            classes.get(own.span.start as usize).and_then(Option::as_deref)
        };
        let style = mathml::Style { id_prefix: Some(id_prefix), class_of: Some(&class_of), display: true };
        Some(mathml::write(authored, &style))
    }

    /// The same; `display` says whether it is a block of its own rather than part of a line.
    pub fn mathml_as(&self, id_prefix: &str, display: bool) -> String {
        let mark_of = |at: usize| self.marks.get(at).copied().flatten().map(Mark::class);
        let classes = classes(&self.variables, mark_of);
        let class_of = |id: NodeId| {
            classes.get(self.formula.slt.node(id).span.start as usize).and_then(Option::as_deref)
        };
        let style = mathml::Style { id_prefix: Some(id_prefix), class_of: Some(&class_of), display };
        mathml::write(&self.formula.slt, &style)
    }
}

/// The nodes of a layout tree with those of another that looks the same, but may have punctuation at its end.
fn partners(one: &Slt, other: &Slt) -> Option<FxHashMap<NodeId, NodeId>> {
    let trees = [one, other].map(Slt::without_closing_punctuation);
    let mut partners = FxHashMap::default();
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    match (trees[0].root(), trees[1].root()) {
        (Some(one), Some(other)) => open.push((one, other)),
        _ => return None,
    }
    while let Some((one, other)) = open.pop() {
        let (a, b) = (trees[0].node(one), trees[1].node(other));
        if (a.kind, a.edge, a.font) != (b.kind, b.edge, b.font)
            || trees[0].label(one) != trees[1].label(other)
        {
            return None;
        }
        partners.insert(one, other);
        let around =
            |tree: &Slt, id| -> Vec<NodeId> { tree.next(id).into_iter().chain(tree.children(id)).collect() };
        let (ours, theirs) = (around(&trees[0], one), around(&trees[1], other));
        if ours.len() != theirs.len() {
            return None;
        }
        open.extend(ours.into_iter().zip(theirs));
    }
    Some(partners)
}

/// The span, extended over the braces that close those opened in it: the span of a power ends before the brace.
pub(crate) fn balanced(tex: &str, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let Some(text) = tex.get(start..end) else { return span };
    let depth = |text: &str| {
        let mut open = 0usize;
        let mut is_escaped = false;
        for c in text.chars() {
            match c {
                '{' if !is_escaped => open += 1,
                '}' if !is_escaped => open = open.saturating_sub(1),
                _ => {}
            }
            is_escaped = c == '\\' && !is_escaped;
        }
        open
    };
    let braces = tex[end..].bytes().take_while(|&byte| byte == b'}').count();
    Span::new(start, end + braces.min(depth(text)))
}

/// What a wildcard matches, as LaTeX.
fn bound_tex(tex: &str, hit: &Opt, binding: &Binding) -> String {
    let piece = |&id: &NodeId| {
        let span = balanced(tex, hit.node(id).span);
        match binding.is_head {
            true => hit.label(id),
            false => tex.get(span.start as usize..span.end as usize).unwrap_or_default().to_owned(),
        }
    };
    let mut pieces: Vec<(u32, String)> =
        binding.nodes.iter().map(|id| (hit.node(*id).span.start, piece(id))).collect();
    pieces.sort();
    let is_sum = parent_of(hit, binding.nodes.first()).is_some_and(|id| hit.symbol(id) == names::PLUS);
    let joined = pieces.iter().map(|(_, piece)| piece.as_str()).collect::<Vec<_>>();
    let joined = joined.join(if is_sum { " + " } else { " \\cdot " });
    match (binding.negated, binding.nodes.len() > 1) {
        (true, true) => format!("-({joined})"),
        (true, false) => format!("-{joined}"),
        _ => joined,
    }
}

fn parent_of(tree: &Opt, child: Option<&NodeId>) -> Option<NodeId> {
    let child = *child?;
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        if tree.children(id).any(|other| other == child) {
            return Some(id);
        }
        open.extend(tree.children(id));
    }
    None
}

#[cfg(test)]
mod tests;
