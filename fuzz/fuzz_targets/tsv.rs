//! Any bytes read as a list of formulas give units and complaints: no panic, valid places of formulas.
#![no_main]

use corpus::collection::Format;
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_units;

fuzz_target!(|bytes: &[u8]| check_units(Format::Tsv, "list.tsv", bytes));
