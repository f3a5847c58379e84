//! Posts as units.

use std::sync::Arc;

use document::{Complaint, Link, Result, Text, Unit, date, kinds, markup};

use super::asides::Aside;
use super::rows::{Row, Rows};
use super::{Around, Dump, Gathering, Item, number};
use crate::collection::Progress;

/// The questions and answers of a dump.
pub(crate) struct Posts {
    rows: Rows,
    site: Option<String>,
    /// The work before the first post.
    before: Option<(Dump, Arc<Progress>)>,
    around: Around,
}

impl Posts {
    /// Opens a dump; its other tables are read with the first post.
    pub(crate) fn open(dump: Dump, site: Option<String>, progress: &Arc<Progress>) -> Result<Posts> {
        let rows = dump.rows(&dump.posts, progress)?;
        Ok(Posts { rows, site, before: Some((dump, Arc::clone(progress))), around: Around::default() })
    }

    /// The unit of a row; none for posts that are neither questions nor answers.
    fn unit(&mut self, row: &Row) -> Result<Option<Unit>, Complaint> {
        let kind = match row.raw("PostTypeId") {
            Some("1") => kinds::QUESTION,
            Some("2") => kinds::ANSWER,
            Some(_) => return Ok(None),
            None => return Err(self.complain(row, "a post without a `PostTypeId`")),
        };
        let id =
            row.raw("Id").and_then(number).ok_or_else(|| self.complain(row, "a post without an `Id`"))?;
        let Some(body) = row.get("Body") else { return Err(self.complain(row, "a post without a `Body`")) };
        let is_question = kind == kinds::QUESTION;
        let parent = if is_question { None } else { row.raw("ParentId").map(str::to_owned) };
        let title = row.get("Title").map(|title| markup::delimited(&title)).unwrap_or_default();
        let mut unit = Unit {
            id: id.to_string(),
            kind: kind.to_owned(),
            title,
            body: markup::html(&body),
            tags: row.get("Tags").map(|tags| split_tags(&tags)).unwrap_or_default(),
            thread: parent.clone().or_else(|| Some(id.to_string())),
            parent,
            score: row.raw("Score").and_then(|score| score.trim().parse().ok()),
            accepted: !is_question && self.around.is_accepted(id),
            date: row.raw("CreationDate").and_then(date::seconds),
            url: self.site.as_deref().map(|site| url(site, is_question, id)),
            ..Unit::default()
        };
        if let Err(error) = self.add_asides(&mut unit, id) {
            self.around.asides = None;
            let message = format!("comments and links are left out from here on: {error}");
            self.around.complaints.push_back(self.complain(row, &message));
        }
        Ok(Some(unit))
    }

    fn add_asides(&mut self, unit: &mut Unit, id: u64) -> std::io::Result<()> {
        let Some(asides) = &mut self.around.asides else { return Ok(()) };
        let mut votes = None;
        for aside in asides.of(id)? {
            match aside {
                Aside::Comment(text) => unit.comments.push(comment(&text)),
                Aside::Link(kind, target) => unit.links.extend(link(kind, target)),
                Aside::Vote(2) => votes = Some(votes.unwrap_or(0) + 1),
                Aside::Vote(3) => votes = Some(votes.unwrap_or(0) - 1),
                Aside::Vote(_) => {}
            }
        }
        unit.score = unit.score.or(votes);
        Ok(())
    }

    fn complain(&self, row: &Row, message: &str) -> Complaint {
        Complaint::new(
            self.rows.name(),
            row.line,
            message,
            "it is left out; check that the file is a table of posts",
        )
    }
}

/// A comment: plain text except for its formulas, which are between dollars or, in ARQMath, in spans.
fn comment(text: &str) -> Text {
    markup::delimited(text)
}

fn link(kind: u64, target: u64) -> Option<Link> {
    let kind = match kind {
        1 => "related",
        3 => "duplicate",
        _ => return None,
    };
    Some(Link { kind: kind.to_owned(), target: target.to_string() })
}

/// `<algebra><groups>` until 2024, `|algebra|groups|` since.
fn split_tags(tags: &str) -> Vec<String> {
    tags.split(['<', '>', '|']).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

fn url(site: &str, is_question: bool, id: u64) -> String {
    let way = if is_question { "questions" } else { "a" };
    format!("https://{site}/{way}/{id}")
}

impl Iterator for Posts {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some((dump, progress)) = self.before.take() {
            self.around = Gathering::new(&dump, &progress).gather();
        }
        if let Some(complaint) = self.around.complaints.pop_front() {
            return Some(Err(complaint));
        }
        loop {
            let row = match self.rows.next()? {
                Ok(row) => row,
                Err(complaint) => return Some(Err(complaint)),
            };
            if let Some(item) = self.unit(&row).transpose() {
                return Some(item);
            }
        }
    }
}
