use super::*;
use crate::testing::{index_of, query};

fn explain(asked: &str, hit: &str) -> Explanation {
    let (_folder, index) = index_of(&[hit]);
    Explainer::new(&query(asked)).explain(&index.formulas().record(0).unwrap())
}

fn bound(asked: &str, hit: &str) -> Vec<(String, String)> {
    explain(asked, hit).bindings.into_iter().map(|bound| (bound.from, bound.to)).collect()
}

fn shown(asked: &str, hit: &str) -> String {
    let explanation = explain(asked, hit);
    let sign = |mark: &Option<Mark>| match mark {
        Some(Mark::Exact) => '=',
        Some(Mark::Renamed) => '~',
        Some(Mark::Changed) => '!',
        Some(Mark::Bound) => '?',
        None => ' ',
    };
    explanation.marks.iter().map(sign).collect()
}

#[test]
fn relations_from_the_closest_on() {
    let cases = [
        ("a+b", "a + b", Relation::Identical),
        ("a+b", "b+a", Relation::EqualByConvention),
        ("a+b^2", "y+x^2", Relation::EqualUpToNames),
        ("(a+b)^2", "x^2+2xy+y^2", Relation::EqualAsAlgebra),
        ("a^2+b", "x^3+y", Relation::SameShape),
        ("a^2+b", r"\sqrt{x^2+y}", Relation::Contains),
        (r"\sqrt{x^2+y}", "a^2+b", Relation::PartOf),
        ("?a^2+b", r"\left(\frac12\right)^2+b", Relation::Instance),
        ("?a^2+b", r"\sqrt{x^2+b}", Relation::Contains),
        (r"\sin x+1", r"\cos x-y^2", Relation::Similar),
    ];
    for (asked, hit, expected) in cases {
        assert_eq!(explain(asked, hit).relation, expected, "{asked} and {hit}");
    }
}

#[test]
fn the_substitution_is_in_the_order_of_the_query() {
    let explanation = explain("a^2+b^2=c^2", "z^2=y^2+x^2");
    let pairs: Vec<&str> = explanation.substitution.iter().map(|renamed| renamed.from.as_str()).collect();
    assert_eq!(pairs, ["a", "b", "c"]);
    assert_eq!(explanation.substitution[2].to, "z");
}

#[test]
fn wildcards_are_bound_to_pieces_of_the_hit() {
    let bindings = bound(r"\frac{?a}{2}+?b", r"y+\frac{\sqrt{x}}{2}");
    assert_eq!(bindings, [("a".into(), r"\sqrt{x}".into()), ("b".into(), "y".into())]);
    let bindings = bound("?f(?x)", "g(3)");
    assert_eq!(bindings, [("f".into(), "g".into()), ("x".into(), "3".into())]);
    let bindings = bound("a+?b", "a+x+y");
    assert_eq!(bindings, [("b".into(), "x + y".into())]);
}

#[test]
fn marks_lie_on_the_symbols_of_a_node_and_not_on_its_operands() {
    assert_eq!(shown("a+b", "a+b"), "===");
    assert_eq!(shown("a+1", "x+1"), "~==");
    assert_eq!(shown("a^2+b", r"\sqrt{x^{2}+y}"), "      ~=====~ ");
    assert_eq!(shown("?a+b", r"\frac{1}{2}+b"), "???????????==");
}

#[test]
fn another_sign_relation_or_operator_is_changed() {
    assert_eq!(shown("x^2+5x+6=0", "x^{2}-5x+6=0"), "=====!======");
    assert_eq!(shown("x^2-5x+6=0", "x^{2}+5x+6=0"), "=====!======");
    assert_eq!(shown("a<b", r"a\le b"), "=!!!!=");
    assert_eq!(shown("e^{-x}+1", "e^{x}+1"), "===!===");
    assert_eq!(shown("1-a", "1+a"), "=!=");
    assert_eq!(shown("-a+1", "a+1"), "!==");
    assert_eq!(shown(r"\sin x", r"\cos x"), "!!!!!=");
    // The signs of what a wildcard stands for are its own.
    assert_eq!(shown("?a=c", "x-y=c"), "???==");
    assert_eq!(shown("?a+?b=c", "x-y=c"), "???==");
    // A term that the query does not have has no sign in common with it.
    assert_eq!(shown("a+b", "a-c+b"), "=  ==");
}

#[test]
fn the_renaming_is_the_one_that_makes_the_formulas_equal() {
    let why = explain("p^2+q^2=r^2", "h^2=b^2-p^2");
    let pairs: Vec<(&str, &str)> =
        why.substitution.iter().map(|one| (one.from.as_str(), one.to.as_str())).collect();
    assert_eq!(why.relation, Relation::EqualAsAlgebra);
    assert_eq!(pairs, [("p", "p"), ("q", "h"), ("r", "b")]);
    assert_eq!(why.strip(), "q → h, r → b");
}

#[test]
fn nothing_is_marked_as_changed_in_a_formula_that_is_equal_by_algebra() {
    for (asked, hit) in [("(a+b)^2", "a^2+2ab+b^2"), ("x=y+1", "b-a=-1"), ("a^2+b^2=c^2", "p^2-q^2=r^2")] {
        let why = explain(asked, hit);
        assert_eq!(why.relation, Relation::EqualAsAlgebra);
        assert!(!why.marks.contains(&Some(Mark::Changed)), "{asked} and {hit}");
        assert!(why.pairs.iter().all(|pair| pair.mark != Mark::Changed), "{asked} and {hit}");
    }
}

#[test]
fn products_that_may_not_commute_are_a_relation_of_their_own() {
    assert_eq!(explain("[a,b]=ab-ba", "[a,b]=ba-ab").relation, Relation::EqualIfProductsCommute);
    assert_eq!(explain("AB-BA", "XY-YX").relation, Relation::EqualUpToNames);
    assert_eq!(explain("ab+1", "1+ba").relation, Relation::EqualByConvention);
    assert_eq!(explain("2AB", "A2B").relation, Relation::EqualByConvention);
}

#[test]
fn matched_nodes_have_classes_in_mathml() {
    let mathml = explain("a+1", "x+1").mathml("h1-");
    assert!(mathml.contains("class=\"m-renamed b1\"") && mathml.contains("class=\"m-exact\""), "{mathml}");
    assert!(mathml.contains("id=\"h1-"), "{mathml}");
}

#[test]
fn a_formula_is_set_as_its_author_wrote_it() {
    let why = explain("f(x)", r"f(x)\,dx \text{ if and only if }p>1.");
    let read = |source| formula::read(source, Notation::Latex, &Options::default()).slt;
    let authored = why.mathml_as_authored(&read(r"f(x)\,dx \text{ if and only if }p>1"), "h-").unwrap();
    assert!(authored.contains("<mspace") && authored.contains("class=\"m-exact"), "{authored}");
    assert!(authored.contains("if and only if</mtext><mspace"), "{authored}");
    // Without the source, there is still a space beside words.
    assert!(why.mathml("h-").contains("if and only if</mtext><mspace"), "{}", why.mathml("h-"));
    assert_eq!(why.mathml_as_authored(&read("g(x)"), "h-"), None);
}

#[test]
fn every_pair_lies_within_its_sources() {
    let hits =
        ["x^2+1", r"\int_0^1 f(x)\,dx", "a", r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "a-b+c", "-(a-b)"];
    for (asked, hit) in hits.iter().flat_map(|one| hits.map(|two| (*one, two))) {
        let explanation = explain(asked, hit);
        assert_eq!(explanation.marks.len(), explanation.tex.len());
        for pair in &explanation.pairs {
            assert!(
                asked.get(pair.query.start as usize..pair.query.end as usize).is_some(),
                "{asked} {pair:?}"
            );
            let tex = &explanation.tex;
            assert!(tex.get(pair.hit.start as usize..pair.hit.end as usize).is_some(), "{tex} {pair:?}");
        }
        if asked == hit {
            assert!(explanation.marks.iter().all(|mark| *mark == Some(Mark::Exact)), "{hit}");
        }
    }
}

#[test]
fn pieces_of_a_hit_are_whole_with_their_braces() {
    assert_eq!(bound("x+?a", "x+y^2"), [("a".into(), "y^{2}".into())]);
    assert_eq!(shown("-a/b", "-a/b"), "====");
    assert_eq!(balanced(r"\{a^{2}\}", Span::new(2, 6)), Span::new(2, 7));
    assert_eq!(balanced("{a}", Span::new(1, 2)), Span::new(1, 2));
}

#[test]
fn variables_and_wildcards_have_the_numbers_of_the_query() {
    let why = explain("b^2-?c+a", "x^2-\\sqrt{3}+y");
    let numbers: Vec<(&str, usize)> =
        why.substitution.iter().chain(&why.bindings).map(|one| (one.from.as_str(), one.number)).collect();
    assert_eq!(numbers, [("b", 1), ("a", 3), ("c", 2)]);
    let mathml = why.mathml("h-");
    assert!(mathml.contains(r#"class="m-renamed b1">x<"#), "{mathml}");
    assert!(mathml.contains(r#"class="m-bound b2""#), "{mathml}");
    assert!(mathml.contains(r#"class="m-renamed b3">y<"#), "{mathml}");
    let asked = query_mathml(&query("b^2-?c+f(b)"), "q-");
    assert_eq!(asked.matches(r#"class="b1">b<"#).count(), 2, "{asked}");
    assert!(asked.contains(r#"class="b3">f<"#) && asked.contains(r#"class="wildcard b2""#), "{asked}");
}
