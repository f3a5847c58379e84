//! Space between the symbols of a row, as TeX puts it.
//!
//! A browser takes spaces from a table of operators, which knows nothing about the neighbours of an operator. TeX gives every
//! symbol a class and spaces pairs of classes (The TeXbook, chapter 18). The writer does the same and writes the result
//! into the operators; where no operator is beside a space, the space is an element.

use super::Writer;
use crate::slt::{Edge, Flags, Kind, NodeId};
use crate::tables::operators::{self, Role};
use crate::typesetting::{Fences, MathStyle};

/// How many symbols the writer examines to decide whether brackets stay small. Brackets around more symbols
/// grow. The limit bounds the cost of nested brackets.
const MOST_LOOKED_AT: usize = 48;

/// TeX's classes of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Ordinary,
    Operator,
    Binary,
    Relation,
    Open,
    Close,
    Punctuation,
    Inner,
}

/// The classes that the neighbours of a symbol see.
#[derive(Clone, Copy, Debug)]
struct Sides {
    left: Class,
    right: Class,
}

/// Spaces in eighteenths of an em.
const THIN: i16 = 3;
const MEDIUM: i16 = 4;
const THICK: i16 = 5;
/// A wide space whose width is not known.
const WIDE: i16 = 18;
/// Around words whose own spaces are not known.
const AROUND_WORDS: i16 = 4;

/// The space between two classes. Scripts have thin spaces around operators only.
fn between(before: Class, after: Class, in_script: bool) -> i16 {
    use Class::{Binary, Close, Inner, Open, Operator, Ordinary, Punctuation, Relation};
    let loose = |space| if in_script { 0 } else { space };
    match (before, after) {
        (Ordinary | Operator | Close | Inner, Operator) | (Operator, Ordinary) => THIN,
        (Ordinary | Close | Inner, Binary) | (Binary, Ordinary | Operator | Open | Inner) => loose(MEDIUM),
        (Ordinary | Operator | Close | Inner, Relation) | (Relation, Ordinary | Operator | Open | Inner) => {
            loose(THICK)
        }
        (Punctuation, Ordinary | Operator | Relation | Open | Close | Punctuation | Inner) => loose(THIN),
        (Ordinary | Operator | Close, Inner) | (Inner, Ordinary | Open | Punctuation | Inner) => loose(THIN),
        _ => 0,
    }
}

impl Writer<'_, '_> {
    /// The space before each symbol of a row that stands after `before`, and before `after`.
    pub(super) fn gaps(&self, items: &[NodeId], before: Option<Class>, after: Option<Class>) -> Vec<i16> {
        let mut classes: Vec<Sides> = items.iter().map(|&id| self.class(id)).collect();
        unbind(&mut classes, before, after);
        // The word of `(mod n)` has nothing before it to divide, and still a space behind it.
        let is_mod = items.first().is_some_and(|&id| self.slt.label_is(id, "mod"));
        if let Some(first) = classes.first_mut().filter(|_| is_mod) {
            *first = Sides { left: Class::Operator, right: Class::Operator };
        }
        let in_script = !matches!(self.level, MathStyle::Display | MathStyle::Text);
        let mut left = before;
        let mut previous = None;
        let mut gaps = Vec::with_capacity(items.len());
        for (&id, sides) in items.iter().zip(&classes) {
            let gap = left.map_or(0, |left| between(left, sides.left, in_script));
            gaps.push(gap.max(previous.map_or(0, |previous| self.around_words(previous, id))));
            (left, previous) = (Some(sides.right), Some(id));
        }
        gaps
    }

    /// The space beside words of which the author's own spaces are not known.
    fn around_words(&self, previous: NodeId, id: NodeId) -> i16 {
        let kind = |id| self.slt.node(id).kind;
        let has_words = kind(previous) == Kind::Text || kind(id) == Kind::Text;
        let has_operator = kind(previous) == Kind::Operator || kind(id) == Kind::Operator;
        let is_known = self.slt.typesetting().is_some();
        if has_words && !has_operator && !is_known { AROUND_WORDS } else { 0 }
    }

    /// The space that the author put before a symbol.
    pub(super) fn author_space(&self, id: NodeId) -> i16 {
        let is_wide = self.slt.node(id).flags.has(Flags::AFTER_SPACE);
        let space = self.slt.typesetting().map_or(0, |typesetting| typesetting.details(id).space);
        if is_wide && space < WIDE { WIDE } else { space }
    }

    /// The class of a symbol. A bracketed group opens on its left and closes on its right.
    fn class(&self, id: NodeId) -> Sides {
        let node = self.slt.node(id);
        let class = match node.kind {
            Kind::Operator => self.class_of_operator(id),
            Kind::Identifier if matches!(self.slt.character(id), Some('…' | '⋯' | '⋱' | '⋰')) => {
                Class::Inner
            }
            Kind::Identifier if self.is_function(id) => Class::Operator,
            Kind::Group => {
                let grid = self.slt.grid(id);
                let is_bare = grid.open.is_none() && grid.close.is_none();
                let grows =
                    self.slt.typesetting().is_some_and(|set| set.details(id).fences == Fences::Growing);
                match (is_bare, grows) {
                    (true, _) => Class::Ordinary,
                    (false, true) => Class::Inner,
                    (false, false) => return Sides { left: Class::Open, right: Class::Close },
                }
            }
            Kind::Table => {
                let grid = self.slt.grid(id);
                if grid.open.is_none() && grid.close.is_none() { Class::Ordinary } else { Class::Inner }
            }
            _ => Class::Ordinary,
        };
        Sides { left: class, right: class }
    }

    fn class_of_operator(&self, id: NodeId) -> Class {
        let flags = self.slt.node(id).flags;
        let (opens, closes) = (flags.has(Flags::OPENS), flags.has(Flags::CLOSES));
        if opens || closes {
            return if opens { Class::Open } else { Class::Close };
        }
        if flags.has(Flags::MIDDLE) {
            return Class::Relation;
        }
        let label = self.slt.label(id);
        if matches!(label.as_str(), "/" | "." | "′" | "∖" | "\\") || label.starts_with('′') {
            return if label == "∖" { Class::Binary } else { Class::Ordinary };
        }
        let Some(operator) = operators::find_text(&label) else {
            let is_name = label.chars().all(|c| c.is_alphabetic() || c == ' ');
            return if is_name { Class::Operator } else { Class::Relation };
        };
        match operator.role {
            Role::Relation | Role::Arrow | Role::Implication | Role::Colon => Class::Relation,
            Role::Additive | Role::Multiplicative | Role::Logical => Class::Binary,
            Role::BigOperator | Role::Integral => Class::Operator,
            Role::Open => Class::Open,
            Role::Close | Role::Postfix => Class::Close,
            Role::Punctuation => Class::Punctuation,
            Role::Prefix | Role::Quantifier | Role::Bar | Role::Other => Class::Ordinary,
        }
    }

    /// Whether the node is a name of several letters, like `sin`.
    pub(super) fn is_function(&self, id: NodeId) -> bool {
        self.slt.node(id).kind == Kind::Identifier
            && self.slt.character(id).is_none()
            && self.slt.label(id).chars().all(|c| c.is_alphabetic() || c == ' ')
    }

    /// Whether a group holds nothing higher than symbols with scripts.
    pub(super) fn is_low(&self, group: NodeId) -> bool {
        let mut left = MOST_LOOKED_AT;
        self.slt.node(group).kind == Kind::Group
            && self.slt.child(group, Edge::Within).is_none_or(|head| self.row_is_low(head, &mut left))
    }

    fn row_is_low(&self, head: NodeId, left: &mut usize) -> bool {
        let mut at = Some(head);
        while let Some(id) = at {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            if !self.node_is_low(id, left) {
                return false;
            }
            at = self.slt.next(id).or_else(|| self.slt.child(id, Edge::Element));
        }
        true
    }

    fn node_is_low(&self, id: NodeId, left: &mut usize) -> bool {
        let has = |edge| self.slt.child(id, edge).is_some();
        if has(Edge::Over) || has(Edge::Under) {
            return false;
        }
        match self.slt.node(id).kind {
            Kind::Fraction | Kind::Root | Kind::Table | Kind::Enclosure => false,
            Kind::Group => {
                !has(Edge::Above)
                    && self.slt.child(id, Edge::Within).is_none_or(|head| self.row_is_low(head, left))
            }
            Kind::Operator => {
                !self.slt.character(id).is_some_and(|c| matches!(c, '∏'..='∑' | '∫'..='∳' | '⋀'..='⋃'))
            }
            _ => true,
        }
    }
}

/// A binary operator without an operand on both sides is an ordinary symbol: the sign of `-x`, the star of `(*)`.
fn unbind(classes: &mut [Sides], before: Option<Class>, after: Option<Class>) {
    use Class::{Binary, Close, Open, Operator, Ordinary, Punctuation, Relation};
    let mut left = before;
    for at in 0..classes.len() {
        let right = classes.get(at + 1).map(|sides| sides.left).or(after);
        let Some(sides) = classes.get_mut(at) else { return };
        let has_left = !matches!(left, None | Some(Binary | Operator | Relation | Open | Punctuation));
        let has_right = !matches!(right, None | Some(Relation | Close | Punctuation));
        if sides.left == Binary && !(has_left && has_right) {
            *sides = Sides { left: Ordinary, right: Ordinary };
        }
        left = Some(sides.right);
    }
}

/// The spaces that browsers put around an operator between two operands, where that is certain.
pub(super) fn default_spaces(c: char) -> Option<(i16, i16)> {
    match c {
        '=' | '<' | '>' | '≤' | '≥' | '≠' | '≈' | '≡' | '∼' | '≅' | '∈' | '∉' | '⊂' | '⊆' | '→' | '⇒'
        | '⇔' | '↦' => Some((THICK, THICK)),
        '+' | '-' | '−' | '±' | '×' | '∪' | '∩' | '⊕' | '⊗' => Some((MEDIUM, MEDIUM)),
        ',' => Some((0, THIN)),
        _ => None,
    }
}
