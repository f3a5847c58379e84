//! The formats of collections and their names.

/// A format that can be read into units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Native units, one JSON object per line.
    Jsonl,
    /// Formulas, one per row.
    Tsv,
    /// The ARQMath collection as distributed.
    Arqmath,
    /// A Stack Exchange data dump.
    StackExchange,
    /// NTCIR documents: HTML5 or XHTML with parallel MathML.
    Ntcir,
    /// LaTeX projects.
    Latex,
    /// Markdown notes.
    Markdown,
    /// Web pages.
    Html,
    /// Jupyter notebooks.
    Jupyter,
    /// PreTeXt books.
    Pretext,
}

impl Format {
    /// Every format with its name, as users type it.
    pub const NAMES: [(Format, &'static str); 10] = [
        (Format::Jsonl, "jsonl"),
        (Format::Tsv, "tsv"),
        (Format::Arqmath, "arqmath"),
        (Format::StackExchange, "stackexchange"),
        (Format::Ntcir, "ntcir"),
        (Format::Latex, "latex"),
        (Format::Markdown, "markdown"),
        (Format::Html, "html"),
        (Format::Jupyter, "jupyter"),
        (Format::Pretext, "pretext"),
    ];

    /// Its name, as users type it.
    pub fn name(self) -> &'static str {
        Format::NAMES[self as usize].1
    }

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::NAMES.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }
}
