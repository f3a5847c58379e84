//! The symbols of a baseline, each with its role for the parser.

use crate::names;
use crate::slt::{Font, Kind, Node, NodeId};
use crate::symbol::Symbol;
use crate::tables::commands::{self, Command};
use crate::tables::operators::{self, Operator};

use super::Parser;
use super::state::{LIST, RELATION};

/// The role of a symbol on its baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A letter, number, group: a symbol that is an operand by itself.
    Operand,
    /// A function with a name of several letters: `sin`.
    Name,
    /// `∑`, `lim`.
    Big,
    /// `∫`.
    Integral,
    /// A fraction such as `d/dx` that waits for the differentiated expression.
    Derivative,
    /// `¬`, `∂`.
    Prefix,
    /// `+`, `−`, `±`: between operands, or before one.
    Sign,
    /// `×`, `/`, `∪`.
    Infix,
    /// `mod`.
    Remainder,
    /// `=`, `→`, `⇒`: symbols that form chains.
    Relation,
    /// `∧`, `∨`.
    Logical,
    /// `∀`, `∃`.
    Quantifier,
    /// `!`.
    Postfix,
    /// `,`.
    Comma,
    /// `;` and the full stop.
    Stop,
    /// `:`.
    Colon,
    /// `|` that belongs to no pair.
    Bar,
    /// Words.
    Text,
    /// A bracket that belongs to no pair.
    Fence,
    /// An empty place without scripts.
    Nothing,
}

impl Role {
    /// Whether an operand can start with this symbol.
    pub(super) fn starts_operand(self) -> bool {
        use Role::{Big, Derivative, Integral, Name, Operand, Prefix, Quantifier};
        matches!(self, Operand | Name | Big | Integral | Derivative | Prefix | Quantifier)
    }

    /// Whether this symbol can have an operand to its right.
    pub(super) fn wants_operand(self) -> bool {
        self.starts_operand() || self == Role::Sign
    }
}

/// A symbol of a baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) node: NodeId,
    pub(super) role: Role,
    pub(super) unordered: bool,
    pub(super) priority: u16,
    /// The name of the operator.
    pub(super) symbol: Symbol,
}

impl Parser<'_> {
    /// Appends the symbols of the baseline that starts at `head`.
    pub(super) fn gather(&mut self, head: NodeId) {
        let mut next = head.get();
        while let Some(id) = next {
            self.gather_one(id);
            next = self.slt.next(id);
        }
    }

    /// Appends one symbol, unless it is an empty place. A bar that opens a group without a closing fence or
    /// with a brace at its end, as in `\left\{x\left|x>0\right.\right\}`, is a symbol by itself.
    pub(super) fn gather_one(&mut self, id: NodeId) {
        if self.slt.node(id).kind == Kind::Group && self.is_bar_with_rest(id) {
            self.items.push(Item {
                node: id,
                role: Role::Bar,
                unordered: false,
                priority: RELATION,
                symbol: names::CONDITIONAL,
            });
            return self.gather_elements(id);
        }
        let item = self.classify(id);
        if item.role != Role::Nothing && !self.lengthens_dots(item) {
            self.items.push(item);
        }
    }

    /// Whether a symbol is the fourth dot of `....` or `\cdot\cdot\cdot\cdot`, which means the same as three.
    fn lengthens_dots(&self, item: Item) -> bool {
        let Some(before) = self.items.last().filter(|before| self.slt.next(before.node) == Some(item.node))
        else {
            return false;
        };
        let dots = (self.slt.character(before.node), self.slt.character(item.node));
        match dots {
            (Some('…' | '⋯'), Some('.')) => !self.has_scripts(item.node),
            (Some('⋯'), Some('⋅')) => !self.has_scripts(item.node) && self.stands_alone(item.node),
            _ => false,
        }
    }

    fn is_bar_with_rest(&self, id: NodeId) -> bool {
        let grid = self.slt.grid(id);
        matches!(grid.open.as_char(), Some('|' | '∣'))
            && matches!(grid.close.as_char(), None | Some('.' | '}'))
            && !self.has_scripts(id)
    }

    fn classify(&self, id: NodeId) -> Item {
        let node = self.slt.node(id);
        let mut item =
            Item { node: id, role: Role::Operand, unordered: false, priority: 0, symbol: node.symbol };
        match node.kind {
            Kind::Identifier | Kind::Operator => self.classify_symbol(node, &mut item),
            Kind::Text => self.classify_text(node, &mut item),
            Kind::Fraction if self.is_derivative_operator(id) => item.role = Role::Derivative,
            Kind::Empty if !self.has_scripts(id) => item.role = Role::Nothing,
            _ => {}
        }
        if item.role == Role::Remainder {
            item.symbol = names::REM;
        }
        item
    }

    fn classify_symbol(&self, node: &Node, item: &mut Item) {
        let operator = match node.symbol.as_char() {
            Some(c) if c.is_ascii_alphanumeric() => return,
            Some('ℜ' | 'ℑ') => return item.role = Role::Name,
            Some(c) => operators::find(c),
            None => {
                let text = self.slt.texts.long(node.symbol);
                match operators::find_text(text) {
                    None => return item.role = name_role(text, node),
                    // `V_\mathrm{inf}`: a word, not the operator.
                    Some(_) if node.kind == Kind::Identifier && node.next == NodeId::NONE => return,
                    // Functions that take limits, but no product.
                    Some(operator) if matches!(text, "det" | "dim" | "sup" | "inf") => {
                        item.symbol = operator.name;
                        return item.role = Role::Name;
                    }
                    operator => operator,
                }
            }
        };
        let Some(operator) = operator else { return };
        item.role = role_of(operator);
        item.priority = operator.priority;
        item.symbol = operator.name;
        item.unordered = operator.unordered;
        if matches!(item.role, Role::Comma | Role::Stop) && self.has_scripts(item.node) {
            // A separator gets no node, unless it has scripts.
            item.role = Role::Operand;
        }
        if item.role == Role::Infix && operator.name == names::REM {
            item.role = Role::Remainder;
        }
    }

    /// Classifies words. `\text{mod}` and `\text{max}` mean the same as the commands.
    fn classify_text(&self, node: &Node, item: &mut Item) {
        let mut label = String::new();
        self.slt.push_symbol(node.symbol, &mut label);
        let text = label.trim();
        item.role = match commands::find(text) {
            _ if text == "mod" => Role::Remainder,
            Some(Command::Function { .. }) => Role::Name,
            _ if matches!(text, "." | ",") => Role::Stop,
            _ => Role::Text,
        };
    }
}

fn name_role(text: &str, node: &Node) -> Role {
    match text.trim() {
        "mod" => Role::Remainder,
        _ if !text.chars().all(|c| c.is_alphabetic() || c == ' ') => Role::Operand,
        _ if matches!(node.font, Font::Plain | Font::Roman) => Role::Name,
        _ => Role::Operand,
    }
}

fn role_of(operator: &Operator) -> Role {
    use operators::Role as Dictionary;
    match operator.role {
        Dictionary::Relation | Dictionary::Arrow | Dictionary::Implication => Role::Relation,
        Dictionary::Additive if is_sign(operator.name) => Role::Sign,
        Dictionary::Additive | Dictionary::Multiplicative => Role::Infix,
        Dictionary::Logical => Role::Logical,
        Dictionary::Prefix => Role::Prefix,
        Dictionary::Quantifier => Role::Quantifier,
        Dictionary::Postfix => Role::Postfix,
        Dictionary::BigOperator => Role::Big,
        Dictionary::Integral => Role::Integral,
        Dictionary::Open | Dictionary::Close => Role::Fence,
        Dictionary::Bar => Role::Bar,
        Dictionary::Punctuation if operator.priority >= LIST => Role::Comma,
        Dictionary::Punctuation => Role::Stop,
        Dictionary::Colon => Role::Colon,
        Dictionary::Other => Role::Operand,
    }
}

fn is_sign(name: Symbol) -> bool {
    name == names::PLUS || name == names::MINUS || name == names::PLUS_MINUS || name == names::MINUS_PLUS
}
