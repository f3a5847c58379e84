//! How long a large log takes and what memory: `large_log write FILE SESSIONS`, then `large_log read FILE THREADS`.
//! `large_log page FILE` writes the page.
//!
//! A synthetic log has about 7.4 lines per session: 1,350,000 sessions are ten million lines.

#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::time::Instant;

use study::logs::analysis::Analysis;
use study::logs::report::{Log, Report, html};
use study::logs::spool::Spool;
use study::logs::synthetic::{HEADER, Subject, sessions};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", file, count] => {
            let mut out = BufWriter::new(File::create(file).unwrap());
            out.write_all(HEADER.as_bytes()).unwrap();
            for lines in sessions(Subject::Mathematics, 1, count.parse().unwrap()) {
                out.write_all(lines.as_bytes()).unwrap();
            }
        }
        ["read", file, threads] => read(file, threads.parse().unwrap()),
        ["page", file] => page(file),
        _ => eprintln!("usage: large_log write FILE SESSIONS | large_log read FILE THREADS"),
    }
}

/// The report of a log as a page.
fn page(file: &str) {
    let mut spool = Spool::default();
    spool.read(&mut BufReader::new(File::open(file).unwrap()), file).unwrap();
    let analysed = Analysis::default().figures(&spool).unwrap();
    let report = Report::new(&[Log { name: file.to_owned(), analysed: &analysed }], 10);
    println!("{}", html::write(&report, &format!("large_log page {file}")));
}

fn read(file: &str, threads: usize) {
    let began = Instant::now();
    let mut spool = Spool::default();
    spool.read(&mut BufReader::with_capacity(1 << 18, File::open(file).unwrap()), file).unwrap();
    let read = began.elapsed();
    let found = Analysis { threads, ..Analysis::default() }.figures(&spool).unwrap();
    println!("lines          {}", found.cleaning.lines);
    println!("sessions       {}", found.figures.sessions);
    println!("queries        {}, {} distinct", found.repeats.queries, found.repeats.distinct);
    println!("clicks         {}", found.figures.clicks.tally().sum());
    println!("reading        {:.1} s", read.as_secs_f64());
    println!("in all         {:.1} s on {threads} threads", began.elapsed().as_secs_f64());
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    println!("{}", peak.split_whitespace().collect::<Vec<_>>().join(" "));
}
