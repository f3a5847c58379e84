//! Times cutting a text into words, with and without stems: `word_speed FILE`.
//!
//! It counts processor time, so that other work on the machine does not matter.

use testkit::timed;
use text::stem::stem;
use text::words::words;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: word_speed FILE")?;
    let text = std::fs::read_to_string(path)?;
    let megabytes = text.len() as f64 / 1e6;
    let (count, cutting) = timed(|| words(&text).count());
    let (letters, stemming) = timed(|| words(&text).map(|word| stem(&word.text).len()).sum::<usize>());
    println!("{megabytes:.1} MB, {count} words, {letters} letters of stems");
    println!("words\t{:.0} MB/s", megabytes / cutting.as_secs_f64());
    println!("words and stems\t{:.0} MB/s", megabytes / stemming.as_secs_f64());
    Ok(())
}
