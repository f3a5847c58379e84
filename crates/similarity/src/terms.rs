//! The features of a formula as numbers, family by family, for an inverted index.
//!
//! A family is one way to describe a formula; all families come from the same trees. A feature becomes a
//! 64-bit number, because an index only asks whether two features are the same, and a number is small, sorts
//! fast and has a fixed length. Features of a family that is a bag have a count; paths have the width of the
//! sector and the node where it ends.
//!
//! The numbers are part of the stored format: they depend on the texts of tags, not on the machine or the
//! build.
//!
//! What it is not: a score. The crate `rank` scores formulas with common features.

use formula::canonical::canonical;
use formula::opt::Opt;
use formula::signatures::Signatures;
use formula::slt::Slt;
use xxhash_rust::xxh3::xxh3_64;

use crate::identity;
use crate::l8;
use crate::latex;
use crate::paths::{self, paths};
use crate::tree::{Order, SymbolTree};
use crate::tuples::{self, Settings, Tuple};

/// One way to describe a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Family {
    /// Symbol pairs of the layout tree, window 2, with ends of baselines (Tangent).
    LayoutTuples,
    /// The same pairs with variables, numbers and texts reduced to their types.
    LayoutTypes,
    /// Symbol pairs of the operator tree, window 2, with leaves marked (Tangent).
    OperatorTuples,
    /// The same pairs with variables, numbers and texts reduced to their types.
    OperatorTypes,
    /// The five kinds of L8 tokens of the layout tree (mathtuples).
    L8,
    /// Beginnings of leaf–root paths of the operator tree, with width and end (Approach Zero).
    Paths,
    /// The look of the formula, as one number.
    Visual,
    /// The formula up to the names of variables, as one number.
    Alpha,
    /// The formula without names and numbers, as one number.
    Structure,
    /// The values of the formula, however it is written, as one number; many formulas have none.
    Identity,
    /// Tokens of the formula as LaTeX, and pairs of neighbours: a baseline for the others.
    Latex,
}

impl Family {
    /// Every family with its name in files and reports.
    pub const NAMES: [(Family, &'static str); 11] = [
        (Family::LayoutTuples, "layout-tuples"),
        (Family::LayoutTypes, "layout-types"),
        (Family::OperatorTuples, "operator-tuples"),
        (Family::OperatorTypes, "operator-types"),
        (Family::L8, "l8"),
        (Family::Paths, "paths"),
        (Family::Visual, "visual"),
        (Family::Alpha, "alpha"),
        (Family::Structure, "structure"),
        (Family::Identity, "identity"),
        (Family::Latex, "latex"),
    ];

    /// Its name in files and reports.
    pub fn name(self) -> &'static str {
        Family::NAMES[self as usize].1
    }

    /// The family with a name.
    pub fn from_name(name: &str) -> Option<Family> {
        Family::NAMES.iter().find(|(_, known)| *known == name).map(|(family, _)| *family)
    }

    /// Whether its features have the node where they end.
    pub fn has_roots(self) -> bool {
        self == Family::Paths
    }

    /// Whether a formula has at most one feature of this family, its signature.
    pub fn is_signature(self) -> bool {
        matches!(self, Family::Visual | Family::Alpha | Family::Structure | Family::Identity)
    }
}

/// One feature of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Term {
    /// The feature.
    pub term: u64,
    /// The number of the node where a path ends, in pre-order; 0 in other families.
    pub root: u16,
    /// How often the feature occurs; for paths the width of the sector.
    pub count: u16,
}

/// The purpose of [`Trees::terms`], because the published systems index and search differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// For an index.
    Index,
    /// For a query.
    Query,
}

/// The trees of a formula in the forms from which features are computed. All families share them.
pub struct Trees<'a> {
    slt: &'a Slt,
    opt: &'a Opt,
    signatures: Signatures,
    layout: SymbolTree,
    layout_in_string_order: SymbolTree,
    operators: SymbolTree,
}

impl<'a> Trees<'a> {
    /// The trees of a formula; the signatures are those of its layout and its canonical operator tree.
    pub fn new(slt: &'a Slt, opt: &'a Opt, signatures: Signatures) -> Trees<'a> {
        let layout_in_string_order = SymbolTree::of_layout(slt, Order::Strings);
        Trees {
            slt,
            opt,
            signatures,
            layout: layout_in_string_order.in_tuple_order(),
            layout_in_string_order,
            operators: SymbolTree::of_operators(opt),
        }
    }

    /// The features of one family, sorted by number and end, each once.
    ///
    /// ```
    /// use formula::{Notation, Options, canonical, read, signatures::Signatures};
    /// use similarity::terms::{Family, Purpose, Trees};
    ///
    /// let formula = read("x+x", Notation::Latex, &Options::default());
    /// let signatures = Signatures::new(&formula.slt, &canonical::canonical(&formula.opt));
    /// let trees = Trees::new(&formula.slt, &formula.opt, signatures);
    /// let terms = trees.terms(Family::OperatorTuples, Purpose::Index);
    /// assert_eq!(terms.iter().map(|term| term.count).collect::<Vec<_>>(), [2, 2]);
    /// ```
    pub fn terms(&self, family: Family, purpose: Purpose) -> Vec<Term> {
        match family {
            Family::LayoutTuples => tuple_terms(&self.layout, as_written),
            Family::LayoutTypes => tuple_terms(&self.layout, as_type),
            Family::OperatorTuples => tuple_terms(&self.operators, as_written),
            Family::OperatorTypes => tuple_terms(&self.operators, as_type),
            Family::L8 => l8_terms(&self.layout_in_string_order, purpose),
            Family::Paths => self.paths(purpose),
            Family::Visual => signature(self.signatures.visual),
            Family::Alpha => signature(self.signatures.alpha),
            Family::Structure => signature(self.signatures.structure),
            Family::Identity => signature(identity::fingerprint(&canonical(self.opt)).unwrap_or(0)),
            Family::Latex => latex_terms(self.slt),
        }
    }

    /// The pairs of [`Family::OperatorTypes`] with an operator in them, by its tag (`O!divide`).
    pub fn operator_pairs_with(&self, tag: &str) -> Vec<Term> {
        let is_in = |tuple: &Tuple<'_>| tuple.ancestor == tag || tuple.descendant == tag;
        chosen_tuple_terms(&self.operators, as_type, is_in)
    }

    fn paths(&self, purpose: Purpose) -> Vec<Term> {
        let settings = match purpose {
            Purpose::Index => paths::Settings::for_index(),
            Purpose::Query => paths::Settings::default(),
        };
        let numbers = pre_order(self.opt);
        let sectors = paths(self.opt, settings).sectors;
        let mut terms: Vec<Term> = sectors
            .iter()
            .map(|sector| Term {
                term: number(&sector.key),
                root: numbers.get(sector.root).copied().unwrap_or(u16::MAX),
                count: saturated(sector.width),
            })
            .collect();
        terms.sort_unstable();
        terms
    }
}

/// Tokens have 48 bits, which saves two bytes per token. With a hundred million different tokens in an index,
/// one in three million shares its number with another.
const UNUSED_BITS: u32 = 16;

pub(crate) fn number(token: &str) -> u64 {
    xxh3_64(token.as_bytes()) >> UNUSED_BITS
}

/// The tokens of a formula that a text index keeps beside words, from the two families that need only the
/// layout. Empty for other families.
pub fn tokens(slt: &Slt, family: Family, purpose: Purpose) -> Vec<Term> {
    match family {
        Family::L8 => l8_terms(&SymbolTree::of_layout(slt, Order::Strings), purpose),
        Family::Latex => latex_terms(slt),
        _ => Vec::new(),
    }
}

fn l8_terms(layout_in_string_order: &SymbolTree, purpose: Purpose) -> Vec<Term> {
    let purpose = match purpose {
        Purpose::Index => l8::Use::Index,
        Purpose::Query => l8::Use::Query,
    };
    let tokens = l8::tokens(layout_in_string_order, purpose);
    bag(tokens.iter().map(|token| number(token)).collect())
}

fn latex_terms(slt: &Slt) -> Vec<Term> {
    let mut numbers = Vec::new();
    latex::for_each(slt, |token| numbers.push(number(token)));
    bag(numbers)
}

fn saturated(count: u32) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// The feature of a signature; none for a formula without an operator tree.
fn signature(signature: u64) -> Vec<Term> {
    if signature == 0 {
        return Vec::new();
    }
    vec![Term { term: signature, root: 0, count: 1 }]
}

/// The pairs of a tree; the place of a pair does not count.
fn tuple_terms(tree: &SymbolTree, tag: fn(&str) -> &str) -> Vec<Term> {
    chosen_tuple_terms(tree, tag, |_| true)
}

fn chosen_tuple_terms(
    tree: &SymbolTree,
    tag: fn(&str) -> &str,
    is_wanted: impl Fn(&Tuple<'_>) -> bool,
) -> Vec<Term> {
    let mut numbers = Vec::with_capacity(tree.len() * 3);
    let mut text = String::new();
    tuples::for_each(tree, Settings::default(), |tuple: Tuple<'_>| {
        if !is_wanted(&tuple) {
            return;
        }
        text.clear();
        for part in [tag(tuple.ancestor), tag(tuple.descendant), tuple.path] {
            text.push_str(part);
            text.push('\t');
        }
        numbers.push(number(&text));
    });
    bag(numbers)
}

fn as_written(tag: &str) -> &str {
    tag
}

/// `V!x` becomes `V!`, `N!2` becomes `N!`, `T!if` becomes `T!`; operators stay as they are.
pub fn as_type(tag: &str) -> &str {
    match tag.as_bytes() {
        [b'V' | b'N' | b'T', b'!', ..] => &tag[..2],
        _ => tag,
    }
}

/// The type of every tag that has one, operators too; the mark of an end stays as it is.
pub fn as_strict_type(tag: &str) -> &str {
    match tag.find('!') {
        Some(place) if tag != tuples::END => &tag[..=place],
        _ => tag,
    }
}

fn bag(mut numbers: Vec<u64>) -> Vec<Term> {
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|a, b| a == b);
    runs.map(|run| Term { term: run[0], root: 0, count: saturated(run.len() as u32) }).collect()
}

/// The number of each node of the arena in pre-order, which is its number in a stored tree.
fn pre_order(opt: &Opt) -> Vec<u16> {
    let mut numbers = vec![u16::MAX; opt.arena_len()];
    let mut open: Vec<_> = opt.root().into_iter().collect();
    let mut children = Vec::new();
    let mut next = 0u16;
    while let Some(id) = open.pop() {
        numbers[id.index()] = next;
        next = next.saturating_add(1);
        children.clear();
        children.extend(opt.children(id));
        open.extend(children.iter().rev());
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn terms(source: &str, family: Family) -> Vec<Term> {
        let formula = read(source, Notation::Latex, &Options::default());
        let signatures = Signatures::new(&formula.slt, &canonical(&formula.opt));
        Trees::new(&formula.slt, &formula.opt, signatures).terms(family, Purpose::Index)
    }

    #[test]
    fn types_forget_names_and_numbers_but_not_operators() {
        for family in [Family::LayoutTypes, Family::OperatorTypes] {
            assert_eq!(terms("x^2+y", family), terms("a^5+b", family));
            assert_ne!(terms("x^2+y", family), terms("x^2-y", family));
        }
    }

    #[test]
    fn a_path_ends_at_the_number_of_its_node_in_the_stored_tree() {
        // (plus a (times b c)): the product is the third node in pre-order.
        let ends: Vec<u16> = terms("a+bc", Family::Paths).iter().map(|term| term.root).collect();
        assert!(ends.contains(&0) && ends.contains(&2) && !ends.contains(&1), "{ends:?}");
    }

    #[test]
    fn only_paths_and_identity_have_no_feature_for_a_single_symbol() {
        for (family, name) in Family::NAMES {
            let has_none = matches!(family, Family::Paths | Family::Identity);
            assert_eq!(terms("x", family).is_empty(), has_none, "{name}");
            assert_eq!(terms("", family).is_empty(), family != Family::Visual, "{name}");
        }
    }

    #[test]
    fn the_numbers_are_part_of_the_format() {
        let sum = |family| terms("a+b", family).iter().fold(0u64, |sum, term| sum.wrapping_add(term.term));
        let sums = Family::NAMES.map(|(family, _)| sum(family));
        let expected = [
            707696117230380,
            655177696262410,
            594045572079405,
            271279596782587,
            1178540873172768,
            79569181777129,
            4954734735311576329,
            6139739990359332663,
            321434533722271378,
            18185913017116610390,
            862744998751083,
        ];
        assert_eq!(sums, expected);
    }
}
