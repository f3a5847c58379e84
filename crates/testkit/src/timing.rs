//! Processor time, and a check that time is linear in the input.

use std::time::{Duration, Instant};

/// The processor time of this thread; the time since `since` if the system does not report it.
fn processor_time(since: Instant) -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split(' ').next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The result of `work` and the processor time that this thread spent on it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let before = processor_time(start);
    let result = work();
    (result, processor_time(start).saturating_sub(before))
}

/// Checks that four times as many repetitions of the piece do not take far more than four times as long.
///
/// # Panics
/// If they do, in every trial.
pub fn assert_linear(piece: &str, read: impl Fn(&str)) {
    const BYTES: usize = 1 << 15;
    const TRIALS: usize = 3;
    let time = |count: usize| {
        let source = piece.repeat(count);
        timed(|| read(&source)).1
    };
    let count = BYTES / piece.len();
    let is_beyond = (0..TRIALS).all(|_| {
        let (short, long) = (time(count), time(4 * count));
        long > short * 12 && long > Duration::from_millis(100)
    });
    assert!(!is_beyond, "time grows faster than linear on {piece:?}");
}
