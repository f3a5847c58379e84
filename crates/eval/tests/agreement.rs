//! Agreement from counts: a worked matrix, and the published κ of NTCIR-11 from its totals.

#![allow(clippy::unwrap_used, clippy::panic)]

use eval::agreement::{binarised, cohen, fleiss};

/// Ratings of two assessors, each pair as often as it was counted.
fn ratings(counts: &[(i32, i32, usize)]) -> [Vec<Option<i32>>; 2] {
    let pairs = counts.iter().flat_map(|&(ours, theirs, count)| vec![(Some(ours), Some(theirs)); count]);
    let (ours, theirs) = pairs.unzip();
    [ours, theirs]
}

fn is(found: f64, expected: f64) {
    assert!((found - expected).abs() < 5e-5, "{found}, expected {expected}");
}

#[test]
fn a_matrix_of_four_grades_and_its_two_halves() {
    let matrix = [[30, 4, 1, 0], [5, 6, 3, 1], [1, 3, 8, 4], [0, 1, 3, 10]];
    let counts: Vec<(i32, i32, usize)> = matrix
        .iter()
        .zip(0..)
        .flat_map(|(row, ours)| row.iter().zip(0..).map(move |(&count, theirs)| (ours, theirs, count)))
        .collect();
    let ratings = ratings(&counts);
    let grades = cohen(&ratings[0], &ratings[1]).unwrap();
    assert_eq!(grades.items, 80);
    is(grades.observed, 0.675);
    is(grades.expected, 0.3);
    is(grades.kappa.unwrap(), 0.5357);
    is(grades.standard_error().unwrap(), 0.0748);
    is(fleiss(&ratings).unwrap().kappa.unwrap(), 0.5356);
    let halves = binarised(&ratings, 2);
    let halves = cohen(&halves[0], &halves[1]).unwrap();
    is(halves.observed, 0.875);
    is(halves.expected, 0.53125);
    is(halves.kappa.unwrap(), 0.7333);
    is(halves.standard_error().unwrap(), 0.0789);
    assert!(!grades.degenerate && !halves.degenerate);
}

/// The sums of two labels (relevant 2, partially relevant 1, not relevant 0) were 4 to 0 for 301, 233, 304, 379 and 1,283
/// units; 184 of the 304 are two times partially relevant.
#[test]
fn the_agreement_of_ntcir_11_is_over_labels_cut_in_two() {
    let counts = [(2, 2, 301), (2, 1, 233), (1, 1, 184), (2, 0, 120), (1, 0, 379), (0, 0, 1283)];
    let ratings = ratings(&counts);
    let kappa = |level| fleiss(&binarised(&ratings, level)).unwrap().kappa.unwrap();
    assert_eq!(format!("{:.3} {:.3}", kappa(2), kappa(1)), "0.543 0.579");
}

#[test]
fn a_single_label_makes_kappa_meaningless() {
    let ratings = ratings(&[(0, 0, 9), (0, 1, 3)]);
    let kappa = cohen(&ratings[0], &ratings[1]).unwrap();
    assert!(kappa.degenerate && kappa.kappa.unwrap().abs() < 1e-12);
}
