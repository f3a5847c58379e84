//! The symbols of a formula: letters with their indices and accents, and functions by their names.
//!
//! A formula can *be* a symbol (`x_1`, `f(x)` for `f`), list symbols (`x, y`), state something about symbols (`x, y\in G`),
//! or merely hold some. What a text calls a formula belongs to its symbols in the first three cases.
//!
//! What it is not: a reader of formulas. It looks at operator trees.

use formula::names;
use formula::opt::{Font, Kind, NodeId, Opt};
use formula::symbol::Symbol as Label;

/// Accents of letters, as operator trees name them.
const ACCENTS: [(&str, &str); 8] = [
    ("^", "hat"),
    ("¯", "bar"),
    ("~", "tilde"),
    ("→", "vec"),
    ("˙", "dot"),
    ("¨", "ddot"),
    ("ˇ", "check"),
    ("˘", "breve"),
];

/// The most nodes of an index: longer ones are formulas of their own.
const LONGEST_INDEX: usize = 6;

/// The most symbols of a formula that are looked at.
const MOST: usize = 40;

/// What a formula is, as far as its symbols go.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// One symbol, or a list of symbols.
    Names(Vec<Symbol>),
    /// A relation that says something about the symbols at its left: `x,y\in G`, `n\ge2`, `f:X\to Y`, `0<x<1`.
    States(Vec<Symbol>),
    /// Anything else.
    Other,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Symbol {
    /// As LaTeX.
    pub latex: String,
    /// Whether it is a letter of a font for sets.
    pub is_set: bool,
    /// Whether it is applied to arguments here.
    pub is_function: bool,
}

/// What a formula is.
pub(super) fn shape(opt: &Opt) -> Shape {
    let Some(root) = opt.root() else { return Shape::Other };
    if let Some(found) = listed(opt, root) {
        return Shape::Names(found);
    }
    let relations =
        [names::LT, names::GT, names::LEQ, names::GEQ, names::NEQ, names::IN, names::MAP, names::EQ];
    let label = opt.symbol(root);
    let is_relation = relations.contains(&label)
        || ["subset", "subseteq", "subset-of-or-equals", "colon", "to"]
            .iter()
            .any(|name| opt.label_is(root, name));
    if !is_relation {
        return Shape::Other;
    }
    let is_order = [names::LT, names::GT, names::LEQ, names::GEQ].contains(&label);
    let reach = if is_order { usize::MAX } else { 1 };
    let found = opt.children(root).take(reach).find_map(|child| listed(opt, child));
    found.map_or(Shape::Other, Shape::States)
}

/// The symbols of a formula, each once.
pub(super) fn symbols(opt: &Opt) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    while let Some(id) = open.pop() {
        if found.len() == MOST {
            break;
        }
        let symbol = symbol(opt, id);
        // The base of `x_1` is a part of its name; what a function is applied to is not.
        let is_letter = matches!(opt.node(id).kind, Kind::Variable | Kind::Function);
        let base = usize::from(symbol.is_some() && !is_letter);
        if let Some(symbol) = symbol
            && !found.iter().any(|known| known.latex == symbol.latex)
        {
            found.push(symbol);
        }
        let children: Vec<NodeId> = opt.children(id).skip(base).collect();
        open.extend(children.into_iter().rev());
    }
    found
}

/// A symbol, or a list of nothing else.
fn listed(opt: &Opt, id: NodeId) -> Option<Vec<Symbol>> {
    let label = opt.symbol(id);
    if [names::LIST, names::FORMULAE].contains(&label) {
        let found: Option<Vec<Symbol>> = opt.children(id).map(|child| symbol(opt, child)).collect();
        return found.filter(|found| !found.is_empty());
    }
    symbol(opt, id).map(|symbol| vec![symbol])
}

/// The symbol at a node: a letter, with index, accent or prime, or the name of a function that is applied.
fn symbol(opt: &Opt, id: NodeId) -> Option<Symbol> {
    let node = opt.node(id);
    let label = opt.symbol(id);
    let mut children = opt.children(id);
    if label == names::SUB {
        let (base, index) = (symbol(opt, children.next()?)?, children.next()?);
        let index = written(opt, index)?;
        return Some(Symbol { latex: format!("{}_{{{index}}}", base.latex), ..base });
    }
    if label == names::SUP {
        let (base, script) = (children.next()?, children.next()?);
        return (opt.symbol(script) == names::PRIME).then(|| symbol(opt, base)).flatten();
    }
    if node.kind == Kind::Compound {
        let head = symbol(opt, children.next()?)?;
        return Some(Symbol { is_function: true, ..head });
    }
    if let Some((_, accent)) = ACCENTS.iter().find(|(sign, _)| opt.label_is(id, sign)) {
        let base = symbol(opt, children.next()?)?;
        return Some(Symbol { latex: format!("\\{accent}{{{}}}", base.latex), ..base });
    }
    let is_name = matches!(node.kind, Kind::Variable | Kind::Function);
    let letter = label.as_char().filter(|c| is_name && c.is_alphabetic())?;
    Some(Symbol {
        latex: letter_latex(letter, node.font),
        is_set: node.font == Font::DoubleStruck,
        is_function: node.kind == Kind::Function,
    })
}

fn letter_latex(letter: char, font: Font) -> String {
    let plain = || {
        let read = formula::read(&letter.to_string(), formula::Notation::Latex, &formula::Options::default());
        formula::write::tex::write(&read.slt)
    };
    match font {
        Font::DoubleStruck => format!("\\mathbb{{{letter}}}"),
        Font::Bold => format!("\\mathbf{{{}}}", plain()),
        _ => plain(),
    }
}

/// A short index in one line.
fn written(opt: &Opt, id: NodeId) -> Option<String> {
    let mut out = String::new();
    let mut open = vec![id];
    let mut count = 0;
    while let Some(id) = open.pop() {
        count += 1;
        if count > LONGEST_INDEX {
            return None;
        }
        if let Some(symbol) = symbol(opt, id) {
            out.push_str(&symbol.latex);
            continue;
        }
        match sign(opt.symbol(id)) {
            Some(sign) => {
                // Infix: `n+1` is the sum of two.
                let parts: Option<Vec<String>> = opt.children(id).map(|child| written(opt, child)).collect();
                out.push_str(&parts?.join(sign));
            }
            None if opt.is_leaf(id) => out.push_str(&opt.label(id)),
            None => return None,
        }
    }
    Some(out)
}

fn sign(label: Label) -> Option<&'static str> {
    match label {
        names::PLUS => Some("+"),
        names::MINUS => Some("-"),
        names::TIMES => Some(""),
        names::LIST => Some(","),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(source: &str) -> Opt {
        formula::read(source, formula::Notation::Latex, &formula::Options::default()).opt
    }

    #[test]
    fn what_a_formula_is() {
        let shown = |source: &str| match shape(&tree(source)) {
            Shape::Names(found) => found.iter().map(|one| one.latex.as_str()).collect::<Vec<_>>().join(" "),
            Shape::States(found) => {
                format!("states {}", found.iter().map(|one| one.latex.as_str()).collect::<Vec<_>>().join(" "))
            }
            Shape::Other => "other".to_owned(),
        };
        let cases = [
            ("x", "x"),
            (r"\sigma", r"\sigma"),
            ("x_1", "x_{1}"),
            ("a_{n+1}", "a_{n+1}"),
            ("f(x)", "f"),
            ("f'(x)", "f"),
            (r"\hat\theta", r"\hat{\theta}"),
            (r"\mathbb{R}", r"\mathbb{R}"),
            ("x,y", "x y"),
            (r"x,y\in G", "states x y"),
            ("P,S>0", "states P S"),
            ("0<x<1", "states x"),
            (r"f:X\to Y", "states f"),
            ("x+1", "other"),
            ("", "other"),
        ];
        for (source, expected) in cases {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    #[test]
    fn symbols_of_a_formula() {
        let found = symbols(&tree(r"\sum_{i=1}^n a_i f(x)"));
        let found: Vec<&str> = found.iter().map(|one| one.latex.as_str()).collect();
        assert!(["i", "n", "a_{i}", "f", "x"].iter().all(|one| found.contains(one)), "{found:?}");
    }
}
