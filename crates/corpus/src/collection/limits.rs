//! How much of one document is held in memory, derived from the memory that the user allows.

/// The memory that is used by default.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// The most bytes of one item that are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// A LaTeX project: its tokens take fifty times its text.
    pub(crate) latex: usize,
    /// Another document that is read whole, with all files it includes: its trees take twenty times its text.
    pub(crate) document: usize,
    /// A line, a row of a dump or a notebook: mostly one string.
    pub(crate) line: usize,
}

impl Limits {
    /// The limits within which reading takes only a part of the memory.
    pub(crate) fn within(memory: usize) -> Limits {
        Limits {
            latex: (memory / 128).clamp(2 << 20, 32 << 20),
            document: (memory / 32).clamp(4 << 20, 32 << 20),
            line: (memory / 16).clamp(4 << 20, 64 << 20),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::within(DEFAULT_MEMORY)
    }
}
