//! Any bytes read as the posts of a dump, and as its comments, give units and complaints: no panic, valid
//! places of formulas.
#![no_main]

use corpus::collection::Format;
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_units;

fuzz_target!(|bytes: &[u8]| check_units(Format::StackExchange, "Posts.xml", bytes));
