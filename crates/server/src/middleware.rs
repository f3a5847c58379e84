//! What stands between a connection and the function that answers.
//!
//! - [`connections`]: how many there are, and how long they may keep the server waiting.
//! - [`guard`]: which requests are let in.
//! - [`around`]: request ids, security headers, ETags, metrics, the line in the log.
//! - [`turns`]: whose turn it is; [`work`]: searches run beside the threads that talk to clients, within a time.
//! - [`metrics`]: numbers to be watched. [`events`]: the log of searches, off unless asked for.

pub mod around;
pub mod connections;
pub mod events;
pub mod guard;
pub mod metrics;
pub mod turns;
pub mod work;
