//! Paths as names, and normalised paths.

use std::path::{Component, Path, PathBuf};

/// A path as a name: `/` between the parts, no `.` among them.
pub(super) fn clean(path: &Path) -> String {
    let name = path.components().as_path();
    let name = name.strip_prefix(".").unwrap_or(name);
    if name.as_os_str().is_empty() { ".".to_owned() } else { joined("", name) }
}

/// The name of a path inside a folder of this name.
pub(super) fn joined(folder: &str, inside: &Path) -> String {
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    // The root is a part by itself, `/`, and needs no other separator.
    let inside = parts.join("/").replacen("//", "/", 1);
    match folder {
        "" | "." => inside,
        folder => format!("{}/{inside}", folder.trim_end_matches('/')),
    }
}

/// The path without `.` and without `folder/..`.
pub(super) fn lexical(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        let is_below = matches!(clean.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_below => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

/// The path without links, to identify a file.
pub(super) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_paths_of_the_user() {
        for (path, name) in
            [("./a/b", "a/b"), (".", "."), ("/a/b/", "/a/b"), ("a/./b", "a/b"), ("../a", "../a")]
        {
            assert_eq!(clean(Path::new(path)), name);
        }
        assert_eq!(joined(".", Path::new("a")), "a");
        assert_eq!(joined("/", Path::new("a/b")), "/a/b");
    }

    #[test]
    fn paths_are_cleaned() {
        for (path, clean) in [("a/../b", "b"), ("../a", "../a"), ("a/./b/../../c", "c"), ("/a/..", "/")] {
            assert_eq!(lexical(Path::new(path)), Path::new(clean));
        }
    }
}
