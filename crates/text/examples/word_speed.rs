//! Times cutting a text into words, with and without stems: `word_speed FILE`.
//!
//! Counted in processor time, so that other work on the machine does not count.

use std::time::Instant;

use text::stem::stem;
use text::words::words;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: word_speed FILE")?;
    let text = std::fs::read_to_string(path)?;
    let megabytes = text.len() as f64 / 1e6;
    let clock = Instant::now();
    let began = seconds(clock);
    let count = words(&text).count();
    let cut = seconds(clock);
    let letters: usize = words(&text).map(|word| stem(&word.text).len()).sum();
    let stemmed = seconds(clock);
    println!("{megabytes:.1} MB, {count} words, {letters} letters of stems");
    println!("words\t{:.0} MB/s", megabytes / (cut - began));
    println!("words and stems\t{:.0} MB/s", megabytes / (stemmed - cut));
    Ok(())
}

/// Processor time of this thread where the system tells it, else the time since `clock`.
fn seconds(clock: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
