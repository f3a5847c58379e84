//! Operator trees from Tangent-S strings.

use super::{split_tag, split_type, symbol_and_font, unescape};
use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Font, Kind, NodeId, Opt};
use crate::symbol::Symbol;

/// The operator tree of a string such as `[O!SUP,0[V!x],1[N!2]]`; `None` if the string is not one.
pub fn parse_opt(text: &str) -> Option<Opt> {
    let mut opt = Opt::default();
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    if !text.is_empty() {
        rest = start(&mut opt, &mut open, rest)?;
        opt.root = open.last()?.id;
    }
    while !open.is_empty() {
        rest = match rest.as_bytes().first()? {
            b',' if rest.as_bytes().get(1)?.is_ascii_alphanumeric() => {
                start(&mut opt, &mut open, &rest[2..])?
            }
            b']' => {
                open.pop();
                &rest[1..]
            }
            _ => return None,
        };
    }
    rest.is_empty().then_some(opt)
}

/// A node whose closing bracket is still to come.
struct Open {
    id: NodeId,
    last_child: NodeId,
}

/// Reads a bracket and a tag, attaches the node to the innermost open one, and returns the rest.
fn start<'a>(opt: &mut Opt, open: &mut Vec<Open>, text: &'a str) -> Option<&'a str> {
    let (tag, rest) = split_tag(text.strip_prefix('[')?);
    let (kind, symbol, font) = label(tag, opt)?;
    let id = opt.leaf(kind, symbol, Span::default());
    opt.nodes[id.index()].font = font;
    if let Some(parent) = open.last_mut() {
        match parent.last_child.get() {
            Some(last) => opt.nodes[last.index()].next_sibling = id,
            None => opt.nodes[parent.id.index()].first_child = id,
        }
        parent.last_child = id;
    }
    open.push(Open { id, last_child: NodeId::NONE });
    Some(rest)
}

fn label(tag: &str, opt: &mut Opt) -> Option<(Kind, Symbol, Font)> {
    if let Some(name) = tag.strip_prefix('?') {
        return Some((Kind::Wildcard, opt.texts.intern(&unescape(name)), Font::Plain));
    }
    let (kind, value) = split_type(tag);
    let named = |kind, symbol| Some((kind, symbol, Font::Plain));
    let kind = match (kind, value) {
        ("W", "") => return named(Kind::Absent, Symbol::NONE),
        ("+", _) => return named(Kind::Compound, Symbol::NONE),
        ("O", "SUP") => return named(Kind::Ordered, names::SUP),
        ("O", "SUB") => return named(Kind::Ordered, names::SUB),
        ("O", "form-seq") => return named(Kind::Ordered, names::FORMULAE),
        ("F", "c") => return named(Kind::Ordered, names::CONDITIONAL),
        ("M", _) => return named(Kind::Collection, collection(value, opt)?),
        ("O", _) if value.starts_with("interval(") => {
            return named(Kind::Collection, opt.texts.intern(interval(value)?));
        }
        ("V", _) => Kind::Variable,
        ("N", _) => Kind::Number,
        ("T", _) => Kind::Text,
        ("C", _) => Kind::Constant,
        ("O", _) => Kind::Ordered,
        ("U", _) => Kind::Unordered,
        ("F", _) => Kind::Function,
        ("-", _) => Kind::Unknown,
        ("E", _) => Kind::Error,
        _ => return None,
    };
    if let Some(name) = names::find(value)
        && matches!(kind, Kind::Ordered | Kind::Unordered | Kind::Function | Kind::Constant)
    {
        return named(kind, name);
    }
    let (symbol, font) = symbol_and_font(value, &mut opt.texts);
    Some((kind, symbol, font))
}

fn interval(value: &str) -> Option<&'static str> {
    Some(match value {
        "interval(C-C)" => "interval[]",
        "interval(C-O)" => "interval[)",
        "interval(O-C)" => "interval(]",
        "interval(O-O)" => "interval()",
        _ => return None,
    })
}

fn collection(value: &str, opt: &mut Opt) -> Option<Symbol> {
    Some(match value.get(..2)? {
        "V-" => names::TUPLE,
        "L-" => names::LIST,
        "S-" => names::SET,
        "M-" => names::MATRIX,
        "R!" => names::ROW,
        "D-" => opt.texts.intern(&delimited(&value[2..])),
        _ => return None,
    })
}

/// The label of a group in brackets. The string lacks the first character of its opening bracket.
fn delimited(rest: &str) -> String {
    let opening = match rest.chars().next_back() {
        _ if rest.starts_with("lsqb;") || rest.starts_with("rsqb;") => "&",
        Some(')') => "(",
        Some('}') => "{",
        Some('⟩') => "⟨",
        Some('⌋') => "⌊",
        Some('⌉') => "⌈",
        Some('‖' | '∥') => "∥",
        Some('∣') => "∣",
        _ => "|",
    };
    unescape(&format!("delimited-{opening}{rest}"))
}
