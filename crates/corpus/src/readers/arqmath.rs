//! The ARQMath collection as distributed: posts whose formulas have ids, and lists of those formulas.
//!
//! The posts are those of Math Stack Exchange (`Posts.V1.3.xml` and the tables beside it), with each formula in `<span
//! class="math-container" id="…">`. The lists of formulas as LaTeX say which of them look the same (the visual id), and
//! contain some that are in no post; those become units of their own. The lists with the same formulas as trees are not
//! read: Perga makes trees from the LaTeX, as everywhere.

mod visual_ids;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, Result, Text, Unit};
use visual_ids::VisualIds;

use crate::collection::{Entry, Progress, Reader};
use crate::readers::stack_exchange::{Dump, Posts};
use crate::readers::tsv::{Formulas, Listed};

/// The site of all posts.
const SITE: &str = "math.stackexchange.com";

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let posts = Posts::open(Dump::of(entry), Some(SITE.to_owned()), progress)?;
    let lists = entry.files.iter().filter(|file| is_list(file));
    let lists = lists.map(|file| (file.clone(), name_of(&entry.name, file))).collect();
    let entry = entry.clone();
    Ok(Box::new(Collection {
        posts,
        entry,
        lists,
        visual_ids: None,
        open: None,
        progress: Arc::clone(progress),
    }))
}

fn is_list(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().contains(".tsv"))
}

/// The name of a list in complaints, with its folder, because the lists themselves are only numbered.
fn name_of(entry: &str, file: &Path) -> String {
    let last =
        |path: Option<&Path>| path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let parts = [last(file.parent()), last(Some(file))];
    format!("{entry}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join("/"))
}

/// The units: posts, then the formulas that are in no post.
struct Collection {
    posts: Posts,
    entry: Entry,
    /// The lists of formulas that are not read to their end yet, with their names.
    lists: VecDeque<(PathBuf, String)>,
    /// Made for the first unit.
    visual_ids: Option<VisualIds>,
    open: Option<Formulas>,
    progress: Arc<Progress>,
}

impl Collection {
    /// The visual ids of all formulas; problems of a list are reported when it is read again to its end.
    fn gather(&self) -> VisualIds {
        let mut ids = VisualIds::default();
        for (file, name) in &self.lists {
            let Ok(lines) = self.entry.lines(file, name, &Arc::default()) else { continue };
            for listed in Formulas::new(lines).flatten() {
                let visual_id =
                    listed.unit.body.formulas.first().and_then(|formula| formula.visual_id.as_deref());
                ids.insert(&listed.unit.id, visual_id.unwrap_or(""));
            }
        }
        ids
    }

    /// The next formula that is in no post.
    fn next_orphan(&mut self) -> Option<Result<Unit, Complaint>> {
        loop {
            if let Some(rows) = &mut self.open {
                if let Some(row) = rows.find(|row| row.as_ref().map_or(true, is_orphan)) {
                    return Some(row.map(|listed| listed.unit));
                }
                self.open = None;
            }
            let (file, name) = self.lists.pop_front()?;
            match self.entry.lines(&file, &name, &self.progress) {
                Ok(lines) => self.open = Some(Formulas::new(lines)),
                Err(error) => return Some(Err(Complaint { file: name, ..error.into_complaint() })),
            }
        }
    }
}

impl Iterator for Collection {
    type Item = Result<Unit, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.visual_ids.is_none() {
            self.visual_ids = Some(self.gather());
        }
        match self.posts.next() {
            Some(Ok(mut unit)) => {
                if let Some(ids) = &self.visual_ids {
                    let texts = [&mut unit.title, &mut unit.body].into_iter().chain(&mut unit.comments);
                    texts.for_each(|text| add_visual_ids(text, ids));
                }
                Some(Ok(unit))
            }
            Some(complaint) => Some(complaint),
            None => self.next_orphan(),
        }
    }
}

/// Whether a formula is in no post.
fn is_orphan(listed: &Listed) -> bool {
    listed.issue.as_deref().is_some_and(|issue| issue.contains('d'))
}

fn add_visual_ids(text: &mut Text, ids: &VisualIds) {
    for formula in &mut text.formulas {
        formula.visual_id = formula.id.as_deref().and_then(|id| ids.get(id));
    }
}
