//! What the name of a file says about it. The tables are `data/files.txt` and `data/parts.txt`.

use std::path::Path;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Format;

/// What is done with files of a kind of name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Read in this format.
    Format(Format),
    /// Decided by the first bytes.
    Look,
    /// Unpacked.
    Archive,
    /// A document that no reader reads; the user is told.
    Unsupported,
    /// Not a document; skipped without a message.
    Skip,
}

/// The extensions of compressed files.
const PACKED: [&str; 5] = ["gz", "bz2", "zst", "xz", "zstd"];

static KINDS: LazyLock<FxHashMap<&str, Kind>> = LazyLock::new(|| {
    let mut kinds = FxHashMap::default();
    for (name, ends) in rows(include_str!("../../data/files.txt")) {
        let kind = match name {
            "look" => Kind::Look,
            "archive" => Kind::Archive,
            "unsupported" => Kind::Unsupported,
            "skip" => Kind::Skip,
            name => Format::from_name(name).map_or(Kind::Skip, Kind::Format),
        };
        kinds.extend(ends.map(|end| (end, kind)));
    }
    kinds
});

static FOLDERS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| parts("folder"));
static FILES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| parts("file"));

fn parts(kind: &str) -> FxHashSet<&'static str> {
    let table = rows(include_str!("../../data/parts.txt"));
    table.filter(|(name, _)| *name == kind).flat_map(|(_, names)| names).collect()
}

/// The rows of a table: the first word, and the others.
fn rows(table: &str) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
    table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?, words))
    })
}

/// Whether a folder belongs to a tool.
pub(super) fn is_tool_folder(name: &str) -> bool {
    FOLDERS.contains(name)
}

/// The name of a file in lower case, without the extension of its compression: `Notes.MD.gz` is `notes.md`.
pub(super) fn unpacked_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, end)) if PACKED.contains(&end) && !stem.is_empty() => stem.to_owned(),
        _ => name,
    }
}

/// The extension of a file in lower case, without that of its compression; empty if there is none.
pub(super) fn extension(path: &Path) -> String {
    let name = unpacked_name(path);
    name.rsplit_once('.')
        .filter(|(stem, _)| !stem.is_empty())
        .map_or_else(String::new, |(_, end)| end.to_owned())
}

/// What the name of a file says about it, if anything.
pub(super) fn kind(path: &Path) -> Option<Kind> {
    if FILES.contains(unpacked_name(path).as_str()) {
        return Some(Kind::Skip);
    }
    KINDS.get(extension(path).as_str()).copied()
}

/// Whether a reader could read a file of this name.
pub(super) fn is_readable(path: &Path) -> bool {
    !matches!(kind(path), Some(Kind::Unsupported | Kind::Skip))
}

/// Whether a file of this name could have the format that the user named.
pub(super) fn could_be(path: &Path, format: Format) -> bool {
    match kind(path) {
        Some(Kind::Format(Format::Html)) if format == Format::Ntcir => true,
        Some(Kind::Format(other)) => other == format,
        Some(Kind::Look) => match extension(path).as_str() {
            "xml" => !matches!(
                format,
                Format::Jsonl | Format::Tsv | Format::Markdown | Format::Jupyter | Format::Latex
            ),
            "json" => matches!(format, Format::Jsonl | Format::Jupyter),
            _ => matches!(format, Format::Jsonl | Format::Tsv | Format::Markdown | Format::Latex),
        },
        Some(Kind::Archive | Kind::Unsupported | Kind::Skip) => false,
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_file_is() {
        for (name, expected) in [
            ("a/Notes.MD", Some(Kind::Format(Format::Markdown))),
            ("units.jsonl.gz", Some(Kind::Format(Format::Jsonl))),
            ("dump.tar.zst", Some(Kind::Archive)),
            ("x.tgz", Some(Kind::Archive)),
            ("refs.bib", Some(Kind::Unsupported)),
            ("refs.bst", Some(Kind::Skip)),
            ("notes.org.gz", Some(Kind::Unsupported)),
            ("COPYING", Some(Kind::Skip)),
            ("README.md", Some(Kind::Format(Format::Markdown))),
            ("Posts.xml", Some(Kind::Look)),
            ("0704.0001", None),
            ("noext", None),
        ] {
            assert_eq!(kind(Path::new(name)), expected, "{name}");
        }
        assert_eq!(extension(Path::new(".gz")), "");
    }

    #[test]
    fn every_line_of_the_table_names_a_format_or_a_way() {
        for (name, _) in rows(include_str!("../../data/files.txt")) {
            assert!(
                ["look", "archive", "unsupported", "skip"].contains(&name)
                    || Format::from_name(name).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn a_named_format_takes_what_could_be_it() {
        assert!(could_be(Path::new("a.xml"), Format::Pretext));
        assert!(could_be(Path::new("a.html"), Format::Ntcir));
        assert!(could_be(Path::new("a.txt"), Format::Tsv));
        assert!(could_be(Path::new("a"), Format::Jsonl));
        assert!(!could_be(Path::new("a.png"), Format::Jsonl));
        assert!(!could_be(Path::new("a.md"), Format::Latex));
        assert!(!could_be(Path::new("a.org"), Format::Markdown));
    }
}
