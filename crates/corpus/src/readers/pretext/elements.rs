//! The roles of PreTeXt elements, from the data file.

use std::sync::LazyLock;

use quick_xml::events::BytesStart;
use rustc_hash::FxHashMap;

/// The role of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A section.
    Division,
    /// A unit of this kind.
    Theorem(&'static str),
    /// A formula in a line.
    Math,
    /// A formula on a line of its own.
    Display,
    /// A formula of several rows, with `mrow`s.
    Rows,
    /// A formula of several rows as one piece of LaTeX.
    Aligned,
    Row,
    /// Text between rows.
    Between,
    Drawing,
    Skip,
    Inline,
    /// This text is written in its place.
    Write(&'static str),
    /// These texts are written before and after it.
    Around(&'static str, &'static str),
    Title,
    Macros,
    Block,
}

static ELEMENTS: LazyLock<FxHashMap<&'static str, Role>> = LazyLock::new(|| {
    let table = include_str!("../../../data/pretext-elements.tsv");
    table.lines().filter(|line| !line.starts_with("# ")).filter_map(row).collect()
});

fn row(line: &'static str) -> Option<(&'static str, Role)> {
    let mut columns = line.split('\t');
    let (name, role, rest) = (columns.next()?, columns.next()?, columns.next().unwrap_or(""));
    let role = match role {
        "division" => Role::Division,
        "theorem" => Role::Theorem(rest),
        "math" => Role::Math,
        "display" => Role::Display,
        "rows" => Role::Rows,
        "aligned" => Role::Aligned,
        "row" => Role::Row,
        "between" => Role::Between,
        "drawing" => Role::Drawing,
        "skip" => Role::Skip,
        "inline" => Role::Inline,
        "write" => Role::Write(rest),
        "around" => rest.split_once(' ').map(|(before, behind)| Role::Around(before, behind))?,
        _ => return None,
    };
    Some((name, role))
}

/// The role of an element.
pub(super) fn role(name: &str) -> Role {
    match name {
        "title" => Role::Title,
        "macros" => Role::Macros,
        _ => ELEMENTS.get(name).copied().unwrap_or(Role::Block),
    }
}

/// The value of an attribute.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    let value = quick_xml::escape::unescape(&attribute.value);
    Some(value.map_or_else(|_| attribute.value.clone().into_owned(), |value| value.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        for line in include_str!("../../../data/pretext-elements.tsv").lines() {
            let name = line.split('\t').next().unwrap();
            assert!(line.starts_with("# ") || ELEMENTS.contains_key(name), "{line}");
        }
    }
}
