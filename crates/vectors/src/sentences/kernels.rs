//! The parts of the network that are not products of matrices, over plain slices.
//!
//! Candle has all of these as operations on tensors, one pass over the memory each, with an error function in double
//! precision: together they took longer than the products. Here a layer needs three passes, and the loops are
//! written so that the compiler vectorises them; [`pulp`] compiles each for several instruction sets
//! and chooses at run time.
//!
//! The exponential and the error function are approximations, good to a few units in the last place of single precision;
//! the tests compare them with exact values.

use candle_core::{CpuStorage, Error, InplaceOp1, InplaceOp2, Layout, Result};
use pulp::Arch;

/// The number of parallel sums. A sum in one variable would be sequential.
const LANES: usize = 16;

/// `e^x`, after Cephes: the power of two is put into the exponent, the rest is a polynomial.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // Adding and subtracting this rounds to the nearest whole number, which is left in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let whole = rounded - ROUND;
    // The logarithm of two in two parts, so that the first product is exact.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = 1.987_569_1e-4;
    let series = series * rest + 1.398_199_9e-3;
    let series = series * rest + 8.333_452e-3;
    let series = series * rest + 4.166_579_6e-2;
    let series = series * rest + 1.666_666_5e-1;
    let series = series * rest + 0.5;
    let power = f32::from_bits(rounded.to_bits().wrapping_add(127) << 23);
    (series * rest * rest + rest + 1.0) * power
}

/// The error function, after Abramowitz and Stegun (1964), 7.1.26: to 1.5e-7.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let series = 1.061_405_4;
    let series = series * t - 1.453_152;
    let series = series * t + 1.421_413_8;
    let series = series * t - 0.284_496_72;
    let series = series * t + 0.254_829_6;
    (1.0 - series * t * exp(-size * size)).copysign(x)
}

/// Adds a bias to each row and applies the Gaussian error linear unit.
#[inline(always)]
fn gelu_rows(values: &mut [f32], bias: &[f32]) {
    for row in values.chunks_exact_mut(bias.len()) {
        for (value, bias) in row.iter_mut().zip(bias) {
            let x = *value + bias;
            *value = 0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2));
        }
    }
}

/// Adds a bias to each row.
#[inline(always)]
fn add_rows(values: &mut [f32], bias: &[f32]) {
    for row in values.chunks_exact_mut(bias.len()) {
        row.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
    }
}

/// Makes each row a distribution.
#[inline(always)]
fn softmax_rows(values: &mut [f32], width: usize) {
    for row in values.chunks_exact_mut(width) {
        let greatest = fold(row, f32::NEG_INFINITY, |lane, value| lane.max(value), f32::max);
        row.iter_mut().for_each(|value| *value = exp(*value - greatest));
        let share = 1.0 / sum(row);
        row.iter_mut().for_each(|value| *value *= share);
    }
}

/// Adds a bias and the residual to each row, and normalises it to mean 0 and variance 1, scaled and shifted.
#[inline(always)]
fn normalize_rows(values: &mut [f32], past: &[f32], norm: &Norm) {
    let width = norm.scale.len();
    let share = 1.0 / width as f32;
    for (row, past) in values.chunks_exact_mut(width).zip(past.chunks_exact(width)) {
        row.iter_mut().zip(past).zip(&norm.bias).for_each(|((value, past), bias)| *value += past + bias);
        let mean = sum(row) * share;
        row.iter_mut().for_each(|value| *value -= mean);
        let variance = fold(row, 0.0, |lane, value| lane + value * value, |one, two| one + two) * share;
        let length = 1.0 / (variance + norm.epsilon).sqrt();
        for ((value, scale), shift) in row.iter_mut().zip(&norm.scale).zip(&norm.shift) {
            *value = *value * length * scale + shift;
        }
    }
}

#[inline(always)]
fn sum(values: &[f32]) -> f32 {
    fold(values, 0.0, |lane, value| lane + value, |one, two| one + two)
}

/// Folds values in parallel lanes with `step`, then combines the lanes with `join`. The order is always the
/// same, so the result does not depend on the instruction set.
#[inline(always)]
fn fold(values: &[f32], start: f32, step: impl Fn(f32, f32) -> f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [start; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane = step(*lane, *value));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, value)| *lane = step(*lane, *value));
    lanes.into_iter().fold(start, join)
}

/// Adds a bias, then applies the Gaussian error linear unit.
pub(super) struct Gelu {
    /// The bias.
    pub bias: Vec<f32>,
}

/// Adds a bias.
pub(super) struct Bias {
    /// The bias.
    pub bias: Vec<f32>,
}

/// Makes distributions of the rows.
pub(super) struct Softmax;

/// Adds a bias and the residual, then normalizes.
pub(super) struct Norm {
    /// The bias of the layer before.
    pub bias: Vec<f32>,
    /// The factor of a normalized value.
    pub scale: Vec<f32>,
    /// The summand after scaling.
    pub shift: Vec<f32>,
    /// Prevents a division by 0 for rows of equal values.
    pub epsilon: f32,
}

impl Norm {
    /// Normalizes rows in place; `past` has as many values.
    pub fn apply(&self, values: &mut [f32], past: &[f32]) {
        Arch::new().dispatch(|| normalize_rows(values, past, self));
    }
}

impl InplaceOp1 for Gelu {
    fn name(&self) -> &'static str {
        "biased gelu"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let values = values_mut(storage, layout)?;
        Arch::new().dispatch(|| gelu_rows(values, &self.bias));
        Ok(())
    }
}

impl InplaceOp1 for Bias {
    fn name(&self) -> &'static str {
        "bias"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let values = values_mut(storage, layout)?;
        Arch::new().dispatch(|| add_rows(values, &self.bias));
        Ok(())
    }
}

impl InplaceOp1 for Softmax {
    fn name(&self) -> &'static str {
        "softmax of rows"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let width = layout.dims().last().copied().unwrap_or(1).max(1);
        let values = values_mut(storage, layout)?;
        Arch::new().dispatch(|| softmax_rows(values, width));
        Ok(())
    }
}

impl InplaceOp2 for Norm {
    fn name(&self) -> &'static str {
        "norm with residual"
    }

    fn cpu_fwd(
        &self,
        storage: &mut CpuStorage,
        layout: &Layout,
        past: &CpuStorage,
        past_layout: &Layout,
    ) -> Result<()> {
        let past = values(past, past_layout)?;
        self.apply(values_mut(storage, layout)?, past);
        Ok(())
    }
}

/// The values of a contiguous tensor.
pub(super) fn values<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    let found = match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(values), Some((from, to))) => values.get(from..to),
        _ => None,
    };
    found.ok_or_else(scattered)
}

fn values_mut<'a>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<&'a mut [f32]> {
    let found = match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(values), Some((from, to))) => values.get_mut(from..to),
        _ => None,
    };
    found.ok_or_else(scattered)
}

fn scattered() -> Error {
    Error::Msg("a tensor of single precision in one piece is needed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_double_precision() {
        for step in -8_700..=880 {
            let x = step as f32 * 0.01;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) - exact).abs() <= 4e-7 * exact, "{x}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37 && exp(-1e9) >= 0.0 && exp(1e9).is_finite());
    }

    /// Values of the table of Abramowitz and Stegun, 7.1.
    #[test]
    fn the_error_function_is_that_of_the_tables() {
        let table = [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3), (9.0, 1.0)];
        for (x, expected) in table {
            assert!((erf(x) - expected).abs() < 3e-7, "{x}");
            assert!((erf(-x) + expected).abs() < 3e-7, "-{x}");
        }
    }

    #[test]
    fn rows_become_distributions_of_any_width() {
        for width in [1, 2, 15, 16, 17, 40] {
            let mut rows: Vec<f32> = (0..3 * width).map(|number| (number * 7 % 11) as f32 - 5.0).collect();
            let before = rows.clone();
            softmax_rows(&mut rows, width);
            for (row, before) in rows.chunks(width).zip(before.chunks(width)) {
                let total: f64 = before.iter().map(|value| f64::from(*value).exp()).sum();
                for (value, before) in row.iter().zip(before) {
                    assert!((f64::from(*value) - f64::from(*before).exp() / total).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn norms_have_mean_and_variance_of_their_parameters() {
        let width = 24;
        let norm =
            Norm { bias: vec![1.0; width], scale: vec![2.0; width], shift: vec![3.0; width], epsilon: 1e-12 };
        let mut row: Vec<f32> = (0..width).map(|number| (number * 5 % 13) as f32).collect();
        norm.apply(&mut row, &vec![0.5; width]);
        let mean = row.iter().sum::<f32>() / width as f32;
        let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / width as f32;
        assert!((mean - 3.0).abs() < 1e-5 && (variance - 4.0).abs() < 1e-4, "{mean} {variance}");
    }
}
