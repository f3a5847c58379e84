//! Tests of the public interface of postings.

#![allow(clippy::unwrap_used)]

mod damage;
mod figures;
mod merging;
mod round_trip;
mod searching;
mod support;
