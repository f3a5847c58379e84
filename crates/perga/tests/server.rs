//! `perga serve` from the outside, over the bundled collection: every address answers as described, nothing but what is
//! meant to get out gets out, and the server survives what comes in.

#![allow(clippy::unwrap_used, clippy::panic)]

mod serving;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use serving::{INDEX, index, serve, shared};
use ureq::Agent;

#[test]
fn a_formula_is_found_with_its_substitution_and_pairs() {
    let server = shared();
    let answer = server.json("/api/v1/search?q=p%5E2%2Bq%5E2%3Dr%5E2&k=3");
    assert_eq!(answer["want"], "formulas");
    let hit = &answer["hits"][0];
    assert_eq!(hit["relation"], "equal-up-to-names");
    assert_eq!(hit["substitution"].as_array().unwrap().len(), 3);
    assert!(hit["pairs"].as_array().unwrap().len() > 5);
    let mathml = hit["mathml"].as_str().unwrap();
    assert!(mathml.contains("m-renamed b1") && mathml.contains("id=\"h1-"), "{mathml}");
    assert!(answer["query"]["mathml"].as_str().unwrap().contains("class=\"b3\""));
    assert!(answer["facets"].as_array().unwrap().iter().any(|facet| facet["name"] == "kind"));
}

#[test]
fn a_question_is_answered_by_threads_with_facets_and_safe_html() {
    let server = shared();
    let answer = server.json("/api/v1/search?q=why+does+%24%5Csum+1%2Fn%24+diverge%3F+harmonic+series");
    assert_eq!(answer["want"], "units");
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits[0]["title_html"].as_str().unwrap().contains("<mark>"), "{}", hits[0]);
    assert!(hits.iter().any(|hit| hit["excerpt"]["html"].as_str().unwrap().contains("<math")));
    let threads: Vec<&str> = hits.iter().filter_map(|hit| hit["thread"].as_str()).collect();
    let different: std::collections::HashSet<&&str> = threads.iter().collect();
    assert_eq!(threads.len(), different.len(), "a thread has one hit");
}

#[test]
fn facets_narrow_and_pages_follow_each_other() {
    let server = shared();
    let all = server.json("/api/v1/search?q=derivative&want=units&k=5");
    let next = server.json("/api/v1/search?q=derivative&want=units&k=5&offset=5");
    assert_eq!(next["hits"][0]["rank"], 6);
    assert_ne!(all["hits"][0]["id"], next["hits"][0]["id"]);
    let facet = all["facets"].as_array().unwrap().iter().find(|facet| facet["name"] == "kind").unwrap();
    let kind = facet["values"][0]["value"].as_str().unwrap();
    let narrowed = server.json(&format!("/api/v1/search?q=derivative&want=units&k=50&kind={kind}"));
    assert!(narrowed["hits"].as_array().unwrap().iter().all(|hit| hit["kind"] == kind));
    let accepted = server.json("/api/v1/search?q=integral&want=answers&is=accepted&votes=1");
    let hits = accepted["hits"].as_array().unwrap();
    assert!(!hits.is_empty());
    assert!(hits.iter().all(|hit| hit["accepted"] == true && hit["votes"].as_i64().unwrap() >= 1));
    let formulas = server.json("/api/v1/search?q=x%5E2%2B1&kind=card");
    let instances = |hit: &Value| hit["instances"].as_array().unwrap().clone();
    let is_on_card = |hit: &Value| instances(hit).iter().any(|place| place["kind"] == "card");
    assert!(formulas["hits"].as_array().unwrap().iter().all(is_on_card));
}

#[test]
fn a_question_that_finds_little_is_told_what_finds_more() {
    let server = shared();
    let answer = server.json("/api/v1/search?q=pythagorian&want=units");
    assert_eq!(answer["corrected"], "pythagorean", "{answer}");
    let answer = server.json("/api/v1/search?q=pythagorian&want=units&verbatim=true");
    assert_eq!(answer["relaxed"][0]["query"], "pythagorean", "{answer}");
    assert!(answer["relaxed"][0]["count"].as_u64().unwrap() > 0);
    let answer = server.json("/api/v1/search?q=derivative&want=units&tag=geometry&year=1999");
    let relaxed = answer["relaxed"].as_array().unwrap();
    assert!(relaxed.iter().any(|one| one["change"] == "without the filters"), "{answer}");
}

#[test]
fn questions_like_a_question_are_its_duplicates_unless_told_otherwise() {
    let server = shared();
    let pipeline = |more: &str| {
        let answer = server.json(&format!("/api/v1/search?like=q/209&k=3{more}"));
        assert!(answer["hits"].as_array().is_some_and(|hits| !hits.is_empty()), "{more}");
        answer["pipeline"].as_str().unwrap().to_owned()
    };
    assert_eq!(pipeline("&want=questions"), "duplicates");
    assert_eq!(pipeline("&want=questions&pipeline=best"), "best");
    assert_eq!(pipeline(""), "best");
    let page = server.get("/?like=q/209&want=questions").body_mut().read_to_string().unwrap();
    assert!(page.contains(" like <a href=\"/threads/q/209\">Why is "), "{page}");
    assert!(!page.contains("<mark>of</mark>"), "{page}");
    let page = server.get("/threads/q/209").body_mut().read_to_string().unwrap();
    assert!(page.contains("/?like=q%2F209&amp;want=questions"), "{page}");
}

#[test]
fn units_threads_formulas_and_cards_are_there() {
    let server = shared();
    let card = server.json("/api/v1/units/card/quadratic-formula");
    assert_eq!(card["kind"], "card");
    assert!(!card["symbols"].as_array().unwrap().is_empty());
    assert!(card["body_html"].as_str().unwrap().contains("<mfrac"));
    let thread = server.json("/api/v1/threads/q%2F112");
    let units = thread["units"].as_array().unwrap();
    assert_eq!(units[0]["kind"], "question");
    assert!(units.len() > 1 && units[1..].iter().all(|unit| unit["kind"] == "answer"));
    assert_eq!(server.json("/api/v1/threads/a/112-1")["id"], thread["id"]);
    let marked = server.json("/api/v1/threads/q/114?q=%5Csqrt%7Bx%5E2%2By%5E2%7D");
    let title = marked["title_html"].as_str().unwrap();
    assert!(title.contains("formula matched") && !title.contains("display=\"block\""), "{title}");
    let hit = &server.json("/api/v1/search?q=a%5E2%2Bb%5E2%3Dc%5E2")["hits"][0];
    let formula = server.json(&format!("/api/v1/formulas/{}", hit["record"]));
    assert!(formula["names"].as_array().unwrap().iter().any(|name| name["name"] == "Pythagorean theorem"));
    assert!(!formula["together"].as_array().unwrap().is_empty());
    let cards = server.json("/api/v1/cards?q=pythagorean");
    assert_eq!(cards["cards"][0]["id"], "card/pythagorean-theorem");
    assert_eq!(server.json("/api/v1/cards?k=2")["cards"].as_array().unwrap().len(), 2);
}

#[test]
fn formulas_are_read_taken_apart_and_aligned() {
    let server = shared();
    let reading = server.json("/api/v1/read?q=roots+of+%24x%5E%7B2%24");
    assert_eq!(reading["parts"].as_array().unwrap().last().unwrap()["kind"], "formula");
    let trees = server.json("/api/v1/tree?formula=x-y%5E2%3D0");
    assert_eq!(trees["slt"], "x - (y above 2) = 0");
    assert!(trees["operator_tree"].as_array().unwrap().len() > 4);
    let alignment = server.json("/api/v1/align?one=a%5E2%2B%3Fb&two=x%5E2%2B%5Csqrt%7By%7D");
    assert_eq!(alignment["bindings"][0]["tex"], r"\sqrt{y}");
    let suggestions = server.json("/api/v1/suggest?q=pythagor");
    assert!(!suggestions["suggestions"].as_array().unwrap().is_empty());
    let formulas = server.json("/api/v1/suggest?q=p%5E2%2Bq%5E2%3Dr");
    let named = |one: &Value| one["kind"] == "formula" && one["label"] == "Pythagorean theorem";
    assert!(formulas["suggestions"].as_array().unwrap().iter().any(named), "{formulas}");
}

#[test]
fn what_makes_no_sense_is_refused_with_a_code_and_a_hint() {
    let server = shared();
    let nothing = server.json("/api/v1/search?q=");
    assert!(nothing["hits"].as_array().unwrap().is_empty() && !nothing["query"]["notes"][0].is_null());
    for path in [
        "/api/v1/search?q=x&k=0",
        "/api/v1/search?q=x&k=101",
        "/api/v1/search?q=x&offset=100000",
        "/api/v1/search?q=x&mode=nearly",
        "/api/v1/search?q=x&after=someday",
        "/api/v1/search?year=soon",
        "/api/v1/search?q=x&is=liked",
        "/api/v1/formulas/many",
        "/api/v1/units/%FF",
        "/api/v1/suggest?q=a&n=0",
    ] {
        server.error(path, 400);
    }
    for path in [
        "/api/v1/units/nobody",
        "/api/v1/threads/..%2F..%2Fetc",
        "/api/v1/formulas/4000000000",
        "/api/v1/none",
    ] {
        assert_eq!(server.error(path, 404)["code"], "not-found");
    }
    let long = "x".repeat(17_000);
    server.error(&format!("/api/v1/search?q={long}"), 400);
    assert_eq!(server.get("/assets/..%2F..%2FCargo.toml").status(), 404);
}

#[test]
fn responses_protect_the_page_and_can_be_kept() {
    let server = shared();
    let path = "/api/v1/search?q=a%2Bb";
    let first = server.get(path);
    let header = |name: &str| first.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-security-policy").starts_with("default-src 'none'; script-src 'self';"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(!header("x-request-id").is_empty());
    let tag = header("etag");
    assert_eq!(server.get_with(path, &[("if-none-match", &tag)]).status(), 304);
    assert_eq!(server.get_with("/api/v1/search?q=a%2Bc", &[("if-none-match", &tag)]).status(), 200);
    let packed = server.get_with(path, &[("accept-encoding", "br")]);
    assert_eq!(packed.headers()["content-encoding"], "br");
}

#[test]
fn the_api_is_described() {
    let description = shared().json("/api/v1/openapi.json");
    assert!(description["paths"]["/api/v1/search"].is_object(), "{description}");
}

#[test]
fn metrics_count_requests() {
    let server = shared();
    server.json("/api/v1/health");
    let text = server.get("/metrics").body_mut().read_to_string().unwrap();
    assert!(text.contains("perga_requests_total{route=\"/api/v1/health\",status=\"200\"}"), "{text}");
    assert!(text.contains("perga_index_units "), "{text}");
}

#[test]
fn a_new_commit_of_the_index_is_served_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, into) = (folder.path().join("notes.md"), folder.path().join("index"));
    std::fs::write(&notes, "# First\n\nOne formula: $a+b$.\n").unwrap();
    index(&notes, &into);
    let server = serve(&into, &[]);
    assert!(server.json("/api/v1/search?q=zeppelin&want=units")["hits"].as_array().unwrap().is_empty());
    std::fs::write(&notes, "# First\n\nOne zeppelin: $a+b$.\n").unwrap();
    index(&notes, &into);
    let start = Instant::now();
    while server.json("/api/v1/search?q=zeppelin&want=units")["hits"].as_array().unwrap().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(30), "the change was never seen");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn events_are_kept_only_if_that_is_asked_for() {
    let plain = shared();
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let event = serde_json::json!({ "kind": "click", "target": "q/112", "rank": 1 });
    let refused = agent.post(format!("{}/api/v1/events", plain.address)).send_json(&event).unwrap();
    assert_eq!(refused.status(), 404);
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("events.jsonl");
    let server = serve(&INDEX, &["--events", log.to_str().unwrap()]);
    server.json("/api/v1/search?q=a%2Bb");
    let kept = agent.post(format!("{}/api/v1/events", server.address)).send_json(&event).unwrap();
    assert_eq!(kept.status(), 204);
    let long = serde_json::json!({ "kind": "x".repeat(50) });
    assert_eq!(
        agent.post(format!("{}/api/v1/events", server.address)).send_json(&long).unwrap().status(),
        400
    );
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["parameters"]["q"], "a+b");
    assert_eq!(lines[1]["kind"], "click");
    assert!(lines.iter().all(|line| line["time_ms"].is_u64() && line["session"].is_string()));
}

#[test]
fn runs_of_a_folder_are_reported_on_and_nothing_else_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/eval");
    let server = serve(&INDEX, &["--runs", folder.to_str().unwrap()]);
    let report = "/evaluation/report?qrels=small.qrels&run=first.run&run=second.run&baseline=first.run";
    let mut response = server.get(report);
    assert_eq!(response.status(), 200);
    assert!(
        response.headers()["content-security-policy"].to_str().unwrap().contains("style-src 'unsafe-inline'")
    );
    let page = response.body_mut().read_to_string().unwrap();
    assert!(page.contains("Gains and losses by topic") && page.contains("perga eval"), "{page}");
    for path in ["..%2Feval%2Ffirst.run", "%2Fetc%2Fpasswd", "nobody.run"] {
        assert_eq!(server.get(&format!("/evaluation/report?qrels=small.qrels&run={path}")).status(), 400);
    }
}

#[test]
fn hostile_requests_change_nothing() {
    let server = shared();
    let address = server.address.strip_prefix("http://").unwrap();
    for request in [
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "\0\0\0\0".to_owned(),
        format!("GET /api/v1/search?q={} HTTP/1.1\r\nhost: localhost\r\n\r\n", "%24".repeat(5000)),
        "GET /api/v1/units/../../../../etc/passwd HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
            .to_owned(),
        format!(
            "POST /api/v1/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: 999999\r\n\r\n{}",
            "x".repeat(100_000)
        ),
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.take(100_000).read_to_end(&mut answer);
        assert!(!String::from_utf8_lossy(&answer).contains("root:"), "{request}");
        assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1 5"), "{request}");
    }
    assert_eq!(server.json("/api/v1/health")["status"], "ok");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_end_answers_what_it_has_begun() {
    let mut server = serve(&INDEX, &[]);
    let address = server.address.clone();
    let asking = std::thread::spawn(move || {
        let mut response =
            ureq::get(format!("{address}/api/v1/search?q=a%5E2%2Bb%5E2%3Dc%5E2")).call().unwrap();
        response.body_mut().read_json::<Value>().unwrap()
    });
    std::thread::sleep(Duration::from_millis(30));
    let told = Command::new("kill").arg("-TERM").arg(server.process.id().to_string()).status().unwrap();
    assert!(told.success());
    assert!(asking.join().unwrap()["hits"].is_array());
    let start = Instant::now();
    while server.process.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(15), "the server does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
}
