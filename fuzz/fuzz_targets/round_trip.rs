//! MathML written from a layout tree and read again is the same tree.
//!
//! LaTeX has two notations for some constructs for which MathML has one (an accent spelt as a relation, a
//! grid of one cell), so the first trip may change the tree; the second must change nothing.
#![no_main]

use formula::slt::Slt;
use formula::write::mathml::{Style, write};
use formula::write::{layout, tangent};
use formula::{Options, latex, mathml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let options = Options { wildcards: true, ..Options::default() };
    let once = trip(&latex::read(source, &options).0);
    let twice = trip(&once);
    assert_eq!(layout::write(&once), layout::write(&twice));
    assert_eq!(tangent::slt_string(&once), tangent::slt_string(&twice));
});

fn trip(slt: &Slt) -> Slt {
    mathml::read_presentation(&write(slt, &Style::default()), true).0
}
