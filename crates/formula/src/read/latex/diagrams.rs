//! The arrows of commutative diagrams: `A @>f>> B` in `\begin{CD}` (amscd).
//!
//! An arrow is a cell of its own between two objects. So it is replaced by the tokens of an arrow with words above and
//! below it, and by the marks of cells around it; then the diagram is a grid like any other. In a row of vertical arrows,
//! each stands below its object.
//!
//! What it is not: a reader of `tikzcd` or `xymatrix`, whose arrows lead to any cell.

use super::lexer::{Token, TokenKind};

/// An arrow as it is written: its sign, and the tokens of its two labels.
struct Arrow<'a> {
    sign: char,
    labels: [Vec<Token<'a>>; 2],
}

/// The tokens with the arrows of diagrams as cells.
pub(super) fn with_arrows(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !tokens.iter().any(|token| token.kind == TokenKind::Char('@')) {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len() + 16);
    let mut at = 0;
    while at < tokens.len() {
        out.push(tokens[at]);
        at += 1;
        if is_at(&tokens, at, "begin") {
            let end = (at..tokens.len()).find(|&end| is_at(&tokens, end + 1, "end")).unwrap_or(tokens.len());
            rows(&tokens[at..end], &mut out);
            at = end;
        }
    }
    out
}

/// Whether `\begin{CD}` or `\end{CD}` ends just before a place.
fn is_at(tokens: &[Token<'_>], at: usize, command: &str) -> bool {
    let start = if command == "begin" { at.checked_sub(5) } else { at.checked_sub(1) };
    let Some(found) = start.and_then(|start| tokens.get(start..start + 5)) else { return false };
    let kinds = [TokenKind::BeginGroup, TokenKind::Char('C'), TokenKind::Char('D'), TokenKind::EndGroup];
    found[0].is_command(command) && found[1..].iter().zip(kinds).all(|(token, kind)| token.kind == kind)
}

fn rows<'a>(tokens: &[Token<'a>], out: &mut Vec<Token<'a>>) {
    let is_end = |token: &Token<'_>| token.is_command("\\") || token.is_command("cr");
    for row in tokens.split_inclusive(is_end) {
        let is_vertical = row.windows(2).any(|pair| {
            pair[0].kind == TokenKind::Char('@')
                && (matches!(pair[1].kind, TokenKind::Char('V' | 'A' | '|')) || pair[1].is_command("|"))
        });
        push_row(row, is_vertical, out);
    }
}

fn push_row<'a>(row: &[Token<'a>], is_vertical: bool, out: &mut Vec<Token<'a>>) {
    let mut arrows = 0;
    let mut at = 0;
    while at < row.len() {
        let Some((arrow, behind)) = arrow(row, at) else {
            out.push(row[at]);
            at += 1;
            continue;
        };
        let here = row[at];
        let made = |kind, text| Token { kind, text, span: here.span };
        let cell = made(TokenKind::Alignment, "&");
        if is_vertical {
            // The column of the horizontal arrows stays empty.
            out.extend(std::iter::repeat_n(cell, if arrows > 0 { 2 } else { 0 }));
            vertical(arrow, made, out);
        } else {
            out.push(cell);
            horizontal(arrow, made, out);
            out.push(cell);
        }
        arrows += 1;
        at = behind;
    }
}

/// The arrow at a place, and the place behind it.
fn arrow<'a>(row: &[Token<'a>], at: usize) -> Option<(Arrow<'a>, usize)> {
    if row.get(at)?.kind != TokenKind::Char('@') {
        return None;
    }
    let next = row.get(at + 1)?;
    let sign = match next.kind {
        TokenKind::Char(sign) => sign,
        TokenKind::Command if next.text == "|" => '|',
        _ => return None,
    };
    let mut labels = [Vec::new(), Vec::new()];
    if matches!(sign, '=' | '|' | '.') {
        return Some((Arrow { sign, labels }, at + 2));
    }
    if !matches!(sign, '>' | '<' | 'V' | 'A' | ')' | '(') {
        return None;
    }
    let (mut place, mut depth) = (at + 2, 0usize);
    for label in &mut labels {
        loop {
            let token = row.get(place)?;
            place += 1;
            match token.kind {
                TokenKind::Char(c) if c == sign && depth == 0 => break,
                TokenKind::BeginGroup => depth += 1,
                TokenKind::EndGroup => depth = depth.saturating_sub(1),
                _ => {}
            }
            label.push(*token);
        }
    }
    Some((Arrow { sign, labels }, place))
}

/// `\xrightarrow[below]{above}`
fn horizontal<'a>(
    arrow: Arrow<'a>,
    made: impl Fn(TokenKind, &'static str) -> Token<'a>,
    out: &mut Vec<Token<'a>>,
) {
    let command = match arrow.sign {
        '.' => return,
        '=' => return out.push(made(TokenKind::Char('='), "=")),
        '<' | '(' => "xleftarrow",
        _ => "xrightarrow",
    };
    let [above, below] = arrow.labels;
    out.push(made(TokenKind::Command, command));
    if !below.is_empty() {
        out.push(made(TokenKind::Char('['), "["));
        out.extend(below);
        out.push(made(TokenKind::Char(']'), "]"));
    }
    out.push(made(TokenKind::BeginGroup, "{"));
    out.extend(above);
    out.push(made(TokenKind::EndGroup, "}"));
}

/// An arrow between its two labels.
fn vertical<'a>(
    arrow: Arrow<'a>,
    made: impl Fn(TokenKind, &'static str) -> Token<'a>,
    out: &mut Vec<Token<'a>>,
) {
    let command = match arrow.sign {
        'A' => "uparrow",
        '|' | '=' => "Vert",
        'V' => "downarrow",
        _ => return,
    };
    let label = |tokens: Vec<Token<'a>>, out: &mut Vec<Token<'a>>| {
        if tokens.is_empty() {
            return;
        }
        out.push(made(TokenKind::BeginGroup, "{"));
        out.push(made(TokenKind::Command, "scriptstyle"));
        out.extend(tokens);
        out.push(made(TokenKind::EndGroup, "}"));
    };
    let [left, right] = arrow.labels;
    label(left, out);
    out.push(made(TokenKind::Command, command));
    label(right, out);
}

#[cfg(test)]
mod tests {
    use crate::Options;
    use crate::latex::read;
    use crate::write::tex;

    fn same(diagram: &str, array: &str) {
        let written = |source: &str| tex::write(&read(source, &Options::default()).0);
        assert_eq!(written(diagram), written(array), "{diagram}");
    }

    #[test]
    fn arrows_are_cells_between_objects() {
        same(
            r"\begin{CD} A @>f>> B @<<g< C \\ @VhVV @. @AAkA \\ D @= E @>>> F \end{CD}",
            r"\begin{matrix} A & \xrightarrow{f} & B & \xleftarrow[g]{} & C \\ {\scriptstyle h}\downarrow & & & & \uparrow{\scriptstyle k} \\ D & = & E & \xrightarrow{} & F \end{matrix}",
        );
    }

    #[test]
    fn an_arrow_without_an_end_and_an_at_sign_elsewhere_stay() {
        same(r"\begin{CD} A @>f B \end{CD}", r"\begin{matrix} A @>f B \end{matrix}");
        same(r"a@>b>>c", r"a@ > b > > c");
    }
}
