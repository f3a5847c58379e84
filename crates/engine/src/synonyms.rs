//! Synonyms of a collection: a table beside the index, in the form of the bundled one.
//!
//! A group that says "Lemma 7" for what others call the snake lemma has words that no program knows. Its table is copied
//! into the folder of the index, and every [`Engine`](crate::Engine) that opens the index reads it. Without one the
//! bundled table is used as it is.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use document::quoted;
use text::synonyms::{BadRow, MOST_BYTES, Synonyms};

use crate::error::{Error, Result};

/// The name of the table in the folder of an index.
pub const FILE: &str = "synonyms.tsv";

const HINT: &str = "a row is a weight from 0 to 1, a tab, and phrases with ` = ` between them";

/// Gives an index a table of synonyms, after reading it. An index has at most one; another one takes its place.
pub fn install(table: &Path, index: &Path) -> Result<()> {
    let text = text_of(table)?;
    read(table, &text)?;
    let (target, part) = (index.join(FILE), index.join(format!("{FILE}.part")));
    fs::write(&part, text).and_then(|()| fs::rename(&part, &target)).map_err(|error| failed(&target, &error))
}

/// The synonyms for an index.
pub(crate) fn of_index(index: &Path) -> Result<Cow<'static, Synonyms>> {
    let table = index.join(FILE);
    match table.exists() {
        true => Ok(Cow::Owned(read(&table, &text_of(&table)?)?)),
        false => Ok(Cow::Borrowed(Synonyms::bundled())),
    }
}

fn read(table: &Path, text: &str) -> Result<Synonyms> {
    let bad = |BadRow { line, reason }: BadRow| Error::BadRequest {
        field: None,
        message: format!("{}, line {line}: {reason}", table.display()),
        hint: Some(HINT.to_owned()),
    };
    Synonyms::extended(text).map_err(bad)
}

fn text_of(table: &Path) -> Result<String> {
    let size = fs::metadata(table).map_err(|error| failed(table, &error))?.len();
    if size > MOST_BYTES as u64 {
        let message = format!("{} is too large for a table of synonyms", table.display());
        return Err(Error::BadRequest { field: None, message, hint: Some(HINT.to_owned()) });
    }
    fs::read_to_string(table).map_err(|error| failed(table, &error))
}

fn failed(table: &Path, error: &io::Error) -> Error {
    let table = table.display().to_string();
    let message = format!("cannot read {}: {error}", quoted(&table));
    Error::BadRequest { field: None, message, hint: None }
}
