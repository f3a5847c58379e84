use super::*;
use crate::formulas::Pipeline;
use crate::formulas::modes::Mode;
use crate::testing::{index_of, query};

const FORMULAS: &[&str] = &[
    r"\sum_{k=1}^n k=\frac{n(n+1)}{2}",
    r"\sum_{i=1}^m i=\frac{m(m+1)}{2}",
    r"\sum_{k=0}^n k=\frac{n(n+1)}{3}",
    r"\sum_{k\ge1} \frac{1}{k^2}",
    "x^2+y^2",
    "a^3+b^3=c^3",
];

fn counts(source: &str) -> Vec<(&'static str, usize)> {
    let (_folder, index) = index_of(FORMULAS);
    funnel(&index, &query(source)).iter().map(|step| (step.name, step.count)).collect()
}

#[test]
fn the_funnel_narrows() {
    let counts = counts(r"\sum_{k=1}^n k=\frac{n(n+1)}{2}");
    let count = |name| counts.iter().find(|(known, _)| *known == name).map(|(_, count)| *count);
    assert_eq!((count("shape"), count("names"), count("look")), (Some(3), Some(2), Some(1)));
    assert!(count("operator") >= Some(3), "{counts:?}");
}

#[test]
fn a_query_with_wildcards_has_no_signature_to_count() {
    assert!(counts("?a^2+?b^2").iter().all(|(name, _)| *name == "operator"));
    assert!(counts("x").iter().all(|(name, _)| *name != "operator"));
}

#[test]
fn relaxed_queries_find_more_than_the_query() {
    let (_folder, index) = index_of(FORMULAS);
    let pipeline = Pipeline::default();
    let asked = query("a^2+b^2=c^2");
    let relaxed = relaxed(&index, &pipeline, &asked, Mode::Exact, 0).unwrap();
    let queries: Vec<&str> = relaxed.iter().map(|relaxed| relaxed.query.as_str()).collect();
    assert!(queries.contains(&r"a^{\qvar{n1}}+b^{\qvar{n1}}=c^{\qvar{n1}}"), "{queries:?}");
    assert!(queries.contains(&"a^{2}+b^{2}"), "{queries:?}");
    for relaxation in &relaxed {
        assert!(relaxation.count > 0);
    }
}
