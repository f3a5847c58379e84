//! What must hold for every input: symmetry, bounds, and agreement with the definition.

#![allow(clippy::unwrap_used)]

use eval::agreement::{cohen, cohen_pairs, fleiss, mean_kappa};
use eval::statistics::slices::slices;
use eval::statistics::{
    WinsTiesLosses, bonferroni, holm, kendall, paired_t_test, pearson, randomisation_test,
};
use proptest::prelude::*;

/// Scores with many ties: tenths.
fn pairs(most: usize) -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0..=10u8, 0..=10u8), 0..most)
        .prop_map(|pairs| pairs.iter().map(|&(a, b)| (f64::from(a) / 10.0, f64::from(b) / 10.0)).unzip())
}

fn ratings() -> impl Strategy<Value = Vec<Vec<Option<i32>>>> {
    (1..5usize, 0..20usize).prop_flat_map(|(raters, items)| {
        let rater = prop::collection::vec(prop::option::weighted(0.8, 0..4i32), items);
        prop::collection::vec(rater, raters)
    })
}

proptest! {
    #[test]
    fn tests_do_not_mind_which_system_comes_first((first, second) in pairs(15)) {
        let (there, back) = (paired_t_test(&first, &second), paired_t_test(&second, &first));
        prop_assert_eq!(there.map(|test| test.p), back.map(|test| test.p));
        prop_assert_eq!(there.map(|test| test.mean), back.map(|test| -test.mean));
        if let Some(test) = there {
            prop_assert!((0.0..=1.0).contains(&test.p), "{:?}", test);
        }
        let (there, back) = (randomisation_test(&first, &second, 1), randomisation_test(&second, &first, 1));
        prop_assert_eq!(there, back);
        if let Some(test) = there {
            prop_assert!(test.p > 0.0 && test.p <= 1.0);
        }
    }

    #[test]
    fn wins_ties_and_losses_are_all_topics((first, second) in pairs(40)) {
        let (there, back) = (WinsTiesLosses::of(&first, &second), WinsTiesLosses::of(&second, &first));
        prop_assert_eq!(there.wins + there.ties + there.losses, first.len());
        prop_assert_eq!((there.wins, there.ties), (back.losses, back.ties));
    }

    #[test]
    fn holm_lies_between_the_p_values_and_bonferroni(p in prop::collection::vec(0.0..=1.0f64, 0..12)) {
        for ((raw, holm), bonferroni) in p.iter().zip(holm(&p)).zip(bonferroni(&p)) {
            prop_assert!(*raw <= holm && holm <= bonferroni && bonferroni <= 1.0);
        }
    }

    #[test]
    fn tau_counts_every_pair_and_follows_the_order((first, second) in pairs(25)) {
        let found = kendall(&first, &second);
        let pairs = found.concordant + found.discordant + found.tied_first + found.tied_second + found.tied_both;
        prop_assert_eq!(pairs, first.len() * first.len().saturating_sub(1) / 2);
        let reversed: Vec<f64> = second.iter().map(|value| -value).collect();
        prop_assert_eq!(kendall(&first, &reversed).tau, found.tau.map(|tau| -tau));
        if let Some(tau) = found.tau {
            prop_assert!(tau.abs() <= 1.0 + 1e-12);
            prop_assert!((kendall(&first, &first).tau.unwrap() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn r_does_not_mind_a_straight_line((first, second) in pairs(25), slope in 0.1..9.0f64) {
        let moved: Vec<f64> = second.iter().map(|value| value * slope + 3.0).collect();
        match (pearson(&first, &second), pearson(&first, &moved)) {
            (Some(before), Some(after)) => prop_assert!((before - after).abs() < 1e-9),
            (before, after) => prop_assert_eq!(before, after),
        }
    }

    #[test]
    fn kappa_does_not_mind_who_comes_first_or_what_labels_are_called(ratings in ratings()) {
        let renamed: Vec<Vec<Option<i32>>> =
            ratings.iter().map(|rater| rater.iter().map(|label| label.map(|label| 7 - 2 * label)).collect()).collect();
        let value = |kappa: Option<eval::agreement::Kappa>| kappa.and_then(|kappa| kappa.kappa);
        let same = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            (a, b) => a == b,
        };
        prop_assert!(same(value(fleiss(&ratings)), value(fleiss(&renamed))));
        prop_assert!(same(mean_kappa(&cohen_pairs(&ratings)), mean_kappa(&cohen_pairs(&renamed))));
        let (first, last) = (&ratings[0], &ratings[ratings.len() - 1]);
        prop_assert!(same(value(cohen(first, last)), value(cohen(last, first))));
        let perfect = value(cohen(first, first));
        prop_assert!(perfect.is_none_or(|kappa| (kappa - 1.0).abs() < 1e-12));
    }

    #[test]
    fn slices_hold_every_topic_with_a_value_once(values in prop::collection::vec(prop::option::of(0..30u8), 0..60)) {
        let texts: Vec<Option<String>> = values.iter().map(|value| value.map(|value| value.to_string())).collect();
        let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        let mut found: Vec<usize> = slices(&texts).into_iter().flat_map(|slice| slice.topics).collect();
        found.sort_unstable();
        let expected: Vec<usize> = (0..values.len()).filter(|&topic| values[topic].is_some()).collect();
        prop_assert_eq!(found, expected);
    }
}
