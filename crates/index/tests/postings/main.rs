//! Postings as a user of the crate sees them.

#![allow(clippy::unwrap_used)]

mod damage;
mod figures;
mod merging;
mod round_trip;
mod searching;
mod support;
