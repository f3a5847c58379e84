//! Counts the bytes from the disk, and stops files that grow excessively.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Packing;
use crate::collection::Progress;

/// A file may always unpack to this much.
const FREE: u64 = 1 << 30;

/// Above that, it may unpack to this many bytes for each of its own. Text compresses 3 to 100 times; a file of zeros a
/// thousand times with gzip and a hundred thousand times with xz.
const MOST_RATIO: u64 = 1_000;

/// Counts the bytes that come from the disk.
pub(crate) struct Counted<R> {
    inner: R,
    progress: Arc<Progress>,
    read: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    pub(crate) fn new(inner: R, progress: Arc<Progress>) -> Self {
        Counted { inner, progress, read: Arc::default() }
    }

    /// The count, as it grows.
    pub(crate) fn read_so_far(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.progress.advance(count as u64);
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// How much may come out of a compressed file, given how much of it was read.
pub(crate) struct Allowance {
    read: Arc<AtomicU64>,
    given: u64,
    free: u64,
}

impl Allowance {
    /// The allowance of a file of which `read` bytes were read; the number may grow.
    pub(crate) fn new(read: Arc<AtomicU64>) -> Self {
        Allowance { read, given: 0, free: FREE }
    }

    /// The allowance of a whole file of this size.
    pub(crate) fn of_size(bytes: u64) -> Self {
        Allowance::new(Arc::new(AtomicU64::new(bytes)))
    }

    /// The same allowance with another free amount.
    pub(crate) fn with_free(self, free: u64) -> Self {
        Allowance { free, ..self }
    }

    /// Adds another file of this size to the allowance.
    pub(crate) fn grow(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts bytes that came out; it is an error if there are too many.
    pub(crate) fn take(&mut self, bytes: u64) -> io::Result<()> {
        self.given += bytes;
        let read = self.read.load(Ordering::Relaxed);
        if self.given <= self.free || self.given <= read.saturating_mul(MOST_RATIO) {
            return Ok(());
        }
        let message = format!(
            "it unpacks to more than {} MB, over {MOST_RATIO} times its size, which looks like a bomb",
            self.free >> 20
        );
        Err(io::Error::new(io::ErrorKind::QuotaExceeded, message))
    }
}

/// A decoder within its allowance, whose errors name the compression.
pub(super) struct Guarded<R> {
    packing: Packing,
    decoder: R,
    allowance: Allowance,
    is_damaged: bool,
}

impl<R> Guarded<R> {
    pub(super) fn new(packing: Packing, decoder: R, allowance: Allowance) -> Self {
        Guarded { packing, decoder, allowance, is_damaged: false }
    }
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Some decoders must not be called again after an error.
        if self.is_damaged {
            return Ok(0);
        }
        let outcome = self.decoder.read(buffer);
        let taken = match outcome {
            Ok(count) => self.allowance.take(count as u64).map(|()| count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                let message = format!("the {} data is damaged or ends early: {error}", self.packing.name());
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
        };
        self.is_damaged = taken.is_err();
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_may_unpack_to_a_gigabyte_and_a_large_one_to_a_thousand_times_its_size() {
        let mut small = Allowance::of_size(10);
        assert!(small.take(FREE).is_ok());
        assert!(small.take(1).is_err());
        let mut large = Allowance::of_size(10 << 20);
        assert!(large.take(9 << 30).is_ok());
        assert!(large.take(1 << 30).is_err());
    }
}
