//! The plots of a report, as data.

use super::Plot;
use crate::logs::analysis::Analysed;
use crate::logs::figures::changes::PLACES;
use crate::logs::figures::repeats::MOST_FREQUENT;
use crate::logs::figures::tally::Histogram;
use crate::logs::reformulation::Reformulation;

/// Bars of a histogram; the last one has all larger values.
const BARS: usize = 15;

/// Lengths of queries that are drawn.
const LONGEST: usize = 30;

/// The last of the labels, for everything from there up.
fn open_ended(from: usize, to: usize) -> Vec<String> {
    (from..=to).map(|value| if value == to { format!("{value}+") } else { value.to_string() }).collect()
}

/// The share of each value of a histogram.
fn shares(histogram: &Histogram, from: usize, to: usize) -> Vec<f64> {
    let all = histogram.tally().count.max(1) as f64;
    let last = |value| if value == to { usize::MAX - 1 } else { value };
    (from..=to).map(|value| histogram.count_in(value..=last(value)) as f64 / all).collect()
}

/// The name of a series: with one log there is nothing to distinguish.
fn named(logs: &[&Analysed], place: usize, name: &str) -> String {
    match (logs.len(), place, name) {
        (1, _, name) => name.to_owned(),
        (_, 0, "") => "this log".to_owned(),
        (_, 0, name) => format!("this log, {name}"),
        (_, _, "") => "other log".to_owned(),
        (_, _, name) => format!("other log, {name}"),
    }
}

fn histogram(
    logs: &[&Analysed],
    title: &str,
    axis: &str,
    (from, to): (usize, usize),
    of: fn(&Analysed) -> &Histogram,
) -> Plot {
    let series =
        logs.iter().enumerate().map(|(place, log)| (named(logs, place, ""), shares(of(log), from, to)));
    Plot {
        title: title.to_owned(),
        axis: axis.to_owned(),
        labels: open_ended(from, to),
        series: series.collect(),
        is_share: true,
    }
}

pub(super) fn queries_per_session(logs: &[&Analysed]) -> Plot {
    histogram(logs, "Sessions by number of queries", "queries", (1, BARS), |log| &log.figures.queries)
}

pub(super) fn clicks_per_session(logs: &[&Analysed]) -> Plot {
    histogram(logs, "Sessions by number of clicks", "clicks", (0, BARS), |log| &log.figures.clicks)
}

/// Lengths of all queries and of those without a click.
pub(super) fn lengths(logs: &[&Analysed]) -> Plot {
    let series = logs.iter().enumerate().flat_map(|(place, log)| {
        let figures = &log.figures;
        [("all queries", &figures.lengths), ("no click", &figures.unclicked_lengths)]
            .map(|(name, histogram)| (named(logs, place, name), shares(histogram, 1, LONGEST)))
    });
    Plot {
        title: "Queries by number of words".to_owned(),
        axis: "words".to_owned(),
        labels: open_ended(1, LONGEST),
        series: series.collect(),
        is_share: true,
    }
}

/// Distinct queries by how often they came.
pub(super) fn frequencies(logs: &[&Analysed]) -> Plot {
    let shares = |log: &Analysed| -> Vec<f64> {
        let all = log.repeats.distinct.max(1) as f64;
        log.repeats.frequencies.iter().map(|count| *count as f64 / all).collect()
    };
    let series = logs.iter().enumerate().map(|(place, log)| (named(logs, place, ""), shares(log)));
    Plot {
        title: "Distinct queries by how often they were issued".to_owned(),
        axis: "times issued".to_owned(),
        labels: open_ended(1, MOST_FREQUENT),
        series: series.collect(),
        is_share: true,
    }
}

/// The mean click entropy by how often a query came.
pub(super) fn entropies(logs: &[&Analysed]) -> Plot {
    let means = |log: &Analysed| log.repeats.by_frequency.iter().map(|mean| mean.mean()).collect();
    let series = logs.iter().enumerate().map(|(place, log)| (named(logs, place, ""), means(log)));
    Plot {
        title: "Click entropy by how often a query was issued".to_owned(),
        axis: "times issued".to_owned(),
        labels: open_ended(1, MOST_FREQUENT),
        series: series.collect(),
        is_share: false,
    }
}

/// The share of the most common types of change by place in the session.
pub(super) fn changes_by_place(logs: &[&Analysed]) -> Plot {
    let mut series = Vec::new();
    for (place, log) in logs.iter().enumerate().take(1) {
        for (kind, name) in Reformulation::ALL.iter().map(|kind| kind.name()).enumerate().take(5) {
            let share = |counts: &[u64; 7]| {
                counts.get(kind).map_or(0.0, |count| *count as f64 / counts.iter().sum::<u64>().max(1) as f64)
            };
            let shares = log.figures.changes.by_place.iter().map(share).collect();
            series.push((named(logs, place, name), shares));
        }
    }
    Plot {
        title: "Changes by place in the session".to_owned(),
        axis: "query of the session".to_owned(),
        labels: open_ended(2, PLACES + 1),
        series,
        is_share: true,
    }
}
