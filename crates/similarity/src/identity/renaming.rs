//! The renaming under which two formulas have the same values.
//!
//! Equal fingerprints mean that the formulas are equal when variables with the same number are the same variable. So the
//! numbers give the renaming. Where variables are interchangeable there are several; variables then keep their names if
//! they can, and every change is checked by evaluation.

use formula::opt::{Font, Opt};

use super::evaluate::Evaluator;
use super::order::CANCELLED;
use super::read::Reader;
use super::{Shape, is_zero_everywhere, of_shape, shape, values};

/// A letter in a font.
type Letter = (char, Font);

/// For each variable of one canonical tree the variable of another that makes the values of both equal; none if their
/// fingerprints differ. Variables that cancel are left out.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::identity::renaming;
///
/// let tree = |latex| canonical(&read(latex, Notation::Latex, &Options::default()).opt);
/// let renamed = renaming(&tree("p^2+q^2=r^2"), &tree("h^2=b^2-p^2")).unwrap();
/// let names: Vec<(char, char)> = renamed.iter().map(|(from, to)| (from.0, to.0)).collect();
/// assert_eq!(names, [('p', 'p'), ('q', 'h'), ('r', 'b')]);
/// ```
pub fn renaming(one: &Opt, two: &Opt) -> Option<Vec<(Letter, Letter)>> {
    let (one, two) = (Numbered::new(one)?, Numbered::new(two)?);
    if one.hash != two.hash {
        return None;
    }
    let mut partners: Vec<Option<usize>> = one.slots.iter().map(|slot| two.with_slot(*slot)).collect();
    for variable in 0..partners.len() {
        let namesake = two.letters.iter().position(|letter| *letter == one.letters[variable]);
        let (Some(namesake), Some(partner)) = (namesake, partners[variable]) else { continue };
        let Some(other) = partners.iter().position(|known| *known == Some(namesake)) else { continue };
        if namesake == partner {
            continue;
        }
        partners.swap(variable, other);
        if two.hash_with(&one.slots, &partners) != Some(one.hash) {
            partners.swap(variable, other);
        }
    }
    let pair = |(variable, partner): (usize, &Option<usize>)| {
        Some((one.letters[variable], two.letters[(*partner)?]))
    };
    Some(partners.iter().enumerate().filter_map(pair).collect())
}

/// Whether two canonical trees have the same values with the names that they have.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::identity::are_equal;
///
/// let tree = |latex| canonical(&read(latex, Notation::Latex, &Options::default()).opt);
/// assert!(are_equal(&tree("(a+b)^2"), &tree("a^2+2ab+b^2")));
/// assert!(!are_equal(&tree("(a+b)^2"), &tree("a^2+2ax+x^2")));
/// ```
pub fn are_equal(one: &Opt, two: &Opt) -> bool {
    let mut letters: Vec<Letter> = Vec::new();
    let mut hash = |tree: &Opt| {
        let mut reader = Reader::new(tree);
        let shape = shape(tree, tree.root()?, &mut reader)?;
        let number = |letter: Letter| {
            let known = letters.iter().position(|known| *known == letter);
            known.unwrap_or_else(|| {
                letters.push(letter);
                letters.len() - 1
            }) as u16
        };
        let slots: Vec<u16> = reader.letters().into_iter().map(number).collect();
        let mut evaluator = Evaluator::new(&reader.pool);
        if is_zero_everywhere(shape, &mut evaluator, &slots)? {
            return None;
        }
        values(shape, &mut evaluator, &slots)
    };
    let (one, two) = (hash(one), hash(two));
    one.is_some() && one == two
}

/// A formula with the numbers of its variables.
struct Numbered<'a> {
    reader: Reader<'a>,
    shape: Shape,
    hash: u64,
    letters: Vec<Letter>,
    slots: Vec<u16>,
}

impl<'a> Numbered<'a> {
    fn new(canonical: &'a Opt) -> Option<Numbered<'a>> {
        let root = canonical.root().filter(|root| !canonical.is_leaf(*root))?;
        let mut reader = Reader::new(canonical);
        let shape = shape(canonical, root, &mut reader)?;
        let (hash, slots) = of_shape(shape, &reader)?;
        Some(Numbered { letters: reader.letters(), reader, shape, hash, slots })
    }

    fn with_slot(&self, slot: u16) -> Option<usize> {
        self.slots.iter().position(|known| *known == slot && slot != CANCELLED)
    }

    /// The hash of its values when its variables have the numbers of their partners.
    fn hash_with(&self, slots: &[u16], partners: &[Option<usize>]) -> Option<u64> {
        let mut numbers = vec![CANCELLED; self.slots.len()];
        for (partner, slot) in partners.iter().zip(slots) {
            if let Some(partner) = partner {
                numbers[*partner] = *slot;
            }
        }
        let mut evaluator = Evaluator::new(&self.reader.pool);
        values(self.shape, &mut evaluator, &numbers)
    }
}
