//! One line in, one line out: applies a function to every line of a stream, on all cores, in order.
//!
//! Work starts as soon as a whole line is there and everything written so far is flushed before waiting
//! for more, so a program may hold a conversation over two pipes; a fast writer fills the buffer and
//! gets large parallel batches. Memory is bounded by the buffer and the longest line.
//!
//! What it is not: a line reader that can fail. Invalid UTF-8 is replaced and the line is named in the
//! [`Line`], so that one bad byte does not cost the rest of a file.

use std::borrow::Cow;
use std::io::{self, Read, Write};

use rayon::prelude::*;

/// Room for the next read. Pipes deliver at most 64 KiB at once, files fill it.
const READ_BYTES: usize = 1 << 20;

/// A line of the input.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its text without the line end.
    pub text: Cow<'a, str>,
    /// Whether invalid UTF-8 was replaced in the text.
    pub replaced: bool,
}

/// Writes `work(line)` and a line end for every line of `input`, and hands the second half of each
/// result to `collect`, in the order of the lines.
///
/// # Errors
/// Reading or writing failed.
pub fn map_lines<T: Send>(
    mut input: impl Read,
    mut output: impl Write,
    work: impl Fn(&Line) -> (String, T) + Sync,
    mut collect: impl FnMut(T),
) -> io::Result<()> {
    let mut buffer: Vec<u8> = Vec::new();
    let mut number = 0;
    loop {
        let searched = buffer.len();
        let more = read_some(&mut input, &mut buffer)?;
        let complete = match memrchr(b'\n', &buffer[searched..]) {
            Some(at) => searched + at + 1,
            None if more => continue,
            None => buffer.len(),
        };
        let lines = split_lines(&buffer[..complete], &mut number);
        let results: Vec<(String, T)> = lines.par_iter().map(&work).collect();
        for (mut text, rest) in results {
            text.push('\n');
            output.write_all(text.as_bytes())?;
            collect(rest);
        }
        output.flush()?;
        buffer.drain(..complete);
        if !more && buffer.is_empty() {
            return Ok(());
        }
    }
}

/// Appends what the next read gives; false at the end of the input.
fn read_some(input: &mut impl Read, buffer: &mut Vec<u8>) -> io::Result<bool> {
    let start = buffer.len();
    buffer.resize(start + READ_BYTES, 0);
    loop {
        match input.read(&mut buffer[start..]) {
            Ok(count) => {
                buffer.truncate(start + count);
                return Ok(count > 0);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn memrchr(byte: u8, haystack: &[u8]) -> Option<usize> {
    haystack.iter().rposition(|&b| b == byte)
}

/// The lines of a block that ends with a line end or with the input.
fn split_lines<'a>(block: &'a [u8], number: &mut usize) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for bytes in block.split_inclusive(|&b| b == b'\n') {
        *number += 1;
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        let replaced = matches!(text, Cow::Owned(_));
        lines.push(Line { number: *number, text, replaced });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its chunks one read at a time, as a slow pipe does.
    struct Chunks(Vec<Vec<u8>>);

    impl Read for Chunks {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let chunk = self.0.remove(0);
            out[..chunk.len()].copy_from_slice(&chunk);
            Ok(chunk.len())
        }
    }

    fn numbered(chunks: &[&[u8]]) -> (String, Vec<usize>) {
        let mut out = Vec::new();
        let mut replaced = Vec::new();
        let input = Chunks(chunks.iter().map(|chunk| chunk.to_vec()).collect());
        let work = |line: &Line| {
            let number = if line.replaced { line.number } else { 0 };
            (format!("{}:{}", line.number, line.text), number)
        };
        map_lines(input, &mut out, work, |number| replaced.extend((number > 0).then_some(number))).unwrap();
        (String::from_utf8(out).unwrap(), replaced)
    }

    #[test]
    fn lines_cut_anywhere_come_out_whole() {
        assert_eq!(numbered(&[b"a\nb", b"c", b"d\n", b"e"]).0, "1:a\n2:bcd\n3:e\n");
        assert_eq!(numbered(&[b"a\r\n\nb\n"]).0, "1:a\n2:\n3:b\n");
        assert_eq!(numbered(&[]).0, "");
    }

    #[test]
    fn a_character_cut_between_reads_is_not_damaged() {
        let (text, replaced) = numbered(&[b"\xce", b"\xb1\n"]);
        assert_eq!((text.as_str(), replaced.as_slice()), ("1:α\n", &[][..]));
    }

    #[test]
    fn invalid_bytes_are_replaced_and_named() {
        let (text, replaced) = numbered(&[b"a\n\xff+1\nb\n"]);
        assert_eq!((text.as_str(), replaced.as_slice()), ("1:a\n2:\u{fffd}+1\n3:b\n", &[2][..]));
    }

    #[test]
    fn thousands_of_lines_keep_their_order() {
        let input: String = (0..20_000).map(|i| format!("{i}\n")).collect();
        let expected: String = (0..20_000).map(|i| format!("{}:{i}\n", i + 1)).collect();
        assert_eq!(numbered(&[input.as_bytes()]).0, expected);
    }
}
