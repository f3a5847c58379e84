//! The kinds of unit that Perga treats in a special way.
//!
//! A kind is a word and not an enum, because collections name their own: a theorem environment of a paper or the front
//! matter of a note can introduce any.

/// A question of a forum.
pub const QUESTION: &str = "question";
/// An answer to a question.
pub const ANSWER: &str = "answer";
/// A theorem, definition or formula that has a name, with the meaning of its symbols.
pub const CARD: &str = "card";
/// A formula of a list, without a text.
pub const FORMULA: &str = "formula";
/// A note, or a part of one.
pub const NOTE: &str = "note";
/// An article, or another text that is whole.
pub const ARTICLE: &str = "article";
/// A section of a document.
pub const SECTION: &str = "section";
/// A piece of a document without a heading of its own.
pub const PARAGRAPH: &str = "paragraph";
/// A proof.
pub const PROOF: &str = "proof";
