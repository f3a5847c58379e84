//! A comparison as JSON: documented in `docs/reference/comparison-json.md`, and stable.

use crate::statistics::comparison::Comparison;
use crate::statistics::{Delta, Kendall, strata, words};
use serde_json::{Value, json};

use super::findings::{Cut, Findings, Found};

/// Writes one object and a line end. A value that does not exist is null; the t of two equal runs exists, it is 0.
pub fn write(findings: &Findings) -> String {
    let options = &findings.options;
    let value = json!({
        "qrels": findings.qrels,
        "options": {
            "complete": options.complete,
            "level": options.level,
            "judged_only": options.judged_only,
            "alpha": findings.alpha,
            "seed": findings.seed,
        },
        "baseline": findings.systems[0].name,
        "measures": findings.measures.iter().map(|found| measure(findings, found)).collect::<Vec<_>>(),
        "orders": findings.orders.iter().map(|order| {
            let mut value = correlation(&order.kendall, order.pearson);
            value["measures"] = json!([order.first, order.second]);
            value
        }).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn measure(findings: &Findings, found: &Found) -> Value {
    let baseline = &findings.systems[0];
    let rows = found.comparisons.iter().zip(&found.deltas);
    let mut value = json!({
        "measure": found.measure.label(),
        "baseline": baseline.scores.overall[found.place],
        "topics": baseline.scores.topics.len(),
        "comparisons": rows.map(|(row, deltas)| comparison(findings, found, row, deltas)).collect::<Vec<_>>(),
        "slices": found.cuts.iter().map(|cut| slices(findings, found, cut)).collect::<Vec<_>>(),
    });
    for extreme in findings.extremes {
        value[extreme.name.replace(' ', "_")] = json!(extreme.scores.overall[found.place]);
    }
    if let Some(side_by_side) = &findings.instances {
        let (kendall, pearson) = &side_by_side.orders[found.place];
        let mut both = correlation(kendall, *pearson);
        let runs = findings.systems.iter().zip(side_by_side.instances).map(|(formulas, instances)| {
            json!({
                "run": formulas.name,
                "instances": instances.scores.overall[found.place],
                "distinct": formulas.scores.overall[found.place],
            })
        });
        both["runs"] = runs.collect();
        value["instances_and_distinct"] = both;
    }
    value
}

fn comparison(findings: &Findings, found: &Found, row: &Comparison, deltas: &[Delta]) -> Value {
    let words = words::comparison(found.measure.label(), &findings.systems[0].name, row, findings.alpha);
    json!({
        "run": row.name,
        "topics": row.topics,
        "mean": row.mean,
        "baseline": row.baseline,
        "delta": row.difference(),
        "relative": row.relative(),
        "wins": row.counts.wins,
        "ties": row.counts.ties,
        "losses": row.counts.losses,
        "t": row.t_test.map(|test| test.t),
        "degrees": row.t_test.map(|test| test.degrees),
        "p": row.t_test.map(|test| test.p),
        "bonferroni": row.bonferroni,
        "holm": row.holm,
        "significant": row.is_significant(findings.alpha),
        "randomisation": row.randomisation.map(|test| json!({ "p": test.p, "exact": test.exact })),
        "deltas": deltas.iter().map(|delta| {
            json!({ "topic": delta.topic, "baseline": delta.first, "run": delta.second, "delta": delta.difference() })
        }).collect::<Vec<_>>(),
        "words": words,
    })
}

fn slices(findings: &Findings, found: &Found, cut: &Cut) -> Value {
    let scores: Vec<&[f64]> = found.scores.iter().map(Vec::as_slice).collect();
    let means = strata::means(&cut.slices, &scores);
    let slices = cut.slices.iter().zip(&means).map(|(slice, means)| {
        let runs = findings.systems.iter().zip(means);
        let runs: Vec<Value> = runs.map(|(run, mean)| json!({ "run": run.name, "mean": mean })).collect();
        json!({ "value": slice.name, "topics": slice.topics.len(), "runs": runs })
    });
    let strata = strata::strata(&cut.slices, &scores);
    let pairs = strata.iter().map(|pair| {
        let mut value = correlation(&pair.kendall, None);
        value["values"] = json!([pair.first, pair.second]);
        value["gap"] = json!(pair.gap);
        value["moves"] = json!(pair.moves);
        value
    });
    json!({
        "attribute": cut.attribute,
        "without": cut.without,
        "mean_gap": found.mean_gap(),
        "slices": slices.collect::<Vec<_>>(),
        "pairs": pairs.collect::<Vec<_>>(),
    })
}

fn correlation(kendall: &Kendall, pearson: Option<f64>) -> Value {
    json!({
        "tau": kendall.tau,
        "concordant": kendall.concordant,
        "discordant": kendall.discordant,
        "pearson": pearson,
    })
}
