//! Words and sentences of mathematical prose, and the query language.
//!
//! [`words`] cuts a text into folded words with their places. [`stem`] gives the form a word is indexed under.
//! [`spoken`] gives the words for a formula, so that a search for "integral" finds `\int`. Collections and queries go
//! through these same three functions, so their words match. [`sentences`] cuts a text into sentences, [`query`] reads
//! what a user typed, [`question`] recognises how a query asks, [`synonyms`] has other words for the same thing,
//! [`spelling`] corrects misspelt words, [`names`] says when two names are the same, [`language`] whether a query is
//! English.
//!
//! All functions are pure functions over strings: no files, no threads, no settings. The tables are data files under
//! `data/`.
//!
//! What it is not: a linguistic analysis. There are no parts of speech here. Except for queries, the caller finds the
//! formulas of a text first.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod language;
pub mod names;
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
