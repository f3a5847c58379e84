//! Everything a comparison found, before it is written.

use super::Scored;
use crate::evaluation::Note;
use crate::report::{Report, RunReport};
use crate::statistics::comparison::{Comparison, Paired, System, compare};
use crate::statistics::slices::{Slice, slices};
use crate::statistics::strata::strata;
use crate::statistics::{Delta, Kendall, deltas, kendall, mean, mean_gap, pearson};
use crate::{Measure, Options};

/// What a comparison found.
pub struct Findings<'a> {
    /// The judgements' file.
    pub qrels: String,
    /// How runs were measured.
    pub options: Options,
    /// Below this a corrected p-value is significant.
    pub alpha: f64,
    /// The seed of the randomisation test.
    pub seed: u64,
    /// The runs, the baseline first.
    pub systems: &'a [RunReport],
    /// What was found under each measure.
    pub measures: Vec<Found<'a>>,
    /// Whether the measures put the systems in the same order, two by two.
    pub orders: Vec<Order<'a>>,
    /// The judged documents in random and in perfect order.
    pub extremes: &'a [RunReport],
    /// The same systems scored by instances.
    pub instances: Option<SideBySide<'a>>,
}

/// What was found under one measure.
pub struct Found<'a> {
    /// Its place among the measures.
    pub place: usize,
    /// The measure.
    pub measure: &'a Measure,
    /// The systems against the baseline.
    pub comparisons: Vec<Comparison<'a>>,
    /// The topics of each comparison, the greatest gain first.
    pub deltas: Vec<Vec<Delta<'a>>>,
    /// The scores of every system on the topics that all of them have.
    pub scores: Vec<Vec<f64>>,
    /// Those topics cut by attributes.
    pub cuts: Vec<Cut>,
}

impl Found<'_> {
    /// The mean difference of neighbouring systems over the topics that all of them have.
    pub fn mean_gap(&self) -> Option<f64> {
        mean_gap(&self.scores.iter().filter_map(|scores| mean(scores)).collect::<Vec<_>>())
    }
}

/// Topics cut by an attribute.
pub struct Cut {
    /// The attribute.
    pub attribute: String,
    /// The slices.
    pub slices: Vec<Slice>,
    /// Topics that have no value.
    pub without: usize,
}

/// How two measures order the systems.
pub struct Order<'a> {
    /// The first measure.
    pub first: &'a str,
    /// The second measure.
    pub second: &'a str,
    /// Kendall's τ-b and the counts behind it.
    pub kendall: Kendall,
    /// Pearson's r.
    pub pearson: Option<f64>,
}

/// The systems scored by formula instances, beside those by visually distinct formulas.
pub struct SideBySide<'a> {
    /// The scores by instances, in the order of the systems.
    pub instances: &'a [RunReport],
    /// For every measure how the two ways order the systems.
    pub orders: Vec<(Kendall, Option<f64>)>,
}

impl<'a> SideBySide<'a> {
    /// Compares two ways of scoring.
    fn new(formulas: &[RunReport], instances: &'a [RunReport]) -> Self {
        let measures = formulas.first().map_or(0, |system| system.scores.overall.len());
        let means = |runs: &[RunReport], place: usize| -> Vec<f64> {
            runs.iter().map(|run| run.scores.overall[place]).collect()
        };
        let order = |place| {
            let (first, second) = (means(instances, place), means(formulas, place));
            (kendall(&first, &second), pearson(&first, &second))
        };
        SideBySide { orders: (0..measures).map(order).collect(), instances }
    }
}

impl<'a> Findings<'a> {
    /// Compares the systems, the first of which is the baseline.
    pub(super) fn new(scored: &'a Scored) -> Self {
        let found = |(place, measure)| one(scored, place, measure);
        let measures: Vec<Found> = scored.measures.iter().enumerate().map(found).collect();
        let instances = scored.instances.as_deref();
        Findings {
            qrels: scored.qrels.clone(),
            options: scored.options,
            alpha: scored.alpha,
            seed: scored.seed,
            systems: &scored.systems,
            orders: orders(&measures),
            measures,
            extremes: &scored.extremes,
            instances: instances.map(|instances| SideBySide::new(&scored.systems, instances)),
        }
    }

    /// The numbers as a report: for each measure the mean of a run, its difference from the baseline and p-values; in a
    /// row for all runs the Mean Gap; in a row for each two slices τ-b and the places that a system moves.
    pub fn report(&self) -> Report {
        let mut labels = Vec::new();
        let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
        for found in &self.measures {
            let label = found.measure.label();
            let first = labels.len();
            labels.extend(
                ["", " delta", " p", " holm", " random.", " mean gap", " tau", " moves"]
                    .map(|end| format!("{label}{end}")),
            );
            let mut set = |name: &str, place: usize, value: f64| {
                let row = rows.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                    rows.push((name.to_owned(), Vec::new()));
                    rows.len() - 1
                });
                let row = &mut rows[row].1;
                row.resize(row.len().max(first + place + 1), f64::NAN);
                row[first + place] = value;
            };
            for (run, scores) in self.systems.iter().map(|run| (run, run.scores.overall[found.place])) {
                set(&run.name, 0, scores);
            }
            for comparison in &found.comparisons {
                set(comparison.name, 1, comparison.difference());
                let p = [
                    comparison.t_test.map(|test| test.p),
                    comparison.holm,
                    comparison.randomisation.map(|test| test.p),
                ];
                for (place, p) in (2..).zip(p) {
                    set(comparison.name, place, p.unwrap_or(f64::NAN));
                }
            }
            set("all runs", 5, found.mean_gap().unwrap_or(f64::NAN));
            let scores: Vec<&[f64]> = found.scores.iter().map(Vec::as_slice).collect();
            for pair in found.cuts.iter().flat_map(|cut| strata(&cut.slices, &scores)) {
                let name = format!("{}–{}", pair.first, pair.second);
                set(&name, 6, pair.kendall.tau.unwrap_or(f64::NAN));
                set(&name, 7, pair.moves);
            }
        }
        rows.iter_mut().for_each(|(_, row)| row.resize(labels.len(), f64::NAN));
        Report::table(&labels, rows)
    }

    /// A note for every comparison over fewer topics than the runs have.
    pub fn notes(&self) -> Vec<Note> {
        let Some(found) = self.measures.first() else { return Vec::new() };
        let (baseline, baseline_topics) = (&self.systems[0].name, self.systems[0].scores.topics.len());
        let pairs = found.comparisons.iter().zip(&self.systems[1..]);
        let note = |(comparison, system): (&Comparison, &RunReport)| {
            let (shared, topics) = (comparison.topics, system.scores.topics.len());
            (shared < baseline_topics || shared < topics).then(|| Note::SharedTopics {
                run: system.name.clone(),
                topics,
                baseline: baseline.clone(),
                baseline_topics,
                shared,
            })
        };
        pairs.filter_map(note).collect()
    }
}

fn system(report: &RunReport, measure: usize) -> System<'_> {
    System { name: &report.name, topics: &report.scores.topics, values: &report.scores.values[measure] }
}

fn one<'a>(scored: &'a Scored, place: usize, measure: &'a Measure) -> Found<'a> {
    let systems: Vec<System> = scored.systems.iter().map(|report| system(report, place)).collect();
    let baseline = systems[0];
    let comparisons = compare(&baseline, &systems[1..], scored.seed);
    let paired = systems[1..].iter().map(|system| Paired::new(&baseline, system));
    let deltas = paired.map(|paired| deltas(&paired.topics, &paired.first, &paired.second)).collect();
    let (topics, scores) = shared(&systems);
    let cut = |attribute: &String| {
        let values: Vec<Option<&str>> =
            topics.iter().map(|topic| scored.info.get(topic, attribute)).collect();
        let without = values.iter().filter(|value| value.is_none()).count();
        Cut { attribute: attribute.clone(), slices: slices(&values), without }
    };
    let cuts = scored.attributes.iter().map(cut).collect();
    Found { place, measure, comparisons, deltas, scores, cuts }
}

/// The topics that every system has, in the order of the first, and each system's scores on them.
fn shared<'a>(systems: &[System<'a>]) -> (Vec<&'a str>, Vec<Vec<f64>>) {
    let score = |system: &System, topic: &str| {
        system.topics.iter().position(|other| other == topic).map(|place| system.values[place])
    };
    let mut topics = Vec::new();
    let mut scores = vec![Vec::new(); systems.len()];
    for topic in systems[0].topics {
        let row: Option<Vec<f64>> = systems.iter().map(|system| score(system, topic)).collect();
        let Some(row) = row else { continue };
        topics.push(topic.as_str());
        scores.iter_mut().zip(row).for_each(|(scores, value)| scores.push(value));
    }
    (topics, scores)
}

/// How every two measures order the systems by their means on the topics that all of them have.
fn orders<'a>(measures: &[Found<'a>]) -> Vec<Order<'a>> {
    let means =
        |found: &Found| -> Vec<f64> { found.scores.iter().filter_map(|scores| mean(scores)).collect() };
    let mut orders = Vec::new();
    for (place, first) in measures.iter().enumerate() {
        for second in &measures[place + 1..] {
            let (ours, theirs) = (means(first), means(second));
            orders.push(Order {
                first: first.measure.label(),
                second: second.measure.label(),
                kendall: kendall(&ours, &theirs),
                pearson: pearson(&ours, &theirs),
            });
        }
    }
    orders
}
