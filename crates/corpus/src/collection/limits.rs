//! How much of one thing is held in memory, derived from the memory that the user allows.

/// What is worked with when nothing is said.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// The most bytes of one thing that are read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// A LaTeX project: its tokens take fifty times its text.
    pub(crate) latex: usize,
    /// Another document that is read whole, with all that it takes in: its trees take twenty times its text.
    pub(crate) document: usize,
    /// A line, a row of a dump or a notebook: mostly one string.
    pub(crate) line: usize,
}

impl Limits {
    /// The limits within which reading takes a part of the memory only.
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
