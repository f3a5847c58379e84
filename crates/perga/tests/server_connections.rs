//! Connections of `perga serve`: those that send nothing, half a request or nothing more are closed, too many of them lock
//! nobody out, and none delays the end.

#![allow(clippy::unwrap_used, clippy::panic)]

mod serving;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serving::{INDEX, serve, serve_with_files, shared};

const HEALTH: &str = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// Reads an answer with a body of known length.
fn answer(stream: &mut TcpStream) -> String {
    let (mut answer, mut bytes) = (String::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut bytes).unwrap();
        assert!(read > 0, "closed after {answer:?}");
        answer.push_str(&String::from_utf8_lossy(&bytes[..read]));
        let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        if body.len() >= length.parse().unwrap() {
            return answer;
        }
    }
}

#[test]
fn connections_that_send_no_whole_request_are_closed() {
    let server = shared();
    let start = Instant::now();
    let mut streams: Vec<TcpStream> = (0..3).map(|_| server.connect()).collect();
    streams[1].write_all(b"GET /api/v1/health HTTP/1.1\r\nhost: loc").unwrap();
    // One header after the other, for ever.
    streams[2].write_all(b"GET /api/v1/health HTTP/1.1\r\n").unwrap();
    for _ in 0..8 {
        std::thread::sleep(Duration::from_secs(1));
        streams[2].write_all(b"x-more: 1\r\n").unwrap();
    }
    for mut stream in streams {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(!String::from_utf8_lossy(&rest).contains(" 200 "));
    }
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
}

#[test]
fn a_connection_serves_many_requests_also_after_a_pause() {
    let server = shared();
    let mut stream = server.connect();
    for pause in [0, 0, 200, 1500] {
        std::thread::sleep(Duration::from_millis(pause));
        stream.write_all(HEALTH.as_bytes()).unwrap();
        assert!(answer(&mut stream).starts_with("HTTP/1.1 200"));
    }
    stream.write_all(format!("{HEALTH}{HEALTH}").as_bytes()).unwrap();
    assert!(answer(&mut stream).starts_with("HTTP/1.1 200"), "requests one right behind the other");
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&INDEX, &["--events", folder.path().join("events").to_str().unwrap()]);
    let start = Instant::now();
    let answer = server.raw(
        "POST /api/v1/events HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    );
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn idle_connections_lock_nobody_out() {
    let server = serve_with_files(&INDEX, 64);
    let idle: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let health = server.raw(&request("/api/v1/health"));
    assert!(health.starts_with("HTTP/1.1 200"), "{health:?}");
    let search = server.raw(&request("/api/v1/search?q=x"));
    assert!(search.starts_with("HTTP/1.1 503") && search.contains("too many connections"), "{search:?}");
    drop(idle);
    let start = Instant::now();
    while !server.raw(&request("/api/v1/search?q=x")).starts_with("HTTP/1.1 200") {
        assert!(start.elapsed() < Duration::from_secs(10), "it never recovers");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(unix)]
#[test]
fn half_a_request_does_not_delay_the_end() {
    let mut server = serve(&INDEX, &[]);
    let mut half = server.connect();
    half.write_all(b"GET /api/v1/health HTTP/1.1\r\nhost: loc").unwrap();
    let _silent = server.connect();
    let mut used = server.connect();
    used.write_all(HEALTH.as_bytes()).unwrap();
    assert!(answer(&mut used).starts_with("HTTP/1.1 200"));
    let took = server.end();
    assert!(took < Duration::from_secs(2), "{took:?}");
}
