//! Joins the files of a project: one preamble, one body, without comments and verbatim text.
//!
//! `\input` and similar commands are followed relative to the main file and to the file they are in, each file once, so
//! that loops end and nothing is read twice. What it is not: a way to other folders. A file outside the source that the
//! user gave is not opened, whatever a path says.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, Complaints, Error, Hint, Result, Setting};
use rustc_hash::FxHashSet;

use super::lines::Lines;
use super::tokens::{self, Kind, Token};
use crate::collection::{Access, Entry, Lookup, OUTSIDE_HINT, Progress, is_looked_for_beside};
use crate::stream;

/// A project as one text.
#[derive(Default, Debug)]
pub(super) struct Project {
    /// The text before the document, and the packages of the project.
    pub(super) preamble: String,
    /// The document.
    pub(super) body: String,
    /// Which line of which file the document came from.
    pub(super) lines: Lines,
    /// The problems of the files.
    pub(super) complaints: Complaints,
}

impl Project {
    /// Writes to the preamble or the body. After a removed comment, a letter must not extend the name of the command
    /// before it.
    fn write(&mut self, is_preamble: bool, text: &str, is_letter: bool) {
        let out = if is_preamble { &mut self.preamble } else { &mut self.body };
        if is_letter && ends_in_command(out) {
            out.push(' ');
        }
        out.push_str(text);
    }
}

/// A file that is being read.
struct Frame {
    path: PathBuf,
    source: String,
    at: usize,
    line: usize,
    is_preamble: bool,
    /// Its number in [`Lines`].
    file: usize,
}

struct Assembly<'e> {
    access: &'e Access,
    main_folder: PathBuf,
    progress: &'e Arc<Progress>,
    /// How much of the project may still be read.
    bytes_left: usize,
    seen: FxHashSet<PathBuf>,
    /// The number of files so far.
    seen_files: usize,
    frames: Vec<Frame>,
    project: Project,
}

/// Reads the main file of an entry and all files it includes.
pub(super) fn assemble(entry: &Entry, progress: &Arc<Progress>) -> Result<Project> {
    let Some(main) = entry.files.first() else { return Ok(Project::default()) };
    let main_folder = main.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let mut assembly = Assembly {
        access: entry.access(),
        main_folder,
        progress,
        bytes_left: entry.access().limits().latex,
        seen: FxHashSet::default(),
        seen_files: 0,
        frames: Vec::new(),
        project: Project::default(),
    };
    let source = assembly.load(main)?;
    assembly.enter(main.clone(), source, false);
    assembly.run();
    Ok(assembly.project)
}

impl Assembly<'_> {
    /// The text of a file, as far as the project may still grow; read as Latin-1 if it is not UTF-8, as for old papers.
    fn load(&mut self, path: &Path) -> Result<String> {
        let mut bytes = Vec::new();
        let most = self.bytes_left;
        let outcome = self.access.open(path, self.progress)?.take(most as u64 + 1).read_to_end(&mut bytes);
        let name = self.access.name_of(path);
        if let Err(cause) = outcome {
            self.project.complaints.push(stream::damaged(&name, 0, &cause));
        } else if bytes.len() > most {
            let whole = self.access.limits().latex >> 20;
            let message = format!("only the first {whole} MB of the project are read; the rest is left out");
            let hint = Hint::set("split the project, or give more memory", Setting::Memory);
            self.project.complaints.push(Complaint::unread(&name, 0, message, hint));
            bytes.truncate(most);
            bytes.truncate(stream::whole_characters(&bytes));
        }
        self.bytes_left -= bytes.len();
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.into_bytes().iter().map(|&byte| char::from(byte)).collect());
        Ok(text)
    }

    fn enter(&mut self, path: PathBuf, source: String, is_preamble: bool) {
        // A file with its own preamble is the main file or a subfile.
        let is_preamble = is_preamble || source.contains("\\begin{document}");
        if let Ok(canonical) = path.canonicalize() {
            self.seen.insert(canonical);
        }
        // The first file is the main one.
        let file = if self.seen_files == 0 { 0 } else { self.project.lines.file(self.access.name_of(&path)) };
        self.seen_files += 1;
        self.frames.push(Frame { path, source, at: 0, line: 1, is_preamble, file });
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            let Some((token, end)) = tokens::next(&frame.source, frame.at) else {
                self.project.write(frame.is_preamble, "\n", false);
                self.frames.pop();
                continue;
            };
            frame.line += newlines(frame.source.get(frame.at..end));
            frame.at = end;
            if !frame.is_preamble {
                self.project.lines.mark(self.project.body.len(), frame.file, frame.line);
            }
            match token.kind {
                Kind::Verbatim => self.project.write(frame.is_preamble, " ", false),
                Kind::Begin if token.name == "document" => frame.is_preamble = false,
                Kind::End if token.name == "document" => {
                    self.frames.pop();
                }
                Kind::Command if token.name == "endinput" => {
                    self.frames.pop();
                }
                Kind::Command if is_inclusion(token.name) => {
                    let command = token.name.to_owned();
                    self.include(command);
                }
                _ => self.project.write(frame.is_preamble, token.text, is_letter(token)),
            }
        }
    }

    /// Follows the command that ends at the place of the last frame.
    fn include(&mut self, command: String) {
        let Some(frame) = self.frames.last_mut() else { return };
        let start = frame.at;
        let arguments = arguments(&command, frame);
        frame.line += newlines(frame.source.get(start..frame.at));
        let (line, file, is_preamble) = (frame.line, frame.path.clone(), frame.is_preamble);
        let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        for name in names(&command, &arguments) {
            let is_package = matches!(command.as_str(), "usepackage" | "RequirePackage" | "documentclass");
            let path = match self.access.find(self.candidates(&command, &name, &folder)) {
                Lookup::Inside(path) => path,
                Lookup::Outside(_) => {
                    let message = format!("`{name}` is outside the source");
                    let asking = self.access.name_of(&file);
                    self.project.complaints.push(Complaint::unread(asking, line, message, OUTSIDE_HINT));
                    continue;
                }
                Lookup::Missing => {
                    if !is_package {
                        let message = format!("`{name}` does not exist");
                        self.complain(&file, line, message, "add the file, or remove the command");
                    }
                    continue;
                }
            };
            if path.canonicalize().is_ok_and(|path| self.seen.contains(&path)) {
                if !is_package && self.frames.iter().any(|frame| same(&frame.path, &path)) {
                    self.complain(&file, line, format!("`{name}` includes itself"), "remove the command");
                }
                continue;
            }
            match self.load(&path) {
                Ok(mut source) => {
                    if is_package {
                        source.truncate(source.find("\\begin{document}").unwrap_or(source.len()));
                    }
                    self.enter(path, source, is_preamble || is_package);
                }
                Err(Error::Unreadable { cause, .. }) => {
                    let message = format!("`{name}` cannot be read: {cause}");
                    let asking = self.access.name_of(&file);
                    self.project.complaints.push(Complaint::unread(asking, line, message, "check the file"));
                }
                Err(Error::Malformed(complaint)) => self.project.complaints.push(*complaint),
            }
        }
    }

    /// The paths where a file may be, in search order.
    fn candidates(&self, command: &str, name: &str, folder: &Path) -> Vec<PathBuf> {
        let endings: &[&str] = match command {
            "usepackage" | "RequirePackage" => &[".sty"],
            "documentclass" => &[".cls", ".tex"],
            _ => &[".tex", ""],
        };
        let mut folders = [self.main_folder.as_path(), folder];
        if is_looked_for_beside(command) {
            folders.reverse();
        }
        let mut candidates = Vec::new();
        for folder in folders {
            for ending in endings {
                candidates.push(folder.join(format!("{name}{ending}")));
            }
        }
        candidates
    }

    fn complain(&mut self, file: &Path, line: usize, message: String, hint: &str) {
        self.project.complaints.push(Complaint::new(self.access.name_of(file), line, message, hint));
    }
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn newlines(text: Option<&str>) -> usize {
    text.map_or(0, |text| memchr::memchr_iter(b'\n', text.as_bytes()).count())
}

fn is_letter(token: Token<'_>) -> bool {
    token.kind == Kind::Word && token.text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether a text ends in the name of a command.
fn ends_in_command(text: &str) -> bool {
    const LONGEST: usize = 64;
    let tail = text.as_bytes().iter().rev().take(LONGEST);
    let letters = tail.clone().take_while(|c| c.is_ascii_alphabetic()).count();
    let backslashes = tail.skip(letters).take_while(|&&c| c == b'\\').count();
    letters > 0 && backslashes % 2 == 1
}

fn is_inclusion(name: &str) -> bool {
    matches!(
        name,
        "input"
            | "include"
            | "subfile"
            | "subfileinclude"
            | "import"
            | "subimport"
            | "includefrom"
            | "subincludefrom"
            | "inputfrom"
            | "subinputfrom"
            | "olimport"
            | "usepackage"
            | "RequirePackage"
            | "documentclass"
    )
}

/// The arguments at the place of the frame, those in brackets first; moves the frame after them.
fn arguments(command: &str, frame: &mut Frame) -> (Vec<String>, Vec<String>) {
    let (mut options, mut values) = (Vec::new(), Vec::new());
    let wanted =
        if command.ends_with("import") && command != "olimport" || command.ends_with("from") { 2 } else { 1 };
    while values.len() < wanted {
        let rest = frame.source.get(frame.at..).unwrap_or("");
        let trimmed = rest.trim_start_matches([' ', '\t', '\n', '\r', '*']);
        let close = match trimmed.chars().next() {
            Some('{') => '}',
            Some('[') => ']',
            // `\input name` without braces, as in plain TeX.
            Some(c) if command == "input" && rest.starts_with(' ') && !c.is_whitespace() => ' ',
            _ => break,
        };
        let skipped = usize::from(close != ' ');
        let inner = &trimmed[skipped..];
        let Some(length) = end_of_name(inner, close) else { break };
        let name = inner[..length].trim().trim_matches('"').to_owned();
        let tail = &inner[length + skipped.min(inner.len() - length)..];
        frame.at = frame.source.len() - tail.len();
        if close == ']' { options.push(name) } else { values.push(name) }
    }
    (options, values)
}

/// The length of a file name; none if it cannot be one.
fn end_of_name(inner: &str, close: char) -> Option<usize> {
    const LONGEST: usize = 4000;
    let stop = |c: char| if close == ' ' { c.is_whitespace() || c == '\\' || c == '}' } else { c == close };
    let found = inner.char_indices().take(LONGEST).find(|&(_, c)| stop(c) || c == '{' || c == '\\');
    match found {
        Some((length, c)) if stop(c) => Some(length).filter(|&length| length > 0),
        None if close == ' ' && inner.len() < LONGEST => Some(inner.len()),
        _ => None,
    }
}

/// The files that a command names, as paths without extension.
fn names(command: &str, (options, values): &(Vec<String>, Vec<String>)) -> Vec<String> {
    let names: Vec<String> = match (command, values.as_slice()) {
        ("usepackage" | "RequirePackage", [list]) => {
            list.split(',').map(|name| name.trim().to_owned()).collect()
        }
        ("olimport", [name]) => match options.first() {
            Some(folder) => vec![format!("{folder}/{name}")],
            None => vec![name.clone()],
        },
        // A subfile names the file whose preamble it shares.
        ("documentclass", [class]) if class == "subfiles" => options.clone(),
        (_, [folder, name]) => vec![Path::new(folder).join(name).display().to_string()],
        (_, [name]) => vec![name.clone()],
        _ => Vec::new(),
    };
    // `#1` is the parameter of a macro that includes files.
    names.into_iter().filter(|name| !name.is_empty() && !name.contains('#')).collect()
}
