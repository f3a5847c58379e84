//! What one query may cost, and what is said when a part of it is left out.

#![allow(clippy::unwrap_used, clippy::panic)]

mod serving;

use std::time::{Duration, Instant};

use serde_json::Value;
use serving::shared;

/// Searches for units and gives the notes: each its message and its hint.
fn notes(query: &str) -> Vec<String> {
    let encoded: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let answer = shared().json(&format!("/api/v1/search?want=units&q={encoded}"));
    let notes = answer["query"]["notes"].as_array().unwrap();
    notes.iter().map(|note| note["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn thousands_of_equal_phrases_are_one() {
    let start = Instant::now();
    assert_eq!(notes(&"\"is a\" ".repeat(2300)), Vec::<String>::new());
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn what_is_too_much_is_left_out_and_said() {
    let many = |part: &dyn Fn(usize) -> String| (0..1000).map(part).collect::<Vec<_>>().join(" ");
    for (query, said) in [
        (many(&|at| format!("\"is {at}\"")), "first 64 phrases"),
        (many(&|at| format!("$x^{{{at}}}$")), "first 256 different formulas"),
        (many(&|at| format!("site:{at}.org")) + " limit", "first 32 filters"),
        (format!("\"{}\"", "the ".repeat(500)), "first 64 words of this phrase"),
        ((0..20).map(|at| format!("+$x^{{{at}}}$ ")).collect(), "first 8 formulas with"),
    ] {
        let notes = notes(&query);
        assert!(notes.iter().any(|note| note.contains(said)), "{said}: {notes:?}");
    }
}

#[test]
fn the_page_says_it_too() {
    let query: String = (0..200).map(|at| format!("%22is+{at}%22+")).collect();
    let page = shared().get(&format!("/?want=units&q={query}")).body_mut().read_to_string().unwrap();
    assert!(page.contains("only the first 64 phrases are searched for"), "{page}");
}

#[test]
fn too_many_filters_beside_the_query_are_a_bad_request() {
    let filters: String = (0..40).map(|at| format!("&tag=t{at}")).collect();
    let error = shared().error(&format!("/api/v1/search?q=limit&want=units{filters}"), 400);
    assert!(error["message"].as_str().unwrap().contains("too many filters"), "{error}");
}

#[test]
fn health_says_how_busy_the_server_is() {
    let health: Value = shared().json("/api/v1/health");
    assert!(["ok", "busy"].contains(&health["status"].as_str().unwrap()));
    for field in ["searching", "waiting", "longest_wait_seconds"] {
        assert!(health[field].is_number(), "{field}: {health}");
    }
    let metrics = shared().get("/metrics").body_mut().read_to_string().unwrap();
    for name in ["searches_running", "searches_waiting", "search_longest_wait_seconds", "searches_displaced"]
    {
        assert!(metrics.contains(&format!("perga_{name} ")), "{name}: {metrics}");
    }
}

#[test]
fn many_clients_at_once_are_all_answered_or_told_to_try_again() {
    let server = shared();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = |at: usize| {
            let server = &server;
            let ask = move || server.get(&format!("/api/v1/search?q=%22is+a%22+limit+{at}&want=units"));
            scope.spawn(move || ask().status().as_u16())
        };
        let asking: Vec<_> = (0..60).map(ask).collect();
        asking.into_iter().map(|asking| asking.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.iter().filter(|status| **status == 200).count() >= 8, "{statuses:?}");
    let start = Instant::now();
    while server.json("/api/v1/health")["searching"] != 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "a place was never freed");
        std::thread::sleep(Duration::from_millis(50));
    }
}
