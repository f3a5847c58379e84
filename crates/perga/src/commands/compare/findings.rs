//! Everything a comparison found, before it is written.

use eval::report::RunReport;
use eval::statistics::comparison::{Comparison, Paired, System, compare};
use eval::statistics::slices::{Slice, slices};
use eval::statistics::{Delta, Kendall, deltas, kendall, mean, pearson};
use eval::{Measure, Options};
use trec::TopicInfo;

use super::Arguments;

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
    pub extremes: Vec<RunReport>,
    /// The same systems scored by instances.
    pub instances: Option<SideBySide>,
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
pub struct SideBySide {
    /// The scores by instances, in the order of the systems.
    pub instances: Vec<RunReport>,
    /// For every measure how the two ways order the systems.
    pub orders: Vec<(Kendall, Option<f64>)>,
}

impl SideBySide {
    /// Holds two ways of scoring against each other.
    pub fn new(formulas: &[RunReport], instances: Vec<RunReport>) -> Self {
        let measures = formulas.first().map_or(0, |system| system.scores.overall.len());
        let means = |runs: &[RunReport], place: usize| -> Vec<f64> {
            runs.iter().map(|run| run.scores.overall[place]).collect()
        };
        let order = |place| {
            let (first, second) = (means(&instances, place), means(formulas, place));
            (kendall(&first, &second), pearson(&first, &second))
        };
        SideBySide { orders: (0..measures).map(order).collect(), instances }
    }
}

impl<'a> Findings<'a> {
    /// Compares the systems, the first of which is the baseline.
    pub fn new(
        arguments: &Arguments,
        qrels: &str,
        measures: &'a [Measure],
        systems: &'a [RunReport],
        info: &TopicInfo,
    ) -> Self {
        let found = |(place, measure)| one(arguments, place, measure, systems, info);
        let measures: Vec<Found> = measures.iter().enumerate().map(found).collect();
        Findings {
            qrels: qrels.to_owned(),
            options: super::options(arguments),
            alpha: arguments.alpha,
            seed: arguments.seed,
            systems,
            orders: orders(&measures),
            measures,
            extremes: Vec::new(),
            instances: None,
        }
    }
}

fn system(report: &RunReport, measure: usize) -> System<'_> {
    System { name: &report.name, topics: &report.scores.topics, values: &report.scores.values[measure] }
}

fn one<'a>(
    arguments: &Arguments,
    place: usize,
    measure: &'a Measure,
    reports: &'a [RunReport],
    info: &TopicInfo,
) -> Found<'a> {
    let systems: Vec<System> = reports.iter().map(|report| system(report, place)).collect();
    let baseline = systems[0];
    let comparisons = compare(&baseline, &systems[1..], arguments.seed);
    let paired = systems[1..].iter().map(|system| Paired::new(&baseline, system));
    let deltas = paired.map(|paired| deltas(&paired.topics, &paired.first, &paired.second)).collect();
    let (topics, scores) = shared(&systems);
    let cut = |attribute: &String| {
        let values: Vec<Option<&str>> = topics.iter().map(|topic| info.get(topic, attribute)).collect();
        let without = values.iter().filter(|value| value.is_none()).count();
        Cut { attribute: attribute.clone(), slices: slices(&values), without }
    };
    let cuts = arguments.by.iter().map(cut).collect();
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
