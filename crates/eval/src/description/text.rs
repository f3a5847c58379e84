//! Descriptions as tables.

use document::counted;

use super::{Description, Spread};
use crate::report::columns::align;

/// One row for each set of judgements, then what else is known of each.
pub fn write(described: &[Description], per_topic: bool) -> String {
    let levels = described.first().map(|one| one.levels.clone()).unwrap_or_default();
    let mut heading =
        ["judgements", "topics", "judged", "least", "greatest", "mean"].map(str::to_owned).to_vec();
    for level in &levels {
        heading.extend([format!("≥ {level}: least"), "greatest".to_owned(), "mean".to_owned()]);
    }
    let mut rows = vec![heading];
    for one in described {
        let mut row = vec![one.file.clone(), one.topics.len().to_string(), one.judgements().to_string()];
        row.extend(spread(one.judged()));
        row.extend(one.relevant().into_iter().flat_map(spread));
        rows.push(row);
    }
    let mut out = align(&rows, 1);
    out.push('\n');
    for one in described {
        out.push_str(&more(one));
    }
    if per_topic {
        out.extend(described.iter().map(topics));
    }
    out
}

fn spread(spread: Spread) -> [String; 3] {
    [spread.least.to_string(), spread.greatest.to_string(), format!("{:.1}", spread.mean)]
}

/// What is known of one set, a line each.
fn more(one: &Description) -> String {
    let share = |count: usize| 100.0 * count as f64 / one.judgements().max(1) as f64;
    let grades: Vec<String> = one
        .grades
        .iter()
        .map(|(grade, count)| format!("{grade}: {count} ({:.1} %)", share(*count)))
        .collect();
    let mut out = format!("{}: grades {}\n", one.file, grades.join(", "));
    let mut line = |text: String| out.push_str(&format!("  {text}\n"));
    if let (Some(ratio), Some(repeated)) = (one.unique_ratio, one.repeated) {
        line(format!("visually distinct: {:.3} of the instances judged", ratio));
        line(format!("judged in two instances or more: {:.1} % of the formulas", 100.0 * repeated));
    }
    if let Some(alone) = one.found_by_one {
        line(format!("returned by exactly one run: {:.3} of the judged results", alone));
    }
    for (depth, judged) in &one.coverage {
        line(format!("judged of the first {depth} of all runs: {:.1} %", 100.0 * judged));
    }
    out
}

fn topics(one: &Description) -> String {
    let mut heading = vec!["topic".to_owned(), "judged".to_owned()];
    heading.extend(one.levels.iter().map(|level| format!("≥ {level}")));
    heading.extend(one.unique_ratio.map(|_| "distinct".to_owned()));
    let mut rows = vec![heading];
    for topic in &one.topics {
        let mut row = vec![topic.id.clone(), topic.judged.to_string()];
        row.extend(topic.relevant.iter().map(usize::to_string));
        row.extend(topic.distinct.map(|distinct| distinct.to_string()));
        rows.push(row);
    }
    format!("\n{}, {}\n{}", one.file, counted(one.topics.len(), "topic"), align(&rows, 1))
}
