//! Damage to the bytes of a segment.

/// Why the bytes of a segment cannot be read or trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes are a segment of another version of the format.
    #[error("the postings have format version {found}; this program reads version {expected}")]
    Version {
        /// The version in the header.
        found: u16,
        /// The version this program reads and writes.
        expected: u16,
    },
    /// A part of the file has changed since it was written.
    #[error("damaged postings: {section}: {problem}")]
    Section {
        /// Which part: `header`, `sizes`, `lists`, `index` or `footer`.
        section: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl Damage {
    pub(super) fn new(section: &'static str, problem: &'static str) -> Damage {
        Damage::Section { section, problem }
    }
}

impl From<Damage> for std::io::Error {
    fn from(damage: Damage) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, damage)
    }
}
