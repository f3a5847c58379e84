//! Descriptions as JSON.

use serde_json::{Map, Value, json};

use super::{Description, Spread};

/// Writes an array of objects and a line end.
pub fn write(described: &[Description]) -> String {
    format!("{:#}\n", Value::from(described.iter().map(value).collect::<Vec<_>>()))
}

/// One set of judgements.
pub fn value(one: &Description) -> Value {
    let spread =
        |spread: Spread| json!({ "least": spread.least, "greatest": spread.greatest, "mean": spread.mean });
    let relevant = one.levels.iter().zip(one.relevant());
    let grades: Map<String, Value> =
        one.grades.iter().map(|(grade, count)| (grade.to_string(), json!(count))).collect();
    json!({
        "qrels": one.file,
        "judgements": one.judgements(),
        "grades": grades,
        "judged": spread(one.judged()),
        "relevant": relevant.map(|(level, found)| {
            let mut value = spread(found);
            value["level"] = json!(level);
            value
        }).collect::<Vec<_>>(),
        "unique_ratio": one.unique_ratio,
        "repeated": one.repeated,
        "found_by_one_run": one.found_by_one,
        "coverage": one.coverage.iter().map(|(depth, judged)| json!({ "depth": depth, "judged": judged })).collect::<Vec<_>>(),
        "topics": one.topics.iter().map(|topic| json!({
            "topic": topic.id,
            "judged": topic.judged,
            "relevant": topic.relevant,
            "distinct": topic.distinct,
        })).collect::<Vec<_>>(),
    })
}
