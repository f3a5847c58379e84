//! Statistics against SciPy, scikit-learn and statsmodels: the vectors say which versions made them, and
//! `bench/evaluation/make_vectors.py` makes them again.

#![allow(clippy::unwrap_used)]

use eval::agreement::{HIGH_OR_MEDIUM, Kappa, binarised, cohen, fleiss};
use eval::statistics::special::{incomplete_beta, t_two_sided};
use eval::statistics::{bonferroni, holm, kendall, paired_t_test, pearson, randomisation_test};

/// The rows of a vector file, by columns; never fewer than `least`, so that a lost file is noticed.
fn rows(name: &str, least: usize) -> Vec<Vec<String>> {
    let path = format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<String>> = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(rows.len() >= least, "{path} has {} rows", rows.len());
    rows
}

fn number(field: &str) -> f64 {
    field.parse().unwrap()
}

fn numbers(field: &str) -> Vec<f64> {
    field.split(' ').map(number).collect()
}

fn grades(field: &str) -> Vec<Option<i32>> {
    field.split(' ').map(|grade| Some(grade.parse().unwrap())).collect()
}

#[track_caller]
fn close(ours: f64, theirs: f64, tolerance: f64, case: &str) {
    let error = (ours - theirs).abs() / theirs.abs().max(1e-300);
    assert!(ours == theirs || error < tolerance, "{case}: {ours} is not {theirs}");
}

#[test]
fn the_incomplete_beta_function_is_scipys_to_ten_digits() {
    for row in rows("beta.tsv", 100) {
        let x = number(&row[0]);
        let ours = incomplete_beta(x, 1.0 - x, number(&row[1]), number(&row[2]));
        // Values near 1 or below 1e-12 are limited by the subtraction and by the logarithms.
        let theirs = number(&row[3]);
        assert!((ours - theirs).abs() < 1e-10 * theirs + 1e-15, "{row:?}: {ours}");
    }
}

#[test]
fn the_tails_of_t_are_scipys_to_ten_digits() {
    for row in rows("t-tail.tsv", 100) {
        close(t_two_sided(number(&row[0]), number(&row[1])), number(&row[2]), 1e-10, &format!("{row:?}"));
    }
}

/// SciPy loses digits here, so the reference is the Cauchy distribution itself.
#[test]
fn a_tiny_t_keeps_its_digits() {
    let exact = 1.0 - 2.0 * 1e-8f64.atan() / std::f64::consts::PI;
    close(t_two_sided(1e-8, 1.0), exact, 1e-14, "1e-8");
}

#[test]
fn the_paired_t_test_is_scipys() {
    for row in rows("t-test.tsv", 50) {
        let test = paired_t_test(&numbers(&row[1]), &numbers(&row[2])).unwrap();
        close(test.t, number(&row[3]), 1e-9, &row[0]);
        close(test.p, number(&row[4]), 1e-9, &row[0]);
    }
}

#[test]
fn the_randomisation_test_is_scipys_exactly_or_within_the_error_of_drawing() {
    for row in rows("randomisation.tsv", 50) {
        let test = randomisation_test(&numbers(&row[2]), &numbers(&row[3]), 42).unwrap();
        let p = number(&row[4]);
        if row[1] == "exact" {
            assert!(test.exact, "{}", row[0]);
            close(test.p, p, 1e-12, &row[0]);
        } else {
            // Five standard errors of 10⁵ draws and of SciPy's own 10⁶.
            let error = 5.0 * (p * (1.0 - p) * (1e-5 + 1e-6)).sqrt() + 3e-5;
            assert!((test.p - p).abs() < error, "{}: {} is not {p}", row[0], test.p);
        }
    }
}

#[test]
fn bonferroni_and_holm_are_those_of_statsmodels() {
    for row in rows("corrections.tsv", 20) {
        let p = numbers(&row[1]);
        for (ours, theirs) in bonferroni(&p).iter().zip(numbers(&row[2])) {
            close(*ours, theirs, 1e-12, &row[0]);
        }
        for (ours, theirs) in holm(&p).iter().zip(numbers(&row[3])) {
            close(*ours, theirs, 1e-12, &row[0]);
        }
    }
}

#[test]
fn kendalls_tau_and_pearsons_r_are_scipys() {
    for row in rows("correlation.tsv", 25) {
        let (first, second) = (numbers(&row[1]), numbers(&row[2]));
        assert!((kendall(&first, &second).tau.unwrap() - number(&row[3])).abs() < 1e-12, "{}", row[0]);
        assert!((pearson(&first, &second).unwrap() - number(&row[4])).abs() < 1e-12, "{}", row[0]);
    }
}

/// scikit-learn says NaN where there is no κ.
#[track_caller]
fn same_kappa(ours: Option<Kappa>, theirs: &str, case: &str) {
    match ours.and_then(|ours| ours.kappa) {
        Some(kappa) => assert!((kappa - number(theirs)).abs() < 1e-12, "{case}: {kappa} is not {theirs}"),
        None => assert_eq!(theirs, "nan", "{case}"),
    }
}

#[test]
fn cohens_kappa_is_that_of_scikit_learn_over_grades_and_over_two_halves() {
    for row in rows("cohen.tsv", 30) {
        let ratings = [grades(&row[1]), grades(&row[2])];
        same_kappa(cohen(&ratings[0], &ratings[1]), &row[3], &row[0]);
        let halves = binarised(&ratings, HIGH_OR_MEDIUM);
        same_kappa(cohen(&halves[0], &halves[1]), &row[4], &row[0]);
    }
}

#[test]
fn fleisss_kappa_is_that_of_statsmodels_over_grades_and_over_two_halves() {
    for row in rows("fleiss.tsv", 12) {
        let raters: usize = row[1].parse().unwrap();
        let all = grades(&row[2]);
        let ratings: Vec<_> = all.chunks(all.len() / raters).map(<[_]>::to_vec).collect();
        same_kappa(fleiss(&ratings), &row[3], &row[0]);
        same_kappa(fleiss(&binarised(&ratings, HIGH_OR_MEDIUM)), &row[4], &row[0]);
    }
}
