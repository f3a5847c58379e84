//! The baselines of the ARQMath labs, with their own words, weights and choice of a formula.
//!
//! The labs ran Terrier and PyTerrier over the LaTeX of posts, Tangent-S for one formula of a question, and a list of
//! linked posts. Their words are not those of the index, so [`term_index`] reads all units when a pipeline is prepared
//! and keeps their terms in memory. That is right for an experiment and wrong for a search engine: a collection of a
//! million posts takes minutes and gigabytes.
//!
//! - [`words`]: how Terrier cuts a text into terms, and PyTerrier's words for symbols.
//! - [`term_index`]: documents as bags of these terms, and TF-IDF or BM25 over them.
//! - [`documents`]: what a document is: the text of an answer, or a post with all its fields.
//! - [`path_words`]: formulas as words for a text search. [`feedback`]: terms of the first documents, added to a query.
//! - [`chosen`]: the formula of a question that the labs searched for, and the answers that hold what was found.
//! - [`similar`]: similar questions, and the similarity of their answers.
//! - [`duplicates`]: the answers to questions that people marked as duplicates.
//!
//! What it is not: Perga's own text search, which is `candidates`.

pub mod chosen;
pub mod documents;
pub mod duplicates;
pub mod feedback;
pub mod path_words;
pub mod similar;
pub mod term_index;
pub mod words;
