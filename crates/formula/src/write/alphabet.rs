//! The mathematical alphabets of Unicode: the character for a letter in a font.
//!
//! MathML Core has no `mathvariant` except `normal`; a bold or double-struck letter is a different character.
//! The blocks are regular except for the letters that were in Unicode before them (`ℝ`, `ℋ`, `ℎ`).

use crate::slt::Font;

/// The character that shows `letter` in `font`; `None` where Unicode has none.
pub(crate) fn styled(letter: char, font: Font) -> Option<char> {
    if let Some(early) = early_letter(letter, font) {
        return Some(early);
    }
    let (capital, digit, greek) = block(font)?;
    let code = match letter {
        'A'..='Z' => capital? + (letter as u32 - 'A' as u32),
        'a'..='z' => capital? + 26 + (letter as u32 - 'a' as u32),
        '0'..='9' => digit? + (letter as u32 - '0' as u32),
        _ => greek? + greek_offset(letter)?,
    };
    char::from_u32(code)
}

/// Whether Tangent strings, like LaTeXML, use a different character for letters in this font.
pub(crate) fn is_distinct(font: Font) -> bool {
    matches!(font, Font::DoubleStruck | Font::Script | Font::Fraktur)
}

/// First code points of the capitals, the digits and the Greek capitals of a font.
fn block(font: Font) -> Option<(Option<u32>, Option<u32>, Option<u32>)> {
    Some(match font {
        Font::Plain | Font::Roman => return None,
        Font::Bold => (Some(0x1D400), Some(0x1D7CE), Some(0x1D6A8)),
        Font::Italic => (Some(0x1D434), None, Some(0x1D6E2)),
        Font::DoubleStruck => (Some(0x1D538), Some(0x1D7D8), None),
        Font::Script => (Some(0x1D49C), None, None),
        Font::Fraktur => (Some(0x1D504), None, None),
        Font::SansSerif => (Some(0x1D5A0), Some(0x1D7E2), None),
        Font::Monospace => (Some(0x1D670), Some(0x1D7F6), None),
    })
}

/// The variants of Greek letters that follow omega in each block.
const VARIANTS: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];

/// Place of a Greek letter within a Greek block.
fn greek_offset(letter: char) -> Option<u32> {
    match letter {
        'Α'..='Ρ' | 'Σ'..='Ω' => Some(letter as u32 - 'Α' as u32),
        '∇' => Some(25),
        'α'..='ω' => Some(26 + (letter as u32 - 'α' as u32)),
        _ => VARIANTS.iter().position(|&variant| variant == letter).map(|place| 51 + place as u32),
    }
}

/// Letters that Unicode had before the blocks of alphabets; their places in the blocks are empty.
const EARLY: [(char, Font, char); 24] = [
    ('h', Font::Italic, 'ℎ'),
    ('C', Font::DoubleStruck, 'ℂ'),
    ('H', Font::DoubleStruck, 'ℍ'),
    ('N', Font::DoubleStruck, 'ℕ'),
    ('P', Font::DoubleStruck, 'ℙ'),
    ('Q', Font::DoubleStruck, 'ℚ'),
    ('R', Font::DoubleStruck, 'ℝ'),
    ('Z', Font::DoubleStruck, 'ℤ'),
    ('B', Font::Script, 'ℬ'),
    ('E', Font::Script, 'ℰ'),
    ('F', Font::Script, 'ℱ'),
    ('H', Font::Script, 'ℋ'),
    ('I', Font::Script, 'ℐ'),
    ('L', Font::Script, 'ℒ'),
    ('M', Font::Script, 'ℳ'),
    ('R', Font::Script, 'ℛ'),
    ('e', Font::Script, 'ℯ'),
    ('g', Font::Script, 'ℊ'),
    ('o', Font::Script, 'ℴ'),
    ('C', Font::Fraktur, 'ℭ'),
    ('H', Font::Fraktur, 'ℌ'),
    ('I', Font::Fraktur, 'ℑ'),
    ('R', Font::Fraktur, 'ℜ'),
    ('Z', Font::Fraktur, 'ℨ'),
];

fn early_letter(letter: char, font: Font) -> Option<char> {
    EARLY.iter().find(|early| early.0 == letter && early.1 == font).map(|early| early.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::letters;

    #[test]
    fn letters_get_the_character_of_their_alphabet() {
        let cases = [
            ('x', Font::Bold, '𝐱'),
            ('ω', Font::Bold, '𝛚'),
            ('∇', Font::Bold, '𝛁'),
            ('Ω', Font::Bold, '𝛀'),
            ('ϖ', Font::Bold, '𝛡'),
            ('7', Font::Bold, '𝟕'),
            ('A', Font::Italic, '𝐴'),
            ('R', Font::DoubleStruck, 'ℝ'),
            ('k', Font::DoubleStruck, '𝕜'),
            ('1', Font::DoubleStruck, '𝟙'),
            ('O', Font::Script, '𝒪'),
            ('L', Font::Script, 'ℒ'),
            ('g', Font::Fraktur, '𝔤'),
            ('E', Font::SansSerif, '𝖤'),
            ('k', Font::Monospace, '𝚔'),
        ];
        for (letter, font, expected) in cases {
            assert_eq!(styled(letter, font), Some(expected), "{letter} in {font:?}");
        }
    }

    #[test]
    fn reading_a_styled_letter_gives_it_back() {
        let fonts =
            [Font::Bold, Font::DoubleStruck, Font::Script, Font::Fraktur, Font::SansSerif, Font::Monospace];
        for font in fonts {
            for letter in ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('α'..='ω') {
                // `ℜ` and `ℑ` are read as separate symbols.
                if let Some(styled) = styled(letter, font).filter(|styled| !"ℜℑ".contains(*styled)) {
                    assert_eq!(letters::plain(styled), (letter, font), "{styled}");
                }
            }
        }
    }

    #[test]
    fn what_has_no_styled_character_has_none() {
        assert_eq!(styled('+', Font::Bold), None);
        assert_eq!(styled('α', Font::Fraktur), None);
        assert_eq!(styled('x', Font::Roman), None);
    }
}
