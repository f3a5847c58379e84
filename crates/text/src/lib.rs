//! Words of mathematical prose: where they are, what they are equal to, and the words for a formula; sentences; and
//! the query language.
//!
//! [`words`] cuts a text into folded words with their places, [`stem`] takes a word to the form it is
//! indexed under, [`spoken`] says a formula in words, so that `\int` is found by "integral". Collections and
//! queries go through the same three functions; that is all that makes them meet. [`sentences`] cuts a text into
//! sentences, [`query`] reads what somebody typed, [`question`] knows how people ask,
//! [`synonyms`] has other words for the same thing, [`spelling`] mends words.
//!
//! Pure functions over strings: no files, no threads, no settings. The tables are data files under `data/`.
//!
//! What it is not: a linguistic analysis. There are no parts of speech here, and formulas between dollar signs are
//! found before a text comes here.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod phrases;
pub mod query;
pub mod question;
pub mod sentences;
pub mod spelling;
pub mod spoken;
pub mod stem;
pub mod synonyms;
mod table;
pub mod words;
