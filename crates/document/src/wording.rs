//! Values and counts in messages.

/// A value from a file, shortened and escaped for a message.
pub fn quoted(value: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("`");
    for c in value.chars().take(MOST) {
        match c {
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    if value.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out.push('`');
    out
}

/// A noun in the form that follows `count`: `topic` after 1, `topics` after any other number.
///
/// ```
/// assert_eq!(document::plural(0, "topic"), "topics");
/// assert_eq!(document::plural(2, "entry"), "entries");
/// assert_eq!(document::plural(2, "day"), "days");
/// ```
pub fn plural(count: usize, noun: &str) -> String {
    let is_consonant = |c: char| !"aeiou".contains(c);
    match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) if stem.ends_with(is_consonant) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// A count with its noun.
///
/// ```
/// assert_eq!(document::counted(1, "topic"), "1 topic");
/// assert_eq!(document::counted(2, "topic"), "2 topics");
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}
