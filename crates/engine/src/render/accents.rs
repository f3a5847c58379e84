//! Accents and letters that TeX writes as commands, in words: `l'H\^opital`, `Erd\H{o}s`, `Fa\`a`, `{\o}`; and its dashes:
//! `Cauchy--Schwarz`.
//!
//! What it is not: a reader of LaTeX. It looks at titles, which collections take from LaTeX as they are; formulas in them
//! are read as formulas.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::rich::{Piece, escaped};

/// The combining character of an accent command.
const ACCENTS: [(char, char); 15] = [
    ('\'', '\u{301}'),
    ('`', '\u{300}'),
    ('^', '\u{302}'),
    ('"', '\u{308}'),
    ('~', '\u{303}'),
    ('=', '\u{304}'),
    ('.', '\u{307}'),
    ('u', '\u{306}'),
    ('v', '\u{30c}'),
    ('H', '\u{30b}'),
    ('c', '\u{327}'),
    ('k', '\u{328}'),
    ('r', '\u{30a}'),
    ('d', '\u{323}'),
    ('b', '\u{331}'),
];

/// Letters with a command of their own.
const LETTERS: [(&str, &str); 12] = [
    ("ss", "ß"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("i", "ı"),
];

/// The text with characters in the place of commands.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (place, character) in accents(text) {
        out.push_str(text.get(at..place.start).unwrap_or(""));
        out.push_str(&character);
        at = place.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// The same as pieces of HTML for a part of a text.
pub(crate) fn pieces(text: &str, part: &Range<usize>) -> Vec<Piece> {
    let source = text.get(part.clone()).unwrap_or("");
    let piece = |(place, character): (Range<usize>, String)| Piece {
        place: part.start + place.start..part.start + place.end,
        html: Some(escaped(&character)),
    };
    accents(source).into_iter().map(piece).collect()
}

/// The places of commands and dashes with the character that each of them is.
fn accents(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = commands(text);
    found.extend(dashes(text));
    found.sort_by_key(|(place, _)| place.start);
    found
}

/// Two or three hyphens between letters or spaces.
fn dashes(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text.get(rest..).and_then(|text| text.find("--")).map(|at| rest + at) {
        let length = text.get(start..).map_or(0, |text| text.chars().take_while(|c| *c == '-').count());
        rest = start + length;
        match length {
            2 => found.push((start..rest, "–".to_owned())),
            3 => found.push((start..rest, "—".to_owned())),
            _ => {}
        }
    }
    found
}

/// The places of commands with the character that each of them is.
fn commands(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    let mut end = 0;
    for (at, _) in text.match_indices('\\') {
        if at < end {
            continue;
        }
        let Some((length, character)) = text.get(at + 1..).and_then(command) else { continue };
        let mut place = at..at + 1 + length;
        let is_braced = text.get(..at).is_some_and(|before| before.ends_with('{'))
            && text.get(place.end..).is_some_and(|after| after.starts_with('}'));
        if is_braced {
            place = place.start - 1..place.end + 1;
        }
        end = place.end;
        found.push((place, character));
    }
    found
}

/// The character of a command behind its backslash, and the bytes of the command.
fn command(text: &str) -> Option<(usize, String)> {
    let name: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    if let Some((_, letter)) = LETTERS.iter().find(|(known, _)| *known == name) {
        return Some((name.len(), (*letter).to_owned()));
    }
    let sign = text.chars().next()?;
    let (_, accent) = ACCENTS.iter().find(|(known, _)| *known == sign)?;
    let rest = text.get(sign.len_utf8()..)?;
    let argument = rest.trim_start();
    // A command of letters ends where no letter follows: `\v s` and `\v{s}`, but not `\vs`.
    if sign.is_ascii_alphabetic() && argument.len() == rest.len() && !rest.starts_with('{') {
        return None;
    }
    let (base, length) = base(argument)?;
    let character = [base, *accent].into_iter().nfc().collect();
    Some((text.len() - argument.len() + length, character))
}

/// The letter under an accent and the bytes that say so: `o`, `{o}`, `\i`, `{\i}`.
fn base(argument: &str) -> Option<(char, usize)> {
    let inner = argument.strip_prefix('{');
    let text = inner.unwrap_or(argument);
    let (letter, length) = match text.strip_prefix('\\') {
        Some(dotless) => (dotless.chars().next().filter(|letter| matches!(letter, 'i' | 'j'))?, 2),
        None => {
            (text.chars().next().filter(|letter| letter.is_alphabetic())?, text.chars().next()?.len_utf8())
        }
    };
    match inner {
        Some(_) => text.get(length..)?.starts_with('}').then_some((letter, length + 2)),
        None => Some((letter, length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_become_characters() {
        for (tex, shown) in [
            (r"l'H\^opital's rule", "l'Hôpital's rule"),
            (r"Erd\H{o}s, Erd\H os", "Erdős, Erdős"),
            (r#"M{\"o}bius and G\"odel"#, "Möbius and Gödel"),
            (r"Fa\`a di Bruno, B\'{e}zout", "Faà di Bruno, Bézout"),
            (r"H{\o}lder, \L{}ojasiewicz", "Hølder, Ł{}ojasiewicz"),
            (r"Mar\'{\i}a", "María"),
            (r"\v{C}ech", "Čech"),
            ("Cauchy--Schwarz --- a proof", "Cauchy–Schwarz — a proof"),
            ("a ---- b", "a ---- b"),
        ] {
            assert_eq!(plain(tex), shown);
        }
    }

    #[test]
    fn other_commands_stay() {
        for text in [r"\alpha and \varphi", r"\", r"\'", r"\^{ab}", r"\'{", "no command", r"\vs"] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn what_they_make_is_escaped() {
        let text = r"<b>\'e";
        let shown = super::super::rich::html(
            text,
            &(0..text.len()),
            pieces(text, &(0..text.len())),
            super::super::rich::Shape::Line,
        );
        assert_eq!(shown, "&lt;b&gt;é");
    }
}
