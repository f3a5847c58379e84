//! The HTML entities that survive in formulas copied from web pages.

/// The character an entity at the beginning of `text` stands for, and the entity's length in bytes.
pub(crate) fn find(text: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|b| b == b';')?;
    let name = text.get(1..end)?;
    let c = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "minus" => '-',
        "times" => '×',
        "le" => '≤',
        "ge" => '≥',
        "ne" => '≠',
        _ => numeric(name)?,
    };
    Some((c, end + 1))
}

fn numeric(name: &str) -> Option<char> {
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
        None => digits.parse().ok()?,
    };
    char::from_u32(code).filter(|c| !c.is_control())
}
