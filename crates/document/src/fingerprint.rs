//! What the files of a source were when they were read.

/// What an entry's files were when they were read: plain numbers, to be kept in an index.
///
/// The content decides. Lengths and times are there to save reading: where they are as they were, the content
/// is taken to be so too, as every build tool does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    /// The bytes of all files.
    pub length: u64,
    /// A hash of the length and the time of change of each file, in order.
    pub times: u64,
    /// A hash of the content of each file, in order.
    pub content: u64,
}

impl Fingerprint {
    /// Whether the content is the same, whatever the times say.
    pub fn has_content_of(&self, other: &Fingerprint) -> bool {
        self.length == other.length && self.content == other.content
    }
}
