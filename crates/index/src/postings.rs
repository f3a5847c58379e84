//! Inverted lists of formula tokens.
//!
//! A formula record has a few hundred tokens (layout tuples, L8 tokens, leaf–root paths …), each with a count and, for
//! paths, the node where the path ends. Tantivy does not store these data, and its dictionary of strings would be
//! several times as large as a list of hashes. So these lists are our own files beside it, under the same commit.
//!
//! A *family* is one kind of token. A *segment* of a family has a range of record ids. The segments of a family have
//! disjoint ascending ranges, so that merging concatenates lists. A term is a hash of the token, 48 or 64 bits of it.
//!
//! - [`write()`] sorts the entries of an indexer and writes a segment; [`merge()`] streams several into one.
//! - [`Family`] is an opened segment, [`List`] a cursor over the postings of one term.
//! - [`top_k()`] finds the best records for a weighted query and skips those that cannot be among them;
//!   [`exhaustive()`] skips nothing and gives the same result.
//!
//! Everything here is a function over bytes: no files, no threads, no knowledge of what a token means. Damaged bytes
//! never cause a panic or an allocation of a size they claim: lists end early, and [`Family::check`] reports what is
//! wrong.

mod bits;
mod check;
mod damage;
mod dictionary;
mod entry;
mod family;
mod format;
mod list;
mod list_writer;
mod merge;
mod model;
mod patched;
mod scored;
mod short;
mod sizes;
mod top_k;
mod write;

pub use damage::Damage;
pub use entry::{Entry, Posting, Shape};
pub use family::Family;
pub use list::List;
pub use merge::merge;
pub use model::{Bm25, Dice, Model, QueryTerm};
pub use scored::Scored;
pub use top_k::{exhaustive, top_k};
pub use write::write;
