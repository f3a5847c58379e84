//! Where the posts of a collection come from: the tables of a dump, the posts of an index, or any units.
//!
//! A dump keeps all its tables. Units have no users, votes and badges; their ids become numbers if they are none, and a
//! list says which.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use corpus::collection::{Entry, Format, SurveyOptions, survey};
use corpus::tables::Rows;
use document::{Link, Text, Unit, date, kinds};
use index::Index;
use rustc_hash::FxHashMap;

use super::lists::{self, Listed};
use super::tables::{Row, TABLES, Tables, escaped};
use crate::Failure;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub tables: Tables,
    /// The formulas of the release that was read, if it has lists of them.
    pub listed: Vec<Listed>,
    /// New ids of posts whose ids were no numbers, with the old ones.
    pub renamed: Vec<(u64, String)>,
    /// What could not be read.
    pub complaints: Vec<String>,
}

/// Reads a source.
pub(super) fn read(path: &Path) -> Result<Source> {
    if path.is_dir() && Index::open(path).is_ok() {
        return of_index(path);
    }
    let found = survey(&[path.to_owned()], &SurveyOptions::default());
    let is_dump = |entry: &&Entry| matches!(entry.format, Format::StackExchange | Format::Arqmath);
    if let Some(entry) = found.entries.iter().find(is_dump) {
        return of_dump(entry, path);
    }
    if found.entries.is_empty() {
        let failure = Failure::new(
            format!("{}: no posts found", path.display()),
            "name a dump of Stack Exchange, a folder in the form of ARQMath, an index, or units as JSON Lines",
        );
        return Err(anyhow!(failure));
    }
    let mut making = Making::default();
    for entry in &found.entries {
        for unit in entry.read(&std::sync::Arc::default())? {
            match unit {
                Ok(unit) => making.add(Post::of(&unit)),
                Err(complaint) => making.source.complaints.push(complaint.to_string()),
            }
        }
    }
    Ok(making.finish())
}

fn of_dump(entry: &Entry, path: &Path) -> Result<Source> {
    let mut source = Source::default();
    let folder = entry.main_file().parent().unwrap_or(Path::new(".")).to_owned();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { &folder })
            .with_context(|| folder.display().to_string())?
            .filter_map(|file| Some(file.ok()?.path()))
            .collect();
    files.sort();
    for (table, ..) in TABLES {
        let is_it = |file: &&PathBuf| {
            let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
            name.split('.').next() == Some(&table.to_lowercase()) && name.contains(".xml")
        };
        let main = (table == "Posts").then(|| entry.main_file().to_owned());
        let Some(file) = main.or_else(|| files.iter().find(is_it).cloned()) else { continue };
        for row in Rows::open(&file)? {
            match row {
                Ok(row) => source.tables.rows_mut(table).push(Row::from(&row)),
                Err(complaint) => source.complaints.push(complaint.to_string()),
            }
        }
    }
    source.listed = lists::read(if path.is_dir() { path } else { &folder })?;
    Ok(source)
}

fn of_index(path: &Path) -> Result<Source> {
    let index = Index::open(path)?;
    let units = index.units()?;
    let mut making = Making::default();
    for number in (0..units.count()).filter(|number| units.is_alive(*number)) {
        let stored = units.stored(number)?;
        let text = |text: &str, field: document::Field| {
            let of_field = stored.formulas.iter().filter(|formula| formula.field == field);
            let places = of_field.map(|formula| Place {
                bytes: formula.start as usize..formula.end as usize,
                // An index leaves out an id that is also the id of the unit.
                id: formula.id.clone().or_else(|| formula.visual_id.as_ref().map(|_| stored.id.clone())),
                visual_id: formula.visual_id.clone(),
            });
            Shown { text: text.to_owned(), formulas: places.collect() }
        };
        let comments =
            stored.comments.iter().zip(0..).map(|(comment, at)| text(comment, document::Field::Comment(at)));
        making.add(Post {
            id: stored.id.clone(),
            kind: stored.kind.clone(),
            title: text(&stored.title, document::Field::Title),
            body: text(&stored.body, document::Field::Body),
            comments: comments.collect(),
            tags: stored.tags.clone(),
            parent: stored.parent.clone(),
            score: stored.score,
            accepted: stored.accepted,
            date: stored.date,
            links: stored.links.clone(),
        });
    }
    Ok(making.finish())
}

/// A text with the places of its formulas.
#[derive(Default)]
struct Shown {
    text: String,
    formulas: Vec<Place>,
}

struct Place {
    bytes: std::ops::Range<usize>,
    id: Option<String>,
    visual_id: Option<String>,
}

impl Shown {
    fn of(text: &Text) -> Shown {
        let place = |formula: &document::Occurrence| Place {
            bytes: formula.place.clone(),
            id: formula.id.clone(),
            visual_id: formula.visual_id.clone(),
        };
        Shown { text: text.text.clone(), formulas: text.formulas.iter().map(place).collect() }
    }

    /// The text with each formula in a span; `words` writes what is between them.
    fn marked(&self, words: fn(&str) -> String) -> String {
        let (mut out, mut from) = (String::new(), 0);
        let part = |range: std::ops::Range<usize>| words(self.text.get(range).unwrap_or(""));
        for Place { bytes, id, .. } in &self.formulas {
            out.push_str(&part(from..bytes.start));
            let formula = self.text.get(bytes.clone()).unwrap_or("");
            let id = id.as_ref().map(|id| format!(" id=\"{}\"", escaped(id))).unwrap_or_default();
            let formula = if formula.starts_with('<') { formula.to_owned() } else { escaped(formula) };
            out.push_str(&format!("<span class=\"math-container\"{id}>{formula}</span>"));
            from = bytes.end;
        }
        out.push_str(&part(from..self.text.len()));
        out
    }

    /// As HTML with a paragraph for each piece between empty lines.
    fn paragraphs(&self) -> String {
        let html = self.marked(escaped_lines);
        html.split("\n\n")
            .map(|part| format!("<p>{}</p>", part.trim().replace('\n', " ")))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A piece of text as HTML; ends of lines stay, because empty lines separate paragraphs.
fn escaped_lines(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// A question or an answer.
struct Post {
    id: String,
    kind: String,
    title: Shown,
    body: Shown,
    comments: Vec<Shown>,
    tags: Vec<String>,
    parent: Option<String>,
    score: Option<i64>,
    accepted: bool,
    date: Option<i64>,
    links: Vec<(String, String)>,
}

impl Post {
    fn of(unit: &Unit) -> Post {
        Post {
            id: unit.id.clone(),
            kind: unit.kind.clone(),
            title: Shown::of(&unit.title),
            body: Shown::of(&unit.body),
            comments: unit.comments.iter().map(Shown::of).collect(),
            tags: unit.tags.clone(),
            parent: unit.parent.clone(),
            score: unit.score,
            accepted: unit.accepted,
            date: unit.date,
            links: unit.links.iter().map(|Link { kind, target }| (kind.clone(), target.clone())).collect(),
        }
    }
}

/// Tables that are made from posts.
#[derive(Default)]
struct Making {
    source: Source,
    posts: Vec<Post>,
}

impl Making {
    fn add(&mut self, post: Post) {
        if [kinds::QUESTION, kinds::ANSWER].contains(&post.kind.as_str()) {
            self.posts.push(post);
        }
    }

    fn finish(mut self) -> Source {
        let are_numbers = self.posts.iter().all(|post| post.id.parse::<u32>().is_ok());
        let number = |(post, at): (&Post, u64)| match post.id.parse() {
            Ok(id) if are_numbers => (post.id.clone(), id),
            _ => (post.id.clone(), at),
        };
        let numbers: FxHashMap<String, u64> = self.posts.iter().zip(1..).map(number).collect();
        let accepted: FxHashMap<&str, u64> = self
            .posts
            .iter()
            .filter(|post| post.accepted)
            .filter_map(|post| Some((post.parent.as_deref()?, *numbers.get(&post.id)?)))
            .collect();
        let (mut comment_id, mut link_id) = (0, 0);
        let tables = &mut self.source.tables;
        for post in &self.posts {
            let Some(&id) = numbers.get(&post.id) else { continue };
            if !are_numbers {
                self.source.renamed.push((id, post.id.clone()));
            }
            let mut row = row_of(post, id, &numbers);
            if let Some(accepted) = accepted.get(post.id.as_str()) {
                row.set("AcceptedAnswerId", accepted.to_string());
            }
            tables.rows_mut("Posts").push(row);
            for comment in &post.comments {
                comment_id += 1;
                let mut row = Row::default();
                row.set("Id", comment_id.to_string());
                row.set("PostId", id.to_string());
                row.set("Text", comment.marked(str::to_owned));
                tables.rows_mut("Comments").push(row);
            }
            for (kind, target) in &post.links {
                let (Some(target), Some(kind)) = (numbers.get(target), link_type(kind)) else { continue };
                link_id += 1;
                let mut row = Row::default();
                row.set("Id", link_id.to_string());
                row.set("PostId", id.to_string());
                row.set("RelatedPostId", target.to_string());
                row.set("LinkTypeId", kind);
                tables.rows_mut("PostLinks").push(row);
            }
        }
        self.source.listed = self.listed(&numbers);
        self.source
    }

    /// The formulas whose visual ids are known.
    fn listed(&self, numbers: &FxHashMap<String, u64>) -> Vec<Listed> {
        let mut listed = Vec::new();
        for post in &self.posts {
            let texts = [&post.title, &post.body].into_iter().chain(&post.comments);
            for Place { id, visual_id, .. } in texts.flat_map(|text| &text.formulas) {
                let (Some(id), Some(visual_id)) = (id, visual_id) else { continue };
                let (Ok(id), Ok(visual_id)) = (id.parse(), visual_id.parse()) else { continue };
                let post = numbers.get(&post.id).copied().unwrap_or(0);
                listed.push(Listed { id, post, visual_id, ..Listed::default() });
            }
        }
        listed
    }
}

fn row_of(post: &Post, id: u64, numbers: &FxHashMap<String, u64>) -> Row {
    let is_question = post.kind == kinds::QUESTION;
    let mut row = Row::default();
    row.set("Id", id.to_string());
    row.set("PostTypeId", if is_question { "1" } else { "2" });
    if let Some(seconds) = post.date {
        row.set("CreationDate", written(seconds));
    }
    if let Some(score) = post.score {
        row.set("Score", score.to_string());
    }
    row.set("CommentCount", post.comments.len().to_string());
    row.set("Body", post.body.paragraphs());
    if is_question {
        row.set("Title", post.title.marked(str::to_owned));
        row.set("Tags", post.tags.iter().map(|tag| format!("<{tag}>")).collect::<String>());
    } else if let Some(parent) = post.parent.as_ref().and_then(|parent| numbers.get(parent)) {
        row.set("ParentId", parent.to_string());
    }
    row
}

fn link_type(kind: &str) -> Option<&'static str> {
    match kind {
        "related" => Some("1"),
        "duplicate" => Some("3"),
        _ => None,
    }
}

/// Seconds since 1970 as dumps write them.
fn written(seconds: i64) -> String {
    let (year, month, day) = date::day_of(seconds);
    let rest = seconds.rem_euclid(86_400);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.000", rest / 3600, rest / 60 % 60, rest % 60)
}
