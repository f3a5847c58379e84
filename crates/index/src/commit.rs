//! The moment at which a new state becomes the state of the index.
//!
//! The manifest is the payload of the text index's commit, which renames one file over another. Every change of an
//! index, whether of units or vectors, ends here.

use tantivy::IndexWriter;
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy};

use crate::manifest::{FileName, Manifest};
use crate::reader::{open_text, read_manifest};
use crate::storage::{Storage, marker};
use crate::{Error, Result};

/// The least memory that the text index can write with.
const LEAST_MEMORY: usize = 16 << 20;

/// Makes a manifest, with everything it names, the state of the index.
pub(crate) fn commit(text: &mut IndexWriter, manifest: &mut Manifest) -> Result<()> {
    let mut commit = text.prepare_commit()?;
    manifest.commit_identity = marker::random_identity();
    manifest.opstamp = commit.opstamp();
    let kept = manifest
        .write()
        .map_err(|error| Error::damaged("manifest", format!("cannot be written: {error}")))?;
    commit.set_payload(&kept);
    commit.commit()?;
    Ok(())
}

/// Adds a file that is made from a commit of the index, such as its vectors: writes it under a new name and commits.
/// `choose` gives the name for a number; `place` gives its place in the manifest.
pub(crate) fn add_file(
    storage: &Storage,
    choose: impl Fn(u32) -> String,
    write: impl FnOnce(&std::path::Path) -> std::io::Result<()>,
    place: impl Fn(&mut Manifest) -> &mut Option<FileName>,
) -> Result<()> {
    let text = open_text(storage, storage.writable())?;
    let options = IndexWriterOptions::builder()
        .num_worker_threads(1)
        .num_merge_threads(1)
        .memory_budget_per_thread(LEAST_MEMORY)
        .build();
    let mut writer: IndexWriter =
        text.writer_with_options(options).map_err(|error| Error::refused(storage.folder(), error))?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let mut manifest = read_manifest(&text, storage)?;
    let name = choose(manifest.next_segment);
    manifest.next_segment += 1;
    manifest.commit += 1;
    let path = storage.path(&name);
    write(&path).map_err(|cause| Error::writing(&path, cause))?;
    storage.sync_names()?;
    *place(&mut manifest) = Some(FileName::of(name.clone(), &storage.map(&name)?));
    commit(&mut writer, &mut manifest)?;
    storage.remove_unneeded(|name| manifest.names(name))
}
