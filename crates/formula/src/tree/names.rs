//! The fixed operator names of operator trees, in the words of Content MathML and LaTeXML.
//!
//! Names that the code refers to are constants here. Names that only occur in `data/operators.tsv` and
//! `data/equivalences.tsv` follow them in the same numbering.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::symbol::Symbol;

macro_rules! names {
    ($($constant:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Index { $($constant),* }
        $(#[doc = concat!("`", $text, "`")] pub const $constant: Symbol = Symbol::name(Index::$constant as u16);)*
        const FIXED: &[&str] = &[$($text),*];
    };
}

names! {
    ABS = "abs", AND = "and", APPLY = "apply", BINOMIAL = "binomial", CASES = "cases", CEILING = "ceiling",
    COMPOSE = "compose", CONDITIONAL = "conditional", CONDITIONAL_SET = "conditional-set",
    CONTINUED_FRACTION = "continued-fraction", DIFFERENTIAL = "d", DELIMITED = "delimited",
    DERIVATIVE = "derivative", DIVIDE = "divide", DIVIDES = "divides", EMPTY_SET = "emptyset", EQ = "eq", EQUIVALENT = "equivalent",
    EVALUATED_AT = "evaluated-at", FACTORIAL = "factorial", FLOOR = "floor",
    FORALL = "forall", FORMULAE = "formulae", FRAGMENTS = "fragments", GEQ = "geq", GT = "gt",
    IN = "in", INFINITY = "infinity", INNER_PRODUCT = "inner-product", INT = "int",
    INTERVAL_CLOSED = "interval[]", INTERVAL_CLOSED_OPEN = "interval[)",
    INTERVAL_OPEN = "interval()", INTERVAL_OPEN_CLOSED = "interval(]", LEQ = "leq", LIMIT = "limit", LIST = "list", LT = "lt", MAP = "map",
    MATRIX = "matrix", MINUS = "minus", MINUS_PLUS = "minus-or-plus",
    MODULO = "modulo", NEQ = "neq", NORM = "norm",
    NOT = "not", OVER = "over",
    PARTIAL_DERIVATIVE = "partial-derivative",
    PLUS = "plus", PLUS_MINUS = "plus-or-minus", PRE_SUB = "presub", PRE_SUP = "presup", PRIME = "prime",
    PRODUCT = "product", REM = "rem", ROOT = "root", ROW = "row", SET = "set", SUB = "sub",
    SUM = "sum", SUP = "sup", TIMES = "times",
    TUPLE = "tuple", UNDER = "under", VECTOR = "vector",
}

struct Table {
    texts: Vec<&'static str>,
    symbols: FxHashMap<&'static str, Symbol>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { texts: Vec::new(), symbols: FxHashMap::default() };
    let listed = crate::tables::operators::content_names().chain(crate::canonical::content_names());
    for text in FIXED.iter().copied().chain(listed) {
        let next = Symbol::name(table.texts.len() as u16);
        table.symbols.entry(text).or_insert_with(|| {
            table.texts.push(text);
            next
        });
    }
    table
});

/// The text of a name by its number; empty for a number that no name has.
pub(crate) fn text(index: u32) -> &'static str {
    TABLE.texts.get(index as usize).copied().unwrap_or("")
}

/// Every name, in the order of the numbers.
pub(crate) fn all() -> Vec<&'static str> {
    TABLE.texts.clone()
}

/// The symbol of a fixed name, if `text` is one.
pub fn find(text: &str) -> Option<Symbol> {
    TABLE.symbols.get(text).copied()
}
