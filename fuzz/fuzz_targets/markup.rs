//! Any text has formulas in places that are places: between characters, in order, not empty; without tags the
//! text stays as it is.
#![no_main]

use corpus::markup::{Rules, delimited, delimited_by};
use libfuzzer_sys::fuzz_target;
use perga_fuzz::check_text;

fuzz_target!(|source: &str| {
    check_text(&delimited(source));
    for money in [false, true] {
        let text = delimited_by(source, Rules { tags: false, brackets: true, money }, &[]);
        check_text(&text);
        assert_eq!(text.text, source);
    }
});
