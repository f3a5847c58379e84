//! `perga agree`: how well assessors agree, beyond chance.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use eval::agreement::{Kappa, Pair, binarised, cohen_pairs, fleiss, mean_kappa, strength};
use serde_json::{Value, json};
use trec::{Assessments, Input};

use super::columns::align;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga agree ann.qrels bob.qrels
      one file an assessor, `topic 0 docno grade`; what both judged is compared
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

    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Both ways of counting grades.
struct Findings {
    assessors: Vec<String>,
    level: i32,
    grades: Counted,
    halves: Counted,
}

/// Agreement of pairs and of all.
struct Counted {
    pairs: Vec<Pair>,
    mean: Option<f64>,
    fleiss: Option<Kappa>,
}

impl Counted {
    fn new<L: Ord + Copy>(ratings: &[Vec<Option<L>>]) -> Self {
        let pairs = cohen_pairs(ratings);
        Counted { mean: mean_kappa(&pairs), pairs, fleiss: fleiss(ratings) }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut assessments = Assessments::default();
    for file in &arguments.files {
        assessments.read(&Input::open(file)?)?;
    }
    assessments.drop_grades(&arguments.drop_grades);
    let (assessors, ratings) = by_assessor(&assessments);
    if assessors.len() < 2 {
        let one = assessors.first().map_or("nobody", String::as_str);
        bail!(
            "agreement needs two assessors, and there is {one} alone\nhint: name a file for each, or write who judged into the second column"
        );
    }
    let halves = binarised(&ratings, arguments.level);
    let findings = Findings {
        assessors,
        level: arguments.level,
        grades: Counted::new(&ratings),
        halves: Counted::new(&halves),
    };
    if findings.grades.pairs.is_empty() {
        bail!(
            "no two assessors judged the same thing\nhint: topics and docnos must be written alike in all files"
        );
    }
    let text = if arguments.json { as_json(&findings) } else { as_text(&findings) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The assessors in the order in which they appear, and their ratings over all items.
fn by_assessor(assessments: &Assessments) -> (Vec<String>, Vec<Vec<Option<i32>>>) {
    let mut items: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut assessors: Vec<&str> = Vec::new();
    for assessment in assessments.all() {
        let next = items.len();
        items.entry((&assessment.topic, &assessment.docno)).or_insert(next);
        if !assessors.contains(&assessment.assessor.as_str()) {
            assessors.push(&assessment.assessor);
        }
    }
    let mut ratings = vec![vec![None; items.len()]; assessors.len()];
    for assessment in assessments.all() {
        let assessor = assessors.iter().position(|&name| name == assessment.assessor);
        let item = items.get(&(assessment.topic.as_str(), assessment.docno.as_str()));
        if let (Some(assessor), Some(&item)) = (assessor, item) {
            ratings[assessor][item] = Some(assessment.grade);
        }
    }
    (assessors.into_iter().map(str::to_owned).collect(), ratings)
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.4}"))
}

fn as_text(found: &Findings) -> String {
    let halves = format!("κ (≥ {})", found.level);
    let heading = ["assessors", "items", "agree", "κ (grades)", "agree", &halves].map(str::to_owned).to_vec();
    let row = |name: String, grades: &Kappa, halves: &Kappa| {
        let (items, ours, theirs) =
            (grades.items.to_string(), number(Some(grades.observed)), number(Some(halves.observed)));
        vec![name, items, ours, number(grades.kappa), theirs, number(halves.kappa)]
    };
    let mut rows = vec![heading];
    for (grades, halves) in found.grades.pairs.iter().zip(&found.halves.pairs) {
        let name = format!("{} and {}", found.assessors[grades.first], found.assessors[grades.second]);
        rows.push(row(name, &grades.kappa, &halves.kappa));
    }
    let dash = || "-".to_owned();
    let mean = "Cohen's κ, mean of pairs".to_owned();
    rows.push(vec![mean, dash(), dash(), number(found.grades.mean), dash(), number(found.halves.mean)]);
    if let (Some(grades), Some(halves)) = (&found.grades.fleiss, &found.halves.fleiss) {
        rows.push(row("Fleiss's κ".to_owned(), grades, halves));
    }
    format!("{}\n{}", align(&rows, 1), words(found))
}

fn words(found: &Findings) -> String {
    let pairs = found.grades.pairs.len();
    let pairs = if pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") };
    let say = |what: &str, mean: Option<f64>| match mean {
        Some(kappa) => {
            format!("{what}, agreement is {} (mean κ = {kappa:.2} over {pairs}).\n", strength(kappa))
        }
        None => format!("{what}, κ does not exist: everybody gave one and the same label.\n"),
    };
    let halves = format!("Cut into grade {} and up, and the rest", found.level);
    format!(
        "{}{}1 is perfect agreement, 0 is chance; the words are those of Landis and Koch.\n",
        say("Over all grades", found.grades.mean),
        say(&halves, found.halves.mean)
    )
}

fn as_json(found: &Findings) -> String {
    let kappa = |kappa: &Kappa| {
        json!({
            "items": kappa.items,
            "observed": kappa.observed,
            "expected": kappa.expected,
            "kappa": kappa.kappa,
        })
    };
    let counted = |counted: &Counted| {
        let pairs = counted.pairs.iter().map(|pair| {
            let mut value = kappa(&pair.kappa);
            value["assessors"] = json!([found.assessors[pair.first], found.assessors[pair.second]]);
            value
        });
        json!({
            "pairs": pairs.collect::<Vec<Value>>(),
            "mean_kappa": counted.mean,
            "fleiss": counted.fleiss.as_ref().map(kappa),
        })
    };
    let value = json!({
        "assessors": found.assessors,
        "level": found.level,
        "grades": counted(&found.grades),
        "binary": counted(&found.halves),
    });
    format!("{value:#}\n")
}
