//! Numbers of runs from a table, beside those that were measured: published ones, or those of another tool.

use document::{Result, quoted};
use rustc_hash::FxHashMap;
use trec::Input;

use crate::report::{Column, Report};

/// Adds the columns of a table whose first column is the name of a run, and whose first line names the columns. A run
/// that the table lacks, and a cell with `-` or nothing, has no value.
pub(super) fn add(report: &mut Report, table: &Input) -> Result<()> {
    let mut lines = table.lines().filter(|line| !line.text.trim().is_empty());
    let header: Vec<&str> = lines.next().map(|line| line.text.split('\t').collect()).unwrap_or_default();
    if header.len() < 2 {
        return Err(table.complain(1, "no columns in this table", "name the columns: `run<TAB>MEASURE…`"));
    }
    let mut rows: FxHashMap<&str, Vec<f64>> = FxHashMap::default();
    for line in lines {
        let fields: Vec<&str> = line.text.split('\t').map(str::trim).collect();
        if fields.len() != header.len() {
            let message = format!("expected {} columns, found {}", header.len(), fields.len());
            return Err(table.complain(line.number, message, "columns are separated by tabs"));
        }
        let value = |field: &&str| match *field {
            "" | "-" => Ok(f64::NAN),
            text => text.parse::<f64>().map_err(|_| {
                let message = format!("{} is not a number", quoted(text));
                table.complain(line.number, message, "write `-` where there is no value")
            }),
        };
        let values = fields[1..].iter().map(value).collect::<Result<Vec<f64>>>()?;
        if rows.insert(fields[0], values).is_some() {
            let message = format!("a second row for {}", quoted(fields[0]));
            return Err(table.complain(line.number, message, "one row for each run"));
        }
    }
    if !report.runs.iter().any(|run| rows.contains_key(run.name.as_str())) {
        let example = report.runs.first().map_or("", |run| run.name.as_str());
        return Err(table.complain(
            1,
            "no run of this table was measured",
            format!("a run is called {}", quoted(example)),
        ));
    }
    for (number, label) in header[1..].iter().enumerate() {
        report.columns.push(Column { label: label.trim().to_owned(), whole: false });
        for run in &mut report.runs {
            let value = rows.get(run.name.as_str()).and_then(|values| values.get(number)).copied();
            run.scores.overall.push(value.unwrap_or(f64::NAN));
            run.scores.values.push(vec![f64::NAN; run.scores.topics.len()]);
        }
    }
    Ok(())
}
