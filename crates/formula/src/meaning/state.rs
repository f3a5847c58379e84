//! The state of the precedence parser: the waiting operators and the current baseline.

use crate::diagnostic::Span;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

use super::survey::Survey;

// Priorities in addition to those of the dictionary; higher binds tighter.
pub(super) const SEQUENCE: u16 = 20;
pub(super) const CONDITION: u16 = 35;
pub(super) const LIST: u16 = 40;
pub(super) const COLON: u16 = 100;
pub(super) const ARROW: u16 = 180;
/// A modulus in brackets ends the whole relation before it.
pub(super) const MODULUS: u16 = 250;
pub(super) const RELATION: u16 = 260;
pub(super) const TIGHT_LIST: u16 = 265;
pub(super) const TIGHT_LOGIC: u16 = 268;
pub(super) const RATIO: u16 = 270;
pub(super) const REMAINDER: u16 = 270;
/// An integral that waits for its differential takes sums, but no relations.
pub(super) const INTEGRAL: u16 = 272;
pub(super) const NEGATION: u16 = 280;
pub(super) const BIG: u16 = 290;
pub(super) const PRODUCT: u16 = 390;
/// Arrows up and down: `a↑↑b`.
pub(super) const HEIGHT: u16 = 400;
/// The argument of `\sin`; products of simple factors bind tighter there.
pub(super) const FUNCTION: u16 = 500;
pub(super) const FACTORS: u16 = 510;

/// The surroundings of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// Nothing that splits the baseline into elements.
    Baseline,
    /// Brackets: the elements of the list stay separate on the stack.
    Elements,
    /// Brackets after a function: elements, and a bar means "given".
    Arguments,
    /// Braces: elements, and a bar or colon means "such that".
    Set,
}

/// How a waiting operator takes its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Two operands.
    Infix,
    /// Any number of operands.
    Nary,
    /// The first relation of a chain.
    Relation,
    /// A further link of the chain.
    Link,
    /// The operator is on the operand stack before its operands.
    Prefix,
    /// The same, for an integral that waits for a differential.
    Integral,
    /// The variables are on the operand stack; the differentiated expression follows.
    Derivative,
    /// Separated elements.
    List,
    /// Formulas with words or spaces between them.
    Sequence,
}

/// An operator waiting for operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) shape: Shape,
    pub(super) kind: Kind,
    pub(super) priority: u16,
    pub(super) symbol: Symbol,
    /// The operator as a tree, where it carries scripts.
    pub(super) operator: NodeId,
    /// Where its operands start on the stack.
    pub(super) start: usize,
    /// The height of the stack as long as the expected operand is missing.
    pub(super) awaiting: usize,
    pub(super) span: Span,
}

/// The state of one baseline.
pub(super) struct Row {
    pub(super) context: Context,
    pub(super) survey: Survey,
    /// Where its symbols start and end, and where its operators and operands start on the stacks.
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) pending: usize,
    pub(super) operands: usize,
    pub(super) expecting: bool,
    /// Set if the last operand was words or a lone bracket: the next operand is not a factor of it but is
    /// joined to it under this label.
    pub(super) apart: Option<Symbol>,
    /// A relation stands before this place, and no separator after it.
    pub(super) related: bool,
    /// Up to this place there is no relation or stop; the flag says whether there is a relation here.
    pub(super) relation: (usize, bool),
    /// Integrals that wait for a differential.
    pub(super) integrals: usize,
    /// Up to this place there is no differential; the flag says whether there is one here.
    pub(super) scanned: (usize, bool),
}
