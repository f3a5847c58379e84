//! What sentences say their formulas are, against what we expect and against two baselines.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use graph::describe::{Description, describe, nearest_noun, window};

const GOLD: &str = include_str!("golden/descriptions.txt");
const SECOND: &str = include_str!("golden/descriptions-second.txt");

fn places(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect()
}

/// The sentences of a file with the labels of their formulas.
fn annotated(file: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (text, labels) = line.split_once(" => ").unwrap();
        (text, labels.split(" | ").collect())
    };
    lines.map(read).collect()
}

/// Formulas with what they are called.
type Said = BTreeSet<(usize, String)>;

/// How many of the found pairs of formula and text are expected.
#[derive(Default, Clone, Copy)]
struct Agreement {
    right: usize,
    found: usize,
    expected: usize,
}

impl Agreement {
    fn add(&mut self, found: &Said, expected: &Said) {
        self.right += found.intersection(expected).count();
        self.found += found.len();
        self.expected += expected.len();
    }

    /// The same where it is enough that the head of one phrase is in the other.
    fn add_soft(&mut self, found: &Said, expected: &Said) {
        let is_right = |(at, text): &&(usize, String)| {
            let of_formula = expected.iter().filter(|(other, _)| other == at);
            of_formula.into_iter().any(|(_, other)| shares_head(text, other))
        };
        self.right += found.iter().filter(is_right).count();
        self.found += found.len();
        self.expected += expected.len();
    }

    fn precision(self) -> f64 {
        self.right as f64 / self.found as f64
    }

    fn f1(self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.expected) as f64
    }

    fn text(self) -> String {
        let recall = self.right as f64 / self.expected as f64;
        format!("P {:.3} R {recall:.3} F1 {:.3}", self.precision(), self.f1())
    }
}

/// The type in a phrase: the last word before `of`.
fn head(phrase: &str) -> String {
    let words = phrase.split(" of ").next().unwrap();
    words.rsplit(' ').next().unwrap().trim_end_matches('s').to_lowercase()
}

fn shares_head(one: &str, two: &str) -> bool {
    let has = |phrase: &str, head: &str| phrase.split(' ').any(|word| word.trim_end_matches('s') == head);
    has(two, &head(one)) || has(one, &head(two))
}

fn texts(list: &[Description]) -> Said {
    list.iter().map(|found| (found.formula, found.text.to_lowercase())).collect()
}

fn types(list: &[Description]) -> Said {
    list.iter().map(|found| (found.formula, found.kind.clone())).collect()
}

#[test]
fn sentences_say_what_their_formulas_are() {
    let names = [
        "descriptions, strict",
        "descriptions, strict, nearest noun phrase",
        "descriptions, soft",
        "descriptions, soft, nearest noun phrase",
        "types",
        "types, nearest noun phrase",
        "types, window of 10 words",
    ];
    let mut sums = [Agreement::default(); 7];
    let gold = annotated(GOLD);
    assert!(gold.len() >= 200, "{}", gold.len());
    for (text, labels) in gold {
        let places = places(text);
        assert_eq!(places.len(), labels.len(), "{text}");
        let said = || labels.iter().enumerate().filter(|(_, label)| **label != "-");
        let whole: Said = said().map(|(at, label)| (at + 1, label.to_lowercase())).collect();
        let kinds: Said = said().map(|(at, label)| (at + 1, head(label))).collect();
        let (ours, nearest) = (describe(text, &places), nearest_noun(text, &places));
        if texts(&ours) != whole {
            println!("{text}\n  found {:?}\n  expected {whole:?}", texts(&ours));
        }
        for found in &ours {
            let is_of_text = text[found.place.clone()] == found.text;
            assert!(is_of_text && found.score > 0.0 && found.score <= 1.0, "{found:?}");
        }
        let around = window(text, &places, 10).into_iter();
        let words: Said =
            around.flat_map(|(at, words)| words.into_iter().map(move |word| (at, word))).collect();
        sums[0].add(&texts(&ours), &whole);
        sums[1].add(&texts(&nearest), &whole);
        sums[2].add_soft(&texts(&ours), &whole);
        sums[3].add_soft(&texts(&nearest), &whole);
        sums[4].add(&types(&ours), &kinds);
        sums[5].add(&types(&nearest), &kinds);
        sums[6].add(&words, &kinds);
    }
    names.iter().zip(sums).for_each(|(name, sum)| println!("{name}: {}", sum.text()));
    assert!(sums[2].f1() >= 0.75 && sums[2].f1() > sums[3].f1(), "descriptions");
    assert!(sums[2].precision() >= 0.7 && sums[4].precision() >= 0.7, "precision");
    assert!(sums[4].f1() >= 0.75 && sums[4].f1() > sums[5].f1() && sums[5].f1() > sums[6].f1(), "types");
}

/// How far the two passes of the annotation agree: the share of equal labels, and Cohen's kappa of whether a formula is
/// described at all.
#[test]
fn two_passes_of_the_annotation_agree() {
    let second: BTreeMap<&str, Vec<&str>> = annotated(SECOND).into_iter().collect();
    let (mut labels, mut equal, mut both, mut one, mut two) = (0, 0, 0, 0, 0);
    let mut known = 0;
    for (text, first) in annotated(GOLD) {
        let again = second.get(text).inspect(|_| known += 1).unwrap_or(&first);
        assert_eq!(first.len(), again.len(), "{text}");
        for (first, again) in first.iter().zip(again) {
            labels += 1;
            equal += usize::from(first == again);
            both += usize::from((*first == "-") == (*again == "-"));
            one += usize::from(*first != "-");
            two += usize::from(*again != "-");
        }
    }
    assert_eq!(known, second.len(), "a sentence of the second pass is not in the first");
    let share = |count: usize| count as f64 / labels as f64;
    let chance = share(one) * share(two) + (1.0 - share(one)) * (1.0 - share(two));
    let kappa = (share(both) - chance) / (1.0 - chance);
    println!("{labels} labels, {equal} equal ({:.3}); described or not: kappa {kappa:.3}", share(equal));
    assert!(kappa >= 0.8, "{kappa}");
}
