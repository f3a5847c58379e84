//! One name for every notation: labels, fonts and words.
//!
//! The table, `data/equivalences.tsv`, also says which relations have a converse and which operators
//! are commutative.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Rebuild, number};
use crate::names;
use crate::opt::{Font, Kind, NodeId};
use crate::symbol::{Symbol, Texts};
use crate::tables::operators;

const EQUIVALENCES: &str = include_str!("../../data/equivalences.tsv");

/// The facts of the table about one name.
#[derive(Clone, Copy)]
struct Entry {
    canonical: Symbol,
    turned: bool,
    commutative: bool,
    associative: bool,
    power: bool,
}

impl Entry {
    fn plain(canonical: Symbol) -> Entry {
        Entry { canonical, turned: false, commutative: false, associative: false, power: false }
    }
}

static TABLE: LazyLock<FxHashMap<Symbol, Entry>> = LazyLock::new(|| {
    let mut table: FxHashMap<Symbol, Entry> = FxHashMap::default();
    for (rule, name, canonical) in rows() {
        let entry = table.entry(symbol(name)).or_insert(Entry::plain(symbol(canonical)));
        entry.turned |= rule == "turned";
        entry.commutative |= rule == "commutative";
        entry.associative |= rule == "associative";
        entry.power |= rule == "power";
    }
    for name in operators::unordered_names() {
        table.entry(name).or_insert(Entry::plain(name)).commutative = true;
    }
    table
});

/// Rule, name and canonical name of each line; the name itself where the third column is empty.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    EQUIVALENCES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        let (rule, name) = (columns.next()?, columns.next()?);
        Some((rule, name, columns.next().unwrap_or(name)))
    })
}

/// The names of the table, to be numbered with those of the operator dictionary.
pub(crate) fn content_names() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|(_, name, canonical)| [name, canonical]).filter(|name| name.chars().nth(1).is_some())
}

fn symbol(name: &str) -> Symbol {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Symbol::character(c),
        _ => names::find(name).unwrap_or(Symbol::NONE),
    }
}

/// The same symbol as a fixed name, if its text is one.
fn as_fixed(texts: &Texts, symbol: Symbol) -> Option<Symbol> {
    if symbol.as_char().is_some() || symbol.as_name().is_some() {
        return Some(symbol);
    }
    names::find(texts.long(symbol))
}

/// The name of an operator between operands that is labelled with its character.
///
/// A character that stands alone is a mark instead: the star of `A^*`, the arrow of `\\vec v`.
fn infix(symbol: Symbol) -> Symbol {
    symbol.as_char().and_then(operators::find).map_or(symbol, |operator| operator.name)
}

/// The canonical name, before relations are replaced by their converse.
fn unified(symbol: Symbol) -> Symbol {
    match TABLE.get(&symbol) {
        Some(entry) if !entry.turned => entry.canonical,
        _ => symbol,
    }
}

/// The converse of a relation, if the canonical form replaces it.
pub(super) fn converse(name: Symbol) -> Option<Symbol> {
    TABLE.get(&name).filter(|entry| entry.turned).map(|entry| entry.canonical)
}

/// Whether the operands of the operator have no order.
pub(super) fn is_commutative(name: Symbol) -> bool {
    TABLE.get(&name).is_some_and(|entry| entry.commutative)
}

/// Whether the canonical form dissolves operands that are the same operator as their parent.
pub fn is_associative(name: Symbol) -> bool {
    TABLE.get(&name).is_some_and(|entry| entry.associative)
}

/// Whether a power of the function means a power of its value (`\sin^2 x`).
pub(super) fn takes_powers(name: Symbol) -> bool {
    TABLE.get(&name).is_some_and(|entry| entry.power)
}

/// Roman and italic letters are the same letters as plain ones; letters in other fonts differ.
pub(super) fn font(font: Font) -> Font {
    match font {
        Font::Roman | Font::Italic => Font::Plain,
        other => other,
    }
}

impl Rebuild<'_> {
    /// The canonical name of the operator of a source node; none where it is an expression or unknown text.
    pub(super) fn operator_name(&self, id: NodeId) -> Symbol {
        let node = self.source.node(id);
        match node.kind {
            Kind::Compound | Kind::Text | Kind::Unknown | Kind::Wildcard => Symbol::NONE,
            _ => as_fixed(&self.source.texts, node.symbol).map_or(Symbol::NONE, |symbol| {
                let is_infix = self.source.children(id).nth(1).is_some();
                unified(if is_infix { infix(symbol) } else { symbol })
            }),
        }
    }

    /// The canonical leaf for a leaf of the source.
    pub(super) fn leaf(&mut self, node: NodeId) -> NodeId {
        let source = *self.source.node(node);
        let symbol = match source.kind {
            Kind::Number => return self.number(node),
            Kind::Text => self.words(source.symbol),
            Kind::Absent => Symbol::NONE,
            Kind::Unknown | Kind::Wildcard | Kind::Error => self.copied(source.symbol),
            _ => match self.operator_name(node) {
                Symbol::NONE => self.copied(source.symbol),
                name => name,
            },
        };
        let empty_set = source.kind == Kind::Collection && symbol == names::SET;
        let symbol = if empty_set { names::EMPTY_SET } else { symbol };
        let kind = if symbol == names::EMPTY_SET { Kind::Constant } else { source.kind };
        self.copy_leaf(node, kind, symbol)
    }

    /// A leaf with the span, flags and font of `origin`.
    pub(super) fn copy_leaf(&mut self, origin: NodeId, kind: Kind, symbol: Symbol) -> NodeId {
        let origin = self.source.node(origin);
        let id = self.tree.leaf(kind, symbol, origin.span);
        let leaf = &mut self.tree.nodes[id.index()];
        leaf.flags = origin.flags;
        leaf.font = font(origin.font);
        id
    }

    /// A symbol of the source as a symbol of the new tree.
    pub(super) fn copied(&mut self, symbol: Symbol) -> Symbol {
        if symbol.is_none() || symbol.as_char().is_some() || symbol.as_name().is_some() {
            return symbol;
        }
        self.tree.texts.intern(self.source.texts.long(symbol))
    }

    /// Words without the space around them, and one space between them.
    fn words(&mut self, symbol: Symbol) -> Symbol {
        if let Some(c) = symbol.as_char() {
            return if c.is_whitespace() { Symbol::NONE } else { symbol };
        }
        let text = self.source.texts.long(symbol);
        if !text.contains(char::is_whitespace) {
            return self.tree.texts.intern(text);
        }
        let mut words = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        self.tree.texts.intern(&words)
    }

    /// A number in its shortest notation; a written sign becomes an operator.
    fn number(&mut self, node: NodeId) -> NodeId {
        let symbol = self.source.node(node).symbol;
        if symbol.as_char().is_some() {
            return self.copy_leaf(node, Kind::Number, symbol);
        }
        let text = self.source.texts.long(symbol);
        let (digits, negative) = match text.trim_start().strip_prefix(['-', '−']) {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let symbol = match number::shortest(digits) {
            Some(shortest) => self.tree.texts.intern(&shortest),
            None => self.tree.texts.intern(digits),
        };
        let number = self.copy_leaf(node, Kind::Number, symbol);
        if negative { self.negated(number) } else { number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_sound() {
        let rules = ["same", "turned", "commutative", "associative", "power"];
        for (rule, name, canonical) in rows() {
            assert!(rules.contains(&rule), "unknown rule {rule} for {name}");
            assert!(
                !symbol(name).is_none() && !symbol(canonical).is_none(),
                "{name} or {canonical} has no symbol"
            );
            assert_eq!(matches!(rule, "same" | "turned"), name != canonical, "{rule} {name} {canonical}");
        }
    }

    #[test]
    fn a_canonical_name_is_canonical() {
        for (rule, name, canonical) in rows() {
            let target = symbol(canonical);
            assert_eq!(unified(target), target, "{rule} {name}: {canonical} has a further name");
            assert!(rule != "turned" || converse(target).is_none(), "{name}: {canonical} is turned again");
        }
    }

    #[test]
    fn commutativity_survives_a_change_of_name() {
        for (rule, name, canonical) in rows().filter(|row| row.0 == "same") {
            let lost = is_commutative(symbol(name)) && !is_commutative(symbol(canonical));
            assert!(!lost, "{rule} {name} {canonical}");
        }
    }
}
