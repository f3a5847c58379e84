//! Doubling the input must not square the time.
//!
//! The target repeats the input to about 4 KiB and to four times that, once as it is, and once with all first
//! halves before all second halves, so that brackets nest. Linear work takes 4 times as long, quadratic work
//! 16 times. Times are CPU times of this thread. Only a ratio far above linear in several measurements
//! counts, so that a busy machine causes no false finding.
#![no_main]

use std::time::Duration;

use cpu_time::ThreadTime;
use formula::{Notation, Options, canonical, signatures};
use libfuzzer_sys::fuzz_target;

const SMALL: usize = 4 << 10;
const WORST_RATIO: u32 = 10;
const TRIALS: usize = 8;

fuzz_target!(|seed: &str| {
    if seed.is_empty() || seed.len() > 64 {
        return;
    }
    for build in [repeated, nested] {
        // A multiple of 12, so that both lengths are divisible by 2 and 3.
        let count = (SMALL / seed.len()).next_multiple_of(12);
        let (small, large) = (build(seed, count), build(seed, 4 * count));
        // Macros multiply their text by design; the bound on expansion is tested elsewhere.
        if ["\\def", "\\newcommand", "\\let", "\\Declare"].iter().any(|word| small.contains(word)) {
            continue;
        }
        let beyond = (0..TRIALS).all(|_| {
            let ((short, few), (long, many)) = (time(&small), time(&large));
            // More nodes than the length explains mean that the input was read differently, which takes more work.
            let is_same_way = many <= 5 * few + 100;
            is_same_way && long > Duration::from_millis(2) && long > short * WORST_RATIO
        });
        assert!(!beyond, "time grows faster than linear on {seed:?}");
    }
});

fn repeated(seed: &str, count: usize) -> String {
    seed.repeat(count)
}

fn nested(seed: &str, count: usize) -> String {
    let half = (0..=seed.len() / 2).rev().find(|&at| seed.is_char_boundary(at)).unwrap_or(0);
    let (open, close) = seed.split_at(half);
    open.repeat(count) + &close.repeat(count)
}

/// The time for all steps of a formula, and the number of its nodes.
fn time(source: &str) -> (Duration, usize) {
    let start = ThreadTime::now();
    let formula = formula::read(source, Notation::Auto, &Options::default());
    let canonical = canonical::canonical(&formula.opt);
    std::hint::black_box(signatures::visual(&formula.slt) ^ signatures::alpha(&canonical));
    (start.elapsed(), formula.slt.arena_len() + formula.opt.arena_len())
}
