//! Query variables in every notation, if the option is on; ordinary symbols otherwise.

#![allow(missing_docs)]

use formula::slt::Flags;
use formula::write::{sexpr, tangent};
use formula::{Notation, Options, read};

fn tree(source: &str, wildcards: bool) -> String {
    let formula = read(source, Notation::Auto, &Options { wildcards, macros: None });
    sexpr::write(&formula.opt)
}

#[test]
fn queries_have_wildcards_in_every_notation() {
    for (source, expected) in [
        ("?", "?"),
        ("?x^2+?x+1", "(plus (sup ?x 2) ?x 1)"),
        ("?f(?x)", "(?f ?x)"),
        ("?a?b", "(times ?a ?b)"),
        (r"\frac{?a}{?b}", "(divide ?a ?b)"),
        (r"\qvar{x}+\qvar{y}", "(plus ?x ?y)"),
        (r"\qvar{*1*}^2", "(sup ?1 2)"),
        ("sin(?x)/?x", "(divide (sin ?x) ?x)"),
        (r#"<math><mws:qvar name="x"/><mo>+</mo><mn>1</mn></math>"#, "(plus ?x 1)"),
        // The name of a variable is in plain letters.
        (r#"<math><mws:qvar name="𝑝"/></math>"#, "?p"),
        ("<math><apply><plus/><mws:qvar>a</mws:qvar><ci>b</ci></apply></math>", "(plus ?a b)"),
        (r"\text{order \qvar{n}}", r#"(formulae "order" ?n)"#),
    ] {
        assert_eq!(tree(source, true), expected, "{source}");
    }
}

#[test]
fn collections_have_none() {
    for source in ["x = ?", "?x", "f(*)", r"\qvar{x}", r#"<math><mws:qvar name="x"/></math>"#] {
        let formula = read(source, Notation::Auto, &Options::default());
        assert!(!tangent::slt_string(&formula.slt).contains("[?"), "{source}");
        assert!(!sexpr::write(&formula.opt).contains("(?"), "{source}");
    }
    assert_eq!(tree("f^*", false), "(sup f *)");
}

/// The symbols of a query with a flag.
fn flagged(source: &str, flag: Flags) -> String {
    let formula = read(source, Notation::Latex, &Options { wildcards: true, macros: None });
    let ids = formula.slt.row(formula.slt.root());
    ids.filter(|&id| formula.slt.node(id).flags.has(flag)).map(|id| formula.slt.label(id)).collect()
}

#[test]
fn exact_and_similar_parts_are_marked() {
    assert_eq!(flagged(r"\exact{a+b}=c", Flags::EXACT), "a+b");
    assert_eq!(flagged(r"\simto{x}+y", Flags::SIMILAR), "x");
    assert_eq!(flagged(r"a+b", Flags::EXACT), "");
    assert_eq!(tree(r"\exact{a+b}=c", true), "(eq (plus a b) c)");
}
