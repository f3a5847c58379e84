//! A table for a paper: `tabular` with the rules of booktabs, the best run of each measure bold, an arrow
//! beside what differs significantly from the baseline.
//!
//! Names are escaped, primes are primes (`nDCG$'$`), bounds of the pool are below a rule of their own,
//! and a value that does not exist is a dash.

use super::{Against, Report, RunReport};

/// The table of means, with marks where there is a baseline.
pub fn write(report: &Report, against: Option<&Against>) -> String {
    let mut out = String::from("% needs \\usepackage{booktabs}\n");
    out.push_str(&against.map_or(String::new(), legend));
    out.push_str(&format!("\\begin{{tabular}}{{l{}}}\n\\toprule\nRun", "r".repeat(report.columns.len())));
    report.columns.iter().for_each(|column| out.push_str(&format!(" & {}", escape(&column.label))));
    out.push_str(" \\\\\n\\midrule\n");
    let bests: Vec<Option<String>> = (0..report.columns.len()).map(|column| report.best(column)).collect();
    report.competitors().for_each(|run| out.push_str(&row(report, run, &bests, against)));
    let bounds: Vec<&RunReport> = report.runs.iter().filter(|run| run.is_bound()).collect();
    if !bounds.is_empty() {
        out.push_str("\\midrule\n");
    }
    bounds.iter().for_each(|run| out.push_str(&row(report, run, &[], None)));
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    out
}

/// `bests`: what to print bold in each column; nothing for bounds, which are italic instead.
fn row(report: &Report, run: &RunReport, bests: &[Option<String>], against: Option<&Against>) -> String {
    let name = escape(&run.name);
    let mut out = if run.is_bound() { format!("\\textit{{{name}}}") } else { name };
    for (place, (column, &value)) in report.columns.iter().zip(&run.scores.overall).enumerate() {
        let number = column.format(value);
        let best = bests.get(place).is_some_and(|best| best.as_ref() == Some(&number));
        let number = match number.as_str() {
            "-" => "--".to_owned(),
            _ if best => format!("\\textbf{{{number}}}"),
            _ => number,
        };
        let mark = match against.map_or("", |against| against.mark(place, &run.name)) {
            "▲" => "$^{\\uparrow}$",
            "▼" => "$^{\\downarrow}$",
            _ => "",
        };
        out.push_str(&format!(" & {number}{mark}"));
    }
    out.push_str(" \\\\\n");
    out
}

/// A comment that explains the arrows, for the author of the caption.
fn legend(against: &Against) -> String {
    let text = against.legend().replace('▲', "$\\uparrow$").replace('▼', "$\\downarrow$");
    format!("% {}\n", text.replace(char::is_control, " "))
}

/// Text that LaTeX prints as it is.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '\'' | '′' => out.push_str("$'$"),
            '"' => out.push_str("''"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
