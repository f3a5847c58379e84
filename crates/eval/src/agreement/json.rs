//! Agreement as JSON.

use serde_json::{Value, json};

use super::{Counted, Findings, Kappa, rater_mean};

/// Writes one object and a line end.
pub fn write(found: &Findings) -> String {
    let kappa = |kappa: &Kappa| {
        json!({
            "items": kappa.items,
            "observed": kappa.observed,
            "expected": kappa.expected,
            "kappa": kappa.kappa,
            "standard_error": kappa.standard_error(),
            "degenerate": kappa.degenerate,
        })
    };
    let counted = |counted: &Counted| {
        let pairs = counted.pairs.iter().map(|pair| {
            let mut value = kappa(&pair.kappa);
            value["assessors"] = json!([found.assessors[pair.first], found.assessors[pair.second]]);
            value
        });
        json!({
            "pairs": pairs.collect::<Vec<Value>>(),
            "mean_kappa": counted.mean,
            "fleiss": counted.fleiss.as_ref().map(kappa),
        })
    };
    let assessor = |(number, name): (usize, &String)| {
        json!({
            "assessor": name,
            "grades": rater_mean(&found.grades.pairs, number),
            "binary": rater_mean(&found.halves.pairs, number),
        })
    };
    let mut value = json!({
        "assessors": found.assessors,
        "level": found.level,
        "grades": counted(&found.grades),
        "binary": counted(&found.halves),
        "pearson": found.pearson,
        "means": found.assessors.iter().enumerate().map(assessor).collect::<Vec<Value>>(),
    });
    if !found.topics.is_empty() {
        let topic = |(topic, grades, halves): &(String, Counted, Counted)| json!({ "topic": topic, "grades": counted(grades), "binary": counted(halves) });
        value["topics"] = found.topics.iter().map(topic).collect();
    }
    format!("{value:#}\n")
}
