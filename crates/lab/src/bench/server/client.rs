//! A minimal HTTP client for Perga's server: one request per connection, or one after the other on the same.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Result, bail};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Failure;

/// The timeout: longer than any response may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Requests a path, reads the whole response and returns its status.
pub fn get(host: &str, path: &str) -> Result<u16> {
    let mut stream = TcpStream::connect(host).map_err(|error| {
        Failure::new(format!("no server answers at {host}: {error}"), "start `perga serve` first")
    })?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let head = answer.get(..12).map(String::from_utf8_lossy).unwrap_or_default();
    Ok(head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0))
}

/// A kept connection, opened again when the server has closed it.
pub struct Connection {
    host: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    /// To a host; it is opened with the first request.
    pub fn new(host: &str) -> Connection {
        Connection { host: host.to_owned(), stream: None }
    }

    /// Requests a path, reads the whole response and returns its status.
    pub fn get(&mut self, path: &str) -> Result<u16> {
        if let Some(mut stream) = self.stream.take()
            && let Ok(status) = self.ask(&mut stream, path)
        {
            self.stream = Some(stream);
            return Ok(status);
        }
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let mut stream = BufReader::new(stream);
        let status = self.ask(&mut stream, path)?;
        self.stream = Some(stream);
        Ok(status)
    }

    fn ask(&self, stream: &mut BufReader<TcpStream>, path: &str) -> Result<u16> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        stream.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                bail!("the server has closed the connection");
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.split(' ').next().and_then(|status| status.parse().ok()).unwrap_or(0);
            } else if let Some(rest) = line.strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap_or(0);
            } else if line.is_empty() {
                break;
            }
        }
        std::io::copy(&mut stream.take(length), &mut std::io::sink())?;
        Ok(status)
    }
}

/// A text as the value of a parameter.
pub fn encoded(text: &str) -> String {
    const KEPT: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(text, &KEPT).to_string()
}
