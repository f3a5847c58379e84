//! Whether a collection is whole and agrees with itself.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use corpus::tables::Rows;
use document::{counted, markup};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lists::{self, FOLDERS, Listed};
use super::manifest::{Manifest, NAME, measured};
use crate::Failure;

/// The most problems of one kind that are named one by one.
const MOST_NAMED: usize = 5;

/// Numbers of published collections: name, formulas, files of each list.
const KNOWN: [(&str, u64, usize); 1] = [("arqmath-3", 28_320_920, 101)];

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What is wrong, the most basic first.
    pub problems: Vec<String>,
    /// What was counted.
    pub counts: Vec<(&'static str, u64)>,
}

impl Findings {
    /// Names the first problems of a kind and counts the others.
    fn add(&mut self, what: &str, found: &[String]) {
        let named = found.iter().take(MOST_NAMED).map(|one| format!("{what}: {one}"));
        self.problems.extend(named);
        if found.len() > MOST_NAMED {
            self.problems.push(format!("{what}: {}", counted(found.len() - MOST_NAMED, "more")));
        }
    }
}

/// Reads a whole collection. `expected` names a published collection whose counts it must have.
///
/// # Errors
/// There is no collection, or `expected` is unknown.
pub fn check(folder: &Path, expected: Option<&str>) -> Result<Findings> {
    let mut findings = Findings::default();
    match std::fs::read(folder.join(NAME)) {
        Ok(bytes) => files(folder, &bytes, &mut findings)?,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            findings
                .problems
                .push(format!("{NAME}: missing, so files are not compared with their checksums"));
        }
        Err(cause) => return Err(cause).with_context(|| folder.join(NAME).display().to_string()),
    }
    let posts = table(folder, "posts").ok_or_else(|| {
        anyhow!(Failure::new(
            format!("{}: no table of posts", folder.display()),
            "name the folder of a collection"
        ))
    })?;
    let in_texts = texts(&posts, table(folder, "comments").as_deref(), &mut findings)?;
    let listed = listed(folder, &mut findings)?;
    agree(&in_texts, &listed, &mut findings);
    if let Some(name) = expected {
        expect(name, folder, listed.len() as u64, &mut findings)?;
    }
    Ok(findings)
}

/// Compares files with the manifest.
fn files(folder: &Path, manifest: &[u8], findings: &mut Findings) -> Result<()> {
    let manifest: Manifest = serde_json::from_slice(manifest).map_err(|error| {
        anyhow!(Failure::new(
            format!("{}: {error}", folder.join(NAME).display()),
            "export the collection again"
        ))
    })?;
    for (name, entry) in &manifest.files {
        let (bytes, sha256) = match measured(&folder.join(name)) {
            Ok(measured) => measured,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
                findings.problems.push(format!("{name}: missing"));
                continue;
            }
            Err(cause) => {
                findings.problems.push(format!("{name}: {cause}"));
                continue;
            }
        };
        if bytes < entry.bytes {
            findings.problems.push(format!("{name}: truncated, {bytes} of {} bytes", entry.bytes));
        } else if sha256 != entry.sha256 {
            findings.problems.push(format!("{name}: different from what was exported"));
        }
    }
    findings.counts.push(("files", manifest.files.len() as u64));
    Ok(())
}

fn table(folder: &Path, name: &str) -> Option<std::path::PathBuf> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    files.into_iter().find(|file| {
        let file = file.file_name().map(|file| file.to_string_lossy().to_lowercase()).unwrap_or_default();
        file.split('.').next() == Some(name) && file.contains(".xml")
    })
}

/// The formulas that stand in texts: how often each id, and its LaTeX without white space.
type InTexts = FxHashMap<u64, (u64, String)>;

fn texts(posts: &Path, comments: Option<&Path>, findings: &mut Findings) -> Result<InTexts> {
    let mut formulas = InTexts::default();
    let (mut ids, mut parents, mut twice, mut broken) =
        (FxHashSet::default(), Vec::new(), Vec::new(), Vec::new());
    let (mut questions, mut bare, mut without_post) = (FxHashSet::default(), Vec::new(), Vec::new());
    let mut take = |text: document::Text, at: &str| {
        for formula in text.formulas {
            match formula.id.as_deref().and_then(|id| id.parse::<u64>().ok()) {
                Some(id) => {
                    let entry =
                        formulas.entry(id).or_insert_with(|| (0, lists::without_space(&formula.source)));
                    entry.0 += 1;
                }
                None => bare.push(at.to_owned()),
            }
        }
    };
    let number =
        |row: &corpus::tables::Row, name: &str| row.raw(name).and_then(|value| value.parse::<u64>().ok());
    for row in Rows::open(posts)? {
        let row = match row {
            Ok(row) => row,
            Err(complaint) => {
                broken.push(complaint.to_string());
                continue;
            }
        };
        let Some(id) = number(&row, "Id") else { continue };
        if !ids.insert(id) {
            twice.push(id.to_string());
        }
        match row.raw("PostTypeId") {
            Some("1") => _ = questions.insert(id),
            _ => parents.push((id, number(&row, "ParentId"))),
        }
        take(markup::delimited(&row.get("Title").unwrap_or_default()), &format!("post {id}"));
        take(markup::html(&row.get("Body").unwrap_or_default()), &format!("post {id}"));
    }
    for row in comments.map(Rows::open).transpose()?.into_iter().flatten() {
        match row {
            Ok(row) => {
                let id = number(&row, "Id").unwrap_or(0);
                if !number(&row, "PostId").is_some_and(|post| ids.contains(&post)) {
                    without_post.push(id.to_string());
                }
                take(markup::delimited(&row.get("Text").unwrap_or_default()), &format!("comment {id}"));
            }
            Err(complaint) => broken.push(complaint.to_string()),
        }
    }
    let orphans =
        parents.iter().filter(|(_, parent)| !parent.is_some_and(|parent| questions.contains(&parent)));
    let orphans: Vec<String> = orphans.map(|(id, _)| id.to_string()).collect();
    findings.add("damaged row", &broken);
    findings.add("post with the id of another", &twice);
    findings.add("answer without its question", &orphans);
    findings.add("comment without its post", &without_post);
    findings.add("formula without a span", &bare);
    findings.counts.push(("questions", questions.len() as u64));
    findings.counts.push(("answers", parents.len() as u64));
    Ok(formulas)
}

/// The rows of the lists of LaTeX; the other lists must have the same ids in the same order.
fn listed(folder: &Path, findings: &mut Findings) -> Result<Vec<Listed>> {
    let [latex, others @ ..] = FOLDERS;
    let mut rows: Vec<Listed> = Vec::new();
    let files = lists::files(folder, latex);
    for file in &files {
        lists::read_file(file, &mut |row| rows.push(row))?;
    }
    for other in others {
        let mut ids = Vec::new();
        for file in lists::files(folder, other) {
            lists::read_file(&file, &mut |row| ids.push((row.id, row.visual_id)))?;
        }
        let place = rows
            .iter()
            .zip(&ids)
            .position(|(row, (id, visual_id))| (row.id, row.visual_id) != (*id, *visual_id));
        if let Some(row) = place.or((rows.len() != ids.len()).then(|| rows.len().min(ids.len()))) {
            findings
                .problems
                .push(format!("{other}: does not have the formulas of {latex}, from row {} on", row + 1));
        }
    }
    findings.counts.push(("formulas", rows.len() as u64));
    findings
        .counts
        .push(("visual ids", rows.iter().map(|row| row.visual_id).collect::<BTreeSet<_>>().len() as u64));
    Ok(rows)
}

/// Compares texts and lists.
fn agree(in_texts: &InTexts, listed: &[Listed], findings: &mut Findings) {
    let twice = in_texts.iter().filter(|(_, (count, _))| *count > 1).map(|(id, _)| *id);
    let mut seen = FxHashSet::default();
    let listed_twice = listed.iter().filter(|row| !seen.insert(row.id)).map(|row| row.id);
    let sorted = |ids: Vec<u64>| {
        let mut ids = ids;
        ids.sort_unstable();
        ids.iter().map(u64::to_string).collect::<Vec<_>>()
    };
    findings.add("formula that stands in two places", &sorted(twice.collect()));
    findings.add("formula that is listed twice", &sorted(listed_twice.collect()));
    let unlisted = in_texts.keys().filter(|id| !seen.contains(id)).copied();
    findings.add("formula that is in no list", &sorted(unlisted.collect()));
    let nowhere = listed.iter().filter(|row| !row.issue.contains('d') && !in_texts.contains_key(&row.id));
    findings.add("listed formula that stands in no text", &sorted(nowhere.map(|row| row.id).collect()));
    let differs = |row: &&Listed| {
        in_texts.get(&row.id).is_some_and(|(_, latex)| *latex != lists::without_space(&row.formula))
    };
    findings.add(
        "formula that is another one in its list",
        &sorted(listed.iter().filter(differs).map(|row| row.id).collect()),
    );
}

fn expect(name: &str, folder: &Path, formulas: u64, findings: &mut Findings) -> Result<()> {
    let Some((_, expected, lists)) = KNOWN.iter().find(|(known, ..)| *known == name) else {
        let names: Vec<&str> = KNOWN.iter().map(|(known, ..)| *known).collect();
        return Err(anyhow!(Failure::new(
            format!("no collection is known as `{name}`"),
            format!("known: {}", names.join(", "))
        )));
    };
    if formulas != *expected {
        findings.problems.push(format!("{formulas} formulas, {name} has {expected}"));
    }
    for kind in FOLDERS {
        let found = lists::files(folder, kind).len();
        if found != *lists {
            findings.problems.push(format!("{kind}: {found} files, {name} has {lists}"));
        }
    }
    Ok(())
}
