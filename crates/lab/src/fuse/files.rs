//! The runs to fuse, with what fusion needs beside their scores: rank columns and posts.

use std::path::Path;

use anyhow::Result;
use document::{Hint, Setting, quoted};
use rank::fusion::Place;
use rustc_hash::FxHashMap;
use trec::run::{Columns as RunColumns, RawRow, Rows};
use trec::{Input, Run};

use super::{Fusing, Listed, Ranks};
use crate::runs::Columns;

/// A run, and what else its rows say.
pub(super) struct Listing {
    pub(super) run: Run,
    /// By topic and docno, if ranks or posts are wanted.
    more: FxHashMap<(String, String), More>,
    ranks: Ranks,
}

/// What a row says beside its score.
struct More {
    rank: u32,
    post: String,
}

impl Listing {
    /// Reads a run.
    pub(super) fn read(path: &Path, fusing: &Fusing) -> Result<Listing> {
        let input = Input::open(path)?;
        let is_wanted = fusing.ranks == Ranks::Column || fusing.columns == Columns::Arqmath2;
        let columns = fusing.reading.columns.detect(&input)?;
        let again = is_wanted.then(|| input.clone());
        let run = fusing.reading.run(input, false)?;
        let more = again.map(|input| more(&input, columns, fusing.ranks)).transpose()?.unwrap_or_default();
        let listing = Listing { run, more, ranks: fusing.ranks };
        if fusing.fuser.method.uses_scores() || fusing.learn.is_some() {
            listing.check_scores()?;
        }
        Ok(listing)
    }

    /// The results of a topic, best first.
    pub(super) fn topic(&self, topic: &str) -> Vec<Listed<'_>> {
        let rows = eval::ranked_rows(&self.run, topic);
        let listed = |(rank, row): (u32, &trec::run::Row)| {
            let docno = self.run.docno(row);
            let more = match self.more.is_empty() {
                true => None,
                false => self.more.get(&(topic.to_owned(), docno.to_owned())),
            };
            let rank = match (self.ranks, more) {
                (Ranks::Column, Some(more)) => more.rank,
                _ => rank,
            };
            // The run owns the docno; the post is owned beside it.
            let unit = more.map_or("", |more| more.post.as_str());
            Listed { docno, unit, place: Place { rank, score: row.score, contribution: 0.0 } }
        };
        let mut listed: Vec<Listed> = (1..).zip(&rows).map(listed).collect();
        listed.sort_by_key(|listed| listed.place.rank);
        listed
    }

    /// Refuses infinite scores: they leave no range to scale others to.
    fn check_scores(&self) -> Result<()> {
        for topic in self.run.topics() {
            if let Some(row) = topic.rows.iter().find(|row| row.score.is_infinite()) {
                let message = format!("the score of {} is infinite", quoted(self.run.docno(row)));
                let hint = "fuse by ranks, or write a number";
                return Err(self.run.complain(row, message, hint).into());
            }
        }
        Ok(())
    }
}

/// Ranks and posts of all rows. Of a repeated row the first says where it is.
fn more(input: &Input, columns: RunColumns, ranks: Ranks) -> Result<FxHashMap<(String, String), More>> {
    let mut found = FxHashMap::default();
    let mut rows = Rows::new(input, columns)?;
    while let Some(row) = rows.next_row()? {
        let rank = match ranks {
            Ranks::Score => 0,
            Ranks::Column => rank_of(input, &row)?,
        };
        let post = row.post.unwrap_or_default().to_owned();
        found.entry((row.topic.to_owned(), row.docno.to_owned())).or_insert(More { rank, post });
    }
    Ok(found)
}

fn rank_of(input: &Input, row: &RawRow) -> Result<u32> {
    match row.rank.parse::<u32>() {
        Ok(rank) if rank > 0 => Ok(rank),
        _ => {
            let message = format!("the rank {} is not a number from 1 up", quoted(row.rank));
            let hint = Hint::set("take the ranks from the scores", Setting::Ranks);
            Err(input.complain(row.line, message, hint).into())
        }
    }
}
