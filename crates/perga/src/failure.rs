//! How a failure is said: `error: ` with what happened, then `hint: ` with what to do.
//!
//! Libraries say what is missing; which flag or command provides it is known here.

use std::error::Error;
use std::io;

/// Says a failure on stderr.
pub fn say(error: &anyhow::Error) {
    eprintln!("error: {error:#}");
    if let Some(hint) = error.chain().find_map(hint) {
        eprintln!("hint: {hint}");
    }
}

/// Whether it is only a reader that has closed the pipe.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn hint(cause: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = cause.downcast_ref::<engine::Error>() {
        return error.hint();
    }
    match cause.downcast_ref::<server::Error>()? {
        server::Error::Listen { .. } => {
            Some("another program may; `--listen 127.0.0.1:0` takes a free port".to_owned())
        }
        error => error.hint().map(str::to_owned),
    }
}
