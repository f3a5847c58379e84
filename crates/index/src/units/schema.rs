//! The fields of the text index.

use tantivy::schema::{
    BytesOptions, FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STORED, Schema, SchemaBuilder,
    TextFieldIndexing, TextOptions,
};

use super::words::{EXACT, STEMMED};
use crate::{Error, Result};

/// The fields of a unit's document.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The id; also a column, for runs.
    pub id: Field,
    /// The kind, as a term and a column.
    pub kind: Field,
    /// The entry of the collection it came from, as a term and a column.
    pub source: Field,
    /// The thread, as a term and a column.
    pub thread: Field,
    /// The parent, as a term and a column.
    pub parent: Field,
    /// The tags, as terms and a column.
    pub tags: Field,
    /// Links as `kind:target`, as terms and a column.
    pub links: Field,
    /// Other names that links use for it, as terms.
    pub aliases: Field,
    /// The keys of its title and other names, as terms: see [`text::names::key`].
    pub names: Field,
    /// Votes, a column.
    pub score: Field,
    /// Whether it was accepted, a column.
    pub accepted: Field,
    /// Seconds since 1970, a column.
    pub date: Field,
    /// The number of the unit in the order in which units were added, a column.
    pub added: Field,
    /// Words of the title and other names, stemmed.
    pub title: Field,
    /// Words of the title and other names, not stemmed, with positions.
    pub title_exact: Field,
    /// Words of the body, stemmed.
    pub body: Field,
    /// Words of the body, not stemmed, with positions.
    pub body_exact: Field,
    /// Words of the comments, stemmed.
    pub comments: Field,
    /// Words for the operators and functions in its formulas, stemmed.
    pub spoken: Field,
    /// L8 tokens of the formulas in the title.
    pub title_tokens: Field,
    /// L8 tokens of the formulas in the body.
    pub body_tokens: Field,
    /// L8 tokens of the formulas in the comments.
    pub comment_tokens: Field,
    /// LaTeX tokens of the formulas in title and body.
    pub latex: Field,
    /// The numbers of the records it holds.
    pub formulas: Field,
    /// The stored form of the unit.
    pub stored: Field,
    /// The key (source and id) of a hidden copy, which of the fields above has only `stored`.
    pub hidden_key: Field,
    /// The id of a hidden copy.
    pub hidden_id: Field,
    /// The source of a hidden copy.
    pub hidden_source: Field,
    /// The numbers of the records that a hidden copy holds.
    pub hidden_formulas: Field,
    /// The number of a hidden copy in the order in which units were added, a column.
    pub hidden_added: Field,
}

/// The schema of the text index.
pub(crate) fn schema() -> Schema {
    let mut builder = SchemaBuilder::new();
    let term = || raw(IndexRecordOption::Basic).set_fast("raw");
    builder.add_text_field("id", term());
    builder.add_text_field("kind", term());
    for name in ["source", "thread", "parent", "tags", "links"] {
        builder.add_text_field(name, term());
    }
    for name in ["aliases", "names"] {
        builder.add_text_field(name, raw(IndexRecordOption::Basic));
    }
    builder.add_i64_field("score", FAST);
    builder.add_bool_field("accepted", FAST);
    builder.add_i64_field("date", FAST | INDEXED);
    builder.add_u64_field("added", FAST);
    for name in ["title", "body", "comments", "spoken"] {
        builder.add_text_field(name, words(STEMMED, IndexRecordOption::WithFreqs));
    }
    for name in ["title_exact", "body_exact"] {
        builder.add_text_field(name, words(EXACT, IndexRecordOption::WithFreqsAndPositions));
    }
    for name in ["title_tokens", "body_tokens", "comment_tokens", "latex"] {
        builder.add_text_field(name, words("raw", IndexRecordOption::WithFreqs));
    }
    builder.add_u64_field("formulas", NumericOptions::default().set_indexed());
    builder.add_bytes_field("stored", BytesOptions::from(STORED));
    for name in ["hidden_key", "hidden_id", "hidden_source"] {
        builder.add_text_field(name, raw(IndexRecordOption::Basic));
    }
    builder.add_u64_field("hidden_formulas", NumericOptions::default().set_indexed());
    builder.add_u64_field("hidden_added", FAST);
    builder.build()
}

fn raw(option: IndexRecordOption) -> TextOptions {
    let indexing =
        TextFieldIndexing::default().set_tokenizer("raw").set_index_option(option).set_fieldnorms(false);
    TextOptions::default().set_indexing_options(indexing)
}

fn words(tokenizer: &str, option: IndexRecordOption) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(option);
    TextOptions::default().set_indexing_options(indexing)
}

impl Fields {
    /// The fields of an opened text index.
    pub(crate) fn of(schema: &Schema) -> Result<Fields> {
        let field = |name: &str| schema.get_field(name).map_err(Error::from);
        Ok(Fields {
            id: field("id")?,
            kind: field("kind")?,
            source: field("source")?,
            thread: field("thread")?,
            parent: field("parent")?,
            tags: field("tags")?,
            links: field("links")?,
            aliases: field("aliases")?,
            names: field("names")?,
            score: field("score")?,
            accepted: field("accepted")?,
            date: field("date")?,
            added: field("added")?,
            title: field("title")?,
            title_exact: field("title_exact")?,
            body: field("body")?,
            body_exact: field("body_exact")?,
            comments: field("comments")?,
            spoken: field("spoken")?,
            title_tokens: field("title_tokens")?,
            body_tokens: field("body_tokens")?,
            comment_tokens: field("comment_tokens")?,
            latex: field("latex")?,
            formulas: field("formulas")?,
            stored: field("stored")?,
            hidden_key: field("hidden_key")?,
            hidden_id: field("hidden_id")?,
            hidden_source: field("hidden_source")?,
            hidden_formulas: field("hidden_formulas")?,
            hidden_added: field("hidden_added")?,
        })
    }
}
