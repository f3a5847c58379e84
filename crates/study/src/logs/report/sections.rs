//! The sections of a report: which figures, under which names, beside which published values.

use rustc_hash::FxHashMap;

use super::plots;
use super::{Log, Matrix, Row, Section, Value};
use crate::logs::analysis::Analysed;
use crate::logs::figures::{Figures, PASTED, Spread};
use crate::logs::formulas::FormulaChange;
use crate::logs::kinds::{CONTENTS, CUES};
use crate::logs::reformulation::Reformulation;

/// Sites and words of a table.
const MOST_NAMES: usize = 10;

/// Words per cue.
const MOST_WORDS: usize = 6;

/// Every section; those without rows are left out.
pub(super) fn all(logs: &[Log<'_>], fewest: u64) -> Vec<Section> {
    let logs: Vec<&Analysed> = logs.iter().map(|log| log.analysed).collect();
    let tables = Tables { logs: &logs, fewest };
    vec![
        tables.size(),
        tables.sessions(),
        tables.queries(),
        tables.types(),
        tables.contents(),
        tables.questions(),
        tables.words(),
        tables.clicks(),
        tables.sites(),
        tables.changes(),
        tables.success(),
        tables.waits(),
        tables.formulas(),
        tables.formula_changes(),
        tables.formula_success(),
        tables.cleaning(),
    ]
}

struct Tables<'a> {
    logs: &'a [&'a Analysed],
    fewest: u64,
}

impl Tables<'_> {
    fn row(
        &self,
        key: &str,
        label: impl Into<String>,
        published: &'static str,
        value: impl Fn(&Analysed) -> Value,
    ) -> Row {
        let values: Vec<Value> = self.logs.iter().map(|log| value(log)).collect();
        let probability = match &values[..] {
            [one, other] => one.differs(other),
            _ => None,
        };
        Row { key: key.to_owned(), label: label.into(), values, published, probability }
    }

    /// Rows of the places of a table, with a published value each.
    fn each<T>(
        &self,
        names: &[T],
        published: &[&'static str],
        label: impl Fn(&T) -> &'static str,
        value: impl Fn(&Analysed, usize) -> Value,
    ) -> Vec<Row> {
        let row = |(place, name): (usize, &T)| {
            let published = published.get(place).copied().unwrap_or("");
            self.row(&key_of(label(name)), label(name), published, |log| value(log, place))
        };
        names.iter().enumerate().map(row).collect()
    }

    fn any(&self, has: impl Fn(&Figures) -> bool) -> bool {
        self.logs.iter().any(|log| has(&log.figures))
    }

    fn size(&self) -> Section {
        let rows = vec![
            self.row("sessions", "Sessions", "69,014", |log| Value::Count(log.figures.sessions)),
            self.row("queries", "Queries", "", |log| Value::Count(log.repeats.queries)),
            self.row("distinct_queries", "Distinct queries", "", |log| Value::Count(log.repeats.distinct)),
            self.row("clicks", "Clicks", "", |log| {
                Value::Count(u64::try_from(log.figures.clicks.tally().sum()).unwrap_or(u64::MAX))
            }),
        ];
        Section { key: "size", title: "Size", rows, ..Section::default() }
    }

    fn sessions(&self) -> Section {
        let share = |key, label, published, part: fn(&Figures) -> u64| {
            self.row(key, label, published, move |log| Value::share(part(&log.figures), log.figures.sessions))
        };
        let rows = vec![
            self.row("queries", "Queries per session", "5.82", |log| {
                Value::mean(&log.figures.queries.tally(), 1.0)
            }),
            self.row("minutes", "Minutes from the first query to the last click", "10.42", |log| {
                Value::mean(&log.figures.durations, 60_000.0)
            }),
            self.row("clicks", "Clicks per session", "3.28", |log| {
                Value::mean(&log.figures.clicks.tally(), 1.0)
            }),
            share("several_queries", "More than one query", "83.6 %", |figures| figures.several_queries),
            share("zero_click", "No click", "23.9 %", |figures| figures.no_click),
            share("click_final", "The last event is a click", "25.2 %", |figures| figures.click_last),
            share("satisfied", "A page viewed for more than 30 seconds", "60.7 %", |figures| {
                figures.satisfied
            }),
        ];
        let note =
            "A session ends when nothing happens for 60 minutes. Minutes count for sessions with a click.";
        let plots = vec![plots::queries_per_session(self.logs), plots::clicks_per_session(self.logs)];
        Section { key: "sessions", title: "Sessions", note, rows, plots, ..Section::default() }
    }

    fn queries(&self) -> Section {
        let lengths = |log: &Analysed, from: usize, to: usize| {
            Value::share(log.figures.lengths.count_in(from..=to), log.repeats.queries)
        };
        let quantile =
            |share: f64| move |log: &Analysed| Value::Count(log.figures.lengths.quantile(share) as u64);
        let rows = vec![
            self.row("words", "Words per query", "6.7", |log| Value::mean(&log.figures.lengths.tally(), 1.0)),
            self.row("words_without_click", "Words per query without a click", "", |log| {
                Value::mean(&log.figures.unclicked_lengths.tally(), 1.0)
            }),
            self.row("four_to_six", "4 to 6 words", "46 %", |log| lengths(log, 4, 6)),
            self.row("long", "More than 4 words", "", |log| lengths(log, 5, usize::MAX - 1)),
            self.row("very_long", "20 words or more", "", |log| lengths(log, PASTED, usize::MAX - 1)),
            self.row("quartile_1", "First quartile of words", "", quantile(0.25)),
            self.row("median", "Median of words", "", quantile(0.5)),
            self.row("quartile_3", "Third quartile of words", "", quantile(0.75)),
            self.row("no_click", "Queries without a click", "", |log| {
                Value::share(log.figures.unclicked_lengths.tally().count, log.repeats.queries)
            }),
            self.row("once", "Queries issued only once", "over 80 %", |log| {
                Value::share(log.repeats.once, log.repeats.queries)
            }),
            self.row("no_results", "Queries without results", "", |log| {
                Value::share(log.figures.without_results, log.figures.with_hits)
            }),
        ];
        let note =
            "A formula counts as one word. Queries without results: where the log says how many there were.";
        let plots = vec![plots::lengths(self.logs), plots::frequencies(self.logs)];
        Section { key: "queries", title: "Queries", note, rows, plots, ..Section::default() }
    }

    fn types(&self) -> Section {
        let names: std::collections::BTreeSet<&String> = self
            .logs
            .iter()
            .flat_map(|log| log.figures.types.keys())
            .filter(|name| !name.is_empty())
            .collect();
        let mut rows: Vec<Row> = names
            .into_iter()
            .map(|name| {
                self.row(&key_of(name), name, if name == "Web" { "95.8 %" } else { "" }, |log| {
                    let count = log.figures.types.get(name).copied().unwrap_or(0);
                    Value::share(count, log.repeats.queries)
                })
            })
            .collect();
        rows.sort_by(|one, other| first_part(other).cmp(&first_part(one)).then(one.label.cmp(&other.label)));
        rows.truncate(MOST_NAMES);
        Section { key: "types", title: "Types of search", rows, ..Section::default() }
    }

    fn contents(&self) -> Section {
        let published = ["12.3 %", "9.7 %", "8.4 %", "6.1 %", "5.9 %", "5.3 %"];
        let mut rows = self.each(
            &CONTENTS,
            &published,
            |name| *name,
            |log, place| Value::share(log.figures.contents[place], log.repeats.queries),
        );
        rows.push(self.row("together", "Any of these", "47.7 %", |log| {
            Value::share(log.figures.contents.iter().sum(), log.repeats.queries)
        }));
        let note = "A query counts for the first kind that it names.";
        Section { key: "contents", title: "Kinds of content", note, rows, ..Section::default() }
    }

    fn questions(&self) -> Section {
        let mut rows = vec![
            self.row("questions", "Questions", "18.4 %", |log| {
                Value::share(log.repeats.questions, log.repeats.queries)
            }),
            self.row("distinct_questions", "Questions among distinct queries", "19.8 %", |log| {
                Value::share(log.repeats.distinct_questions, log.repeats.distinct)
            }),
            self.row("long_questions", "Questions of more than 4 words", "", |log| {
                Value::share(log.figures.long_questions, log.repeats.questions)
            }),
            self.row("question_first", "The first query, in sessions with a question", "40.3 %", |log| {
                Value::share(log.figures.question_first, log.figures.with_question)
            }),
        ];
        let published = ["69.5 %", "13.8 %", "6.2 %", "3.9 %", "4.3 %", "2.3 %"];
        rows.extend(self.each(
            &CUES,
            &published,
            |name| *name,
            |log, place| Value::share(log.figures.cues[place], log.repeats.questions),
        ));
        let note = "A question has a question word or a question mark. The cues are shares of the questions.";
        Section { key: "questions", title: "Questions", note, rows, ..Section::default() }
    }

    fn words(&self) -> Section {
        let Some(first) = self.logs.first() else { return Section::default() };
        let mut rows = Vec::new();
        for (cue, name) in CUES.iter().enumerate() {
            let of_cue = first.figures.words_beside_cues.iter().filter(|((of, _), _)| *of == cue);
            let of_cue = of_cue.map(|((_, word), spread)| (word.as_str(), *spread));
            for word in most_frequent(of_cue, self.fewest, MOST_WORDS) {
                let key = (cue, word.to_owned());
                rows.push(self.row(
                    &format!("{}_{word}", key_of(name)),
                    format!("{name}: {word}"),
                    "",
                    |log| {
                        let count = log.figures.words_beside_cues.get(&key).map_or(0, |spread| spread.count);
                        Value::share(count, log.figures.cues[cue])
                    },
                ));
            }
        }
        let note = "Shares of the questions with that cue. Only words of enough sessions are shown.";
        Section { key: "words", title: "Words in questions", note, rows, ..Section::default() }
    }

    fn clicks(&self) -> Section {
        let rows = vec![self.row("entropy", "Click entropy of a query, in bits", "3.33", |log| {
            let found = &log.repeats.entropy;
            match found.count {
                0 => Value::Unknown,
                count => Value::Mean { mean: found.mean(), deviation: found.deviation(), count },
            }
        })];
        let note = "The entropy of the pages that were clicked for a query: 0 if all clicks were on one page. The \
                    mean is over distinct queries with a click.";
        let plots = vec![plots::entropies(self.logs)];
        Section { key: "clicks", title: "Clicks", note, rows, plots, ..Section::default() }
    }

    fn sites(&self) -> Section {
        let Some(first) = self.logs.first() else { return Section::default() };
        let of_first = first.figures.sites.iter().map(|(name, spread)| (name.as_str(), *spread));
        let row = |name: &str| {
            self.row(&key_of(name), name, "", |log| {
                let all = log.figures.sites.values().map(|spread| spread.count).sum();
                Value::share(log.figures.sites.get(name).map_or(0, |spread| spread.count), all)
            })
        };
        let rows = most_frequent(of_first, self.fewest, MOST_NAMES).into_iter().map(row).collect();
        let note = "Of the first ten clicks of each session. Only sites of enough sessions are shown.";
        Section { key: "sites", title: "Sites", note, rows, ..Section::default() }
    }

    fn changes(&self) -> Section {
        let published = ["32.1 %", "21.5 %", "15.2 %", "13.5 %", "9.6 %", "4.3 %", "3.8 %"];
        let mut rows = self.each(
            &Reformulation::ALL,
            &published,
            |kind| kind.name(),
            |log, place| Value::share(log.figures.changes.counts[place], log.figures.changes.total()),
        );
        rows.push(self.row("multi_with_substitution", "Multi with a substitution", "76 %", |log| {
            let changes = &log.figures.changes;
            Value::share(changes.parts[0], changes.count(Reformulation::Multi))
        }));
        rows.push(self.row("repairs", "Substitutions that repair a spelling", "", |log| {
            let changes = &log.figures.changes;
            Value::share(changes.repairs, changes.count(Reformulation::Substituting))
        }));
        let labels: Vec<&str> = Reformulation::ALL.iter().map(|kind| kind.name()).collect();
        let matrix = |log: &&Analysed| Matrix {
            title: "Type of a change (line) and of the next one (column)".to_owned(),
            labels: labels.clone(),
            counts: log.figures.changes.successions.iter().map(|line| line.to_vec()).collect(),
        };
        let is_empty = !self.any(|figures| figures.changes.total() > 0);
        let note = "How each query of a session differs from the one before.";
        Section {
            key: "changes",
            title: "Changes of queries",
            note,
            rows: if is_empty { Vec::new() } else { rows },
            plots: vec![plots::changes_by_place(self.logs)],
            matrices: self.logs.first().map(matrix).into_iter().collect(),
        }
    }

    fn success(&self) -> Section {
        let published = ["62.9 %", "44.7 %", "58.3 %", "17.4 %", "18.3 %", "12.9 %", "15.9 %"];
        let mut rows = self.each(
            &Reformulation::ALL,
            &published,
            |kind| kind.name(),
            |log, place| {
                let changes = &log.figures.changes;
                Value::share(changes.clicked[place], changes.counts[place])
            },
        );
        rows.push(self.row("all", "All changes", "43.9 %", |log| {
            Value::share(log.figures.changes.clicked.iter().sum(), log.figures.changes.total())
        }));
        rows.retain(is_known);
        let note = "Shares of the changes of a type after which a result was clicked before the next query.";
        Section { key: "success", title: "Changes that led to a click", note, rows, ..Section::default() }
    }

    fn waits(&self) -> Section {
        let mut rows = self.each(
            &Reformulation::ALL,
            &[],
            |kind| kind.name(),
            |log, place| Value::mean(&log.figures.changes.waits[place], 1_000.0),
        );
        rows.retain(is_known);
        Section { key: "waits", title: "Seconds until a query is changed", rows, ..Section::default() }
    }

    fn formulas(&self) -> Section {
        if !self.any(|figures| figures.with_formula > 0) {
            return Section::default();
        }
        let rows = vec![
            self.row("with_formula", "Queries with a formula", "", |log| {
                Value::share(log.figures.with_formula, log.repeats.queries)
            }),
            self.row("only_formula", "Queries that are a formula and nothing else", "", |log| {
                Value::share(log.figures.only_formula, log.repeats.queries)
            }),
        ];
        Section { key: "formulas", title: "Formulas", rows, ..Section::default() }
    }

    fn formula_changes(&self) -> Section {
        let all = |figures: &Figures| figures.changes.formulas.iter().sum::<u64>();
        let mut rows = self.each(
            &FormulaChange::ALL,
            &[],
            |kind| kind.name(),
            |log, place| Value::share(log.figures.changes.formulas[place], all(&log.figures)),
        );
        rows.retain(is_some);
        let note = "How the formula of a query differs from that of the query before, by its operator tree.";
        Section { key: "formula_changes", title: "Changes of formulas", note, rows, ..Section::default() }
    }

    fn formula_success(&self) -> Section {
        let mut rows = self.each(
            &FormulaChange::ALL,
            &[],
            |kind| kind.name(),
            |log, place| {
                let changes = &log.figures.changes;
                Value::share(changes.formulas_clicked[place], changes.formulas[place])
            },
        );
        rows.retain(is_known);
        let title = "Changes of formulas that led to a click";
        Section { key: "formula_success", title, rows, ..Section::default() }
    }

    fn cleaning(&self) -> Section {
        let names: Vec<&'static str> = self
            .logs
            .first()
            .map(|log| log.cleaning.named().map(|(name, _)| name).to_vec())
            .unwrap_or_default();
        let mut rows = self.each(
            &names,
            &[],
            |name| *name,
            |log, place| Value::Count(log.cleaning.named().get(place).map_or(0, |(_, count)| *count)),
        );
        rows.retain(|row| row.values.iter().any(|value| *value != Value::Count(0)));
        Section { key: "cleaning", title: "Cleaning", rows, ..Section::default() }
    }
}

/// Whether any log has a value.
fn is_known(row: &Row) -> bool {
    row.values.iter().any(|value| *value != Value::Unknown)
}

/// Whether any log has more than none of it.
fn is_some(row: &Row) -> bool {
    row.values.iter().any(|value| matches!(value, Value::Share(part, _) if *part > 0))
}

fn first_part(row: &Row) -> u64 {
    row.values
        .iter()
        .find_map(|value| if let Value::Share(part, _) = value { Some(*part) } else { None })
        .unwrap_or(0)
}

/// The names that occur most, in at least so many sessions.
fn most_frequent<'a>(
    names: impl Iterator<Item = (&'a str, Spread)>,
    fewest: u64,
    most: usize,
) -> Vec<&'a str> {
    let counts: FxHashMap<&str, Spread> = names.filter(|(_, spread)| spread.sessions >= fewest).collect();
    let mut found: Vec<(&str, u64)> = counts.into_iter().map(|(name, spread)| (name, spread.count)).collect();
    found.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    found.into_iter().take(most).map(|(name, _)| name).collect()
}

/// A label as a key of JSON.
fn key_of(label: &str) -> String {
    let letters = label.chars().map(|c| if c.is_alphanumeric() { c } else { '_' });
    letters.flat_map(char::to_lowercase).collect::<String>().trim_matches('_').to_owned()
}
