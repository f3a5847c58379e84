//! Result XML like that of NTCIR: hits with score, formula ids, and what each query variable stands for.
//!
//! The schema of the evaluation was never published in full; this one is ours, described in `docs/guide/formula-search.md`.

use std::fmt::Write as _;

use formula::write::tex;

use super::{Results, ShownHit};
use crate::render::escaped;

/// The answer as one XML document.
pub fn write(results: &Results) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<results mode=\"{}\" pipeline=\"{}\">",
        results.mode.name(),
        escaped(&results.pipeline)
    );
    let query = escaped(&tex::write(&results.query.formula.slt));
    let _ = writeln!(out, "  <query><formula id=\"f1.0\">{query}</formula></query>");
    for (at, hit) in results.hits.iter().enumerate() {
        push_hit(at + 1, hit, &mut out);
    }
    out.push_str("</results>\n");
    out
}

fn push_hit(rank: usize, hit: &ShownHit, out: &mut String) {
    let why = &hit.explanation;
    let _ = writeln!(out, "  <hit rank=\"{rank}\" score=\"{}\">", hit.score);
    let _ = writeln!(out, "    <formula for=\"f1.0\" relation=\"{}\">", why.relation.name());
    let _ = writeln!(out, "      <tex>{}</tex>", escaped(&why.tex));
    for occurrence in &hit.occurrences.shown {
        let (id, unit) = (escaped(&occurrence.id), escaped(&occurrence.unit));
        let _ = writeln!(out, "      <instance id=\"{id}\" unit=\"{unit}\"/>");
    }
    for bound in &why.bindings {
        let (name, tex) = (escaped(&bound.from), escaped(&bound.to));
        let _ = writeln!(out, "      <substitution qvar=\"{name}\">{tex}</substitution>");
    }
    for renamed in &why.substitution {
        let (from, to) = (escaped(&renamed.from), escaped(&renamed.to));
        let _ = writeln!(out, "      <renaming variable=\"{from}\">{to}</renaming>");
    }
    out.push_str("    </formula>\n  </hit>\n");
}
