//! Smatch of published graphs: the numbers of a golden file, and small graphs against trying every mapping.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use graph::penman::{self, Quotes};
use graph::smatch::{Options, smatch};

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn pairs_of_published_graphs_have_the_known_numbers() {
    let graphs = common::graphs();
    let parse = |topic: &str| penman::parse(&graphs[topic], Quotes::Strict).unwrap();
    for line in include_str!("golden/smatch.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [one, other, matched, first, second] = fields[..] else { panic!("{line}") };
        if !(graphs.contains_key(one) && graphs.contains_key(other)) {
            continue;
        }
        let start = std::time::Instant::now();
        let found = smatch(&parse(one), &parse(other), &Options::default());
        println!("{line} {found:?} {:?}", start.elapsed());
        let counts =
            [found.counts.matched, found.counts.first, found.counts.second].map(|count| count.to_string());
        assert_eq!(counts, [matched, first, second], "{line}");
    }
}

/// Numbers that we computed and that `smatch_differential.rs` has found equal to the package's for such pairs: each topic with the
/// one five places further, if both graphs are small.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn pairs_of_published_graphs_have_the_recorded_numbers() {
    let graphs: Vec<(String, graph::Graph)> = common::graphs()
        .into_iter()
        .filter_map(|(topic, source)| Some((topic, penman::parse(&source, Quotes::Strict).ok()?)))
        .filter(|(_, graph)| graph.nodes.len() + graph.edges.len() < 60)
        .collect();
    let mut found = String::from(
        "# Two topics, matched triples, triples of each graph, and whether the mapping is proved to be the best.\n",
    );
    for ((one, first), (other, second)) in graphs.iter().zip(graphs.iter().skip(5)) {
        let score = smatch(first, second, &Options::default());
        let counts = score.counts;
        let proved = if score.exact { "proved" } else { "climbed" };
        found.push_str(&format!(
            "{one} {other} {} {} {} {proved}\n",
            counts.matched, counts.first, counts.second
        ));
    }
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/smatch-recorded.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&file).unwrap());
}
