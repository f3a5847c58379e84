//! Statements of a formula about variables: `x>0`, `n\in\mathbb{N}`, `f:X\to Y`, `x\to\infty`; and which variables a
//! formula that states nothing is about: `A, B`, `x_1`, `f(x)`.

use formula::names;
use formula::opt::{Font, Kind, NodeId, Opt};

use super::facts::{Facts, Property, Region};
use super::sorts::Sort;

/// A variable and what a formula states about it; no facts if it is merely mentioned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subject {
    pub name: String,
    pub facts: Facts,
    /// The variable that it is an element of.
    pub element_of: Option<String>,
}

/// The most parts of a formula that mentions or constrains variables.
const MOST_NODES: usize = 40;

/// The variables that a formula is about.
pub(super) fn subjects(opt: &Opt) -> Vec<Subject> {
    let mut found = Vec::new();
    if let Some(root) = opt.root().filter(|_| opt.arena_len() <= MOST_NODES) {
        visit(opt, root, &mut found);
    }
    found
}

/// The sort of the first variable that a formula states one of: `natural number` for `n\in\mathbb{N}`.
pub fn sort_in(opt: &Opt) -> Option<&'static str> {
    subjects(opt).into_iter().find_map(|subject| subject.facts.sort).map(Sort::name)
}

fn visit(opt: &Opt, id: NodeId, found: &mut Vec<Subject>) {
    let symbol = opt.symbol(id);
    let children: Vec<NodeId> = opt.children(id).collect();
    let is_list = [names::LIST, names::FORMULAE, names::AND, names::FORALL].contains(&symbol);
    if is_list && !children.is_empty() {
        return children.iter().for_each(|&child| visit(opt, child, found));
    }
    if [names::LT, names::GT, names::LEQ, names::GEQ, names::EQ].contains(&symbol) {
        return children.windows(2).for_each(|pair| compare(opt, symbol, pair[0], pair[1], found));
    }
    match children[..] {
        [one, two] if symbol == names::NEQ && opt.label_is(two, "0") => {
            let nonzero = Property { stem: "zero".to_owned(), is_denied: true };
            add(opt, one, Facts { properties: vec![nonzero], ..Facts::default() }, found);
        }
        [one, set] if symbol == names::IN => add_element(opt, one, set, found),
        [one, _] if symbol == names::MAP => {
            add(opt, one, Facts { sort: Sort::named("function"), ..Facts::default() }, found);
        }
        [one, goal] if opt.label_is(id, "to") => {
            let limit = is_simple(opt, goal).then(|| written(opt, goal));
            add(opt, one, Facts { limit, ..Facts::default() }, found);
        }
        _ => add(opt, id, Facts::default(), found),
    }
}

/// Adds facts about the variable at a node, or about each of a list of variables.
fn add(opt: &Opt, id: NodeId, facts: Facts, found: &mut Vec<Subject>) {
    if opt.symbol(id) == names::LIST {
        return opt.children(id).for_each(|child| add(opt, child, facts.clone(), found));
    }
    let Some(name) = variable(opt, id) else { return };
    match found.iter_mut().find(|known| known.name == name) {
        Some(known) => {
            let region = match (known.facts.region, facts.region) {
                (Some(one), Some(two)) => Some(one.and(two)),
                (one, two) => one.or(two),
            };
            known.facts.fill_from(&facts);
            known.facts.region = region;
        }
        None => found.push(Subject { name, facts, element_of: None }),
    }
}

/// The variable at a node, with an index or an accent, or as a function applied to arguments.
pub(super) fn variable(opt: &Opt, id: NodeId) -> Option<String> {
    let node = opt.node(id);
    let letter = || opt.symbol(id).as_char().filter(|_| node.font != Font::DoubleStruck);
    let is_letter = |c: char| c.is_alphabetic();
    match node.kind {
        Kind::Variable | Kind::Function if letter().is_some_and(is_letter) => Some(opt.label(id)),
        _ if opt.symbol(id) == names::SUB => variable(opt, opt.children(id).next()?),
        _ if opt.symbol(id) == names::SUP => {
            let mut children = opt.children(id);
            let (base, script) = (children.next()?, children.next()?);
            (opt.symbol(script) == names::PRIME).then(|| variable(opt, base)).flatten()
        }
        _ => None,
    }
}

/// `x < 3`, `0 < x`, `|x| < 1`, `x = 2`.
fn compare(
    opt: &Opt,
    relation: formula::symbol::Symbol,
    left: NodeId,
    right: NodeId,
    found: &mut Vec<Subject>,
) {
    let (left_value, right_value) = (number(opt, left), number(opt, right));
    let is_less = relation == names::LT || relation == names::LEQ;
    let (bounded, value, is_above) = match (left_value, right_value) {
        (None, Some(value)) => (left, value, is_less),
        (Some(value), None) => (right, value, !is_less),
        _ => return add(opt, left, Facts::default(), found),
    };
    let region = match is_above {
        _ if relation == names::EQ => Region { least: value, greatest: value },
        true => Region { greatest: value, ..Region::ALL },
        false => Region { least: value, ..Region::ALL },
    };
    let is_abs = opt.symbol(bounded) == names::ABS;
    match opt.children(bounded).next().filter(|_| is_abs) {
        Some(within) if is_above => {
            let region = Region { least: -value, greatest: value };
            add(opt, within, Facts { region: Some(region), ..Facts::default() }, found);
        }
        Some(_) => {}
        None => add(opt, bounded, Facts { region: Some(region), ..Facts::default() }, found),
    }
}

/// The value of a plain number.
fn number(opt: &Opt, id: NodeId) -> Option<f64> {
    let mut children = opt.children(id);
    let symbol = opt.symbol(id);
    if opt.node(id).kind == Kind::Number {
        return opt.label(id).parse().ok();
    }
    if symbol == names::INFINITY {
        return Some(f64::INFINITY);
    }
    let first = number(opt, children.next()?)?;
    match children.next() {
        None if symbol == names::MINUS => Some(-first),
        Some(second) if symbol == names::DIVIDE => Some(first / number(opt, second)?),
        _ => None,
    }
}

fn add_element(opt: &Opt, one: NodeId, set: NodeId, found: &mut Vec<Subject>) {
    let facts = set_facts(opt, set);
    let before = found.len();
    add(opt, one, facts.clone(), found);
    let Some(name) = variable(opt, set).filter(|_| facts.is_empty()) else { return };
    found.iter_mut().skip(before).for_each(|subject| subject.element_of = Some(name.clone()));
}

/// The facts about elements of a set.
fn set_facts(opt: &Opt, set: NodeId) -> Facts {
    let children: Vec<NodeId> = opt.children(set).collect();
    let sort_of = |name: &str| Facts { sort: Sort::named(name), ..Facts::default() };
    if let Some(sort) = number_set(opt, set) {
        return sort_of(sort);
    }
    let symbol = opt.symbol(set);
    match children[..] {
        [base, exponent] if symbol == names::SUP => match number_set(opt, base) {
            Some(_) if opt.symbol(exponent) == names::TIMES => sort_of("matrix"),
            Some(sort) if opt.label_is(exponent, "plus") || opt.label_is(exponent, "+") => {
                let region = Some(Region { least: 0.0, ..Region::ALL });
                Facts { region, ..sort_of(sort) }
            }
            Some(_) => sort_of("vector"),
            None => Facts::default(),
        },
        [low, high] if opt.label(set).starts_with("interval") || symbol == names::TUPLE => {
            match (number(opt, low), number(opt, high)) {
                (Some(least), Some(greatest)) => {
                    Facts { region: Some(Region { least, greatest }), ..Facts::default() }
                }
                _ => Facts::default(),
            }
        }
        [head, ..] if is_matrix_ring(opt, head) || is_matrix_ring(opt, set) => sort_of("matrix"),
        _ => Facts::default(),
    }
}

/// `M_n(ℝ)`
fn is_matrix_ring(opt: &Opt, head: NodeId) -> bool {
    opt.symbol(head) == names::SUB && opt.children(head).next().is_some_and(|base| opt.label_is(base, "M"))
}

fn number_set(opt: &Opt, id: NodeId) -> Option<&'static str> {
    let node = opt.node(id);
    let is_set = opt.is_leaf(id) && matches!(node.font, Font::DoubleStruck | Font::Bold);
    match opt.symbol(id).as_char().filter(|_| is_set)? {
        'N' => Some("natural number"),
        'Z' => Some("integer"),
        'Q' => Some("rational number"),
        'R' => Some("real number"),
        'C' => Some("complex number"),
        _ => None,
    }
}

fn is_simple(opt: &Opt, id: NodeId) -> bool {
    opt.is_leaf(id) || opt.children(id).all(|child| opt.is_leaf(child))
}

/// A small term on one line.
fn written(opt: &Opt, id: NodeId) -> String {
    let mut out = opt.label(id);
    for child in opt.children(id) {
        out.push(' ');
        opt.push_label(child, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    /// The variables with sort, region and limit.
    fn stated(source: &str) -> String {
        let opt = read(source, Notation::Latex, &Options::default()).opt;
        let shown = |subject: &Subject| {
            let Subject { name, facts, element_of } = subject;
            let mut shown = name.clone();
            shown.extend(facts.sort.map(|sort| format!(" {}", sort.name())));
            shown.extend(facts.region.map(|region| format!(" {}..{}", region.least, region.greatest)));
            shown.extend(facts.limit.iter().map(|limit| format!(" → {limit}")));
            shown.extend(element_of.iter().map(|set| format!(" ∈ {set}")));
            shown
        };
        subjects(&opt).iter().map(shown).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn constraints() {
        let cases = [
            ("x>0", "x 0..inf"),
            ("0<x\\le 1", "x 0..1"),
            ("|r|<1", "r -1..1"),
            ("n\\ge 3", "n 3..inf"),
            ("x<-\\frac12", "x -inf..-0.5"),
            ("a,b>0", "a 0..inf; b 0..inf"),
            ("D=0", "D 0..0"),
            ("x\\in[0,1]", "x 0..1"),
            ("x,y\\in\\mathbb{Z}", "x integer; y integer"),
            ("v\\in\\mathbb{R}^n", "v vector"),
            ("n\\in\\mathbb{Z}^+", "n integer 0..inf"),
            ("A\\in\\mathbb{R}^{n\\times n}", "A matrix"),
            ("A\\in M_n(\\mathbb{R})", "A matrix"),
            ("f:X\\to Y", "f function"),
            ("x\\to\\infty", "x → infinity"),
            ("x\\in G", "x ∈ G"),
        ];
        for (source, expected) in cases {
            assert_eq!(stated(source), expected, "{source}");
        }
    }

    #[test]
    fn mentions() {
        let cases =
            [("A", "A"), ("A, B", "A; B"), ("x_1", "x"), ("f(x)", "f"), ("a+b", ""), ("n\\times n", "")];
        for (source, expected) in cases {
            assert_eq!(stated(source), expected, "{source}");
        }
    }
}
