//! Content MathML and JSON, on trees of real constructs.

#![allow(clippy::unwrap_used)]

use formula::write::{content, json, sexpr, tangent};
use formula::{Notation, Options, mathml, read};

const FORMULAS: [&str; 14] = [
    r"x-y^2=0",
    r"\sum_{i=1}^n \frac{1}{i} + \int_0^1 f(x)\,dx",
    r"\lim_{x\to\infty}\sqrt[3]{x}+\sqrt{2}",
    r"f^{-1}(x)+f'(x)+\sin^2 x",
    r"a<b\le c \implies \neg(p\land q)",
    r"\{1,2\}\cup[0,1)\cup(a,b)\cup\emptyset",
    r"\{x\in\mathbb{R}\mid x>0\}",
    r"\begin{pmatrix}a&b\\c&d\end{pmatrix}",
    r"\begin{cases}x & x>0\\ 0 & \text{otherwise}\end{cases}",
    r"\binom{n}{k} n! |x| \|v\| \lfloor y\rfloor",
    r"f\colon A\to B,\quad x=1, y=2",
    r"\frac{df}{dx}+\frac{\partial g}{\partial y}",
    r"\foo x + \hat{y} + a\equiv b\pmod n",
    r"?x + \qvar{name}",
];

fn formula(source: &str) -> formula::Formula {
    read(source, Notation::Latex, &Options { wildcards: true, ..Options::default() })
}

#[test]
fn content_mathml_is_the_usual_one() {
    let written = content::write(&formula("x-y^2=0").opt);
    let expected = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><apply><eq/><apply><minus/><ci>x</ci>\
                    <apply><csymbol cd=\"ambiguous\">superscript</csymbol><ci>y</ci><cn>2</cn></apply></apply>\
                    <cn>0</cn></apply></math>";
    assert_eq!(written, expected);
    let written = content::write(&formula(r"\sqrt[3]{a}<[0,1)").opt);
    assert!(written.contains("<apply><root/><degree><cn>3</cn></degree><ci>a</ci></apply>"), "{written}");
    assert!(
        written.contains("<interval closure=\"closed-open\"><cn>0</cn><cn>1</cn></interval>"),
        "{written}"
    );
}

#[test]
fn content_mathml_is_read_back() {
    for source in FORMULAS {
        let opt = formula(source).opt;
        let written = content::write(&opt);
        let (again, _) = mathml::read_content(&written, true);
        assert_eq!(sexpr::write(&again), sexpr::write(&opt), "{source} was written as {written}");
        assert_eq!(
            tangent::opt_string(&again),
            tangent::opt_string(&opt),
            "{source} was written as {written}"
        );
    }
}

#[test]
fn json_is_json_and_holds_the_tree() {
    for source in FORMULAS {
        let formula = formula(source);
        let value: serde_json::Value = serde_json::from_str(&json::write(&formula)).unwrap();
        let nodes = value["slt"]["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), formula.slt.arena_len(), "{source}");
        // Every edge leads to a node, and every node but the root is the end of one.
        let edges =
            ["next", "above", "below", "over", "under", "pre-above", "pre-below", "within", "element"];
        let ends = nodes.iter().flat_map(|node| edges.iter().filter_map(|edge| node[*edge].as_u64()));
        let mut ends: Vec<usize> = ends.map(|end| end as usize).collect();
        assert!(ends.iter().all(|&end| nodes[end].is_object()), "{source}");
        ends.push(value["slt"]["root"].as_u64().unwrap() as usize);
        ends.sort_unstable();
        let reached: Vec<usize> = (0..nodes.len()).filter(|&index| nodes[index].is_object()).collect();
        assert_eq!(ends, reached, "{source}");
        let operators = value["opt"]["nodes"].as_array().unwrap();
        let root = value["opt"]["root"].as_u64().unwrap() as usize;
        assert!(operators[root]["kind"].is_string());
    }
}

#[test]
fn json_is_stable_and_escaped() {
    let formula = formula(r#"\mathbf{x}^2 \text{say ``\backslash" } \frac12"#);
    let expected = concat!(
        r#"{"root":0,"nodes":[{"kind":"identifier","label":"x","font":"bold","span":[8,9],"next":2,"above":1},"#,
        r#"{"kind":"number","label":"2","span":[11,12]},"#,
        r#"{"kind":"text","label":"say ``\\\"","span":[19,37],"next":5},"#,
        r#"{"kind":"number","label":"1","span":[44,45]},{"kind":"number","label":"2","span":[45,46]},"#,
        r#"{"kind":"fraction","span":[39,46],"over":3,"under":4}]}"#,
    );
    assert_eq!(json::layout(&formula.slt), expected);
    assert_eq!(json::layout(&formula::slt::Slt::default()), r#"{"root":null,"nodes":[]}"#);
}

#[test]
fn the_example_of_the_documentation_is_true() {
    let page = include_str!("../../../docs/reference/tree-json.md");
    let example = page.rsplit("```json\n").next().and_then(|rest| rest.split('\n').next()).unwrap();
    assert_eq!(json::write(&formula("x^2")), example);
}
