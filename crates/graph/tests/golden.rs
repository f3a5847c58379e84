//! Golden files: errors of PENMAN, and grafted trees of Content MathML.

#![allow(clippy::unwrap_used, clippy::panic)]

use graph::graft::{self, Mode};
use graph::operator::OperatorTree;
use graph::penman;

fn cases(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with("# A") && !line.starts_with("# C"));
    lines.map(|line| line.split(" | ").collect())
}

#[test]
fn errors_say_where_and_what_to_do() {
    for case in cases(include_str!("golden/errors.txt")) {
        let [source, place, message, hint] = case[..] else { panic!("{case:?}") };
        let error = penman::parse(&source.replace('↵', "\n"), Default::default()).unwrap_err();
        assert_eq!(format!("{}:{}", error.line, error.column), place, "{source}");
        assert_eq!((error.to_string().as_str(), error.hint), (message, hint), "{source}");
    }
}

#[test]
fn content_markup_is_grafted_as_published() {
    for case in cases(include_str!("golden/grafts.txt")) {
        let [source, mode, expected] = case[..] else { panic!("{case:?}") };
        let mode = if mode == "clean" { Mode::Clean } else { Mode::Compat };
        let tree = OperatorTree::from_content_mathml(&format!("<math>{source}</math>"));
        let graph = tree.and_then(|tree| graft::tree_graph(&tree, mode));
        let found = graph.map_or_else(|| "-".to_owned(), |graph| penman::on_one_line(&graph));
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn names_are_repaired_and_replaced_in_the_order_of_the_published_program() {
    let source = "(m / multi-sentence :snt1 (s / string-entity :value eqx1eqx) :snt2 (t / thing :name (n / name :op1 \"eqx2eq\")) \
                  :snt3 (e / equal-01 :arg1 (s2 / string-entity :value \"eqx2eqx\") :arg2 (x / \"eqx9eqx\")))";
    let graph = penman::parse(source, Default::default()).unwrap();
    let tree = |number: &str| (number != "9").then(|| OperatorTree::leaf("V!x"));
    let grafted = graft::graft(&graph, tree, Mode::Compat);
    let expected = "(m / multi-sentence :snt1 (s / string-entity :value MATH :math (V2 / x)) \
                    :snt2 (t / thing :name (n / name :op1 MATH :math (V1 / x))) \
                    :snt3 (e / equal-01 :arg1 (s2 / string-entity :value MATH :math V1) :arg2 (x / \"eqx9eqx\")))";
    assert_eq!(penman::on_one_line(&grafted), expected);
}
