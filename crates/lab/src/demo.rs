//! `perga demo`: the formula inspector. Shows what Perga makes of a handful of formulas, then reads more
//! from the terminal.
//!
//! What it is not: an interface for programs; that is `perga tree`.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use engine::describe::examples::{EXAMPLES, inspected};

/// Runs `perga demo`.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn run() -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "Perga reads formulas into trees. Some examples:\n")?;
    for (source, remark) in EXAMPLES {
        writeln!(out, "── {source}    ({remark})")?;
        writeln!(out, "{}", inspected(source))?;
    }
    if !io::stdin().is_terminal() {
        return Ok(());
    }
    writeln!(out, "Now yours: LaTeX, MathML or plain text; `?x` is a wildcard; an empty line ends.")?;
    converse(&mut out)
}

fn converse(out: &mut impl Write) -> Result<()> {
    let mut line = String::new();
    loop {
        write!(out, "formula> ")?;
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_line(&mut line)? == 0 || line.trim().is_empty() {
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "{}", inspected(line.trim()))?;
    }
}
