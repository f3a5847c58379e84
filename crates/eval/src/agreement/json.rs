//! Agreement as JSON.

use serde_json::{Value, json};

use super::{Counted, Findings, Kappa};

/// Writes one object and a line end.
pub fn write(found: &Findings) -> String {
    let kappa = |kappa: &Kappa| {
        json!({
            "items": kappa.items,
            "observed": kappa.observed,
            "expected": kappa.expected,
            "kappa": kappa.kappa,
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
    let value = json!({
        "assessors": found.assessors,
        "level": found.level,
        "grades": counted(&found.grades),
        "binary": counted(&found.halves),
    });
    format!("{value:#}\n")
}
