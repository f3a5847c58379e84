//! Identities have equal fingerprints, mutants of them do not.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../../formula/tests/support/data.rs"]
mod data;
#[path = "identity/mutant.rs"]
mod mutant;

use std::collections::BTreeSet;

use formula::opt::Opt;
use formula::signatures::alpha;
use formula::write::sexpr::write;
use formula::{Notation, Options, canonical::canonical, read, sexpr};
use similarity::identity::fingerprint;
use testkit::timed;

/// Mutants of each side of an identity.
const MUTANTS: usize = 20;

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "))
}

fn pairs() -> Vec<(&'static str, &'static str)> {
    let text = include_str!("golden/identities.txt");
    lines(text).map(|line| line.split_once(" === ").expect(line)).collect()
}

fn tree(latex: &str) -> Opt {
    canonical(&read(latex, Notation::Latex, &Options::default()).opt)
}

#[test]
fn identities_are_recognised() {
    let pairs = pairs();
    assert!(pairs.len() >= 160, "{}", pairs.len());
    let mut missed = Vec::new();
    for (one, other) in &pairs {
        let (left, right) = (fingerprint(&tree(one)), fingerprint(&tree(other)));
        if left.is_none() || left != right {
            missed.push(format!("{one} ({left:x?}) and {other} ({right:x?})"));
        }
    }
    println!("{} of {} identities recognised", pairs.len() - missed.len(), pairs.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn equations_that_always_hold_have_no_fingerprint() {
    for equation in [
        r"\sin^2x+\cos^2x=1",
        r"\log_ba\cdot\log_ab=1",
        r"\sqrt{x^2}=|x|",
        r"\cos x=\cos(-x)",
        "a^2=a^2",
        "-a+a=0",
        "ab-ba=0",
        "e^0=1+y-y",
    ] {
        assert_eq!(fingerprint(&tree(equation)), None, "{equation}");
    }
    assert!(fingerprint(&tree("(a+b)^2=a^2+b^2")).is_some());
}

/// A list holds the mutants that are still equal, each with the verdict of SymPy.
#[test]
fn mutants_are_not_called_identical() {
    let equal: BTreeSet<&str> = lines(include_str!("golden/equal-mutants.txt"))
        .map(|line| line.split('\t').next().unwrap())
        .collect();
    let mut made = 0;
    let mut called = BTreeSet::new();
    for (one, other) in pairs() {
        for (original, partner) in [(one, other), (other, one)] {
            let (original, partner) = (tree(original), tree(partner));
            let (number, names) = (fingerprint(&partner), [alpha(&original), alpha(&partner)]);
            for text in mutant::mutants(&write(&original), MUTANTS) {
                let mutant = canonical(&sexpr::parse(&text).unwrap());
                made += 1;
                // Equal after renaming: not a mutant.
                if fingerprint(&mutant) == number && !names.contains(&alpha(&mutant)) {
                    called.insert(format!("{text} === {}", write(&partner)));
                }
            }
        }
    }
    println!("{made} mutants, {} called identical, of which {} are", called.len(), equal.len());
    assert!(made > 6000, "{made}");
    let wrong: Vec<&String> = called.iter().filter(|line| !equal.contains(line.as_str())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(called.len(), equal.len(), "the list of equal mutants has entries that no longer occur");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn many_real_formulas_have_a_fingerprint() {
    let list = data::list("mse-posts.tsv.gz", 2);
    let trees: Vec<Opt> = list.iter().step_by(7).map(|latex| tree(latex)).collect();
    let composed: Vec<&Opt> = trees.iter().filter(|tree| tree.arena_len() > 2).collect();
    let (known, time) = timed(|| composed.iter().filter(|tree| fingerprint(tree).is_some()).count());
    let each = time.as_secs_f64() * 1e6 / composed.len() as f64;
    println!(
        "{known} of {} formulas of more than one symbol have a fingerprint, {each:.1} µs each",
        composed.len()
    );
    assert!(known * 10 > composed.len() * 4, "{known} of {}", composed.len());
}

#[test]
fn what_is_not_understood_has_none() {
    for latex in [
        "",
        "x",
        "2",
        "2+3",
        r"\pi",
        r"\sin\pi",
        "x-x",
        r"1+2+\cdots+n",
        r"\{a,b\}",
        "(a,b)",
        "a=b=c",
        r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
        "a_{ij}-a_{ji}",
        r"\vec a\times\vec b",
        r"x \text{ if } y",
        "P^{-1}AP",
        "AA^{-1}x",
        r"\mathbf a\times\mathbf b+c",
        r"\frac{x}{0}",
        r"\frac{1}{x-x}",
    ] {
        assert_eq!(fingerprint(&tree(latex)), None, "{latex}");
    }
}

/// Pairs that are easily confused.
#[test]
fn different_formulas_differ() {
    for (one, other) in [
        (r"\sqrt{x^2}+1", "x+1"),
        (r"\sqrt{x\cdot x}+1", "x+1"),
        (r"\sqrt{1-x}", r"\sqrt{x-1}"),
        (r"\ln(1-x)", r"\ln(x-1)"),
        ("|x|+1", "x+1"),
        ("|x-100|", "100-x"),
        ("xy+z", "xz+y^2"),
        (r"\pi_1(S^1)", r"\pi_1(X)"),
        ("x=e^2", "x=16"),
        ("x=e^2", "y=e^{-2}"),
        ("x+y", "x_1+x_2"),
        ("f(x)+f(y)", "f(x)+g(y)"),
        (r"\sin x", r"\cos x"),
        ("e^x", "a^x"),
        (r"\pi x", "yx"),
        ("x=y", "x<y"),
        ("x<y+1", "x>y+1"),
        ("x^{100}+y", "x^{101}+y"),
        ("10^{20}+x", "10^{20}+2x"),
        (r"\sum_{k=1}^nk", r"\sum_{k=1}^{n+1}k"),
        ("(xy)'", "x'y'"),
        (r"\int x^2dx", r"\int y^2dx"),
        ("ab+bc+ca", "ab+bc+cd"),
    ] {
        let (left, right) = (fingerprint(&tree(one)), fingerprint(&tree(other)));
        assert!(left.is_some() && right.is_some() && left != right, "{one} {left:x?} and {other} {right:x?}");
    }
}

#[test]
fn nothing_is_too_deep_or_too_long() {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(20_000), close.repeat(20_000));
    for text in [
        deep("(sup ", " 2)"),
        deep("(sup e ", ")"),
        deep("(divide 1 ", ")"),
        deep("(f ", ")"),
        deep("(plus x ", ")"),
        deep("(root ", " 2)"),
        format!("(plus {})", "x ".repeat(30_000)),
        format!("{}x{}", "(sup e ".repeat(40), ")".repeat(40)),
        format!("{}x{}", "(sup (plus 1 ".repeat(20), ") n)".repeat(20)),
        format!("{}x{}", "(sup x (plus y ".repeat(20), "))".repeat(20)),
        format!("{}x{}", "(factorial (plus 16 ".repeat(20), "))".repeat(20)),
        "(sup x 99999999999999)".to_owned(),
        "(sup x (divide 1 99999999999999))".to_owned(),
        "(times 99999999999999 99999999999999 999999999999999 x)".to_owned(),
        "(sup (sup (sup x 999999999) 999999999) 999999999)".to_owned(),
        "(factorial (times 5 5))".to_owned(),
        "(sup 7 (sup 0 99999999999999))".to_owned(),
        "(sin (times x (sup 1 99999999999999)))".to_owned(),
        "(ln (times 999999999999989 x))".to_owned(),
    ] {
        let (_, time) = timed(|| fingerprint(&canonical(&sexpr::parse(&text).unwrap())));
        assert!(time.as_secs() < 5, "{}: {time:?}", &text[..40.min(text.len())]);
    }
}
