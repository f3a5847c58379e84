//! Which requests `perga serve` lets in: those that ask for it by one of its names, and not what other sites load or send.

#![allow(clippy::unwrap_used, clippy::panic)]

mod serving;

use serving::{INDEX, serve, shared};

/// The status of a request with some headers.
fn status(server: &serving::Server, line: &str, headers: &[&str]) -> u16 {
    let request = format!("{line} HTTP/1.1\r\n{}\r\nconnection: close\r\n\r\n", headers.join("\r\n"));
    let answer = server.raw(&request);
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

#[test]
fn other_names_are_refused_with_a_hint() {
    let server = shared();
    let search = "GET /api/v1/search?q=x";
    for host in ["localhost", "localhost:7373", "127.0.0.1", "[::1]:9"] {
        assert_eq!(status(&server, search, &[&format!("host: {host}")]), 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "192.168.0.1"] {
        assert_eq!(status(&server, search, &[&format!("host: {host}")]), 403, "{host}");
        assert_eq!(status(&server, "GET /assets/nothing", &[&format!("host: {host}")]), 403, "{host}");
    }
    assert_eq!(status(&server, "GET http://evil.example/api/v1/search?q=x", &["host: localhost"]), 403);
    let api = server.raw("GET /api/v1/health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    assert!(api.contains("\"forbidden\"") && api.contains("host names") && !api.contains("--host"), "{api}");
    let page = server.raw("GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    assert!(
        page.starts_with("HTTP/1.1 403") && page.contains("<html") && page.contains("host names"),
        "{page}"
    );
}

#[test]
fn a_given_name_is_let_in() {
    let server = serve(&INDEX, &["--host", "search.example", "--host", "math.example"]);
    for host in ["search.example:80", "MATH.example", "localhost"] {
        assert_eq!(status(&server, "GET /api/v1/health", &[&format!("host: {host}")]), 200, "{host}");
    }
    assert_eq!(status(&server, "GET /api/v1/health", &["host: other.example"]), 403);
}

#[test]
fn a_request_without_a_host_or_with_two_is_a_bad_one() {
    let server = shared();
    assert_eq!(status(&server, "GET /api/v1/health", &["accept: */*"]), 400);
    assert_eq!(status(&server, "GET /api/v1/health", &["host: localhost", "host: localhost"]), 400);
    assert_eq!(status(&server, "GET /", &["host: a b"]), 400);
    let old = server.raw("GET /api/v1/health HTTP/1.0\r\n\r\n");
    assert!(old.starts_with("HTTP/1.0 200"), "HTTP/1.0 has no such header: {old}");
}

#[test]
fn events_of_other_sites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("events.jsonl");
    let server = serve(&INDEX, &["--events", log.to_str().unwrap()]);
    let host = server.address.strip_prefix("http://").unwrap();
    let post = |headers: &str| {
        let body = "{\"kind\":\"click\"}";
        let request = format!(
            "POST /api/v1/events HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        server.raw(&request).split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0u16)
    };
    assert_eq!(post(""), 204);
    assert_eq!(post(&format!("origin: http://{host}\r\nsec-fetch-site: same-origin\r\n")), 204);
    assert_eq!(post("origin: http://evil.example\r\n"), 403);
    assert_eq!(post("origin: null\r\n"), 403);
    assert_eq!(post("sec-fetch-site: cross-site\r\n"), 403);
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 2);
}

#[test]
fn other_sites_may_link_here_and_load_nothing() {
    let server = shared();
    let get = |mode: &str, dest: &str| {
        let headers = ["host: localhost", "sec-fetch-site: cross-site", mode, dest];
        status(&server, "GET /api/v1/search?q=x", &headers)
    };
    assert_eq!(get("sec-fetch-mode: navigate", "sec-fetch-dest: document"), 200);
    assert_eq!(get("sec-fetch-mode: no-cors", "sec-fetch-dest: image"), 403);
    assert_eq!(get("sec-fetch-mode: navigate", "sec-fetch-dest: iframe"), 403);
}
