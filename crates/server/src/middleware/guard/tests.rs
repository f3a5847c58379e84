use axum::body::Body;

use super::*;

fn guard(listen: &str, names: &[&str]) -> Guard {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Guard::new(listen.parse().unwrap(), &names)
}

fn status(guard: &Guard, method: &str, uri: &str, headers: &[(&str, &str)]) -> u16 {
    let mut request = Request::builder().method(method).uri(uri);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    guard.check(&request.body(Body::empty()).unwrap()).map_or_else(|error| error.status.as_u16(), |()| 200)
}

fn host(guard: &Guard, host: &str) -> u16 {
    status(guard, "GET", "/", &[("host", host)])
}

#[test]
fn loopback_the_listen_address_and_given_names_are_ours() {
    let local = guard("127.0.0.1:7373", &["Search.Example.org"]);
    for ours in
        ["localhost", "LOCALHOST:7373", "127.0.0.1:7373", "127.8.9.1", "[::1]:1", "[::ffff:127.0.0.1]"]
    {
        assert_eq!(host(&local, ours), 200, "{ours}");
    }
    assert_eq!(host(&local, "search.example.org."), 200);
    for other in
        ["evil.example", "localhost.evil.example", "192.168.1.2", "[fe80::1]", "127.0.0.1.evil.example"]
    {
        assert_eq!(host(&local, other), 403, "{other}");
    }
    let one = guard("192.168.1.2:80", &[]);
    assert_eq!(
        (host(&one, "192.168.1.2"), host(&one, "192.168.1.3"), host(&one, "nas.local")),
        (200, 403, 403)
    );
    let all = guard("0.0.0.0:80", &["nas.local"]);
    assert_eq!(
        (host(&all, "192.168.1.3:80"), host(&all, "nas.local"), host(&all, "evil.example")),
        (200, 200, 403)
    );
}

#[test]
fn a_request_has_one_host() {
    let guard = guard("127.0.0.1:7373", &[]);
    assert_eq!(status(&guard, "GET", "/", &[]), 400);
    assert_eq!(status(&guard, "GET", "/", &[("host", "localhost"), ("host", "localhost")]), 400);
    assert_eq!(status(&guard, "GET", "/", &[("host", "a b")]), 400);
    assert_eq!(status(&guard, "GET", "/", &[("host", "")]), 400);
    assert_eq!(status(&guard, "GET", "http://evil.example/", &[("host", "localhost")]), 403);
    assert_eq!(status(&guard, "GET", "http://localhost/", &[("host", "localhost")]), 200);
}

#[test]
fn what_changes_something_comes_from_our_pages() {
    let guard = guard("127.0.0.1:7373", &[]);
    let post = |headers: &[(&str, &str)]| {
        let all: Vec<_> = [("host", "127.0.0.1:7373")].iter().chain(headers).copied().collect();
        status(&guard, "POST", "/api/v1/events", &all)
    };
    assert_eq!(post(&[]), 200, "curl");
    assert_eq!(post(&[("origin", "http://127.0.0.1:7373"), ("sec-fetch-site", "same-origin")]), 200);
    for origin in ["http://evil.example", "null", "http://localhost:7373", "http://127.0.0.1:8080", "x"] {
        assert_eq!(post(&[("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(post(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(post(&[("sec-fetch-site", "same-site")]), 403);
}

#[test]
fn other_sites_may_link_and_not_embed() {
    let guard = guard("127.0.0.1:7373", &[]);
    let get = |site: &str, mode: &str, dest: &str| {
        let headers = [
            ("host", "localhost"),
            ("sec-fetch-site", site),
            ("sec-fetch-mode", mode),
            ("sec-fetch-dest", dest),
        ];
        status(&guard, "GET", "/api/v1/search?q=x", &headers)
    };
    assert_eq!(get("cross-site", "navigate", "document"), 200);
    assert_eq!(get("same-origin", "cors", "empty"), 200);
    assert_eq!(get("none", "navigate", "document"), 200);
    assert_eq!(get("cross-site", "no-cors", "image"), 403);
    assert_eq!(get("cross-site", "cors", "empty"), 403);
    assert_eq!(get("cross-site", "navigate", "iframe"), 403);
}
