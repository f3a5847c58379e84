//! How a formula was changed into the next one, by its operator tree.
//!
//! The rules are tried in this order: the same text, the same tree, the same tree with operands in another order, a
//! query variable that came or was replaced, the same shape with other labels, a part or a whole of the other, an
//! operand more or fewer, little in common, one other part, and last several changes at once.
//!
//! The published studies have no such types, because their queries are words. [`FormulaChange::reformulation`] maps
//! each to one of the seven.
//!
//! What it is not: a similarity. `similarity` measures how close two formulas are; this names what a person did.

mod tree;

use formula::canonical::canonical;
use formula::opt::Opt;
use formula::{Notation, Options};
use rustc_hash::FxHashMap;
use similarity::unification::{Bindings, Names, Pattern, Where};

use super::reformulation::Reformulation;
use tree::{Category, Tree};

/// Formulas with more nodes are compared by their labels alone.
const MOST_NODES: usize = 1_000;

/// Formulas with less in common than this are different ones.
const LEAST_DICE: f64 = 0.3;

/// How a formula was changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FormulaChange {
    /// The same source.
    Same,
    /// Other source, same meaning.
    Respelling,
    /// Operands that have no order changed places.
    Reordered,
    /// Parts became query variables.
    WildcardIntroduced,
    /// Query variables became parts.
    WildcardFilled,
    /// Variables have other names, one for one.
    VariableRenamed,
    /// Numbers or constants are others.
    ConstantChanged,
    /// Operators or functions are others.
    OperatorChanged,
    /// A part is another one.
    PartSubstituted,
    /// Only a part is left.
    SubFormula,
    /// It became a part of a larger one.
    SuperFormula,
    /// A sum, product or similar operator has more operands.
    OperandAdded,
    /// A sum, product or similar operator has fewer operands.
    OperandRemoved,
    /// Another formula.
    New,
    /// Several changes.
    Multi,
    /// A formula that the session had before.
    Revisit,
    /// A formula in place of words, or words in place of a formula.
    Switch,
}

impl FormulaChange {
    /// Every change, in the order of a report.
    pub const ALL: [FormulaChange; 17] = [
        FormulaChange::VariableRenamed,
        FormulaChange::ConstantChanged,
        FormulaChange::OperatorChanged,
        FormulaChange::PartSubstituted,
        FormulaChange::SubFormula,
        FormulaChange::SuperFormula,
        FormulaChange::OperandAdded,
        FormulaChange::OperandRemoved,
        FormulaChange::WildcardIntroduced,
        FormulaChange::WildcardFilled,
        FormulaChange::Reordered,
        FormulaChange::Respelling,
        FormulaChange::Revisit,
        FormulaChange::Switch,
        FormulaChange::New,
        FormulaChange::Multi,
        FormulaChange::Same,
    ];

    /// The name of the change.
    pub fn name(self) -> &'static str {
        match self {
            FormulaChange::Same => "same",
            FormulaChange::Respelling => "respelling",
            FormulaChange::Reordered => "reordered",
            FormulaChange::WildcardIntroduced => "wildcard introduced",
            FormulaChange::WildcardFilled => "wildcard filled",
            FormulaChange::VariableRenamed => "variable renamed",
            FormulaChange::ConstantChanged => "constant changed",
            FormulaChange::OperatorChanged => "operator changed",
            FormulaChange::PartSubstituted => "part substituted",
            FormulaChange::SubFormula => "sub-formula",
            FormulaChange::SuperFormula => "super-formula",
            FormulaChange::OperandAdded => "operand added",
            FormulaChange::OperandRemoved => "operand removed",
            FormulaChange::New => "new",
            FormulaChange::Multi => "multi",
            FormulaChange::Revisit => "revisit",
            FormulaChange::Switch => "switch",
        }
    }

    /// The one of the seven types that it belongs to; none for formulas that mean the same.
    pub fn reformulation(self) -> Option<Reformulation> {
        Some(match self {
            FormulaChange::Same | FormulaChange::Respelling => return None,
            FormulaChange::Reordered => Reformulation::Reordering,
            FormulaChange::WildcardIntroduced | FormulaChange::SubFormula | FormulaChange::OperandRemoved => {
                Reformulation::Removing
            }
            FormulaChange::WildcardFilled | FormulaChange::SuperFormula | FormulaChange::OperandAdded => {
                Reformulation::Adding
            }
            FormulaChange::VariableRenamed
            | FormulaChange::ConstantChanged
            | FormulaChange::OperatorChanged
            | FormulaChange::PartSubstituted => Reformulation::Substituting,
            FormulaChange::New | FormulaChange::Switch => Reformulation::New,
            FormulaChange::Multi => Reformulation::Multi,
            FormulaChange::Revisit => Reformulation::Revisiting,
        })
    }
}

/// A formula of a query, read once for all comparisons.
#[derive(Clone, Debug)]
pub struct Asked {
    source: String,
    canonical: Opt,
    has_wildcards: bool,
    written: Tree,
    sorted: Tree,
}

impl Asked {
    /// Reads a formula as a query: `?x` is a query variable.
    pub fn read(source: &str) -> Asked {
        let opt = formula::read(source, Notation::Auto, &Options { wildcards: true, macros: None }).opt;
        let written = Tree::new(&opt, MOST_NODES);
        let sorted = written.sorted();
        let has_wildcards = written.any(&|node| node.category == Category::Wildcard);
        Asked { source: source.trim().to_owned(), canonical: canonical(&opt), has_wildcards, written, sorted }
    }

    /// Text that is equal for formulas that differ only in the order of operands that have none.
    pub fn key(&self) -> String {
        self.sorted.text()
    }

    fn matches(&self, candidate: &Asked) -> bool {
        let pattern = Pattern::new(&self.canonical);
        let found = pattern.unify(&candidate.canonical, &mut Bindings::default(), Where::Whole, Names::Kept);
        self.has_wildcards && found.is_some()
    }
}

/// The change from one formula to the next.
///
/// ```
/// use study::logs::formulas::{Asked, FormulaChange, change};
///
/// let of = |before, after| change(&Asked::read(before), &Asked::read(after));
/// assert_eq!(of("a+b", "a+b+c"), FormulaChange::OperandAdded);
/// assert_eq!(of(r"\frac{a}{b}", r"\frac{?a}{?b}"), FormulaChange::WildcardIntroduced);
/// ```
pub fn change(before: &Asked, after: &Asked) -> FormulaChange {
    if before.source == after.source {
        return FormulaChange::Same;
    }
    if before.written == after.written {
        return FormulaChange::Respelling;
    }
    if before.sorted == after.sorted {
        return FormulaChange::Reordered;
    }
    if after.matches(before) {
        return FormulaChange::WildcardIntroduced;
    }
    if before.matches(after) {
        return FormulaChange::WildcardFilled;
    }
    if let Some(change) = relabelled(&before.written, &after.written) {
        return change;
    }
    by_parts(&before.sorted, &after.sorted)
}

/// The change of labels between two trees of the same shape.
fn relabelled(before: &Tree, after: &Tree) -> Option<FormulaChange> {
    let mut pairs = Vec::new();
    if !before.pair_up(after, &mut pairs) {
        return None;
    }
    let mut renaming: FxHashMap<&str, &str> = FxHashMap::default();
    let mut names: FxHashMap<&str, &str> = FxHashMap::default();
    let mut is_bijection = true;
    let [mut variable, mut constant, mut operator, mut other] = [false; 4];
    for (one, two) in pairs {
        let differs = one.label != two.label;
        match (one.category, two.category) {
            (Category::Variable, Category::Variable) => {
                is_bijection &= *renaming.entry(&one.label).or_insert(&two.label) == two.label;
                is_bijection &= *names.entry(&two.label).or_insert(&one.label) == one.label;
                variable |= differs;
            }
            (Category::Constant, Category::Constant) => constant |= differs,
            (Category::Head, Category::Head) => operator |= differs,
            (one, two) => other |= differs || one != two,
        }
    }
    if variable && !is_bijection {
        (variable, other) = (false, true);
    }
    let kinds = [
        (variable, FormulaChange::VariableRenamed),
        (constant, FormulaChange::ConstantChanged),
        (operator, FormulaChange::OperatorChanged),
        (other, FormulaChange::PartSubstituted),
    ];
    let mut found = kinds.into_iter().filter(|(is_so, _)| *is_so).map(|(_, change)| change);
    let first = found.next()?;
    Some(if found.next().is_some() { FormulaChange::Multi } else { first })
}

/// The change between trees of different shapes whose operands without an order are sorted.
fn by_parts(before: &Tree, after: &Tree) -> FormulaChange {
    if before.contains(after) {
        return FormulaChange::SubFormula;
    }
    if after.contains(before) {
        return FormulaChange::SuperFormula;
    }
    let (one, other) = before.difference(after);
    if one.is_commutative() && one.label == other.label {
        match (one.has_operands_of(other), other.has_operands_of(one)) {
            (true, false) => return FormulaChange::OperandRemoved,
            (false, true) => return FormulaChange::OperandAdded,
            _ => {}
        }
    }
    if dice(before, after) < LEAST_DICE {
        return FormulaChange::New;
    }
    if 2 * one.size() <= before.size() {
        return FormulaChange::PartSubstituted;
    }
    FormulaChange::Multi
}

/// The overlap of two trees as multisets of labels.
fn dice(before: &Tree, after: &Tree) -> f64 {
    let (before, mut after) = (before.labels(), after.labels());
    let all = before.len() + after.len();
    if all == 0 {
        return 0.0;
    }
    after.sort_unstable();
    let mut sorted = before;
    sorted.sort_unstable();
    let (mut common, mut one, mut other) = (0usize, sorted.iter().peekable(), after.iter().peekable());
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => _ = one.next(),
            std::cmp::Ordering::Greater => _ = other.next(),
            std::cmp::Ordering::Equal => {
                common += 1;
                one.next();
                other.next();
            }
        }
    }
    2.0 * common as f64 / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: &str, after: &str) -> FormulaChange {
        change(&Asked::read(before), &Asked::read(after))
    }

    #[test]
    fn dice_of_the_worked_pair() {
        let (one, other) = (Asked::read(r"e^{i\pi}"), Asked::read(r"\sum_{n=1}^\infty\frac{1}{n^2}"));
        let found = dice(&one.written, &other.written);
        assert!((found - 0.12).abs() < 0.03, "{found}");
    }

    #[test]
    fn a_renaming_that_is_not_one_for_one_replaces_a_part() {
        assert_eq!(of("x+y", "x+x"), FormulaChange::PartSubstituted);
        assert_eq!(of("x^2+y", "x^2+3"), FormulaChange::PartSubstituted);
        assert_eq!(of("x^2+y", "y^2+x"), FormulaChange::VariableRenamed);
    }

    #[test]
    fn operands_are_compared_whatever_their_order() {
        assert_eq!(of("a+b+c", "c+a"), FormulaChange::OperandRemoved);
        assert_eq!(of(r"\sin(a+b)=c", r"c=\sin(b+a+d)"), FormulaChange::OperandAdded);
    }

    #[test]
    fn empty_and_broken_formulas_are_compared() {
        for (before, after) in [("", "x"), ("x", ""), (r"\frac{", "}{"), ("", r"\foo")] {
            of(before, after);
        }
    }
}
