//! Runs and measures: the table, its marks, and what it means in words.

use super::escape::{escape, label};
use crate::report::{Against, Report, RunReport};

/// The table.
pub(super) fn table(report: &Report, against: Option<&Against>) -> String {
    let mut out = String::from("<div class=\"scroll\"><table class=\"means\">\n<thead><tr>");
    out.push_str("<th>run</th>");
    report.columns.iter().for_each(|column| out.push_str(&format!("<th>{}</th>", label(&column.label))));
    out.push_str("<th>topics</th></tr></thead>\n<tbody>\n");
    let bests: Vec<Option<String>> = (0..report.columns.len()).map(|column| report.best(column)).collect();
    report.competitors().for_each(|run| out.push_str(&row(report, run, &bests, against)));
    out.push_str("</tbody>\n");
    let bounds: Vec<&RunReport> = report.runs.iter().filter(|run| run.is_bound()).collect();
    if !bounds.is_empty() {
        out.push_str("<tbody class=\"bounds\">\n");
        bounds.iter().for_each(|run| out.push_str(&row(report, run, &[], against)));
        out.push_str("</tbody>\n");
    }
    out.push_str("</table></div>\n");
    out
}

fn row(report: &Report, run: &RunReport, bests: &[Option<String>], against: Option<&Against>) -> String {
    let baseline = against.is_some_and(|against| std::ptr::eq(against.baseline(), run));
    let tag = if baseline { " <small>baseline</small>" } else { "" };
    let mut out = format!("<tr><th scope=\"row\">{}{tag}</th>", escape(&run.name));
    for (place, (column, &value)) in report.columns.iter().zip(&run.scores.overall).enumerate() {
        let number = column.format(value);
        let best = bests.get(place).is_some_and(|best| best.as_ref() == Some(&number));
        let number = if best { format!("<strong>{number}</strong>") } else { number };
        let mark = against.map_or("", |against| against.mark(place, &run.name));
        let class = if mark == "▲" { "up" } else { "down" };
        let marked = |against: &Against| match against.column(place).is_empty() {
            true => String::new(),
            false => format!("<span class=\"mark {class}\">{mark}</span>"),
        };
        out.push_str(&format!("<td>{number}{}</td>", against.map_or(String::new(), marked)));
    }
    out.push_str(&format!("<td>{}</td></tr>\n", run.scores.topics.len()));
    out
}

/// What stands under the table: legend, bounds, topics left out, and a sentence for every comparison.
pub(super) fn notes(report: &Report, against: Option<&Against>) -> String {
    let mut out = String::from("<ul class=\"notes\">\n");
    let mut note = |text: &str| out.push_str(&format!("<li>{}</li>\n", escape(text)));
    if report.competitors().count() > 1 {
        note("Bold: the best run of each measure.");
    }
    if against.is_none() && report.competitors().count() > 1 {
        note("With `--baseline RUN` the page says which differences are significant, and on which topics.");
    }
    against.iter().for_each(|against| note(&format!("{}.", against.legend())));
    if report.runs.iter().any(RunReport::is_bound) {
        note(
            "Random and perfect order rank the judged documents alone: what the pool gives away for nothing, and \
             the most that it allows. They know the judgements and are no systems.",
        );
    }
    report.notes().iter().for_each(|text| note(&format!("{text}.")));
    out.push_str("</ul>\n");
    out.push_str(&against.map_or(String::new(), |against| words(report, against)));
    out
}

/// The first measure is open to read, the others wait behind their name.
fn words(report: &Report, against: &Against) -> String {
    let mut out = String::new();
    for (place, column) in report.columns.iter().enumerate() {
        let sentences = against.words(place);
        if sentences.is_empty() {
            continue;
        }
        let open = if out.is_empty() { " open=\"open\"" } else { "" };
        out.push_str(&format!("<details{open}><summary>{} in words</summary>\n<ul>\n", label(&column.label)));
        let primed = |text: &String| escape(text).replace(&escape(&column.label), &label(&column.label));
        sentences.iter().for_each(|text| out.push_str(&format!("<li>{}</li>\n", primed(text))));
        out.push_str("</ul></details>\n");
    }
    out
}
