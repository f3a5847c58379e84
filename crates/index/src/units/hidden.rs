//! Hidden copies: units whose id another source has as well.
//!
//! An id names one unit. If several sources have it, the source whose name comes last is shown. The others are kept as
//! documents that no search sees: they have a source, an id and a stored form in other fields. When the shown source is
//! removed, the next one replaces it, whether it can be read again or not.

use tantivy::TantivyDocument;

use super::{Fields, StoredUnit};

/// The key by which a copy is deleted and replaced; there is one for each source and id.
pub(crate) fn hidden_key(source: &str, id: &str) -> String {
    format!("{source}\0{id}")
}

/// The document of a hidden copy that was the `added`th unit.
pub(crate) fn hidden_document(stored: &StoredUnit, added: u64, fields: &Fields) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.hidden_key, hidden_key(&stored.source, &stored.id));
    document.add_text(fields.hidden_id, &stored.id);
    document.add_text(fields.hidden_source, &stored.source);
    document.add_u64(fields.hidden_added, added);
    for record in stored.records() {
        document.add_u64(fields.hidden_formulas, record.into());
    }
    document.add_bytes(fields.stored, &stored.to_bytes());
    document
}
