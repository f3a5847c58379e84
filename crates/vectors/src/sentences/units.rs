//! The vectors of the units of an index, opened: how near a text is to each of them.

use index::Index;
use index::vectors::units as file;
use pulp::Arch;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Encoder;
use crate::Result;

/// The number of rows that a thread reads at once.
const ROWS_AT_ONCE: usize = 8_192;

/// The number of parallel lanes of a product.
const LANES: usize = 16;

/// Marks a unit without a vector.
const NONE: u32 = u32::MAX;

/// The vectors of the units of one commit. Units have numbers: their place in the segments of the commit.
///
/// Units without a vector (added since they were made) are simply not in it; see [`UnitVectors::missing`].
pub struct UnitVectors {
    file: file::UnitVectors,
    /// The unit of each row; [`NONE`] for units that are gone.
    units: Vec<u32>,
    /// The row of each unit.
    rows: Vec<u32>,
    count: usize,
    missing: usize,
}

impl UnitVectors {
    /// Opens the vectors beside an index; `None` if there are none.
    pub fn open(index: &Index) -> Result<Option<UnitVectors>> {
        let Some(file) = file::UnitVectors::open(index)? else { return Ok(None) };
        let by_added: FxHashMap<u64, u32> = file.added().zip(0..).collect();
        let mut units = vec![NONE; file.rows().len()];
        let mut rows = vec![NONE; file::place_count(index)];
        let places = file::places(index)?;
        let mut count = 0;
        for place in &places {
            let Some(&row) = by_added.get(&place.added) else { continue };
            let (Some(unit), Some(found)) =
                (units.get_mut(row as usize), rows.get_mut(place.number as usize))
            else {
                continue;
            };
            (*unit, *found) = (place.number, row);
            count += 1;
        }
        let missing = places.len() - count;
        Ok(Some(UnitVectors { file, units, rows, count, missing }))
    }

    /// The name of the model that they were made with.
    pub fn model(&self) -> &str {
        &self.file.header().model
    }

    /// Whether the vectors of an encoder can be compared with these: whether it is the model that made them.
    pub fn fits(&self, encoder: &Encoder) -> bool {
        self.file.header().checksum == encoder.checksum()
    }

    /// Units of the commit that have no vector.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Units that have one.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether no unit has one.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The vector of a unit.
    pub fn vector(&self, unit: u32) -> Option<Vec<f32>> {
        let (values, scale) = self.row(unit)?;
        Some(values.iter().map(|&value| f32::from(value as i8) * scale).collect())
    }

    /// The product of a vector with that of a unit.
    pub fn similarity(&self, query: &[f32], unit: u32) -> Option<f32> {
        let (values, scale) = self.row(unit)?;
        Some(Arch::new().dispatch(|| product(query, values)) * scale)
    }

    fn row(&self, unit: u32) -> Option<(&[u8], f32)> {
        self.file.rows().row(*self.rows.get(unit as usize)?)
    }

    /// The product of a vector with that of every unit, by unit; 0 for units without one.
    pub fn similarities(&self, query: &[f32]) -> Vec<f32> {
        let mut similarities = vec![0.0; self.rows.len()];
        for (unit, similarity) in self.units.iter().zip(self.products(query)) {
            if let Some(place) = similarities.get_mut(*unit as usize) {
                *place = similarity;
            }
        }
        similarities
    }

    /// The units nearest to a vector, the nearest first; equally near ones by number.
    pub fn nearest(&self, query: &[f32], take: usize) -> Vec<(u32, f32)> {
        let order = |one: &(u32, f32), two: &(u32, f32)| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0));
        if take == 0 {
            return Vec::new();
        }
        let all = self.units.iter().copied().zip(self.products(query));
        let mut found: Vec<(u32, f32)> = all.filter(|(unit, _)| *unit != NONE).collect();
        if found.len() > take {
            found.select_nth_unstable_by(take - 1, order);
            found.truncate(take);
        }
        found.sort_unstable_by(order);
        found
    }

    /// The product with each row.
    fn products(&self, query: &[f32]) -> Vec<f32> {
        let rows = self.file.rows();
        let mut products = vec![0.0; rows.len()];
        products.par_chunks_mut(ROWS_AT_ONCE).enumerate().for_each(|(block, products)| {
            let first = (block * ROWS_AT_ONCE) as u32;
            Arch::new().dispatch(|| {
                for (product_of, row) in products.iter_mut().zip(first..) {
                    let (values, scale) = rows.row(row).unwrap_or_default();
                    *product_of = product(query, values) * scale;
                }
            });
        });
        products
    }
}

/// The product of fractions with whole numbers, always added up in the same order.
#[inline(always)]
fn product(query: &[f32], values: &[u8]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (query, values) = (query.chunks(LANES), values.chunks(LANES));
    for (query, values) in query.zip(values) {
        for ((lane, query), value) in lanes.iter_mut().zip(query).zip(values) {
            *lane += query * f32::from(*value as i8);
        }
    }
    lanes.into_iter().sum()
}
