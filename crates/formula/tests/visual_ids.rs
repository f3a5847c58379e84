//! Our visual signature against the visual ids of ARQMath, which cluster the formulas of Math Stack Exchange.
//!
//! ARQMath made its ids from LaTeXML's layout trees; agreement means that our reader sees the same formulas
//! as equal. Every distinct LaTeX string counts once, so that repeated strings, on which readers cannot
//! disagree, do not inflate the figure. Where the two differ on purpose, [`convention`] gives the reason; the
//! test prints the figure with and without those strings.
//!
//! `cargo test --release --test visual_ids -- --nocapture` prints the figures, `PERGA_DISAGREEMENTS=n` adds
//! the n largest disagreements of either side.

#![allow(clippy::unwrap_used)]

#[path = "support/data.rs"]
mod data;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use formula::{Options, latex, signatures};

struct Row {
    ours: u64,
    theirs: u64,
    latex: String,
}

/// The formulas, each distinct string once; none without the data.
fn rows() -> Vec<Row> {
    let text = testkit::shared_text("formulas/mse-posts.tsv.gz");
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        let mut columns = line.splitn(3, '\t').skip(1);
        let theirs = columns.next().unwrap();
        let latex = columns.next().unwrap().to_owned();
        // A few rows have no id.
        let Ok(theirs) = theirs.parse() else { continue };
        if seen.insert(latex.clone()) {
            let (slt, _) = latex::read(&latex, &Options::default());
            rows.push(Row { ours: signatures::visual(&slt), theirs, latex });
        }
    }
    rows
}

/// Pairs of rows that share a key.
fn pairs<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> u64 {
    let mut counts: HashMap<K, u64> = HashMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1);
    counts.values().map(|n| n * (n - 1) / 2).sum()
}

// What a source has that makes its id not comparable; see `convention`.
const UNKNOWN: &[&str] = &[
    "gt",
    "lt",
    "Z",
    "R",
    "N",
    "Q",
    "C",
    "RR",
    "zz",
    "nn",
    "lam",
    "eps",
    "Reals",
    "Natural",
    "nsim",
    "nmid",
    "varnothing",
    "leqslant",
    "geqslant",
    "blacksquare",
    "nsubseteq",
    "subsetneq",
    "subsetneqq",
    "therefore",
    "binomial",
    "lbinom",
    "lVert",
    "rVert",
    "lvert",
    "rvert",
    "dfrac",
    "tfrac",
    "scr",
    "LaTeX",
    "require",
    "DeclareMathOperator",
    "vDash",
    "curlywedge",
    "beth",
    "varkappa",
];
const FONTS: &[&str] = &[
    "mathbf",
    "bf",
    "boldsymbol",
    "mathrm",
    "rm",
    "tt",
    "sf",
    "it",
    "bm",
    "mathit",
    "mathsf",
    "mathtt",
    "pmb",
    "text",
    "textbf",
    "operatorname",
    "style",
];
const STYLES: &[&str] = &["displaystyle", "textstyle", "large", "Large", "limits", "color", "textcolor"];
const SPACES: &[&str] = &["\\,", "\\;", "\\:", "\\>", "\\!", "\\ ", "~", "\\quad", "\\qquad", "\\tag"];

/// The reason why ARQMath's id of a string is not comparable with ours, if there is one.
///
/// LaTeXML ran without most packages and shows a command it does not know as an error without a name; it
/// writes bold letters and differentials as other characters, keeps Unicode operators and some spaces as
/// they are, and cut or rewrote some sources.
fn convention(latex: &str) -> Option<&'static str> {
    let commands =
        || latex.split('\\').skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_alphabetic()).next());
    let has = |list: &[&str]| commands().flatten().any(|command| list.contains(&command));
    match latex {
        _ if latex.contains("\\@@") || latex.contains("\\end{document}") || latex.contains("\\hfil") => {
            Some("broken")
        }
        _ if has(UNKNOWN) => Some("unknown command"),
        _ if has(FONTS) => Some("font"),
        _ if !latex.is_ascii() => Some("unicode"),
        _ if has(STYLES) => Some("style or colour"),
        // We read `||A||` as a norm wherever its bars pair; ARQMath shows two bars.
        _ if latex.contains("||") => Some("double bar"),
        _ if SPACES.iter().any(|space| latex.contains(space)) => Some("space"),
        _ => None,
    }
}

/// Precision, recall and F1 of our pairs against theirs.
fn agreement(rows: &[Row]) -> (f64, f64, f64) {
    let both = pairs(rows.iter().map(|row| (row.ours, row.theirs))) as f64;
    let precision = both / pairs(rows.iter().map(|row| row.ours)) as f64;
    let recall = both / pairs(rows.iter().map(|row| row.theirs)) as f64;
    (precision, recall, 2.0 * precision * recall / (precision + recall))
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn clusters_agree_with_those_of_arqmath() {
    let rows = rows();
    let report = |title: &str, rows: &[Row]| {
        let (precision, recall, f1) = agreement(rows);
        println!("{title}: {} strings, precision {precision:.4}, recall {recall:.4}, F1 {f1:.4}", rows.len());
        f1
    };
    report("all", &rows);
    let (apart, comparable): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| convention(&row.latex).is_some());
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    apart.iter().for_each(|row| *counts.entry(convention(&row.latex)).or_default() += 1);
    println!("set apart: {counts:?}");
    let f1 = report("comparable", &comparable);
    let shown = std::env::var("PERGA_DISAGREEMENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    print_splits("joined by us only", shown, &comparable, |row| (row.ours, row.theirs));
    print_splits("joined by ARQMath only", shown, &comparable, |row| (row.theirs, row.ours));
    assert!(f1 >= 0.95, "pairwise F1 fell to {f1:.4}");
}

/// Prints the clusters of the first key that the second one splits, one string for each part.
fn print_splits(title: &str, shown: usize, rows: &[Row], keys: impl Fn(&Row) -> (u64, u64)) {
    let mut clusters: BTreeMap<u64, BTreeMap<u64, Vec<&str>>> = BTreeMap::new();
    for row in rows {
        let (cluster, part) = keys(row);
        clusters.entry(cluster).or_default().entry(part).or_default().push(&row.latex);
    }
    let mut split: Vec<_> = clusters.values().filter(|parts| parts.len() > 1).collect();
    split.sort_by_key(|parts| std::cmp::Reverse(parts.values().map(Vec::len).sum::<usize>()));
    println!("{title}: {} clusters", split.len());
    for parts in split.iter().take(shown) {
        println!("  {}", parts.values().map(|part| part[0]).collect::<Vec<_>>().join("  |  "));
    }
}
