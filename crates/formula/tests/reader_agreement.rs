//! The LaTeX reader and the MathML reader agree: the layout of a formula's LaTeX is the layout of LaTeXML's
//! Presentation MathML for it, on the topic formulas of ARQMath 2020 and 2021.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use std::collections::BTreeMap;

use formula::write::tangent::slt_string;
use formula::{Options, latex, mathml};

/// Where LaTeXML and we differ on purpose: a name, and a rewriting of both layout strings.
type Convention = (&'static str, fn(&str) -> String);

const CONVENTIONS: &[Convention] =
    &[("LaTeXML marks the d of a differential as an operator", |string| string.replace("[V!d", "[d"))];

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_layout_of_latex_is_that_of_its_mathml() {
    let (mut rows, later) = (data::gold_rows("2020"), data::gold_rows("2021"));
    rows.extend(later);
    let mut unusable: BTreeMap<&str, usize> = BTreeMap::new();
    let mut touched = vec![0; CONVENTIONS.len()];
    let (mut usable, mut raw, mut agreed) = (0, 0, 0);
    for row in &rows {
        if let Some(fault) = data::fault_of_reference(row) {
            *unusable.entry(fault).or_default() += 1;
            continue;
        }
        usable += 1;
        let mut ours = slt_string(&latex::read(&row.latex, &Options::default()).0);
        let mut theirs = slt_string(&mathml::read_presentation(&row.presentation, false).0);
        raw += usize::from(ours == theirs);
        for ((_, rewrite), count) in CONVENTIONS.iter().zip(&mut touched) {
            if ours != theirs {
                let before = (ours.clone(), theirs.clone());
                (ours, theirs) = (rewrite(&ours), rewrite(&theirs));
                *count += usize::from((ours.clone(), theirs.clone()) != before);
            }
        }
        agreed += usize::from(ours == theirs);
        if ours != theirs {
            println!("{} {}\n  LaTeX  {ours}\n  MathML {theirs}", row.id, row.latex);
        }
    }
    let share = |count: usize| 100.0 * count as f64 / usable as f64;
    println!("rows: {}, usable: {usable}, unusable: {unusable:?}", rows.len());
    println!("equal as they are: {raw} ({:.2} %)", share(raw));
    for ((name, _), count) in CONVENTIONS.iter().zip(&touched) {
        println!("convention: {name}: {count} rows");
    }
    println!("equal after conventions: {agreed} ({:.2} %)", share(agreed));
    assert!(usable > 1500, "only {usable} usable rows");
    assert!(share(agreed) >= 99.0, "only {:.2} % agree", share(agreed));
}
