//! Markdown notes, plain or with the conventions of Obsidian and Quarto: the unit is the file, or each of its sections
//! and theorems.
//!
//! There are three steps. `front` reads the YAML front matter. `marks` replaces everything that Markdown would spoil or
//! does not know (formulas, wiki links, callouts, fenced divs, references) by marks. `walk` walks over the CommonMark
//! events of the rest and puts everything in its place.
//!
//! What it is not: a renderer. Tables and blocks of code stay as they are written, for the page to draw; code is not
//! scanned for formulas. HTML is reduced to its text.

mod front;
mod marks;
mod pieces;
mod walk;

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, Complaints, Error, Link, Result, Text, Unit};
use formula::latex::Macros;

use self::front::Front;
use self::pieces::Pieces;
use crate::collection::{Access, Entry, Lookup, OUTSIDE_HINT, Progress, Reader};
use crate::readers::outline::{ELSEWHERE, Outline};

/// The most files that a note may include.
const MOST_INCLUDES: usize = 200;

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let file = entry.main_file();
    let source = entry.access().open(file, progress)?;
    Ok(Box::new(Notes {
        pieces: Pieces::new(entry.access().name_of(file), source),
        entry: entry.clone(),
        progress: Arc::clone(progress),
        number: 0,
        title: Text::default(),
        macros: String::new(),
        ready: VecDeque::new(),
    }))
}

/// The units of a file, piece by piece; all but the longest are one piece.
struct Notes {
    pieces: Pieces,
    entry: Entry,
    progress: Arc<Progress>,
    /// The number of the last piece, counted from 1.
    number: usize,
    /// The title and the macros of the front matter or the first piece, which apply to all pieces.
    title: Text,
    macros: String,
    ready: VecDeque<Result<Unit, Complaint>>,
}

impl Iterator for Notes {
    type Item = Result<Unit, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            let (source, complaint) = self.pieces.next()?;
            self.number += 1;
            self.read_piece(&source, complaint);
        }
    }
}

impl Notes {
    fn read_piece(&mut self, source: &str, complaint: Option<Complaint>) {
        let file = self.entry.main_file();
        let mut complaints = Complaints::default();
        complaints.extend(complaint);
        let is_first = self.number == 1;
        let (front, body) = if is_first { Front::split(source) } else { (Front::default(), source) };
        let body = with_includes(body, file, self.entry.access(), &self.progress, &mut complaints);
        // A card is one unit: its parts belong together.
        let note = walk::note(&body, if front.kind.is_some() { Cut::Theorems } else { Cut::Headings });
        if is_first {
            self.title =
                if front.title.is_empty() { note.title_or(stem(file)) } else { inline(&front.title) };
            self.macros = front.macros.clone();
        }
        let macros = Macros::from_preamble(&[self.macros.as_str(), &body].join("\n"));
        let macros = Some(macros).filter(|macros| !macros.is_empty()).map(Arc::new);
        let folder = Path::new(&self.entry.name).parent().unwrap_or(Path::new(""));
        let links = links(&note.targets, folder, file);
        let name = match self.number {
            1 => self.entry.name.clone(),
            number => format!("{}~{number}", self.entry.name),
        };
        let mut units = note.outline.into_units(&name, self.title.clone(), macros);
        let mut places = Places { folder, file, known: HashMap::new() };
        for unit in &mut units {
            unit.thread = Some(self.entry.name.clone());
            unit.references.retain_mut(|reference| {
                let Some(name) = reference.target.strip_prefix(ELSEWHERE) else { return true };
                let found = places.find(name);
                reference.target = found.clone().unwrap_or_default();
                found.is_some()
            });
        }
        if let Some(unit) = units.first_mut() {
            describe(unit, front, links, note.tags);
        }
        let complaints = complaints.finish(&self.entry.name);
        self.ready.extend(complaints.into_iter().map(Err).chain(units.into_iter().map(Ok)));
    }
}

/// Gives the metadata of a note to its first unit.
fn describe(unit: &mut Unit, front: Front, links: Vec<Link>, tags: Vec<String>) {
    unit.names = front.names;
    unit.tags = front.tags;
    unit.date = front.date;
    unit.links.extend(links);
    for tag in tags {
        if !unit.tags.contains(&tag) {
            unit.tags.push(tag);
        }
    }
    if let Some(kind) = front.kind {
        unit.kind = kind;
    }
}

/// A piece of Markdown as a title and a text, without cuts: the cell of a notebook.
pub(crate) fn text(source: &str) -> (Text, Text) {
    let note = walk::note(source, Cut::Nothing);
    let title = note.title_or("");
    (title, note.outline.into_text())
}

/// Markdown that is one line.
fn inline(source: &str) -> Text {
    walk::note(source, Cut::Nothing).outline.into_text()
}

fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("")
}

/// The source with the files of Quarto's `{{< include file >}}` inserted, each once and none from outside the source;
/// other shortcodes are left out.
fn with_includes(
    source: &str,
    file: &Path,
    access: &Access,
    progress: &Arc<Progress>,
    complaints: &mut Complaints,
) -> String {
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let mut out = String::with_capacity(source.len());
    let mut seen = vec![file.to_path_buf()];
    let mut open = vec![(source.to_owned(), 0)];
    while let Some((text, at)) = open.last_mut() {
        let rest = text.get(*at..).unwrap_or("");
        let Some(start) = rest.find("{{<") else {
            out.push_str(rest);
            open.pop();
            continue;
        };
        out.push_str(&rest[..start]);
        let Some(code) = shortcode(&rest[start..]) else {
            out.push_str("{{<");
            *at += start + 3;
            continue;
        };
        let name = code.trim().strip_prefix("include ").map(|name| name.trim().trim_matches('"').to_owned());
        *at += start + code.len() + 6;
        let Some(name) = name else { continue };
        let path = folder.join(&name);
        if seen.contains(&path) || seen.len() > MOST_INCLUDES {
            continue;
        }
        match included(&name, file, path.clone(), access, out.len(), progress) {
            Ok((text, complaint)) => {
                complaints.extend(complaint);
                open.push((Front::split(&text).1.to_owned(), 0));
                seen.push(path);
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    out
}

/// The text of an included file; together with the `length` bytes before it must not be too long.
fn included(
    name: &str,
    file: &Path,
    path: PathBuf,
    access: &Access,
    length: usize,
    progress: &Arc<Progress>,
) -> Result<(String, Option<Complaint>), Complaint> {
    let asking = access.name_of(file);
    match access.find([path]) {
        Lookup::Inside(path) => {
            let most = access.limits().document.saturating_sub(length);
            access.text(&path, most, progress).map_err(Error::into_complaint)
        }
        Lookup::Outside(_) => {
            Err(Complaint::unread(asking, 0, format!("`{name}` is outside the source"), OUTSIDE_HINT))
        }
        Lookup::Missing => {
            let hint = "add the file beside the note, or remove the include";
            Err(Complaint::new(asking, 0, format!("`{name}` does not exist"), hint))
        }
    }
}

/// The content of `{{<` and `>}}` at the beginning of a text.
fn shortcode(text: &str) -> Option<&str> {
    const LONGEST: usize = 500;
    let inner = text.get(3..)?;
    let (end, _) =
        inner.char_indices().take(LONGEST).find(|&(at, c)| c == '\n' || inner[at..].starts_with(">}}"))?;
    inner[end..].starts_with(">}}").then(|| &inner[..end])
}

/// The notes that wiki links and links to files refer to, by the names of their entries. A wiki link may omit the
/// folder and the extension: the folder of the note and those above it are tried.
fn links(targets: &[String], folder: &Path, file: &Path) -> Vec<Link> {
    let mut places = Places { folder, file, known: HashMap::new() };
    let mut links: Vec<Link> = Vec::new();
    for target in targets {
        let Some(target) = places.find(target) else { continue };
        if !links.iter().any(|link| link.target == target) {
            links.push(Link { kind: "reference".to_owned(), target });
        }
    }
    links
}

/// Where the links of a note lead.
struct Places<'a> {
    /// The folder of the note among the names of entries, and its file.
    folder: &'a Path,
    file: &'a Path,
    known: HashMap<String, Option<String>>,
}

impl Places<'_> {
    /// The name of the entry that a link names.
    fn find(&mut self, target: &str) -> Option<String> {
        let name = target.split(['#', '^']).next().unwrap_or("").trim();
        if name.is_empty() || name.contains("://") || name.starts_with('/') {
            return None;
        }
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let found = self.search(name);
        self.known.insert(name.to_owned(), found.clone());
        found
    }

    fn search(&self, name: &str) -> Option<String> {
        const MOST_FOLDERS: usize = 8;
        let names = [name.to_owned(), format!("{name}.md"), format!("{name}.qmd")];
        let folders = self.folder.ancestors().zip(self.file.ancestors().skip(1));
        folders.take(MOST_FOLDERS).find_map(|(named, real)| {
            let found = names.iter().find(|name| real.join(name).is_file())?;
            Some(plain_path(&named.join(found)))
        })
    }
}

/// A path without `.` and `..`, as in the names of entries.
fn plain_path(path: &Path) -> String {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain.display().to_string()
}

/// Where units begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// All is one text.
    Nothing,
    /// Theorems are units of their own.
    Theorems,
    /// Theorems and sections are units of their own.
    Headings,
}

/// The parts of a note.
struct Note {
    outline: Outline,
    /// The first heading, if it is the name of the note.
    title: Text,
    tags: Vec<String>,
    /// The files that it links to.
    targets: Vec<String>,
}

impl Note {
    fn title_or(&self, other: &str) -> Text {
        if self.title.is_empty() { Text::plain(other) } else { self.title.clone() }
    }
}

#[cfg(test)]
mod tests;
