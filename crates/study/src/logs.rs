//! Query logs: from lines to sessions, and from sessions to figures.
//!
//! A line of a log becomes an [`Entry`](entry::Entry). [`spool`] brings the entries of a session together, because the
//! lines of many users alternate; [`sessions`] cuts them where a user was away for 60 minutes; [`figures`] counts;
//! [`report`] shows the counts as text, JSON or a page. [`synthetic`] makes a log whose figures are known.
//!
//! The definitions are those of published studies of query logs, Mansouri, Zanibbi and Oard's of mathematical queries
//! above all ("Characterizing searches for mathematical concepts", JCDL 2019); each module names what it decides
//! where they are silent.
//!
//! What it is not: tracking. Nothing here joins two sessions, and nothing leaves the machine but by
//! [`export`](crate::logs), which follows rules that it can check.

pub mod analysis;
pub mod concepts;
pub mod entry;
pub mod export;
pub mod figures;
pub mod files;
pub mod forget;
pub mod formulas;
pub mod frequent;
pub mod input;
pub mod kinds;
pub mod labels;
pub mod lessons;
pub mod pasted;
pub mod reformulation;
pub mod report;
pub mod scrub;
pub mod sessions;
pub mod spool;
pub mod statistics;
pub mod steps;
pub mod synthetic;
pub mod words;
