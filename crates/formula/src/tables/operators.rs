//! The operator dictionary: which characters are operators, how tightly they bind and what they mean.
//!
//! The table is the data file `data/operators.tsv`, in groups of one role and priority. A character that it
//! does not list is an identifier. The parser in `meaning` decides what a role does with its operands; this
//! module only states the facts.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::names;
use crate::slt::{NodeId, Slt};
use crate::symbol::Symbol;

const DATA: &str = include_str!("../../data/operators.tsv");

/// The role of an operator among its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `=`, `<`, `∈`: relations of one row form a chain.
    Relation,
    /// `→`, `↦`.
    Arrow,
    /// `⇒`, `⇔`, `⊢`.
    Implication,
    /// `+`, `−`, `∪`, `⊕`.
    Additive,
    /// `×`, `/`, `∩`, `∘`.
    Multiplicative,
    /// `∧`, `∨`.
    Logical,
    /// `¬`, `∂`, `∇`.
    Prefix,
    /// `∀`, `∃`: takes a variable and a statement.
    Quantifier,
    /// `!`, `′`, `%`.
    Postfix,
    /// `∑`, `⋃`, `lim`: takes limits and the product that follows.
    BigOperator,
    /// `∫`, `∮`: takes limits, an integrand and a differential.
    Integral,
    /// `(`, `⌊`.
    Open,
    /// `)`, `⌋`.
    Close,
    /// `|`, `∥`: a fence on either side, or a relation.
    Bar,
    /// `,`, `;`.
    Punctuation,
    /// `:`, which is a relation, a ratio or "such that".
    Colon,
    /// Accents, and operators that join nothing.
    Other,
}

impl Role {
    fn parse(text: &str) -> Option<Role> {
        Some(match text {
            "relation" => Role::Relation,
            "arrow" => Role::Arrow,
            "implication" => Role::Implication,
            "additive" => Role::Additive,
            "multiplicative" => Role::Multiplicative,
            "logical" => Role::Logical,
            "prefix" => Role::Prefix,
            "quantifier" => Role::Quantifier,
            "postfix" => Role::Postfix,
            "big-operator" => Role::BigOperator,
            "integral" => Role::Integral,
            "open" => Role::Open,
            "close" => Role::Close,
            "bar" => Role::Bar,
            "punctuation" => Role::Punctuation,
            "colon" => Role::Colon,
            "other" => Role::Other,
            _ => return None,
        })
    }
}

/// An entry of the dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Operator {
    /// Its role among its neighbours.
    pub(crate) role: Role,
    /// How tightly it binds; higher is tighter.
    pub(crate) priority: u16,
    /// Its name in operator trees: a fixed name, or the character itself.
    pub(crate) name: Symbol,
    /// Whether the operands may change places.
    pub(crate) unordered: bool,
}

/// The dictionary entry of a character; none for identifiers.
pub(crate) fn find(c: char) -> Option<&'static Operator> {
    match DICTIONARY.ascii.get(c as usize) {
        Some(entry) => entry.as_ref(),
        None => DICTIONARY.characters.get(&c),
    }
}

/// The dictionary entry of an operator of one or more characters, such as `:=` or `lim sup`.
pub(crate) fn find_text(text: &str) -> Option<&'static Operator> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => find(c),
        _ => DICTIONARY.words.get(text),
    }
}

/// The names whose scripts TeX sets under and over them. `\dim` and `\ker` are operators in the tree, too, but not these.
const LIMIT_NAMES: [&str; 14] = [
    "lim", "lim sup", "lim inf", "limsup", "liminf", "sup", "inf", "max", "min", "det", "gcd", "Pr",
    "inj lim", "proj lim",
];

/// Whether TeX sets the scripts of an operator under and over it in displayed formulas: `∑`, `lim`, `sup`.
pub(crate) fn takes_limits(slt: &Slt, id: NodeId) -> bool {
    match slt.character(id) {
        Some(c) => find(c).is_some_and(|operator| operator.role == Role::BigOperator),
        None => LIMIT_NAMES.iter().any(|name| slt.label_is(id, name)),
    }
}

/// The content names in the dictionary, in file order, some of them more than once.
///
/// This reads the file, not the finished dictionary: the symbols of the dictionary need the table of names,
/// which is built from this list.
pub(crate) fn content_names() -> impl Iterator<Item = &'static str> {
    let names = lines(DATA).flatten().flat_map(|line| match line.name {
        "" => line.operators.split(' '),
        name => name.split(' '),
    });
    names.filter(|name| single_character(name).is_none())
}

/// The names of the operators whose operands may change places.
pub(crate) fn unordered_names() -> impl Iterator<Item = Symbol> {
    let words = DICTIONARY.words.values();
    let operators = DICTIONARY.ascii.iter().flatten().chain(DICTIONARY.characters.values()).chain(words);
    operators.filter(|operator| operator.unordered).map(|operator| operator.name)
}

struct Dictionary {
    /// Most lookups are of ASCII characters; they need no hashing.
    ascii: [Option<Operator>; 128],
    characters: FxHashMap<char, Operator>,
    words: FxHashMap<String, Operator>,
}

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| {
    let mut dictionary =
        Dictionary { ascii: [None; 128], characters: FxHashMap::default(), words: FxHashMap::default() };
    for line in lines(DATA).flatten() {
        for text in line.operators.split(' ') {
            dictionary.insert(text, &line);
        }
    }
    dictionary
});

impl Dictionary {
    fn insert(&mut self, text: &str, line: &Line) {
        let name = if line.name.is_empty() { text } else { line.name };
        let name = match single_character(name) {
            Some(c) => Symbol::character(c),
            None => names::find(name).unwrap_or(Symbol::NONE),
        };
        let operator = Operator { role: line.role, priority: line.priority, name, unordered: line.unordered };
        let Some(c) = single_character(text) else {
            self.words.insert(text.replace('_', " "), operator);
            return;
        };
        match self.ascii.get_mut(c as usize) {
            Some(entry) => *entry = Some(operator),
            None => drop(self.characters.insert(c, operator)),
        }
    }
}

/// The character written as itself or as `U+2062`.
fn single_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Some(c),
        _ => char::from_u32(u32::from_str_radix(text.strip_prefix("U+")?, 16).ok()?),
    }
}

/// A line of the data file with the role and priority of its group.
struct Line {
    operators: &'static str,
    role: Role,
    priority: u16,
    /// Empty where each operator is its own name.
    name: &'static str,
    unordered: bool,
}

/// The lines of the data file; `None` for one that is not in the format.
fn lines(data: &'static str) -> impl Iterator<Item = Option<Line>> {
    let mut group = None;
    data.lines().filter_map(move |line| {
        if line.is_empty() || line == "#" || line.starts_with("# ") {
            return None;
        }
        if line.len() > 1 && line.starts_with('[') {
            group = parse_group(line);
            return group.is_none().then_some(None);
        }
        Some(group.and_then(|(role, priority)| parse_line(line, role, priority)))
    })
}

fn parse_group(line: &str) -> Option<(Role, u16)> {
    let (role, priority) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((Role::parse(role)?, priority.parse().ok()?))
}

fn parse_line(line: &'static str, role: Role, priority: u16) -> Option<Line> {
    let mut fields = line.split('\t');
    let operators = fields.next()?;
    let name = fields.next().unwrap_or("");
    let unordered = match (fields.next(), fields.next()) {
        (None, _) => false,
        (Some("unordered"), None) => true,
        _ => return None,
    };
    Some(Line { operators, role, priority, name, unordered })
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    #[test]
    fn every_line_is_in_the_format() {
        for (number, line) in lines(DATA).enumerate() {
            let line = line.unwrap_or_else(|| panic!("entry {number} is not in the format"));
            assert!(line.operators.split(' ').all(|text| !text.is_empty()), "{:?}", line.operators);
        }
        assert!(lines("[nonsense 20]\n=\teq").all(|line| line.is_none()));
        assert!(lines("[relation 20]\n=\teq\tordered").all(|line| line.is_none()));
    }

    #[test]
    fn no_operator_is_listed_twice() {
        let mut seen = FxHashSet::default();
        for line in lines(DATA).flatten() {
            for text in line.operators.split(' ') {
                assert!(seen.insert(text), "{text} is listed twice");
            }
        }
    }

    #[test]
    fn every_operator_has_a_name() {
        for line in lines(DATA).flatten() {
            for text in line.operators.split(' ') {
                let operator = match single_character(text) {
                    Some(c) => find(c),
                    None => find_text(&text.replace('_', " ")),
                };
                assert!(operator.is_some_and(|operator| !operator.name.is_none()), "{text} has no name");
            }
        }
    }

    fn priority(c: char) -> u16 {
        find(c).unwrap_or_else(|| panic!("{c} is not an operator")).priority
    }

    #[test]
    fn operators_bind_in_the_order_mathematicians_read_them() {
        let loose_to_tight =
            [',', ':', '⊢', '⇔', '⇒', '→', '∨', '∧', '¬', '=', '+', '∑', '∫', '×', '∂', '!', '′'];
        assert!(loose_to_tight.is_sorted_by_key(|&c| priority(c)));
        for (one, other) in [('=', '∈'), ('<', '⊆'), ('+', '∪'), ('-', '∖'), ('/', '⋅'), ('×', '\u{2062}')]
        {
            assert_eq!(priority(one), priority(other), "{one} and {other}");
        }
    }

    #[test]
    fn characters_have_their_role_and_name() {
        let entry = |c: char| find(c).map(|operator| (operator.role, operator.name));
        assert_eq!(entry('='), Some((Role::Relation, names::EQ)));
        assert_eq!(entry('≤'), entry('⩽'));
        assert_eq!(entry('-'), Some((Role::Additive, names::MINUS)));
        assert_eq!(entry('('), Some((Role::Open, Symbol::character('('))));
        assert_eq!(entry('['), Some((Role::Open, Symbol::character('['))));
        assert_eq!(entry('∀'), Some((Role::Quantifier, names::FORALL)));
        assert_eq!(entry('\u{2062}'), Some((Role::Multiplicative, names::TIMES)));
        assert_eq!(entry('⟶').and_then(|(_, name)| name.as_name()), Some("to"));
        for identifier in ['x', '∞', '∅', '…', '⋯', 'ℓ', 'ℏ', '∠', '⊤', '#', '?', '\0'] {
            assert_eq!(find(identifier), None, "{identifier}");
        }
    }

    #[test]
    fn operators_of_several_characters_are_found_by_text() {
        let name = |text| find_text(text).and_then(|operator| operator.name.as_name());
        assert_eq!(name(":="), Some("assign"));
        assert_eq!(name("lim sup"), Some("limit-supremum"));
        assert_eq!(name("::="), Some("::="));
        assert_eq!(name("+"), Some("plus"));
        assert_eq!(name("sin"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn only_operators_that_commute_are_unordered() {
        assert!(
            ['+', '=', '∪', '∧', '≡'].iter().all(|&c| find(c).is_some_and(|operator| operator.unordered))
        );
        assert!(
            ['-', '<', '∖', '⇒', '∘'].iter().all(|&c| find(c).is_some_and(|operator| !operator.unordered))
        );
    }
}
