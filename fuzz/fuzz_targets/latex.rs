//! Any text read as LaTeX gives a tree: no panic, spans inside the source, nesting within the bound.
#![no_main]

use formula::{Options, latex, meaning};
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_slt;

fuzz_target!(|source: &str| {
    for wildcards in [false, true] {
        let (slt, diagnostics) = latex::read(source, &Options { wildcards, ..Options::default() });
        check_slt(&slt, source);
        for diagnostic in diagnostics {
            assert!(diagnostic.span.start <= diagnostic.span.end);
            assert!(diagnostic.span.end as usize <= source.len());
        }
        std::hint::black_box(meaning::operator_tree(&slt));
    }
});
