//! Searching: hits, with everything that any form of output shows.
//!
//! [`formulas`] and [`units`] have the same shape: a request, results as data, and a response for programs. [`facets`]
//! says what hits could be narrowed to, [`relaxed`] which questions find more.

pub mod facets;
pub mod formulas;
pub mod relaxed;
pub mod units;
