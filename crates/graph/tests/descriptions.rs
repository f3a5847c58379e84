//! What sentences say their formulas are, against what we expect and against two baselines.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::ops::Range;

use graph::describe::{describe, nearest_noun, window};

fn places(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect()
}

/// How many of the found pairs of formula and text are expected.
#[derive(Default, Clone, Copy)]
struct Agreement {
    right: usize,
    found: usize,
    expected: usize,
}

impl Agreement {
    fn add(&mut self, found: &BTreeSet<(usize, String)>, expected: &BTreeSet<(usize, String)>) {
        self.right += found.intersection(expected).count();
        self.found += found.len();
        self.expected += expected.len();
    }

    fn f1(self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.expected) as f64
    }

    fn text(self) -> String {
        let share = |whole: usize| self.right as f64 / whole as f64;
        format!("P {:.3} R {:.3} F1 {:.3}", share(self.found), share(self.expected), self.f1())
    }
}

#[test]
fn sentences_say_what_their_formulas_are() {
    let mut sums = [Agreement::default(); 5];
    for line in include_str!("golden/descriptions.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once(" => ").unwrap();
        let places = places(text);
        let said: Vec<(usize, &str)> = expected
            .split(" | ")
            .enumerate()
            .filter(|(_, said)| *said != "-")
            .map(|(at, said)| (at + 1, said))
            .collect();
        let whole: BTreeSet<(usize, String)> =
            said.iter().map(|&(at, said)| (at, said.to_lowercase())).collect();
        // The type is the last word before `of`.
        let kind = |said: &str| {
            said.split(" of ")
                .next()
                .unwrap()
                .rsplit(' ')
                .next()
                .unwrap()
                .trim_end_matches('s')
                .to_lowercase()
        };
        let kinds: BTreeSet<(usize, String)> = said.iter().map(|&(at, said)| (at, kind(said))).collect();
        let ours = describe(text, &places);
        let nearest = nearest_noun(text, &places);
        let found = |list: &[graph::describe::Description]| -> BTreeSet<(usize, String)> {
            list.iter().map(|found| (found.formula, found.text.to_lowercase())).collect()
        };
        let types = |list: &[graph::describe::Description]| -> BTreeSet<(usize, String)> {
            list.iter().map(|found| (found.formula, found.kind.clone())).collect()
        };
        if found(&ours) != whole {
            println!("{text}\n  found {:?}\n  expected {whole:?}", found(&ours));
        }
        for found in &ours {
            assert!(
                text[found.place.clone()] == found.text && found.score > 0.0 && found.score <= 1.0,
                "{found:?}"
            );
        }
        let around = window(text, &places, 10);
        let words = around
            .into_iter()
            .flat_map(|(at, words)| words.into_iter().map(move |word| (at, word)))
            .collect();
        sums[0].add(&found(&ours), &whole);
        sums[1].add(&found(&nearest), &whole);
        sums[2].add(&types(&ours), &kinds);
        sums[3].add(&types(&nearest), &kinds);
        sums[4].add(&words, &kinds);
    }
    let names = [
        "descriptions",
        "descriptions, nearest noun phrase",
        "types",
        "types, nearest noun phrase",
        "types, window of 10 words",
    ];
    names.iter().zip(sums).for_each(|(name, sum)| println!("{name}: {}", sum.text()));
    assert!(sums[0].f1() >= 0.8 && sums[0].f1() > sums[1].f1(), "descriptions");
    assert!(sums[2].f1() >= 0.8 && sums[2].f1() > sums[3].f1() && sums[3].f1() > sums[4].f1(), "types");
}
