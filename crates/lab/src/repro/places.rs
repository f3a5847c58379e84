//! Where the files of a reproduction are.

use std::path::{Path, PathBuf};

/// The folders that are searched, in this order.
pub struct Places([PathBuf; 2]);

impl Places {
    /// The folder of the reproduction itself, then that of the collections.
    pub fn new(reproduction: &Path, collections: &Path) -> Self {
        let beside = reproduction.parent().unwrap_or(Path::new("")).to_owned();
        Places([beside, collections.to_owned()])
    }

    /// The file of this name. Only plain relative names are searched: a reproduction reaches no file
    /// outside of these folders.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        use std::path::Component::Normal;
        let path = Path::new(name);
        let plain = !name.is_empty() && path.components().all(|part| matches!(part, Normal(_)));
        self.0.iter().filter(|_| plain).map(|folder| folder.join(path)).find(|path| path.is_file())
    }
}
