//! The entries that are written to a segment, and the postings that are read from it.

/// One token of one record, as an indexer collects it: 16 bytes, because there are hundreds of millions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Hash of the token.
    pub term: u64,
    /// The formula record, a global id.
    pub record: u32,
    /// How often the token occurs in the record (or the width of the sector of a path); at least 1.
    pub count: u16,
    /// The node where a path ends; 0 in families without roots.
    pub root: u16,
}

impl Entry {
    /// The order of a segment, as one number: term, record, root, count.
    pub(super) fn key(&self) -> u128 {
        u128::from(self.term) << 64
            | u128::from(self.record) << 32
            | u128::from(self.root) << 16
            | u128::from(self.count)
    }
}

/// One element of an inverted list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The formula record, a global id.
    pub record: u32,
    /// How often the token occurs in the record (or the width of the sector of a path).
    pub count: u32,
    /// The node where a path ends; 0 in families without roots.
    pub root: u32,
}

/// The range of a segment, and which data its postings have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The least record id of the range.
    pub first_record: u32,
    /// Length of the range; ids without a posting are allowed.
    pub records: u32,
    /// Whether postings have a root. A record then has one posting for each root of a term.
    pub has_roots: bool,
    /// Whether the number of tokens of each record is stored.
    pub has_sizes: bool,
}

impl Shape {
    /// The id after the last one of the range.
    pub(super) fn end(&self) -> u64 {
        u64::from(self.first_record) + u64::from(self.records)
    }

    /// The least record of a posting that follows one of `record`.
    pub(super) fn least_after(&self, record: u32) -> u64 {
        u64::from(record) + u64::from(!self.has_roots)
    }
}
