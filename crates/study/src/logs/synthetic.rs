//! Logs whose figures are known: sessions drawn from the published distributions.
//!
//! Who analyses such a log must get the published figures back within the error of sampling, which tests the whole way
//! from lines to figures. The words mean nothing; the numbers are those of Mansouri, Zanibbi and Oard's log of
//! mathematical queries and of its general sample.
//!
//! Some published figures exclude each other: with 16.4 % sessions of one query and a mean of 5.82 the deviation
//! cannot be 1.62. The deviations of these logs are larger than the printed ones.
//!
//! What it is not: a model of users. Distributions are independent where nothing is known.

mod distributions;
mod queries;

use std::fmt::Write;

use random::Random;

use super::reformulation::Reformulation;
use distributions::{exponential, geometric, negative_binomial, poisson};
use queries::{Made, Maker};

/// The most milliseconds of one wait.
const LONGEST_WAIT: f64 = 3_000_000.0;

/// When the first session begins: 1 January 2018.
const BEGINNING: i64 = 1_514_764_800_000;

/// The header of the log.
pub const HEADER: &str =
    "session\tquery\tissue_time\tsearch_type\tclicked_url\tclick_time\tsession_end_time\n";

/// Which log is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Searches for mathematics.
    Mathematics,
    /// Searches for anything.
    Anything,
}

/// The weights of the ways to change a query.
const CHANGES: [(Reformulation, f64, f64); 6] = [
    (Reformulation::Substituting, 0.3285, 0.629),
    (Reformulation::New, 0.2085, 0.447),
    (Reformulation::Multi, 0.153, 0.583),
    (Reformulation::Adding, 0.1315, 0.174),
    (Reformulation::Removing, 0.1025, 0.183),
    (Reformulation::Reordering, 0.0435, 0.129),
];

/// How often a query that the session had before led to a click.
const REVISIT_LED: f64 = 0.159;

/// A log, session by session.
pub struct Sessions {
    random: Random,
    maker: Maker,
    subject: Subject,
    left: u64,
    id: u64,
    time: i64,
}

/// Sessions of a subject; the same seed gives the same log.
pub fn sessions(subject: Subject, seed: u64, count: u64) -> Sessions {
    let mut random = Random::named(seed, "log");
    let maker = Maker::new(&mut random);
    Sessions { random, maker, subject, left: count, id: 0, time: BEGINNING }
}

impl Iterator for Sessions {
    type Item = String;

    /// The lines of the next session.
    fn next(&mut self) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        let continues = self.id > 0 && self.random.chance(0.2);
        if !continues {
            self.id += 1;
        }
        // The same id comes back after 60 to 600 minutes; other users may come at any time.
        self.time += if continues { 3_601_000 + (self.random.unit() * 32_400_000.0) as i64 } else { 1_000 };
        let plan = match self.subject {
            Subject::Mathematics => self.mathematics(),
            Subject::Anything => self.anything(),
        };
        Some(self.lines(&plan))
    }
}

/// A query of a session that is to be written, and how many clicks it gets.
struct Planned {
    text: String,
    clicks: usize,
}

impl Sessions {
    fn mathematics(&mut self) -> Vec<Planned> {
        let random = &mut self.random;
        let count = match random.chance(0.164) {
            true => 1,
            false => (2 + negative_binomial(random, 8.0, 4.77)).min(26),
        };
        let has_clicks = count == 1 || !random.chance(0.127);
        let mut made: Vec<Made> = Vec::new();
        let mut planned = Vec::new();
        for place in 0..count {
            let (query, led) = self.next_query(&made);
            let is_last = place + 1 == count;
            let probability = match place {
                _ if count == 1 => 0.35,
                0 => 0.45 / 0.873,
                _ => led * if is_last { 0.53 } else { 1.0986 } / 0.873,
            };
            let is_clicked = has_clicks && self.random.chance(probability);
            let clicks = if is_clicked { geometric(&mut self.random, 1.2857) } else { 0 };
            planned.push(Planned { text: query.text(), clicks });
            made.push(query);
        }
        planned
    }

    /// The query after those of a session so far, and how often such a query leads to a click.
    fn next_query(&mut self, made: &[Made]) -> (Made, f64) {
        let Some(last) = made.last() else { return (self.maker.create(&mut self.random, 0.158, None), 0.0) };
        let others: Vec<&Made> = made.iter().filter(|query| query.tokens != last.tokens).collect();
        if self.random.chance(0.044)
            && let Some(earlier) = self.random.choose(&others)
        {
            return ((*earlier).clone(), REVISIT_LED);
        }
        loop {
            let mut draw = self.random.unit() * CHANGES.iter().map(|change| change.1).sum::<f64>();
            let chosen = CHANGES.iter().find(|change| {
                draw -= change.1;
                draw < 0.0
            });
            let Some((kind, _, led)) = chosen else { continue };
            let changed = self.maker.changed(&mut self.random, last, *kind);
            if let Some(changed) = changed.filter(|new| made.iter().all(|old| old.tokens != new.tokens)) {
                return (changed, *led);
            }
        }
    }

    fn anything(&mut self) -> Vec<Planned> {
        let count = 1 + poisson(&mut self.random, 0.86);
        let plan = |place: usize| {
            let random = &mut self.random;
            let length = 1 + poisson(random, 2.4);
            let mut text = self.maker.words(length);
            if random.chance(0.018) {
                text.push('?');
            }
            let probability = match place + 1 {
                _ if count == 1 => 0.79,
                place if place == count => 0.156,
                _ => 0.945,
            };
            let clicks = if random.chance(probability) { geometric(random, 1.07) } else { 0 };
            Planned { text, clicks }
        };
        (0..count).map(plan).collect()
    }

    /// The lines of a session; moves the time to its end.
    fn lines(&mut self, plan: &[Planned]) -> String {
        let (waiting, long, reading) = match self.subject {
            Subject::Mathematics => (59_000.0, 0.413, 155_000.0),
            Subject::Anything => (72_000.0, 0.882, 158_000.0),
        };
        let mut rows: Vec<[String; 5]> = Vec::new();
        for query in plan {
            let issued = clock(self.time);
            let search_type = if self.random.chance(0.958) { "Web" } else { "Video" };
            let until_next = 5_000.0 + exponential(&mut self.random, waiting).min(LONGEST_WAIT);
            self.wait(until_next);
            let row = |target: String, clicked: String| {
                [query.text.clone(), issued.clone(), search_type.to_owned(), target, clicked]
            };
            if query.clicks == 0 {
                rows.push(row(String::new(), String::new()));
            }
            for _ in 0..query.clicks {
                let page = self.random.below(40_000);
                rows.push(row(format!("https://site{}.example/{page}", page % 400), clock(self.time)));
                let random = &mut self.random;
                let viewed = match random.chance(long) {
                    true => 31_500.0 + exponential(random, reading).min(LONGEST_WAIT),
                    false => 3_000.0 + random.unit() * 25_500.0,
                };
                self.wait(viewed);
            }
        }
        let (last, mut lines) = (rows.len().saturating_sub(1), String::new());
        for (at, row) in rows.iter().enumerate() {
            let end = if at == last { clock(self.time) } else { String::new() };
            let _ = writeln!(lines, "s{:07}\t{}\t{end}", self.id, row.join("\t"));
        }
        lines
    }

    fn wait(&mut self, milliseconds: f64) {
        self.time += milliseconds as i64;
    }
}

/// A time as logs write it.
fn clock(time: i64) -> String {
    let seconds = time.div_euclid(1000);
    let (date, of_day) = (text::query::day(seconds), seconds.rem_euclid(86_400));
    format!("{date} {:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// The phrases that the queries of a mathematical log are about, one per line.
pub fn concepts(seed: u64) -> String {
    let mut random = Random::named(seed, "log");
    Maker::new(&mut random).concepts()
}
