//! Content MathML to labels, as the programs of Tangent-S read it for MathAMR.
//!
//! The operators are in `data/content-operators.tsv`. `share` and unknown elements make the whole formula fail.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::OperatorTree;
use super::xml::Element;

static OPERATORS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/content-operators.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t')).collect()
});

/// Reads an element; none if the published programs fail at it.
pub(super) fn read(element: &Element) -> Option<OperatorTree> {
    match element.name.as_str() {
        "math" => only_child(element),
        "semantics" | "mstyle" => read(element.children.first()?),
        "ci" | "mi" => leaf('V', &element.text),
        "cn" | "mn" => leaf('N', &element.text),
        "mtext" | "text" | "ms" => leaf('T', &element.text),
        "csymbol" => symbol(element),
        "apply" => apply(element),
        "cerror" | "merror" => error(element),
        "interval" => interval(element),
        "list" => collection('L', element),
        "set" => collection('S', element),
        "vector" => collection('V', element),
        "matrix" => matrix(element),
        "matrixrow" => inner("M!R!".to_owned(), &element.children),
        "degree" => inner("$!degree".to_owned(), &element.children),
        name => inner((*OPERATORS.get(name)?).to_owned(), &element.children),
    }
}

fn only_child(element: &Element) -> Option<OperatorTree> {
    match element.children.as_slice() {
        [only] => read(only),
        _ => None,
    }
}

fn inner(label: String, children: &[Element]) -> Option<OperatorTree> {
    Some(OperatorTree { label, children: all(children)? })
}

/// The trees of elements. Query variables of MathWebSearch are left out.
fn all(elements: &[Element]) -> Option<Vec<OperatorTree>> {
    elements.iter().filter(|element| element.attribute("cd") != "mws").map(read).collect()
}

fn leaf(kind: char, text: &str) -> Option<OperatorTree> {
    let value = clean(text)?;
    Some(OperatorTree::leaf(&if value.is_empty() { "W!".to_owned() } else { format!("{kind}!{value}") }))
}

/// Trims a text and spells out the characters with a meaning in tree strings. A `<` makes the formula fail, because
/// the published programs replace references once too often.
fn clean(text: &str) -> Option<String> {
    let mut out = String::new();
    for c in text.trim().chars() {
        match c {
            '<' => return None,
            '?' => out.push_str("&quest;"),
            ',' => out.push_str("&comma;"),
            '[' => out.push_str("&lsqb;"),
            ']' => out.push_str("&rsqb;"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2061}'..='\u{2064}' => {}
            _ => out.push(c),
        }
    }
    Some(out)
}

fn symbol(element: &Element) -> Option<OperatorTree> {
    let name = clean(&element.text)?;
    let ambiguous = element.attribute("cd") == "ambiguous";
    let label = match name.as_str() {
        _ if element.attribute("cd") == "unknown" => format!("-!{}", name.to_lowercase()),
        "superscript" if ambiguous => "O!SUP".to_owned(),
        "subscript" if ambiguous => "O!SUB".to_owned(),
        "formulae-sequence" if ambiguous => "O!form-seq".to_owned(),
        "fragments" if ambiguous => "O!fragments".to_owned(),
        "missing-subexpression" if ambiguous => "W!".to_owned(),
        _ if element.attribute("cd") != "latexml" => return None,
        "absent" => "W!".to_owned(),
        "for-all" => "O!forall".to_owned(),
        "modulo" => "O!rem".to_owned(),
        "square-root" => "O!root".to_owned(),
        "differential-d" => "V!d".to_owned(),
        "conditional" => "V!c".to_owned(),
        "matrix" => return None,
        name if name.parse::<f64>().is_ok() => format!("N!{name}"),
        name => match name.strip_prefix("delimited-") {
            // The published programs cut one character too many.
            Some(fences) => format!("M!D-{}", fences.get(1..)?),
            None => OPERATORS.get(name).map_or_else(|| format!("O!{name}"), |label| (*label).to_owned()),
        },
    };
    Some(OperatorTree::leaf(&label))
}

fn apply(element: &Element) -> Option<OperatorTree> {
    let (head, operands) = element.children.split_first()?;
    let mut operator = read(head)?;
    let mut operands = all(operands)?;
    if let Some(name) = operator.label.strip_prefix("V!") {
        operator.label = format!("F!{name}");
    }
    if !operator.children.is_empty() {
        return Some(compound(operator, operands));
    }
    match operator.label.as_str() {
        "O!root" => operands = root_operands(operands),
        "O!int" => operands.extend([OperatorTree::leaf("W!"), OperatorTree::leaf("W!")]),
        _ => {}
    }
    operator.children = operands;
    Some(operator)
}

/// An operator that is a tree: its first child, with the label of its base where it has a script.
fn compound(operator: OperatorTree, operands: Vec<OperatorTree>) -> OperatorTree {
    let has_script = matches!(operator.label.as_str(), "O!SUP" | "O!SUB");
    let base = operator.children.first().filter(|_| has_script).map_or("", |base| base.label.as_str());
    let label = format!("+!{base}");
    let children = std::iter::once(operator).chain(operands).collect();
    OperatorTree { label, children }
}

/// The radicand and the degree, 2 if none is written.
fn root_operands(operands: Vec<OperatorTree>) -> Vec<OperatorTree> {
    let (degrees, radicands): (Vec<_>, Vec<_>) =
        operands.into_iter().partition(|operand| operand.label == "$!degree");
    let degree = degrees.into_iter().flat_map(|degree| degree.children).next();
    radicands.into_iter().chain([degree.unwrap_or_else(|| OperatorTree::leaf("N!2"))]).collect()
}

/// The parts that could not be parsed; unknown symbols in a row become one text.
fn error(element: &Element) -> Option<OperatorTree> {
    let mut children: Vec<OperatorTree> = Vec::new();
    for child in all(&element.children)? {
        let is_unknown = |tree: &OperatorTree| tree.label.starts_with("-!") && tree.children.is_empty();
        let is_run = |tree: &OperatorTree| is_unknown(tree) || tree.label.starts_with("T!");
        match children.last_mut().filter(|last| is_unknown(&child) && is_run(last)) {
            Some(last) => {
                let text = last.label.get(2..).unwrap_or("").to_owned() + child.label.get(2..).unwrap_or("");
                last.label = format!("T!{text}");
            }
            None => children.push(child),
        }
    }
    Some(OperatorTree { label: format!("E!{}", clean(&element.text)?), children })
}

fn interval(element: &Element) -> Option<OperatorTree> {
    let sides = match element.attribute("closure") {
        "open" => "O-O",
        "open-closed" => "O-C",
        "closed-open" => "C-O",
        _ => "C-C",
    };
    inner(format!("O!interval({sides})"), &element.children)
}

fn collection(kind: char, element: &Element) -> Option<OperatorTree> {
    inner(format!("M!{kind}-{}", element.children.len()), &element.children)
}

/// Rows of one length, filled up with empty errors.
fn matrix(element: &Element) -> Option<OperatorTree> {
    let mut rows = all(&element.children)?;
    let columns = rows.iter().map(|row| row.children.len()).max().unwrap_or(0);
    for row in &mut rows {
        row.children.resize_with(columns, || OperatorTree::leaf("E!"));
    }
    Some(OperatorTree { label: format!("M!M-{}x{columns}", rows.len()), children: rows })
}
