//! Mathematical alphanumeric characters: the plain letter and the font that each stands for.
//!
//! `𝑥`, `𝐱` and `x` are one letter to a reader of mathematics; the font is kept beside it. Unicode encodes
//! the alphabets as blocks of fixed length from U+1D400, without the letters that it already had (`ℝ`, `ℋ`).
//!
//! What it is not: a compatibility normalisation. `ℓ`, `ℏ`, `℘`, `ℜ` and `ℑ` are symbols with their own
//! names and stay as they are.

use crate::slt::Font;

const LATIN: u32 = 0x1D400;
const GREEK: u32 = 0x1D6A8;
const DIGITS: u32 = 0x1D7CE;

/// The fonts of the blocks of 52 Latin letters.
const LATIN_FONTS: [Font; 13] = [
    Font::Bold,
    Font::Italic,
    Font::Bold,
    Font::Script,
    Font::Script,
    Font::Fraktur,
    Font::DoubleStruck,
    Font::Fraktur,
    Font::SansSerif,
    Font::SansSerif,
    Font::SansSerif,
    Font::SansSerif,
    Font::Monospace,
];

/// The fonts of the blocks of 58 Greek characters.
const GREEK_FONTS: [Font; 5] = [Font::Bold, Font::Italic, Font::Bold, Font::SansSerif, Font::SansSerif];

/// One block of Greek: capitals, nabla, small letters, partial and the variant forms.
const GREEK_BLOCK: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ";

const DIGIT_FONTS: [Font; 5] =
    [Font::Bold, Font::DoubleStruck, Font::SansSerif, Font::SansSerif, Font::Monospace];

/// The plain letter of a styled one and its font; a character that is not styled is returned as it is.
///
/// Variables are italic by default, so `𝑥` is a plain `x`.
pub(crate) fn plain(c: char) -> (char, Font) {
    let code = c as u32;
    if code < 0x2100 {
        return (c, Font::Plain);
    }
    let (letter, font) = match code {
        LATIN..0x1D6A4 => latin(code - LATIN),
        0x1D6A4 => ('ı', Font::Italic),
        0x1D6A5 => ('ȷ', Font::Italic),
        GREEK..0x1D7CA => greek(code - GREEK),
        0x1D7CA => ('Ϝ', Font::Bold),
        0x1D7CB => ('ϝ', Font::Bold),
        DIGITS..0x1D800 => digit(code - DIGITS),
        0x2100..0x2150 => letterlike(c),
        _ => (c, Font::Plain),
    };
    (letter, if font == Font::Italic { Font::Plain } else { font })
}

fn latin(offset: u32) -> (char, Font) {
    let font = LATIN_FONTS.get((offset / 52) as usize).copied().unwrap_or_default();
    let place = (offset % 52) as u8;
    let letter = if place < 26 { b'A' + place } else { b'a' + place - 26 };
    (char::from(letter), font)
}

fn greek(offset: u32) -> (char, Font) {
    let font = GREEK_FONTS.get((offset / 58) as usize).copied().unwrap_or_default();
    (GREEK_BLOCK.chars().nth((offset % 58) as usize).unwrap_or('α'), font)
}

fn digit(offset: u32) -> (char, Font) {
    let font = DIGIT_FONTS.get((offset / 10) as usize).copied().unwrap_or_default();
    (char::from(b'0' + (offset % 10) as u8), font)
}

/// The letters that Unicode had before the alphabets, each with its plain letter.
const LETTERLIKE: [(Font, &str, &str); 4] = [
    (Font::DoubleStruck, "ℂℍℕℙℚℝℤℼℽℾℿ", "CHNPQRZπγΓΠ"),
    (Font::Script, "ℬℰℱℋℐℒℳℛℯℊℴ", "BEFHILMRego"),
    (Font::Fraktur, "ℭℌℨ", "CHZ"),
    // `ℎ` is the italic h; `ⅆ`, `ⅇ`, `ⅈ` only mark constants; the last three are units.
    (Font::Plain, "ℎⅅⅆⅇⅈⅉ\u{2126}\u{212A}\u{212B}", "hDdeijΩKÅ"),
];

fn letterlike(c: char) -> (char, Font) {
    LETTERLIKE
        .iter()
        .find_map(|&(font, styled, plain)| {
            let place = styled.chars().position(|other| other == c)?;
            Some((plain.chars().nth(place)?, font))
        })
        .unwrap_or((c, Font::Plain))
}

/// A text with every letter plain, and the font of the first styled one.
pub(crate) fn plain_text(text: &str) -> (String, Font) {
    let mut font = Font::Plain;
    let plain_text = text
        .chars()
        .map(|c| {
            let (letter, its_font) = plain(c);
            if font == Font::Plain {
                font = its_font;
            }
            letter
        })
        .collect();
    (plain_text, font)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styled_letters_give_letter_and_font() {
        assert_eq!(GREEK_BLOCK.chars().count(), 58);
        for (styled, letter, font) in [
            ('𝑛', 'n', Font::Plain),
            ('ℎ', 'h', Font::Plain),
            ('𝐀', 'A', Font::Bold),
            ('𝕫', 'z', Font::DoubleStruck),
            ('ℝ', 'R', Font::DoubleStruck),
            ('𝔤', 'g', Font::Fraktur),
            ('𝒪', 'O', Font::Script),
            ('𝜋', 'π', Font::Plain),
            ('𝛺', 'Ω', Font::Plain),
            ('𝜕', '∂', Font::Plain),
            ('𝟙', '1', Font::DoubleStruck),
            ('𝟿', '9', Font::Monospace),
            ('ℓ', 'ℓ', Font::Plain),
            ('x', 'x', Font::Plain),
        ] {
            assert_eq!(plain(styled), (letter, font), "{styled}");
        }
        assert_eq!(plain_text("𝑝ℎ𝑖"), ("phi".to_owned(), Font::Plain));
    }
}
