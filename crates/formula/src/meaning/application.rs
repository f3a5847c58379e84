//! Function application: `f(x)` against `a(b+c)`, and the arguments of `\sin` without brackets.
//!
//! The rule: A function letter (`data/function-letters.txt`) before brackets is applied. Any other letter is
//! applied to a list, a condition, one variable, one number or another application, and then everywhere in
//! the same formula; otherwise it is a factor. Double-struck letters are never factors of brackets:
//! `\mathbb P(A)`, `\mathbb Q(\sqrt2)`, `\mathbb Z[x]`. A named function takes its brackets, or the simple
//! factors that follow it, up to the next function, sign or written operator: `\sin 2x\cos y` is a product of
//! two functions.

use std::sync::LazyLock;

use crate::names;
use crate::opt;
use crate::slt::{Edge, Font, Kind, NodeId, Slt};
use crate::symbol::Symbol;
use crate::tables::commands::{self, Command};

use super::Parser;
use super::items::{Item, Role};
use super::state::{BIG, Context, FUNCTION, Row, Shape};

const LETTERS: &str = include_str!("../../data/function-letters.txt");

static FUNCTION_LETTERS: LazyLock<Letters> = LazyLock::new(|| {
    let mut letters = Letters::default();
    for line in LETTERS.lines().filter(|line| !line.starts_with("# ")) {
        line.chars().filter(|c| c.is_alphabetic()).for_each(|c| letters.insert(c));
    }
    letters
});

/// A set of Latin and Greek letters.
#[derive(Clone, Copy, Default)]
pub(super) struct Letters([u64; 16]);

impl Letters {
    /// The letters that a formula uses as functions: those of the data file, and those before a list, a
    /// single variable or a number in brackets.
    pub(super) fn of(slt: &Slt) -> Letters {
        let mut letters = *FUNCTION_LETTERS;
        for node in &slt.nodes {
            let Some(next) = node.next.get() else { continue };
            if node.kind != Kind::Identifier || slt.node(next).kind != Kind::Group {
                continue;
            }
            if let Some(letter) = node.symbol.as_char()
                && looks_like_arguments(slt, next, letter)
            {
                letters.insert(letter);
            }
        }
        letters
    }

    fn insert(&mut self, letter: char) {
        if let Some(word) = self.0.get_mut(letter as usize / 64) {
            *word |= 1 << (letter as usize % 64);
        }
    }

    pub(super) fn contains(&self, letter: char) -> bool {
        self.0.get(letter as usize / 64).is_some_and(|word| word >> (letter as usize % 64) & 1 == 1)
    }
}

/// Whether the content of round brackets after a letter looks like the arguments of a function: a list, a
/// condition, a single variable or number, an application.
fn looks_like_arguments(slt: &Slt, group: NodeId, letter: char) -> bool {
    let grid = slt.grid(group);
    if grid.open.as_char() != Some('(') || grid.close.as_char() != Some(')') {
        return false;
    }
    if grid.columns >= 2 {
        return true;
    }
    let Some(head) = slt.child(group, Edge::Within) else { return false };
    let single = slt.next(head).is_none();
    // `p(x|y)`, `D(P‖Q)`
    let is_bar = |node| {
        slt.node(node).kind == Kind::Operator && matches!(slt.character(node), Some('|' | '∣' | '∥' | '‖'))
    };
    if slt.row(Some(head)).any(is_bar) {
        return true;
    }
    match slt.node(head).kind {
        Kind::Number => {
            let power = slt.child(head, Edge::Above).and_then(|power| slt.character(power));
            single && (slt.node(head).first_child == NodeId::NONE || power == Some('∘'))
        }
        Kind::Identifier if single => slt.character(head).is_some_and(|c| c != letter),
        Kind::Identifier => slt.next(head).is_some_and(|next| is_application(slt, head, next)),
        Kind::Wildcard => single,
        _ => false,
    }
}

/// Whether the content is `head` and the group after it and nothing else, an application: `σ(f(x))`.
fn is_application(slt: &Slt, head: NodeId, group: NodeId) -> bool {
    let Some(letter) = slt.character(head) else { return false };
    slt.node(group).kind == Kind::Group
        && slt.next(group).is_none()
        && (FUNCTION_LETTERS.contains(letter) || looks_like_arguments(slt, group, letter))
}

impl Parser<'_> {
    /// Whether the symbol at `at`, whose tree is the operand at `start`, is applied to the group at `next`.
    pub(super) fn takes_arguments(&self, at: usize, next: usize, start: usize) -> bool {
        let (callee, group) = (self.items[at].node, self.items[next].node);
        if next != at + 1 || !self.is_argument_group(group) || self.after_space(&self.items[next]) {
            return false;
        }
        let grid = self.slt.grid(group);
        let node = self.slt.node(callee);
        let letter = self.slt.character(callee).unwrap_or('\0');
        match grid.open.as_char() {
            Some('(') => match node.kind {
                Kind::Identifier if letter == '\0' => true,
                Kind::Identifier => self.is_function(callee, letter, group),
                Kind::Wildcard => {
                    self.functions.contains(letter) || looks_like_arguments(self.slt, group, letter)
                }
                Kind::Command => true,
                Kind::Group => self.is_function_expression(start),
                _ => false,
            },
            Some('[') => {
                node.kind == Kind::Identifier
                    && (matches!(letter, 'E' | 'P') || node.font == Font::DoubleStruck)
            }
            Some('{') => node.kind == Kind::Identifier && node.font == Font::Script,
            _ => false,
        }
    }

    fn is_function(&self, callee: NodeId, letter: char, group: NodeId) -> bool {
        if !letter.is_alphabetic() {
            return false;
        }
        let power = self.slt.child(callee, Edge::Above);
        if power.is_some_and(|power| self.is_prime(power)) {
            return true;
        }
        if power.is_some() {
            return FUNCTION_LETTERS.contains(letter);
        }
        self.functions.contains(letter)
            || matches!(self.slt.node(callee).font, Font::Script | Font::DoubleStruck)
            || looks_like_arguments(self.slt, group, letter)
    }

    /// `(f∘g)(x)`, `(f+g)(x)`: an expression of functions in brackets.
    fn is_function_expression(&self, start: usize) -> bool {
        let symbol = self.builder.symbol(start);
        if symbol == names::COMPOSE {
            return true;
        }
        let arithmetic = [names::PLUS, names::MINUS, names::TIMES].contains(&symbol);
        let is_letter = |symbol: Symbol| symbol.as_char().is_some_and(|c| FUNCTION_LETTERS.contains(c));
        arithmetic && self.builder.child_symbols(start).all(|(symbol, leaf)| leaf && is_letter(symbol))
    }

    fn is_argument_group(&self, node: NodeId) -> bool {
        if self.slt.node(node).kind != Kind::Group || self.is_modulus(node) {
            return false;
        }
        let grid = self.slt.grid(node);
        let fences = (grid.open.as_char(), grid.close.as_char());
        matches!(fences, (Some('('), Some(')')) | (Some('['), Some(']')) | (Some('{'), Some('}')))
            && !self.is_binomial(node)
    }

    /// Reads the arguments in a group and applies the operand at `start` to them.
    pub(super) fn arguments(&mut self, group: NodeId, start: usize) {
        let first = self.items.len();
        self.gather_elements(group);
        if self.items.len() > first {
            self.row(first, Context::Arguments);
        }
        if self.adjoins(group, start) {
            self.fold_delimited(start + 1, Some('['), Some(']'), self.slt.node(group).span);
        }
        self.builder.apply(start);
        self.builder.widen(self.slt.node(group).span);
        self.scripts(group, start);
    }

    /// Whether the group follows a ring: `\mathbb Z[x]` is not `\mathbb Z(x)`.
    fn adjoins(&self, group: NodeId, start: usize) -> bool {
        self.slt.grid(group).open.as_char() == Some('[')
            && self.builder.len() > start + 1
            && self.builder.double_struck(start).is_some_and(|letter| !matches!(letter, 'E' | 'P'))
    }

    /// A named function: applied to its brackets, to the factors that follow, or to nothing.
    pub(super) fn name(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        self.builder.leaf_of(opt::Kind::Function, item.symbol, self.slt.node(item.node));
        self.scripts(item.node, start);
        row.expecting = false;
        let Some(&next) = self.items[..row.end].get(at + 1) else { return at + 1 };
        if self.is_argument_group(next.node) && self.slt.grid(next.node).open.as_char() != Some('{') {
            self.arguments(next.node, start);
            return at + 2;
        }
        let negated = next.symbol == names::MINUS
            && self.items[..row.end].get(at + 2).is_some_and(|item| item.role == Role::Operand);
        let argument_follows = next.role.starts_operand() || (next.role == Role::Sign && negated);
        if !argument_follows {
            return at + 1;
        }
        let ranges = self.has_scripts(item.node) && self.ranges_over_scripts(item.node);
        self.await_operand(row, start, if ranges { BIG } else { FUNCTION }, Shape::Prefix);
        at + 1
    }

    /// `sin(x)` spelt with letters, as in plain text: a known name directly before round brackets.
    pub(super) fn spelt_name(&mut self, at: usize, row: &mut Row) -> Option<usize> {
        const LONGEST: usize = 7;
        let letter = |item: &&Item| {
            let node = self.slt.node(item.node);
            node.kind == Kind::Identifier
                && node.symbol.as_char().is_some_and(|c| c.is_ascii_alphabetic())
                && matches!(node.font, Font::Plain | Font::Roman)
                && !self.has_scripts(item.node)
                && (item.node == self.items[at].node || !self.after_space(item))
        };
        let run = &self.items[at..row.end.min(at + LONGEST)];
        let length = run.iter().take_while(letter).count();
        let group = self.items[..row.end].get(at + length)?;
        if length < 2
            || !self.is_argument_group(group.node)
            || self.slt.grid(group.node).open.as_char() != Some('(')
        {
            return None;
        }
        let mut name = [0; LONGEST];
        for (place, item) in self.items[at..at + length].iter().enumerate() {
            name[place] = self.slt.character(item.node).unwrap_or('?') as u8;
        }
        let name = std::str::from_utf8(&name[..length]).ok()?;
        if !is_spelt_function(name) {
            return None;
        }
        let (start, group) = (self.builder.len(), group.node);
        let (first, last) =
            (self.slt.node(self.items[at].node), self.slt.node(self.items[at + length - 1].node));
        let symbol = if name == "sqrt" { names::ROOT } else { self.builder.text(name) };
        self.builder.leaf_of(opt::Kind::Function, symbol, first);
        self.builder.widen(last.span);
        if name == "sqrt" {
            self.builder.pop();
            self.group_content(group);
            self.builder.leaf(opt::Kind::Number, Symbol::character('2'));
            self.builder.fold(start, opt::Kind::Ordered, names::ROOT, first.span);
            self.scripts(group, start);
        } else {
            self.arguments(group, start);
        }
        row.expecting = false;
        Some(at + length + 1)
    }

    /// `max`, `min`, `sup`, `inf` with a script take a product, as `∑` does.
    fn ranges_over_scripts(&self, node: NodeId) -> bool {
        matches!(
            self.slt.texts.long(self.slt.node(node).symbol),
            "max" | "min" | "sup" | "inf" | "argmax" | "argmin"
        )
    }

    /// Whether the factor at `at` still belongs to the argument of the function before it.
    pub(super) fn continues_argument(&self, at: usize, row: &Row) -> bool {
        let item = self.items[at];
        if item.role != Role::Operand || self.looks_like_differential(at, row) {
            return false;
        }
        let last = self.builder.len().saturating_sub(1);
        let closed =
            [names::ABS, names::NORM, names::FLOOR, names::CEILING].contains(&self.builder.symbol(last));
        match self.slt.node(item.node).kind {
            Kind::Number | Kind::Fraction | Kind::Root => !closed,
            Kind::Identifier | Kind::Command | Kind::Wildcard => {
                let applied = at + 1 < row.end && self.takes_arguments(at, at + 1, last);
                !closed && !applied
            }
            Kind::Group => self.builder.kind(last) == opt::Kind::Number,
            _ => false,
        }
    }
}

/// Whether a run of letters spells a function. Short names that could be factors (`ch(x)`) do not count.
fn is_spelt_function(name: &str) -> bool {
    let short = matches!(name, "ln" | "lg" | "Pr" | "tr" | "Tr");
    let known = matches!(commands::find(name), Some(Command::Function { limits: false, .. }));
    known && (name.len() > 2 || short) || matches!(name, "sqrt" | "lcm" | "Var" | "Cov" | "adj" | "Re" | "Im")
}
