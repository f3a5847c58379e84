//! Published numbers beside those that were measured again, as a page: the whole field at a glance.
//!
//! One section for each table: what came out, how far it is from what was published, and what is needed for the tables
//! that were not measured.

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

/// Writes the page.
pub fn write(sections: &[Section]) -> String {
    let count = |state| sections.iter().filter(|section| section.state == state).count();
    let body = html! {
        p .facts {
            (count(State::Same)) " tables are the same, " (count(State::Differs)) " differ, "
            (count(State::Skipped)) " need files that are not there."
        } "\n"
        (overview(sections))
        @for section in sections { (one(section)) }
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

fn overview(sections: &[Section]) -> Markup {
    html! {
        table { "\n"
            thead { tr { th { "table" } th { "outcome" } th { "numbers" } th { "largest difference" } } } "\n"
            tbody {
                @for section in sections {
                    @let largest = section.numbers.iter().filter_map(difference).map(f64::abs).fold(f64::NAN, f64::max);
                    tr {
                        td { (section.name) }
                        td { (word(section.state)) }
                        td { (section.numbers.len()) }
                        td { @if largest.is_nan() { "-" } @else { (format!("{largest:.4}")) } }
                    } "\n"
                }
            } "\n"
        } "\n"
    }
}

fn one(section: &Section) -> Markup {
    html! {
        h2 { (section.name) } "\n"
        p .facts { "Source: " (section.source) ". File: " code { (section.file) } ". Outcome: " (word(section.state)) "." } "\n"
        @if !section.missing.is_empty() {
            p { "Not measured: these files are not there." } "\n"
            ul { @for file in section.missing { li { code { (file) } } } } "\n"
        }
        table { "\n"
            thead { tr {
                th { "run" } th { "measure" } th { "published" } th { "ours" } th { "difference" } th { "tolerance" } th { "" }
            } } "\n"
            tbody {
                @for number in section.numbers {
                    tr {
                        td { (number.run) }
                        td { (number.measure.replace('\'', "′")) }
                        td { (number.expected) }
                        td { (number.found.map_or("-".to_owned(), |found| format!("{found:.4}"))) }
                        td { (difference(number).map_or("-".to_owned(), |difference| format!("{difference:+.4}"))) }
                        td { (number.tolerance) }
                        td { @if number.found.is_some() && !number.is_close() { "✗" } @else if number.found.is_some() { "✓" } }
                    } "\n"
                }
            } "\n"
        } "\n"
    }
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
}
