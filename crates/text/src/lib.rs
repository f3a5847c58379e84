//! Words of mathematical prose: where they are, what they are equal to, and the words for a formula.
//!
//! [`words`] cuts a text into folded words with their places, [`stem`] takes a word to the form it is
//! indexed under, [`spoken`] says a formula in words, so that `\int` is found by "integral". Collections and
//! queries go through the same three functions; that is all that makes them meet.
//!
//! Pure functions over strings: no files, no threads, no settings. The tables are data files under `data/`.
//!
//! What it is not: a linguistic analysis. There are no parts of speech, no sentences and no stop words here,
//! and formulas between dollar signs are taken out before a text comes here.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod spoken;
pub mod stem;
mod table;
pub mod words;
