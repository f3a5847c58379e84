//! Properties of the words of any text, random and hostile.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use testkit::timed;
use text::words::{LONGEST, words};

/// Texts of the characters that matter in words.
const WORDY: &str = r"[abnst019.'’^_ –\-²₁éßŉ½ςI∞數かﾞ़क\u{301}\u{AD}\u{374}Σ㊀]{0,60}";

fn check(source: &str) -> Result<(), TestCaseError> {
    let mut last = (0, 0);
    for word in words(source) {
        let slice = source.get(word.start..word.end);
        prop_assert!(slice.is_some_and(|slice| !slice.is_empty()), "{word:?} is not on boundaries");
        prop_assert!(!word.text.is_empty());
        prop_assert!(word.text.chars().count() <= LONGEST, "{word:?} is too long");
        prop_assert!(last.0 <= word.start && last.1 <= word.position, "{word:?} is out of order");
        last = (word.start, word.position);
        let again = words(&word.text).next().map(|word| word.text);
        prop_assert_eq!(again.as_ref(), Some(&word.text), "folded twice it is another word");
        prop_assert!(!text::stem::stem(&word.text).is_empty(), "{word:?} has an empty stem");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_words_in_order(source in r"\PC{0,80}") {
        check(&source)?;
    }

    #[test]
    fn letters_of_every_script_have_words_in_order(source in r"[\p{L}\p{N}\p{M}'’ \-]{0,40}") {
        check(&source)?;
    }

    #[test]
    fn joined_texts_have_words_in_order(source in WORDY) {
        check(&source)?;
    }

    #[test]
    fn case_and_accents_do_not_matter(source in "[a-z '^_-]{0,60}") {
        let texts = |source: &str| words(source).map(|word| (word.text, word.position)).collect::<Vec<_>>();
        let accented: String = source.chars().flat_map(|c| match c {
            'a'..='z' => vec![c.to_ascii_uppercase(), '\u{308}'],
            _ => vec![c],
        }).collect();
        prop_assert_eq!(texts(&source), texts(&accented));
    }
}

#[test]
fn a_character_that_is_a_word_of_its_own_makes_no_ordinal() {
    check("數–st-").unwrap();
}

#[test]
fn every_character_alone_is_a_word_or_none() {
    let of_words =
        |c: &char| c.is_alphanumeric() || !words(&format!("a{c}b")).map(|word| word.text).eq(["a", "b"]);
    for c in ('\0'..=char::MAX).filter(of_words) {
        check(&format!("{c}")).unwrap_or_else(|error| panic!("U+{:04X}: {error}", c as u32));
        check(&format!("a{c}b'{c}")).unwrap_or_else(|error| panic!("U+{:04X}: {error}", c as u32));
    }
}

/// The seconds that the words of `unit`, repeated to `bytes`, take.
fn time(unit: &str, bytes: usize) -> f64 {
    let source = unit.repeat(bytes / unit.len());
    timed(|| assert!(words(&source).count() <= source.len())).1.as_secs_f64()
}

#[test]
fn time_is_linear_on_hostile_texts() {
    let prose = "By the Cauchy–Schwarz inequality, Hölder's L^2-norm isn't 0.5. ";
    let hostile = ["a", "a-", "l'abc", "a_", "e\u{301}", "1.", "x²", "数"].map(|unit| (unit, 2_000_000));
    for (unit, bytes) in hostile.into_iter().chain([(prose, 10_000_000)]) {
        let (small, large) = (time(unit, bytes / 10), time(unit, bytes));
        // Ten times the text; quadratic time would be a hundred times as much.
        assert!(large < 30.0 * small + 0.1, "{unit:?}: {small:.3} s, ten times the text: {large:.3} s");
    }
}
