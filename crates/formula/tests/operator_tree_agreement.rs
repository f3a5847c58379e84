//! How far operator trees built from LaTeX agree with LaTeXML's Content MathML of the same formulas.
//!
//! Two trees are compared by their leaf groups: for every inner node the multiset of the leaves below it, the
//! whole formula and single leaves left out. The reference is dirty, and the two sides write some
//! constructs differently although they group the same leaves, so both are cleaned first:
//!
//! - rows whose reference is empty, cut off, made from escaped LaTeX or spells out commands that LaTeXML did not
//!   know are left out, and so are rows where the leaves of the two sides differ;
//! - leaves are letters, numbers and constants. Words, function names, dots, primes and accents are not, and
//!   neither is `d` where one of the sides has a differential or a derivative: LaTeXML writes `dx` under an
//!   integral as an operator and elsewhere as a product with a letter;
//! - a function letter counts as a leaf beside its arguments: LaTeXML reads `f(x)` as a product;
//! - a chain of relations is one node: LaTeXML writes a conjunction and shares the operands in between.
//!
//! The test needs the gold trees of the ARQMath labs and is ignored without them. With `AGREEMENT_WORST=50`
//! it prints the rows that cost most.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use std::collections::BTreeSet;

use formula::opt::{Kind, NodeId, Opt};
use formula::{Options, latex, mathml, meaning, write};

/// A leaf group: the labels of the leaves below one node, sorted.
type Group = Vec<String>;

struct Row {
    id: String,
    latex: String,
    ours: Opt,
    reference: Opt,
}

#[derive(Default)]
struct Score {
    found: usize,
    ours: usize,
    reference: usize,
}

impl Score {
    fn f1(&self) -> f64 {
        2.0 * self.found as f64 / (self.ours + self.reference).max(1) as f64
    }

    fn add(&mut self, other: &Score) {
        self.found += other.found;
        self.ours += other.ours;
        self.reference += other.reference;
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn groups_agree_with_latexml() {
    let rows = rows();
    let (mut total, mut used) = (Score::default(), 0);
    let mut costs = Vec::new();
    for row in &rows {
        let Some((ours, reference)) = groups_of_both(row) else { continue };
        used += 1;
        let found = ours.intersection(&reference).count();
        let score = Score { found, ours: ours.len(), reference: reference.len() };
        total.add(&score);
        costs.push((ours.len() + reference.len() - 2 * found, row, ours, reference));
    }
    let f1 = total.f1();
    let (precision, recall) =
        (total.found as f64 / total.ours as f64, total.found as f64 / total.reference as f64);
    println!(
        "micro-F1 {f1:.4} (precision {precision:.4}, recall {recall:.4}) on {used} of {} rows",
        rows.len()
    );
    costs.sort_by_key(|(cost, row, ..)| (std::cmp::Reverse(*cost), row.id.clone()));
    print_worst(&costs);
    assert!(used >= 1000, "only {used} rows could be compared");
    assert!(f1 >= 0.90, "micro-F1 {f1:.4}");
}

fn print_worst(costs: &[(usize, &Row, BTreeSet<Group>, BTreeSet<Group>)]) {
    let wanted = std::env::var("AGREEMENT_WORST").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for (cost, row, ours, reference) in costs.iter().take(wanted).filter(|(cost, ..)| *cost > 0) {
        println!("{} ({cost}): {}", row.id, row.latex);
        println!("    ours      {}", write::sexpr::write(&row.ours));
        println!("    reference {}", write::sexpr::write(&row.reference));
        let show =
            |groups: Vec<&Group>| groups.iter().map(|group| group.join(" ")).collect::<Vec<_>>().join(" | ");
        println!("    only ours      {}", show(ours.difference(reference).collect()));
        println!("    only reference {}", show(reference.difference(ours).collect()));
    }
}

/// The groups of the two sides of a row; none where their leaves differ.
fn groups_of_both(row: &Row) -> Option<(BTreeSet<Group>, BTreeSet<Group>)> {
    let skip_d = [&row.ours, &row.reference].iter().any(|opt| has_differential(opt));
    let groups = |opt: &Opt| {
        let mut groups = BTreeSet::new();
        let mut leaves = opt.root().map_or(Vec::new(), |root| collect(opt, root, skip_d, &mut groups));
        leaves.sort();
        groups.remove(&leaves);
        groups.retain(|group| group.len() > 1);
        (leaves, groups)
    };
    let ((our_leaves, ours), (reference_leaves, reference)) = (groups(&row.ours), groups(&row.reference));
    (our_leaves == reference_leaves).then_some((ours, reference))
}

fn has_differential(opt: &Opt) -> bool {
    fn below(opt: &Opt, id: NodeId) -> bool {
        let label = opt.label(id);
        let operator = !opt.is_leaf(id)
            && matches!(&*label, "d" | "differential-d" | "derivative" | "partial-derivative");
        operator || label == "differential-d" || opt.children(id).any(|child| below(opt, child))
    }
    opt.root().is_some_and(|root| below(opt, root))
}

/// Records the groups at and below a node and returns its leaves.
fn collect(opt: &Opt, id: NodeId, skip_d: bool, groups: &mut BTreeSet<Group>) -> Vec<String> {
    let node = opt.node(id);
    let mut leaves = Vec::new();
    let counts = match node.kind {
        Kind::Number | Kind::Constant => true,
        Kind::Variable | Kind::Function | Kind::Unknown => is_letter(opt, id, skip_d),
        _ => false,
    };
    if counts {
        leaves.push(opt.label(id));
    }
    if let Some(operands) = chain(opt, id) {
        for operand in operands {
            leaves.extend(collect(opt, operand, skip_d, groups));
        }
    } else {
        for child in opt.children(id) {
            leaves.extend(collect(opt, child, skip_d, groups));
        }
    }
    if !opt.is_leaf(id) {
        let mut group = leaves.clone();
        group.sort();
        groups.insert(group);
    }
    leaves
}

fn is_letter(opt: &Opt, id: NodeId, skip_d: bool) -> bool {
    let label = opt.label(id);
    let mut characters = label.chars();
    let single = characters.next().is_some_and(char::is_alphanumeric) && characters.next().is_none();
    single && !(skip_d && label == "d")
}

/// The operands of a mixed chain `a<b≤c`, each once.
fn chain(opt: &Opt, id: NodeId) -> Option<Vec<NodeId>> {
    if !opt.label_is(id, "and") || opt.is_leaf(id) {
        return None;
    }
    let mut operands = Vec::new();
    let mut last: Option<NodeId> = None;
    for relation in opt.children(id) {
        let sides: Vec<NodeId> = opt.children(relation).collect();
        let shared = last.is_some_and(|last| sides.first().is_some_and(|&first| same(opt, last, first)));
        if last.is_some() && !shared && sides.len() != 1 {
            return None;
        }
        let operator = usize::from(opt.node(relation).kind == Kind::Compound);
        operands.extend_from_slice(sides.get(if shared { 1 } else { operator }..).unwrap_or(&[]));
        last = sides.last().copied();
    }
    Some(operands)
}

fn same(opt: &Opt, one: NodeId, other: NodeId) -> bool {
    opt.label(one) == opt.label(other)
        && opt.children(one).count() == opt.children(other).count()
        && opt.children(one).zip(opt.children(other)).all(|(one, other)| same(opt, one, other))
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for year in ["2020", "2021"] {
        for row in data::gold_rows(year) {
            // `<mtext>\binom` is a command that LaTeXML did not know, not an operator.
            if data::fault_of_reference(&row).is_some() || row.content.contains(">\\") {
                continue;
            }
            let reference = mathml::read_content(&row.content, false).0;
            let ours = meaning::operator_tree(&latex::read(&row.latex, &Options::default()).0);
            rows.push(Row { id: row.id, latex: row.latex, ours, reference });
        }
    }
    rows
}
