//! Which rows compete, and which is best.

use super::{Report, RunReport};

impl RunReport {
    /// Whether it is a bound of the pool (random or perfect order) and not a run from a file.
    pub fn is_bound(&self) -> bool {
        self.file.is_empty()
    }
}

impl Report {
    /// The runs, without the bounds of the pool.
    pub fn competitors(&self) -> impl Iterator<Item = &RunReport> {
        self.runs.iter().filter(|run| !run.is_bound())
    }

    /// The best mean of a column as it is printed, so that equal runs share it. Bounds do not compete, counts
    /// have no best value, and neither has a column in which all runs are equal.
    pub fn best(&self, column: usize) -> Option<String> {
        let heading = self.columns.get(column).filter(|heading| !heading.whole)?;
        let values = self.competitors().filter_map(|run| run.scores.overall.get(column)).copied();
        let values: Vec<f64> = values.filter(|value| !value.is_nan()).collect();
        let best = heading.format(values.iter().copied().reduce(f64::max)?);
        values.iter().any(|&value| heading.format(value) != best).then_some(best)
    }

    /// What a reader must know about the topics behind the means, one sentence per note.
    pub fn notes(&self) -> Vec<String> {
        self.competitors().flat_map(|run| [self.missing(run), unjudged(run)].into_iter().flatten()).collect()
    }

    fn missing(&self, run: &RunReport) -> Option<String> {
        let missing = &run.scores.missing;
        let counted = match self.options.complete {
            true => "counted as 0",
            false => "its means are over the other topics",
        };
        let text =
            || format!("{} has no results for {}: {counted}", run.name, topics(missing, "judged topic"));
        (!missing.is_empty()).then(text)
    }
}

fn unjudged(run: &RunReport) -> Option<String> {
    let unjudged = &run.scores.unjudged;
    let text = || format!("{} has {}: ignored", run.name, topics(unjudged, "unjudged topic"));
    (!unjudged.is_empty()).then(text)
}

/// `3 judged topics (A.1, A.2, A.9)`, or only the first few of many.
fn topics(ids: &[String], noun: &str) -> String {
    const MOST: usize = 5;
    let more = if ids.len() > MOST { ", …" } else { "" };
    let named = ids[..ids.len().min(MOST)].join(", ");
    format!("{} {} ({named}{more})", ids.len(), noun.replace("topic", &document::plural(ids.len(), "topic")))
}
