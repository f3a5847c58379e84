use std::io::Cursor;

use super::*;

fn units(text: &str) -> Vec<Result<Unit, Complaint>> {
    Units::new(Lines::new("units", Box::new(Cursor::new(text.to_owned())))).collect()
}

#[test]
fn every_field_of_a_unit_is_read() {
    let line = r#"{"id": "c1", "kind": "card", "title": "Euler", "body": "$e^{i\\pi}=-1$", "tags": ["complex"],
        "comments": ["nice", {"text": "indeed"}], "parent": "p", "thread": "t", "score": 5, "accepted": true,
        "date": "1970-01-02", "url": "http://x", "names": ["identity"], "symbols": [{"symbol": "e", "meaning": "base"}],
        "conditions": ["none", "at all"], "links": [{"kind": "duplicate", "id": "c2"}, "c3"],
        "preamble": "\\newcommand{\\R}{\\mathbb{R}}"}"#;
    let unit = units(&line.replace('\n', " ")).remove(0).unwrap();
    assert_eq!((unit.id.as_str(), unit.kind.as_str(), unit.title.text.as_str()), ("c1", "card", "Euler"));
    assert_eq!(unit.tags, ["complex"]);
    assert_eq!(
        unit.comments.iter().map(|comment| comment.text.as_str()).collect::<Vec<_>>(),
        ["nice", "indeed"]
    );
    assert_eq!((unit.parent.as_deref(), unit.thread.as_deref()), (Some("p"), Some("t")));
    assert_eq!((unit.score, unit.accepted, unit.date), (Some(5), true, Some(86_400)));
    assert_eq!(
        (unit.url.as_deref(), unit.names.as_slice()),
        (Some("http://x"), &["identity".to_owned()][..])
    );
    assert_eq!(unit.symbols, [("e".to_owned(), "base".to_owned())]);
    assert_eq!(unit.conditions.text, "none\nat all");
    assert_eq!(
        unit.links.iter().map(|link| link.kind.as_str()).collect::<Vec<_>>(),
        ["duplicate", "related"]
    );
    assert_eq!(unit.macros.map(|macros| macros.len()), Some(1));
}

#[test]
fn id_and_body_are_enough_and_ids_may_be_numbers() {
    let unit = units(r#"{"id": 17, "body": ""}"#).remove(0).unwrap();
    assert_eq!(
        (unit.id.as_str(), unit.kind.as_str(), unit.thread.as_deref()),
        ("17", "paragraph", Some("17"))
    );
}

#[test]
fn a_bad_line_costs_only_that_line() {
    let found = units(
        "{\"id\": \"1\", \"body\": \"a\"}\n{\"id\": \"2\", \"body\n\n[1]\n{\"body\": \"b\"}\n{\"id\": \"5\"}\n{\"id\": \"6\", \"body\": \"c\"}",
    );
    let summary: Vec<String> = found
        .iter()
        .map(|unit| match unit {
            Ok(unit) => unit.id.clone(),
            Err(complaint) => format!("{}: {}", complaint.line, complaint.message),
        })
        .collect();
    assert_eq!(
        summary,
        [
            "1",
            "2: not a JSON object: EOF while parsing a string at column 17",
            "4: not a JSON object: invalid type: sequence, expected a map at column 0",
            "5: a unit without an `id`",
            "6: the unit `5` has no `body`",
            "6"
        ]
    );
}

#[test]
fn a_bad_field_costs_only_that_field() {
    let found =
        units(r#"{"id": "1", "body": "a", "score": "many", "tags": [1, {}], "date": "soon", "accepted": 1}"#);
    let messages: Vec<&str> =
        found.iter().filter_map(|unit| unit.as_ref().err()).map(|c| c.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`tags` is not a list of texts",
            "`score` is not a number",
            "`accepted` is not `true` or `false`",
            "`date` is not a date such as `2015-03-14T09:26:53`"
        ]
    );
    assert_eq!(found.last().unwrap().as_ref().unwrap().tags, ["1"]);
}

#[test]
fn articles_of_planetmath_have_names_tags_and_relations() {
    let line = r#"{"id": "algebra/16-00-Ring", "title": "ring", "type": "Definition", "msc": ["16-00"], "synonyms": ["annulus"],
        "defines": ["unity"], "related": ["Field"], "preamble": "\\usepackage{amsmath}", "body": "A $R$."}"#;
    let unit = units(&line.replace('\n', " ")).remove(0).unwrap();
    assert_eq!(unit.kind, "article");
    assert_eq!(unit.names, ["annulus", "unity"]);
    assert_eq!(unit.tags, ["16-00", "definition"]);
    assert_eq!(unit.links, [Link { kind: "related".to_owned(), target: "Field".to_owned() }]);
    assert_eq!(unit.aliases, ["Ring"]);
    assert!(unit.macros.is_none());
}

#[test]
fn pairs_are_questions_and_answers() {
    let pair = |answer: &str, number: usize| {
        format!(
            r#"{{"Q": "why?", "A": "{answer}", "meta": {{"url": "https://math.x/q/1", "question_score": "8", "answer_id": {number}}}}}"#
        )
    };
    let found = units(&format!("{}\n{}\n", pair("so", 0), pair("thus", 1)));
    let ids: Vec<String> = found.iter().map(|unit| unit.as_ref().unwrap().id.clone()).collect();
    assert_eq!(ids, ["math.x/q/1", "math.x/q/1#answer-0", "math.x/q/1#answer-1"]);
    let question = found[0].as_ref().unwrap();
    assert_eq!((question.kind.as_str(), question.score), ("question", Some(8)));
    assert_eq!(found[1].as_ref().unwrap().parent.as_deref(), Some("math.x/q/1"));
}

#[test]
fn formulas_of_a_pool_come_once() {
    let line = r#"{"topic": "B.3", "visual_id": "415553", "grade": 3, "latex_from_slt": "10^{-10}"}"#;
    let found = units(&format!("{line}\n{line}\n"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].as_ref().unwrap().body.formulas[0].source, "10^{-10}");
}

#[test]
fn units_are_recognised_by_their_fields_even_if_truncated() {
    assert!(is_unit(r#"{"id": "1", "body": "a"}"#));
    assert!(is_unit(r#"{"id": "1", "title": "x", "body": "a whole bo"#));
    assert!(!is_unit(r#"{"name": "package", "version": "1"}"#));
    assert!(!is_unit(r#"{"id": 1, "body": } "#));
}

#[test]
fn deep_nesting_is_a_complaint() {
    let found = units(&format!("{{\"id\": {}", "[".repeat(100_000)));
    assert!(found[0].is_err() && found.len() == 1);
}

#[test]
fn latex_between_the_formulas_is_read_as_latex_if_there_is_a_preamble() {
    let unit = |preamble: &str| {
        let line = format!(r#"{{"id": "1", "body": "An \\emph{{ideal}} $I$ is 50% of it"{preamble}}}"#);
        units(&line).remove(0).unwrap().body
    };
    assert_eq!(unit("").text, "An \\emph{ideal} $I$ is 50% of it");
    let text = unit(r#", "preamble": "\\usepackage{amsmath}""#);
    assert!(text.text.starts_with("An ideal $I$"), "{}", text.text);
    assert_eq!(text.formulas.len(), 1);
    let line = r#"{"id": "1", "preamble": "%", "body": "A ring $R$.\n%%%%%\n% no $S$\nSo it is 5% of it."}"#;
    let text = units(line).remove(0).unwrap().body;
    assert!(!text.text.contains("%%") && text.text.contains("So it is 5"), "{}", text.text);
    assert_eq!(text.formulas.len(), 1);
}
