//! The numbers of an index as text.

use std::fmt::Write as _;

use document::{grouped, sized};
use eval::report::columns::align;

use super::Stats;

/// The numbers of an index for people.
pub fn numbers(stats: &Stats) -> String {
    let mut text = String::new();
    let kinds: Vec<String> =
        stats.kinds.iter().map(|(kind, count)| format!("{} {kind}", grouped(*count))).collect();
    // Writing to a string does not fail.
    let _ = writeln!(text, "units              {} ({})", grouped(stats.units), kinds.join(", "));
    let _ = writeln!(text, "formulas           {}", grouped(stats.formulas));
    let _ = writeln!(text, "distinct formulas  {}", grouped(stats.distinct_formulas));
    let _ = writeln!(text, "sources            {}", sources(stats));
    let _ = writeln!(text, "profile            {}", stats.profile);
    let _ = writeln!(
        text,
        "size               {}, {:.0} bytes per distinct formula",
        sized(stats.bytes),
        stats.bytes_per_distinct_formula
    );
    let _ = writeln!(text, "seconds            {:.1}", stats.seconds);
    if let Some(vectors) = &stats.unit_vectors {
        let _ = writeln!(text, "unit vectors       {}, made with {}", grouped(vectors.units), vectors.model);
    }
    text.push('\n');
    text.push_str(&sizes(stats));
    if !stats.diagnostics.is_empty() {
        text.push_str("\nwhat the formula reader remarked or repaired\n");
        let rows = stats.diagnostics.iter().map(|(code, count)| vec![code.clone(), grouped(*count)]);
        text.push_str(&align(&rows.collect::<Vec<_>>(), 1));
    }
    if !stats.unknown_commands.is_empty() {
        let commands: Vec<String> =
            stats.unknown_commands.iter().map(|(name, count)| format!("\\{name} {count}")).collect();
        let _ = writeln!(text, "\nunknown commands   {}", commands.join(", "));
    }
    text
}

fn sources(stats: &Stats) -> String {
    match stats.incomplete_sources {
        0 => grouped(stats.sources as u64),
        incomplete => {
            format!("{}, {incomplete} of them not read to the end", grouped(stats.sources as u64))
        }
    }
}

fn sizes(stats: &Stats) -> String {
    let row = |name: &str, terms: String, postings: String, bytes: u64| {
        let each = format!("{:.1}", bytes as f64 / stats.distinct_formulas.max(1) as f64);
        vec![name.to_owned(), terms, postings, sized(bytes), each]
    };
    let heading = ["part", "terms", "postings", "size", "bytes per formula"].map(str::to_owned).to_vec();
    let mut rows = vec![heading];
    for family in &stats.families {
        let (terms, postings) = (grouped(family.terms), grouped(family.postings));
        rows.push(row(family.name, terms, postings, family.bytes));
    }
    rows.push(row("trees", String::new(), String::new(), stats.tree_bytes));
    rows.push(row("units and words", String::new(), String::new(), stats.text_bytes));
    if stats.vector_bytes > 0 {
        rows.push(row("vectors", String::new(), String::new(), stats.vector_bytes));
    }
    align(&rows, 1)
}
