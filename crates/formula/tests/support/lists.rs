//! The real formula lists, read at run time; they are not part of the project.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// List, column of the LaTeX, and how many formulas in 10,000 may need mending (none: a stress list).
pub const LISTS: [(&str, usize, Option<usize>); 10] = [
    ("mse-arqmath.txt.gz", 0, Some(15)),
    ("mse-posts.tsv.gz", 2, Some(50)),
    ("wikipedia.tsv.gz", 1, Some(50)),
    ("arxiv-astroph.tsv.gz", 1, Some(50)),
    ("im2latex.txt.gz", 0, Some(50)),
    ("notes-ocw-minif2f.txt.gz", 0, Some(50)),
    ("wiki-mediawiki.txt.gz", 0, None),
    ("katex-tests.txt.gz", 0, None),
    ("mathjax-tests.txt.gz", 0, None),
    ("wiki-temml.txt.gz", 0, None),
];

/// The folder of the lists, unless it is not there.
pub fn folder() -> Option<PathBuf> {
    let root = std::env::var_os("PERGA_SHARED_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let folder = root.join("formulas");
    folder.is_dir().then_some(folder)
}

/// The LaTeX of every line of a compressed list; `column` counts tab-separated columns from 0.
pub fn read(path: &Path, column: usize) -> Vec<String> {
    let mut text = String::new();
    let file = File::open(path).expect("the list can be opened");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the list is compressed text");
    let tabs = column > 0;
    let latex = |line: &str| {
        if tabs { line.split('\t').nth(column).unwrap_or_default().to_owned() } else { line.to_owned() }
    };
    text.lines().map(latex).collect()
}
