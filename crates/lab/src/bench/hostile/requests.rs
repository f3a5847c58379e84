//! Requests that no honest client would send.

use anyhow::Result;
use index::Index;
use random::Random;
use rank::formulas::Pipeline;
use rank::questions;

use crate::bench::answers::hostile::generate::{Seeds, hostile};
use crate::bench::server::client::encoded;

/// The material that requests are made from.
pub(super) struct Requests {
    seeds: Seeds,
    ids: Vec<String>,
    formula_pipelines: Vec<&'static str>,
    question_pipelines: Vec<&'static str>,
}

/// The most units whose ids are used.
const IDS: usize = 500;

/// The most bytes of a query that a server reads.
const MOST_BYTES: usize = 16_000;

/// Words that nearly every unit has: their lists are the longest.
const FREQUENT: [&str; 24] = [
    "the", "of", "is", "a", "to", "in", "and", "that", "we", "for", "on", "be", "are", "it", "this", "by",
    "as", "with", "an", "if", "so", "can", "not", "let",
];

/// Parts that many formulas have.
const PARTS: [&str; 14] = [
    "x",
    "y",
    "n",
    "1",
    "2",
    "x^2",
    "f(x)",
    r"\frac{a}{b}",
    r"\sqrt{x}",
    r"\sum_{i=1}^{n}",
    r"\int_0^1",
    "?a",
    "?b",
    "?{c}",
];

impl Requests {
    /// From the units and formulas of an index.
    pub(super) fn of(index: &Index) -> Result<Requests> {
        let units = index.units()?;
        let step = (units.count() as usize / IDS).max(1);
        let ids = (0..units.count()).step_by(step).filter(|&unit| units.is_alive(unit));
        Ok(Requests {
            seeds: Seeds::of(index, &[])?,
            ids: ids.map(|unit| units.id(unit)).collect(),
            formula_pipelines: Pipeline::names().collect(),
            question_pipelines: questions::Pipeline::names().collect(),
        })
    }

    /// A request: its kind, and the path with parameters.
    pub(super) fn draw(&self, random: &mut Random) -> (&'static str, String) {
        let (kind, mut query) = self.query(random);
        let mut end = query.len().min(MOST_BYTES);
        while !query.is_char_boundary(end) {
            end -= 1;
        }
        query.truncate(end);
        (kind, self.path(&query, random))
    }

    fn query(&self, random: &mut Random) -> (&'static str, String) {
        let most = [4, 40, 400, 3000][random.below(4)];
        let count = 1 + random.below(most);
        match random.below(12) {
            0..=3 => hostile(&self.seeds, random),
            4 => (
                "phrases",
                join(count, " ", || {
                    let length = 1 + random.below(5);
                    format!("\"{}\"", words(length, random))
                }),
            ),
            5 => {
                let mut part = || {
                    let sign = sign(random);
                    format!("{sign}{}", demanded(random))
                };
                ("demands", join(count.min(40), " ", &mut part))
            }
            6 => {
                let filters = join(count, " ", || filter(random));
                ("filters", format!("{filters} {}", words(3, random)))
            }
            7 => (
                "formulas",
                join(count, " ", || {
                    let length = 1 + random.below(6);
                    format!("${}$", sum(length, random))
                }),
            ),
            8 => ("large formula", sum(count, random)),
            9 => {
                let size = 1 + random.below(60);
                ("matrix", matrix(size, random))
            }
            10 => ("nested formula", nested(count, random)),
            _ => ("frequent words", words(count, random)),
        }
    }

    fn path(&self, query: &str, random: &mut Random) -> String {
        let q = encoded(query);
        let id = encoded(pick(&self.ids, random).map_or("", String::as_str));
        let rest = ["", "&k=100", "&k=100&offset=900", "&explain=true&fold=true"][random.below(4)];
        match random.below(16) {
            0..=5 => {
                let want = ["units", "answers", "questions"][random.below(3)];
                let pipeline = pick(&self.question_pipelines, random).copied().unwrap_or("best");
                let pipeline = if random.below(2) == 0 { "best" } else { pipeline };
                format!("/api/v1/search?want={want}&pipeline={pipeline}{rest}&q={q}")
            }
            6..=9 => {
                let mode = ["similar", "contains", "exact"][random.below(3)];
                let pipeline = pick(&self.formula_pipelines, random).copied().unwrap_or("best");
                let pipeline = if random.below(2) == 0 { "best" } else { pipeline };
                format!("/api/v1/search?want=formulas&mode={mode}&pipeline={pipeline}{rest}&q={q}")
            }
            10 => format!("/?q={q}"),
            11 => format!("/api/v1/threads/{id}?q={q}"),
            12 => format!("/api/v1/search?like={id}&want=questions{rest}"),
            13 => format!("/api/v1/align?one={q}&two={}", encoded(&sum(60, random))),
            14 => format!("/api/v1/{}?q={q}", ["suggest", "read", "cards"][random.below(3)]),
            _ => format!("/api/v1/tree?query=true&formula={q}"),
        }
    }
}

fn pick<'l, T>(list: &'l [T], random: &mut Random) -> Option<&'l T> {
    list.get(random.below(list.len().max(1)))
}

fn join(count: usize, gap: &str, mut part: impl FnMut() -> String) -> String {
    let mut out = String::new();
    for _ in 0..count {
        out.push_str(&part());
        out.push_str(gap);
        if out.len() > MOST_BYTES {
            break;
        }
    }
    out
}

fn words(count: usize, random: &mut Random) -> String {
    join(count, " ", || pick(&FREQUENT, random).copied().unwrap_or("the").to_owned()).trim().to_owned()
}

fn part(random: &mut Random) -> &'static str {
    pick(&PARTS, random).copied().unwrap_or("x")
}

fn sum(count: usize, random: &mut Random) -> String {
    let gap = ["+", "-", "=", " ", "^", "_"][random.below(6)];
    let mut formula = join(count, gap, || format!("{{{}}}", part(random)));
    formula.push('x');
    formula
}

fn sign(random: &mut Random) -> &'static str {
    ["+", "-"][random.below(2)]
}

fn demanded(random: &mut Random) -> String {
    match random.below(3) {
        0 => words(1, random),
        1 => format!("\"{}\"", words(3, random)),
        _ => {
            let length = 1 + random.below(3);
            format!("${}$", sum(length, random))
        }
    }
}

fn filter(random: &mut Random) -> String {
    let key =
        ["tag:", "-tag:", "kind:", "site:", "-site:", "votes:", "after:", "is:accepted "][random.below(8)];
    format!("{key}{}", random.below(3000))
}

fn matrix(size: usize, random: &mut Random) -> String {
    let row = join(size, "&", || part(random).to_owned());
    format!(r"\begin{{pmatrix}}{}\end{{pmatrix}}", join(size, r"\\", || row.clone()))
}

fn nested(count: usize, random: &mut Random) -> String {
    let open = [r"\frac{1}{1+", r"\sqrt{1+", "x^{", "(", r"\begin{matrix}"][random.below(5)];
    format!("{}{}{}", open.repeat(count), part(random), "}".repeat(count))
}
