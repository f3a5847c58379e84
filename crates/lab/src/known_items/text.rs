//! Pieces of LaTeX: cutting them out whole and putting them together.

use formula::diagnostic::Span;

/// Appends a piece; a letter after a command word is kept apart from it.
pub(super) fn append(out: &mut String, piece: &str) {
    let joins = piece.starts_with(|c: char| c.is_ascii_alphabetic()) && ends_in_command(out);
    if joins {
        out.push(' ');
    }
    out.push_str(piece);
}

fn ends_in_command(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    word.len() < text.len() && word.ends_with('\\') && !word.ends_with("\\\\")
}

/// The text with some ranges replaced. Ranges that overlap an earlier one are left as they are.
pub(super) fn replaced(latex: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| *span);
    let mut out = String::with_capacity(latex.len() + 16);
    let mut at = 0;
    for (span, piece) in edits {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < at {
            continue;
        }
        append(&mut out, latex.get(at..start).unwrap_or_default());
        append(&mut out, &piece);
        at = end;
    }
    append(&mut out, latex.get(at..).unwrap_or_default());
    out
}

/// The span with the braces that close after it: the span of a node does not include them.
pub(super) fn whole(latex: &str, span: Span) -> Option<Span> {
    let (start, mut end) = (span.start as usize, span.end as usize);
    let piece = latex.get(start..end).filter(|piece| !piece.is_empty())?;
    let mut open = depth(piece)?;
    while open > 0 {
        if !latex.get(end..)?.starts_with('}') {
            return None;
        }
        end += 1;
        open -= 1;
    }
    Some(Span::new(start, end))
}

/// How many braces of a piece stay open; `None` if one is closed that was not opened.
fn depth(piece: &str) -> Option<usize> {
    let mut open = 0usize;
    let mut is_escaped = false;
    for c in piece.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => open += 1,
            '}' => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    Some(open)
}

/// The place after the group that opens at `at`: a brace, or a bracket of the kind given.
pub(super) fn end_of_group(latex: &str, at: usize, brackets: (char, char)) -> Option<usize> {
    let mut open = 0usize;
    let mut is_escaped = false;
    for (offset, c) in latex.get(at..)?.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == brackets.0 => open += 1,
            _ if c == brackets.1 => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at + offset + c.len_utf8());
                }
            }
            _ if offset == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Whether a piece is a single letter, digit or command word.
pub(super) fn is_atom(piece: &str) -> bool {
    let mut chars = piece.chars();
    match (chars.next(), piece.strip_prefix('\\')) {
        (Some(_), None) if piece.chars().all(|c| c.is_ascii_digit()) => true,
        (Some(c), None) => c.is_alphabetic() && chars.next().is_none(),
        (_, Some(word)) => !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic()),
        (None, None) => false,
    }
}
