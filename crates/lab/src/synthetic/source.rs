//! The given formulas: one formula per line, or a formula list with tabs.

use document::{Complaint, Result};
use trec::Input;

/// Names of the column that holds the formula, in the header of a list.
const NAMES: [&str; 3] = ["latex", "formula", "tex"];

/// The formulas of a file, in order.
///
/// A line without tabs is a formula. In a list the formula is in the column that a header names, else in the
/// third (id, visual id, LaTeX), else in the last.
pub fn formulas(input: &Input) -> Result<Vec<&str>> {
    let named = input.lines().next().and_then(|line| header(line.text));
    let mut out = Vec::new();
    for line in input.lines().skip(usize::from(named.is_some())) {
        let formula = column(line.text, named).map(trimmed).filter(|formula| !formula.is_empty());
        out.extend(formula);
    }
    if out.is_empty() {
        let hint = "give one formula per line in LaTeX, or a list with tabs: id, visual id, LaTeX";
        return Err(Complaint::new(input.name(), 0, "there is no formula in this file", hint).into());
    }
    Ok(out)
}

/// The formula of a line.
fn column(line: &str, named: Option<usize>) -> Option<&str> {
    let mut columns = line.split('\t');
    match named {
        Some(place) => columns.nth(place),
        None => columns.clone().nth(2).or_else(|| columns.next_back()),
    }
}

/// The formula without spaces around it; the space of a last `\ ` belongs to it.
fn trimmed(formula: &str) -> &str {
    let formula = formula.trim_start();
    let end = formula.trim_end().len();
    let backslashes = formula.bytes().take(end).rev().take_while(|byte| *byte == b'\\').count();
    formula.get(..end + backslashes % 2).unwrap_or(formula)
}

/// The column of the formula, if the line is a header.
fn header(line: &str) -> Option<usize> {
    let is_name = |column: &str| NAMES.contains(&column.trim().to_ascii_lowercase().as_str());
    if !line.contains('\t') { None } else { line.split('\t').position(is_name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let input = Input::from_bytes("list", text.as_bytes().to_vec()).unwrap();
        formulas(&input).unwrap().into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn lines_lists_and_headers() {
        assert_eq!(read("x\n\n y^2 \n"), ["x", "y^2"]);
        assert_eq!(read("1\t7\tx\textra\n2\t8\t\n3\t9\ty"), ["x", "y"]);
        assert_eq!(read("id\tformula\n1\tx\n"), ["x"]);
        assert_eq!(read("1\t2\tx\\\\ \n1\t2\tx\\ \n"), ["x\\\\", "x\\ "]);
        assert_eq!(read("article\tx+1\n"), ["x+1"]);
    }

    #[test]
    fn a_file_without_formulas_is_refused() {
        let input = Input::from_bytes("list", b"\n \n".to_vec()).unwrap();
        assert!(formulas(&input).unwrap_err().hint().starts_with("give one formula"));
    }
}
