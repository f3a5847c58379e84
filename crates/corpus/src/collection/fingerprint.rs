//! Detects whether an entry changed since it was read.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use document::{Fingerprint, Result};
use xxhash_rust::xxh3::Xxh3Default;

use crate::stream;

/// The fingerprint of files, from their content.
pub(super) fn fingerprint(files: &[PathBuf]) -> Result<Fingerprint> {
    // Times first: a file that changes while it is read counts as changed the next time.
    let (length, times) = lengths_and_times(files)?;
    let mut hash = Xxh3Default::new();
    for file in files {
        let bytes = add_content(&mut hash, file)
            .map_err(|cause| stream::unreadable(&file.display().to_string(), cause))?;
        hash.update(&bytes.to_le_bytes());
    }
    Ok(Fingerprint { length, times, content: hash.digest() })
}

/// Whether the files have the lengths and times of a fingerprint.
pub(super) fn has_times_of(files: &[PathBuf], before: &Fingerprint) -> bool {
    lengths_and_times(files).is_ok_and(|found| found == (before.length, before.times))
}

fn lengths_and_times(files: &[PathBuf]) -> Result<(u64, u64)> {
    let mut length = 0;
    let mut hash = Xxh3Default::new();
    for file in files {
        let metadata = std::fs::metadata(file)
            .map_err(|cause| stream::unreadable(&file.display().to_string(), cause))?;
        length += metadata.len();
        hash.update(&metadata.len().to_le_bytes());
        hash.update(&modified(&metadata).to_le_bytes());
    }
    Ok((length, hash.digest()))
}

/// Nanoseconds since 1970; 0 if the system does not know.
fn modified(metadata: &Metadata) -> u128 {
    let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    time.map_or(0, |since| since.as_nanos())
}

fn add_content(hash: &mut Xxh3Default, path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 256 * 1024];
    let mut length = 0;
    loop {
        let count = match file.read(&mut block) {
            Ok(0) => return Ok(length),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        length += count as u64;
        hash.update(block.get(..count).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use crate::collection::{Entry, Format};

    #[test]
    fn the_content_decides_and_times_save_reading() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        std::fs::write(&path, "one").unwrap();
        let entry = Entry::new("a", Format::Jsonl, vec![path.clone()]);
        let first = entry.fingerprint().unwrap();
        assert_eq!((first.length, entry.bytes), (3, 3));
        assert_eq!(entry.fingerprint_after(&first).unwrap(), first);

        let touched = SystemTime::now() + Duration::from_secs(60);
        std::fs::File::options().append(true).open(&path).unwrap().set_modified(touched).unwrap();
        let second = entry.fingerprint_after(&first).unwrap();
        assert!(second != first && second.has_content_of(&first));

        std::fs::write(&path, "two").unwrap();
        assert!(!entry.fingerprint_after(&second).unwrap().has_content_of(&second));
    }

    #[test]
    fn the_boundary_between_two_files_is_part_of_the_content() {
        let folder = tempfile::tempdir().unwrap();
        let fingerprint = |texts: [&str; 2]| {
            let files = ["a", "b"].map(|name| folder.path().join(name));
            files.iter().zip(texts).for_each(|(file, text)| std::fs::write(file, text).unwrap());
            Entry::new("x", Format::Latex, files.to_vec()).fingerprint().unwrap()
        };
        assert!(!fingerprint(["ab", "c"]).has_content_of(&fingerprint(["a", "bc"])));
    }
}
