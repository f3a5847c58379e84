//! One spelling for characters that look the same, so that the tokeniser and the tree can be compared.

/// The common spelling of a character: a plain letter for a mathematical one, two bars for a double bar,
/// nothing for an invisible one. A negated relation counts as the relation.
pub fn spelling(c: char) -> Vec<char> {
    if c.is_whitespace() || c.is_control() {
        return Vec::new();
    }
    if let '！'..='～' = c {
        return char::from_u32(c as u32 - '！' as u32 + '!' as u32).map_or_else(Vec::new, spelling);
    }
    if let Some(plain) = mathematical(c) {
        return vec![plain];
    }
    if let Some((_, plain)) = PAIRS.iter().find(|(from, _)| from.contains(c)) {
        return plain.chars().collect();
    }
    let negated = NEGATED.chars().zip(POSITIVE.chars()).find(|(from, _)| *from == c);
    match negated {
        Some((_, positive)) => spelling(positive),
        None => vec![c],
    }
}

const NEGATED: &str = "≠∉≮≯≰≱≢∦⊄⊈⊅⊉∄≁≄≇≉∌⊀⊁↛⇏⊬⊭⇎↮⋠⋡⋪⋫⋬⋭";
const POSITIVE: &str = "=∈<>≤≥≡∥⊂⊆⊃⊇∃∼≃≅≈∋≺≻→⇒⊢⊨⇔↔≼≽⊲⊳⊴⊵";

const PAIRS: [(&str, &str); 53] = [
    (
        "\u{2061}\u{2062}\u{2063}\u{2064}\u{200b}\u{200c}\u{200d}\u{200e}\u{2060}\u{feff}\u{338}\u{fe0e}\u{fe0f}\u{ad}",
        "",
    ),
    ("√", ""),
    ("⁄∕", "/"),
    ("⟹", "⇒"),
    ("⟺", "⇔"),
    ("⟶", "→"),
    ("\u{302}", "^"),
    ("\u{303}", "~"),
    ("\u{304}\u{305}", "¯"),
    ("\u{307}", "˙"),
    ("\u{308}", "¨"),
    ("\u{20d7}", "→"),
    ("…⋯", "..."),
    ("∥‖", "||"),
    ("∣❘∤", "|"),
    ("′’‘`´\u{301}", "'"),
    ("“”", "\""),
    ("″", "''"),
    ("‴", "'''"),
    ("⁗", "''''"),
    ("−–", "-"),
    ("∗", "*"),
    ("·⋅", "."),
    ("∼", "~"),
    ("⟨〈", "<"),
    ("⟩〉", ">"),
    ("∖⧵", "\\"),
    ("µ", "μ"),
    ("ℂℭ", "C"),
    ("ℍℋℌ", "H"),
    ("ℕ", "N"),
    ("ℙ℘", "P"),
    ("ℚ", "Q"),
    ("ℝℛℜ", "R"),
    ("ℤℨ", "Z"),
    ("ℬ", "B"),
    ("ℰ", "E"),
    ("ℱ", "F"),
    ("ℐℑ", "I"),
    ("ℒ", "L"),
    ("ℳ", "M"),
    ("ℯ", "e"),
    ("ℎ", "h"),
    ("⁰₀", "0"),
    ("¹₁", "1"),
    ("²₂", "2"),
    ("³₃", "3"),
    ("⁴₄", "4"),
    ("⁵₅", "5"),
    ("⁶₆", "6"),
    ("⁷₇", "7"),
    ("⁸₈", "8"),
    ("⁹₉", "9"),
];

/// The plain letter or digit of a mathematical alphanumeric character.
fn mathematical(c: char) -> Option<char> {
    let code = c as u32;
    let plain = match code {
        0x1d400..=0x1d6a3 => {
            let place = (code - 0x1d400) % 52;
            if place < 26 { u32::from(b'A') + place } else { u32::from(b'a') + place - 26 }
        }
        0x1d7ce..=0x1d7ff => u32::from(b'0') + (code - 0x1d7ce) % 10,
        0x1d6a8..=0x1d7c9 => match (code - 0x1d6a8) % 58 {
            capital @ 0..=24 => 0x391 + capital,
            25 => 0x2207,
            small @ 26..=50 => 0x3b1 + small - 26,
            _ => return None,
        },
        _ => return None,
    };
    char::from_u32(plain)
}
