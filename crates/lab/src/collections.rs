//! Several test collections in one table: what was judged, how alike slices of topics order systems, and whether
//! judging instances or distinct formulas matters.
//!
//! A manifest names the files of each collection. The numbers are those of `eval`'s descriptions and comparisons.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use eval::comparison::{BaselineComparison, Findings};
use eval::description::{Describing, Description, Spread, json};
use eval::evaluation::Reading;
use eval::report::columns::align;
use eval::statistics::strata::strata;
use eval::{Measure, Options};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Failure;

/// A manifest: collections to compare.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    collection: Vec<Collection>,
}

/// The files of one collection, relative to the manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Collection {
    /// Its name.
    name: String,
    /// Judgements of documents, or of visual ids.
    qrels: PathBuf,
    /// Judgements of formula instances.
    instances: Option<PathBuf>,
    /// From formula instances to visual ids.
    visual: Option<PathBuf>,
    /// Attributes of topics.
    #[serde(default)]
    topic_info: Vec<PathBuf>,
    /// The attribute that topics are sliced by.
    #[serde(default = "complexity")]
    by: String,
    /// Runs.
    #[serde(default)]
    runs: Vec<PathBuf>,
    /// The measure that orders runs.
    #[serde(default = "measure")]
    measure: String,
    /// The lowest relevant grade of measures.
    #[serde(default = "level")]
    level: u32,
    /// Grades that are no judgements.
    #[serde(default)]
    drop_grades: Vec<i32>,
}

fn complexity() -> String {
    "complexity".to_owned()
}

fn measure() -> String {
    "nDCG'".to_owned()
}

fn level() -> u32 {
    2
}

/// A collection, measured.
struct Measured {
    collection: Collection,
    judged: Description,
    instances: Option<Description>,
    runs: Option<Runs>,
}

/// What its runs say about its topics.
struct Runs {
    count: usize,
    mean_gap: Option<f64>,
    /// Two slices, τ-b between the orders, places that a system moves.
    slices: Vec<(String, Option<f64>, f64)>,
    /// Run, its mean by instances and by distinct formulas.
    side_by_side: Vec<(String, f64, f64)>,
    /// τ-b between these two orders.
    tau: Option<f64>,
}

/// Several collections, measured.
pub struct Comparison {
    measured: Vec<Measured>,
}

/// Reads a manifest and everything that it names.
///
/// # Errors
/// A file cannot be read or is malformed.
pub fn compare(manifest: &Path) -> Result<Comparison> {
    const FIELDS: &str = "every `[[collection]]` has a `name` and `qrels`, and may have more";
    let text = std::fs::read_to_string(manifest).map_err(|error| Failure::unreadable(manifest, &error))?;
    let Manifest { collection } =
        toml::from_str(&text).map_err(|error| Failure::toml(manifest, &text, &error, FIELDS))?;
    if collection.is_empty() {
        let message = format!("{}: no collections", manifest.display());
        bail!(Failure::new(message, "name each with `[[collection]]`"));
    }
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let measured = collection.into_iter().map(|collection| collection.within(folder).measured());
    Ok(Comparison { measured: measured.collect::<Result<_>>()? })
}

impl Collection {
    fn within(mut self, folder: &Path) -> Collection {
        let files = std::iter::once(&mut self.qrels)
            .chain(&mut self.instances)
            .chain(&mut self.visual)
            .chain(&mut self.topic_info)
            .chain(&mut self.runs);
        files.for_each(|file| *file = folder.join(&file));
        self
    }

    fn measured(self) -> Result<Measured> {
        let describe = |qrels: &Path, visual: Option<PathBuf>| {
            let describing = Describing {
                qrels: qrels.to_owned(),
                dropped_grades: self.drop_grades.clone(),
                levels: vec![1, 2],
                visual,
                runs: self.runs.clone(),
                depths: vec![10],
                reading: Reading::default(),
            };
            describing.describe()
        };
        let judged = describe(&self.qrels, None)?;
        let instances =
            self.instances.as_ref().map(|path| describe(path, self.visual.clone())).transpose()?;
        let runs = if self.runs.len() > 1 { Some(self.compared()?) } else { None };
        Ok(Measured { collection: self, judged, instances, runs })
    }

    /// What the runs say.
    fn compared(&self) -> Result<Runs> {
        let with_instances = self.instances.is_some() && self.visual.is_some();
        let comparison = BaselineComparison {
            qrels: self.instances.clone().filter(|_| with_instances).unwrap_or_else(|| self.qrels.clone()),
            runs: self.runs.clone(),
            baseline: self.runs.first().map(|run| run.display().to_string()).unwrap_or_default(),
            measures: vec![self.measure.parse::<Measure>()?],
            options: Options { level: self.level, ..Options::default() },
            reading: Reading::default(),
            alpha: 0.05,
            seed: 1,
            topic_info: self.topic_info.clone(),
            attributes: if self.topic_info.is_empty() { Vec::new() } else { vec![self.by.clone()] },
            visual: self.visual.clone().filter(|_| with_instances),
            by_instance: with_instances,
            judged_instances: with_instances,
            extremes: false,
            dropped_grades: self.drop_grades.clone(),
        };
        let scored = comparison.score(&mut Vec::new())?;
        Ok(Runs::of(&scored.findings()))
    }
}

impl Runs {
    fn of(findings: &Findings) -> Runs {
        let found = findings.measures.first();
        let slices = found.into_iter().flat_map(|found| {
            let scores: Vec<&[f64]> = found.scores.iter().map(Vec::as_slice).collect();
            found.cuts.iter().flat_map(move |cut| {
                let pairs = strata(&cut.slices, &scores)
                    .into_iter()
                    .map(|pair| (format!("{}–{}", pair.first, pair.second), pair.kendall.tau, pair.moves));
                pairs.collect::<Vec<_>>()
            })
        });
        let side_by_side = findings.instances.as_ref().map(|both| {
            let pairs = findings.systems.iter().zip(both.instances);
            let mean = |scores: &eval::Scores| scores.overall.first().copied().unwrap_or(f64::NAN);
            pairs
                .map(|(distinct, instances)| {
                    (distinct.name.clone(), mean(&instances.scores), mean(&distinct.scores))
                })
                .collect::<Vec<_>>()
        });
        Runs {
            count: findings.systems.len(),
            mean_gap: found.and_then(eval::comparison::Found::mean_gap),
            slices: slices.collect(),
            side_by_side: side_by_side.unwrap_or_default(),
            tau: findings
                .instances
                .as_ref()
                .and_then(|both| both.orders.first())
                .and_then(|(order, _)| order.tau),
        }
    }
}

impl Comparison {
    /// As tables.
    pub fn text(&self) -> String {
        let mut out = self.judgements();
        for measured in &self.measured {
            if let Some(runs) = &measured.runs {
                out.push('\n');
                out.push_str(&runs.text(&measured.collection));
            }
        }
        out
    }

    fn judgements(&self) -> String {
        let heading = [
            "collection",
            "judged",
            "topics",
            "least",
            "greatest",
            "mean",
            "≥ 1: least",
            "greatest",
            "mean",
            "≥ 2: least",
            "greatest",
            "mean",
            "unique",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let spread = |spread: Spread| {
            [spread.least.to_string(), spread.greatest.to_string(), format!("{:.1}", spread.mean)]
        };
        for measured in &self.measured {
            let instances = measured.instances.as_ref().map(|description| ("instances", description));
            for (what, description) in instances.into_iter().chain([("results", &measured.judged)]) {
                let mut row = vec![measured.collection.name.clone(), what.to_owned()];
                row.push(description.topics.len().to_string());
                row.extend(spread(description.judged()));
                row.extend(description.relevant().into_iter().flat_map(spread));
                row.push(description.unique_ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}")));
                rows.push(row);
            }
        }
        align(&rows, 2)
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let value: Vec<Value> = self.measured.iter().map(Measured::value).collect();
        format!("{:#}\n", Value::from(value))
    }
}

impl Runs {
    fn text(&self, collection: &Collection) -> String {
        let (name, measure, count) = (&collection.name, &collection.measure, self.count);
        let mut out = format!("{name}, {measure}, {count} runs\n");
        if let Some(gap) = self.mean_gap {
            out.push_str(&format!("Mean Gap of neighbouring runs: {gap:.4}\n"));
        }
        if !self.slices.is_empty() {
            let mut rows = vec![[collection.by.as_str(), "τ-b", "places moved"].map(str::to_owned).to_vec()];
            for (pair, tau, moves) in &self.slices {
                let tau = tau.map_or("-".to_owned(), |tau| format!("{tau:.3}"));
                rows.push(vec![pair.clone(), tau, format!("{moves:.2}")]);
            }
            out.push_str(&align(&rows, 1));
        }
        if !self.side_by_side.is_empty() {
            let mut rows = vec![["run", "instances", "distinct", "difference"].map(str::to_owned).to_vec()];
            for (run, instances, distinct) in &self.side_by_side {
                let numbers = [*instances, *distinct].map(|value| format!("{value:.4}"));
                let difference = format!("{:+.4}", distinct - instances);
                rows.push([run.clone()].into_iter().chain(numbers).chain([difference]).collect());
            }
            out.push_str(&align(&rows, 1));
            out.push_str(&self.verdict());
        }
        out
    }

    /// Whether instances and distinct formulas name the same best run.
    fn verdict(&self) -> String {
        let best = |value: fn(&(String, f64, f64)) -> f64| {
            self.side_by_side
                .iter()
                .max_by(|a, b| value(a).total_cmp(&value(b)))
                .map(|(run, _, _)| run.as_str())
        };
        let tau = self.tau.map_or(String::new(), |tau| format!(" (τ-b of the orders {tau:.3})"));
        match (best(|row| row.1), best(|row| row.2)) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                format!("The best run changes: {ours} by instances, {theirs} by distinct formulas{tau}.\n")
            }
            (Some(best), _) => format!("Both ways {best} is the best run{tau}.\n"),
            (None, _) => String::new(),
        }
    }
}

impl Measured {
    fn value(&self) -> Value {
        let runs = self.runs.as_ref().map(|runs| {
            let slices = runs
                .slices
                .iter()
                .map(|(pair, tau, moves)| json!({ "slices": pair, "kendall": tau, "moves": moves }));
            let sides = runs.side_by_side.iter().map(|(run, instances, distinct)| {
                json!({ "run": run, "instances": instances, "distinct": distinct })
            });
            json!({
                "runs": runs.count,
                "measure": self.collection.measure,
                "mean_gap": runs.mean_gap,
                "slices": slices.collect::<Vec<_>>(),
                "side_by_side": sides.collect::<Vec<_>>(),
                "kendall": runs.tau,
            })
        });
        json!({
            "collection": self.collection.name,
            "results": json::value(&self.judged),
            "instances": self.instances.as_ref().map(json::value),
            "comparison": runs,
        })
    }
}
