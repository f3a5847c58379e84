//! From a source to the files of a collection.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use rustc_hash::{FxHashMap, FxHashSet};
use trec::{Input, Qrels};

use super::annotate::{Instance, Kind, PlaceKey, annotate};
use super::lists::{self, Listed, ToList};
use super::manifest::{Formulas, Manifest, NAME, Writing, Year};
use super::pages::Pages;
use super::sources;
use super::tables::Tables;
use super::visual_ids::{self, Member, Relevance};
use crate::Failure;

/// Formulas that are converted together.
const BATCH: usize = 65_536;

/// What is exported, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// A dump, a folder in the form of ARQMath, an index, or units.
    pub source: PathBuf,
    /// The folder to make.
    pub into: PathBuf,
    /// Only what is older than this date.
    pub before: Option<String>,
    /// The release, such as `V1.3`.
    pub version: String,
    /// Whether scores and counts are computed from what is older than the date.
    pub recount: bool,
    /// The former release: its ids of formulas and visual ids stay.
    pub previous: Option<PathBuf>,
    /// Judgements of formulas by their ids, which decide between parts of a cluster.
    pub qrels: Option<PathBuf>,
    /// Whether a page is written for each thread.
    pub pages: bool,
}

/// What was exported.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// The number of questions.
    pub questions: u64,
    /// The number of answers.
    pub answers: u64,
    /// The number of formulas, each as often as it occurs.
    pub formulas: u64,
    /// The number of visual ids.
    pub distinct: u64,
    /// What could not be read.
    pub complaints: Vec<String>,
}

/// Exports a collection into a new folder.
///
/// # Errors
/// The source cannot be read, or the folder exists or cannot be written.
pub fn export(options: &Options) -> Result<Exported> {
    if options.into.exists() {
        let failure = Failure::new(format!("{} exists", options.into.display()), "name a new folder");
        return Err(anyhow!(failure));
    }
    let mut source = sources::read(&options.source)?;
    if let Some(date) = &options.before {
        cut(&mut source.tables, date);
    } else {
        cut(&mut source.tables, "9999");
    }
    if options.recount {
        recount(&mut source.tables);
    }
    let previous = match &options.previous {
        Some(folder) => lists::read(folder)?,
        None => std::mem::take(&mut source.listed),
    };
    let instances = annotate(&mut source.tables, &places(&previous));
    let all = with_spurious(instances, &previous);
    let relevance = relevance(options.qrels.as_deref())?;
    let (visual, failures) = visual(&all, &previous, &relevance);
    let unfinished = options.into.with_extension("unfinished");
    std::fs::create_dir_all(&unfinished).with_context(|| unfinished.display().to_string())?;
    let exported =
        Export { options, tables: &source.tables, all: &all, visual: &visual, failures, previous: &previous };
    let (questions, answers) = exported.write(&unfinished, &source.renamed)?;
    std::fs::rename(&unfinished, &options.into).with_context(|| options.into.display().to_string())?;
    Ok(Exported {
        questions,
        answers,
        formulas: all.len() as u64,
        distinct: visual.iter().collect::<BTreeSet<_>>().len() as u64,
        complaints: source.complaints,
    })
}

/// Removes what is not older than a date, and what belongs to nothing that stays.
fn cut(tables: &mut Tables, before: &str) {
    let is_old = |date: Option<&str>| date.is_none_or(|date| date < before);
    let posts = tables.rows_mut("Posts");
    posts.retain(|row| is_old(row.get("CreationDate")) && matches!(row.get("PostTypeId"), Some("1" | "2")));
    let is_question = |row: &&super::tables::Row| row.get("PostTypeId") == Some("1");
    let questions: FxHashSet<u64> =
        posts.iter().filter(is_question).filter_map(|row| row.number("Id")).collect();
    posts.retain(|row| {
        row.get("PostTypeId") == Some("1") || row.number("ParentId").is_some_and(|id| questions.contains(&id))
    });
    let posts: FxHashSet<u64> = posts.iter().filter_map(|row| row.number("Id")).collect();
    let is_post = |id: Option<u64>| id.is_some_and(|id| posts.contains(&id));
    for table in ["Comments", "Votes"] {
        tables.rows_mut(table).retain(|row| is_old(row.get("CreationDate")) && is_post(row.number("PostId")));
    }
    tables.rows_mut("PostLinks").retain(|row| {
        let is_kept = |name| row.number(name).is_some_and(|id| questions.contains(&id));
        is_old(row.get("CreationDate")) && is_kept("PostId") && is_kept("RelatedPostId")
    });
    tables.rows_mut("Users").retain(|row| is_old(row.get("CreationDate")));
    tables.rows_mut("Badges").retain(|row| is_old(row.get("Date")));
    for row in tables.rows_mut("Posts") {
        if row.number("AcceptedAnswerId").is_some_and(|id| !posts.contains(&id)) {
            row.remove("AcceptedAnswerId");
        }
        if row.get("ClosedDate").is_some_and(|date| date >= before) {
            row.remove("ClosedDate");
        }
    }
}

/// Computes scores, counts and acceptance from the rows that stayed.
fn recount(tables: &mut Tables) {
    let (mut scores, mut accepted): (FxHashMap<u64, i64>, FxHashSet<u64>) = Default::default();
    for row in tables.rows("Votes") {
        let Some(post) = row.number("PostId") else { continue };
        match row.get("VoteTypeId") {
            Some("1") => _ = accepted.insert(post),
            Some("2") => *scores.entry(post).or_default() += 1,
            Some("3") => *scores.entry(post).or_default() -= 1,
            _ => {}
        }
    }
    let (mut comments, mut answers, mut best): (
        FxHashMap<u64, u64>,
        FxHashMap<u64, u64>,
        FxHashMap<u64, u64>,
    ) = Default::default();
    let commented = tables.rows("Comments").iter().filter_map(|row| row.number("PostId"));
    commented.for_each(|post| *comments.entry(post).or_default() += 1);
    for row in tables.rows("Posts") {
        let (Some(id), Some(parent)) = (row.number("Id"), row.number("ParentId")) else { continue };
        *answers.entry(parent).or_default() += 1;
        if accepted.contains(&id) {
            best.insert(parent, id);
        }
    }
    for row in tables.rows_mut("Posts") {
        let Some(id) = row.number("Id") else { continue };
        row.set("Score", scores.get(&id).copied().unwrap_or(0).to_string());
        row.set("CommentCount", comments.get(&id).copied().unwrap_or(0).to_string());
        if row.get("PostTypeId") == Some("1") {
            row.set("AnswerCount", answers.get(&id).copied().unwrap_or(0).to_string());
            row.remove("AcceptedAnswerId");
            if let Some(best) = best.get(&id) {
                row.set("AcceptedAnswerId", best.to_string());
            }
        }
    }
}

fn kind_of(listed: &Listed) -> Kind {
    match listed.kind.as_str() {
        "title" => Kind::Title,
        "answer" => Kind::Answer,
        "comment" => Kind::Comment,
        _ => Kind::Question,
    }
}

/// The ids of a former release by where its formulas stand.
fn places(previous: &[Listed]) -> FxHashMap<PlaceKey, Vec<u64>> {
    let mut places: FxHashMap<PlaceKey, Vec<u64>> = FxHashMap::default();
    for listed in previous.iter().filter(|listed| !listed.formula.is_empty() && !listed.issue.contains('d')) {
        let place = (listed.post, kind_of(listed), listed.comment, listed.formula.clone());
        places.entry(place).or_default().push(listed.id);
    }
    places
}

/// All formulas in order of their ids, those of the former release that stand in no post included.
fn with_spurious(mut instances: Vec<Instance>, previous: &[Listed]) -> Vec<(Instance, bool)> {
    let known: FxHashSet<u64> = instances.iter().map(|instance| instance.id).collect();
    instances.sort_by_key(|instance| instance.id);
    let mut all: Vec<(Instance, bool)> = instances.into_iter().map(|instance| (instance, false)).collect();
    // Without its LaTeX nothing is known about a formula but its visual id.
    let lost = previous.iter().filter(|listed| !known.contains(&listed.id) && !listed.formula.is_empty());
    all.extend(lost.map(|listed| {
        let instance = Instance {
            id: listed.id,
            post: listed.post,
            thread: 0,
            kind: kind_of(listed),
            comment: listed.comment,
            latex: listed.formula.clone(),
        };
        (instance, true)
    }));
    all.sort_by_key(|(instance, _)| instance.id);
    all
}

fn relevance(qrels: Option<&Path>) -> Result<FxHashMap<u64, u64>> {
    let mut grades = FxHashMap::default();
    let Some(file) = qrels else { return Ok(grades) };
    let qrels = Qrels::read(Input::open(file)?)?;
    for topic in qrels.topics() {
        for judgement in &topic.judgements {
            if let Ok(id) = qrels.docno(judgement).parse::<u64>() {
                let known: &mut u64 = grades.entry(id).or_default();
                *known = (*known).max(u64::try_from(judgement.grade).unwrap_or(0));
            }
        }
    }
    Ok(grades)
}

/// The visual ids of formulas, and how many have no trees, by cause.
fn visual(
    all: &[(Instance, bool)],
    previous: &[Listed],
    relevance: &FxHashMap<u64, u64>,
) -> (Vec<u64>, BTreeMap<String, u64>) {
    let old: FxHashMap<u64, u64> = previous.iter().map(|listed| (listed.id, listed.visual_id)).collect();
    let mut failures: BTreeMap<String, u64> = BTreeMap::new();
    let mut members = Vec::with_capacity(all.len());
    for batch in all.chunks(BATCH) {
        let latex: Vec<&str> = batch.iter().map(|(instance, _)| instance.latex.as_str()).collect();
        for ((instance, _), converted) in batch.iter().zip(lists::convert(&latex)) {
            converted
                .failure
                .into_iter()
                .for_each(|cause| *failures.entry(cause.to_owned()).or_default() += 1);
            members.push(Member {
                formula: instance.id,
                key: converted.key,
                latex: lists::without_space(&instance.latex),
                old: old.get(&instance.id).copied().filter(|old| *old > 0),
            });
        }
    }
    let grade = |formula| relevance.get(&formula).copied().unwrap_or(0);
    (visual_ids::assign(&members, &grade, Relevance::Sum), failures)
}

/// An export that is being written.
struct Export<'a> {
    options: &'a Options,
    tables: &'a Tables,
    all: &'a [(Instance, bool)],
    visual: &'a [u64],
    failures: BTreeMap<String, u64>,
    previous: &'a [Listed],
}

impl Export<'_> {
    /// Writes the files, the manifest last; returns the numbers of questions and answers.
    fn write(self, folder: &Path, renamed: &[(u64, String)]) -> Result<(u64, u64)> {
        let old: FxHashMap<u64, u64> =
            self.previous.iter().map(|listed| (listed.id, listed.visual_id)).collect();
        let mut writing = Writing::new(folder);
        self.tables.write(&mut writing, &self.options.version)?;
        let rows: Vec<ToList<'_>> = self
            .all
            .iter()
            .zip(self.visual)
            .map(|((instance, is_spurious), visual_id)| ToList {
                instance,
                old_visual_id: old.get(&instance.id).copied().filter(|old| *old > 0),
                visual_id: *visual_id,
                is_spurious: *is_spurious,
            })
            .collect();
        lists::write(&mut writing, &rows)?;
        writing.file("formula_comment_id.tsv", |out| {
            writeln!(out, "formula_id\tcomment_id")?;
            let of_comments = rows.iter().filter_map(|row| Some((row.instance.id, row.instance.comment?)));
            let pairs: Vec<_> = of_comments.collect();
            pairs.iter().try_for_each(|(formula, comment)| writeln!(out, "{formula}\t{comment}"))?;
            Ok(pairs.len() as u64)
        })?;
        let changed: Vec<_> = rows
            .iter()
            .filter_map(|row| Some((row.instance.id, row.visual_id, row.old_visual_id?)))
            .filter(|(_, new, old)| new != old)
            .collect();
        writing.file("changed_visual_ids.tsv", |out| {
            writeln!(out, "formula_id\tnew_visual_id\told_visual_id")?;
            changed.iter().try_for_each(|(formula, new, old)| writeln!(out, "{formula}\t{new}\t{old}"))?;
            Ok(changed.len() as u64)
        })?;
        if !renamed.is_empty() {
            writing.file("ids.tsv", |out| {
                writeln!(out, "id\tsource_id")?;
                renamed.iter().try_for_each(|(id, name)| writeln!(out, "{id}\t{name}"))?;
                Ok(renamed.len() as u64)
            })?;
        }
        if self.options.pages {
            // An index of the folder has the posts once, and not again from their pages.
            writing.file(".ignore", |out| writeln!(out, "threads/").map(|()| 1))?;
            Pages::new(self.tables).write(&mut writing)?;
        }
        let years = self.years();
        let manifest = Manifest {
            source: self.options.source.display().to_string(),
            version: self.options.version.clone(),
            before: self.options.before.clone(),
            scores: if self.options.recount { "recounted" } else { "snapshot" }.to_owned(),
            perga: env!("CARGO_PKG_VERSION").to_owned(),
            formulas: self.formulas(changed.len() as u64),
            years,
            files: writing.files,
        };
        std::fs::write(folder.join(NAME), serde_json::to_string_pretty(&manifest)? + "\n")?;
        let sum = |of: fn(&Year) -> u64| manifest.years.values().map(of).sum();
        Ok((sum(|year| year.questions), sum(|year| year.answers)))
    }

    fn formulas(&self, changed_visual_ids: u64) -> Formulas {
        let mut by_type: BTreeMap<String, u64> = BTreeMap::new();
        for (instance, _) in self.all {
            *by_type.entry(instance.kind.name().to_owned()).or_default() += 1;
        }
        Formulas {
            instances: self.all.len() as u64,
            distinct: self.visual.iter().collect::<BTreeSet<_>>().len() as u64,
            by_type,
            failures: self.failures.clone(),
            spurious: self.all.iter().filter(|(_, is_spurious)| *is_spurious).count() as u64,
            changed_visual_ids,
        }
    }

    fn years(&self) -> BTreeMap<String, Year> {
        let mut years: BTreeMap<String, Year> = BTreeMap::new();
        for row in self.tables.rows("Posts") {
            let year = row.get("CreationDate").and_then(|date| date.get(..4)).unwrap_or("unknown");
            let year = years.entry(year.to_owned()).or_default();
            match row.get("PostTypeId") {
                Some("1") => year.questions += 1,
                _ => year.answers += 1,
            }
        }
        years
    }
}

#[cfg(test)]
mod tests {
    use corpus::collection::{Format, SurveyOptions, survey};
    use document::{Text, Unit};

    use super::*;

    fn units(folder: &Path, format: Format) -> Vec<Unit> {
        let found = survey(&[folder.to_owned()], &SurveyOptions::default());
        // The lists and pages beside the posts are no documents, which is a notice.
        let problems =
            found.complaints.iter().filter(|complaint| complaint.kind != document::ComplaintKind::Notice);
        assert_eq!(problems.count(), 0, "{:?}", found.complaints);
        let of_entry = |entry: &corpus::collection::Entry| {
            assert_eq!(entry.format, format);
            entry.read(&std::sync::Arc::default()).unwrap().map(Result::unwrap).collect::<Vec<_>>()
        };
        found.entries.iter().flat_map(of_entry).collect()
    }

    /// Words and formulas of a text. Whether a formula has a line of its own is lost in the form of ARQMath.
    fn content(text: &Text) -> (String, Vec<String>) {
        let words: Vec<&str> = text.words().flat_map(str::split_whitespace).collect();
        let formulas = text.formulas.iter().map(|formula| formula.source.split_whitespace().collect());
        (words.join(" "), formulas.collect())
    }

    #[test]
    fn an_export_of_the_bundled_threads_is_read_as_the_original() {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection/threads");
        let into = folder.path().join("made");
        let exported = export(&Options {
            source: source.clone(),
            into: into.clone(),
            before: None,
            version: "V1.3".to_owned(),
            recount: false,
            previous: None,
            qrels: None,
            pages: true,
        })
        .unwrap();
        assert_eq!(exported.complaints, Vec::<String>::new());
        let names = std::fs::read_to_string(into.join("ids.tsv")).unwrap();
        let number: FxHashMap<&str, &str> = names
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once('\t'))
            .map(|(id, name)| (name, id))
            .collect();
        let (original, read) = (units(&source, Format::Jsonl), units(&into, Format::Arqmath));
        assert_eq!(original.len(), read.len());
        assert!(
            original.len() > 200 && exported.formulas > 2_000,
            "{} {}",
            original.len(),
            exported.formulas
        );
        for (one, other) in original.iter().zip(&read) {
            assert_eq!(number.get(one.id.as_str()), Some(&other.id.as_str()));
            assert_eq!(one.kind, other.kind, "{}", one.id);
            assert_eq!(content(&one.title), content(&other.title), "{}", one.id);
            assert_eq!(content(&one.body), content(&other.body), "{}", one.id);
            let comments = |unit: &Unit| unit.comments.iter().map(content).collect::<Vec<_>>();
            assert_eq!(comments(one), comments(other), "{}", one.id);
            assert_eq!(
                (&one.tags, one.score, one.accepted, one.date),
                (&other.tags, other.score, other.accepted, other.date),
                "{}",
                one.id
            );
            let parent = |unit: &Unit| unit.parent.clone();
            assert_eq!(parent(one).map(|id| number[id.as_str()].to_owned()), parent(other), "{}", one.id);
            let all =
                |unit: &Unit| unit.texts().flat_map(|(_, text)| text.formulas.clone()).collect::<Vec<_>>();
            assert!(all(other).iter().all(|formula| formula.id.is_some() && formula.visual_id.is_some()));
        }
    }
}
