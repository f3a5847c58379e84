//! The folder of a project, and what lies outside it.

use std::path::{Path, PathBuf};

/// The folder that all files lie in.
pub(crate) fn common_folder(files: &[PathBuf]) -> PathBuf {
    let mut folders = files.iter().map(|file| file.parent().map_or_else(PathBuf::new, Path::to_path_buf));
    let first = folders.next().unwrap_or_default();
    folders.fold(first, |common, folder| {
        let shared = common.components().zip(folder.components()).take_while(|(a, b)| a == b);
        shared.map(|(component, _)| component).collect()
    })
}

/// Whether a file lies in a folder, links followed; what is not there does not.
pub(crate) fn is_inside(folder: &Path, file: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    matches!((folder.canonicalize(), file.canonicalize()), (Ok(folder), Ok(file)) if file.starts_with(&folder))
}
