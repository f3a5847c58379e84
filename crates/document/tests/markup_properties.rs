//! Properties of every text: places are inside the text, formulas do not overlap, nothing is lost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use document::Text;
use document::markup::{Rules, delimited, delimited_by, html};
use proptest::prelude::*;

/// Texts made of delimiters and other pieces.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "$",
        "$$",
        "\\$",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\",
        "{",
        "}",
        "x",
        " ",
        "\n",
        "\n\n",
        "5",
        "and",
        "=",
        "\\alpha",
        "\\begin{align}",
        "\\end{align}",
        "\\begin{cases}",
        "\\end{cases}",
        "\\text{",
        "<",
        ">",
        "&lt;",
        "&",
        "é",
        "𝔸",
        "<math>",
        "<mi>x</mi>",
        "</math>",
        "<span class=\"math-container\" id=\"1\">",
        "</span>",
        "<span>",
        "<p>",
        "</p>",
        "<code>",
        "</code>",
        "<pre>",
        "</pre>",
        "<li>",
        "<div class=MathJax>",
        "</div>",
        "<script type=\"math/tex\">",
        "</script>",
        "<!--",
        "-->",
        "<a title='",
        "'>",
        "<img class=tex alt=\"y\">",
        "<span class=\"katex-html\">",
        "<sup>",
        "<br/>",
        "<![CDATA[",
        "]]>",
        "<main>",
        "<h1>",
        "<nav>",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn check(text: &Text) {
    let mut end = 0;
    for formula in &text.formulas {
        let shown = text.text.get(formula.place.clone()).expect("a place between characters");
        assert!(
            formula.place.start >= end && !shown.is_empty() && !formula.source.trim().is_empty(),
            "{text:?}"
        );
        end = formula.place.end;
    }
    let words: usize = text.words().map(str::len).sum();
    let shown: usize = text.formulas.iter().map(|formula| formula.place.len()).sum();
    assert_eq!(words + shown, text.text.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces_give_a_text_with_formulas_in_it(source in pieces()) {
        check(&delimited(&source));
        check(&html(&source));
    }

    #[test]
    fn any_characters_do(source in "\\PC{0,60}") {
        check(&delimited(&source));
        check(&html(&source));
    }

    #[test]
    fn without_tags_the_text_stays_as_it_is(source in pieces()) {
        for money in [false, true] {
            let text = delimited_by(&source, Rules { tags: false, brackets: true, money }, &[]);
            check(&text);
            prop_assert_eq!(&text.text, &source);
        }
    }

    #[test]
    fn what_was_found_is_found_again(source in pieces()) {
        let rules = Rules { tags: false, ..Rules::default() };
        let once = delimited_by(&source, rules, &[]);
        prop_assert_eq!(&delimited_by(&once.text, rules, &[]), &once);
    }

    #[test]
    fn no_formula_touches_code(source in pieces(), from in 0usize..200, length in 1usize..50) {
        let edge = |at: usize| (0..=at.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
        let code = edge(from)..edge(from + length);
        let rules = Rules { tags: true, ..Rules::default() };
        let text = delimited_by(&source, rules, std::slice::from_ref(&code));
        check(&text);
        prop_assert!(text.text.contains(&source[code]));
    }
}
