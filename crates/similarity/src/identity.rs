//! Equality beyond notation: a fingerprint of the values of a formula.
//!
//! `(a+b)^2` and `x^2+2xy+y^2` have different trees but the same values. The fingerprint of a formula is a
//! hash of its values at seeded random points, in an order of its variables that does not depend on their
//! names (`order`). Two formulas share it if they are equal wherever both are defined, up to the names of
//! variables, as far as the rules below can show that. `x=y+1` shares it with `x-y=1`: an equation is
//! represented by the difference of its sides up to sign. An equation that always holds has no fingerprint:
//! all of them would be equal, and `sin² x + cos² x = 1` says something else than `ab - ba = 0`.
//!
//! **The model.** Values are residues modulo a prime `P`, where sums, products and quotients are exact. An
//! exponential must turn sums into products, so its exponent is evaluated modulo another prime `Q` and is the
//! exponent of an element of order `Q`; a variable has independent residues modulo both. Sine and cosine are
//! made of `e^{ix}` in the same way with a third prime `R` (`field`). Square roots of numbers that are not
//! squares modulo `P` are imaginary, as roots of negative numbers are; odd roots are unique. The rules of
//! positive numbers are applied to the written factors before evaluation (`expression`): `√(ab) = √a √b`,
//! `√(a²) = |a|`, `ln(ab) = ln a + ln b`, `e^{n ln a} = a^n`. Everything else (logarithms and absolute values
//! of sums, factorials, unknown functions, sums and integrals with limits) is an unknown: a number drawn at
//! random with the values of its operands as the seed, so that equal operands give the same unknown (`read`).
//!
//! **Why equal fingerprints mean equal formulas.** Every step maps expressions into a ring in a way that
//! respects the laws of that step, and unknowns are independent random numbers, so formulas that are equal by
//! these laws have equal values, and a difference that is not zero by them is a non-zero rational function of
//! variables, unknowns and exponentials. Exponentials of exponents that do not differ by a constant are
//! algebraically independent enough (a linear relation over rational functions would need two equal
//! exponents), so this function is zero at a random point with a probability of about its degree over `R`,
//! less than one in a million for the degrees of formulas that people write; at eight points we have never
//! seen it. One accident remains: the square root of a perfect square that is not written as a square,
//! `√(x²+2x+1)`, has a random sign at each point and equals `x+1` at all eight points for one in 256 of these
//! formulas.
//!
//! **Readings.** Letters are numbers that commute, so the fingerprint does not apply to matrices; `e` is
//! Euler's number as the base of a power and `π` the known constant; `i` is a variable; `log` is the natural
//! logarithm unless it has a base; a formula is equal to another where both are defined: `x/x` is 1 and
//! `ln x²` is `2 ln x`. The two signs `±` are one unknown factor. These have no fingerprint: words,
//! wildcards, dots, sets, tuples and matrices outside of unknown functions, rows of indices (`a_{ij}`),
//! vectors with arrows, chains of relations, products of bold letters, formulas in which a capital letter or
//! a `d` cancels (`P^{-1}AP`, `dy/dx`), formulas of more than 200 nodes or 16 variables, constants, single
//! symbols, expressions that are always zero, and equations that always hold.
//!
//! What it is not: a proof or a decision procedure. Equal formulas can have different fingerprints: if
//! factors under roots and logarithms are not written as factors (`√(x²-1)` and `√(x-1) √(x+1)`), in
//! exponents of exponents, in sums that are evaluated (`\sum k` and `n(n+1)/2`), with derivatives carried
//! out.
//!
//! The numbers are part of the stored format, like [`formula::signatures`].

mod elementary;
mod evaluate;
mod expression;
mod field;
mod order;
mod ratio;
mod read;
mod renaming;
mod tag;

use formula::names;
use formula::opt::{NodeId, Opt};

use evaluate::Evaluator;
use expression::Id;
use field::{Number, mix};
use read::Reader;

pub use renaming::{are_equal, renaming};

/// The number of points at which a formula is evaluated.
const POINTS: u64 = 8;
/// The first point, which also decides the order of the variables.
const FIRST_POINT: u64 = 0x7065_7267_6100;

/// The fingerprint of a canonical tree; none for a formula that is not understood, too large, without
/// variables, a single symbol, always zero, or an equation that always holds.
///
/// ```
/// use formula::{Notation, Options, canonical::canonical, read};
/// use similarity::identity::fingerprint;
///
/// let of = |latex| fingerprint(&canonical(&read(latex, Notation::Latex, &Options::default()).opt));
/// assert_eq!(of("(a+b)^2"), of("x^2+2xy+y^2"));
/// assert_eq!(of(r"\frac1{1-x}-1"), of(r"\frac{x}{1-x}"));
/// assert_eq!(of("x=y+1"), of("b-a=-1"));
/// assert_ne!(of("(a+b)^2"), of("a^2+b^2"));
/// assert_eq!(of("x"), None);
/// assert_eq!(of("ab-ba=0"), None);
/// ```
pub fn fingerprint(canonical: &Opt) -> Option<u64> {
    let root = canonical.root()?;
    if canonical.is_leaf(root) {
        return None;
    }
    let mut reader = Reader::new(canonical);
    let shape = shape(canonical, root, &mut reader)?;
    of_shape(shape, &reader).map(|(hash, _)| hash)
}

/// The shape of a formula: a relation of two sides is evaluated as their difference.
fn shape(canonical: &Opt, root: NodeId, reader: &mut Reader<'_>) -> Option<Shape> {
    let relation = canonical.symbol(root);
    if ![names::EQ, names::NEQ, names::LT, names::LEQ].contains(&relation) {
        return Some(Shape::Value(Relation::None as u64, reader.arithmetic(root)?));
    }
    let mut sides = canonical.children(root);
    let (Some(left), Some(right), None) = (sides.next(), sides.next(), sides.next()) else { return None };
    let (left, right) = (reader.arithmetic(left)?, reader.arithmetic(right)?);
    let minus = reader.pool.negated(right)?;
    let difference = reader.pool.sum(&[left, minus])?;
    Some(match relation {
        names::EQ => Shape::Equation(Relation::Equal as u64, difference),
        names::NEQ => Shape::Equation(Relation::Unequal as u64, difference),
        names::LT => Shape::Value(Relation::Less as u64, difference),
        _ => Shape::Value(Relation::LessOrEqual as u64, difference),
    })
}

/// The relation at the root of a formula. The numbers are part of the stored format.
#[derive(Clone, Copy)]
enum Relation {
    None = 0,
    Equal = 1,
    Unequal = 2,
    Less = 3,
    LessOrEqual = 4,
}

/// The part of a formula to evaluate.
#[derive(Clone, Copy)]
enum Shape {
    /// An expression, with a number for its kind.
    Value(u64, Id),
    /// The difference of the sides of an equation, whose sign does not count.
    Equation(u64, Id),
}

/// The fingerprint, and the numbers of the variables that it was found with.
fn of_shape(shape: Shape, reader: &Reader<'_>) -> Option<(u64, Vec<u16>)> {
    let count = reader.variables();
    if count == 0 {
        return None;
    }
    let mut evaluator = Evaluator::new(&reader.pool);
    let names: Vec<u16> = (0..count as u16).collect();
    if is_zero_everywhere(shape, &mut evaluator, &names)? {
        return None;
    }
    let slots = order::order(count, |slots| {
        evaluator.go_to(FIRST_POINT, slots);
        outcome(shape, &mut evaluator)
    });
    if (0..count).any(|variable| slots[variable] == order::CANCELLED && reader.is_dubious(variable)) {
        return None;
    }
    Some((values(shape, &mut evaluator, &slots)?, slots))
}

/// The hash of the values at all points, with given numbers of the variables.
fn values(shape: Shape, evaluator: &mut Evaluator<'_>, slots: &[u16]) -> Option<u64> {
    let mut hash = 0;
    for point in 0..POINTS {
        evaluator.go_to(FIRST_POINT + point, slots);
        hash = mix(hash, outcome(shape, evaluator)?);
    }
    Some(hash)
}

/// Whether an expression, or the difference of the sides of an equation, is zero everywhere; none where it is not
/// defined. Such a formula has no fingerprint.
fn is_zero_everywhere(shape: Shape, evaluator: &mut Evaluator<'_>, slots: &[u16]) -> Option<bool> {
    let (Shape::Value(_, value) | Shape::Equation(_, value)) = shape;
    for point in 0..POINTS {
        evaluator.go_to(FIRST_POINT + point, slots);
        if evaluator.value(value)? != Number::ZERO {
            return Some(false);
        }
    }
    Some(true)
}

/// The outcome at the current point of the evaluator.
fn outcome(shape: Shape, evaluator: &mut Evaluator<'_>) -> Option<u64> {
    match shape {
        Shape::Value(kind, value) => Some(mix(kind, evaluator.value(value)?.bits())),
        Shape::Equation(kind, difference) => {
            let value = evaluator.value(difference)?;
            Some(mix(kind, value.bits().min(value.negated().bits())))
        }
    }
}
