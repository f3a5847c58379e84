//! The folders that files are read from; nothing outside them is read.
//!
//! A collection may come from anywhere, and its files name other files: links, `\input{../../x}`, includes. A user who
//! gives a folder to Perga allows the files in it, not the files they point to. So every path is resolved completely,
//! with links and `..`, and the file is read only if it is then inside.
//!
//! What it is not: a sandbox. A file that is replaced by a link between the check and the reading is read.

use std::path::{Path, PathBuf};

/// The folders (or single files) that files may be read from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundary {
    /// Real paths: absolute, without links and `..`.
    roots: Vec<PathBuf>,
}

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    /// To a file inside.
    Inside(PathBuf),
    /// To a file outside.
    Outside(PathBuf),
    /// To no file.
    Missing,
}

impl Boundary {
    /// The boundary of a source given by the user: a folder itself; for a file its folder, because the file may include
    /// its neighbours, and the file, which may be a link.
    pub(crate) fn of_source(source: &Path) -> Boundary {
        let mut boundary = Boundary::default();
        boundary.add(source);
        if !source.is_dir() {
            boundary.add(&folder_of(source));
        }
        boundary
    }

    /// Also allows a folder or a file; a path that does not exist allows nothing.
    pub(crate) fn add(&mut self, path: &Path) {
        if let Ok(real) = path.canonicalize()
            && !self.holds(&real)
        {
            self.roots.push(real);
        }
    }

    /// Whether a real path is inside.
    pub(crate) fn holds(&self, real: &Path) -> bool {
        self.roots.iter().any(|root| real.starts_with(root))
    }

    /// Where a path leads. Folders, pipes and devices are not files.
    pub(crate) fn look_up(&self, path: &Path) -> Lookup {
        // Most candidates do not exist, and checking that is cheaper than resolving a path.
        if !path.is_file() {
            return Lookup::Missing;
        }
        match path.canonicalize() {
            Ok(real) if self.holds(&real) => Lookup::Inside(path.to_owned()),
            Ok(_) => Lookup::Outside(path.to_owned()),
            Err(_) => Lookup::Missing,
        }
    }

    /// The first of the paths that leads to a file inside; if there is none, the first that leads to a file.
    pub(crate) fn find(&self, paths: impl IntoIterator<Item = PathBuf>) -> Lookup {
        let mut outside = Lookup::Missing;
        for path in paths {
            match self.look_up(&path) {
                Lookup::Inside(path) => return Lookup::Inside(path),
                Lookup::Outside(path) if outside == Lookup::Missing => outside = Lookup::Outside(path),
                _ => {}
            }
        }
        outside
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: PathBuf) -> PathBuf {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "x").unwrap();
        path
    }

    #[test]
    fn paths_are_resolved_before_they_are_checked() {
        let folder = tempfile::tempdir().unwrap();
        let inside = write(folder.path().join("root/a/one.md"));
        let outside = write(folder.path().join("other.md"));
        let twin = write(folder.path().join("root-twin/x.md"));
        let boundary = Boundary::of_source(&folder.path().join("root"));
        assert_eq!(boundary.look_up(&inside), Lookup::Inside(inside.clone()));
        for path in [outside, twin, folder.path().join("root/a/../../other.md")] {
            assert_eq!(boundary.look_up(&path), Lookup::Outside(path.clone()));
        }
        let back = folder.path().join("root/a/../../root/a/one.md");
        assert_eq!(boundary.look_up(&back), Lookup::Inside(back.clone()));
        assert_eq!(boundary.look_up(&folder.path().join("root/no.md")), Lookup::Missing);
        assert_eq!(boundary.look_up(&folder.path().join("root/a")), Lookup::Missing);
    }

    #[test]
    fn a_file_allows_its_neighbours_and_the_folders_below() {
        let folder = tempfile::tempdir().unwrap();
        let main = write(folder.path().join("p/main.tex"));
        let below = write(folder.path().join("p/a/b.tex"));
        let above = write(folder.path().join("up.tex"));
        let boundary = Boundary::of_source(&main);
        assert_eq!(boundary.find([above.clone(), below.clone()]), Lookup::Inside(below));
        assert_eq!(boundary.find([above.clone()]), Lookup::Outside(above));
        assert_eq!(boundary.find([]), Lookup::Missing);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_judged_by_their_targets() {
        let folder = tempfile::tempdir().unwrap();
        let secret = write(folder.path().join("secret.md"));
        let root = folder.path().join("root");
        write(root.join("one.md"));
        std::os::unix::fs::symlink(&secret, root.join("out.md")).unwrap();
        std::os::unix::fs::symlink("out.md", root.join("chain.md")).unwrap();
        std::os::unix::fs::symlink("one.md", root.join("in.md")).unwrap();
        let mut boundary = Boundary::of_source(&root);
        assert_eq!(boundary.look_up(&root.join("in.md")), Lookup::Inside(root.join("in.md")));
        assert_eq!(boundary.look_up(&root.join("chain.md")), Lookup::Outside(root.join("chain.md")));
        boundary.add(&secret);
        assert_eq!(boundary.look_up(&root.join("chain.md")), Lookup::Inside(root.join("chain.md")));
        let given = Boundary::of_source(&root.join("out.md"));
        assert_eq!(given.look_up(&root.join("out.md")), Lookup::Inside(root.join("out.md")));
    }
}
