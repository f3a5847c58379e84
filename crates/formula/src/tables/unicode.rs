//! Characters that are a notation in themselves (`²`, `₁`, `½`), and variants of the same symbol.

/// The character that a superscript character raises.
pub(crate) fn superscript(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from(b'4' + (c as u32 - '⁴' as u32) as u8),
        '⁺' => '+',
        '⁻' => '-',
        '⁼' => '=',
        '⁽' => '(',
        '⁾' => ')',
        'ⁿ' => 'n',
        'ⁱ' => 'i',
        'ᵃ' => 'a',
        'ᵇ' => 'b',
        'ᵈ' => 'd',
        'ᵉ' => 'e',
        'ᵏ' => 'k',
        'ᵐ' => 'm',
        'ᵖ' => 'p',
        'ᵗ' => 't',
        'ᵀ' => 'T',
        'ˣ' => 'x',
        'ʸ' => 'y',
        _ => return None,
    })
}

/// The character that a subscript character lowers.
pub(crate) fn subscript(c: char) -> Option<char> {
    Some(match c {
        '₀'..='₉' => char::from(b'0' + (c as u32 - '₀' as u32) as u8),
        '₊' => '+',
        '₋' => '-',
        '₌' => '=',
        '₍' => '(',
        '₎' => ')',
        'ₐ' => 'a',
        'ₑ' => 'e',
        'ₒ' => 'o',
        'ₓ' => 'x',
        'ₕ' => 'h',
        'ₖ' => 'k',
        'ₗ' => 'l',
        'ₘ' => 'm',
        'ₙ' => 'n',
        'ₚ' => 'p',
        'ₛ' => 's',
        'ₜ' => 't',
        'ᵢ' => 'i',
        'ⱼ' => 'j',
        'ᵣ' => 'r',
        'ᵤ' => 'u',
        'ᵥ' => 'v',
        _ => return None,
    })
}

/// Numerator and denominator of a fraction character.
pub(crate) fn fraction(c: char) -> Option<(char, char)> {
    Some(match c {
        '½' => ('1', '2'),
        '⅓' => ('1', '3'),
        '⅔' => ('2', '3'),
        '¼' => ('1', '4'),
        '¾' => ('3', '4'),
        '⅕' => ('1', '5'),
        '⅖' => ('2', '5'),
        '⅗' => ('3', '5'),
        '⅘' => ('4', '5'),
        '⅙' => ('1', '6'),
        '⅚' => ('5', '6'),
        '⅐' => ('1', '7'),
        '⅛' => ('1', '8'),
        '⅜' => ('3', '8'),
        '⅝' => ('5', '8'),
        '⅞' => ('7', '8'),
        '⅑' => ('1', '9'),
        _ => return None,
    })
}

/// The accent that a combining character puts on the symbol before it.
pub(crate) fn combining_accent(c: char) -> Option<char> {
    Some(match c {
        '\u{300}' => '`',
        '\u{301}' => '´',
        '\u{302}' => '^',
        '\u{303}' => '~',
        '\u{304}' | '\u{305}' => '¯',
        '\u{306}' => '˘',
        '\u{307}' => '˙',
        '\u{308}' => '¨',
        '\u{30a}' => '˚',
        '\u{30c}' => 'ˇ',
        '\u{20d7}' => '→',
        _ => return None,
    })
}

/// One character for those that look and mean the same.
pub(crate) fn normalise(c: char) -> char {
    match c {
        '−' | '‐' | '‑' | '–' | '﹣' => '-',
        '·' | '‧' | '⸱' => '⋅',
        '∕' | '⁄' => '/',
        '∶' => ':',
        'µ' => 'μ',
        'Ω' => 'Ω',
        '‖' => '∥',
        '\u{2329}' | '〈' => '⟨',
        '\u{232a}' | '〉' => '⟩',
        '“' | '”' => '"',
        // Full-width forms of ASCII.
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}
