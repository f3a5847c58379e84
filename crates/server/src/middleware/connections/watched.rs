//! A connection that keeps account of what happens on it, and by when something must.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// From the first byte of a request to the end of its head; and from the opening of a connection to its first byte.
pub(super) const HEAD_LIMIT: Duration = Duration::from_secs(10);
/// Between two requests.
pub(super) const IDLE_LIMIT: Duration = Duration::from_secs(60);
/// Without a byte of a response written, though there are some to write.
pub(super) const WRITE_LIMIT: Duration = Duration::from_secs(30);

/// What happens on a connection.
pub(super) struct Activity(Mutex<State>);

struct State {
    /// Requests that are being answered.
    in_progress: usize,
    /// When the last byte went either way, or a request was answered.
    last: Instant,
    /// When the first byte of a request came whose head is not complete.
    half_request: Option<Instant>,
    /// Since when nothing could be written.
    stuck: Option<Instant>,
    has_served: bool,
}

/// A request that is being answered.
pub(super) struct InProgress(Arc<Activity>);

impl Activity {
    pub(super) fn new() -> Activity {
        let (last, half_request, stuck) = (Instant::now(), None, None);
        Activity(Mutex::new(State { in_progress: 0, last, half_request, stuck, has_served: false }))
    }

    /// A request came in.
    pub(super) fn begin(self: &Arc<Activity>) -> InProgress {
        let mut state = self.state();
        state.in_progress += 1;
        state.half_request = None;
        state.has_served = true;
        InProgress(self.clone())
    }

    /// Whether a request is being answered, or an answer being written.
    pub(super) fn is_answering(&self) -> bool {
        let state = self.state();
        state.in_progress > 0 || state.stuck.is_some()
    }

    /// When the connection is to be closed if nothing happens before; how long an answer may take is decided elsewhere.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        if let Some(stuck) = state.stuck {
            return Some(stuck + WRITE_LIMIT);
        }
        if state.in_progress > 0 {
            return None;
        }
        Some(match state.half_request {
            Some(first_byte) => first_byte + HEAD_LIMIT,
            None if !state.has_served => state.last + HEAD_LIMIT,
            None => state.last + IDLE_LIMIT,
        })
    }

    fn has_read(&self) {
        let mut state = self.state();
        state.last = Instant::now();
        if state.in_progress == 0 && state.half_request.is_none() {
            state.half_request = Some(state.last);
        }
    }

    fn has_written(&self, is_stuck: bool) {
        let mut state = self.state();
        if is_stuck {
            state.stuck.get_or_insert_with(Instant::now);
        } else {
            state.stuck = None;
            state.last = Instant::now();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.in_progress = state.in_progress.saturating_sub(1);
        state.last = Instant::now();
    }
}

/// A stream that keeps account.
pub(super) struct Watched {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, activity: Arc<Activity>) -> Watched {
        Watched { stream, activity }
    }

    fn noted<T>(&self, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.activity.has_written(written.is_pending());
        written
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.has_read();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noted(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.noted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
