//! What Markdown becomes, and what stays mathematics.

use std::time::Duration;

use testkit::timed;

use super::super::rich::html;
use super::*;

fn shown(text: &str) -> String {
    html(text, &(0..text.len()), Vec::new(), Shape::Paragraphs)
}

#[test]
fn blocks_are_paragraphs_headings_lists_quotations_and_code() {
    let cases = [
        ("one\ntwo\n\nthree", "<p>one two</p><p>three</p>"),
        ("# Limits\nLet it be.", "<h3>Limits</h3><p>Let it be.</p>"),
        (
            "so:\n- one\n- two\n  continues\n\nend",
            "<p>so:</p><ul><li>one</li><li>two continues</li></ul><p>end</p>",
        ),
        ("2. two\n\n3. three", "<ol start=\"2\"><li>two</li><li>three</li></ol>"),
        ("> said\n> twice\n\nI", "<blockquote><p>said twice</p></blockquote><p>I</p>"),
        (
            "run\n```python\na = 1 < 2\n  b\n```\ndone",
            "<p>run</p><pre><code>a = 1 &lt; 2\n  b</code></pre><p>done</p>",
        ),
        (
            "so\n| a | b |\n|---|:-:|\n| *c* | d |\n| e | f\n\nend",
            "<p>so</p><div class=\"table-wrap\"><table><tr><th> a </th><th> b </th></tr><tr><td> <em>c</em> </td><td> d </td></tr><tr><td> e </td><td> f</td></tr></table></div><p>end</p>",
        ),
        (
            "| a | b |\n|---|---|",
            "<div class=\"table-wrap\"><table><tr><th> a </th><th> b </th></tr></table></div>",
        ),
        ("| no table |\nhere", "<p>| no table | here</p>"),
        ("```\nnever ends *x*", "<pre><code>never ends *x*</code></pre>"),
        ("-5 is less\n3.14 is not\n#1", "<p>-5 is less 3.14 is not #1</p>"),
        ("", ""),
        ("\n\n", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), expected, "{text:?}");
    }
}

#[test]
fn emphasis_code_and_links_are_told_from_mathematics() {
    let cases = [
        (
            "an *open* set, **not** _closed_",
            "<p>an <em>open</em> set, <strong>not</strong> <em>closed</em></p>",
        ),
        (
            "***both***, and **all (*of* it)**.",
            "<p><strong><em>both</em></strong>, and <strong>all (<em>of</em> it)</strong>.</p>",
        ),
        ("2*3*4, a * b * c, x_1 and y_2, *open", "<p>2*3*4, a * b * c, x_1 and y_2, *open</p>"),
        (
            "a C *–algebra and *-algebra, f*(x) of *g*(x)*h",
            "<p>a C *–algebra and *-algebra, f*(x) of *g*(x)*h</p>",
        ),
        ("*one\n\ntwo*", "<p>*one</p><p>two*</p>"),
        ("use `a<b` *", "<p>use <code>a&lt;b</code> *</p>"),
        (
            "*[see it](https://a.org/?x=\"1\")*",
            "<p><em><a href=\"https://a.org/?x=&quot;1&quot;\" rel=\"noreferrer\">see it</a></em></p>",
        ),
        ("[run](javascript:alert) [0,1](x)", "<p>[run](javascript:alert) [0,1](x)</p>"),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), expected, "{text:?}");
    }
    let text = "[a](https://a.org) *b*";
    assert_eq!(html(text, &(0..text.len()), Vec::new(), Shape::Line), "a <em>b</em>");
}

#[test]
fn long_texts_full_of_marks_take_no_time() {
    let text = "[`*a _".repeat(50_000);
    let formula = |at: usize| Piece { place: 6 * at + 3..6 * at + 4, html: Some(String::new()) };
    let pieces = (0..50_000).map(formula).collect();
    let (_, time) = timed(|| html(&text, &(0..text.len()), pieces, Shape::Paragraphs));
    assert!(time < Duration::from_secs(2), "{time:?}");
}

#[test]
fn formulas_are_left_alone_and_may_be_emphasised() {
    let text = "*any $a*b$ of*\n$$x\n- y$$";
    let places = [5..10, 15..24];
    let formula = |place: &Range<usize>| Piece { place: place.clone(), html: Some("<math/>".to_owned()) };
    let shown = html(text, &(0..text.len()), places.iter().map(formula).collect(), Shape::Paragraphs);
    assert_eq!(shown, "<p><em>any <math/> of</em> <math/></p>");
}

/// Whatever is written, every tag has its counterpart, in order, and lit words take none away.
#[test]
fn tags_are_balanced_for_any_text() {
    let pieces = [
        "*",
        "**",
        "_",
        "`",
        "```",
        "[",
        "](https://a",
        ")",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        " ",
        "a",
        "é",
        "<b>",
    ];
    let mut state = 7_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let text: String = (0..draw(16)).map(|_| pieces[draw(pieces.len())]).collect();
        let from = draw(text.len() + 1);
        let lit = Piece { place: from..(from + draw(4)).min(text.len()), html: None };
        for shape in [Shape::Line, Shape::Paragraphs] {
            let html = html(&text, &(0..text.len()), vec![lit.clone()], shape);
            let mut open = Vec::new();
            for tag in html.split('<').skip(1).map(|tag| tag.split(['>', ' ']).next().unwrap()) {
                match tag.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{text:?}: {html}"),
                    None => open.push(tag),
                }
            }
            assert_eq!(open, Vec::<&str>::new(), "{text:?}: {html}");
        }
    }
}
