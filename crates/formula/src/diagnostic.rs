//! Diagnostics: what a reader repaired or did not know. Reading itself never fails.

use std::fmt;

/// A reader reports at most this many findings: later ones are consequences of the first.
pub(crate) const MOST_FINDINGS: usize = 64;

/// A range of bytes in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end`; sources beyond 4 GiB saturate.
    pub fn new(start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end) }
    }

    /// The smallest span that covers both. The default span covers nothing: it belongs to nodes that are not
    /// written, such as the degree of a square root.
    pub fn join(self, other: Span) -> Span {
        if self == Span::default() || other == Span::default() {
            return if self == Span::default() { other } else { self };
        }
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Whether the reader had to repair its input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The input is sound, but something in it is unknown or ignored.
    Remark,
    /// The input is broken and the reader repaired it; the tree is a guess.
    Recovery,
}

/// One finding: what, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Remark or recovery.
    pub severity: Severity,
    /// A stable word for the kind of finding, such as `unclosed-brace`.
    pub code: &'static str,
    /// The finding, in lower case without a full stop.
    pub message: String,
    /// Where in the source.
    pub span: Span,
    /// What the author probably meant or could do.
    pub hint: &'static str,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}..{}", self.message, self.span.start, self.span.end)?;
        if !self.hint.is_empty() {
            write!(f, "; hint: {}", self.hint)?;
        }
        Ok(())
    }
}
