//! Any text read as MathML gives trees: no panic, spans inside the source, nesting within the bound.
#![no_main]

use formula::{Options, mathml};
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_slt;

fuzz_target!(|source: &str| {
    for wildcards in [false, true] {
        let formula = mathml::read(source, &Options { wildcards, ..Options::default() });
        check_slt(&formula.slt, source);
    }
});
