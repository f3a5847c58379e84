//! The canonical form of a canonical form is itself, and so are its signatures.
#![no_main]

use formula::{Notation, Options, canonical, signatures, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let options = Options { wildcards: true, ..Options::default() };
    let formula = formula::read(source, Notation::Auto, &options);
    let once = canonical::canonical(&formula.opt);
    let twice = canonical::canonical(&once);
    assert_eq!(write::sexpr::write(&once), write::sexpr::write(&twice));
    assert_eq!(signatures::alpha(&once), signatures::alpha(&twice));
    assert_eq!(signatures::structure(&once), signatures::structure(&twice));
});
