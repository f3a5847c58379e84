//! Vectors of 8-bit integers, each with a scale: a quarter of the space, and integer products.

use std::io::{self, Write};

use tantivy::directory::OwnedBytes;

/// The greatest absolute value of a number of a vector.
const GREATEST: f32 = 127.0;

/// Vectors by number, concatenated.
#[derive(Clone, Debug)]
pub struct Rows {
    dimensions: usize,
    scales: OwnedBytes,
    values: OwnedBytes,
}

impl Rows {
    /// Makes rows from floating-point vectors, each scaled to the range of integers separately.
    pub fn new(dimensions: usize, rows: impl IntoIterator<Item = impl AsRef<[f32]>>) -> Rows {
        let (mut scales, mut values) = (Vec::new(), Vec::new());
        for row in rows {
            let row = row.as_ref();
            let greatest = row.iter().fold(0.0f32, |greatest, value| greatest.max(value.abs()));
            let scale = if greatest > 0.0 && greatest.is_finite() { greatest / GREATEST } else { 0.0 };
            scales.extend_from_slice(&scale.to_le_bytes());
            let whole = |value: &f32| if scale > 0.0 { (value / scale).round() as i8 as u8 } else { 0 };
            values.extend(row.iter().chain(std::iter::repeat(&0.0)).take(dimensions).map(whole));
        }
        Rows::of(dimensions, OwnedBytes::new(scales), OwnedBytes::new(values))
    }

    pub(super) fn of(dimensions: usize, scales: OwnedBytes, values: OwnedBytes) -> Rows {
        Rows { dimensions, scales, values }
    }

    /// The number of dimensions of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.scales.len() / 4
    }

    /// Whether there are no vectors.
    pub fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// A vector and the scale of its numbers; the numbers are signed.
    pub fn row(&self, number: u32) -> Option<(&[u8], f32)> {
        let number = number as usize;
        let from = number.checked_mul(self.dimensions)?;
        let values = self.values.get(from..from.checked_add(self.dimensions)?)?;
        let from = number.checked_mul(4)?;
        let scale = self.scales.get(from..from + 4)?.try_into().ok()?;
        Some((values, f32::from_le_bytes(scale)))
    }

    /// All vectors without their scales, in order.
    pub fn values(&self) -> impl Iterator<Item = &[u8]> {
        self.values.chunks_exact(self.dimensions.max(1))
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.scales)?;
        out.write_all(&self.values)
    }
}

/// Vectors by key.
#[derive(Clone, Debug)]
pub struct KeyedRows {
    /// Ascending.
    keys: OwnedBytes,
    rows: Rows,
}

impl KeyedRows {
    /// Makes rows from vectors with their keys, in any order.
    pub fn new(dimensions: usize, mut rows: Vec<(u64, Vec<f32>)>) -> KeyedRows {
        rows.sort_by_key(|(key, _)| *key);
        rows.dedup_by_key(|(key, _)| *key);
        let keys = rows.iter().flat_map(|(key, _)| key.to_le_bytes()).collect::<Vec<u8>>();
        KeyedRows::of(OwnedBytes::new(keys), Rows::new(dimensions, rows.iter().map(|(_, row)| row)))
    }

    pub(super) fn of(keys: OwnedBytes, rows: Rows) -> KeyedRows {
        KeyedRows { keys, rows }
    }

    /// The number of dimensions of a vector.
    pub fn dimensions(&self) -> usize {
        self.rows.dimensions()
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no vectors.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The vector of a key; see [`Rows::row`].
    pub fn row(&self, key: u64) -> Option<(&[u8], f32)> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(middle)? < key { low = middle + 1 } else { high = middle }
        }
        (self.key(low)? == key).then(|| self.rows.row(low as u32))?
    }

    fn key(&self, number: usize) -> Option<u64> {
        let bytes = self.keys.get(number * 8..number * 8 + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.keys)?;
        self.rows.write(out)
    }
}

/// The dot product of two vectors of [`Rows`]. Integers, so the order of the sum does not matter.
pub fn dot(one: &[u8], two: &[u8]) -> i32 {
    one.iter().zip(two).map(|(&a, &b)| i32::from(a as i8) * i32::from(b as i8)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_keeps_its_direction() {
        let row = vec![0.3, -0.9, 0.0, 0.45];
        let rows = Rows::new(4, [&row[..], &[0.0; 4]]);
        let (values, scale) = rows.row(0).unwrap();
        for (value, expected) in values.iter().zip(&row) {
            assert!((f32::from(*value as i8) * scale - expected).abs() < 0.9 / 127.0);
        }
        assert_eq!(dot(values, values), 42 * 42 + 127 * 127 + 64 * 64);
        assert_eq!(rows.row(1).unwrap(), (&[0u8; 4][..], 0.0));
        assert!(rows.row(2).is_none() && rows.row(u32::MAX).is_none());
    }
}
