//! Any HTML gives a text with valid places of formulas.
#![no_main]

use document::markup::html;
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_text;

fuzz_target!(|source: &str| check_text(&html(source)));
