//! Hostile sizes: nesting 100,000 deep, formulas of 10 MB, macros that double themselves.
//!
//! Everything runs in a thread with the default stack of Rust threads, 2 MiB. A stack overflow kills the
//! process; a quadratic step does not finish within the limits below.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use formula::slt::{Edge, MAX_NESTING, NodeId, Slt};
use formula::{Formula, Notation, Options, canonical, signatures, write};
use testkit::timed;

const DEPTH: usize = 100_000;
const MEGABYTES: usize = 10_000_000;

/// Reading one hostile input takes well under a second in a release build; an unoptimised build on a
/// busy machine is some fifty times slower. A quadratic step would take hours.
const LIMIT: Duration = Duration::from_secs(60);

/// All the steps of a formula, as an index runs them.
fn whole_chain(source: &str, notation: Notation) -> Formula {
    let formula = formula::read(source, notation, &Options::default());
    let canonical = canonical::canonical(&formula.opt);
    let twice = canonical::canonical(&canonical);
    assert_eq!(write::sexpr::write(&canonical), write::sexpr::write(&twice));
    std::hint::black_box(signatures::visual(&formula.slt));
    std::hint::black_box(signatures::alpha(&canonical));
    std::hint::black_box(signatures::structure(&canonical));
    std::hint::black_box(write::tangent::slt_string(&formula.slt));
    std::hint::black_box(write::tangent::opt_string(&formula.opt));
    formula
}

/// Runs `work` in a thread with a stack of 2 MiB, within the time limit.
fn confined(name: &str, work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| timed(work)).unwrap();
    let ((), time) = thread.join().unwrap_or_else(|_| panic!("{name} panicked"));
    assert!(time < LIMIT, "{name} took {time:?}");
}

/// Whether some node that can be reached from the root has this label; no node may nest beyond the bound.
fn holds(slt: &Slt, label: &str) -> bool {
    let mut open: Vec<(NodeId, usize)> = slt.root().map(|root| (root, 0)).into_iter().collect();
    let mut found = false;
    while let Some((id, nesting)) = open.pop() {
        assert!(nesting <= MAX_NESTING, "nested beyond the bound");
        found |= slt.label_is(id, label);
        open.extend(slt.next(id).map(|next| (next, nesting)));
        for child in slt.children(id) {
            let deeper = slt.node(child).edge != Edge::Element;
            open.push((child, nesting + usize::from(deeper)));
        }
    }
    found
}

/// Reads `open` × depth, `q`, `close` × depth, and again without the closing parts; `q` must survive.
fn nest(notation: Notation, open: &'static str, leaf: &'static str, close: &'static str) {
    for close in [close, ""] {
        let name = format!("{open}…{close}");
        confined(&name.clone(), move || {
            let source = format!("{}{leaf}{}", open.repeat(DEPTH), close.repeat(DEPTH));
            let formula = whole_chain(&source, notation);
            assert!(holds(&formula.slt, "q"), "{name} lost its innermost symbol");
        });
    }
}

#[test]
fn latex_nested_a_hundred_thousand_deep() {
    let pairs = [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("|", "|"),
        ("\\{", "\\}"),
        ("\\left(", "\\right)"),
        ("\\left.", "\\right|"),
        ("\\bigl(", "\\bigr)"),
        ("\\sqrt{", "}"),
        ("\\sqrt[", "]{x}"),
        ("\\frac{", "}{2}"),
        ("\\frac{1}{", "}"),
        ("\\cfrac{1}{1+", "}"),
        ("\\binom{", "}{k}"),
        ("{a\\over ", "}"),
        ("x^{", "}"),
        ("x_{", "}"),
        ("{}^{", "}x"),
        ("\\sum_{", "}"),
        ("\\begin{matrix}", "\\end{matrix}"),
        ("\\begin{cases}a&", "\\end{cases}"),
        ("\\substack{", "}"),
        ("\\text{$", "$}"),
        ("\\mbox{a $", "$ b}"),
        ("\\hat{", "}"),
        ("\\overline{", "}"),
        ("\\underbrace{", "}_{n}"),
        ("\\stackrel{a}{", "}"),
        ("\\overset{a}{", "}"),
        ("\\xrightarrow{", "}"),
        ("\\mathbf{", "}"),
        ("\\color{red}{", "}"),
        ("\\boxed{", "}"),
        ("f(", ")"),
        ("\\sin(", ")"),
        ("(|a+|", "|+a|)"),
        ("\\left(+|+|+|", "|||\\right)"),
        ("{+|{", "}|}^2"),
    ];
    for (open, close) in pairs {
        nest(Notation::Latex, open, "q", close);
    }
}

#[test]
fn latex_repeated_without_brackets() {
    let parts = [
        "x^",
        "x_",
        "\\sqrt",
        "\\frac",
        "\\hat",
        "-",
        "\\not",
        "\\left",
        "\\right)",
        "\\right",
        "\\middle|",
        "}",
        ")",
        "'",
        "&",
        "\\\\",
        "$",
        "!",
        "\\over ",
        "\\limits",
        "\\begin{matrix}&\\\\",
        "\\end{matrix}",
        "\\begin",
        "|",
        "a|",
        "^",
        "_",
        "x^2_3",
        "\\mathbf ",
        "\\sin",
        "\\sum ",
        "\\forall x",
        "\\int ",
        "\\frac{d}{dx}",
        "f'",
        ",",
        "=",
        "a<",
        "\\unknown",
        "\\def",
        "\\let",
        "#",
        "%\n",
        "\\text",
        "&lt;",
        "\\",
        "~",
        "\\ce{",
        "\\verb",
        "\\begin{a}",
    ];
    for part in parts {
        confined(part, move || {
            let formula = whole_chain(&part.repeat(DEPTH), Notation::Latex);
            std::hint::black_box(formula.slt.arena_len());
        });
    }
}

#[test]
fn mathml_nested_a_hundred_thousand_deep() {
    let pairs = [
        ("<mrow>", "</mrow>"),
        ("<math>", "</math>"),
        ("<mstyle>", "</mstyle>"),
        ("<semantics>", "</semantics>"),
        ("<msqrt>", "</msqrt>"),
        ("<mfenced>", "</mfenced>"),
        ("<menclose>", "</menclose>"),
        ("<mfrac><mn>1</mn>", "</mfrac>"),
        ("<msup><mi>x</mi>", "</msup>"),
        ("<munderover><mo>∑</mo><mi>a</mi>", "</munderover>"),
        ("<mmultiscripts><mi>x</mi>", "</mmultiscripts>"),
        ("<mtable><mtr><mtd>", "</mtd></mtr></mtable>"),
        ("<mrow><mo>(</mo>", "<mo>)</mo></mrow>"),
        ("<unknown>", "</unknown>"),
    ];
    for (open, close) in pairs {
        nest(Notation::MathMl, open, "<mi>q</mi>", close);
    }
}

#[test]
fn content_mathml_nested_a_hundred_thousand_deep() {
    for (open, close) in [
        ("<apply><plus/>", "</apply>"),
        ("<apply>", "</apply>"),
        ("<apply><csymbol cd=\"latexml\">norm</csymbol>", "</apply>"),
        ("<matrix><matrixrow>", "</matrixrow></matrix>"),
        ("<set>", "</set>"),
        ("<bvar>", "</bvar>"),
    ] {
        for close in [close, ""] {
            confined(open, move || {
                let source = format!("<math>{}<ci>q</ci>{}</math>", open.repeat(DEPTH), close.repeat(DEPTH));
                let formula = whole_chain(&source, Notation::MathMl);
                assert!(write::sexpr::write(&formula.opt).contains('q'), "{open} lost its innermost symbol");
            });
        }
    }
}

#[test]
fn broken_xml_repeated() {
    for part in [
        "<",
        "<mi",
        "<mi>",
        "</mi>",
        "<!--",
        "<![CDATA[",
        "&",
        "&#",
        "&amp;",
        "<?",
        "<mi a=\"",
        "<mi a='b' ",
        "]]>",
    ] {
        confined(part, move || {
            whole_chain(&format!("<math>{}", part.repeat(DEPTH)), Notation::MathMl);
        });
    }
}

#[test]
fn plain_text_nested_a_hundred_thousand_deep() {
    for (open, close) in
        [("(", ")"), ("sqrt(", ")"), ("x^(", ")"), ("f(", ")"), ("[", "]"), ("|", "|"), ("1/(", ")")]
    {
        nest(Notation::Text, open, "q", close);
    }
    for part in ["-", "x/", "x^", "x_", "a b ", "sin ", "<=", "?", "int_", "'"] {
        confined(part, move || {
            whole_chain(&part.repeat(DEPTH), Notation::Text);
        });
    }
}

/// Reads many repetitions of `part`; every repetition is at least one node.
fn repeat_to(length: usize, part: &'static str) {
    confined(part, move || {
        let formula = whole_chain(&part.repeat(length / part.len()), Notation::Latex);
        assert!(formula.slt.arena_len() >= length / part.len(), "{part} lost symbols");
    });
}

#[test]
fn ten_megabytes_of_formula() {
    for part in ["\\alpha ", "\\left(x\\right)=", "\\text{word} "] {
        repeat_to(MEGABYTES, part);
    }
}

#[test]
fn a_megabyte_of_everything() {
    for part in ["x+", "x", "(a)", "\\frac12", "x_1^2", "a&b\\\\", "12,", "-", "a|b|", "f(x)", "\\sum "] {
        repeat_to(MEGABYTES / 10, part);
    }
}

#[test]
fn ten_megabytes_of_mathml() {
    let part = "<mi>x</mi><mo>+</mo>";
    confined(part, move || {
        let source = format!("<math>{}</math>", part.repeat(MEGABYTES / part.len()));
        let formula = whole_chain(&source, Notation::MathMl);
        assert!(formula.slt.arena_len() >= 2 * (MEGABYTES / part.len()), "{part} lost symbols");
    });
}

#[test]
fn macros_that_double_themselves_are_bounded() {
    let mut doubling = String::new();
    for pair in ('a'..='z').collect::<Vec<char>>().windows(2) {
        doubling.push_str(&format!("\\def\\{}{{\\{}\\{}}}", pair[0], pair[1], pair[1]));
    }
    let sources = [
        format!("{doubling}\\a+q"),
        "\\def\\a{\\a\\a}\\a+q".to_owned(),
        "\\def\\a{\\b}\\def\\b{\\a}\\a+q".to_owned(),
        "\\def\\a#1{\\a{#1#1}}\\a{xx}+q".to_owned(),
        format!("\\newcommand{{\\x}}[1]{{#1#1}}{}y{}+q", "\\x{".repeat(40), "}".repeat(40)),
        "\\def\\a{(\\a}\\a+q".to_owned(),
        "\\let\\a\\b\\let\\b\\a\\a+q".to_owned(),
        format!("\\def\\a{{{}}}{}+q", "x".repeat(10_000), "\\a".repeat(10_000)),
    ];
    for source in sources {
        let name: String = source.chars().take(60).collect();
        confined(&name.clone(), move || {
            let formula = whole_chain(&source, Notation::Latex);
            assert!(formula.slt.arena_len() < 20_000_000, "{name} grew without bound");
            assert!(holds(&formula.slt, "q"), "{name} lost what follows the macro");
        });
    }
}
