//! `perga index --embed`: vectors of the units after indexing.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use document::grouped;
use engine::embed::{Embedder, Report};

/// The model that is used, opened.
pub fn model() -> Result<Embedder> {
    Embedder::installed()?.context(
        "there is no model to embed with\nhint: add one with `perga model add PATH`, see docs/research/models.md",
    )
}

/// Gives every unit that has none a vector and says what was done.
pub fn run(index: &Path, model: &Embedder, stop: &AtomicBool) -> Result<()> {
    let bar = crate::commands::bar(0, "{bar:30} {percent:>3} %  {pos} of {len} units embedded, {eta} left");
    let start = Instant::now();
    let report = model.embed(index, stop, |report| {
        bar.set_length(report.units - report.kept);
        bar.set_position(report.embedded);
    });
    bar.finish_and_clear();
    eprint!("{}", said(&report?, model.name(), start.elapsed().as_secs_f64()));
    Ok(())
}

fn said(report: &Report, name: &str, seconds: f64) -> String {
    let embedded = grouped(report.embedded);
    let mut text = format!("{embedded} units embedded with `{name}` in {seconds:.1} s");
    if report.kept > 0 {
        text.push_str(&format!(", {} as before", grouped(report.kept)));
    }
    text.push('\n');
    if report.is_stopped {
        text.push_str("stopped early; continue with the same command\n");
    }
    text
}
