//! `perga agree`: how well assessors agree, beyond chance.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use eval::agreement::{Agreement, Findings, json, text};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga agree ann.qrels bob.qrels
      one file per assessor, `topic 0 docno grade`; what both judged is compared
  perga agree judgements.tsv --drop-grades 5,6
      all assessors in one file, `topic assessor docno grade`, without ARQMath's codes
  perga agree sheet.tsv --level 1 --json
      grades R, PR and N (2, 1 and 0), cut into relevant from 1 up and not";

/// The command line of `perga agree`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Judgements: `topic assessor docno grade`; where the second column is 0, the file is the assessor
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The lowest grade of the upper half where grades are cut in two (2 is ARQMath's H+M)
    #[arg(short = 'l', long, value_name = "GRADE", default_value_t = eval::agreement::HIGH_OR_MEDIUM)]
    level: i32,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',')]
    drop_grades: Vec<i32>,

    /// Also measure agreement topic by topic
    #[arg(long)]
    per_topic: bool,

    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let findings = findings(arguments)?;
    let text = if arguments.json { json::write(&findings) } else { text::write(&findings) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// How well the assessors agree.
pub(super) fn findings(arguments: &Arguments) -> Result<Findings> {
    let agreement = Agreement {
        files: arguments.files.clone(),
        level: arguments.level,
        dropped_grades: arguments.drop_grades.clone(),
        per_topic: arguments.per_topic,
    };
    Ok(agreement.measure()?)
}
