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

/// A count with a comma between thousands.
///
/// ```
/// assert_eq!(document::grouped(967), "967");
/// assert_eq!(document::grouped(1_000), "1,000");
/// assert_eq!(document::grouped(1_204_011), "1,204,011");
/// ```
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of bytes in the unit that suits it.
///
/// ```
/// assert_eq!(document::sized(512), "512 B");
/// assert_eq!(document::sized(1536), "1.50 KiB");
/// assert_eq!(document::sized(3 << 30), "3.00 GiB");
/// ```
pub fn sized(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut unit = None;
    for larger in ["KiB", "MiB", "GiB", "TiB"] {
        if size < 1024.0 {
            break;
        }
        size /= 1024.0;
        unit = Some(larger);
    }
    unit.map_or_else(|| format!("{bytes} B"), |unit| format!("{size:.2} {unit}"))
}
