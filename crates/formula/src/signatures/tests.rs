//! Formulas that share a signature, formulas that do not, and the numbers that must never change.

use super::{Signatures, alpha, structure, visual};
use crate::canonical::canonical;
use crate::opt::Opt;
use crate::sexpr;
use crate::slt::Slt;
use crate::tangent_strings;
use crate::{Options, latex};

fn tree(text: &str) -> Opt {
    canonical(&sexpr::parse(text).unwrap())
}

fn layout(text: &str) -> Slt {
    tangent_strings::parse_slt(text).unwrap()
}

fn assert_partition(signature: fn(&Opt) -> u64, classes: &[&[&str]]) {
    let mut seen = Vec::new();
    for class in classes {
        let number = signature(&tree(class[0]));
        for other in *class {
            assert_eq!(signature(&tree(other)), number, "{} and {other}", class[0]);
        }
        assert!(!seen.contains(&number), "{} shares the number of another class", class[0]);
        seen.push(number);
    }
}

#[test]
fn alpha_ignores_the_names_of_variables() {
    assert_partition(
        alpha,
        &[
            &["(plus (sup a 2) b)", "(plus (sup y 2) x)", "(plus b (sup a 2))", "(plus x (sup y 2))"],
            &["(plus x x)", "(plus a a)"],
            &["(plus x y)", "(plus b a)"],
            &["(f x)", "(g y)"],
            &["(f f)", "(x x)"],
            &["(sin x)", "(sin t)"],
            &["(cos x)"],
            &["(plus (times a b) (times b c) (times c a))", "(plus (times y x) (times x z) (times y z))"],
            &["(plus (times a b) (times b c) (times c d))"],
            &["(eq (plus (sup a 2) (sup b 2)) (sup c 2))", "(eq (sup a 2) (plus (sup z 2) (sup b 2)))"],
            &["(minus x y)", "(minus y x)"],
            &["(divide (plus a b) a)", "(divide (plus a b) b)"],
            &["(divide (plus a b) c)"],
        ],
    );
}

#[test]
fn alpha_keeps_numbers_constants_and_sets() {
    assert_partition(
        alpha,
        &[
            &["(sup x 2)"],
            &["(sup x 3)"],
            &["(sup e x)", "(sup e y)"],
            &["(sup a x)", "(sup b y)"],
            &["(times 2 π r)"],
            &["(times 2 a r)", "(times 2 a b)"],
            &["(in x ℝ)", "(in a ℝ)"],
            &["(in x ℂ)"],
            &["(in x A)"],
        ],
    );
}

#[test]
fn structure_sees_operators_only() {
    assert_partition(
        structure,
        &[
            &["(plus x y)", "(plus a a)"],
            &["(plus x 1)", "(plus 2 y)"],
            &["(sup x 2)", "(sup y 3)", "(sup e 7)"],
            &["(sup 2 x)", "(sup 3 n)"],
            &["(times x y)"],
            &["(sin x)"],
            &["(f x)", "(g x)"],
        ],
    );
}

#[test]
fn visual_is_the_tangent_string() {
    let square = visual(&layout("[V!x,a[N!2]]"));
    assert_eq!(square, visual(&layout("[V!x,a[N!2]]")));
    assert_ne!(square, visual(&layout("[V!y,a[N!2]]")));
    assert_ne!(square, visual(&layout("[V!x,b[N!2]]")));
}

#[test]
fn an_empty_formula_has_signatures() {
    let nothing = Signatures::new(&Slt::default(), &Opt::default());
    assert_eq!((nothing.alpha, nothing.structure), (0, 0));
}

#[test]
fn visual_ignores_most_fonts_and_all_spelling() {
    let look = |latex: &str| visual(&latex::read(latex, &Options::default()).0);
    for (one, other) in [
        (r"\mathbf x^2", "x^2"),
        (r"\mathrm{d}x", "dx"),
        (r"\tfrac12", r"\frac{1}{2}"),
        (r"\left( x\, \right)", "(x)"),
        (r"x^\prime", "x'"),
        ("𝑥", "x"),
    ] {
        assert_eq!(look(one), look(other), "{one} and {other}");
    }
    for (one, other) in [(r"\mathbb R", "R"), (r"\frac12", "1/2"), ("a+b", "b+a"), ("x", "y"), ("(x)", "[x]")]
    {
        assert_ne!(look(one), look(other), "{one} and {other}");
    }
}

/// Stored collections hold these numbers: a change here is a new format.
#[test]
fn the_numbers_are_fixed() {
    let slt = layout("[V!x,a[N!2]]");
    let numbers = Signatures::new(&slt, &tree("(eq (plus (sup x 2) (sin y) \"if\") (f 12.5 ℝ))"));
    assert_eq!(numbers.to_string(), "2c88bfaf9f4e6b29 96f32a0439f99a31 dbca09f1fa6c8fb3");
}
