//! What a project shows about its topics and results: `texts.jsonl`, one object with `id` and `text` per line.
//!
//! The texts are copied into the project, so that everybody judges the same words whatever happens to an index.

use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

use super::desk::Texts;

/// The file in a project.
const FILE: &str = "texts.jsonl";

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    text: String,
}

/// Reads texts; `name` is for errors.
pub fn read(lines: &str, name: &str) -> Result<Texts> {
    let mut texts = Texts::new();
    for (line, number) in lines.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let Line { id, text } = serde_json::from_str(line).map_err(|error| Error::Malformed {
            file: name.to_owned(),
            line: number,
            message: error.to_string(),
            hint: "each line is an object with `id` and `text`".to_owned(),
        })?;
        texts.insert(id, text);
    }
    Ok(texts)
}

/// Writes the texts of a project.
pub fn save(folder: &Path, texts: &Texts) -> Result<()> {
    let path = folder.join(FILE);
    let write = || {
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
        for (id, text) in texts {
            let line = Line { id: id.clone(), text: text.clone() };
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
        }
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()
    };
    write().map_err(|cause| Error::file(path.display().to_string(), cause))
}

/// The texts of a project; none if it has no file of them.
pub fn open(folder: &Path) -> Result<Texts> {
    let path = folder.join(FILE);
    let name = path.display().to_string();
    match std::fs::read_to_string(&path) {
        Ok(lines) => read(&lines, &name),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(Texts::new()),
        Err(cause) => Err(Error::file(name, cause)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_saved() {
        let folder = tempfile::tempdir().unwrap();
        assert!(open(folder.path()).unwrap().is_empty());
        let texts: Texts = [("A.1".to_owned(), "Is $x<y$?\n\n\"Yes\"".to_owned())].into();
        save(folder.path(), &texts).unwrap();
        assert_eq!(open(folder.path()).unwrap(), texts);
        assert!(read("{\"id\":1}\n", "t").unwrap_err().to_string().starts_with("t:1: "));
    }
}
