//! Letters that may be renamed, and how they are written.

use formula::opt::{Font, Kind, NodeId, Opt};

/// A letter in a font.
pub(super) type Letter = (char, Font);

/// The letter of a node that is a variable, alone or applied to arguments; roman and italic letters are plain ones, as in
/// the canonical form. Dots, `π` and double-struck letters are no variables: nothing else is meant by them.
pub(super) fn letter(tree: &Opt, id: NodeId) -> Option<Letter> {
    let node = tree.node(id);
    if !matches!(node.kind, Kind::Variable | Kind::Function) {
        return None;
    }
    let font = match node.font {
        Font::Roman | Font::Italic => Font::Plain,
        font => font,
    };
    let c = tree.symbol(id).as_char().filter(|c| c.is_alphabetic())?;
    let is_constant = font == Font::DoubleStruck || c == 'π' && font == Font::Plain;
    (!is_constant).then_some((c, font))
}

/// A letter as LaTeX.
pub(super) fn tex((character, font): Letter) -> String {
    let command = match font {
        Font::Bold => "mathbf",
        Font::DoubleStruck => "mathbb",
        Font::Script => "mathcal",
        Font::Fraktur => "mathfrak",
        Font::SansSerif => "mathsf",
        Font::Monospace => "mathtt",
        Font::Plain | Font::Roman | Font::Italic => return character.to_string(),
    };
    format!("\\{command}{{{character}}}")
}

/// A letter in a sentence.
pub(super) fn words((character, font): Letter) -> String {
    let font = match font {
        Font::Bold => "bold ",
        Font::DoubleStruck => "double-struck ",
        Font::Script => "script ",
        Font::Fraktur => "Fraktur ",
        Font::SansSerif => "sans-serif ",
        Font::Monospace => "monospaced ",
        Font::Plain | Font::Roman | Font::Italic => "",
    };
    format!("{font}{character}")
}
