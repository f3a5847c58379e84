//! NTCIR documents: paragraphs and Wikipedia articles in HTML5 or XHTML with parallel MathML.

use std::sync::Arc;

use crate::Result;
use crate::collection::{Entry, Progress, Reader};

/// The units of an entry.
pub(crate) fn read(_entry: &Entry, _progress: &Arc<Progress>) -> Result<Reader> {
    Ok(Box::new(std::iter::empty()))
}
