//! How many sentences the builder reads in a second of processor time: `builder_speed < texts`, a text on each line with
//! formulas between dollar signs.

use std::io::Read;
use std::ops::Range;

use graph::build;

fn main() -> std::io::Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let texts: Vec<(&str, Vec<Range<usize>>)> = input
        .lines()
        .map(|text| {
            let marks: Vec<usize> = text.match_indices('$').map(|(at, _)| at).collect();
            (text, marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect())
        })
        .collect();
    let (mut sentences, mut nodes) = (0, 0);
    let ((), time) = testkit::timed(|| {
        for (text, formulas) in &texts {
            let graphs = build::sentences(text, formulas);
            sentences += graphs.len();
            nodes += graphs.iter().map(|graph| graph.nodes.len()).sum::<usize>();
        }
    });
    let rate = sentences as f64 / time.as_secs_f64();
    println!(
        "{} texts, {sentences} sentences, {nodes} nodes, {:.2} s: {rate:.0} sentences a second",
        texts.len(),
        time.as_secs_f64()
    );
    Ok(())
}
