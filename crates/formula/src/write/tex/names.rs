//! Commands by what they print: the symbol table read backwards.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::slt::Font;
use crate::tables::commands::{self, Command};
use crate::tables::letters;

/// The command for one character, without its backslash.
pub(super) fn of_character(c: char) -> Option<&'static str> {
    NAMES.characters.get(&c).copied()
}

/// The command that prints the name of a function; `limits` for those that are operators, such as `lim`.
pub(super) fn of_function(text: &str, limits: bool) -> Option<&'static str> {
    NAMES.functions.get(&(text, limits)).copied()
}

/// The command for a mark over (`true`) or under its argument; the second command is for wide arguments.
pub(super) fn of_mark(mark: char, over: bool) -> Option<(&'static str, &'static str)> {
    Some(match (mark, over) {
        ('^', true) => ("hat", "widehat"),
        ('~', true) => ("tilde", "widetilde"),
        ('¯', true) => ("bar", "overline"),
        ('→', true) => ("vec", "overrightarrow"),
        ('←', true) => ("overleftarrow", "overleftarrow"),
        ('↔', true) => ("overleftrightarrow", "overleftrightarrow"),
        ('˙', true) => ("dot", "dot"),
        ('¨', true) => ("ddot", "ddot"),
        ('\u{20db}', true) => ("dddot", "dddot"),
        ('ˇ', true) => ("check", "check"),
        ('˘', true) => ("breve", "breve"),
        ('´', true) => ("acute", "acute"),
        ('`', true) => ("grave", "grave"),
        ('˚', true) => ("mathring", "mathring"),
        ('⏜', true) => ("overparen", "overparen"),
        ('⏞', true) => ("overbrace", "overbrace"),
        ('⎴', true) => ("overbracket", "overbracket"),
        ('¯', false) => ("underline", "underline"),
        ('→', false) => ("underrightarrow", "underrightarrow"),
        ('←', false) => ("underleftarrow", "underleftarrow"),
        ('⏝', false) => ("underparen", "underparen"),
        ('⏟', false) => ("underbrace", "underbrace"),
        ('⎵', false) => ("underbracket", "underbracket"),
        _ => return None,
    })
}

/// Whether scripts on the argument of a mark are limits.
pub(super) fn mark_takes_limits(mark: char) -> bool {
    matches!(mark, '⏞' | '⎴' | '⏟' | '⎵')
}

/// The usual command for a character, where it is not the first one of the table.
const USUAL: [(char, &str); 16] = [
    ('∅', "emptyset"),
    ('∫', "int"),
    ('∮', "oint"),
    ('⋅', "cdot"),
    ('∗', "ast"),
    ('\\', "backslash"),
    ('↑', "uparrow"),
    ('↓', "downarrow"),
    ('⊆', "subseteq"),
    ('⊇', "supseteq"),
    ('○', "bigcirc"),
    ('⋈', "bowtie"),
    ('⋎', "curlyvee"),
    ('⋏', "curlywedge"),
    ('⊴', "trianglelefteq"),
    ('⊵', "trianglerighteq"),
];

struct Names {
    characters: FxHashMap<char, &'static str>,
    functions: FxHashMap<(&'static str, bool), &'static str>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names { characters: USUAL.into_iter().collect(), functions: FxHashMap::default() };
    for (name, printed) in commands::all() {
        match printed {
            // The writer uses the font command for a letter of a mathematical alphabet.
            Command::Symbol(c) if letters::plain(c) == (c, Font::Plain) => {
                names.characters.entry(c).or_insert(name);
            }
            Command::Function { text, limits } => {
                names.functions.entry((text, limits)).or_insert(name);
            }
            _ => {}
        }
    }
    names
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_commands_print_what_they_stand_for() {
        for (character, name) in USUAL {
            assert_eq!(commands::find(name), Some(Command::Symbol(character)), "{name}");
        }
    }
}
