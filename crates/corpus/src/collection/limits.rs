//! How much of one thing is held in memory, derived from the memory that the user allows.

/// What is worked with when nothing is said.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// The most bytes of one thing that are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// A document that is read whole, with all that it takes in.
    pub(crate) document: usize,
    /// A line, or a row of a dump.
    pub(crate) line: usize,
}

impl Limits {
    /// The limits within which reading takes a small part of the memory. Trees of a document take several times
    /// its text.
    pub(crate) fn within(memory: usize) -> Limits {
        let part = memory / 16;
        Limits { document: part.clamp(4 << 20, 32 << 20), line: part.clamp(4 << 20, 64 << 20) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::within(DEFAULT_MEMORY)
    }
}
