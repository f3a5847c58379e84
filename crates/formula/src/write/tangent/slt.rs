//! Layout trees as Tangent-S strings.
//!
//! A node is `[tag`, its right neighbour, its other children with the letter of their edge, `]`. The end of a
//! long baseline therefore comes before the scripts of its beginning, and the writer keeps its own stack.
//!
//! Our groups may have any bracket; Tangent's matrix-like groups have only five pairs. Any other bracket is
//! written as in Tangent: an operator at either end of a chain, with the chain in an `M!1x1` if it has
//! scripts.

use super::tag::{push_clean, push_number, push_typed};
use crate::slt::{Edge, Font, Grid, Kind, Node, NodeId, Slt};
use crate::symbol::Symbol;

/// The tree as a Tangent-S string; empty for an empty tree.
///
/// ```
/// let tree = formula::tangent_strings::parse_slt("[V!x[-[V!y[=[N!0]],a[N!2]]]]").unwrap();
/// assert_eq!(formula::write::tangent::slt_string(&tree), "[V!x[-[V!y[=[N!0]],a[N!2]]]]");
/// ```
pub fn slt_string(slt: &Slt) -> String {
    let mut out = String::with_capacity(slt.arena_len() * 8);
    push_slt_string(slt, &mut out);
    out
}

/// Appends the Tangent-S string of a tree to `out`.
pub fn push_slt_string(slt: &Slt, out: &mut String) {
    let Some(root) = slt.root() else { return };
    let mut writer = Writer { slt, out, steps: Vec::new(), chains: Vec::new() };
    writer.row(root, NO_CHAIN);
    while let Some(step) = writer.steps.pop() {
        writer.run(step);
    }
}

/// The remaining steps, last in first out.
enum Step {
    /// The node and the rest of its baseline; `element` is its child on the edge `e`.
    Node { id: NodeId, chain: u32, element: NodeId },
    /// A child, its younger siblings, then `element`, then the bracket that ends their parent.
    Children { child: NodeId, element: NodeId },
    /// Like `Children`, with the row at `content` in place of the `Within` child.
    Refilled { child: NodeId, content: NodeId, element: NodeId },
    /// Like `Children`, with the whole of `group` as a chain in place of the `Within` child.
    Wrapped { child: NodeId, group: NodeId, element: NodeId },
    /// `element` by `e`, then the bracket that ends the node.
    End { element: NodeId },
    /// The continuation after the last node of a baseline inside a chain.
    Follow { chain: u32, element: NodeId },
    /// The matrix between the fences of a chain.
    Body { table: NodeId, chain: u32, element: NodeId },
}

/// A bracketed group that is being written as a chain.
#[derive(Clone, Copy)]
struct Chain {
    group: NodeId,
    /// Head of the element being written.
    head: NodeId,
    /// The chain around this one.
    outer: u32,
    /// Whether the group has its own wrapper, so that its right neighbour is not part of the chain.
    wrapped: bool,
}

const NO_CHAIN: u32 = u32::MAX;

struct Writer<'a> {
    slt: &'a Slt,
    out: &'a mut String,
    steps: Vec<Step>,
    chains: Vec<Chain>,
}

impl Writer<'_> {
    /// Starts a baseline whose head may carry the next element.
    fn row(&mut self, head: NodeId, chain: u32) {
        let element = self.slt.child(head, Edge::Element).unwrap_or(NodeId::NONE);
        self.steps.push(Step::Node { id: head, chain, element });
    }

    fn run(&mut self, step: Step) {
        match step {
            Step::Node { id, chain, element } => self.node(id, chain, element),
            Step::Children { child, element } => self.children(child, element),
            Step::Refilled { child, content, element } => self.refilled(child, content, element),
            Step::Wrapped { child, group, element } => self.wrapped(child, group, element),
            Step::End { element } => self.end(element),
            Step::Follow { chain, element } => self.follow(chain, element),
            Step::Body { table, chain, element } => self.body(table, chain, element),
        }
    }

    fn node(&mut self, id: NodeId, chain: u32, element: NodeId) {
        let node = self.slt.node(id);
        if !matches!(node.kind, Kind::Group | Kind::Table) {
            self.out.push('[');
            push_tag(self.slt, node, self.out);
            return self.scripts_after_next(id, node.first_child, chain, element);
        }
        let grid = self.slt.grid(id);
        if !is_matrix(self.slt, id, grid) {
            return self.chain(id, chain, element);
        }
        self.out.push('[');
        let Some(inner) = bare_matrix_inside(self.slt, id, grid) else {
            push_matrix_tag(self.slt, grid, self.out);
            return self.scripts_after_next(id, node.first_child, chain, element);
        };
        let shape = self.slt.grid(inner);
        push_matrix_tag(self.slt, Grid { open: grid.open, close: grid.close, ..shape }, self.out);
        let content = self.slt.child(inner, Edge::Within).unwrap_or(NodeId::NONE);
        self.steps.push(Step::Refilled { child: node.first_child, content, element });
        self.next(id, chain);
    }

    /// Schedules the right neighbour of `id` and then its children.
    fn scripts_after_next(&mut self, id: NodeId, first_child: NodeId, chain: u32, element: NodeId) {
        self.steps.push(Step::Children { child: first_child, element });
        self.next(id, chain);
    }

    fn next(&mut self, id: NodeId, chain: u32) {
        match self.slt.next(id) {
            Some(next) => self.steps.push(Step::Node { id: next, chain, element: NodeId::NONE }),
            None if chain != NO_CHAIN => self.steps.push(Step::Follow { chain, element: NodeId::NONE }),
            None => {}
        }
    }

    fn children(&mut self, child: NodeId, element: NodeId) {
        let Some(id) = child.get() else { return self.end(element) };
        let node = self.slt.node(id);
        self.steps.push(Step::Children { child: node.next_sibling, element });
        if node.edge != Edge::Element {
            self.labelled(id);
        }
    }

    fn end(&mut self, element: NodeId) {
        if let Some(element) = element.get() {
            self.steps.push(Step::End { element: NodeId::NONE });
            self.out.push_str(",e");
            return self.row(element, NO_CHAIN);
        }
        self.out.push(']');
    }

    /// Children with the row at `content` as the `Within` child.
    fn refilled(&mut self, child: NodeId, content: NodeId, element: NodeId) {
        if let Some(script) = self.script(child) {
            let child = self.slt.node(script).next_sibling;
            self.steps.push(Step::Refilled { child, content, element });
            return self.labelled(script);
        }
        self.steps.push(Step::End { element });
        if let Some(content) = content.get() {
            self.out.push_str(",w");
            self.row(content, NO_CHAIN);
        }
    }

    /// Children with the chain of `group` as the `Within` child.
    fn wrapped(&mut self, child: NodeId, group: NodeId, element: NodeId) {
        if let Some(script) = self.script(child) {
            let child = self.slt.node(script).next_sibling;
            self.steps.push(Step::Wrapped { child, group, element });
            return self.labelled(script);
        }
        self.steps.push(Step::End { element });
        self.out.push_str(",w");
        let chain = self.enter(group, NO_CHAIN, true);
        self.open(chain, NodeId::NONE);
    }

    /// The child, if it is a script of its parent and not its content.
    fn script(&self, child: NodeId) -> Option<NodeId> {
        child.get().filter(|&child| self.slt.node(child).edge < Edge::Within)
    }

    fn labelled(&mut self, child: NodeId) {
        self.out.extend([',', self.slt.node(child).edge.letter()]);
        self.row(child, NO_CHAIN);
    }

    fn has_scripts(&self, id: NodeId) -> bool {
        self.slt.children(id).any(|child| self.slt.node(child).edge < Edge::Within)
    }

    /// A group whose brackets Tangent has no tag for.
    fn chain(&mut self, id: NodeId, outer: u32, element: NodeId) {
        if self.has_scripts(id) {
            self.out.push_str("[M!1x1");
            self.steps.push(Step::Wrapped { child: self.slt.node(id).first_child, group: id, element });
            return self.next(id, outer);
        }
        let chain = self.enter(id, outer, false);
        self.open(chain, element);
    }

    fn enter(&mut self, group: NodeId, outer: u32, wrapped: bool) -> u32 {
        self.chains.push(Chain { group, head: NodeId::NONE, outer, wrapped });
        (self.chains.len() - 1) as u32
    }

    /// The opening fence and what follows it.
    fn open(&mut self, chain: u32, element: NodeId) {
        let open = self.slt.grid(self.chains[chain as usize].group).open;
        if open.is_none() {
            return self.follow(chain, element);
        }
        self.fence(open, element);
        self.steps.push(Step::Follow { chain, element: NodeId::NONE });
    }

    fn fence(&mut self, symbol: Symbol, element: NodeId) {
        self.out.push('[');
        push_clean(&self.slt.texts, symbol, Font::Plain, self.out);
        self.steps.push(Step::End { element });
    }

    /// The next element of a chain, or else its closing fence and the right neighbour of the group.
    fn follow(&mut self, chain: u32, element: NodeId) {
        let Chain { group, head, outer, wrapped } = self.chains[chain as usize];
        let edge_holder = head.get().unwrap_or(group);
        let edge = if head == NodeId::NONE { Edge::Within } else { Edge::Element };
        let is_table = self.slt.node(group).kind == Kind::Table;
        if is_table && head == NodeId::NONE {
            self.chains[chain as usize].head = group;
            return self.steps.push(Step::Body { table: group, chain, element });
        }
        if !is_table
            && !is_hollow(self.slt, group)
            && let Some(next) = self.slt.child(edge_holder, edge)
        {
            self.chains[chain as usize].head = next;
            return self.steps.push(Step::Node { id: next, chain, element });
        }
        let close = self.slt.grid(group).close;
        let element = if close.is_none() { element } else { self.close(close, element) };
        if !wrapped {
            match self.slt.next(group) {
                Some(next) => self.steps.push(Step::Node { id: next, chain: outer, element }),
                None if outer != NO_CHAIN => self.steps.push(Step::Follow { chain: outer, element }),
                None => {}
            }
        }
    }

    fn close(&mut self, symbol: Symbol, element: NodeId) -> NodeId {
        self.fence(symbol, element);
        NodeId::NONE
    }

    /// A table whose fences Tangent has no tag for: a matrix without fences between two operators.
    fn body(&mut self, table: NodeId, chain: u32, element: NodeId) {
        self.out.push('[');
        let grid = self.slt.grid(table);
        push_matrix_tag(self.slt, Grid { open: Symbol::NONE, close: Symbol::NONE, ..grid }, self.out);
        let content = self.slt.child(table, Edge::Within).unwrap_or(NodeId::NONE);
        self.steps.push(Step::Refilled { child: NodeId::NONE, content, element });
        self.steps.push(Step::Follow { chain, element: NodeId::NONE });
    }
}

fn push_tag(slt: &Slt, node: &Node, out: &mut String) {
    let kind = match node.kind {
        Kind::Identifier => "V!",
        Kind::Number => "N!",
        Kind::Text => "T!",
        Kind::Fraction => return out.push_str("O!divide"),
        Kind::Root => return out.push_str("O!root"),
        Kind::Empty | Kind::Group | Kind::Table => return out.push_str("W!"),
        Kind::Command if node.symbol.is_none() => return out.push_str("E!"),
        Kind::Command => "E!\\",
        Kind::Wildcard => {
            out.push('?');
            return push_clean(&slt.texts, node.symbol, Font::Plain, out);
        }
        Kind::Operator | Kind::Enclosure => "",
    };
    push_typed(kind, &slt.texts, node.symbol, node.font, out);
}

fn push_matrix_tag(slt: &Slt, grid: Grid, out: &mut String) {
    out.push_str("M!");
    push_clean(&slt.texts, grid.open, Font::Plain, out);
    push_clean(&slt.texts, grid.close, Font::Plain, out);
    push_number(grid.rows as usize, out);
    out.push('x');
    push_number(grid.columns as usize, out);
}

/// Whether Tangent has a tag for a group or table: without fences, or with a known pair around some content.
fn is_matrix(slt: &Slt, id: NodeId, grid: Grid) -> bool {
    match (grid.open.as_char(), grid.close.as_char()) {
        (None, None) => grid.open.is_none() && grid.close.is_none(),
        (Some('(' | '{' | '|' | '∥' | '['), Some(')' | '}' | '|' | '∥' | ']')) => !is_hollow(slt, id),
        _ => false,
    }
}

/// Whether a group has no visible content.
fn is_hollow(slt: &Slt, id: NodeId) -> bool {
    if slt.node(id).kind != Kind::Group {
        return false;
    }
    match slt.child(id, Edge::Within) {
        None => true,
        Some(head) => {
            let node = slt.node(head);
            node.kind == Kind::Empty && node.next == NodeId::NONE && node.first_child == NodeId::NONE
        }
    }
}

/// The matrix without fences and scripts that is the only content of a fenced group.
fn bare_matrix_inside(slt: &Slt, id: NodeId, grid: Grid) -> Option<NodeId> {
    if slt.node(id).kind != Kind::Group || grid.open.is_none() {
        return None;
    }
    let inner = slt.child(id, Edge::Within)?;
    let node = slt.node(inner);
    if !matches!(node.kind, Kind::Group | Kind::Table) || node.next != NodeId::NONE {
        return None;
    }
    let shape = slt.grid(inner);
    let bare = shape.open.is_none() && shape.close.is_none();
    let only_content = slt.children(inner).all(|child| slt.node(child).edge == Edge::Within);
    (bare && only_content).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent_strings::parse_slt;

    /// The string of a tree after the fences of its grids were replaced, pair by pair.
    fn refenced(string: &str, fences: &[&str]) -> String {
        let mut tree = parse_slt(string).unwrap();
        for (grid, fence) in tree.grids.iter_mut().zip(fences) {
            let mut chars = fence.chars().map(|c| if c == '.' { Symbol::NONE } else { Symbol::character(c) });
            grid.open = chars.next().unwrap();
            grid.close = chars.next().unwrap();
        }
        slt_string(&tree)
    }

    #[test]
    fn unknown_brackets_are_operators_on_the_baseline() {
        assert_eq!(refenced("[M!()1x1[+],w[V!n[V!m,a[N!2]]]]", &["⌊⌋"]), "[⌊[V!n[V!m[⌋[+]],a[N!2]]]]");
        assert_eq!(
            refenced("[M!()1x3,w[V!a[&comma;],e[V!b[&comma;],e[V!c]]]]", &["⟨⟩"]),
            "[⟨[V!a[&comma;[V!b[&comma;[V!c[⟩]]]]]]]"
        );
    }

    #[test]
    fn unknown_brackets_with_scripts_are_wrapped() {
        assert_eq!(refenced("[M!()1x1[+],b[N!0],w[V!n]]", &["⌊⌋"]), "[M!1x1[+],b[N!0],w[⌊[V!n[⌋]]]]");
        assert_eq!(refenced("[M!()1x1,b[N!0],w[V!f]]", &[".|"]), "[M!1x1,b[N!0],w[V!f[|]]]");
    }

    #[test]
    fn brackets_in_brackets_follow_one_another() {
        assert_eq!(
            refenced("[M!()1x1[V!x],w[M!()1x1[V!y],w[V!z]]]", &["⌊⌋", "⟨⟩"]),
            "[⌊[⟨[V!z[⟩[V!y[⌋[V!x]]]]]]]"
        );
        assert_eq!(refenced("[M!()1x1,w[M!()1x1,w[V!z]]]", &["⌊⌋", "⟨⟩"]), "[⌊[⟨[V!z[⟩[⌋]]]]]");
    }

    #[test]
    fn the_next_element_hangs_on_the_first_symbol_of_a_chain() {
        let string = "[M!()1x2,w[M!()1x1[&comma;],w[V!a],e[V!b]]]";
        assert_eq!(refenced(string, &["()", "⌊⌋"]), "[M!()1x2,w[⌊[V!a[⌋[&comma;]]],e[V!b]]]");
        assert_eq!(refenced(string, &["()", ".|"]), "[M!()1x2,w[V!a[|[&comma;]],e[V!b]]]");
        let scripted = "[M!()1x2,w[M!()1x1[&comma;],a[N!2],w[V!a],e[V!b]]]";
        assert_eq!(
            refenced(scripted, &["()", "⌊⌋"]),
            "[M!()1x2,w[M!1x1[&comma;],a[N!2],w[⌊[V!a[⌋]]],e[V!b]]]"
        );
    }

    #[test]
    fn tables_with_one_brace_are_a_brace_and_a_matrix() {
        let string = "[M!()2x1[V!x],w[V!a,e[V!b]]]";
        assert_eq!(refenced(string, &["{."]), "[{[M!2x1[V!x],w[V!a,e[V!b]]]]");
        assert_eq!(refenced(string, &["⟨⟩"]), "[⟨[M!2x1[⟩[V!x]],w[V!a,e[V!b]]]]");
    }

    #[test]
    fn brackets_around_a_bare_matrix_become_its_own() {
        let string = "[M!()1x1[V!x],a[N!2],w[M!2x1,w[V!a,e[V!b]]]]";
        assert_eq!(refenced(string, &[]), "[M!()2x1[V!x],a[N!2],w[V!a,e[V!b]]]");
    }

    #[test]
    fn empty_brackets_are_two_operators() {
        assert_eq!(refenced("[V!f[M!()1x1]]", &[]), "[V!f[([)]]]");
        assert_eq!(refenced("[V!f[M!()1x1,a[N!2],w[W!]]]", &[]), "[V!f[M!1x1,a[N!2],w[([)]]]]");
    }
}
