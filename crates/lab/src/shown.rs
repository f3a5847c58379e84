//! What assessors are shown: the texts of topics, of units, of the posts in which formulas stand, and of threads.
//!
//! A result is the id of a unit, or of an occurrence of a formula; then the formula is marked in its post. Votes and
//! scores are in none of these texts.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use document::{Field, markup};
use index::Index;
use index::units::StoredUnit;
use rustc_hash::{FxHashMap, FxHashSet};
use trec::{Input, topics};

/// Begins and ends what is marked in a text.
pub const MARKS: [char; 2] = ['\u{2}', '\u{3}'];

/// What the id of a result begins with where its text is the whole thread.
pub const THREAD: &str = "thread:";

/// Adds the texts of the topics of a file that have none yet.
///
/// # Errors
/// The file cannot be read.
pub fn add_topics(texts: &mut BTreeMap<String, String>, file: &Path) -> Result<()> {
    for topic in topics::read(&Input::open(file)?)? {
        let asked = topic.formula.as_ref().map(|formula| format!("Formula: ${}$", formula.latex));
        let parts = [topic.title, topic.question].map(|text| markup::html(&text).text);
        let parts: Vec<String> = asked.into_iter().chain(parts).filter(|text| !text.is_empty()).collect();
        texts.entry(topic.id).or_insert_with(|| parts.join("\n\n"));
    }
    Ok(())
}

/// Adds the texts of the results of a pool that have none yet, and under [`THREAD`] and their ids those of their threads.
/// Returns how many results are not in the index. A number can be the id of a post and of a formula: `are_formulas` says
/// which is meant first.
///
/// # Errors
/// The index cannot be read.
pub fn add_results(
    texts: &mut BTreeMap<String, String>,
    pool: &str,
    folder: &Path,
    are_formulas: bool,
) -> Result<usize> {
    let results = pool.lines().filter_map(|line| line.split('\t').nth(1));
    let mut open: FxHashSet<&str> = results.filter(|result| !texts.contains_key(*result)).collect();
    let index = Index::open(folder)?;
    let mut found: FxHashMap<&str, (StoredUnit, Option<usize>)> = FxHashMap::default();
    if are_formulas {
        occurrences(&index, &mut open, &mut found)?;
    }
    for result in open.clone() {
        if let Some(unit) = index.unit(result)? {
            open.remove(result);
            found.insert(result, (unit, None));
        }
    }
    if !are_formulas && !open.is_empty() {
        occurrences(&index, &mut open, &mut found)?;
    }
    for (result, (unit, marked)) in &found {
        texts.insert((*result).to_owned(), text(unit, *marked));
        if let Some(thread) = thread(&index, unit)? {
            texts.insert(format!("{THREAD}{result}"), thread);
        }
    }
    Ok(open.len())
}

/// Looks for ids of formulas in all units.
fn occurrences<'a>(
    index: &Index,
    open: &mut FxHashSet<&'a str>,
    found: &mut FxHashMap<&'a str, (StoredUnit, Option<usize>)>,
) -> Result<()> {
    let units = index.units()?;
    for number in (0..units.count()).filter(|number| units.is_alive(*number)) {
        if open.is_empty() {
            break;
        }
        let unit = units.stored(number)?;
        for (at, formula) in unit.formulas.iter().enumerate() {
            if let Some(id) = open.take(formula.id.as_deref().unwrap_or(&unit.id)) {
                found.insert(id, (unit.clone(), Some(at)));
            }
        }
    }
    Ok(())
}

/// The text of a unit; a formula of it is marked, with the comment it stands in.
fn text(unit: &StoredUnit, marked: Option<usize>) -> String {
    let marked = marked.and_then(|at| unit.formulas.get(at));
    let field = |field: Field, text: &str| {
        let place = marked.filter(|formula| formula.field == field);
        let place = place.map(|formula| formula.start as usize..formula.end as usize);
        let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or("").replace(MARKS, "");
        match place.filter(|place| text.get(place.clone()).is_some()) {
            None => text.replace(MARKS, ""),
            Some(place) => format!(
                "{}{}{}{}{}",
                part(0..place.start),
                MARKS[0],
                part(place.clone()),
                MARKS[1],
                part(place.end..text.len())
            ),
        }
    };
    let comment = marked.and_then(|formula| match formula.field {
        Field::Comment(at) => Some((formula.field, unit.comments.get(at as usize)?)),
        _ => None,
    });
    let parts = [field(Field::Title, &unit.title), field(Field::Body, &unit.body)];
    let comment = comment.map(|(place, text)| format!("Comment: {}", field(place, text)));
    parts.into_iter().chain(comment).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// The question and the answers of the thread that a unit belongs to; none for a unit that stands alone.
fn thread(index: &Index, unit: &StoredUnit) -> Result<Option<String>> {
    let id = unit.thread.as_deref().or(unit.parent.as_deref()).unwrap_or(&unit.id);
    let units = index.units()?;
    let mut members = Vec::new();
    for number in units.thread_members(id)? {
        members.push(units.stored(number)?);
    }
    members.sort_by_key(|member| (member.parent.is_some(), member.date, member.id.clone()));
    if members.len() < 2 {
        return Ok(None);
    }
    let heading = |member: &StoredUnit| match member.parent {
        None => String::new(),
        Some(_) => format!("{}{}{}\n\n", MARKS[0], "Answer", MARKS[1]),
    };
    let all = members.iter().map(|member| format!("{}{}", heading(member), text(member, None)));
    Ok(Some(all.collect::<Vec<_>>().join("\n\n")))
}
