//! The page of an assessment: two people at once, by the buttons that a person would press.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use study::assess::desk::{Desk, Request, Response, Texts};
use study::assess::plan::{Dual, share_out};
use study::assess::project::{New, Project, Tokens};
use study::assess::verdict::Task;

const POOL: &str = "B.1\tf1\tv1\nB.1\tf2\tv1\nB.1\tf3\tv2\nB.2\tf4\tv3\n";

fn desk(folder: &Path, task: Task, pool: &str) -> (Desk, Tokens) {
    let plan = share_out(&[("B.1", 3), ("B.2", 1)], &["ann", "bob"], Dual::All, 1);
    let new = New { task, seed: 1, pool, plan, gold: "B.1\tf3\tv2\t2\n", instructions: "Read <all> of it." };
    let tokens = Project::make(&folder.join("p"), &new).unwrap();
    let texts: Texts = [
        ("B.1", "Is $x^2 \\ge 0$? <script>alert(1)</script>"),
        ("B.2", "Second"),
        ("f1", "one"),
        ("f2", "two"),
        ("f3", "three $\\frac12$"),
    ]
    .map(|(id, text)| (id.to_owned(), text.to_owned()))
    .into();
    (Desk::open(Project::open(&folder.join("p")).unwrap(), texts).unwrap(), tokens)
}

fn get(desk: &Desk, token: &str, path: &str) -> Response {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let fields = query.split('&').filter_map(|field| field.split_once('='));
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    desk.answer(&Request { path, fields, token: Some(token), now_ms: 5_000, ..Request::default() }).unwrap()
}

fn page(desk: &Desk, token: &str, path: &str) -> String {
    match get(desk, token, path) {
        Response::Page(page) => page,
        other => panic!("{other:?}"),
    }
}

fn post(desk: &Desk, token: &str, path: &str, fields: &[(&str, &str)]) -> Response {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = Request { is_post: true, path, fields, token: Some(token), now_ms: 9_000 };
    desk.answer(&request).unwrap()
}

/// The hidden fields of a form of the page, by the place of the candidate.
fn fields(page: &str, candidate: usize) -> Vec<(String, String)> {
    let form = page
        .split("<form method=\"post\"")
        .filter(|form| form.contains("class=\"choices\""))
        .nth(candidate)
        .unwrap();
    let inputs = form.split("<input type=\"hidden\" name=\"").skip(1);
    inputs
        .map(|input| {
            let (name, rest) = input.split_once('"').unwrap();
            let value = rest.split("value=\"").nth(1).unwrap().split('"').next().unwrap();
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

/// Presses a button of the candidate at a place of the page that is shown.
fn press(desk: &Desk, token: &str, path: &str, candidate: usize, button: (&str, &str)) -> Response {
    let fields = fields(&page(desk, token, path), candidate);
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain([button]).collect();
    post(desk, token, "", &fields)
}

#[test]
fn two_people_judge_at_once_and_the_files_are_those_computed_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, tokens) = desk(folder.path(), Task::Formulas, POOL);
    let [(_, ann), (_, bob)] = &tokens.assessors[..] else { panic!() };
    // Both take whatever comes next, one after the other, and grade every occurrence 3 and 2.
    for _ in 0..10 {
        for (token, grade) in [(ann, "3"), (bob, "2")] {
            let shown = page(&desk, token, "");
            if shown.contains("Everything is judged") {
                continue;
            }
            let open = shown
                .split("<article class=\"")
                .skip(1)
                .position(|one| !one.starts_with("candidate is-done"));
            press(&desk, token, "", open.unwrap(), ("grade", grade));
        }
    }
    assert!(page(&desk, ann, "").contains("You judged 4 of 4"));
    // The known grade of one of them is shown at the end, and that it differs.
    assert!(page(&desk, ann, "").contains("Known grades") && page(&desk, ann, "").contains("Medium"));
    let file = |name: &str| match get(&desk, &tokens.organiser, name) {
        Response::File(file) => file,
        other => panic!("{other:?}"),
    };
    assert_eq!(file("/export/judgements.tsv").lines().count(), 8);
    assert_eq!(file("/export/times.tsv").lines().nth(1).unwrap().split('\t').nth(3), Some("4000"));
    // Two results of B.1 are relevant, of B.2 only one: it is dropped.
    assert_eq!(file("/export/qrels").lines().count(), 2);
    let overview = page(&desk, &tokens.organiser, "");
    assert!(overview.contains("Disagreements (4)") && overview.contains("not in the qrels: B.2"));
    let decided = [("topic", "B.2"), ("unit", "v3"), ("instance", "f4"), ("grade", "1")];
    assert!(matches!(post(&desk, &tokens.organiser, "/adjudicate", &decided), Response::Redirect(_)));
    assert!(page(&desk, &tokens.organiser, "").contains("Disagreements (3)"));
    assert!(file("/export/instances.qrels").contains("B.2 0 f4 1\n"));
    assert_eq!(
        post(&desk, &tokens.organiser, "/adjudicate", &decided),
        Response::BadRequest("no one disagrees about this")
    );
}

#[test]
fn without_the_token_nothing_is_reachable() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, tokens) = desk(folder.path(), Task::Formulas, POOL);
    let ann = &tokens.assessors[0].1;
    let paths = ["", "/", "?at=0", "/organiser", "/export/qrels", "/export/judgements.tsv", "/nothing"];
    for path in paths {
        assert!(matches!(get(&desk, "", path), Response::Forbidden(_)), "{path}");
        assert!(matches!(get(&desk, &ann[1..], path), Response::Forbidden(_)), "{path}");
    }
    for path in ["/export/qrels", "/export/times.tsv", "/organiser"] {
        assert!(matches!(get(&desk, ann, path), Response::Forbidden(_)), "{path}");
    }
    assert_eq!(get(&desk, "", &format!("/enter?token={ann}")), Response::Enter(ann.clone()));
    assert!(matches!(get(&desk, "", "/enter?token=guess"), Response::Forbidden(_)));
    let stranger = [("topic", "B.1"), ("unit", "v9"), ("round", "main"), ("grade", "3")];
    assert_eq!(post(&desk, ann, "", &stranger), Response::BadRequest("this result is not yours to judge"));
}

#[test]
fn undo_later_notes_and_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let pool = "B.1\tf1\nB.1\tf2\nB.1\tf3\nB.2\tf4\n";
    let (first, tokens) = desk(folder.path(), Task::Answers, pool);
    let ann = &tokens.assessors[0].1;
    let topic_and_unit = |page: &str| {
        let fields = fields(page, 0);
        fields.iter().find(|(name, _)| name == "unit").unwrap().1.clone()
    };
    let shown = topic_and_unit(&page(&first, ann, ""));
    assert_eq!(press(&first, ann, "", 0, ("later", "1")), Response::Redirect("/assess".to_owned()));
    assert_ne!(topic_and_unit(&page(&first, ann, "")), shown);
    let second = topic_and_unit(&page(&first, ann, ""));
    assert_eq!(press(&first, ann, "", 0, ("grade", "0")), Response::Redirect("/assess".to_owned()));
    assert!(matches!(press(&first, ann, "?at=0", 0, ("comment", "why <b>?")), Response::Redirect(_)));
    assert!(matches!(press(&first, ann, "?at=0", 0, ("grade", "7")), Response::BadRequest(_)));
    drop(first);
    let texts = Texts::default();
    let again = Desk::open(Project::open(&folder.path().join("p")).unwrap(), texts).unwrap();
    let Response::Redirect(back) = post(&again, ann, "", &[("undo", "1")]) else { panic!() };
    let back = back.strip_prefix("/assess").unwrap();
    assert_eq!(topic_and_unit(&page(&again, ann, back)), second);
    assert!(page(&again, ann, back).contains("why &lt;b&gt;?"));
    assert!(page(&again, ann, back).contains("is missing"));
}

#[test]
fn pages_are_escaped_and_blind() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, tokens) = desk(folder.path(), Task::Formulas, POOL);
    for (_, token) in &tokens.assessors {
        let shown = page(&desk, token, "");
        assert!(!shown.contains("<script>alert") && !shown.contains(token.as_str()));
        assert!(shown.contains("Read &lt;all&gt; of it."));
        assert!(!shown.contains("//assess") && !shown.contains(">bob") && !shown.contains(">ann"));
    }
}
