//! The effects of commands and environments in running text, from the data files.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The role of an environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// One formula.
    Math,
    /// Neither words nor formulas.
    Verbatim,
    /// Shown as it is written, with its formulas.
    Code,
    /// Formulas without words, after arguments.
    Drawing(&'static str),
    /// A unit of this kind.
    Theorem(&'static str),
    /// Ordinary words, after arguments.
    Text(&'static str),
}

/// The arguments of a command and what it writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    /// Its arguments, one letter each; see the data file.
    pub(super) arguments: &'static str,
    /// What is written in its place.
    pub(super) written: &'static str,
}

static ENVIRONMENTS: LazyLock<FxHashMap<&'static str, Role>> =
    LazyLock::new(|| rows(include_str!("../../../data/latex-environments.tsv")).filter_map(role).collect());

static COMMANDS: LazyLock<FxHashMap<&'static str, Command>> = LazyLock::new(|| {
    rows(include_str!("../../../data/latex-commands.tsv"))
        .map(|[name, arguments, written]| (name, Command { arguments, written }))
        .collect()
});

fn rows(table: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    table.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).map(|line| {
        let mut columns = line.split('\t');
        [(); 3].map(|()| columns.next().unwrap_or(""))
    })
}

fn role([name, role, rest]: [&'static str; 3]) -> Option<(&'static str, Role)> {
    let role = match role {
        "math" => Role::Math,
        "verbatim" => Role::Verbatim,
        "code" => Role::Code,
        "drawing" => Role::Drawing(rest),
        "theorem" => Role::Theorem(rest),
        "text" => Role::Text(rest),
        _ => return None,
    };
    Some((name, role))
}

/// The role of an environment; none if it is in no table.
pub(super) fn environment(name: &str) -> Option<Role> {
    ENVIRONMENTS.get(name).copied()
}

/// Whether an environment is skipped unread.
pub(super) fn is_verbatim(name: &str) -> bool {
    environment(name) == Some(Role::Verbatim)
}

/// The effect of a command; none if it is in no table.
pub(super) fn command(name: &str) -> Option<Command> {
    COMMANDS.get(name).copied()
}

/// Whether a command cites. biblatex and natbib have dozens: `\citep`, `\citeauthor`, `\parencite`, `\textcite` …
pub(super) fn is_citation(name: &str) -> bool {
    let is_named_so = name.starts_with("cite") || name.ends_with("cite") || name.starts_with("Cite");
    is_named_so && !COMMANDS.contains_key(name)
}

/// The depth of a heading; none for other commands. `\part` is 0.
pub(super) fn heading(name: &str) -> Option<usize> {
    match name {
        "part" | "olpart" => Some(0),
        "chapter" | "olchapter" => Some(1),
        "section" | "olsection" => Some(2),
        "subsection" => Some(3),
        "subsubsection" => Some(4),
        _ => None,
    }
}

/// The combining character of an accent command.
pub(super) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "'" => '\u{301}',
        "`" => '\u{300}',
        "^" => '\u{302}',
        "\"" => '\u{308}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "." => '\u{307}',
        "u" => '\u{306}',
        "v" => '\u{30c}',
        "H" => '\u{30b}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "r" => '\u{30a}',
        "d" => '\u{323}',
        "b" => '\u{331}',
        _ => return None,
    })
}

/// Whether the argument of a command inside a formula is text, in which `$` begins a formula again.
pub(super) fn is_text_in_math(name: &str) -> bool {
    name.starts_with("text")
        || name.ends_with("text")
        || name.ends_with("box")
        || matches!(name, "emph" | "tag" | "footnote" | "label" | "parbox" | "case")
}

/// The kind of unit for an environment with this title.
pub(super) fn kind_of_title(title: &str) -> Option<&'static str> {
    title.split(|c: char| !c.is_alphabetic()).find_map(|word| match environment(&word.to_lowercase()) {
        Some(Role::Theorem(kind)) => Some(kind),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_tables_is_read() {
        for table in [
            include_str!("../../../data/latex-environments.tsv"),
            include_str!("../../../data/latex-commands.tsv"),
        ] {
            for line in table.lines().filter(|line| !line.starts_with("# ")) {
                let name = line.split('\t').next().unwrap();
                assert!(environment(name).is_some() || command(name).is_some(), "{line}");
            }
        }
        for command in COMMANDS.values() {
            assert!(command.arguments.chars().all(|c| "*oOdkfcn".contains(c)), "{command:?}");
        }
    }

    #[test]
    fn titles_determine_the_kind() {
        assert_eq!(kind_of_title("Main Theorem"), Some("theorem"));
        assert_eq!(kind_of_title("Satz"), None);
    }
}
