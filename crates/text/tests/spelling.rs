//! How long corrections take with the vocabulary of a large collection.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use testkit::timed;
use text::spelling::Vocabulary;

/// Words that look real: syllables chosen by the digits of a number.
fn word(mut number: u64) -> String {
    const SYLLABLES: [&str; 24] = [
        "al", "ge", "bra", "to", "po", "lo", "gy", "in", "te", "gral", "ma", "trix", "ve", "ctor", "the",
        "o", "rem", "pro", "ba", "bi", "li", "ty", "con", "ver",
    ];
    let mut out = String::new();
    while number > 0 {
        out.push_str(SYLLABLES[(number % 24) as usize]);
        number /= 24;
    }
    out
}

#[test]
fn a_correction_among_200_000_words_takes_milliseconds() {
    let words = (1..=200_000u64).map(|number| (word(number * 7 + 24 * 24), 1 + (number % 50) as u32));
    let vocabulary = Vocabulary::new(words);
    let typed = ["algebratopo", "intgral", "matirx", "probabilitty", "convrgemtal", "thevector", "xyzzy"];
    let mut slowest = 0.0f64;
    for typed in typed {
        let (found, time) = timed(|| vocabulary.corrections(typed, 5).len());
        let seconds = time.as_secs_f64();
        println!("{typed}: {found} corrections, {:.2} ms among {} words", seconds * 1e3, vocabulary.len());
        slowest = slowest.max(seconds);
    }
    // Measured without full optimisation: 0.5 to 22 ms. These words share more letters than those of a language.
    assert!(slowest < 0.1, "{slowest} s");
}
