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
