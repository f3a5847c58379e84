//! Just enough of HTTP to ask our own server: one request a connection.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result};

/// Longer than any answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks for a path and reads the whole answer; its status.
pub fn get(host: &str, path: &str) -> Result<u16> {
    let mut stream = TcpStream::connect(host)
        .with_context(|| format!("nobody answers at {host}\nhint: start `perga serve` first"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let head = answer.get(..12).map(String::from_utf8_lossy).unwrap_or_default();
    Ok(head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0))
}

/// A text as the value of a parameter.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(char::from(byte)),
            // Writing to a string does not fail.
            byte => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}
