//! What vanished from a collection, and what only seems so.
//!
//! A source that the index knows and a walk did not meet may have been deleted; or a disk is not mounted, a folder may
//! not be read, an archive is cut off, `--format` leaves it out, or the folder is another one of the same name. Deleting
//! is for the first case only. rsync does the same: after an error it deletes nothing.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use corpus::collection::Entry;
use document::counted;
use index::manifest::Ledger;

/// A folder, archive or file that a user gave, as it was walked.
#[derive(Clone, Debug, Default)]
pub struct Root {
    /// The beginning of the names of entries under it.
    pub name: String,
    /// Where it really is.
    pub path: String,
    /// Whether all of it could be read.
    pub is_whole: bool,
    /// Names of files that were met and belong to no entry.
    pub unread: BTreeSet<String>,
    /// The only format that was read, if there was such a wish.
    pub format: Option<&'static str>,
    /// The name under which the user knows it now, where the index knows it by another.
    pub other_spelling: Option<String>,
}

impl Root {
    /// Whether an entry of this name is the root or lies in it.
    pub(super) fn holds(&self, name: &str) -> bool {
        inside(name, &self.name).is_some()
    }
}

/// Sources that were not found and not deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What the user gave, or the source.
    pub name: String,
    /// How many sources; none for a source that was read in part.
    pub sources: usize,
    /// Why.
    pub reason: Reason,
}

/// Why nothing was deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Parts could not be read.
    Unread,
    /// Only files of this format were looked for, and the index has others.
    Narrower(String),
    /// The name was that of another place before.
    OtherPlace(String),
    /// The index knows the place by this name.
    OtherSpelling(String),
    /// Files are present, but their type is no longer supported.
    Unclaimed,
}

impl Kept {
    /// A source that could not be read to its end.
    pub(super) fn unread(name: &str) -> Kept {
        Kept { name: name.to_owned(), sources: 0, reason: Reason::Unread }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Kept { name, sources, .. } = self;
        let what = match sources {
            0 => "units that it had before".to_owned(),
            _ => format!("{} that could not be found", counted(*sources, "source")),
        };
        write!(f, "`{name}`: kept {what}, because ")?;
        match &self.reason {
            Reason::Unread => f.write_str("parts of it could not be read"),
            Reason::Narrower(format) => write!(f, "only its files of the format `{format}` were read"),
            Reason::OtherPlace(before) => write!(f, "it was `{before}` before"),
            Reason::OtherSpelling(known) => write!(f, "the index knows it as `{known}`"),
            Reason::Unclaimed => f.write_str("the files are there but cannot be read as before"),
        }
    }
}

/// What is to be done about sources that were not met.
#[derive(Debug, Default)]
pub(super) struct Vanished {
    /// To be deleted.
    pub(super) sources: Vec<String>,
    /// Not to be deleted.
    pub(super) kept: Vec<Kept>,
    /// Names and places of roots, to be noted.
    pub(super) roots: Vec<(String, String)>,
}

/// The entries and roots under the names that the index knows their places by.
pub(super) fn as_known(entries: &[Entry], roots: &[Root], ledger: &Ledger) -> (Vec<Entry>, Vec<Root>) {
    let mut entries = entries.to_vec();
    let mut known_roots = Vec::new();
    for root in roots {
        let Some(known) = known_name(root, ledger) else {
            known_roots.push(root.clone());
            continue;
        };
        let others: Vec<&str> =
            roots.iter().map(|other| other.name.as_str()).filter(|other| *other != ".").collect();
        let renamed = |name: &str| match root.name.as_str() {
            "." if others.iter().any(|other| inside(name, other).is_some()) => None,
            root => inside(name, root).map(|rest| joined(&known, rest)),
        };
        for entry in &mut entries {
            if let Some(name) = renamed(&entry.name) {
                entry.name = name;
            }
        }
        let unread = root.unread.iter().map(|name| renamed(name).unwrap_or_else(|| name.clone())).collect();
        let other_spelling = Some(root.name.clone());
        known_roots.push(Root { name: known, unread, other_spelling, ..root.clone() });
    }
    (entries, known_roots)
}

/// The name by which the index knows the place of a root, if it is another one.
fn known_name(root: &Root, ledger: &Ledger) -> Option<String> {
    if root.path.is_empty() || ledger.roots.contains_key(&root.name) {
        return None;
    }
    let candidates = ledger.roots.iter().filter_map(|(name, path)| {
        let rest = Path::new(&root.path).strip_prefix(path).ok()?;
        Some((path.len(), joined(name, rest.to_str()?)))
    });
    candidates.max().map(|(_, name)| name).filter(|name| *name != root.name)
}

/// What of a name stands after the name of a root; empty for the root itself. Names under `.` have no beginning.
fn inside<'a>(name: &'a str, root: &str) -> Option<&'a str> {
    if name == root {
        return Some("");
    }
    if root == "." {
        return (!name.starts_with('/') && !name.starts_with("../")).then_some(name);
    }
    name.strip_prefix(root.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'))
}

/// The name of what is inside a root.
fn joined(root: &str, inside: &str) -> String {
    match (root, inside) {
        (root, "") => root.to_owned(),
        (".", inside) => inside.to_owned(),
        (root, inside) => format!("{}/{inside}", root.trim_end_matches('/')),
    }
}

/// Which sources of the ledger vanished.
pub(super) fn vanished(entries: &[Entry], roots: &[Root], ledger: &Ledger, prune: bool) -> Vanished {
    let found: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut vanished = Vanished::default();
    for root in roots {
        let is_missing = |name: &&String| !found.contains(name.as_str()) && is_under(name, root, ledger);
        let missing: Vec<&String> = ledger.sources.keys().filter(is_missing).collect();
        let place = ledger.roots.get(&root.name);
        if root.other_spelling.is_none() && (prune || place.is_none()) {
            vanished.roots.push((root.name.clone(), root.path.clone()));
        }
        let name = root.other_spelling.as_ref().unwrap_or(&root.name);
        let kept = |sources: usize, reason| Kept { name: name.clone(), sources, reason };
        match doubt(root, ledger).filter(|_| !prune && !missing.is_empty()) {
            Some(reason) => vanished.kept.push(kept(missing.len(), reason)),
            None => {
                let (unclaimed, gone): (Vec<&String>, Vec<&String>) =
                    missing.into_iter().partition(|name| !prune && root.unread.contains(*name));
                if !unclaimed.is_empty() {
                    vanished.kept.push(kept(unclaimed.len(), Reason::Unclaimed));
                }
                vanished.sources.extend(gone.into_iter().cloned());
            }
        }
    }
    vanished.sources.sort_unstable();
    vanished.sources.dedup();
    vanished
}

/// Why what was not met under a root may still be there.
fn doubt(root: &Root, ledger: &Ledger) -> Option<Reason> {
    if !root.is_whole {
        return Some(Reason::Unread);
    }
    if root.other_spelling.is_some() {
        return Some(Reason::OtherSpelling(root.name.clone()));
    }
    if let Some(before) = ledger.roots.get(&root.name).filter(|before| **before != root.path) {
        return Some(Reason::OtherPlace(before.clone()));
    }
    let format = root.format?;
    let mut under = ledger.sources.iter().filter(|(name, _)| is_under(name, root, ledger));
    under.any(|(_, source)| source.format != format).then(|| Reason::Narrower(format.to_owned()))
}

/// Whether an entry of this name would be found in the walk of a root. A name may be under two roots and belong to the
/// one that lies elsewhere: `notes/a.md` is under `.`, but not if `notes` was another place when it was indexed.
fn is_under(name: &str, root: &Root, ledger: &Ledger) -> bool {
    let is_elsewhere = |(other, path): (&String, &String)| {
        let is_closer = other != &root.name && inside(other, &root.name).is_some();
        is_closer && inside(name, other).is_some() && !Path::new(path).starts_with(&root.path)
    };
    inside(name, &root.name).is_some_and(|rest| !rest.is_empty()) && !ledger.roots.iter().any(is_elsewhere)
}

#[cfg(test)]
mod tests {
    use corpus::collection::Format;
    use index::manifest::Source;

    use super::*;

    fn ledger(roots: &[(&str, &str)], sources: &[(&str, &str)]) -> Ledger {
        let source = |format: &str| Source {
            fingerprint: Default::default(),
            format: format.to_owned(),
            units: 1,
            first_unit: 0,
            is_complete: true,
            complaints: 0,
        };
        Ledger {
            roots: roots.iter().map(|(name, path)| ((*name).to_owned(), (*path).to_owned())).collect(),
            sources: sources.iter().map(|(name, format)| ((*name).to_owned(), source(format))).collect(),
            ..Ledger::default()
        }
    }

    fn root(name: &str, path: &str) -> Root {
        Root { name: name.to_owned(), path: path.to_owned(), is_whole: true, ..Root::default() }
    }

    fn entries(names: &[&str]) -> Vec<Entry> {
        names.iter().map(|name| Entry::new(*name, Format::Markdown, Vec::new())).collect()
    }

    /// Which sources are deleted, and why others are not.
    fn outcome(found: &[&str], root: Root, ledger: &Ledger, prune: bool) -> (Vec<String>, Vec<Reason>) {
        let (entries, roots) = as_known(&entries(found), &[root], ledger);
        let vanished = vanished(&entries, &roots, ledger, prune);
        (vanished.sources, vanished.kept.into_iter().map(|kept| kept.reason).collect())
    }

    const NOTES: [(&str, &str); 2] = [("notes/a.md", "markdown"), ("notes/b.md", "markdown")];

    #[test]
    fn what_a_whole_walk_did_not_meet_is_deleted() {
        let ledger = ledger(&[("notes", "/u/notes")], &NOTES);
        let gone = outcome(&["notes/a.md"], root("notes", "/u/notes"), &ledger, false);
        assert_eq!(gone, (vec!["notes/b.md".to_owned()], vec![]));
    }

    #[test]
    fn after_any_doubt_nothing_is_deleted_unless_asked_for() {
        let ledger = ledger(&[("notes", "/u/notes")], &[NOTES[0], NOTES[1], ("notes/c.tex", "latex")]);
        let whole = root("notes", "/u/notes");
        let doubts = [
            (Root { is_whole: false, ..whole.clone() }, Reason::Unread),
            (Root { format: Some("markdown"), ..whole.clone() }, Reason::Narrower("markdown".to_owned())),
            (root("notes", "/other/notes"), Reason::OtherPlace("/u/notes".to_owned())),
            (root("/u/notes", "/u/notes"), Reason::OtherSpelling("notes".to_owned())),
        ];
        for (root, reason) in doubts {
            let found = [format!("{}/a.md", root.name)];
            let found = found.each_ref().map(String::as_str);
            assert_eq!(outcome(&found, root.clone(), &ledger, false), (vec![], vec![reason]));
            let (gone, kept) = outcome(&found, root, &ledger, true);
            assert_eq!((gone.len(), kept.len()), (2, 0));
        }
    }

    #[test]
    fn files_that_are_there_but_are_not_read_any_more_are_kept() {
        let ledger = ledger(&[("notes", "/u/notes")], &NOTES);
        let unread = BTreeSet::from(["notes/b.md".to_owned()]);
        let (gone, kept) = outcome(&[], Root { unread, ..root("notes", "/u/notes") }, &ledger, false);
        assert_eq!((gone, kept), (vec!["notes/a.md".to_owned()], vec![Reason::Unclaimed]));
    }

    #[test]
    fn another_spelling_leads_to_the_known_names() {
        let known = |roots: &[(&str, &str)], given: Root, found: &str| {
            let (entries, roots) = as_known(&entries(&[found]), &[given], &ledger(roots, &[]));
            (entries[0].name.clone(), roots[0].other_spelling.is_some())
        };
        let absolute = root("/u/notes", "/u/notes");
        assert_eq!(
            known(&[("notes", "/u/notes")], absolute.clone(), "/u/notes/a.md"),
            ("notes/a.md".to_owned(), true)
        );
        assert_eq!(known(&[(".", "/u/notes")], absolute.clone(), "/u/notes/a.md"), ("a.md".to_owned(), true));
        let here = root(".", "/u/notes");
        assert_eq!(known(&[("/u/notes", "/u/notes")], here, "a.md"), ("/u/notes/a.md".to_owned(), true));
        let sub = root("sub", "/u/notes/sub");
        assert_eq!(known(&[("notes", "/u/notes")], sub, "sub/a.md"), ("notes/sub/a.md".to_owned(), true));
        assert_eq!(
            known(&[("/other", "/other")], absolute, "/u/notes/a.md"),
            ("/u/notes/a.md".to_owned(), false)
        );
    }

    #[test]
    fn a_folder_does_not_own_what_came_from_elsewhere_under_a_longer_name() {
        let ledger = ledger(&[(".", "/u"), ("notes", "/v/notes")], &NOTES);
        assert_eq!(outcome(&[], root(".", "/u"), &ledger, false), (vec![], vec![]));
    }
}
