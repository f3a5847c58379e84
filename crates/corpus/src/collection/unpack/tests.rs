use std::io::Write;

use super::*;

fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        // The library refuses to write names that point outside; an attacker does not use it.
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn sevenz_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = sevenz_rust2::ArchiveWriter::new(io::Cursor::new(Vec::new())).unwrap();
    for (name, content) in files {
        let entry = sevenz_rust2::ArchiveEntry::new_file(name);
        writer.push_archive_entry(entry, Some(*content)).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The files of an unpacked archive, and the complaints.
fn unpacked(name: &str, bytes: &[u8]) -> (Vec<(String, String)>, Vec<Complaint>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let mut complaints = Vec::new();
    let mut allowance = Allowance::of_size(bytes.len() as u64);
    let archive = Archive::of(&path, name).unwrap().unwrap();
    let target = unpack(&path, name, archive, &mut allowance, &mut complaints).unwrap().folder;
    let mut files = Vec::new();
    for entry in
        ignore::WalkBuilder::new(target.files()).standard_filters(false).build().map(|entry| entry.unwrap())
    {
        if entry.path().is_file() {
            let inside = entry.path().strip_prefix(target.files()).unwrap().display().to_string();
            files.push((inside, std::fs::read_to_string(entry.path()).unwrap()));
            let modified = |path: &Path| std::fs::metadata(path).unwrap().modified().unwrap();
            assert_eq!(modified(entry.path()), modified(&path));
        }
    }
    files.sort();
    (files, complaints)
}

const FILES: [(&str, &[u8]); 3] = [("a.md", b"one"), ("b/c.md", b"two"), ("b/d.png", b"image")];

#[test]
fn archives_are_unpacked_without_files_that_no_reader_reads() {
    for (name, bytes) in [("x.tar", tar_of(&FILES)), ("x.zip", zip_of(&FILES)), ("x.7z", sevenz_of(&FILES))] {
        let (files, complaints) = unpacked(name, &bytes);
        let expected =
            [("a.md", "one"), ("b/c.md", "two")].map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!((files.as_slice(), complaints.as_slice()), (&expected[..], &[][..]), "{name}");
    }
}

#[test]
fn names_that_point_outside_are_refused() {
    let files: [(&str, &[u8]); 3] = [("../evil.md", b"x"), ("/etc/evil.md", b"x"), ("good.md", b"y")];
    for (name, bytes) in [("x.tar", tar_of(&files)), ("x.zip", zip_of(&files)), ("x.7z", sevenz_of(&files))] {
        let (files, complaints) = unpacked(name, &bytes);
        assert_eq!(files, [("good.md".to_owned(), "y".to_owned())], "{name}");
        assert_eq!(complaints.len(), 2, "{name}: {complaints:?}");
        assert!(complaints[0].message.contains("evil.md"), "{complaints:?}");
    }
}

#[test]
fn links_are_skipped() {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    builder.append_link(&mut header, "a.md", "/etc/passwd").unwrap();
    let (files, _) = unpacked("x.tar", &builder.into_inner().unwrap());
    assert!(files.is_empty());
}

#[test]
fn a_damaged_archive_gives_the_files_before_the_damage_and_a_complaint() {
    let large = vec![b'x'; 100_000];
    let files: [(&str, &[u8]); 2] = [("a.md", b"one"), ("b.md", &large)];
    let (unpacked_files, complaints) = unpacked("x.tar", &tar_of(&files)[..4_000]);
    assert_eq!(unpacked_files[0], ("a.md".to_owned(), "one".to_owned()));
    assert!(complaints[0].message.starts_with("the archive cannot be unpacked"), "{complaints:?}");
    for (name, bytes) in [("x.zip", zip_of(&files)), ("x.7z", sevenz_of(&files))] {
        let (_, complaints) = unpacked(name, &bytes[..bytes.len() - 20]);
        assert_eq!(complaints.len(), 1, "{name}: {complaints:?}");
    }
}

/// No mangled archive causes a panic of a library, or a file outside the folder.
#[test]
fn mangled_archives_are_harmless() {
    for (name, bytes) in [("x.zip", zip_of(&FILES)), ("x.7z", sevenz_of(&FILES)), ("x.tar", tar_of(&FILES))] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        for at in (0..bytes.len()).step_by(bytes.len().div_ceil(100)) {
            for value in [0, 0x7F, 0xFF] {
                let mut mangled = bytes.clone();
                mangled[at] = value;
                std::fs::write(&path, &mangled).unwrap();
                if let Ok(Some(archive)) = Archive::of(&path, name) {
                    let mut allowance = Allowance::of_size(bytes.len() as u64);
                    let _ = unpack(&path, name, archive, &mut allowance, &mut Vec::new());
                }
            }
        }
    }
}
