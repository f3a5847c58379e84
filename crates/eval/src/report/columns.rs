//! Columns of text, aligned by what a terminal shows.

use unicode_width::UnicodeWidthStr;

/// Lines of aligned cells: the first `left` columns to the left, the others to the right.
pub fn align(rows: &[Vec<String>], left: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.width());
            let gap = if column == 0 { "" } else { "  " };
            line.push_str(gap);
            line.push_str(&if column < left { format!("{cell}{space}") } else { format!("{space}{cell}") });
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_do_not_shift_a_column() {
        let rows = [vec!["run".into(), "κ".into()], vec!["変数".into(), "0.5".into()]];
        assert_eq!(align(&rows, 1), "run     κ\n変数  0.5\n");
    }
}
