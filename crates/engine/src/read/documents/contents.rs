//! Where a reader is in a document: contents, breadcrumb, neighbours.

use document::Field;
use index::Index;
use index::units::StoredUnit;

use super::{Document, DocumentLink, position};
use crate::read::units::Drawn;
use crate::render::rich::Shape;

/// Headings that are all shown; in longer documents only those around the page.
const MOST_HEADINGS: usize = 60;

/// Headings that are shown at most, however many are around a page.
const MOST_SHOWN: usize = 300;

impl Document {
    /// The page on which a unit begins.
    pub(super) fn page_of(&self, unit: usize) -> usize {
        self.begins_on.get(unit).copied().unwrap_or(1)
    }

    /// The title of the document, or the name of its file.
    pub(super) fn title(&self) -> String {
        let first = self.units.first().filter(|unit| position(unit).level == Some(0));
        let title = first.map(|unit| unit.title.clone()).filter(|title| !title.is_empty());
        title.unwrap_or_else(|| self.id.rsplit('/').next().unwrap_or(&self.id).to_owned())
    }

    /// The title as HTML; none if it is the name of a file.
    pub(super) fn title_html(&self, index: &Index) -> Option<String> {
        let first = self.units.first().filter(|unit| position(unit).level == Some(0))?;
        Some(title(index, first)).filter(|title| !title.is_empty())
    }

    /// A unit as a link.
    pub(super) fn link(&self, index: &Index, unit: usize, is_current: bool) -> DocumentLink {
        let stored = &self.units[unit];
        let position = position(stored);
        DocumentLink {
            id: stored.id.clone(),
            page: self.page_of(unit),
            title_html: if position.has_own_title { title(index, stored) } else { String::new() },
            name: position.name,
            level: position.level,
            is_current,
        }
    }

    /// The sections around a unit, the outermost first, and the unit itself if it is a section.
    pub(super) fn breadcrumb(&self, index: &Index, unit: usize) -> Vec<DocumentLink> {
        self.around(unit).into_iter().map(|unit| self.link(index, unit, true)).collect()
    }

    /// The headings of the document, or those around a unit.
    pub(super) fn contents(&self, index: &Index, unit: usize) -> Vec<DocumentLink> {
        let around = self.around(unit);
        let headings: Vec<usize> = (0..self.units.len()).filter(|&unit| self.is_heading(unit)).collect();
        let is_near = |heading: &&usize| {
            let parent = self.parent(**heading).filter(|&parent| self.is_heading(parent));
            parent.is_none_or(|parent| around.contains(&parent))
        };
        let is_short = headings.len() <= MOST_HEADINGS;
        let shown = headings.iter().filter(|heading| is_short || is_near(heading)).take(MOST_SHOWN);
        shown.map(|&heading| self.link(index, heading, around.contains(&heading))).collect()
    }

    /// The beginning of a page, by its number from 0.
    pub(super) fn neighbour(&self, index: &Index, page: Option<usize>) -> Option<DocumentLink> {
        let number = page?;
        let slices = self.slices.get(self.pages.get(number)?.slices.clone())?;
        let heading = slices.iter().find(|slice| slice.is_start && self.is_heading(slice.unit));
        let unit = heading.or(slices.first())?.unit;
        Some(DocumentLink { page: number + 1, ..self.link(index, unit, false) })
    }

    fn around(&self, unit: usize) -> Vec<usize> {
        let mut around = Vec::new();
        let mut at = Some(unit);
        // A unit comes after its parent, so this ends.
        while let Some(unit) = at {
            around.extend(Some(unit).filter(|&unit| self.is_heading(unit)));
            at = self.parent(unit).filter(|&parent| parent < unit);
        }
        around.reverse();
        around
    }

    fn is_heading(&self, unit: usize) -> bool {
        self.units.get(unit).is_some_and(|unit| position(unit).level.is_some_and(|level| level > 0))
    }

    fn parent(&self, unit: usize) -> Option<usize> {
        *self.parents.get(unit)?
    }
}

fn title(index: &Index, unit: &StoredUnit) -> String {
    let drawn = Drawn::new(index, unit, None, "");
    drawn.html(Field::Title, &(0..unit.title.len()), Shape::Line)
}
