//! Brackets around groups and tables, and brackets that belong to no group.

use super::element::push_escaped;
use super::{Element, Writer};
use crate::slt::{Grid, Kind, NodeId};
use crate::typesetting::Fences;

#[derive(Clone, Copy)]
pub(super) enum Side {
    Open,
    Close,
}

impl Writer<'_, '_> {
    /// A fence of a group. A missing fence becomes an empty element if the group has the other one.
    pub(super) fn fence(&mut self, id: NodeId, grid: Grid, side: Side) {
        if grid.open.is_none() && grid.close.is_none() {
            return;
        }
        let (symbol, suffix, form) = match side {
            Side::Open => (grid.open, "-open", " form=\"prefix\" fence=\"true\""),
            Side::Close => (grid.close, "-close", " form=\"postfix\" fence=\"true\""),
        };
        let mut text = String::new();
        self.slt.push_symbol(symbol, &mut text);
        let size = size_attributes(self.fences(id));
        // Fences by their character have no space around them; any other symbol would.
        let spaces =
            if text.is_empty() || "()[]{}|⟨⟩⌊⌋⌈⌉".contains(&text) { "" } else { NO_SPACES };
        self.open(Element::new("mo").node(id).suffix(suffix).attributes(&format!("{form}{spaces}{size}")));
        push_escaped(&text, &mut self.out);
        self.close("mo");
    }

    /// How large the fences of a group are: as the author set them, or as large as their content if that is not known.
    fn fences(&self, id: NodeId) -> Fences {
        match self.slt.typesetting() {
            _ if self.slt.node(id).kind == Kind::Table => Fences::Growing,
            Some(typesetting) => typesetting.details(id).fences,
            None if self.is_low(id) => Fences::Plain,
            None => Fences::Growing,
        }
    }

    /// The attributes of a bracket or bar that is not a fence. Without them it would stretch, and a reader could take it for
    /// a fence.
    pub(super) fn stray_fence(&self, id: NodeId) -> String {
        let is_fence = |c: char| "()[]{}|∥‖⟨⟩⌊⌋⌈⌉⟦⟧⟮⟯⎰⎱⌜⌝⌞⌟".contains(c);
        if !self.slt.character(id).is_some_and(is_fence) {
            return String::new();
        }
        let size = match self.details(id).fences {
            // Between its brackets a bar does not grow by itself.
            Fences::Growing => " stretchy=\"true\" symmetric=\"true\"",
            fences => size_attributes(fences),
        };
        format!(" form=\"infix\"{size}")
    }
}

const NO_SPACES: &str = " lspace=\"0\" rspace=\"0\"";

/// The attributes for the size of a bracket; brackets grow by themselves.
fn size_attributes(fences: Fences) -> &'static str {
    match fences {
        Fences::Plain => " stretchy=\"false\"",
        Fences::Growing => "",
        Fences::Sized(1) => " minsize=\"1.2em\" maxsize=\"1.2em\"",
        Fences::Sized(2) => " minsize=\"1.8em\" maxsize=\"1.8em\"",
        Fences::Sized(3) => " minsize=\"2.4em\" maxsize=\"2.4em\"",
        Fences::Sized(_) => " minsize=\"3em\" maxsize=\"3em\"",
    }
}
