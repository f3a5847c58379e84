//! Each rule by example, trees written as S-expressions.

use super::{canonical, same};
use crate::opt::Font;
use crate::sexpr;
use crate::write::sexpr::write;

fn check(pairs: &[(&str, &str)]) {
    for (input, expected) in pairs {
        let once = canonical(&sexpr::parse(input).unwrap());
        assert_eq!(write(&once), *expected, "from {input}");
        assert_eq!(write(&canonical(&once)), *expected, "a second time from {input}");
    }
}

#[test]
fn sums_are_flat_and_sorted() {
    check(&[
        ("(plus b a)", "(plus a b)"),
        ("(plus (plus c a) b)", "(plus a b c)"),
        ("(plus a (plus b (plus 2 c)))", "(plus 2 a b c)"),
        ("(plus x)", "x"),
        ("(plus (sup x 2) (times b x) c)", "(plus c (sup x 2) (times b x))"),
        ("(times (times b a) (plus d c))", "(times a b (plus c d))"),
        ("(plus (times b a) (times a b))", "(plus (times a b) (times a b))"),
    ]);
}

#[test]
fn a_difference_is_a_sum() {
    check(&[
        ("(minus a b)", "(plus a (minus b))"),
        ("(plus (minus b) a)", "(plus a (minus b))"),
        ("(minus (minus a b) c)", "(plus a (minus b) (minus c))"),
        ("(plus (minus a b) c)", "(plus a c (minus b))"),
        ("(minus a (plus b c))", "(plus a (minus (plus b c)))"),
        ("(minus a (minus b c))", "(plus a (minus (plus b (minus c))))"),
        ("(minus a (minus b))", "(plus a b)"),
        ("(minus a (minus (plus b c)))", "(plus a b c)"),
        ("(minus (minus x))", "x"),
        ("(minus (minus (plus b a)))", "(plus a b)"),
        ("(minus (plus b a))", "(minus (plus a b))"),
        ("(minus -5 b)", "(plus (minus 5) (minus b))"),
    ]);
}

#[test]
fn both_signs_are_signs() {
    check(&[
        ("(plus-or-minus a b)", "(plus a (plus-or-minus b))"),
        ("(plus (plus-or-minus a b) c)", "(plus a c (plus-or-minus b))"),
        ("(minus-or-plus x)", "(minus-or-plus x)"),
        ("(minus (plus-or-minus x))", "(minus (plus-or-minus x))"),
        ("(plus-or-minus (minus x))", "(plus-or-minus (minus x))"),
        ("(plus-or-minus a (plus c b))", "(plus a (plus-or-minus (plus b c)))"),
    ]);
}

#[test]
fn the_sign_of_a_product_stands_in_front() {
    check(&[
        ("(times (minus a) b)", "(minus (times a b))"),
        ("(times b (minus a))", "(minus (times a b))"),
        ("(times (minus a) (minus b))", "(times a b)"),
        ("(times (minus (times c b)) a)", "(minus (times a b c))"),
        ("(times (minus (times c (minus b))) a)", "(times a b c)"),
        ("(divide (minus a) b)", "(minus (divide a b))"),
        ("(divide a (minus b))", "(minus (divide a b))"),
        ("(divide (minus a) (minus b))", "(divide a b)"),
        ("(plus x (times (minus 2) y))", "(plus x (minus (times 2 y)))"),
        ("(minus x (divide (minus 2) y))", "(plus x (divide 2 y))"),
        ("(minus x (times (minus (plus b a))))", "(plus a b x)"),
    ]);
}

#[test]
fn relations_point_one_way() {
    check(&[
        ("(gt a b)", "(lt b a)"),
        ("(geq a b)", "(leq b a)"),
        ("(gt a b c)", "(lt c b a)"),
        ("(and (geq a b) (gt b c))", "(and (leq b a) (lt c b))"),
        ("(contains A x)", "(in x A)"),
        ("(superset-of A B)", "(subset B A)"),
        ("(implied-by q p)", "(implies p q)"),
        ("(eq b a)", "(eq a b)"),
        ("(neq x 0)", "(neq 0 x)"),
        ("(lt b a)", "(lt b a)"),
    ]);
}

#[test]
fn operators_with_an_order_keep_it() {
    for tree in [
        "(divide b a)",
        "(sup b a)",
        "(f b a)",
        "(tuple b a)",
        "(list b a)",
        "(setdiff b a)",
        "(compose g f)",
    ] {
        check(&[(tree, tree)]);
    }
    check(&[("(compose (compose h g) f)", "(compose h g f)")]);
}

#[test]
fn dots_keep_their_places() {
    check(&[("(plus n ⋯ 2 1)", "(plus n … 2 1)"), ("(plus (plus 1 ...) n)", "(plus 1 … n)")]);
}

#[test]
fn collections() {
    check(&[
        ("(set b a)", "(set a b)"),
        ("(set)", "emptyset"),
        ("(set _)", "emptyset"),
        ("∅", "emptyset"),
        ("(list a _)", "a"),
        ("(list a b _)", "(list a b)"),
        ("(formulae (gt x 1))", "(lt 1 x)"),
        ("(list a _ b)", "(list a _ b)"),
        ("(formulae x \".\")", "x"),
        ("(formulae x \"if\")", "(formulae x \"if\")"),
        ("(interval[) b a)", "(interval[) b a)"),
        ("(plus (delimited[] (plus c b)) a)", "(plus a b c)"),
        ("(times (delimited() (minus a)) b)", "(minus (times a b))"),
        ("(delimited⟨⟩ a)", "(delimited⟨⟩ a)"),
    ]);
}

#[test]
fn roots_have_a_degree() {
    check(&[("(root x)", "(root x 2)"), ("(root x _)", "(root x 2)"), ("(root x 3)", "(root x 3)")]);
}

#[test]
fn operators_may_be_labelled_with_their_characters() {
    check(&[
        ("(→ x 0)", "(to x 0)"),
        ("(⋅ b a)", "(times a b)"),
        ("(> x 0)", "(lt 0 x)"),
        ("(: f (→ A B))", "(map f (to A B))"),
        ("(: a b)", "(: a b)"),
        ("(→ v)", "(→ v)"),
        ("(sup A *)", "(sup A *)"),
        ("(sup f ′)", "(sup f prime)"),
        ("(sup f ′′)", "(sup f double-prime)"),
        ("(interval() a b)", "(tuple a b)"),
    ]);
}

#[test]
fn double_bars_are_a_norm() {
    check(&[
        ("(abs (abs x))", "(norm x)"),
        ("(abs (minus (abs x) (abs y)))", "(abs (plus (abs x) (minus (abs y))))"),
        ("(abs (abs (abs x)))", "(abs (norm x))"),
    ]);
}

#[test]
fn functions() {
    check(&[
        ("((sup sin 2) x)", "(sup (sin x) 2)"),
        ("((sup sin (minus 1)) x)", "((sup sin (minus 1)) x)"),
        ("((sup f 2) x)", "((sup f 2) x)"),
        ("(tg x)", "(tan x)"),
        ("((sup tg 2) x)", "(sup (tan x) 2)"),
        ("(gcd b a)", "(gcd a b)"),
        ("(max b)", "(max b)"),
        ("((sup (sub sum (eq i 1)) n) (times i 2))", "((sup (sub sum (eq 1 i)) n) (times 2 i))"),
    ]);
}

#[test]
fn leaves() {
    check(&[
        ("0.50", "0.5"),
        ("\"  if \\n and  only if \"", "\"if and only if\""),
        ("?x", "?x"),
        ("(plus ?b ?a x)", "(plus x ?a ?b)"),
        ("\\foo", "\\foo"),
        ("∞", "infinity"),
    ]);
}

#[test]
fn upright_letters_are_plain_and_bold_ones_are_not() {
    let with_font = |font| {
        let mut tree = sexpr::parse("(plus x y)").unwrap();
        tree.nodes[0].font = font;
        canonical(&tree)
    };
    let plain = with_font(Font::Plain);
    assert!(same(&plain, &with_font(Font::Roman)));
    assert!(same(&plain, &with_font(Font::Italic)));
    assert!(!same(&plain, &with_font(Font::Bold)));
    assert!(!same(&with_font(Font::Script), &with_font(Font::Fraktur)));
}

#[test]
fn spans_are_those_of_the_source() {
    let source = "(minus b (plus x y))";
    let tree = canonical(&sexpr::parse(source).unwrap());
    let texts: Vec<&str> = (0..tree.arena_len())
        .filter(|&i| tree.nodes[i].first_child.get().is_none())
        .map(|i| &source[tree.nodes[i].span.start as usize..tree.nodes[i].span.end as usize])
        .collect();
    assert_eq!(texts, ["b", "x", "y"]);
}

#[test]
fn an_empty_tree_stays_empty() {
    assert!(canonical(&crate::opt::Opt::default()).root().is_none());
}

#[test]
fn nesting_of_any_depth_is_no_danger() {
    let deep =
        |operator: &str| format!("{}x{}", format!("({operator} ").repeat(30_000), " y)".repeat(30_000));
    for operator in ["minus", "plus", "times", "divide", "sup", "and", "gt", "f"] {
        let tree = sexpr::parse(&deep(operator)).unwrap();
        let once = canonical(&tree);
        assert!(same(&once, &canonical(&once)), "{operator}");
    }
}
