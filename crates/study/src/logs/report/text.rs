//! The report for a terminal.

use std::fmt::Write;

use super::{Report, Row, Section};

/// Writes the report.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    for (place, section) in report.sections.iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        write_section(report, section, &mut out);
    }
    out
}

fn write_section(report: &Report, section: &Section, out: &mut String) {
    let has_published = section.rows.iter().any(|row| !row.published.is_empty());
    let mut header = vec![section.title.to_owned()];
    match report.compares() {
        true => header.extend(report.logs.iter().cloned().chain(["p".to_owned()])),
        false => header.extend([String::new(), String::new()]),
    }
    if has_published {
        header.push("published".to_owned());
    }
    let mut lines = vec![header];
    for row in &section.rows {
        let mut cells = vec![format!("  {}", row.label)];
        match report.compares() {
            true => {
                cells.extend(row.values.iter().map(|value| value.shown()));
                cells.push(probability(row));
            }
            false => cells.extend(row.values.iter().flat_map(|value| [value.shown(), value.details()])),
        }
        if has_published {
            cells.push(row.published.to_owned());
        }
        lines.push(cells);
    }
    let widths = widths(&lines);
    for cells in lines {
        let mut line = String::new();
        for (place, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let is_number = place > 0 && (report.compares() || place != 2);
            let missing = " ".repeat(width.saturating_sub(cell.chars().count()));
            let gap = if place == 0 { "" } else { "  " };
            let _ = if is_number {
                write!(line, "{gap}{missing}{cell}")
            } else {
                write!(line, "{gap}{cell}{missing}")
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The widest cell of each column.
fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// The probability of a difference, as papers print it.
pub(super) fn probability(row: &Row) -> String {
    match row.probability {
        None => String::new(),
        Some(p) if p < 0.001 => "<0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    }
}
