//! The span of every node and every diagnostic is a range of the source that splits no character. The span of
//! a letter or digit holds that letter or digit. The tests over the formula lists are ignored without them;
//! the handwritten sources always run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use formula::canonical::canonical;
use formula::diagnostic::Span;
use formula::latex::Macros;
use formula::opt::Opt;
use formula::slt::{Kind, NodeId, Slt};
use formula::{Formula, Notation, Options, read};

fn layout_nodes(slt: &Slt) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = slt.root().into_iter().collect();
    let mut next = 0;
    while let Some(&id) = nodes.get(next) {
        nodes.extend(slt.children(id));
        nodes.extend(slt.next(id));
        next += 1;
    }
    nodes
}

fn operator_spans(opt: &Opt) -> Vec<Span> {
    let mut nodes: Vec<NodeId> = opt.root().into_iter().collect();
    let mut next = 0;
    while let Some(&id) = nodes.get(next) {
        nodes.extend(opt.children(id));
        next += 1;
    }
    nodes.into_iter().map(|id| opt.node(id).span).collect()
}

fn text(source: &str, span: Span) -> Option<&str> {
    source.get(span.start as usize..span.end as usize)
}

/// The first span that is not a piece of the source.
fn misplaced(source: &str, formula: &Formula) -> Option<String> {
    let layout = layout_nodes(&formula.slt).into_iter().map(|id| formula.slt.node(id).span);
    let spans = layout
        .chain(operator_spans(&formula.opt))
        .chain(operator_spans(&canonical(&formula.opt)))
        .chain(formula.diagnostics.iter().map(|finding| finding.span));
    let outside = spans.into_iter().find(|&span| text(source, span).is_none());
    outside.map(|span| format!("{}..{} is no piece of {source:.200}", span.start, span.end))
}

/// The first letter or number of the layout that is not at its span.
fn elsewhere(source: &str, slt: &Slt) -> Option<String> {
    layout_nodes(slt).into_iter().find_map(|id| {
        let (node, label) = (slt.node(id), slt.label(id));
        let plain = matches!(node.kind, Kind::Identifier | Kind::Number)
            && label.chars().count() == 1
            && label.chars().all(|c| c.is_ascii_alphanumeric());
        // `²`, `ℝ` and `\reals` are read as plain letters.
        let respelt = |text: &str| text.starts_with('\\') || !text.is_ascii();
        let there = text(source, node.span).is_some_and(|text| text.contains(&label) || respelt(text));
        let place = || text(source, node.span).unwrap_or("nothing");
        (plain && !there).then(|| format!("`{label}` has the place of `{:.40}` in {source:.200}", place()))
    })
}

fn none_of(what: &str, complaints: &[String]) {
    complaints.iter().take(12).for_each(|complaint| println!("    {complaint}"));
    assert!(complaints.is_empty(), "{} {what}", complaints.len());
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn spans_of_real_formulas_are_pieces_of_the_source() {
    for (list, column, _) in data::LISTS {
        let sources = data::list(list, column);
        let check = |source: &String| {
            let formula = read(source, Notation::Latex, &Options::default());
            misplaced(source, &formula).or_else(|| elsewhere(source, &formula.slt))
        };
        let complaints: Vec<String> = sources.iter().filter_map(check).collect();
        println!("{list}: {} formulas", sources.len());
        none_of(&format!("spans of {list} are wrong"), &complaints);
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn spans_of_real_markup_are_pieces_of_the_source() {
    for year in ["2020", "2021"] {
        let rows = data::gold_rows(year);
        let sources = rows.iter().flat_map(|row| [&row.presentation, &row.content]);
        let check = |source: &String| misplaced(source, &read(source, Notation::MathMl, &Options::default()));
        let complaints: Vec<String> = sources.filter_map(check).collect();
        none_of(&format!("spans of {year} are wrong"), &complaints);
    }
}

const PREAMBLE: &str = r"\newcommand{\ZZ}{\mathbb{Z}} \newcommand{\pair}[2]{\left(#2,\;#1\right)}
    \newcommand{\power}[2][\text{ein recht langer Vorgabewert}]{{#2}^{#1}} \def\loop{x\loop}
    \DeclareMathOperator{\Äquivalenz}{Äquivalenz} \def\twice#1{\pair{#1}{#1}}";

const CALLS: [&str; 8] = [
    r"\ZZ",
    r"α\pair{α}β",
    r"\power x+\power[n]{y}",
    r"\twice{\ZZ}",
    r"é\loop é",
    r"\def\ä#1{é#1}\ä β",
    r"\frac\ZZ",
    r"\pair{a",
];

#[test]
fn what_macros_make_has_the_place_of_the_call() {
    let macros = Macros::from_preamble(PREAMBLE);
    let options = Options { macros: Some(&macros), ..Options::default() };
    let check = |source: &&str| misplaced(source, &read(source, Notation::Latex, &options));
    none_of("spans are wrong", &CALLS.iter().filter_map(check).collect::<Vec<_>>());
}

#[test]
fn arguments_of_macros_keep_their_own_place() {
    let macros = Macros::from_preamble(PREAMBLE);
    let options = Options { macros: Some(&macros), ..Options::default() };
    for source in [r"\pair{a}b+c", r"\twice{\pair ab}", r"\power[n]{y}", r"\def\swap#1#2{#2#1}\swap ab"] {
        let (slt, _) = formula::latex::read(source, &options);
        assert_eq!(elsewhere(source, &slt), None);
    }
}

#[test]
fn spans_of_plain_text_and_mixed_markup_are_pieces_of_the_source() {
    let sources = [
        "∫_0^∞ e^(-x²) dx = √π/2",
        "α+sqrt(β) <= γ",
        "<math><mi>&alpha;</mi><mo>é</mo><mn>1</mn><msup><mi>𝑥</mi></msup>",
        "<math><semantics><mi>é</mi><annotation encoding='application/x-tex'>é^2</annotation></semantics></math>",
        "<apply><plus/><ci>é</ci>",
        "$é$ &amp; ü &lt; ß",
        "é{ü\\left(",
    ];
    let check = |source: &&str| misplaced(source, &read(source, Notation::Auto, &Options::default()));
    none_of("spans are wrong", &sources.iter().filter_map(check).collect::<Vec<_>>());
}
