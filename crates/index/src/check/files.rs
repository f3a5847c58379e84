//! Checks that the files of the text index exist and have not changed.
//!
//! The files of its segments have checksums. The two small files that list the segments and the files have none, but
//! their content has only one valid form and can be compared with the rest.

use std::collections::HashSet;
use std::path::Path;

use tantivy::{IndexMeta, SegmentMeta};

use crate::manifest::Manifest;
use crate::reader::{open_text, read_manifest};
use crate::storage::{Storage, names};
use crate::units::schema;
use crate::writer::text_settings;
use crate::{Error, Result};

/// The file that lists the segments, and the one that lists the files.
pub(super) const META: &str = "meta.json";
pub(super) const MANAGED: &str = ".managed.json";

/// The files of every segment.
const ENDINGS: [&str; 6] = ["idx", "pos", "term", "store", "fast", "fieldnorm"];

/// Compares every file of the text index with what is known about it.
pub(super) fn check(storage: &Storage) -> Result<Vec<Error>> {
    let text = open_text(storage, storage.readable())?;
    let metas = text.load_metas()?;
    let mut errors = Vec::new();
    let mut files = Vec::new();
    for segment in &metas.segments {
        files.extend(files_of(segment));
    }
    for file in &files {
        let message = match storage.path(file).exists() {
            false => "the file is missing",
            true if text.directory().validate_checksum(Path::new(file)).unwrap_or(false) => continue,
            true => "the checksum is wrong",
        };
        errors.push(Error::damaged(storage.path(file), message));
    }
    let manifest = read_manifest(&text, storage)?;
    errors.extend(check_meta(storage, &metas, &manifest)?);
    errors.extend(check_managed(storage, &files)?);
    Ok(errors)
}

fn files_of(segment: &SegmentMeta) -> Vec<String> {
    let id = segment.id().uuid_string();
    let deleted = segment.delete_opstamp().map(|opstamp| format!("{id}.{opstamp}.del"));
    ENDINGS.iter().map(|ending| format!("{id}.{ending}")).chain(deleted).collect()
}

fn check_meta(storage: &Storage, metas: &IndexMeta, manifest: &Manifest) -> Result<Option<Error>> {
    let mut written = serde_json::to_vec_pretty(metas).unwrap_or_default();
    written.push(b'\n');
    let is_whole = *storage.map(META)? == *written
        && metas.schema == schema()
        && metas.index_settings == text_settings()
        && metas.opstamp == manifest.opstamp;
    Ok((!is_whole).then(|| Error::damaged(storage.path(META), "it has changed since it was written")))
}

/// Checks the list of files. It must name every file of the text index that is needed or exists, and no other. It may
/// name files that are gone: a name is added before a file is made, and removed after the file.
fn check_managed(storage: &Storage, needed: &[String]) -> Result<Option<Error>> {
    let damaged = |message: String| Ok(Some(Error::damaged(storage.path(MANAGED), message)));
    let present = storage.names()?.into_iter().filter(|name| names::is_text(name));
    let present: Vec<String> = present.chain(needed.iter().cloned()).chain([META.to_owned()]).collect();
    let bytes = storage.map(MANAGED)?;
    let Ok(listed) = serde_json::from_slice::<Vec<String>>(&bytes) else {
        return damaged("it is not a list of files".to_owned());
    };
    let mut written = serde_json::to_vec(&listed).unwrap_or_default();
    written.push(b'\n');
    if *bytes != *written {
        return damaged("it has changed since it was written".to_owned());
    }
    let known: HashSet<&str> = listed.iter().map(String::as_str).collect();
    if let Some(missing) = present.iter().find(|name| !known.contains(name.as_str())) {
        return damaged(format!("`{missing}` is not in the list"));
    }
    match listed.iter().find(|name| *name != META && !names::is_text(name)) {
        Some(strange) => damaged(format!("`{strange}` is in the list but is not a file of the text index")),
        None if known.len() != listed.len() => damaged("a file is in the list twice".to_owned()),
        None => Ok(None),
    }
}
