//! Sessions drawn from the published distributions give the published figures back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use study::logs::analysis::{Analysed, Analysis};
use study::logs::concepts::Concepts;
use study::logs::figures::repeats::Repeats;
use study::logs::reformulation::Reformulation;
use study::logs::spool::Spool;
use study::logs::synthetic::{self, Subject};

const SESSIONS: u64 = 50_000;

fn analysed(subject: Subject, seed: u64, analysis: &Analysis) -> Analysed {
    let mut log = synthetic::HEADER.to_owned();
    log.extend(synthetic::sessions(subject, seed, SESSIONS));
    let mut spool = Spool::default();
    spool.read(&mut log.as_bytes(), "synthetic").unwrap();
    analysis.figures(&spool).unwrap()
}

struct Wrong(Vec<String>);

impl Wrong {
    fn near(&mut self, name: &str, found: f64, expected: f64, tolerance: f64) {
        if (found - expected).abs() > tolerance {
            self.0.push(format!("{name}: {found:.3}, expected {expected} ± {tolerance}"));
        }
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

#[test]
fn mathematical_sessions_come_back() {
    let analysis =
        Analysis { concepts: Some(Concepts::read(&synthetic::concepts(7), "")), ..Analysis::default() };
    let Analysed { figures, repeats, cleaning } = analysed(Subject::Mathematics, 7, &analysis);
    assert_eq!((figures.sessions, cleaning.other_subjects, cleaning.unreadable), (SESSIONS, 0, 0));
    let mut wrong = Wrong(Vec::new());
    let of_sessions = |count| percent(count, figures.sessions);
    wrong.near("queries", figures.queries.tally().mean(), 5.82, 0.08);
    wrong.near("several queries", of_sessions(figures.several_queries), 83.5, 1.0);
    wrong.near("clicks", figures.clicks.tally().mean(), 3.27, 0.08);
    wrong.near("no click", of_sessions(figures.no_click), 24.1, 1.0);
    wrong.near("click last", of_sessions(figures.click_last), 25.1, 1.2);
    wrong.near("satisfied", of_sessions(figures.satisfied), 60.5, 1.0);
    wrong.near("minutes", figures.durations.mean() / 60_000.0, 10.42, 0.3);
    wrong.near("deviation of queries", figures.queries.tally().deviation(), 3.32, 0.1);
    wrong.near("deviation of clicks", figures.clicks.tally().deviation(), 3.01, 0.1);
    wrong.near("deviation of minutes", figures.durations.deviation() / 60_000.0, 8.1, 0.3);
    let queries = figures.lengths.tally();
    wrong.near("length", queries.mean(), 6.74, 0.15);
    wrong.near("4 to 6 words", percent(figures.lengths.count_in(4..=6), queries.count), 47.6, 2.0);
    wrong.near("first quartile", figures.lengths.quantile(0.25) as f64, 4.0, 0.0);
    wrong.near("once", percent(repeats.once, repeats.queries), 82.6, 0.5);
    wrong.near("Web", percent(figures.types["Web"], queries.count), 95.8, 0.5);
    questions(&figures, &repeats, &mut wrong);
    changes(&figures, &mut wrong);
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
}

fn questions(figures: &study::logs::figures::Figures, repeats: &Repeats, wrong: &mut Wrong) {
    wrong.near("questions", percent(repeats.questions, repeats.queries), 18.4, 1.0);
    wrong.near("distinct questions", percent(repeats.distinct_questions, repeats.distinct), 19.9, 1.0);
    wrong.near("question first", percent(figures.question_first, figures.with_question), 39.9, 1.5);
    let cues = [68.8, 14.1, 6.2, 3.7, 4.8, 2.3];
    for (place, expected) in cues.into_iter().enumerate() {
        wrong.near(&format!("cue {place}"), percent(figures.cues[place], repeats.questions), expected, 1.5);
    }
    let contents = [12.3, 9.6, 8.4, 6.0, 5.9, 5.2];
    for (place, expected) in contents.into_iter().enumerate() {
        let found = percent(figures.contents[place], repeats.queries);
        wrong.near(&format!("content {place}"), found, expected, 1.0);
    }
    wrong.near("contents", percent(figures.contents.iter().sum(), repeats.queries), 47.3, 1.0);
}

fn changes(figures: &study::logs::figures::Figures, wrong: &mut Wrong) {
    let expected =
        [(32.0, 63.0), (21.6, 44.8), (15.1, 58.3), (13.6, 17.3), (9.6, 18.4), (4.4, 12.8), (3.8, 15.4)];
    let changes = &figures.changes;
    for (place, (share, led)) in expected.into_iter().enumerate() {
        let name = Reformulation::ALL[place].name();
        wrong.near(name, percent(changes.counts[place], changes.total()), share, 0.6);
        wrong.near(name, percent(changes.clicked[place], changes.counts[place]), led, 1.5);
    }
    let multi = changes.count(Reformulation::Multi);
    wrong.near("Multi with substitution", percent(changes.parts[0], multi), 75.2, 1.5);
}

#[test]
fn general_sessions_come_back() {
    let Analysed { figures, .. } = analysed(Subject::Anything, 11, &Analysis::default());
    let mut wrong = Wrong(Vec::new());
    let of_sessions = |count| percent(count, figures.sessions);
    assert_eq!(figures.sessions, SESSIONS);
    wrong.near("queries", figures.queries.tally().mean(), 1.86, 0.03);
    wrong.near("clicks", figures.clicks.tally().mean(), 1.32, 0.03);
    wrong.near("no click", of_sessions(figures.no_click), 10.6, 0.6);
    wrong.near("click last", of_sessions(figures.click_last), 42.3, 1.0);
    wrong.near("satisfied", of_sessions(figures.satisfied), 82.1, 1.0);
    // The published mean, 3.14 minutes.
    wrong.near("seconds", figures.durations.mean() / 1000.0, 188.4, 9.0);
    wrong.near("length", figures.lengths.tally().mean(), 3.40, 0.05);
    wrong.near("third quartile", figures.lengths.quantile(0.75) as f64, 4.0, 0.0);
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
}

#[test]
fn threads_and_the_order_of_lines_change_nothing() {
    let lines: Vec<String> = synthetic::sessions(Subject::Mathematics, 3, 2_000).collect();
    let mut lines: Vec<&str> = lines.iter().flat_map(|session| session.lines()).collect();
    let figures = |lines: &[&str], threads| {
        let log = format!("{}{}\n", synthetic::HEADER, lines.join("\n"));
        let mut spool = Spool::default();
        spool.read(&mut log.as_bytes(), "log").unwrap();
        let Analysed { figures, repeats, .. } =
            Analysis { threads, ..Analysis::default() }.figures(&spool).unwrap();
        (figures.queries, figures.changes, figures.durations, figures.cues, repeats)
    };
    let one = figures(&lines, 1);
    assert_eq!(figures(&lines, 5), one);
    // Sorted by query: the lines of all sessions alternate; those of one time and session are still together.
    lines.sort_by_key(|line| line.split('\t').nth(1).map(str::to_owned));
    let sorted = figures(&lines, 2);
    assert_eq!((sorted.0, sorted.3, sorted.4), (one.0, one.3, one.4));
}
