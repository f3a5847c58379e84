//! Operator trees as labels and children: what is grafted into a graph.
//!
//! A label is a type, an exclamation mark and a value (`V!x`, `N!2`, `O!SUP`, `U!plus`), as in Tangent-S. Trees come from the
//! Tangent strings that Perga writes for its own operator trees ([`OperatorTree::from_tangent`]), or from Content MathML in
//! the way of the published system ([`OperatorTree::from_content_mathml`]).
//!
//! What it is not: Perga's operator tree. That one has types, spans and a canonical form.

mod content;
pub(crate) mod xml;

/// A node with its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorTree {
    /// Type, exclamation mark, value.
    pub label: String,
    /// The operands, in order.
    pub children: Vec<OperatorTree>,
}

impl OperatorTree {
    /// A node without children.
    pub fn leaf(label: &str) -> Self {
        OperatorTree { label: label.to_owned(), children: Vec::new() }
    }

    /// Reads a Tangent-S operator string; none for a string of another form.
    ///
    /// ```
    /// use graph::operator::OperatorTree;
    ///
    /// let tree = OperatorTree::from_tangent("[O!SUP,0[V!x],1[N!2]]").unwrap();
    /// assert_eq!((tree.label.as_str(), tree.children[1].label.as_str()), ("O!SUP", "N!2"));
    /// assert!(OperatorTree::from_tangent("[O!SUP,0[V!x]").is_none());
    /// ```
    pub fn from_tangent(string: &str) -> Option<Self> {
        let mut open: Vec<OperatorTree> = Vec::new();
        let mut rest = string;
        loop {
            let inside = rest.strip_prefix('[')?;
            let end = inside.find(['[', ']', ','])?;
            let (label, after) = inside.split_at(end);
            open.push(OperatorTree::leaf(label));
            rest = after;
            while let Some(after) = rest.strip_prefix(']') {
                rest = after;
                let closed = open.pop()?;
                match open.last_mut() {
                    Some(parent) => parent.children.push(closed),
                    None => return rest.is_empty().then_some(closed),
                }
            }
            // A comma and the label of the edge stand before the next child.
            let after = rest.strip_prefix(',')?;
            let label = after.chars().next()?;
            rest = after.get(label.len_utf8()..)?;
        }
    }

    /// Reads Content MathML as the programs of Tangent-S did; none where they fail. The letters stay as they are written,
    /// mathematical italics included.
    pub fn from_content_mathml(source: &str) -> Option<Self> {
        content::read(&xml::read(source)?)
    }

    /// Whether the operands have no order.
    pub fn is_unordered(&self) -> bool {
        self.label.starts_with("U!")
    }
}
