use std::io::Cursor;

use super::*;

fn units(text: &str) -> Vec<Result<Unit, Complaint>> {
    let rows = Formulas::new(Lines::new("list", Box::new(Cursor::new(text.to_owned()))));
    rows.map(|row| row.map(|listed| listed.unit)).collect()
}

fn summaries(text: &str) -> Vec<String> {
    let summary = |unit: Unit| {
        let formula = &unit.body.formulas[0];
        assert_eq!((unit.kind.as_str(), formula.id.as_ref()), ("formula", Some(&unit.id)));
        let parent = unit.parent.as_deref().unwrap_or("-");
        format!("{} {} {} {}", unit.id, formula.visual_id.as_deref().unwrap_or("-"), parent, formula.source)
    };
    units(text).into_iter().map(|unit| unit.map_or_else(|complaint| complaint.message, summary)).collect()
}

#[test]
fn two_columns_are_id_and_formula() {
    assert_eq!(summaries("f1\tx^2\r\nf2\t\\frac12\n"), ["f1 - - x^2", "f2 - - \\frac12"]);
}

#[test]
fn three_columns_are_id_visual_id_and_formula_with_its_tabs() {
    assert_eq!(summaries("1\t7\tx^2\n\n2\t8\ta\t+b\n3\t9\ty"), ["1 7 - x^2", "2 8 - a\t+b", "3 9 - y"]);
}

#[test]
fn one_column_is_a_formula_under_name_and_line() {
    assert_eq!(summaries("x^2\n\n\\alpha\n"), ["list:1 - - x^2", "list:3 - - \\alpha"]);
}

#[test]
fn formulas_of_articles_are_numbered() {
    let text = "A.html\tx^2=1\tx\nB.html\t\\beta\tβ\nA.html\ty^2\ty\nA.html\tz^2\tz\n";
    assert_eq!(
        summaries(text),
        ["A.html - - x^2=1", "B.html - - \\beta", "A.html#2 - - y^2", "A.html#3 - - z^2"]
    );
    let unit = units(text).remove(2).unwrap();
    assert_eq!(unit.thread.as_deref(), Some("A.html"));
}

#[test]
fn quoted_fields_span_several_lines() {
    let header = "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\n";
    let rows = "1\t10\t9\tquestion\t\t5\t6\tv\t\"a\n\"\"b\"\"\"\n2\t10\t9\ttitle\t\t5\t7\t\tx\n";
    assert_eq!(summaries(&format!("{header}{rows}")), ["1 6 10 a\n\"b\"", "2 7 10 x"]);
}

#[test]
fn a_quote_that_never_ends_costs_nothing() {
    let text = "id\tlatex\n1\t\"x\n2\ty\n3\tz\n";
    assert_eq!(summaries(text), ["1 - - \"x", "2 - - y", "3 - - z"]);
}

#[test]
fn mathml_is_recognised() {
    let unit = units("1\t<math><mi>x</mi></math>\n").remove(0).unwrap();
    assert_eq!(unit.body.formulas[0].notation, Notation::MathMl);
}

#[test]
fn rows_without_formula_or_id_are_complaints_and_reading_continues() {
    let text = "1\t7\tx^2\n2\t8\n\t9\ty^2\n4\t10\t \n5\t11\t\\beta\n";
    assert_eq!(
        summaries(text),
        [
            "1 7 - x^2",
            "2 columns, but the formula is expected in column 3",
            "a row without an id",
            "a row without a formula",
            "5 11 - \\beta"
        ]
    );
    assert_eq!(units(text)[1].as_ref().unwrap_err().line, 2);
}

#[test]
fn an_empty_list_has_no_units() {
    assert!(units("").is_empty());
    assert!(units("\n\n").is_empty());
}
