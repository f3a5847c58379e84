//! Published numbers beside those that were measured again, as a page: the whole field at a glance.
//!
//! An overview, then a section for each table: what came out, how far it is from what was published, and what is needed
//! for the tables that were not measured.

use maud::{Markup, html};

use super::html::framed;

/// What came of a reproduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// All numbers are as expected.
    Same,
    /// Files are missing.
    Skipped,
    /// Some number differs, or a command failed.
    Differs,
}

/// An expected number and what was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Number {
    /// The run.
    pub run: String,
    /// The measure.
    pub measure: String,
    /// The published number.
    pub expected: f64,
    /// Ours; `None` if it was not measured.
    pub found: Option<f64>,
    /// How far it may be from the published one.
    pub tolerance: f64,
}

impl Number {
    /// Whether it was found within the tolerance, plus a small margin for numbers that no binary fraction represents
    /// exactly.
    ///
    /// ```
    /// use eval::report::reproductions::Number;
    /// let number = |found| Number {
    ///     run: "r".into(), measure: "AP".into(), expected: 0.2625, found, tolerance: 0.00005,
    /// };
    /// assert!(number(Some(0.26255)).is_close());
    /// assert!(!number(Some(0.26256)).is_close() && !number(None).is_close());
    /// ```
    pub fn is_close(&self) -> bool {
        self.found.is_some_and(|found| (found - self.expected).abs() <= self.tolerance + 1e-12)
    }
}

/// One reproduction.
pub struct Section<'a> {
    /// What is reproduced.
    pub name: &'a str,
    /// Where the expected numbers come from.
    pub source: &'a str,
    /// Its file.
    pub file: String,
    /// What came of it.
    pub state: State,
    /// Missing files.
    pub missing: &'a [String],
    /// The numbers.
    pub numbers: &'a [Number],
}

/// Writes the page: what differs first, what was not measured last.
pub fn write(sections: &[Section]) -> String {
    let mut sections: Vec<&Section> = sections.iter().collect();
    sections.sort_by_key(|section| match section.state {
        State::Differs => 0,
        State::Same => 1,
        State::Skipped => 2,
    });
    let count = |state| sections.iter().filter(|section| section.state == state).count();
    let body = html! {
        p .facts {
            (count(State::Same)) " tables are the same, " (count(State::Differs)) " differ, "
            (count(State::Skipped)) " need files that are not there."
        } "\n"
        (overview(&sections))
        @for (place, section) in sections.iter().enumerate() { (one(place, section)) }
    };
    framed("Published numbers, measured again", &body)
}

fn word(state: State) -> &'static str {
    match state {
        State::Same => "same",
        State::Skipped => "not measured",
        State::Differs => "differs",
    }
}

/// Every table in a line, with a link to its section.
fn overview(sections: &[&Section]) -> Markup {
    html! {
        div .scroll { table .means { "\n"
            thead { tr { th { "table" } th { "outcome" } th { "close enough" } th { "largest difference" } } } "\n"
            tbody {
                @for (number, section) in sections.iter().enumerate() {
                    @let largest = section.numbers.iter().filter_map(difference).map(f64::abs).fold(f64::NAN, f64::max);
                    @let close = section.numbers.iter().filter(|number| number.is_close()).count();
                    tr {
                        th { a href=(format!("#table-{number}")) { (section.name.replace('`', "")) } }
                        td { (outcome(section.state)) }
                        td { @if section.state != State::Skipped { (close) " of " } (section.numbers.len()) }
                        td { @if largest.is_nan() { "–" } @else { (format!("{largest:.4}")) } }
                    } "\n"
                }
            } "\n"
        } } "\n"
    }
}

/// The outcome as a word and a sign, so that it needs no colour.
fn outcome(state: State) -> Markup {
    let (class, sign) = match state {
        State::Same => ("up", "✓ "),
        State::Differs => ("down", "✗ "),
        State::Skipped => ("facts", ""),
    };
    html! { span class=(class) { (sign) (word(state)) } }
}

fn one(place: usize, section: &Section) -> Markup {
    html! {
        h2 id=(format!("table-{place}")) { (section.name.replace('`', "")) } "\n"
        p .facts { (outcome(section.state)) ". Source: " (section.source) ". File: " code { (section.file) } "." } "\n"
        @if !section.missing.is_empty() {
            details { summary { (document::counted(section.missing.len(), "file")) " needed" }
                ul { @for file in section.missing { li { code { (file) } } } } } "\n"
        }
        div .scroll { (numbers(section.numbers)) } "\n"
    }
}

/// A row for each run; under each measure what was published, what was measured, and the difference.
fn numbers(numbers: &[Number]) -> Markup {
    let (runs, measures) = (runs(numbers), measures(numbers));
    let of = |run: &str, measure: &str| {
        numbers.iter().find(|number| number.run == run && number.measure == measure)
    };
    html! {
        table .means { "\n"
            thead {
                tr { th { "" } @for measure in &measures { th colspan="3" { (measure.replace('\'', "′")) } } } "\n"
                tr { th { "run" } @for _ in &measures { th { "published" } th { "ours" } th { "Δ" } } } "\n"
            }
            tbody {
                @for run in runs {
                    tr { th { (run) } @for measure in &measures { (cells(of(run, measure))) } } "\n"
                }
            } "\n"
        } "\n"
    }
}

fn cells(number: Option<&Number>) -> Markup {
    let Some(number) = number else { return html! { td {} td {} td {} } };
    let found = number.found.map_or("–".to_owned(), |found| format!("{found:.4}"));
    let differs = number.found.is_some() && !number.is_close();
    html! {
        td title=(format!("tolerance {}", number.tolerance)) { (number.expected) }
        td { (found) }
        td class=[differs.then_some("down")] {
            @match difference(number) {
                Some(difference) if difference.abs() < 5e-5 => { "0" }
                Some(difference) => { (format!("{difference:+.4}")) @if differs { " ✗" } }
                None => {}
            }
        }
    }
}

/// The runs, the best by the first measure first.
fn runs(numbers: &[Number]) -> Vec<&str> {
    let first = measures(numbers).first().copied();
    let mut runs: Vec<(&str, f64)> = Vec::new();
    for number in numbers {
        let score = if Some(number.measure.as_str()) == first { number.expected } else { f64::NEG_INFINITY };
        match runs.iter_mut().find(|(run, _)| *run == number.run) {
            Some((_, known)) => *known = known.max(score),
            None => runs.push((&number.run, score)),
        }
    }
    runs.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    runs.into_iter().map(|(run, _)| run).collect()
}

/// The measures, those that papers print first in front.
fn measures(numbers: &[Number]) -> Vec<&str> {
    const USUAL: [&str; 5] = ["nDCG", "AR", "MAP", "AP", "P"];
    let place = |measure: &str| {
        let name = measure.split(['\'', '@', '(']).next().unwrap_or_default();
        USUAL.iter().position(|usual| *usual == name).unwrap_or(USUAL.len())
    };
    let mut measures: Vec<&str> = Vec::new();
    for number in numbers {
        if !measures.contains(&number.measure.as_str()) {
            measures.push(&number.measure);
        }
    }
    measures.sort_by_key(|measure| place(measure));
    measures
}

fn difference(number: &Number) -> Option<f64> {
    number.found.map(|found| found - number.expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_and_missing_files_are_named() {
        let number =
            Number { run: "<b>".into(), measure: "nDCG'".into(), expected: 0.5, found: None, tolerance: 0.1 };
        let missing = vec!["a & b".to_owned()];
        let section = Section {
            name: "a table",
            source: "a paper",
            file: "x.toml".into(),
            state: State::Skipped,
            missing: &missing,
            numbers: &[number],
        };
        let page = write(&[section]);
        assert!(page.contains("&lt;b&gt;") && page.contains("a &amp; b") && !page.contains("<b>"));
        assert!(page.contains("1 need files that are not there"));
    }

    #[test]
    fn measures_and_runs_have_the_order_of_papers() {
        let number = |run: &str, measure: &str, expected: f64| Number {
            run: run.into(),
            measure: measure.into(),
            expected,
            found: None,
            tolerance: 0.1,
        };
        let numbers = [
            number("a", "MAP'", 0.9),
            number("a", "P'@10", 0.1),
            number("a", "nDCG'", 0.2),
            number("b", "nDCG'", 0.3),
        ];
        assert_eq!(measures(&numbers), ["nDCG'", "MAP'", "P'@10"]);
        assert_eq!(runs(&numbers), ["b", "a"]);
    }
}
