use crate::opt::{Kind, NodeId, Opt};
use crate::slt::Flags;
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

#[test]
fn fences_without_a_partner_stay() {
    check(&[
        ("(a+b", r#"(fragments "(" (plus a b))"#),
        ("x)", r#"(fragments x ")")"#),
        ("|x", "(fragments | x)"),
        (r"\left(x\right.", "(delimited(. x)"),
    ]);
}

#[test]
fn punctuation_at_the_end_belongs_to_the_sentence() {
    check(&[("x=1.", "(eq x 1)"), (r"x=y\ ?", "(eq x y)"), ("x=?", "(eq x ?)"), ("?", "?"), (".", ".")]);
}

#[test]
fn words_stand_between_formulas_or_are_names() {
    check(&[
        (r"x=1\text{ if }y>2", r#"(formulae (eq x 1) "if" (gt y 2))"#),
        (r"x=1\quad y=2", "(formulae (eq x 1) (eq y 2))"),
        (r"5\text{ cm}", r#"(times 5 "cm")"#),
        (r"\text{Var}(X)", r#"("Var" X)"#),
        (r"\text{max}_x f(x)", "((sub max x) (f x))"),
        (r"a\text{ mod }n", "(rem a n)"),
        ("sin(x)+xcos(y)", "(plus (sin x) (times x (cos y)))"),
        ("sqrt(x+1)", "(root (plus x 1) 2)"),
        ("ch(x)", "(times c (h x))"),
        (r"x\equiv1\ (mod\ n)", "(modulo (equivalent x 1) n)"),
    ]);
}

#[test]
fn a_letter_used_as_a_function_once_is_one_throughout() {
    check(&[
        ("T(n)=2T(n/2)+n", "(eq (T n) (plus (times 2 (T (divide n 2))) n))"),
        ("y(t)+y(t+1)", "(plus (y t) (y (plus t 1)))"),
        ("k(n+1)+n(k+1)", "(plus (times k (plus n 1)) (times n (plus k 1)))"),
        (r"\sigma(f(x))", "(σ (f x))"),
    ]);
}

#[test]
fn rows_that_begin_with_a_relation_go_on() {
    check(&[
        (r"\begin{aligned}a&=b\\&=c\end{aligned}", "(eq a b c)"),
        (r"\begin{aligned}a&=b\\&\quad+c\\x&<y\end{aligned}", "(formulae (eq a (plus b c)) (lt x y))"),
        (r"\begin{matrix}a&b\\c&d\end{matrix}", "(matrix (row a b) (row c d))"),
    ]);
}

#[test]
fn scripts_on_operators_make_them_expressions() {
    check(&[
        (r"A\times_SB", "((sub times S) A B)"),
        (r"a\stackrel{f}{=}b", "((sup eq f) a b)"),
        (r"a=_nb<c", "(and ((sub eq n) a b) (lt b c))"),
        (r"\bar x_1^2", "(sup (sub (¯ x) 1) 2)"),
        (r"\underbrace{a+b}_n", "(under (⏟ (plus a b)) n)"),
    ]);
}

#[test]
fn an_order_that_fits_nothing_is_kept() {
    check(&[
        (r"\frac{\partial^2f}{\partial x\partial y}", "(partial-derivative f x y)"),
        (r"\frac{\partial^Lf}{\partial x}", "(divide ((sup partialdiff L) f) (partialdiff x))"),
        (r"\partial^2f/\partial x\partial y", "(partial-derivative f x y)"),
        (r"\frac{d^3y}{dx^2}", "(divide (times (sup d 3) y) (times d (sup x 2)))"),
    ]);
}

fn depth(opt: &Opt) -> usize {
    let mut deepest = 0;
    let mut pending: Vec<(NodeId, usize)> = opt.root().map(|root| (root, 1)).into_iter().collect();
    while let Some((id, depth)) = pending.pop() {
        deepest = deepest.max(depth);
        pending.extend(opt.children(id).map(|child| (child, depth + 1)));
    }
    deepest
}

fn leaves(opt: &Opt, label: &str) -> usize {
    let mut pending: Vec<NodeId> = opt.root().into_iter().collect();
    let mut count = 0;
    while let Some(id) = pending.pop() {
        count += usize::from(opt.label_is(id, label));
        pending.extend(opt.children(id));
    }
    count
}

#[test]
fn no_chain_of_operators_makes_a_deep_tree() {
    let units = [
        "a-",
        "-",
        r"\sin ",
        r"\int ",
        r"\sum ",
        "a/",
        "x!",
        "!",
        r"\forall x ",
        r"\frac{d}{dx}",
        r"a\bmod ",
        "(a<",
    ];
    for unit in units {
        let (slt, _) = latex::read(&unit.repeat(2_000), &Options::default());
        let opt = meaning::operator_tree(&slt);
        assert!(depth(&opt) <= meaning::MAX_DEPTH, "{unit}: {}", depth(&opt));
    }
    let (slt, _) = latex::read(&"a-".repeat(2_000), &Options::default());
    assert_eq!(leaves(&meaning::operator_tree(&slt), "a"), 2_000);
}

#[test]
fn copies_of_shared_operands_do_not_multiply() {
    let nested = format!("{}x{}", r"a<(".repeat(40), r")\le b".repeat(40));
    let (slt, _) = latex::read(&nested, &Options::default());
    let opt = meaning::operator_tree(&slt);
    assert!(opt.arena_len() < 40 * 100, "{}", opt.arena_len());
    check(&[(r"a<b\le c", "(and (lt a b) (leq b c))")]);
}

#[test]
fn nodes_know_their_source() {
    let source = r"x+\frac{a}{b}=f(x)";
    let (slt, _) = latex::read(source, &Options::default());
    let opt = meaning::operator_tree(&slt);
    let text = |id: NodeId| {
        let span = opt.node(id).span;
        &source[span.start as usize..span.end as usize]
    };
    let root = opt.root().unwrap();
    assert_eq!(text(root), source);
    let sides: Vec<&str> = opt.children(root).map(text).collect();
    assert_eq!(sides, [r"x+\frac{a}{b}", "f(x)"]);
}

#[test]
fn marks_and_wildcards_pass_through() {
    let options = Options { wildcards: true, ..Options::default() };
    let (slt, _) = latex::read(r"\exact{a+b}=?f(?x)", &options);
    let opt = meaning::operator_tree(&slt);
    assert_eq!(write::sexpr::write(&opt), "(eq (plus a b) (?f ?x))");
    let root = opt.root().unwrap();
    let sides: Vec<NodeId> = opt.children(root).collect();
    assert!(opt.node(sides[0]).flags.has(Flags::EXACT));
    assert!(!opt.node(root).flags.has(Flags::EXACT));
    assert_eq!(opt.node(sides[1]).kind, Kind::Compound);
}
