//! Any text read as a Markdown note gives units: no panic, unique ids, valid places of formulas.
#![no_main]

use corpus::collection::Format;
use libfuzzer_sys::fuzz_target;
use perga_fuzz::documents::check_document;

fuzz_target!(|source: &str| check_document(Format::Markdown, source));
