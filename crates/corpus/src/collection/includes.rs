//! Projects of several files: which file includes which, and therefore which belong together.
//!
//! A LaTeX project is its main file with all files it inputs; a PreTeXt book is its main file with all files it
//! includes. They are read, and read again, together: a changed chapter changes the book, and the macros of the main
//! file apply in every chapter. A file that no other file includes is a project of its own.
//!
//! Files outside the boundary of the source are not part of a project. The readers look for files in the same way and
//! complain about them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Format;
use super::access::Access;
use super::boundary::Lookup;
use super::paths::{lexical, real};
use super::walk::Found;

/// LaTeX looks for files from the folder it runs in, which is that of a file or one above it.
const MOST_FOLDERS_UP: usize = 6;

/// The most files that one file may include; each is looked for in several places.
const MOST_TARGETS: usize = 10_000;

/// The most file names that are examined in one file; most occur more than once.
const MOST_NAMED: usize = 100_000;

/// A file and those it includes, directly or through others, in the order of inclusion.
pub(super) struct Project {
    pub main: Found,
    pub files: Vec<PathBuf>,
}

/// The projects of the files. Every file is in one: a file is no main file only if the readers reach it from another.
pub(super) fn projects(found: Vec<Found>, format: Format, accesses: &[Arc<Access>]) -> Vec<Project> {
    let mut graph = Graph { format, nodes: FxHashMap::default() };
    for file in &found {
        if let Some(access) = accesses.get(file.place) {
            graph.add(&file.path, access);
        }
    }
    let taken_in = graph.taken_in();
    let mut candidates: Vec<(bool, bool, usize)> = Vec::new();
    for (number, file) in found.iter().enumerate() {
        let path = real(&file.path);
        // Files that include each other have no main file; one of them that begins a document is used as main file.
        let is_beginning = graph.nodes.get(&path).is_some_and(|node| node.is_beginning);
        candidates.push((taken_in.contains(&path), !is_beginning, number));
    }
    candidates.sort_unstable();
    let mut covered: FxHashSet<PathBuf> = FxHashSet::default();
    let mut projects: Vec<(usize, Project)> = Vec::new();
    for (is_taken_in, _, number) in candidates {
        let Some(main) = found.get(number) else { continue };
        if is_taken_in && covered.contains(&real(&main.path)) {
            continue;
        }
        let files = graph.reach(&main.path, &mut covered);
        projects.push((number, Project { main: main.clone(), files }));
    }
    projects.sort_by_key(|(number, _)| *number);
    projects.into_iter().map(|(_, project)| project).collect()
}

/// A file and the files it names.
struct Node {
    path: PathBuf,
    targets: Vec<Target>,
    /// Whether a document begins in it.
    is_beginning: bool,
    /// The access with which it looks for files.
    access: Arc<Access>,
}

/// The name of another file in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Target {
    name: String,
    /// The extensions that the real name may have.
    ends: &'static [&'static str],
    /// Whether the other file becomes a part of this one, or only configures it.
    is_part: bool,
    /// Whether it is looked for beside this file before it is looked for beside the main file.
    is_beside: bool,
}

impl Target {
    fn part(name: impl Into<String>) -> Target {
        Target { name: name.into(), ends: &[".tex", ""], is_part: true, is_beside: false }
    }
}

/// Whether a command looks for files from the folder of the file that it stands in; others start from the main file.
/// `\olimport` is that of the Open Logic Project, which has two folders of the same name.
pub(crate) fn is_looked_for_beside(command: &str) -> bool {
    matches!(command, "olimport" | "subimport" | "subincludefrom" | "subinputfrom")
}

struct Graph {
    format: Format,
    /// By real path.
    nodes: FxHashMap<PathBuf, Node>,
}

impl Graph {
    /// Adds a file and all files it may include.
    fn add(&mut self, path: &Path, access: &Arc<Access>) {
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            let real_path = real(&path);
            if self.nodes.contains_key(&real_path) {
                continue;
            }
            let node = self.node(path, access);
            open.extend(self.parts(&node));
            self.nodes.insert(real_path, node);
        }
    }

    fn node(&self, path: PathBuf, access: &Arc<Access>) -> Node {
        // The reader complains about files that cannot be read.
        let text = access.text(&path, access.limits().document, &Arc::default());
        let text = text.map_or_else(|_| String::new(), |(text, _)| text);
        let (targets, beginnings) = match self.format {
            Format::Pretext => (pretext_targets(&text), ["<pretext", "<mathbook"]),
            _ => (latex_targets(&text), ["\\documentclass", "\\documentstyle"]),
        };
        let mut seen = FxHashSet::default();
        let targets = targets.into_iter().filter(|target| seen.insert((target.name.clone(), target.is_part)));
        let targets = targets.take(MOST_TARGETS).collect();
        let is_beginning = beginnings.iter().any(|mark| text.contains(mark));
        Node { path, targets, is_beginning, access: Arc::clone(access) }
    }

    /// The files that a file may include, from any folder that LaTeX may run in.
    fn parts(&self, node: &Node) -> Vec<PathBuf> {
        let most = if self.format == Format::Pretext { 1 } else { MOST_FOLDERS_UP };
        let folders: Vec<&Path> = node.path.ancestors().skip(1).take(most).collect();
        let parts = node.targets.iter().filter(|target| target.is_part);
        parts.filter_map(|target| resolve(&node.access, target, &folders)).collect()
    }

    /// The real paths of all files that another file includes.
    fn taken_in(&self) -> FxHashSet<PathBuf> {
        let parts = |(path, node): (&PathBuf, &Node)| {
            let parts: Vec<_> =
                self.parts(node).iter().map(|part| real(part)).filter(|part| part != path).collect();
            parts
        };
        self.nodes.iter().flat_map(parts).collect()
    }

    /// A file and all files it includes as a main file, each once, in order. They are found as the readers find them:
    /// from the folder of the main file, then from the folder of the file that names them, or the other way round.
    fn reach(&self, main: &Path, covered: &mut FxHashSet<PathBuf>) -> Vec<PathBuf> {
        let main_folder = main.parent().unwrap_or(Path::new(""));
        // The whole project is read with the access of its main file.
        let access = self.nodes.get(&real(main)).map(|node| &node.access);
        let mut files = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![(main.to_owned(), true)];
        while let Some((path, is_part)) = open.pop() {
            let real_path = real(&path);
            if !seen.insert(real_path.clone()) {
                continue;
            }
            let node = self.nodes.get(&real_path);
            files.push(node.map_or(path, |node| node.path.clone()));
            let Some(node) = node.filter(|_| is_part) else { continue };
            let folder = node.path.parent().unwrap_or(Path::new(""));
            let folders = |target: &Target| match self.format {
                Format::Pretext => vec![folder],
                _ if target.is_beside => vec![folder, main_folder],
                _ => vec![main_folder, folder],
            };
            let found = |target: &Target| Some((resolve(access?, target, &folders(target))?, target.is_part));
            open.extend(node.targets.iter().rev().filter_map(found));
            covered.insert(real_path);
        }
        files
    }
}

/// The file that a name in another file refers to.
fn resolve(access: &Access, target: &Target, folders: &[&Path]) -> Option<PathBuf> {
    if target.name.is_empty() {
        return None;
    }
    let candidates = folders.iter().flat_map(|folder| {
        target.ends.iter().map(move |end| lexical(&folder.join(format!("{}{end}", target.name))))
    });
    match access.find(candidates) {
        Lookup::Inside(path) => Some(path),
        Lookup::Outside(_) | Lookup::Missing => None,
    }
}

/// The names that a LaTeX text inputs.
fn latex_targets(text: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    for line in text.lines() {
        let mut rest = without_comment(line);
        if targets.len() > MOST_NAMED {
            break;
        }
        while let Some(at) = rest.find('\\') {
            rest = rest.get(at + 1..).unwrap_or("");
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let (command, arguments) = rest.split_at(end);
            rest = if end == 0 { rest.get(next_character(rest)..).unwrap_or("") } else { arguments };
            targets.extend(latex_target(command, arguments));
        }
    }
    targets
}

fn latex_target(command: &str, arguments: &str) -> Vec<Target> {
    let (option, after) = bracketed(arguments);
    let part = |name: String| Target { is_beside: is_looked_for_beside(command), ..Target::part(name) };
    match command {
        "input" | "include" | "subfile" | "subfileinclude" => {
            let name =
                braced(arguments).map(|(name, _)| name.to_owned()).or_else(|| bare(command, arguments));
            name.map(Target::part).into_iter().collect()
        }
        "import" | "subimport" | "includefrom" | "subincludefrom" | "inputfrom" | "subinputfrom" => {
            two_braced(arguments).map(part).into_iter().collect()
        }
        // The input command of the Open Logic Project.
        "olimport" => {
            let name = braced(after).map(|(name, _)| name);
            let name = name.map(|name| option.map_or(name.to_owned(), |folder| format!("{folder}/{name}")));
            name.map(part).into_iter().collect()
        }
        "usepackage" | "RequirePackage" => {
            let names = braced(after).map_or("", |(names, _)| names);
            let package =
                |name: &str| Target { ends: &[".sty"], is_part: false, ..Target::part(name.trim()) };
            names.split(',').map(package).collect()
        }
        // A subfile names the file whose preamble it shares.
        "documentclass" => match (option, braced(after)) {
            (Some(main), Some(("subfiles", _))) => {
                vec![Target { ends: &[".cls", ".tex", ""], is_part: false, ..Target::part(main) }]
            }
            (_, Some((class, _))) => vec![Target { ends: &[".cls"], is_part: false, ..Target::part(class) }],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn next_character(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// The text before the `%` of a comment.
fn without_comment(line: &str) -> &str {
    let mut is_escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        if byte == b'%' && !is_escaped {
            return line.get(..at).unwrap_or(line);
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    line
}

/// The text in the next braces, and what follows them.
fn braced(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start_matches(['*', ' ']).strip_prefix('{')?;
    let (name, rest) = inside.split_once('}')?;
    Some((name.trim(), rest))
}

/// The text in the next brackets, if there are any, and what follows them.
fn bracketed(text: &str) -> (Option<&str>, &str) {
    let inside = text.trim_start_matches(['*', ' ']).strip_prefix('[');
    inside
        .and_then(|inside| inside.split_once(']'))
        .map_or((None, text), |(name, rest)| (Some(name.trim()), rest))
}

/// `\import{folder/}{name}`
fn two_braced(text: &str) -> Option<String> {
    let (folder, rest) = braced(text)?;
    let (name, _) = braced(rest)?;
    Some(format!("{}/{name}", folder.trim_end_matches('/')))
}

/// `\input name`, as in plain TeX.
fn bare(command: &str, text: &str) -> Option<String> {
    let name = text.strip_prefix(' ')?.split_whitespace().next()?;
    (command == "input" && !name.starts_with('\\')).then(|| name.to_owned())
}

/// The names that a PreTeXt text includes as elements.
fn pretext_targets(text: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<')
        && targets.len() <= MOST_NAMED
    {
        rest = rest.get(at..).unwrap_or("");
        let end = match rest {
            comment if comment.starts_with("<!--") => rest.find("-->"),
            include if include.starts_with("<xi:include") => rest.find('>'),
            _ => Some(1),
        };
        let Some(end) = end else { break };
        let (tag, after) = rest.split_at(end);
        if tag.starts_with("<xi:include") && attribute(tag, "parse") != Some("text") {
            let name = attribute(tag, "href").map(str::to_owned);
            targets.extend(name.map(|name| Target { ends: &[""], ..Target::part(name) }));
        }
        rest = after;
    }
    targets
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.match_indices(name).map(|(at, _)| at).find(|&at| {
        let before = tag.get(..at).is_some_and(|before| before.ends_with(char::is_whitespace));
        before && tag.get(at + name.len()..).is_some_and(|after| after.starts_with('='))
    })?;
    let after = tag.get(at + name.len() + 1..)?;
    let quote = after.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    after.get(1..)?.split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(targets: Vec<Target>, is_part: bool) -> Vec<String> {
        targets.into_iter().filter(|target| target.is_part == is_part).map(|target| target.name).collect()
    }

    #[test]
    fn inputs_of_latex() {
        let text = "\\input{a} % \\input{no}\n\\include {b}\\subfile{c/d}\\\\input{no}\n\\input e.tex\n\
                    \\import{f/}{g}\n5\\% \\input{h}\n\\includegraphics{no}\n\\inputencoding{no}\\olimport[i]{j}\\input";
        assert_eq!(names(latex_targets(text), true), ["a", "b", "c/d", "e.tex", "f/g", "h", "i/j"]);
        let text = "\\documentclass[../main]{subfiles}\\usepackage[x]{a, b}\n\\documentclass[12pt]{own}";
        assert_eq!(names(latex_targets(text), false), ["../main", "a", "b", "own"]);
    }

    #[test]
    fn many_includes_take_linear_time() {
        let text = "<xi:include href='a'/>".repeat(100_000);
        let started = std::time::Instant::now();
        assert_eq!(pretext_targets(&text).len(), 100_000);
        assert!(started.elapsed().as_secs() < 5);
    }

    #[test]
    fn includes_of_pretext() {
        let text = "<book><!-- <xi:include href=\"no\"/> --><xi:include href=\"./a.xml\" />\
                    <xi:include parse='text' href='no'/><xi:include\thref='b.ptx'/>";
        assert_eq!(names(pretext_targets(text), true), ["./a.xml", "b.ptx"]);
    }
}
