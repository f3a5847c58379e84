//! An order of the variables that does not depend on their names, found by evaluation.
//!
//! A variable is identified by the value of the formula when it alone differs from the others, in the manner
//! of colour refinement. If several variables have the same value, the code tries all their orders and takes
//! the one with the lowest outcome. If there are too many orders, the variables are most likely
//! interchangeable and keep their given order. A bad order can only make the formula miss equal ones: in any
//! order, equal outcomes at random points mean equal formulas.

/// The number of the examined variable, and the number of the first class of the others.
const SPECIAL: u16 = 999;
const COMMON: u16 = 1000;
/// The number of every variable that cancels out.
pub(super) const CANCELLED: u16 = COMMON - 2;
/// The largest number of orders to try.
const MOST_ORDERS: usize = 24;
/// Up to this many orders are tried without refinement.
const FEW_ORDERS: usize = 6;
/// The most rounds of refinement.
const MOST_ROUNDS: usize = 3;

/// A number from 0 for each of `count` variables; `outcome` evaluates the formula with given numbers.
///
/// Variables that cancel out get the number [`CANCELLED`]; the others get the numbers they would have without
/// those.
pub(super) fn order(count: usize, mut outcome: impl FnMut(&[u16]) -> Option<u64>) -> Vec<u16> {
    let mut slots: Vec<u16> = (0..count as u16).collect();
    let usual = outcome(&slots);
    let mut counts = Vec::with_capacity(count);
    for variable in 0..count {
        slots[variable] = SPECIAL;
        if outcome(&slots) != usual {
            counts.push(variable);
        }
        slots[variable] = variable as u16;
    }
    slots.fill(CANCELLED);
    let order = order_of_those_that_count(counts.len(), |numbers| {
        for (variable, number) in counts.iter().zip(numbers) {
            slots[*variable] = *number;
        }
        outcome(&slots)
    });
    let mut slots: Vec<u16> = vec![CANCELLED; count];
    for (variable, number) in counts.iter().zip(order) {
        slots[*variable] = number;
    }
    slots
}

fn order_of_those_that_count(count: usize, mut outcome: impl FnMut(&[u16]) -> Option<u64>) -> Vec<u16> {
    let mut classes = vec![0u16; count];
    // Trying a few orders is as fast as refinement, and it does not give two variables the same value, where
    // the formula may not be defined.
    if orders(&classes) > FEW_ORDERS {
        refine(&mut classes, &mut outcome);
    }
    while orders(&classes) > MOST_ORDERS {
        single_out(&mut classes);
        refine(&mut classes, &mut outcome);
    }
    let mut best: Option<(u64, Vec<u16>)> = None;
    let mut slots = vec![u16::MAX; count];
    each_order(&classes, 0, &mut slots, &mut |slots| {
        let value = outcome(slots).unwrap_or(u64::MAX);
        if best.as_ref().is_none_or(|(least, _)| value < *least) {
            best = Some((value, slots.to_vec()));
        }
    });
    best.map_or(classes, |(_, slots)| slots)
}

/// Splits classes until evaluation splits no more. The class of a variable is the number of variables
/// in the classes before it.
fn refine(classes: &mut [u16], outcome: &mut impl FnMut(&[u16]) -> Option<u64>) {
    let mut slots = vec![0u16; classes.len()];
    for _ in 0..MOST_ROUNDS {
        if orders(classes) <= 2 {
            return;
        }
        let mut colours: Vec<(u16, u64, usize)> = Vec::with_capacity(classes.len());
        for variable in 0..classes.len() {
            for (slot, class) in slots.iter_mut().zip(&*classes) {
                *slot = COMMON + class;
            }
            slots[variable] = SPECIAL;
            colours.push((classes[variable], outcome(&slots).unwrap_or(0), variable));
        }
        colours.sort_unstable();
        let before = classes.to_vec();
        let mut at = 0;
        for same in colours.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            for (_, _, variable) in same {
                classes[*variable] = at;
            }
            at += same.len() as u16;
        }
        if before == classes {
            return;
        }
    }
}

fn members(classes: &[u16], class: u16) -> usize {
    classes.iter().filter(|known| **known == class).count()
}

/// The number of orders that the classes allow; at least 1.
fn orders(classes: &[u16]) -> usize {
    let product = |orders: usize, class: u16| {
        (1..=members(classes, class)).fold(orders, |orders, n| orders.saturating_mul(n))
    };
    (0..classes.len() as u16).fold(1, product)
}

/// Takes one variable out of the first class with several and makes it a separate class before the others.
fn single_out(classes: &mut [u16]) {
    let first = (0..classes.len() as u16).find(|class| members(classes, *class) > 1);
    let mut others = classes.iter_mut().filter(|class| Some(**class) == first).skip(1);
    others.by_ref().for_each(|class| *class += 1);
}

/// Calls `found` with every order that the classes allow.
fn each_order(classes: &[u16], place: u16, slots: &mut [u16], found: &mut impl FnMut(&[u16])) {
    if usize::from(place) == classes.len() {
        return found(slots);
    }
    // The class that this place belongs to is the last one that begins here or before.
    let class = classes.iter().copied().filter(|class| *class <= place).max().unwrap_or(0);
    for variable in 0..classes.len() {
        if classes[variable] == class && slots[variable] == u16::MAX {
            slots[variable] = place;
            each_order(classes, place + 1, slots, found);
            slots[variable] = u16::MAX;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_with_different_values_are_distinguished() {
        // The value: a hash of slots that depends only on the variable.
        let weights = [7u64, 3, 5];
        let outcome = |weights: [u64; 3]| {
            move |slots: &[u16]| Some(slots.iter().zip(weights).map(|(s, w)| u64::from(*s).pow(2) * w).sum())
        };
        let one = order(3, outcome(weights));
        let other = order(3, outcome([3, 5, 7]));
        assert_eq!([one[0], one[1], one[2]], [other[2], other[0], other[1]]);
    }

    #[test]
    fn many_interchangeable_variables_take_bounded_work() {
        let mut calls = 0;
        let slots = order(16, |slots| {
            calls += 1;
            Some(slots.iter().map(|slot| u64::from(*slot)).sum())
        });
        let mut sorted = slots.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..16).collect::<Vec<u16>>());
        assert!(calls < 600, "{calls}");
    }
}
