//! Folders of files for a test, and their surveys.

#![allow(dead_code, reason = "each test uses its part")]

use std::path::Path;
use std::sync::Arc;

use corpus::collection::{Entry, Survey, SurveyOptions, survey};
use document::{Complaint, Unit};
use tempfile::TempDir;

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// What is found in a folder or file.
pub fn found(source: &Path) -> Survey {
    survey(&[source.to_owned()], &SurveyOptions::default())
}

/// The names of the entries, without the source.
pub fn names(survey: &Survey) -> Vec<String> {
    let prefix = format!("{}/", survey.sources[0].name);
    survey
        .entries
        .iter()
        .map(|entry| entry.name.strip_prefix(&prefix).unwrap_or(&entry.name).to_owned())
        .collect()
}

/// The units and complaints of an entry.
pub fn read(entry: &Entry) -> (Vec<Unit>, Vec<Complaint>) {
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    match entry.read(&Arc::default()) {
        Err(error) => complaints.push(error.into_complaint()),
        Ok(reader) => {
            for item in reader {
                match item {
                    Ok(unit) => units.push(unit),
                    Err(complaint) => complaints.push(complaint),
                }
            }
        }
    }
    (units, complaints)
}

/// All texts of the units of all entries, and the complaints of survey and readers.
pub fn read_all(survey: &Survey) -> (String, Vec<Complaint>) {
    let mut text = String::new();
    let mut complaints = survey.complaints.clone();
    for entry in &survey.entries {
        let (units, more) = read(entry);
        for unit in &units {
            unit.texts().for_each(|(_, piece)| text.push_str(&format!("{}\n", piece.text)));
        }
        complaints.extend(more);
    }
    (text, complaints)
}

/// A gzipped tar archive.
pub fn tar_gz(files: &[(&str, &str)]) -> Vec<u8> {
    let encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut builder = tar::Builder::new(encoder);
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}
