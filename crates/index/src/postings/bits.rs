//! Streams of bits with the codes of the literature: unary, Elias gamma, Rice, exponential Golomb.
//!
//! The dictionary and short lists use them: most terms of a collection occur once or twice, and whole bytes would waste
//! a third of the file. Long lists are packed in blocks instead (`patched`).

/// Largest step of the unary code that is written at once.
const UNARY_STEP: u64 = 63;

/// Appends bits to a vector, least significant first.
pub(super) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    used: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        BitWriter { out, word: 0, used: 0 }
    }

    /// Writes the low `width` bits (at most 64) of `value`, whose other bits are 0.
    pub(super) fn write(&mut self, value: u64, width: u32) {
        if width == 0 {
            return;
        }
        self.word |= value << self.used;
        let total = self.used + width;
        if total < 64 {
            self.used = total;
            return;
        }
        self.out.extend_from_slice(&self.word.to_le_bytes());
        self.word = value.checked_shr(64 - self.used).unwrap_or(0);
        self.used = total - 64;
    }

    /// Writes `value` zeros and a one.
    pub(super) fn write_unary(&mut self, mut value: u64) {
        while value >= UNARY_STEP {
            self.write(0, UNARY_STEP as u32);
            value -= UNARY_STEP;
        }
        self.write(1 << value, value as u32 + 1);
    }

    /// Writes the Elias gamma code of a number that is at least 1.
    pub(super) fn write_gamma(&mut self, value: u64) {
        let width = value.max(1).ilog2();
        self.write_unary(u64::from(width));
        self.write(value & low_mask(width), width);
    }

    /// Writes the Rice code: the part above `width` bits in unary, then `width` bits.
    pub(super) fn write_rice(&mut self, value: u64, width: u32) {
        self.write_unary(value >> width);
        self.write(value & low_mask(width), width);
    }

    /// Writes the exponential Golomb code: the part above `width` bits in gamma code, then `width` bits.
    pub(super) fn write_golomb(&mut self, value: u64, width: u32) {
        self.write_gamma((value >> width) + 1);
        self.write(value & low_mask(width), width);
    }

    /// Fills the last byte with zeros and releases the vector.
    pub(super) fn finish(self) {
        let bytes = self.used.div_ceil(8) as usize;
        self.out.extend(self.word.to_le_bytes().iter().take(bytes));
    }
}

/// Reads what a [`BitWriter`] wrote. Every method returns `None` if the bits end early.
#[derive(Clone)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Position in bits.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, at: 0 }
    }

    /// The next 57 to 64 bits, with zeros after the end.
    fn window(&self) -> u64 {
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let word = match rest.first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        word >> (self.at % 8)
    }

    pub(super) fn read(&mut self, width: u32) -> Option<u64> {
        if width > 56 {
            let low = self.read(32)?;
            return Some(low | self.read(width - 32)? << 32);
        }
        let value = self.window() & low_mask(width);
        self.at += width as usize;
        (self.at <= self.bytes.len() * 8).then_some(value)
    }

    pub(super) fn read_unary(&mut self) -> Option<u64> {
        let mut zeros = 0;
        loop {
            let window = self.window();
            if window != 0 {
                let step = window.trailing_zeros();
                self.at += step as usize + 1;
                return Some(zeros + u64::from(step));
            }
            let step = 64 - self.at % 8;
            self.at += step;
            zeros += step as u64;
            if self.at >= self.bytes.len() * 8 {
                return None;
            }
        }
    }

    pub(super) fn read_gamma(&mut self) -> Option<u64> {
        let width = self.read_unary()?;
        if width > 63 {
            return None;
        }
        Some(1 << width | self.read(width as u32)?)
    }

    pub(super) fn read_rice(&mut self, width: u32) -> Option<u64> {
        let high = self.read_unary()?;
        let value = high.checked_mul(1 << width)?;
        Some(value | self.read(width)?)
    }

    pub(super) fn read_golomb(&mut self, width: u32) -> Option<u64> {
        let high = self.read_gamma()? - 1;
        let value = high.checked_mul(1 << width)?;
        Some(value | self.read(width)?)
    }
}

/// The Rice parameter for `count` numbers that add up to at most `range`: the unary parts then take at most two bits
/// per number on average, for any numbers.
pub(super) fn rice_width(range: u64, count: u64) -> u32 {
    (range / count.max(1)).max(1).ilog2()
}

fn low_mask(width: u32) -> u64 {
    match width {
        0 => 0,
        _ => u64::MAX >> (64 - width.min(64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_code_reads_back(values in prop::collection::vec((any::<u64>(), 0u32..64), 0..60)) {
            let mut bytes = Vec::new();
            let mut writer = BitWriter::new(&mut bytes);
            for &(value, width) in &values {
                writer.write(value & low_mask(width), width);
                writer.write_gamma((value >> width).max(1));
                writer.write_unary(value % 300);
                writer.write_rice(value, 63);
                writer.write_golomb(value >> 4, 2);
            }
            writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &(value, width) in &values {
                prop_assert_eq!(reader.read(width), Some(value & low_mask(width)));
                prop_assert_eq!(reader.read_gamma(), Some((value >> width).max(1)));
                prop_assert_eq!(reader.read_unary(), Some(value % 300));
                prop_assert_eq!(reader.read_rice(63), Some(value));
                prop_assert_eq!(reader.read_golomb(2), Some(value >> 4));
            }
        }

        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..40), width in 0u32..64) {
            let mut reader = BitReader::new(&bytes);
            while reader.read_gamma().is_some() && reader.read_rice(width).is_some() {}
            prop_assert!(BitReader::new(&bytes).read(64).is_some() == (bytes.len() >= 8));
        }
    }

    #[test]
    fn endless_zeros_are_not_a_number() {
        assert_eq!(BitReader::new(&[0; 100]).read_unary(), None);
        assert_eq!(BitReader::new(&[]).read_unary(), None);
        assert_eq!(BitReader::new(&[]).read(1), None);
    }
}
