//! The golden suite of operator trees: each line of `golden/operator-trees.txt` is a formula and its tree.

use formula::{Options, latex, meaning, write};

const SUITE: &str = include_str!("golden/operator-trees.txt");

#[test]
fn formulas_mean_what_the_suite_says() {
    let mut wrong = Vec::new();
    let mut lines = 0;
    for line in SUITE.lines().filter(|line| !line.is_empty() && !line.starts_with("# ") && *line != "#") {
        let (source, expected) = line.split_once(" ==> ").expect("a line of the suite has ` ==> `");
        lines += 1;
        let (slt, _) = latex::read(source, &Options::default());
        let found = write::sexpr::write(&meaning::operator_tree(&slt));
        if found != expected {
            wrong.push(format!("{source}\n    expected {expected}\n    found    {found}"));
        }
    }
    assert!(lines >= 150, "only {lines} lines in the suite");
    assert!(wrong.is_empty(), "{} of {lines} differ\n{}", wrong.len(), wrong.join("\n"));
}
