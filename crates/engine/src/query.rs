//! Queries: what they ask for ([`asked`]), and how they were read ([`reading`]).

pub mod asked;
pub mod reading;
