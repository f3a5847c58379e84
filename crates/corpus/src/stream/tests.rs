use std::io::Write;
use std::path::PathBuf;

use super::*;

fn file(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lines_in(path: &Path, progress: &Arc<Progress>) -> Lines {
    Lines::new("x", open(path, "x", progress).unwrap())
}

fn lines_of(path: &Path) -> Vec<Result<String, String>> {
    let lines = lines_in(path, &Arc::default());
    lines.map(|line| line.map(|line| line.text).map_err(|complaint| complaint.to_string())).collect()
}

#[test]
fn every_compression_is_recognised_by_its_first_bytes_and_may_have_several_members() {
    let folder = tempfile::tempdir().unwrap();
    for (name, pack) in [
        ("gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("bz2", bzip2),
        ("zst", zstandard),
        ("xz", xz),
        ("plain", <[u8]>::to_vec),
    ] {
        let bytes = [pack(b"one\ntw"), pack(b"o\r\nthree")].concat();
        let path = file(&folder, name, &bytes);
        let progress = Arc::default();
        let lines = lines_in(&path, &progress);
        let texts: Vec<_> = lines.map(|line| line.unwrap().text).collect();
        assert_eq!(texts, ["one", "two", "three"], "{name}");
        assert_eq!(progress.bytes(), bytes.len() as u64, "{name}");
    }
}

#[test]
fn skippable_frames_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = [&[0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7][..], &zstandard(b"one\ntwo")].concat();
    assert_eq!(Packing::of(&bytes), Packing::Zstandard);
    assert_eq!(lines_of(&file(&folder, "x", &bytes)), [Ok("one".to_owned()), Ok("two".to_owned())]);
}

#[test]
fn a_byte_order_mark_is_dropped_and_utf_16_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(lines_of(&file(&folder, "a", b"\xEF\xBB\xBFa\n")), [Ok("a".to_owned())]);
    assert_eq!(lines_of(&file(&folder, "b", b"")), []);
    assert_eq!(lines_of(&file(&folder, "c", b"\n")), [Ok(String::new())]);
    let error = open(&file(&folder, "d", b"\xFF\xFEa\0"), "d", &Arc::default()).err().unwrap();
    assert!(error.to_string().contains("UTF-16"), "{error}");
}

#[test]
fn bytes_that_are_not_utf_8_are_replaced_with_one_complaint_for_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "x", b"a\nb\xFFc\xFF\nd");
    let lines = lines_of(&path);
    assert!(lines[1].as_ref().unwrap_err().starts_with("x:2: bytes that are not UTF-8"), "{lines:?}");
    assert_eq!(lines[2], Ok("b\u{FFFD}c\u{FFFD}".to_owned()));
    assert_eq!(lines.len(), 4);
    let (text, complaint) = text("x", open(&path, "x", &Arc::default()).unwrap(), 1000);
    assert_eq!((text.as_str(), complaint.unwrap().line), ("a\nb\u{FFFD}c\u{FFFD}\nd", 2));
}

#[test]
fn a_line_over_the_limit_is_left_out_and_reading_continues() {
    let long = "x".repeat(1000);
    let source = io::Cursor::new(format!("a\n{long}\nb\n{long}"));
    let reader = BufReader::with_capacity(16, source);
    let lines: Vec<_> = Lines::new("x", Box::new(reader)).with_limit(100).collect();
    assert_eq!(lines[0].as_ref().unwrap().text, "a");
    assert_eq!(lines[1].as_ref().unwrap_err().line, 2);
    assert_eq!(lines[2].as_ref().unwrap(), &Line { number: 3, text: "b".to_owned() });
    assert_eq!(lines[3].as_ref().unwrap_err().line, 4);
    assert_eq!(lines.len(), 4);
}

#[test]
fn damaged_data_gives_the_text_before_it_and_a_complaint() {
    let folder = tempfile::tempdir().unwrap();
    let text: String = (0..200_000_u64).map(|number| format!("{}\n", number * number)).collect();
    for (name, pack) in
        [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("bzip2", bzip2), ("Zstandard", zstandard), ("xz", xz)]
    {
        let packed = pack(text.as_bytes());
        let path = file(&folder, name, &packed[..packed.len() * 9 / 10]);
        let lines = lines_of(&path);
        let (last, before) = lines.split_last().unwrap();
        let complaint = last.as_ref().unwrap_err();
        assert!(complaint.contains(&format!("the {name} data is damaged or ends early")), "{complaint}");
        assert!(before.iter().all(Result::is_ok), "{name}");
    }
}

/// A quarter of a gigabyte of zeros in each of several members: small on disk, refused above a gigabyte.
#[test]
fn a_bomb_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let member = {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        let zeros = vec![0; 1 << 20];
        (0..64).for_each(|_| encoder.write_all(&zeros).unwrap());
        encoder.finish().unwrap()
    };
    let path = file(&folder, "bomb.bz2", &member.repeat(20));
    let lines = lines_of(&path);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].as_ref().unwrap_err().contains("looks like a bomb"), "{lines:?}");
}

#[test]
fn a_long_text_is_cut_between_characters_with_a_complaint() {
    for (source, most, expected) in [("abc", 3, "abc"), ("abcd", 3, "abc"), ("aéb", 2, "a"), ("a𝔸b", 4, "a")]
    {
        let stream = Box::new(io::Cursor::new(source.as_bytes().to_vec()));
        let (text, complaint) = text("x", stream, most);
        assert_eq!(text, expected);
        assert_eq!(complaint.is_some_and(|complaint| complaint.is_unread()), source.len() > most);
    }
}

#[cfg(unix)]
#[test]
fn a_device_is_refused() {
    let error = open(Path::new("/dev/zero"), "/dev/zero", &Arc::default()).err().unwrap();
    assert!(error.to_string().starts_with("/dev/zero: this is not a regular file"), "{error}");
}
