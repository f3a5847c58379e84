//! Labels that people gave to queries: whether words could be left out without changing what is meant.
//!
//! A file of labels is a table, `query<TAB>label…`, with one column of 0 or 1 per labeller. A query counts as verbose if
//! more than half of its labels are 1.

use crate::{Error, Result};

/// How many queries are verbose, of how many.
///
/// ```
/// let labels = "find the limit of sin x\t1\t1\t0\nmean value theorem for integrals\t0\t0\t0\n";
/// assert_eq!(study::logs::labels::verbose(labels, "labels.tsv").unwrap(), (1, 2));
/// ```
pub fn verbose(labels: &str, name: &str) -> Result<(u64, u64)> {
    let (mut verbose, mut all) = (0, 0);
    for (line, number) in labels.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let labels: Vec<&str> = line.split('\t').skip(1).map(str::trim).collect();
        if labels.is_empty() || labels.iter().any(|label| !["0", "1"].contains(label)) {
            return Err(Error::Malformed {
                file: name.to_owned(),
                line: number,
                message: "a label is neither 0 nor 1".to_owned(),
                hint: "each line is a query and one label per labeller, separated by tabs".to_owned(),
            });
        }
        all += 1;
        verbose += u64::from(2 * labels.iter().filter(|label| **label == "1").count() > labels.len());
    }
    Ok((verbose, all))
}
