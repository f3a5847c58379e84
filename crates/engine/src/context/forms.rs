//! The forms in which a meaning graph is written.

use graph::{Graph, draw, linear, penman};

use crate::names::Named;

/// A form of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As people write graphs, after lines with its sentence.
    Penman,
    /// One line of words, the input of sentence models.
    Linear,
    /// A drawing with lines.
    Text,
    /// Nodes and edges, on one line.
    Json,
    /// A picture.
    Svg,
}

impl Named for Form {
    const WHAT: &'static str = "The form of a meaning graph.";
    const NAMES: &'static [(Form, &'static str)] = &Form::NAMES;
}

impl Form {
    /// All of them with their names.
    pub const NAMES: [(Form, &'static str); 5] = [
        (Form::Penman, "penman"),
        (Form::Linear, "linear"),
        (Form::Text, "text"),
        (Form::Json, "json"),
        (Form::Svg, "svg"),
    ];

    /// The graph in this form, without a line end after it.
    pub fn write(self, graph: &Graph) -> String {
        let text = match self {
            Form::Penman => penman::write(graph),
            Form::Linear => linear::words(graph),
            Form::Text => draw::text(graph),
            // Strings and numbers can always be written.
            Form::Json => serde_json::to_string(graph).unwrap_or_default(),
            Form::Svg => draw::svg(graph),
        };
        text.trim_end_matches('\n').to_owned()
    }

    /// Whether a graph takes one line, so that results stand line by line and not in blocks.
    pub fn is_one_line(self) -> bool {
        matches!(self, Form::Linear | Form::Json)
    }
}
