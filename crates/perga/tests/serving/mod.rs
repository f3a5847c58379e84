//! A server for tests.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

/// A server of its own, ended with the test.
pub struct Server {
    pub process: Child,
    pub address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn collection() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection")
}

pub fn index(source: &Path, into: &Path) {
    let made =
        Command::new(env!("CARGO_BIN_EXE_perga")).arg("index").arg(source).arg("--into").arg(into).output();
    let made = made.unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

pub static INDEX: LazyLock<PathBuf> = LazyLock::new(|| {
    let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.index", env!("CARGO_CRATE_NAME")));
    let _ = std::fs::remove_dir_all(&into);
    index(&collection(), &into);
    into
});

/// One server for all tests that change nothing; it lives as long as one of them runs.
pub fn shared() -> Arc<Server> {
    static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = shared.upgrade() {
        return server;
    }
    let server = Arc::new(serve(&INDEX, &[]));
    *shared = Arc::downgrade(&server);
    server
}

pub fn serve(index: &Path, arguments: &[&str]) -> Server {
    started(Command::new(env!("CARGO_BIN_EXE_perga")), index, arguments)
}

/// A server that may have so many files open.
pub fn serve_with_files(index: &Path, files: usize) -> Server {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
    shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_perga"));
    started(shell, index, &[])
}

fn started(mut command: Command, index: &Path, arguments: &[&str]) -> Server {
    let mut process = command
        .args(["serve", "--listen", "127.0.0.1:0", "--index"])
        .arg(index)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    Server { process, address: line.trim().to_owned() }
}

impl Server {
    /// A connection to it.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address.strip_prefix("http://").unwrap()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// The whole answer to some bytes; what is closed without a word has none.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends SIGTERM and says how long the server took to end.
    pub fn end(&mut self) -> Duration {
        let told = Command::new("kill").arg("-TERM").arg(self.process.id().to_string()).status().unwrap();
        assert!(told.success());
        let start = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(30), "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        start.elapsed()
    }

    pub fn get(&self, path: &str) -> Response<Body> {
        self.get_with(path, &[])
    }

    /// A busy server says "try again in a moment", and on a busy machine tests make it busy: so they try again.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
        for _ in 0..30 {
            let response = self.get_once(path, headers);
            if response.status() != 503 {
                return response;
            }
            std::thread::sleep(Duration::from_millis(300));
        }
        self.get_once(path, headers)
    }

    fn get_once(&self, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent.get(format!("{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.call().unwrap()
    }

    pub fn json(&self, path: &str) -> Value {
        let mut response = self.get(path);
        assert_eq!(response.status(), 200, "{path}");
        response.body_mut().read_json().unwrap()
    }

    pub fn error(&self, path: &str, status: u16) -> Value {
        let mut response = self.get(path);
        assert_eq!(response.status(), status, "{path}");
        let body: Value = response.body_mut().read_json().unwrap();
        let error = body["error"].clone();
        for field in ["code", "message", "hint", "request_id"] {
            assert!(error[field].as_str().is_some_and(|text| !text.is_empty()), "{path}: {field} in {body}");
        }
        error
    }
}
