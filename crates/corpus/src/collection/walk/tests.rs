use std::io::{Cursor, Write};

use super::*;

fn zip_of(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Eight archives of eight archives of eight files of 100 kB: 51 MB in total.
fn nested() -> Vec<u8> {
    let file = vec![b'a'; 100 << 10];
    let files: Vec<_> = (0..8).map(|number| (format!("{number}.md"), file.clone())).collect();
    let inner = zip_of(&files);
    let middle: Vec<_> = (0..8).map(|number| (format!("{number}.zip"), inner.clone())).collect();
    let middle = zip_of(&middle);
    zip_of(&(0..8).map(|number| (format!("{number}.zip"), middle.clone())).collect::<Vec<_>>())
}

fn bytes_of(walked: &Walked) -> u64 {
    walked.found.iter().map(|file| std::fs::metadata(&file.path).unwrap().len()).sum()
}

#[test]
fn one_allowance_covers_all_archives_of_a_source() {
    let folder = tempfile::tempdir().unwrap();
    let archive = nested();
    std::fs::write(folder.path().join("bomb.zip"), &archive).unwrap();
    let sources = [folder.path().to_owned()];
    // It may grow with the size of the outermost file, which has a few kilobytes.
    assert!(archive.len() < 20_000, "{}", archive.len());
    let walked = walk_within(&sources, &SurveyOptions::default(), 1 << 20);
    let most = (archive.len() as u64 * 1000).max(1 << 20);
    assert!(bytes_of(&walked) <= most && walked.found.len() < 8 * 8 * 8, "{}", walked.found.len());
    assert!(!walked.sources[0].is_whole);
    assert!(walked.complaints.iter().any(|complaint| complaint.message.contains("looks like a bomb")));
    let walked = walk_within(&sources, &SurveyOptions::default(), 100 << 20);
    assert_eq!((walked.found.len(), walked.sources[0].is_whole), (8 * 8 * 8, true));
}

#[test]
fn files_without_content_count_too() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..2000).map(|number| (format!("{number}.md"), Vec::new())).collect();
    std::fs::write(folder.path().join("many.zip"), zip_of(&files)).unwrap();
    let walked = walk_within(&[folder.path().to_owned()], &SurveyOptions::default(), 1 << 20);
    assert_eq!(walked.found.len(), 2000, "an archive of this size may have them");
    // The same for a bomb of empty files: far more files than its size allows.
    let mut allowance = Allowance::of_size(1).with_free(1 << 20);
    let path = folder.path().join("many.zip");
    let mut complaints = Vec::new();
    let unpacked = unpack::unpack(&path, "many.zip", Archive::Zip, &mut allowance, &mut complaints).unwrap();
    assert_eq!(std::fs::read_dir(unpacked.folder.files()).unwrap().count(), 256);
    assert_eq!(complaints.len(), 1);
}
