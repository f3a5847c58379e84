//! Dumps: folders and archives whose files are the tables of one site and are read together as one entry.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::access::Access;
use super::boundary::Lookup;
use super::temporary::TemporaryFolder;
use super::walk::Found;
use super::{Entry, Format, names};
use crate::stream;

/// The tables that are read, beginning with the first.
const TABLES: [&str; 5] = ["posts", "comments", "postlinks", "tags", "votes"];

/// Which table of a dump a file is, by its name.
pub(crate) fn dump_table(path: &Path) -> Option<&'static str> {
    TABLES.get(table(path)?.number).copied()
}

/// The name of the dump that a table would be a part of.
pub(super) fn dump_of(file: &Found) -> Option<&str> {
    table(&file.path).map(|_| folder(&file.name)).filter(|folder| !folder.is_empty())
}

/// An entry and the source it is under.
pub(super) struct Dump {
    pub entry: Entry,
    pub source: usize,
}

/// Removes the dumps from the files; a format that the user named applies to all of them.
pub(super) fn take(
    found: Vec<Found>,
    format: Option<Format>,
    accesses: &[Arc<Access>],
) -> (Vec<Dump>, Vec<Found>) {
    let (tables, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|file| table(&file.path).is_some());
    let (posts, mut others): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|file| table(&file.path).is_some_and(|table| table.number == 0));
    let (posts, strange): (Vec<_>, Vec<_>) =
        posts.into_iter().partition(|file| format.is_some() || begins_with_posts(&file.path));
    let begin = |posts: Found| {
        let access = Arc::clone(accesses.get(posts.place)?);
        Some(Parts::begin(posts, &mut others, access))
    };
    let mut dumps: Vec<Parts> = posts.into_iter().filter_map(begin).collect();
    let mut rest: Vec<Found> = rest.into_iter().chain(strange).chain(others).collect();
    if let [dump] = dumps.as_mut_slice() {
        rest = dump.take_formulas(rest);
    }
    let dumps = dumps.into_iter().map(|parts| parts.finish(format)).collect();
    (dumps, rest)
}

/// The files of a dump.
struct Parts {
    posts: Found,
    tables: Vec<Found>,
    formulas: Vec<Found>,
    /// The other tables beside a file that the user named.
    beside: Vec<PathBuf>,
    access: Arc<Access>,
}

impl Parts {
    fn begin(posts: Found, others: &mut Vec<Found>, access: Arc<Access>) -> Parts {
        let folder = folder(&posts.name);
        let mut tables = Vec::new();
        others.retain(|file| {
            let is_ours = self::folder(&file.name) == folder;
            if is_ours {
                tables.push(file.clone());
            }
            !is_ours
        });
        tables.sort_by_key(|file| table(&file.path).map(|table| table.number));
        let mut beside =
            if posts.is_given && tables.is_empty() { tables_beside(&posts.path) } else { Vec::new() };
        beside.retain(|file| matches!(access.find([file.clone()]), Lookup::Inside(_)));
        Parts { posts, tables, formulas: Vec::new(), beside, access }
    }

    /// Takes the lists of formulas as LaTeX. Lists with the same formulas as trees are removed too, because Perga makes
    /// trees from the LaTeX.
    fn take_formulas(&mut self, rest: Vec<Found>) -> Vec<Found> {
        let (lists, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|file| is_formula_list(&file.path));
        let is_tree = |file: &Found| {
            let folder = file.path.parent().and_then(Path::file_name).map(|name| name.to_ascii_lowercase());
            is_list_of_trees(&file.name) || folder.is_some_and(|folder| folder == "slt" || folder == "opt")
        };
        self.formulas = lists.into_iter().filter(|file| !is_tree(file)).collect();
        rest
    }

    fn finish(self, format: Option<Format>) -> Dump {
        let is_arqmath =
            !self.formulas.is_empty() || table(&self.posts.path).is_some_and(|table| table.has_version);
        let found = if is_arqmath { Format::Arqmath } else { Format::StackExchange };
        let format = format.unwrap_or(found);
        let name = match folder(&self.posts.name) {
            folder if self.posts.is_given || folder.is_empty() => self.posts.name.clone(),
            folder => folder.to_owned(),
        };
        let all = || std::iter::once(&self.posts).chain(&self.tables).chain(&self.formulas);
        let unpacked: Vec<Arc<TemporaryFolder>> = all().filter_map(|file| file.unpacked.clone()).collect();
        let files = all().map(|file| file.path.clone()).chain(self.beside.iter().cloned()).collect();
        let entry = Entry::within(name, format, files, Arc::clone(&self.access), unpacked);
        Dump { entry, source: self.posts.source }
    }
}

/// Which table a file is.
struct Table {
    number: usize,
    /// Whether the name has a version, as in the ARQMath collection: `Posts.V1.3.xml`.
    has_version: bool,
}

fn table(path: &Path) -> Option<Table> {
    let name = names::unpacked_name(path);
    let stem = name.strip_suffix(".xml")?;
    let (stem, has_version) = stem.split_once(".v").map_or((stem, false), |(stem, _)| (stem, true));
    let number = TABLES.iter().position(|table| *table == stem)?;
    Some(Table { number, has_version })
}

/// The name of the folder or archive that contains a table; the largest sites have one archive per table.
fn folder(name: &str) -> &str {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let Some((site, end)) = folder.rsplit_once('-') else { return folder };
    let is_table = end.strip_suffix(".7z").is_some_and(|end| TABLES.contains(&end.to_lowercase().as_str()));
    if is_table { site } else { folder }
}

fn tables_beside(posts: &Path) -> Vec<PathBuf> {
    let Some(entries) = posts.parent().and_then(|folder| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::read_dir(folder).ok()
    }) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| table(path).is_some_and(|table| table.number > 0))
        .collect();
    files.sort_by_key(|path| table(path).map(|table| table.number));
    files
}

fn begins_with_posts(path: &Path) -> bool {
    let head = stream::head(path, 16 * 1024).unwrap_or_default();
    memchr::memmem::find(&head, b"PostTypeId=").is_some() || memchr::memmem::find(&head, b"<posts").is_some()
}

/// Whether a file is one of the lists of formulas that come with the posts of ARQMath.
fn is_formula_list(path: &Path) -> bool {
    if names::extension(path) != "tsv" {
        return false;
    }
    let head = stream::head(path, 1024).unwrap_or_default();
    let head = String::from_utf8_lossy(&head);
    let columns: Vec<&str> = head.lines().next().unwrap_or("").split('\t').collect();
    ["id", "post_id", "visual_id", "formula"].iter().all(|column| columns.contains(column))
}

/// Whether a name belongs to ARQMath's lists of formulas as trees, or to an archive of them.
pub(super) fn is_list_of_trees(name: &str) -> bool {
    let is_tree =
        |part: &str| part.starts_with("slt_representation") || part.starts_with("opt_representation");
    name.to_lowercase().split('/').any(is_tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_recognised_by_their_names() {
        let is_table = |name: &str| table(Path::new(name)).map(|table| (table.number, table.has_version));
        assert_eq!(is_table("x/Posts.xml"), Some((0, false)));
        assert_eq!(is_table("Posts.V1.3.xml.gz"), Some((0, true)));
        assert_eq!(is_table("PostLinks.xml"), Some((2, false)));
        assert_eq!(is_table("Post.xml"), None);
    }

    #[test]
    fn archives_of_one_site_are_one_folder() {
        assert_eq!(folder("d/stackoverflow.com-Posts.7z/Posts.xml"), "d/stackoverflow.com");
        assert_eq!(folder("d/stackoverflow.com-Votes.7z/Votes.xml"), "d/stackoverflow.com");
        assert_eq!(folder("math.stackexchange.com.7z/Posts.xml"), "math.stackexchange.com.7z");
        assert_eq!(folder("Posts.xml"), "");
    }
}
