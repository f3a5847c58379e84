//! Reading from an index: units and threads, formulas and their occurrences, cards.

pub mod cards;
pub mod documents;
pub mod formulas;
pub mod occurrences;
pub mod units;
