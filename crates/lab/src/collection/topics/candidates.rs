//! Questions of a year, what is known about each, and why one is no candidate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow};
use formula::{Notation, Options};
use rustc_hash::{FxHashMap, FxHashSet};
use trec::Input;

use super::super::annotate::{Annotated, split};
use super::super::tables::{Row, Tables};
use super::{Plan, Require};
use crate::Failure;
use crate::topics::{Complexity, atoms};

/// A formula of a question.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    pub latex: String,
    pub is_in_title: bool,
    /// Labels in its operator tree.
    pub labels: usize,
}

/// A question of the year.
pub(super) struct Candidate {
    pub id: u64,
    pub title: Annotated,
    pub body: Annotated,
    pub tags: Vec<String>,
    pub words: usize,
    pub formulas: Vec<Formula>,
    pub score: i64,
    pub answers: u64,
    pub views: Option<u64>,
    pub duplicates: BTreeSet<u64>,
    pub related: BTreeSet<u64>,
    /// Type, difficulty and dependence, where known.
    pub labels: BTreeMap<String, String>,
    pub is_multi_part: bool,
    /// The place of the formula of the formula task.
    pub formula: Option<usize>,
    pub features: FxHashSet<String>,
    /// Why it is no candidate.
    pub refused: Option<&'static str>,
}

impl Candidate {
    /// The class of the chosen formula.
    pub(super) fn complexity(&self) -> Option<Complexity> {
        self.formula.and_then(|at| self.formulas.get(at)).map(|formula| Complexity::of(formula.labels))
    }

    /// The places of the three largest formulas, the largest first: the official choice is mostly among them.
    pub(super) fn suggested(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.formulas.len()).collect();
        places
            .sort_by_key(|at| std::cmp::Reverse(self.formulas.get(*at).map_or(0, |formula| formula.labels)));
        places.truncate(3);
        places
    }
}

/// The questions of the year in the order of the table.
pub(super) fn read(tables: &Tables, plan: &Plan) -> Vec<Candidate> {
    let year = plan.year.to_string();
    let is_question = |row: &&Row| row.get("PostTypeId") == Some("1");
    let questions = || tables.rows("Posts").iter().filter(is_question);
    let older: FxHashSet<u64> = questions()
        .filter(|row| row.get("CreationDate").is_some_and(|date| *date < *year))
        .filter_map(|row| row.number("Id"))
        .collect();
    let mut links: FxHashMap<u64, [BTreeSet<u64>; 2]> = FxHashMap::default();
    for row in tables.rows("PostLinks") {
        let (Some(from), Some(to)) = (row.number("PostId"), row.number("RelatedPostId")) else { continue };
        let kind = match row.get("LinkTypeId") {
            Some("3") => 0,
            Some("1") => 1,
            _ => continue,
        };
        for (one, other) in [(from, to), (to, from)] {
            if older.contains(&other) {
                links.entry(one).or_default()[kind].insert(other);
            }
        }
    }
    let mut answers: FxHashMap<u64, u64> = FxHashMap::default();
    for row in tables.rows("Posts") {
        row.number("ParentId").into_iter().for_each(|parent| *answers.entry(parent).or_default() += 1);
    }
    let of_year =
        questions().filter(|row| row.get("CreationDate").is_some_and(|date| date.starts_with(&year)));
    of_year
        .filter_map(|row| {
            let id = row.number("Id")?;
            let [duplicates, related] = links.remove(&id).unwrap_or_default();
            let mut candidate = candidate(row, id, answers.get(&id).copied().unwrap_or(0));
            (candidate.duplicates, candidate.related) = (duplicates, related);
            candidate.refused = refused(&candidate, row, plan);
            Some(candidate)
        })
        .collect()
}

fn candidate(row: &Row, id: u64, answers: u64) -> Candidate {
    let (title_source, body_source) = (row.get("Title").unwrap_or(""), row.get("Body").unwrap_or(""));
    let (title, body) = (split(title_source), split(body_source));
    let words = |text: &Annotated| {
        text.words
            .iter()
            .map(|part| plain(part).split_whitespace().filter(|word| is_word(word)).count())
            .sum::<usize>()
    };
    let formula = |is_in_title| {
        move |found: &super::super::annotate::Found| {
            let read = formula::read(&found.latex, Notation::Latex, &Options::default());
            Formula { latex: found.latex.clone(), is_in_title, labels: atoms(&read.opt) }
        }
    };
    let formulas: Vec<Formula> =
        title.formulas.iter().map(formula(true)).chain(body.formulas.iter().map(formula(false))).collect();
    let text = format!("{} {}", title.words.concat(), plain(&body.words.concat())).to_lowercase();
    let tags = row.get("Tags").unwrap_or("").split(['<', '>', '|']).filter(|tag| !tag.is_empty());
    let mut candidate = Candidate {
        id,
        words: words(&title) + words(&body),
        tags: tags.map(str::to_owned).collect(),
        score: row.get("Score").and_then(|score| score.trim().parse().ok()).unwrap_or(0),
        answers,
        views: row.number("ViewCount"),
        duplicates: BTreeSet::new(),
        related: BTreeSet::new(),
        labels: [("type".to_owned(), kind_of(&text).to_owned())].into(),
        is_multi_part: text.matches('?').count() >= 2 || body_source.contains("<ol"),
        formula: None,
        features: features(&[title_source, body_source]),
        refused: None,
        title,
        body,
        formulas,
    };
    let suggested = candidate.suggested();
    let in_title =
        suggested.iter().find(|at| candidate.formulas.get(**at).is_some_and(|one| one.is_in_title));
    candidate.formula = in_title.or(suggested.first()).copied();
    candidate
}

fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
}

/// HTML without tags.
fn plain(html: &str) -> String {
    let (mut out, mut is_tag) = (String::with_capacity(html.len()), false);
    for c in html.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => {
                is_tag = false;
                out.push(' ');
            }
            c if !is_tag => out.push(c),
            _ => {}
        }
    }
    out
}

/// A guess at the type of a question from its words.
fn kind_of(text: &str) -> &'static str {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["prove", "proof", "show"]) {
        "Proof"
    } else if has(&[
        "what is",
        "meaning",
        "definition",
        "intuition",
        "understand",
        "difference",
        "why",
        "explain",
        "notation",
    ]) {
        "Concept"
    } else {
        "Computation"
    }
}

/// The stems and formulas of texts, to find near-duplicates.
pub(crate) fn features(texts: &[&str]) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for text in texts {
        let parts = split(text);
        for words in &parts.words {
            for word in text::words::words(&plain(words)) {
                found.insert(text::stem::stem(&word.text).into_owned());
            }
        }
        for formula in &parts.formulas {
            let read = formula::read(&formula.latex, Notation::Latex, &Options::default());
            found.insert(formula::write::sexpr::write(&formula::canonical::canonical(&read.opt)));
        }
    }
    found
}

fn refused(candidate: &Candidate, row: &Row, plan: &Plan) -> Option<&'static str> {
    let window = &plan.window;
    let is_within = |number: usize, [least, most]: [usize; 2]| (least..=most).contains(&number);
    let lacks_link = match plan.require {
        Require::Duplicate => candidate.duplicates.is_empty(),
        Require::Linked => candidate.duplicates.is_empty() && candidate.related.is_empty(),
        Require::None => false,
    };
    // Closed as a duplicate is fine; a dump says only that it was closed.
    let is_closed = row.get("ClosedDate").is_some() && candidate.duplicates.is_empty();
    [
        (candidate.formulas.is_empty(), "no formula"),
        (candidate.words == 0, "no words"),
        (lacks_link, "no link to an older question"),
        (!is_within(candidate.words, window.words), "words"),
        (!is_within(candidate.formulas.len(), window.formulas), "formulas"),
        (candidate.score < window.score, "score"),
        (candidate.answers < window.answers, "answers"),
        (candidate.views.is_some_and(|views| views < window.views), "views"),
        (is_closed, "closed"),
    ]
    .into_iter()
    .find(|(is_so, _)| *is_so)
    .map(|(_, why)| why)
}

/// Adds labels by a person: a header `question` and names of labels, then a row per question. A formula is its LaTeX.
pub(super) fn label(candidates: &mut [Candidate], file: &Path) -> Result<()> {
    let input = Input::open(file)?;
    let mut names: Vec<String> = Vec::new();
    for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
        let cells: Vec<&str> = line.text.split('\t').map(str::trim).collect();
        if names.is_empty() {
            names = cells.iter().map(|name| name.to_lowercase()).collect();
            if names.first().is_none_or(|name| name != "question") {
                let hint =
                    "the header is `question`, then names such as type, difficulty, dependence, formula";
                return Err(anyhow!(Failure::new(
                    format!("{}:1: no column `question`", file.display()),
                    hint
                )));
            }
            continue;
        }
        let id = cells.first().and_then(|id| id.parse::<u64>().ok());
        let Some(candidate) = candidates.iter_mut().find(|candidate| Some(candidate.id) == id) else {
            continue;
        };
        for (name, value) in names.iter().zip(&cells).skip(1).filter(|(_, value)| !value.is_empty()) {
            if name == "formula" {
                candidate.formula = candidate
                    .formulas
                    .iter()
                    .position(|formula| formula.latex == *value)
                    .or(candidate.formula);
            } else {
                candidate.labels.insert(name.clone(), (*value).to_owned());
            }
        }
    }
    Ok(())
}

/// How many questions stay after each rule.
pub(super) fn stages(candidates: &[Candidate]) -> Vec<(String, usize)> {
    let mut left = candidates.len();
    let mut stages = vec![("questions of the year".to_owned(), left)];
    let mut reasons: Vec<&str> = Vec::new();
    for reason in candidates.iter().filter_map(|candidate| candidate.refused) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    const ORDER: [&str; 11] = [
        "no formula",
        "no words",
        "no link to an older question",
        "words",
        "formulas",
        "score",
        "answers",
        "views",
        "closed",
        "like an earlier topic",
        "like another candidate",
    ];
    for reason in ORDER.iter().filter(|reason| reasons.contains(reason)) {
        left -= candidates.iter().filter(|candidate| candidate.refused == Some(reason)).count();
        stages.push((format!("without: {reason}"), left));
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_guessed_from_words() {
        assert_eq!(kind_of("how do i prove that"), "Proof");
        assert_eq!(kind_of("what is the meaning of"), "Concept");
        assert_eq!(kind_of("compute the integral"), "Computation");
    }
}
