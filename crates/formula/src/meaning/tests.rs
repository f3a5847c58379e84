use crate::{Options, latex, meaning, write};

fn tree(source: &str) -> String {
    let (slt, _) = latex::read(source, &Options::default());
    write::sexpr::write(&meaning::operator_tree(&slt))
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(tree(source), *expected, "{source}");
    }
}

#[test]
fn operators_without_operands_are_leaves() {
    check(&[
        ("+", "plus"),
        ("=", "eq"),
        (r"\in", "in"),
        ("A^+", "(sup A plus)"),
        ("=3", "(eq _ 3)"),
        ("x=", "(eq x _)"),
        (r"\mathbb R_{>0}", "(sub ℝ (gt _ 0))"),
        (r"\sin", "sin"),
        (r"\sin=x", "(eq sin x)"),
        (r"\sum", "sum"),
    ]);
}
