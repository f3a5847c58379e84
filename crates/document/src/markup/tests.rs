//! The scanner and the conversion from HTML, case by case.

use formula::Notation;
use testkit::timed;

use super::*;

/// The sources of the formulas in a text; checks every place.
fn sources(text: &Text) -> Vec<&str> {
    let mut end = 0;
    for formula in &text.formulas {
        assert!(formula.place.start >= end, "formulas overlap in {:?}", text.text);
        assert!(text.text.get(formula.place.clone()).is_some_and(|shown| !shown.is_empty()));
        end = formula.place.end;
    }
    text.formulas.iter().map(|formula| formula.source.as_str()).collect()
}

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    assert_eq!(sources(&delimited(text)), expected, "{text}");
}

#[track_caller]
fn becomes(source: &str, text: &str, expected: &[&str]) {
    let read = html(source);
    assert_eq!(read.text, text, "{source}");
    assert_eq!(sources(&read), expected, "{source}");
}

#[test]
fn delimiters_of_every_kind() {
    finds("a $x$ b $$y$$ c \\(z\\) d \\[w\\]", &["x", "y", "z", "w"]);
    finds("\\begin{align*}a&=b\\\\c&=d\\end{align*}.", &["\\begin{align*}a&=b\\\\c&=d\\end{align*}"]);
    finds("\\begin{theorem}$x$\\end{theorem}", &["x"]);
    finds("$\\begin{cases}a\\\\b\\end{cases}$", &["\\begin{cases}a\\\\b\\end{cases}"]);
    finds(
        "\\begin{array}{c}\\begin{array}{c}a\\end{array}\\end{array}",
        &["\\begin{array}{c}\\begin{array}{c}a\\end{array}\\end{array}"],
    );
    finds("$a$$b$", &["a", "b"]);
    finds("$ x $ and $y $ and $ \\sin z$", &[" x ", "y ", " \\sin z"]);
    finds("over\n$$\na\n=b\n$$\nlines", &["\na\n=b\n"]);
    finds("\\[\na\n\n=b\n\\]", &["\na\n\n=b\n"]);
}

#[test]
fn dollars_that_are_money() {
    finds("It costs $5 and $10, or $7.50.", &[]);
    finds("between $5-$10 and 5$ or 6$", &[]);
    finds("I paid $5 for $x$ apples and $20 for $y$ pears", &["x", "y"]);
    finds("\\$5 and $x$ and \\$ 6", &["x"]);
    finds("$5$ and $2x$ of $10\\%$", &["5", "2x", "10\\%"]);
    finds("a 3$\\times$3 matrix", &["\\times"]);
}

#[test]
fn dollars_in_a_text_in_a_formula() {
    finds("$x \\text{ if $y$ is } z$ and $w$", &["x \\text{ if $y$ is } z", "w"]);
    finds("$$x \\mbox{ if $y$}$$ and $w$", &["x \\mbox{ if $y$}", "w"]);
    finds("$\\left{x$ and $y$", &["\\left{x", "y"]);
    finds("$\\{x\\}$ and $}$", &["\\{x\\}", "}"]);
}

#[test]
fn what_is_never_closed_is_text() {
    finds("a $x and\n\nthen $y$ b", &["y"]);
    finds("$$x$ and $y$", &["x", "y"]);
    finds("\\(x and \\(y\\) and \\[z", &["y"]);
    finds("\\begin{align}x and $y$", &["y"]);
    finds("\\begin{align}x \\begin{align}y\\end{align}", &["\\begin{align}y\\end{align}"]);
    finds("\\end{align} <math><mi>x</mi> and $y$", &["y"]);
    finds("<span class=\"math-container\">$y$", &["y"]);
    finds("$ $$ $$$ $$$$ \\(\\) \\[ \\]", &[]);
    finds("\\\\(x\\\\) is not, \\\\\\(y\\) is", &["y"]);
}

#[test]
fn spans_and_elements_in_plain_text() {
    let source = "Let <span class=\"math-container\" id=\"q_1\" visual_id='7'>$$a &lt; b$$</span> be \
                  <math id='m1' alttext='x&amp;lt;y'><mi>x</mi></math> or <MATH><mi>z</mi></MATH>.";
    let text = delimited(source);
    assert_eq!(text.text, "Let $$a < b$$ be $x<y$ or <MATH><mi>z</mi></MATH>.");
    assert_eq!(sources(&text)[0], "a < b");
    assert_eq!(text.formulas[0].id.as_deref(), Some("q_1"));
    assert_eq!(text.formulas[0].visual_id.as_deref(), Some("7"));
    assert_eq!(text.formulas[1].notation, Notation::MathMl);
    assert_eq!(text.formulas[1].id.as_deref(), Some("m1"));
    assert_eq!(sources(&text)[2], "<MATH><mi>z</mi></MATH>");
    finds("it costs $5 <span class=\"math-container\">$x$</span>", &["x"]);
    finds("if $a<b$ and $c>d$ and <b>$e$</b>", &["a<b", "c>d", "e"]);
}

#[test]
fn other_rules() {
    let brackets = Rules { brackets: false, ..Rules::default() };
    assert_eq!(sources(&delimited_by("\\[not\\] \\(this\\) $x$", brackets, &[])), ["x"]);
    let latex = Rules { tags: false, money: false, brackets: true };
    assert_eq!(sources(&delimited_by("$5 and $6 &lt; $7$", latex, &[])), ["5 and ", "7"]);
    let code = [4..8, 14..17];
    assert_eq!(sources(&delimited_by("a $ `$x` b $c `$` $d$", Rules::default(), &code)), ["d"]);
}

#[test]
fn blocks_lists_and_white_space() {
    becomes("<p>One\n  two</p><p>three</p>", "One\ntwo\n\nthree", &[]);
    becomes("a<br>b<ul><li>c<li><p>d</p></li></ul>e", "a\nb\n\n- c\n- d\n\ne", &[]);
    becomes("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc", &[]);
    becomes("x<sup>2</sup> &amp; <b>y</b><sub>1</sub>", "x^2 & y_1", &[]);
    becomes("<style>p {}</style><script>var x = '$y$';</script>a<!-- $b$ -->c", "ac", &[]);
    becomes("<div><div>a</div></div>\n<div>b</div>", "a\n\nb", &[]);
    becomes("  ", "", &[]);
}

#[test]
fn formulas_of_pages() {
    becomes("<p>If $a &lt; b$ and \\(c\\)</p>", "If $a < b$ and \\(c\\)", &["a < b", "c"]);
    becomes("<p>$x</p><p>y$</p>", "$x\n\ny$", &[]);
    becomes("$x<y$ and $z>w$", "$x<y$ and $z>w$", &["x<y", "z>w"]);
    becomes("$$a % note\n b$$", "$$a % note\nb$$", &["a % note\nb"]);
    becomes("A <code>$x$</code> $y$", "A $x$ $y$", &["y"]);
    becomes("<pre>\n$x$\n\n  $y$\n</pre><p>$z$", "$x$\n\n  $y$\n\n$z$", &["z"]);
    becomes("<p><code>unclosed $x$</p><p>$y$</p>", "unclosed $x$\n\n$y$", &["y"]);
    becomes("<script type=\"math/tex; mode=display\">a<b</script>", "$$a<b$$", &["a<b"]);
    becomes("<img class=\"tex\" alt=\"x^2\"> <img class=photo alt=\"cat\">", "$x^2$", &["x^2"]);
}

#[test]
fn mathml_is_kept_byte_for_byte() {
    let element = "<math display=\"inline\"><mi>x</mi>\n<mo>&lt;</mo></math>";
    becomes(&format!("<p>a {element} b</p>"), &format!("a {element} b"), &[element]);
    let element =
        "<m:math xmlns:m=\"M\"><m:annotation encoding=\"application/x-tex\"> x\n</m:annotation></m:math>";
    becomes(&format!("a{element}b"), "a$x$b", &[element]);
    becomes("a <math><mi>x</mi> b", "a x b", &[]);
}

#[test]
fn containers_of_math_stack_exchange() {
    let text = html(
        "<p><span class=\"math-container\" id=\"1\" visual_id=\"9\"><?xml?> <math alttext=\"x\"><mi>x</mi></math></span>, \
         <span class=\"math-container\"><span class=\"math-container\" id=\"2\">$a &gt; b$</span></span> \
         ofte<span class=\"math-container\" id=\"3\">n</span></p>\
         <p><span class=\"math-container\" id=\"4\">$y$</p><p>$z$</p>",
    );
    assert_eq!(text.text, "$x$, $a > b$ often\n\n$y$\n\n$z$");
    let ids: Vec<_> = text.formulas.iter().map(|formula| formula.id.as_deref().unwrap_or("-")).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "-"]);
    assert_eq!(text.formulas[0].visual_id.as_deref(), Some("9"));
    assert_eq!(sources(&text)[1..], ["a > b", "n", "y", "z"]);
}

#[test]
fn katex_is_read_once() {
    let math = "<math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x</annotation></semantics></math>";
    let drawing =
        "<span class=\"katex-html\" aria-hidden=\"true\"><span class=\"base\"><span>x</span></span></span>";
    let source =
        format!("so <span class=\"katex\"><span class=\"katex-mathml\">{math}</span>{drawing}</span> is");
    becomes(&source, "so $x$ is", &[math]);
    becomes(&format!("so <span class=\"katex\">{drawing}</span> is"), "so x is", &[]);
}

#[test]
fn mediawiki_is_read_once() {
    let math = "<math alttext=\"{\\displaystyle a&lt;b}\"><mi>a</mi></math>";
    let image = "<img class=\"mwe-math-fallback-image-inline\" alt=\"{\\displaystyle a&lt;b}\">";
    let source = format!(
        "<span class=\"mwe-math-element\"><span style=\"display: none;\">{math}</span>{image}</span>."
    );
    becomes(&source, "$a<b$.", &[math]);
    becomes(
        &format!("<span class=\"mwe-math-element\">{image}</span>"),
        "${\\displaystyle a<b}$",
        &["{\\displaystyle a<b}"],
    );
}

#[test]
fn mathjax_is_read_once() {
    let math = "<math><mi>x</mi></math>";
    let assistive = format!(
        "<mjx-container class=\"MathJax\"><mjx-math>boxes</mjx-math><mjx-assistive-mml>{math}</mjx-assistive-mml></mjx-container>"
    );
    becomes(&format!("a {assistive} b"), &format!("a {math} b"), &[math]);
    let drawn = format!(
        "<span class=\"MathJax_Preview\">x</span><span class=\"MathJax\"><nobr>boxes</nobr>{math}</span>"
    );
    becomes(&format!("a {drawn}<script type=\"math/tex\">x</script> b"), "a $x$ b", &["x"]);
    let drawn = "<div class=\"MathJax_Display\" data-mathml=\"&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;\">boxes</div>";
    becomes(&format!("a {drawn}b"), &format!("a\n\n{math}\n\nb"), &[math]);
}

#[test]
fn pages_know_their_content() {
    let page = page(
        "<html><head><title>On &lt;x&gt;</title><meta name=Keywords content='a, b'></head><body><nav>menu</nav>\
         <header>site</header><main><article><header><h1>About $x$</h1></header><p>Text $y$</p><aside>ad</aside>\
         </article></main><footer>by</footer>after</body></html>",
        Take::Page,
    );
    assert_eq!(page.title.text, "On <x>");
    assert_eq!(page.heading.text, "About $x$");
    assert_eq!(page.body.text, "Text $y$");
    assert_eq!(sources(&page.body), ["y"]);
    assert_eq!(page.meta, [("keywords".to_owned(), "a, b".to_owned())]);
}

#[test]
fn pages_without_marks_are_content() {
    let page = page("<h1>A<p>b<main></main>c", Take::Page);
    assert_eq!((page.heading.text.as_str(), page.body.text.as_str()), ("A", "b\n\nc"));
}

#[test]
fn paragraphs_are_kept_separately() {
    let source = "<h1>T</h1><h2>S</h2><div class=\"ltx_para\" id=\"S1.p1\"><p>a</p><div>b $x$</div></div>\
                  <div class=\"ltx_theorem\"><div class=\"ltx_para\" id=\"S1.p2\">c</div></div>";
    let page = page(source, Take::Paragraphs);
    let paragraphs: Vec<_> =
        page.paragraphs.iter().map(|(id, text)| (id.as_str(), text.text.as_str())).collect();
    assert_eq!(paragraphs, [("S1.p1", "a\n\nb $x$"), ("S1.p2", "c")]);
    assert_eq!(page.body.text, "S");
}

/// Doubling a hostile input doubles the time; a quadratic scan would take minutes here.
#[test]
fn hostile_input_takes_linear_time() {
    const SIZE: usize = 1 << 18;
    let seeds = [
        "$",
        "$ ",
        "$$ ",
        "${",
        "$x{",
        "${$",
        "\\(",
        "\\[",
        "\\begin{align}",
        "\\begin{align}\\end{gather}",
        "<",
        "<a",
        "<a ",
        "<a \"",
        "<a x='",
        "<a x='>'",
        "<a x=\"",
        "</a",
        "<!--",
        "<![CDATA[",
        "<math>",
        "<m:math>",
        "<span class=math-container>",
        "<div>",
        "<pre>",
        "<ul><li>",
        "&",
        "&#",
        "&amp",
        "\n",
        " \n",
        "\\",
        "<script>",
        "<span class=\"katex-html\">",
        "<p",
        "<x:math><y:math>",
        "<main>",
        "$5 ",
    ];
    for seed in seeds {
        let source = seed.repeat(SIZE / seed.len());
        let ended = format!("{source}>");
        let ((), time) = timed(|| {
            for source in [&source, &ended] {
                sources(&delimited(source));
                sources(&html(source));
                sources(&page(source, Take::Paragraphs).body);
            }
        });
        assert!(time.as_secs() < 3, "{seed:?} took {time:?}");
    }
}
