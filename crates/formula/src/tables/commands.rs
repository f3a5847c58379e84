//! LaTeX commands without arguments: those that print a symbol and those that print a function's name.
//!
//! The tables are the data files `data/symbols.tsv` and `data/functions.tsv`. The LaTeX reader
//! handles commands with arguments, spaces, fonts and environments.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

const SYMBOLS: &str = include_str!("../../data/symbols.tsv");
const FUNCTIONS: &str = include_str!("../../data/functions.tsv");

/// Names that are identifiers in the tree although TeX sets their scripts like limits.
pub(crate) const NAMES_WITH_LIMITS: [&str; 4] = ["max", "min", "gcd", "Pr"];

/// The output of a command without arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// One character.
    Symbol(char),
    /// Several characters that are one symbol (`:=`).
    SymbolText(&'static str),
    /// The name of a function.
    Function {
        /// As printed: `sin`, `lim sup`.
        text: &'static str,
        /// Whether it is an operator with limits (`lim`) rather than an identifier (`sin`).
        limits: bool,
    },
}

/// The output of the command `name` (without its backslash); none if the tables do not list it.
pub(crate) fn find(name: &str) -> Option<Command> {
    COMMANDS.get(name).copied()
}

/// Like [`find`], with the name from the table.
pub(crate) fn find_entry(name: &str) -> Option<(&'static str, Command)> {
    COMMANDS.get_key_value(name).map(|(&name, &command)| (name, command))
}

/// Every command of the tables with what it prints, in file order.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Command)> {
    symbols(SYMBOLS).chain(functions(FUNCTIONS)).flatten()
}

static COMMANDS: LazyLock<FxHashMap<&'static str, Command>> = LazyLock::new(|| all().collect());

/// The rows of the symbol table; `None` for a line that is not in the format.
fn symbols(data: &'static str) -> impl Iterator<Item = Option<(&'static str, Command)>> {
    rows(data).map(|line| {
        let (name, text) = line.split_once('\t')?;
        let mut characters = text.chars();
        let command = match (characters.next()?, characters.next()) {
            (c, None) => Command::Symbol(c),
            _ => Command::SymbolText(text),
        };
        (!name.is_empty() && !text.contains('\t')).then_some((name, command))
    })
}

/// The rows of the function table; `None` for a line that is not in the format.
fn functions(data: &'static str) -> impl Iterator<Item = Option<(&'static str, Command)>> {
    rows(data).map(|line| {
        let (name, rest) = line.split_once('\t')?;
        let (text, kind) = rest.split_once('\t')?;
        let limits = match kind {
            "function" => false,
            "limit" => true,
            _ => return None,
        };
        Some((name, Command::Function { text, limits }))
    })
}

fn rows(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.is_empty() && *line != "#" && !line.starts_with("# "))
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::tables::operators;

    fn rows_of_both() -> impl Iterator<Item = Option<(&'static str, Command)>> {
        symbols(SYMBOLS).chain(functions(FUNCTIONS))
    }

    #[test]
    fn every_line_is_in_the_format() {
        for (number, row) in rows_of_both().enumerate() {
            assert!(row.is_some(), "row {number} is not in the format");
        }
        assert!(symbols("alpha").all(|row| row.is_none()));
        assert!(functions("sin\tsin\tverb").all(|row| row.is_none()));
    }

    #[test]
    fn no_command_is_listed_twice() {
        let mut seen = FxHashSet::default();
        for (name, _) in rows_of_both().flatten() {
            assert!(seen.insert(name), "\\{name} is listed twice");
        }
    }

    #[test]
    fn names_are_letters_or_one_other_character() {
        for (name, _) in rows_of_both().flatten() {
            let letters = name.chars().all(|c| c.is_ascii_alphabetic());
            assert!(letters || name.chars().count() == 1, "\\{name} cannot be typed");
        }
    }

    #[test]
    fn symbols_are_the_characters_of_latexml() {
        for (name, c) in [
            ("cdot", '⋅'),
            ("ast", '∗'),
            ("mid", '∣'),
            ("|", '∥'),
            ("to", '→'),
            ("dots", '…'),
            ("cdots", '⋯'),
            ("phi", 'ϕ'),
            ("varphi", 'φ'),
            ("epsilon", 'ϵ'),
            ("varepsilon", 'ε'),
            ("setminus", '∖'),
            ("bullet", '∙'),
            ("iff", '⇔'),
            ("implies", '⟹'),
            ("R", 'ℝ'),
            ("#", '#'),
            ("%", '%'),
        ] {
            assert_eq!(find(name), Some(Command::Symbol(c)), "\\{name}");
        }
        assert_eq!(find("coloneqq"), Some(Command::SymbolText(":=")));
    }

    #[test]
    fn function_names_know_whether_they_take_limits() {
        assert_eq!(find("sin"), Some(Command::Function { text: "sin", limits: false }));
        assert_eq!(find("max"), Some(Command::Function { text: "max", limits: false }));
        assert_eq!(find("limsup"), Some(Command::Function { text: "lim sup", limits: true }));
        assert_eq!(find("sup"), Some(Command::Function { text: "sup", limits: true }));
    }

    #[test]
    fn commands_with_arguments_are_not_here() {
        for name in ["frac", "sqrt", "left", "begin", "mathbb", "quad", "not", ",", "\\", ""] {
            assert_eq!(find(name), None, "\\{name}");
        }
    }

    /// A mathematical operator that the dictionary does not know would silently become an identifier.
    #[test]
    fn every_operator_character_has_a_role() {
        let identifiers = "∁∅∆∎∞∟∠∡∢⊤⊥⋮⋯⋰⋱";
        for (name, command) in rows_of_both().flatten() {
            let known = match command {
                Command::Symbol(c) => {
                    let operator = matches!(c, '\u{2190}'..='\u{22ff}' | '\u{27c0}'..='\u{297f}' | '\u{2a00}'..='\u{2aff}');
                    !operator
                        || identifiers.contains(c)
                        || operators::find(c).is_some()
                        || matches!(c, '⧫' | '⟙' | '⟘')
                }
                Command::SymbolText(text) => {
                    text.chars().all(char::is_alphabetic) || operators::find_text(text).is_some()
                }
                Command::Function { text, limits } => !limits || operators::find_text(text).is_some(),
            };
            assert!(known, "\\{name} has no entry in the operator dictionary");
        }
    }
}
