//! How well assessors agree, per pair and round, at any moment of a project.
//!
//! Known grades count as an assessor named `gold`. Codes such as *do not know* are no grades and are left out.

use std::collections::{BTreeMap, BTreeSet};

use eval::agreement::{HIGH_OR_MEDIUM, Kappa, cohen};

use super::journal::Item;
use super::project::Project;
use super::state::State;

/// The name of the known grades.
pub const GOLD: &str = "gold";

/// Two assessors in a round.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The round.
    pub round: String,
    /// The first, by name.
    pub first: String,
    /// The second.
    pub second: String,
    /// Cohen's κ over the grades.
    pub grades: Kappa,
    /// The same with grades cut into relevant (2 or more) and not.
    pub relevant: Kappa,
}

/// The pairs of assessors who judged something in common, by round and name.
pub fn pairs(project: &Project, state: &State) -> Vec<Pair> {
    let rounds: BTreeSet<&str> = project.plan.iter().map(|one| one.round.as_str()).collect();
    rounds.into_iter().flat_map(|round| of_round(project, state, round)).collect()
}

fn of_round(project: &Project, state: &State, round: &str) -> Vec<Pair> {
    let mut grades: BTreeMap<&str, BTreeMap<Item, u8>> = BTreeMap::new();
    for one in project.plan.iter().filter(|one| one.round == round) {
        for item in project.units(&one.topic).iter().flat_map(|unit| Project::items(&one.topic, unit)) {
            let judged = state.get(&one.assessor, round, &item).and_then(|judged| judged.verdict?.grade());
            if let Some(grade) = judged {
                if let Some(known) = project.gold.get(&item).and_then(|known| known.grade()) {
                    grades.entry(GOLD).or_default().insert(item.clone(), known);
                }
                grades.entry(&one.assessor).or_default().insert(item, grade);
            }
        }
    }
    let names: Vec<&str> = grades.keys().copied().collect();
    let mut pairs = Vec::new();
    for (at, first) in names.iter().enumerate() {
        for second in names.iter().skip(at + 1) {
            let (Some(one), Some(other)) = (grades.get(first), grades.get(second)) else { continue };
            let common = one.iter().filter_map(|(item, grade)| Some((*grade, *other.get(item)?)));
            let (ones, others): (Vec<u8>, Vec<u8>) = common.unzip();
            let some = |grades: &[u8]| grades.iter().copied().map(Some).collect::<Vec<_>>();
            let cut = |grades: &[u8]| {
                grades.iter().map(|grade| Some(i32::from(*grade) >= HIGH_OR_MEDIUM)).collect::<Vec<_>>()
            };
            let kappas = cohen(&some(&ones), &some(&others)).zip(cohen(&cut(&ones), &cut(&others)));
            if let Some((grades, relevant)) = kappas {
                let (first, second) = ((*first).to_owned(), (*second).to_owned());
                pairs.push(Pair { round: round.to_owned(), first, second, grades, relevant });
            }
        }
    }
    pairs
}

impl Pair {
    /// The pairs as a table with a header.
    pub fn table(pairs: &[Pair]) -> String {
        let mut out = String::from("round\tfirst\tsecond\titems\tkappa\terror\tkappa_relevant\tnote\n");
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
        for pair in pairs {
            let note = if pair.grades.degenerate { "one of them gave a single grade" } else { "" };
            out.push_str(&format!(
                "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{note}\n",
                pair.round,
                pair.first,
                pair.second,
                pair.grades.items,
                number(pair.grades.kappa),
                number(pair.grades.standard_error()),
                number(pair.relevant.kappa),
            ));
        }
        out
    }
}
