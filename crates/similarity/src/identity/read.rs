//! Reads canonical operator trees as expressions.
//!
//! The reader understands arithmetic. It refuses anything else, except functions of their operands, whatever
//! they mean: `f(x)`, `a_n`, `\gcd(a,b)`, `\int_0^x f(t)\,dt`. Two of these are equal if their operands are
//! equal as expressions. That is also right for bound variables, since operands that are equal for random
//! values of a bound variable are equal for all.

use formula::names;
use formula::opt::{Font, Kind, NodeId, Opt};
use formula::symbol::Symbol;
use xxhash_rust::xxh3::xxh3_64;

use super::elementary::Elementary;
use super::expression::{DOUBLE_SIGN, Id, PI, Pool};
use super::field::mix;
use super::ratio::Ratio;

/// Deeper trees are refused.
const DEEPEST: usize = 48;
/// Larger trees are refused.
const MOST_NODES: usize = 200;
/// The most variables of a formula.
pub(super) const MOST_VARIABLES: usize = 16;

/// The use of an operand, which decides what it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// As a number.
    Arithmetic,
    /// As an operand of a function that is not understood.
    Opaque,
}

/// A letter that stands for a number.
struct Variable {
    /// The hash of its name.
    name: u64,
    letter: (char, Font),
    /// Whether it is perhaps not a number.
    is_dubious: bool,
}

/// Reads the trees of one formula.
pub(super) struct Reader<'a> {
    opt: &'a Opt,
    pub(super) pool: Pool,
    /// The variables so far.
    variables: Vec<Variable>,
    nodes: usize,
    label: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(opt: &'a Opt) -> Reader<'a> {
        Reader { opt, pool: Pool::default(), variables: Vec::new(), nodes: 0, label: String::new() }
    }

    /// The number of variables read so far.
    pub(super) fn variables(&self) -> usize {
        self.variables.len()
    }

    /// Whether a variable is perhaps not a number but a matrix, or the `d` of `dy/dx`. The rules of numbers
    /// do not hold for these, in particular where they cancel: `P^{-1}AP` is not `A`.
    pub(super) fn is_dubious(&self, variable: usize) -> bool {
        self.variables.get(variable).is_some_and(|variable| variable.is_dubious)
    }

    /// The letters of the variables, in the order in which they were read.
    pub(super) fn letters(&self) -> Vec<(char, Font)> {
        self.variables.iter().map(|variable| variable.letter).collect()
    }

    /// Reads a node as a number.
    pub(super) fn arithmetic(&mut self, node: NodeId) -> Option<Id> {
        self.read(node, Place::Arithmetic, 0)
    }

    fn read(&mut self, node: NodeId, place: Place, depth: usize) -> Option<Id> {
        self.nodes += 1;
        if depth > DEEPEST || self.nodes > MOST_NODES {
            return None;
        }
        if self.opt.is_leaf(node) {
            return self.leaf(node, place);
        }
        let mut children = [node; 2];
        let mut count = 0;
        for child in self.opt.children(node) {
            if let Some(slot) = children.get_mut(count) {
                *slot = child;
            }
            count += 1;
        }
        let [first, second] = children;
        match self.opt.node(node).kind {
            _ if self.opt.symbol(node) == names::ABS && count == 1 => {
                let operand = self.number(first, depth)?;
                self.pool.absolute(operand)
            }
            _ if self.is_arrow(node, count) => None,
            Kind::Collection if place == Place::Arithmetic => None,
            Kind::Ordered | Kind::Unordered => self.operator(node, first, second, count, depth),
            Kind::Function if count == 1 => self.function(node, first, depth),
            Kind::Compound => self.compound(node, first, second, count, depth),
            Kind::Function | Kind::Unknown | Kind::Collection => self.opaque(node, depth),
            _ => None,
        }
    }

    fn leaf(&mut self, node: NodeId, place: Place) -> Option<Id> {
        let leaf = self.opt.node(node);
        if leaf.kind != Kind::Number || leaf.font == Font::DoubleStruck {
            return self.name(node, place);
        }
        self.set_label(node);
        let number = Ratio::from_decimal(&self.label)?;
        self.pool.number(number)
    }

    /// A variable or a constant.
    fn name(&mut self, node: NodeId, place: Place) -> Option<Id> {
        let (leaf, symbol) = (*self.opt.node(node), self.opt.symbol(node));
        let letter = symbol.as_char().filter(|c| c.is_alphabetic());
        match (leaf.kind, letter) {
            (Kind::Variable, Some('π')) if leaf.font == Font::Plain => self.pool.constant(PI),
            (Kind::Variable | Kind::Function, Some(_)) if leaf.font != Font::DoubleStruck => {
                self.variable(node)
            }
            (Kind::Text | Kind::Absent | Kind::Error | Kind::Wildcard, _) => None,
            (Kind::Ordered | Kind::Unordered | Kind::Compound, _) if place == Place::Arithmetic => None,
            // A set of numbers is not a number.
            _ if place == Place::Arithmetic && leaf.font == Font::DoubleStruck => None,
            _ if place == Place::Arithmetic && is_dots(symbol) => None,
            _ => {
                let key = self.label_hash(node);
                self.pool.constant(key)
            }
        }
    }

    /// The variable with the label of a node.
    fn variable(&mut self, node: NodeId) -> Option<Id> {
        let name = self.label_hash(node);
        let known = self.variables.iter().position(|known| known.name == name);
        let number = known.unwrap_or(self.variables.len());
        if known.is_none() {
            if number == MOST_VARIABLES {
                return None;
            }
            let letter = self.opt.symbol(node).as_char().unwrap_or_default();
            let is_dubious = letter.is_uppercase() || matches!(letter, 'd' | 'δ');
            let font = self.opt.node(node).font;
            self.variables.push(Variable { name, letter: (letter, font), is_dubious });
        }
        self.pool.variable(number as u16)
    }

    fn operator(
        &mut self,
        node: NodeId,
        first: NodeId,
        second: NodeId,
        count: usize,
        depth: usize,
    ) -> Option<Id> {
        match (self.opt.symbol(node), count) {
            (names::PLUS, _) => {
                let terms = self.operands(node, Place::Arithmetic, depth)?;
                self.pool.sum(&terms)
            }
            (names::TIMES, _) if self.bold_factors(node) > 1 => None,
            (names::TIMES, _) => {
                let factors = self.operands(node, Place::Arithmetic, depth)?;
                // Authors do not multiply by zero: more likely the zero is the argument of a function.
                if factors.iter().any(|factor| self.pool.is_zero(*factor)) {
                    return None;
                }
                self.pool.product(&factors)
            }
            (names::MINUS, 1) => {
                let operand = self.number(first, depth)?;
                self.pool.negated(operand)
            }
            (names::MINUS, 2) => {
                let (one, other) = self.pair(first, second, depth)?;
                let negated = self.pool.negated(other)?;
                self.pool.sum(&[one, negated])
            }
            (names::PLUS_MINUS | names::MINUS_PLUS, 1) => {
                let operand = self.number(first, depth)?;
                let sign = self.pool.constant(DOUBLE_SIGN)?;
                let signed = self.pool.product(&[sign, operand])?;
                if self.opt.symbol(node) == names::PLUS_MINUS {
                    Some(signed)
                } else {
                    self.pool.negated(signed)
                }
            }
            (names::DIVIDE, 2) => {
                let (over, under) = self.pair(first, second, depth)?;
                self.pool.quotient(over, under)
            }
            (names::SUP, 2) => self.power(node, first, second, depth),
            (names::ROOT, 2) => {
                let (radicand, degree) = self.pair(first, second, depth)?;
                self.pool.root(radicand, degree)
            }
            (names::FACTORIAL, 1) => {
                let operand = self.number(first, depth)?;
                self.pool.factorial(operand)
            }
            (names::BINOMIAL, 2) => {
                let (n, k) = self.pair(first, second, depth)?;
                self.pool.binomial(n, k)
            }
            (names::SUB, 2) if self.is_row_of_indices(second) => None,
            _ => self.opaque(node, depth),
        }
    }

    fn number(&mut self, node: NodeId, depth: usize) -> Option<Id> {
        self.read(node, Place::Arithmetic, depth + 1)
    }

    fn pair(&mut self, first: NodeId, second: NodeId, depth: usize) -> Option<(Id, Id)> {
        Some((self.number(first, depth)?, self.number(second, depth)?))
    }

    fn operands(&mut self, node: NodeId, place: Place, depth: usize) -> Option<Vec<Id>> {
        let opt = self.opt;
        opt.children(node).map(|child| self.read(child, place, depth + 1)).collect()
    }

    /// Two indices in a row look like a product, and the canonical form has sorted it: `a_{ij}` and `a_{ji}`
    /// would be equal.
    fn is_row_of_indices(&self, subscript: NodeId) -> bool {
        self.opt.symbol(subscript) == names::TIMES
    }

    /// The number of factors that are bold letters, most likely vectors.
    fn bold_factors(&self, product: NodeId) -> usize {
        self.opt.children(product).filter(|factor| self.opt.node(*factor).font == Font::Bold).count()
    }

    /// Whether this is a vector with an arrow: products of vectors differ from those of numbers.
    fn is_arrow(&self, node: NodeId, count: usize) -> bool {
        count == 1 && self.opt.symbol(node) == Symbol::character('→')
    }

    fn power(&mut self, node: NodeId, base: NodeId, exponent: NodeId, depth: usize) -> Option<Id> {
        let is_number = self.opt.node(exponent).kind == Kind::Number;
        if self.is_mark(exponent) && !(is_number && self.is_euler(base)) {
            return self.opaque(node, depth);
        }
        if self.is_euler(base) {
            let exponent = self.number(exponent, depth)?;
            return self.pool.exponential(exponent);
        }
        let (base, exponent) = self.pair(base, exponent, depth)?;
        self.pool.power(base, exponent)
    }

    /// Whether an exponent is a prime, a star or another mark and not a number. Authors do not write 0 or 1
    /// as an exponent, but they write `S^1` for the circle.
    fn is_mark(&self, exponent: NodeId) -> bool {
        let symbol = self.opt.symbol(exponent).as_char();
        if !self.opt.is_leaf(exponent) {
            return false;
        }
        match self.opt.node(exponent).kind {
            Kind::Number => matches!(symbol, Some('0' | '1')),
            _ => !symbol.is_some_and(char::is_alphabetic),
        }
    }

    fn is_euler(&self, base: NodeId) -> bool {
        let (node, symbol) = (self.opt.node(base), self.opt.symbol(base));
        symbol == Symbol::character('e')
            && node.kind == Kind::Variable
            && node.font == Font::Plain
            && self.opt.is_leaf(base)
    }

    /// A function of one argument.
    fn function(&mut self, node: NodeId, argument: NodeId, depth: usize) -> Option<Id> {
        self.set_label(node);
        let Some(function) = Elementary::named(&self.label) else { return self.opaque(node, depth) };
        let argument = self.number(argument, depth)?;
        self.elementary(function, argument)
    }

    fn elementary(&mut self, function: Elementary, argument: Id) -> Option<Id> {
        let pool = &mut self.pool;
        match function {
            Elementary::Exponential => pool.exponential(argument),
            Elementary::Logarithm => pool.logarithm(argument),
            Elementary::Wave(wave) => pool.wave(wave, argument),
            Elementary::Inverse(wave) => {
                let under = pool.wave(wave, argument)?;
                pool.rational_power(under, Ratio::integer(-1))
            }
            Elementary::Quotient(over, under) => {
                let (over, under) = (pool.wave(over, argument)?, pool.wave(under, argument)?);
                pool.quotient(over, under)
            }
        }
    }

    /// An operator that is an expression; the reader understands only logarithms to a base.
    fn compound(
        &mut self,
        node: NodeId,
        operator: NodeId,
        operand: NodeId,
        count: usize,
        depth: usize,
    ) -> Option<Id> {
        if let (Some(base), 2) = (self.base_of_logarithm(operator), count) {
            let (operand, base) = self.pair(operand, base, depth)?;
            let (over, under) = (self.pool.logarithm(operand)?, self.pool.logarithm(base)?);
            return self.pool.quotient(over, under);
        }
        let mut ids = vec![self.scripted(operator, depth + 1)?];
        let opt = self.opt;
        for child in opt.children(node).skip(1) {
            ids.push(self.read(child, Place::Opaque, depth + 1)?);
        }
        self.pool.opaque(1, true, &ids)
    }

    fn base_of_logarithm(&mut self, operator: NodeId) -> Option<NodeId> {
        if self.opt.symbol(operator) != names::SUB {
            return None;
        }
        let mut children = self.opt.children(operator);
        let (name, base) = (children.next()?, children.next()?);
        (self.opt.is_leaf(name) && self.opt.label_is(name, "log")).then_some(base)
    }

    /// An operator with its scripts, which are limits and not powers.
    fn scripted(&mut self, node: NodeId, depth: usize) -> Option<Id> {
        if depth > DEEPEST {
            return None;
        }
        if self.opt.is_leaf(node) || self.opt.node(node).kind != Kind::Ordered {
            return self.read(node, Place::Opaque, depth);
        }
        let opt = self.opt;
        let mut ids = Vec::new();
        for (at, child) in opt.children(node).enumerate() {
            if at == 1 && opt.symbol(node) == names::SUB && self.is_row_of_indices(child) {
                return None;
            }
            let id = if at == 0 {
                self.scripted(child, depth + 1)?
            } else {
                self.read(child, Place::Opaque, depth + 1)?
            };
            ids.push(id);
        }
        let key = self.label_hash(node);
        self.pool.opaque(key, true, &ids)
    }

    /// An operator that is not understood; a letter before its arguments is an operand itself.
    fn opaque(&mut self, node: NodeId, depth: usize) -> Option<Id> {
        let (opened, symbol) = (*self.opt.node(node), self.opt.symbol(node));
        let mut ids = self.operands(node, Place::Opaque, depth)?;
        let name = self.label_hash(node);
        let is_letter = symbol.as_char().is_some_and(char::is_alphabetic);
        if opened.kind == Kind::Function && is_letter && opened.font != Font::DoubleStruck {
            ids.push(self.variable(node)?);
            return self.pool.opaque(2, true, &ids);
        }
        let is_sorted = opened.kind == Kind::Unordered
            || symbol == names::SET
            || ["gcd", "lcm", "max", "min"].iter().any(|known| self.opt.label_is(node, known));
        self.pool.opaque(name, !is_sorted, &ids)
    }

    fn set_label(&mut self, node: NodeId) {
        self.label.clear();
        self.opt.push_label(node, &mut self.label);
    }

    fn label_hash(&mut self, node: NodeId) -> u64 {
        let font = self.opt.node(node).font as u64;
        match self.opt.symbol(node).as_char() {
            Some(c) => mix(font, u64::from(u32::from(c))),
            None => {
                self.set_label(node);
                mix(font, xxh3_64(self.label.as_bytes()))
            }
        }
    }
}

fn is_dots(symbol: Symbol) -> bool {
    symbol.as_char().is_some_and(|c| "…⋯⋮⋱⋰".contains(c))
}
