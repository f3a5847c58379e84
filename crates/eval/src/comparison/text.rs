//! A comparison as tables with words under them.

use crate::statistics::comparison::Comparison;
use crate::statistics::{strata, words};
use document::counted;

use super::findings::{Cut, Findings, Found};
use crate::report::columns::align;

/// The headings of a comparison.
const HEADINGS: [&str; 13] =
    ["run", "", "mean", "delta", "%", "wins", "ties", "losses", "t", "p", "Bonferroni", "Holm", "random."];

/// Writes everything, measure by measure.
pub fn write(findings: &Findings, per_topic: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    for found in &findings.measures {
        parts.push(comparison_table(findings, found));
        parts.push(comparison_words(findings, found));
        if per_topic {
            parts.extend(delta_tables(findings, found));
        }
        for cut in &found.cuts {
            parts.push(slice_table(findings, found, cut));
            parts.push(slice_words(found, cut));
        }
    }
    parts.extend(instances(findings));
    parts.push(order_words(findings));
    parts.push(legend(findings));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn comparison_table(findings: &Findings, found: &Found) -> String {
    let baseline = &findings.systems[0];
    let mean = baseline.scores.overall[found.place];
    let topics = baseline.scores.topics.len();
    let mut rows = vec![HEADINGS.iter().map(|&heading| heading.to_owned()).collect::<Vec<_>>()];
    rows.push(vec![baseline.name.clone(), "baseline".into(), format!("{mean:.4}")]);
    rows.extend(found.comparisons.iter().map(|comparison| row(comparison, findings.alpha)));
    for extreme in findings.extremes {
        let value = extreme.scores.overall[found.place];
        let share = if mean == 0.0 { "-".into() } else { format!("{:+.1}", 100.0 * (value - mean) / mean) };
        let (value, delta) = (format!("{value:.4}"), format!("{:+.4}", value - mean));
        rows.push(vec![extreme.name.clone(), String::new(), value, delta, share]);
    }
    format!("{} over {topics} topics\n{}", found.measure.label(), align(&rows, 2))
}

fn row(found: &Comparison, alpha: f64) -> Vec<String> {
    let mark = match (found.is_significant(alpha), found.difference() > 0.0) {
        (true, true) => "▲",
        (true, false) => "▼",
        (false, _) => "",
    };
    let p = |p: Option<f64>| match p {
        None => "-".to_owned(),
        Some(p) if p < 0.000_1 => "<.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    };
    vec![
        found.name.to_owned(),
        mark.to_owned(),
        format!("{:.4}", found.mean),
        format!("{:+.4}", found.difference()),
        found.relative().map_or("-".into(), |share| format!("{:+.1}", 100.0 * share)),
        found.counts.wins.to_string(),
        found.counts.ties.to_string(),
        found.counts.losses.to_string(),
        found.t_test.map_or("-".into(), |test| format!("{:.2}", test.t)),
        p(found.t_test.map(|test| test.p)),
        p(found.bonferroni),
        p(found.holm),
        p(found.randomisation.map(|test| test.p)),
    ]
}

fn comparison_words(findings: &Findings, found: &Found) -> String {
    let baseline = &findings.systems[0].name;
    let one = |comparison| words::comparison(found.measure.label(), baseline, comparison, findings.alpha);
    found.comparisons.iter().map(|comparison| one(comparison) + "\n").collect()
}

fn delta_tables(findings: &Findings, found: &Found) -> Vec<String> {
    let baseline = &findings.systems[0].name;
    let table = |(comparison, deltas): (&Comparison, &Vec<crate::statistics::Delta>)| {
        let heading = ["topic", baseline, comparison.name, "delta"].map(str::to_owned).to_vec();
        let rows = deltas.iter().map(|delta| {
            let (first, second) = (format!("{:.4}", delta.first), format!("{:.4}", delta.second));
            vec![delta.topic.to_owned(), first, second, format!("{:+.4}", delta.difference())]
        });
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(rows).collect();
        format!("{} by topic, the greatest gain first\n{}", found.measure.label(), align(&rows, 1))
    };
    found.comparisons.iter().zip(&found.deltas).map(table).collect()
}

fn slice_table(findings: &Findings, found: &Found, cut: &Cut) -> String {
    let scores: Vec<&[f64]> = found.scores.iter().map(Vec::as_slice).collect();
    let means = strata::means(&cut.slices, &scores);
    let heading =
        |slice: &crate::statistics::slices::Slice| format!("{} ({})", slice.name, slice.topics.len());
    let mut rows = vec![["run".to_owned()].into_iter().chain(cut.slices.iter().map(heading)).collect()];
    for (place, system) in findings.systems.iter().enumerate() {
        let values = means.iter().map(|slice| format!("{:.4}", slice[place]));
        rows.push([system.name.clone()].into_iter().chain(values).collect());
    }
    let without = match cut.without {
        0 => String::new(),
        count => format!("; {} without {}", counted(count, "topic"), cut.attribute),
    };
    format!("{} by {} (topics){without}\n{}", found.measure.label(), cut.attribute, align(&rows, 1))
}

fn slice_words(found: &Found, cut: &Cut) -> String {
    let scores: Vec<&[f64]> = found.scores.iter().map(Vec::as_slice).collect();
    let strata = strata::strata(&cut.slices, &scores);
    let mut out: String = strata.iter().map(|pair| words::strata(&cut.attribute, pair) + "\n").collect();
    if let Some(gap) = found.mean_gap() {
        out.push_str(&format!("Over all topics, neighbouring systems differ by {gap:.4} (Mean Gap).\n"));
    }
    out
}

fn instances(findings: &Findings) -> Option<String> {
    let side_by_side = findings.instances.as_ref()?;
    let mut out = String::new();
    for found in &findings.measures {
        let mut rows = vec![["run", "instances", "distinct", "delta"].map(str::to_owned).to_vec()];
        for (formulas, instances) in findings.systems.iter().zip(side_by_side.instances) {
            let (formulas, instances, name) =
                (formulas.scores.overall[found.place], instances.scores.overall[found.place], &formulas.name);
            let delta = format!("{:+.4}", formulas - instances);
            rows.push(vec![name.clone(), format!("{instances:.4}"), format!("{formulas:.4}"), delta]);
        }
        let label = found.measure.label();
        let (kendall, pearson) = &side_by_side.orders[found.place];
        let order = words::orders("Formula instances", "visually distinct formulas", kendall, *pearson);
        let title = format!("{label} by formula instances and by visually distinct formulas");
        out.push_str(&format!("{title}\n{}\n{order}\n\n", align(&rows, 1)));
    }
    Some(out.trim_end().to_owned() + "\n")
}

fn order_words(findings: &Findings) -> String {
    let orders = findings.orders.iter();
    orders
        .map(|order| words::orders(order.first, order.second, &order.kendall, order.pearson) + "\n")
        .collect()
}

fn legend(findings: &Findings) -> String {
    format!(
        "▲ better, ▼ worse than the baseline at {} after Holm's correction over the runs of a table; \
         p of a two-sided paired t-test, random. of a paired randomisation test (seed {})\n",
        findings.alpha, findings.seed
    )
}
