//! Labels of tree nodes, packed into 32 bits.
//!
//! Almost every label is a single character (`x`, `+`, `∑`) or one of a fixed set of operator names
//! (`plus`, `sup`). Both fit into a number, so comparing two labels rarely touches memory. Only longer
//! texts (`sin`, `12.5`, the content of `\text{…}`) live in a table, [`Texts`], owned by the tree.
//!
//! A symbol that refers to a text is valid only with the table of its own tree. To compare such symbols
//! across trees, compare their texts.

use crate::names;

const NAME_BIT: u32 = 1 << 30;
const TEXT_BIT: u32 = 1 << 31;

/// A node label: a character, a well-known name, or a reference into the tree's [`Texts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// The label of nodes that have none.
    pub const NONE: Symbol = Symbol(0);

    /// A label of one character.
    pub const fn character(c: char) -> Symbol {
        Symbol(c as u32)
    }

    /// A label from the fixed table of operator names.
    pub(crate) const fn name(index: u16) -> Symbol {
        Symbol(NAME_BIT | index as u32)
    }

    /// A number in place of a label, for nodes that point into a side table.
    pub(crate) const fn index(index: u32) -> Symbol {
        Symbol(index)
    }

    /// The number given to [`Symbol::index`].
    pub(crate) const fn as_index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is [`Symbol::NONE`].
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The character, if the label is a single one.
    pub fn as_char(self) -> Option<char> {
        if self.0 & (NAME_BIT | TEXT_BIT) != 0 || self.0 == 0 { None } else { char::from_u32(self.0) }
    }

    /// The name, if the label is one of the fixed operator names.
    pub fn as_name(self) -> Option<&'static str> {
        (self.0 & NAME_BIT != 0).then(|| names::text(self.0 & !NAME_BIT))
    }

    /// The number of a name; 0 for other labels.
    pub(crate) fn name_number(self) -> u64 {
        if self.0 & NAME_BIT == 0 { 0 } else { u64::from(self.0 & !NAME_BIT) }
    }

    fn text_index(self) -> Option<usize> {
        (self.0 & TEXT_BIT != 0).then_some((self.0 & !TEXT_BIT) as usize)
    }
}

/// The longer labels of one tree in a single buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    buffer: String,
    ends: Vec<u32>,
}

impl Texts {
    /// The symbol for `text`; only texts of two or more characters use the table.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Symbol::NONE,
            (Some(c), None) if c != '\0' => Symbol::character(c),
            _ => self.intern_long(text),
        }
    }

    fn intern_long(&mut self, text: &str) -> Symbol {
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len() as u32);
        Symbol(TEXT_BIT | (self.ends.len() - 1) as u32)
    }

    /// Appends the text of `symbol` to `out`.
    pub fn push_to(&self, symbol: Symbol, out: &mut String) {
        match symbol.as_char() {
            Some(c) => out.push(c),
            None => out.push_str(self.long(symbol)),
        }
    }

    /// The text of `symbol` as an owned string; [`Texts::push_to`] is the cheaper way.
    pub fn get(&self, symbol: Symbol) -> String {
        let mut out = String::new();
        self.push_to(symbol, &mut out);
        out
    }

    /// Whether the text of `symbol` is `text`.
    pub fn is(&self, symbol: Symbol, text: &str) -> bool {
        match symbol.as_char() {
            Some(c) => {
                let mut chars = text.chars();
                chars.next() == Some(c) && chars.next().is_none()
            }
            None => self.long(symbol) == text,
        }
    }

    /// The text of a symbol that is not a single character (empty for those and for `NONE`).
    pub fn long(&self, symbol: Symbol) -> &str {
        if let Some(name) = symbol.as_name() {
            return name;
        }
        let Some(index) = symbol.text_index() else { return "" };
        let end = self.ends.get(index).copied().unwrap_or(0) as usize;
        let start = if index == 0 { 0 } else { self.ends.get(index - 1).copied().unwrap_or(0) as usize };
        self.buffer.get(start..end).unwrap_or("")
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.buffer.len() + self.ends.len() * size_of::<u32>()
    }
}
