//! Fingerprints of the files of a source.

/// The state of an entry's files when they were read, as plain numbers that an index stores.
///
/// The content decides. Lengths and times save reading: if they are unchanged, the content is assumed to be unchanged
/// too, as every build tool does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    /// The bytes of all files.
    pub length: u64,
    /// A hash of the length and the modification time of each file, in order.
    pub times: u64,
    /// A hash of the content of each file, in order.
    pub content: u64,
}

impl Fingerprint {
    /// Whether the content is the same, whatever the times are.
    pub fn has_content_of(&self, other: &Fingerprint) -> bool {
        self.length == other.length && self.content == other.content
    }
}
