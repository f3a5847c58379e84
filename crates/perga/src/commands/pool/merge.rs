//! `perga pool --merge`: what assessors said, as qrels.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use eval::pooling::presets::Preset;
use eval::pooling::qrels::{self, Merging};

use super::Arguments;
use crate::commands::{notes, wrong_usage};

/// Reads the judgements, merges them, and writes qrels.
pub fn run(arguments: &Arguments, preset: &Preset) -> Result<()> {
    if arguments.manifest.is_some() {
        wrong_usage(
            "`--manifest` declares runs, and `--merge` takes judgements\nhint: name the judgements' files",
        );
    }
    let mut rule = preset.merge;
    rule.level = arguments.level.unwrap_or(rule.level);
    rule.least_relevant = arguments.least_relevant.unwrap_or(rule.least_relevant);
    rule.assessors = arguments.assessors.unwrap_or(rule.assessors);
    let merging = Merging {
        files: arguments.runs.iter().map(PathBuf::from).collect(),
        dropped_grades: arguments.drop_grades.clone(),
        rule,
        visual: arguments.visual.clone(),
    };
    let merged = merging.merge().map_err(notes::explained)?;
    eprint!("{}", qrels::notes(&merged, rule.level));
    let text = if arguments.json { qrels::json(&merged) } else { qrels::write(&merged) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
