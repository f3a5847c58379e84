//! Columns of the text index: data of a unit that are read without its text.

use tantivy::SegmentReader;
use tantivy::columnar::{Column, StrColumn};

use crate::Result;

/// The columns of one segment.
pub(super) struct Columns {
    id: Option<StrColumn>,
    kind: Option<StrColumn>,
    thread: Option<StrColumn>,
    tags: Option<StrColumn>,
    links: Option<StrColumn>,
    score: Column<i64>,
    accepted: Column<bool>,
    date: Column<i64>,
}

impl Columns {
    pub(super) fn of(segment: &SegmentReader) -> Result<Columns> {
        let columns = segment.fast_fields();
        Ok(Columns {
            id: columns.str("id")?,
            kind: columns.str("kind")?,
            thread: columns.str("thread")?,
            tags: columns.str("tags")?,
            links: columns.str("links")?,
            score: columns.i64("score")?,
            accepted: columns.bool("accepted")?,
            date: columns.i64("date")?,
        })
    }

    pub(super) fn id(&self, document: u32) -> String {
        texts(self.id.as_ref(), document).next().unwrap_or_default()
    }

    /// Whether the document is a unit that can be found; a hidden copy has no id.
    pub(super) fn has_id(&self, document: u32) -> bool {
        self.id.as_ref().is_some_and(|column| column.ords().first(document).is_some())
    }

    pub(super) fn kind(&self, document: u32) -> String {
        texts(self.kind.as_ref(), document).next().unwrap_or_default()
    }

    pub(super) fn thread(&self, document: u32) -> String {
        texts(self.thread.as_ref(), document).next().unwrap_or_default()
    }

    pub(super) fn tags(&self, document: u32) -> impl Iterator<Item = String> + '_ {
        texts(self.tags.as_ref(), document)
    }

    pub(super) fn links(&self, document: u32) -> impl Iterator<Item = String> + '_ {
        texts(self.links.as_ref(), document)
    }

    pub(super) fn score(&self, document: u32) -> Option<i64> {
        self.score.first(document)
    }

    pub(super) fn is_accepted(&self, document: u32) -> bool {
        self.accepted.first(document).unwrap_or(false)
    }

    pub(super) fn date(&self, document: u32) -> Option<i64> {
        self.date.first(document)
    }
}

fn texts(column: Option<&StrColumn>, document: u32) -> impl Iterator<Item = String> + '_ {
    let text = |(column, ordinal): (&StrColumn, u64)| {
        let mut text = String::new();
        column.ord_to_str(ordinal, &mut text).ok().filter(|&is_there| is_there).map(|_| text)
    };
    let ordinals = column
        .into_iter()
        .flat_map(move |column| column.ords().values_for_doc(document).map(move |ordinal| (column, ordinal)));
    ordinals.filter_map(text)
}
