//! In any text the places of formulas split no character, are in order and not empty. A text without tags
//! stays as it is.
#![no_main]

use document::markup::{Rules, delimited, delimited_by};
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
