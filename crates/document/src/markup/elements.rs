//! The role of an HTML element when its tag is removed.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What an element does to the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Nothing: the text continues.
    Inline,
    /// Its text is a paragraph.
    Block,
    /// Its text begins a line.
    Line,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell,
    /// Its text stays as it is and has no formulas.
    Code,
    /// Code in lines of its own.
    Preformatted,
    /// Raised text.
    Raised,
    /// Lowered text.
    Lowered,
    /// Not text at all.
    Dropped,
    /// Something beside the content of a page, such as navigation.
    Beside,
    /// Characters that are not markup, up to the end tag.
    Raw,
    /// A formula.
    Math,
    /// A picture.
    Image,
    /// May hold a formula, depending on its class.
    Span,
    /// The title of the page.
    Title,
    /// A heading that may be the title.
    Heading,
    /// Metadata of the page.
    Meta,
    /// The content of the page, without what is around it.
    Main,
}

/// One row per element: name and role.
static ROLES: LazyLock<FxHashMap<&'static str, Role>> = LazyLock::new(|| {
    let rows = include_str!("../../data/elements.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| row.split_once('\t'))
        .filter_map(|(name, role)| Some((name, role_of(role)?)))
        .collect()
});

fn role_of(name: &str) -> Option<Role> {
    Some(match name {
        "inline" => Role::Inline,
        "block" => Role::Block,
        "line" => Role::Line,
        "item" => Role::Item,
        "cell" => Role::Cell,
        "code" => Role::Code,
        "preformatted" => Role::Preformatted,
        "raised" => Role::Raised,
        "lowered" => Role::Lowered,
        "dropped" => Role::Dropped,
        "beside" => Role::Beside,
        "raw" => Role::Raw,
        "math" => Role::Math,
        "image" => Role::Image,
        "span" => Role::Span,
        "title" => Role::Title,
        "heading" => Role::Heading,
        "meta" => Role::Meta,
        "main" => Role::Main,
        _ => return None,
    })
}

/// The role of an element; a namespace before a colon is ignored.
pub(super) fn role(name: &str) -> Role {
    known(name).unwrap_or(Role::Inline)
}

fn known(name: &str) -> Option<Role> {
    let local = name.rsplit(':').next().unwrap_or(name);
    if let Some(role) = ROLES.get(local) {
        return Some(*role);
    }
    let has_capitals = local.bytes().any(|byte| byte.is_ascii_uppercase());
    has_capitals.then(|| ROLES.get(local.to_ascii_lowercase().as_str()).copied()).flatten()
}

/// Whether `<name` is the beginning of a tag: a name of one or two letters that is not an element is a variable.
pub(super) fn may_be_tag(name: &str) -> bool {
    name.len() > 2 || known(name).is_some()
}

/// Whether an element of this name is always empty, so that it has no end tag.
pub(super) fn is_void(name: &str) -> bool {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track", "wbr",
    ];
    VOID.iter().any(|known| known.eq_ignore_ascii_case(name))
}

impl Role {
    /// Whether an element of this role ends a line of text, and with it everything left open in the line.
    pub(super) fn is_block(self) -> bool {
        matches!(
            self,
            Role::Block
                | Role::Item
                | Role::Cell
                | Role::Preformatted
                | Role::Beside
                | Role::Heading
                | Role::Main
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_has_a_role() {
        let rows =
            include_str!("../../data/elements.tsv").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(ROLES.len(), rows);
        assert_eq!(role("P"), Role::Block);
        assert_eq!(role("m:math"), Role::Math);
        assert_eq!(role("x-custom"), Role::Inline);
    }
}
