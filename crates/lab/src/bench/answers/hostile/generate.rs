//! Strings that a search must survive.

use std::path::PathBuf;

use anyhow::{Context, Result};
use formula::write::tex;
use index::Index;

use random::Random;

/// Real queries.
pub(in crate::bench) struct Seeds {
    texts: Vec<String>,
}

/// The most titles and formulas that are taken from an index.
const SEEDS: usize = 2000;

/// Pieces with a meaning in some syntax, whole or broken.
const PIECES: &[&str] = &[
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "{",
    "}",
    "(",
    ")",
    "\\left(",
    "\\right.",
    "\\begin{matrix}",
    "\\end{cases}",
    "&",
    "\\\\",
    "\\frac",
    "\\sqrt[",
    "^",
    "_",
    "'",
    "\"",
    "+",
    "-",
    "tag:",
    "kind:answer",
    "site:",
    "after:2015",
    "before:",
    "?",
    "?x",
    "?f(?x)",
    "\\qvar{x}",
    "\\qvar{",
    "\\exact{",
    "\\simto{",
    "<math>",
    "</math>",
    "<mi>",
    "&lt;",
    "<script>",
    "-->",
    "```",
    "#",
    "**",
    "AND",
    "OR",
    "NOT",
    "NEAR/3",
    "*",
    "~",
    "[",
    "]",
    "%",
    "\\def\\a{\\a\\a}\\a",
    "\\newcommand",
    "\u{0}",
    "\u{202e}",
    "\u{200b}",
    "\t",
    "\n",
    "\r\n",
    "0x",
    "1e999",
    "-0",
    "∫",
    "√",
    "𝔸",
    "é",
    "e\u{301}\u{301}",
    "ﬁ",
    "\u{feff}",
    "what is",
    "prove that",
];

/// Lengths of long strings.
const LONG: usize = 20_000;

impl Seeds {
    /// Titles and formulas of an index, and the lines of files.
    pub(in crate::bench) fn of(index: &Index, files: &[PathBuf]) -> Result<Seeds> {
        let mut texts = Vec::new();
        for file in files {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
            texts.extend(text.lines().map(|line| line.rsplit('\t').next().unwrap_or(line).to_owned()));
        }
        let units = index.units()?;
        let step = (units.count() as usize / SEEDS).max(1);
        for unit in (0..units.count()).step_by(step).filter(|&unit| units.is_alive(unit)) {
            let stored = units.stored(unit)?;
            texts.push(stored.title);
            texts.push(stored.body.chars().take(400).collect());
        }
        let records = index.manifest().next_record;
        for record in (0..records).step_by((records as usize / SEEDS).max(1)) {
            let trees = index.formulas().record(record);
            texts.extend(trees.map(|trees| format!("${}$", tex::write(&trees.slt))));
        }
        texts.retain(|text| !text.trim().is_empty());
        if texts.is_empty() {
            texts.push("x".to_owned());
        }
        Ok(Seeds { texts })
    }

    fn draw(&self, random: &mut Random) -> &str {
        self.texts.get(random.below(self.texts.len())).map_or("", String::as_str)
    }
}

/// A string and its kind.
pub(in crate::bench) fn hostile(seeds: &Seeds, random: &mut Random) -> (&'static str, String) {
    match random.below(16) {
        0..=1 => ("random characters", (0..random.below(200)).map(|_| character(random)).collect()),
        2..=3 => {
            ("pieces", (0..1 + random.below(40)).map(|_| piece(random)).collect::<Vec<_>>().join(gap(random)))
        }
        4..=9 => ("mutated query", mutated(seeds.draw(random), seeds, random)),
        10..=11 => ("cut query", cut(seeds.draw(random), random)),
        12..=13 => (
            "several queries",
            (0..2 + random.below(4)).map(|_| seeds.draw(random)).collect::<Vec<_>>().join(gap(random)),
        ),
        14 => ("operators", operators(seeds, random)),
        _ => ("long", long(seeds, random)),
    }
}

fn piece(random: &mut Random) -> &'static str {
    PIECES.get(random.below(PIECES.len())).copied().unwrap_or("$")
}

fn gap(random: &mut Random) -> &'static str {
    if random.below(2) == 0 { " " } else { "" }
}

/// Any character, those of keyboards more often.
fn character(random: &mut Random) -> char {
    let code = match random.below(4) {
        0 => random.below(0x11_0000),
        1 => random.below(0x3000),
        _ => 32 + random.below(95),
    };
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
}

/// A query with up to eight characters changed, left out, doubled or replaced by a piece.
fn mutated(text: &str, seeds: &Seeds, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(8) {
        let place = random.below(chars.len() + 1);
        match random.below(6) {
            0 => chars.insert(place, character(random)),
            1 if place < chars.len() => drop(chars.remove(place)),
            2 if place < chars.len() => chars[place] = character(random),
            3 => drop(chars.splice(place..place, piece(random).chars())),
            4 => {
                let end = (place + random.below(12)).min(chars.len());
                let copy = chars[place..end].to_vec();
                drop(chars.splice(place..place, copy));
            }
            _ => {
                let other = cut(seeds.draw(random), random);
                drop(chars.splice(place..place, other.chars().take(40)));
            }
        }
    }
    chars.into_iter().collect()
}

/// A part of a query, its delimiters left open.
fn cut(text: &str, random: &mut Random) -> String {
    let chars: Vec<char> = text.chars().collect();
    let start = random.below(chars.len());
    let end = start + random.below(chars.len() - start.min(chars.len()) + 1);
    chars.get(start..end).unwrap_or_default().iter().collect()
}

/// Words of a query, each with an operator of the query language before or around it.
fn operators(seeds: &Seeds, random: &mut Random) -> String {
    let mut out = String::new();
    for word in seeds.draw(random).split_whitespace().take(12) {
        let before = ["+", "-", "\"", "tag:", "kind:", "site:", "after:", "?", "--", "+-", "\"\"", ""];
        out.push_str(before.get(random.below(before.len())).copied().unwrap_or(""));
        out.push_str(word);
        out.push_str(["", "\"", "*", "?", ":"].get(random.below(5)).copied().unwrap_or(""));
        out.push(' ');
    }
    out
}

/// One piece repeated many times.
fn long(seeds: &Seeds, random: &mut Random) -> String {
    let length = 1 + random.below(LONG);
    let part = match random.below(4) {
        0 => piece(random).to_owned(),
        1 => character(random).to_string(),
        2 => format!("{} ", seeds.draw(random)),
        _ => format!("{}{}", piece(random), piece(random)),
    };
    part.chars().cycle().take(if part.is_empty() { 0 } else { length }).collect()
}
