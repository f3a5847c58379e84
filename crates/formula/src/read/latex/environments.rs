//! Environments: matrices, cases, alignments, and the plain TeX grids.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Stop};
use super::typesetting;
use crate::diagnostic::Span;
use crate::slt::{Flags, NodeId};
use crate::symbol::Symbol;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Grid,
    Align,
    Row,
}

#[derive(Clone, Copy, Debug)]
struct Environment {
    shape: Shape,
    open: Symbol,
    close: Symbol,
    skipped_arguments: u8,
    /// Whether an argument is printed before the grid, as in `numcases`.
    shows_argument: bool,
    /// How its columns are set.
    columns: &'static str,
}

static TABLE: LazyLock<FxHashMap<&'static str, Environment>> = LazyLock::new(|| {
    include_str!("../../../data/environments.tsv")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .filter_map(parse)
        .collect()
});

fn parse(line: &'static str) -> Option<(&'static str, Environment)> {
    let mut columns = line.split('\t');
    let name = columns.next()?;
    let shape = match columns.next()? {
        "grid" => Shape::Grid,
        "align" => Shape::Align,
        "row" => Shape::Row,
        _ => return None,
    };
    let fence = |c: Option<char>| c.filter(|&c| c != '.').map_or(Symbol::NONE, Symbol::character);
    let mut fences = columns.next().unwrap_or("").chars().filter(|&c| c != ' ');
    let (open, close) = (fence(fences.next()), fence(fences.next()));
    let arguments = columns.next().unwrap_or("");
    let shows_argument = arguments == "shown";
    let skipped_arguments =
        if shows_argument || arguments.is_empty() { 0 } else { arguments.parse().ok()? };
    let columns = columns.next().unwrap_or("array c");
    Some((name, Environment { shape, open, close, skipped_arguments, shows_argument, columns }))
}

const UNKNOWN: Environment = Environment {
    shape: Shape::Align,
    open: Symbol::NONE,
    close: Symbol::NONE,
    skipped_arguments: 0,
    shows_argument: false,
    columns: "aligned rl",
};

/// The cells of a grid as they are read.
#[derive(Default)]
struct Cells {
    cells: Vec<Option<NodeId>>,
    row_ends: Vec<usize>,
}

impl Cells {
    fn end_row(&mut self) {
        self.row_ends.push(self.cells.len());
    }

    /// A line break after the last row does not begin a new row.
    fn drop_empty_last_row(&mut self) {
        let start = self.row_ends.iter().rev().nth(1).copied().unwrap_or(0);
        if self.row_ends.len() > 1 && self.cells[start..].iter().all(Option::is_none) {
            self.cells.truncate(start);
            self.row_ends.pop();
        }
    }

    /// Makes all rows as long as the longest.
    fn squared(self) -> (Vec<Option<NodeId>>, u32, u32) {
        let starts = std::iter::once(0).chain(self.row_ends.iter().copied());
        let rows: Vec<&[Option<NodeId>]> =
            starts.zip(&self.row_ends).map(|(start, &end)| &self.cells[start..end]).collect();
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        // One very long row among many short ones must not square the size.
        if columns * rows.len() > 4 * self.cells.len() + 64 {
            let count = self.cells.len() as u32;
            return (self.cells, 1, count);
        }
        let mut squared = Vec::with_capacity(columns * rows.len());
        for row in &rows {
            squared.extend_from_slice(row);
            squared.resize(squared.len() + columns - row.len(), None);
        }
        (squared, rows.len() as u32, columns as u32)
    }
}

impl<'a> Parser<'a> {
    /// `\begin{name} … \end{name}`
    pub(super) fn environment(&mut self, begin: Token<'a>) {
        self.skip_spaces();
        if !self.has_argument() {
            self.report_missing_argument(begin);
            return;
        }
        let name = self.environment_name();
        let environment = match TABLE.get(name.as_str()) {
            Some(&environment) => environment,
            None => {
                let message = format!("unknown environment `{name}`");
                self.remark("unknown-environment", begin.span, message, "it is read as an alignment");
                UNKNOWN
            }
        };
        self.skip_position();
        let mut argument = String::new();
        for _ in 0..environment.skipped_arguments {
            argument = self.raw_argument();
        }
        if environment.shows_argument {
            self.argument_symbols(begin);
        }
        self.open.environments += 1;
        if environment.shape == Shape::Row {
            self.builder.enter();
            self.row(Stop::Cell);
            while self.skip_cell_mark() {
                self.row(Stop::Cell);
            }
            self.builder.leave();
        } else {
            let cells = self.cells(Stop::Cell);
            let span = self.span_from(begin.span);
            self.push_cells(cells, environment, &argument, span);
        }
        self.open.environments -= 1;
        self.end_environment(begin, &name);
    }

    /// The argument of `\begin` or `\end`, without the white space of a name that is broken over two lines.
    fn environment_name(&mut self) -> String {
        let mut name = self.raw_argument();
        name.retain(|c| !c.is_whitespace());
        name
    }

    /// The `[t]` that some environments take; any other bracket belongs to the first cell.
    fn skip_position(&mut self) {
        let before = self.at;
        self.skip_spaces();
        let is_bracket = |parser: &Self, c| parser.peek_kind() == Some(TokenKind::Char(c));
        if is_bracket(self, '[') {
            self.at += 1;
            self.at +=
                usize::from(matches!(self.peek_kind(), Some(TokenKind::Char('t' | 'b' | 'c' | 'l' | 'r'))));
            if is_bracket(self, ']') {
                self.at += 1;
                return;
            }
        }
        self.at = before;
    }

    /// Steps over `&` or `\\`; false at the end of the environment.
    fn skip_cell_mark(&mut self) -> bool {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Alignment => {
                self.at += 1;
                true
            }
            Some(token) if is_line_end(token) => {
                self.at += 1;
                self.skip_line_height();
                true
            }
            _ => false,
        }
    }

    fn end_environment(&mut self, begin: Token<'a>, name: &str) {
        let Some(end) = self.peek().filter(|token| token.is_command("end")) else {
            let message = format!("`\\begin{{{name}}}` without its `\\end`");
            self.report(
                "unclosed-environment",
                begin.span,
                message,
                "add the `\\end` where the environment should end",
            );
            return;
        };
        self.at += 1;
        let found = self.environment_name();
        if found != name {
            let message = format!("`\\end{{{found}}}` closes `\\begin{{{name}}}`");
            self.report("mismatched-end", end.span, message, "give both the same name");
        }
    }

    /// An `\end` without a `\begin`.
    pub(super) fn stray_end(&mut self, token: Token<'a>) {
        self.raw_argument();
        if self.open.flat_environments > 0 {
            self.open.flat_environments -= 1;
            return;
        }
        self.report(
            "unexpected-end",
            token.span,
            "`\\end` without `\\begin`".into(),
            "delete it or add the `\\begin`",
        );
    }

    /// The cells up to the end of the grid.
    fn cells(&mut self, stop: Stop) -> Cells {
        let mut cells = Cells::default();
        self.open.cells += 1;
        loop {
            let mark = self.builder.mark();
            self.flags = self.flags.without(Flags::AFTER_SPACE);
            self.row(stop);
            cells.cells.push(self.builder.finish_row(mark));
            match self.peek() {
                Some(token) if token.kind == TokenKind::Alignment => self.at += 1,
                Some(token) if is_line_end(token) => {
                    self.at += 1;
                    self.skip_line_height();
                    cells.end_row();
                }
                _ => break,
            }
        }
        self.open.cells -= 1;
        cells.end_row();
        cells.drop_empty_last_row();
        cells
    }

    /// Pushes a grid. The cells of an alignment of one line, and a single cell without brackets, do not look
    /// like a grid: they join the current row.
    fn push_cells(&mut self, cells: Cells, environment: Environment, argument: &str, span: Span) {
        let is_one_line = environment.shape == Shape::Align && cells.row_ends.len() == 1;
        let is_one_cell = cells.cells.len() == 1 && environment.open.is_none() && environment.close.is_none();
        if is_one_line || is_one_cell {
            for head in cells.cells.into_iter().flatten() {
                self.builder.push_row(head);
            }
            return;
        }
        let (squared, rows, columns) = cells.squared();
        let table = self.builder.table(&squared, rows, columns, span);
        self.builder.set_fences(table, environment.open, environment.close);
        let columns = typesetting::columns(environment.columns, argument);
        self.builder.slt.typesetting.get_or_insert_default().set_columns(table, columns);
        self.push(table);
    }

    /// `\substack{a\\b}`
    pub(super) fn stack(&mut self, token: Token<'a>) {
        let environment = Environment { shape: Shape::Grid, columns: "small c", ..UNKNOWN };
        self.braced_cells(token, environment);
    }

    /// `\matrix{a & b \cr c & d}`
    pub(super) fn plain_table(&mut self, token: Token<'a>, name: &str) {
        let environment = TABLE.get(name).copied().unwrap_or(UNKNOWN);
        self.braced_cells(token, environment);
    }

    fn braced_cells(&mut self, token: Token<'a>, environment: Environment) {
        self.skip_spaces();
        let Some(open) = self.peek().filter(|open| open.kind == TokenKind::BeginGroup) else {
            self.argument_symbols(token);
            return;
        };
        self.at += 1;
        self.open.groups += 1;
        let cells = self.cells(Stop::BraceCell);
        self.open.groups -= 1;
        self.end_group(open.span);
        let span = self.span_from(token.span);
        self.push_cells(cells, environment, "", span);
    }
}

fn is_line_end(token: Token<'_>) -> bool {
    token.kind == TokenKind::Command && matches!(token.text, "\\" | "cr" | "tabularnewline")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_understood() {
        for line in
            include_str!("../../../data/environments.tsv").lines().filter(|line| !line.starts_with("# "))
        {
            assert!(parse(line).is_some(), "{line}");
        }
    }
}
