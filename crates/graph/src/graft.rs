//! Grafting: operator trees in the places of formulas.
//!
//! A parser of words sees a formula as a name, `"eqx766eqx"`. Grafting replaces the name by the marker `MATH` and an edge
//! `math` to the formula's operator tree, whose nodes are graph nodes: the letter of the type and a running number as the
//! variable, the value as the concept, and roles `op0`, `op1` and so on (all `op0` under a commutative operator).
//!
//! There are two ways. [`Mode::Clean`] writes the tree as it is. [`Mode::Compat`] writes what the published program writes: it
//! rebuilds the tree from its list of symbol pairs and attaches a child to the nearest open node *with the same label*, so
//! nested operators of one kind are distorted (`b^{-2}-b^2` moves the second power into the exponent).
//!
//! What it is not: a parser. The names must be in the graph.

mod labels;
mod pairs;

use rustc_hash::FxHashMap;

use crate::operator::OperatorTree;
use crate::{Edge, Graph, Node, NodeId, Target};
use labels::Counters;

/// The marker in the place of a formula.
pub const MARKER: &str = "MATH";

/// How trees are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The tree as it is.
    #[default]
    Clean,
    /// As the published program wrote it.
    Compat,
}

/// Puts the operator trees of formulas in the places of their names `eqxNeqx`. `tree` gives the tree of a formula by its
/// number; names of others stay. A formula that comes again in the same notation leads to the node of its first place.
///
/// ```
/// use graph::{graft, operator::OperatorTree, penman};
///
/// let graph = penman::parse("(f / find-01 :arg1 (s / string-entity :value \"eqx7eqx\"))", Default::default()).unwrap();
/// let tree = |id: &str| (id == "7").then(|| OperatorTree::from_tangent("[O!SUP,0[V!x],1[N!2]]")).flatten();
/// let grafted = graft::graft(&graph, tree, graft::Mode::Clean);
/// let expected = "(f / find-01 :arg1 (s / string-entity :value MATH :math (O1 / SUP :op0 (V1 / x) :op1 (N1 / 2))))";
/// assert_eq!(penman::on_one_line(&grafted), expected);
/// ```
pub fn graft(graph: &Graph, tree: impl Fn(&str) -> Option<OperatorTree>, mode: Mode) -> Graph {
    let mut grafter =
        Grafter { graph: graph.clone(), tree, mode, counters: Counters::default(), grafts: Vec::new() };
    grafter.repair();
    // The published program first replaces all names in quotation marks, and numbers their variables first.
    for quoted in [true, false] {
        grafter.pass(quoted);
    }
    grafter.finish()
}

/// The tree of a formula as a graph of its own, numbered from 1; none where the published program fails.
pub fn tree_graph(tree: &OperatorTree, mode: Mode) -> Option<Graph> {
    let mut graph = Graph::default();
    let mut counters = Counters::default();
    labels::add(&mut graph, &rebuilt(tree, mode)?, &mut counters)?;
    Some(graph)
}

/// The tree with the edge labels of its children, in the shape of a mode.
fn rebuilt(tree: &OperatorTree, mode: Mode) -> Option<labels::Labelled> {
    match mode {
        Mode::Clean => Some(labels::Labelled::of(tree)),
        Mode::Compat => pairs::rebuilt(tree),
    }
}

/// A place of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Edge(usize),
    Concept(NodeId),
}

/// What comes into a place.
enum Graft {
    Tree(Graph),
    /// The node of a tree that was grafted before: the index of its graft.
    Again(usize),
}

struct Grafter<F> {
    graph: Graph,
    tree: F,
    mode: Mode,
    counters: Counters,
    grafts: Vec<(Place, Graft)>,
}

impl<F: Fn(&str) -> Option<OperatorTree>> Grafter<F> {
    /// Completes names in quotation marks that a parser cut off.
    fn repair(&mut self) {
        for edge in &mut self.graph.edges {
            if let Target::Constant(text) = &mut edge.target
                && let Some(number) = cut_name(text)
            {
                *text = format!("\"eqx{number}eqx\"");
            }
        }
    }

    /// Grafts every name with or without quotation marks, in the order of the text.
    fn pass(&mut self, quoted: bool) {
        let mut seen: FxHashMap<String, usize> = FxHashMap::default();
        for place in self.places() {
            let text = match place {
                Place::Edge(edge) => match &self.graph.edges[edge].target {
                    Target::Constant(text) => text.as_str(),
                    _ => continue,
                },
                Place::Concept(node) => self.graph.concept(node),
            };
            let Some(number) = name(text, quoted) else { continue };
            let number = number.to_owned();
            if let Some(&first) = seen.get(&number) {
                self.grafts.push((place, Graft::Again(first)));
                continue;
            }
            let Some(tree) = (self.tree)(&number).and_then(|tree| rebuilt(&tree, self.mode)) else {
                continue;
            };
            let mut grafted = Graph::default();
            if labels::add(&mut grafted, &tree, &mut self.counters).is_some() {
                seen.insert(number, self.grafts.len());
                self.grafts.push((place, Graft::Tree(grafted)));
            }
        }
    }

    /// The places where a name may stand, in the order of the text.
    fn places(&self) -> Vec<Place> {
        let mut places = vec![Place::Concept(0)];
        for (number, edge) in self.graph.edges.iter().enumerate() {
            places.push(match edge.target {
                Target::Node(node) => Place::Concept(node),
                _ => Place::Edge(number),
            });
        }
        places.retain(|place| !matches!(place, Place::Concept(node) if *node >= self.graph.nodes.len()));
        places
    }

    /// The graph with every graft in its place.
    fn finish(self) -> Graph {
        let mut by_place: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        for (index, (place, _)) in self.grafts.iter().enumerate() {
            by_place.entry(*place).or_default().push(index);
        }
        let mut out =
            Rebuilt { grafts: &self.grafts, roots: vec![None; self.grafts.len()], graph: Graph::default() };
        out.graph.metadata.clone_from(&self.graph.metadata);
        out.graph.nodes.clone_from(&self.graph.nodes);
        let at = |place: Place| by_place.get(&place).and_then(|list| list.first()).copied();
        if let Some(graft) = at(Place::Concept(0)) {
            out.concept(0, graft);
        }
        for (number, edge) in self.graph.edges.iter().enumerate() {
            let place = match edge.target {
                Target::Node(node) => Place::Concept(node),
                _ => Place::Edge(number),
            };
            match (at(place), &edge.target) {
                (Some(graft), Target::Node(node)) => {
                    out.graph.edges.push(edge.clone());
                    out.concept(*node, graft);
                }
                (Some(graft), _) => {
                    let target = Target::Constant(MARKER.to_owned());
                    out.graph.edges.push(Edge { target, ..edge.clone() });
                    out.tree(edge.source, graft);
                }
                (None, _) => out.graph.edges.push(edge.clone()),
            }
        }
        let mut graph = out.graph;
        graph.reorder();
        graph
    }
}

/// The graph that is put together.
struct Rebuilt<'a> {
    grafts: &'a [(Place, Graft)],
    /// The node at the root of each graft.
    roots: Vec<Option<NodeId>>,
    graph: Graph,
}

impl Rebuilt<'_> {
    /// Grafts where the name is a concept.
    fn concept(&mut self, node: NodeId, graft: usize) {
        if let Some(node) = self.graph.nodes.get_mut(node) {
            node.concept = Some(MARKER.to_owned());
        }
        self.tree(node, graft);
    }

    /// Adds the edge to a tree, and the tree where it comes first.
    fn tree(&mut self, source: NodeId, graft: usize) {
        let (tree, index) = match &self.grafts[graft].1 {
            Graft::Tree(tree) => (tree, graft),
            Graft::Again(first) => match (&self.grafts[*first].1, self.roots[*first]) {
                (_, Some(root)) => return self.graph.connect(source, "math", Target::Again(root)),
                (Graft::Tree(tree), None) => (tree, *first),
                _ => return,
            },
        };
        let offset = self.graph.nodes.len();
        self.roots[index] = Some(offset);
        self.graph.connect(source, "math", Target::Node(offset));
        self.graph.nodes.extend(tree.nodes.iter().map(|node| Node { ..node.clone() }));
        for edge in &tree.edges {
            if let Target::Node(target) = edge.target {
                self.graph.connect(edge.source + offset, &edge.role, Target::Node(target + offset));
            }
        }
    }
}

/// The number in a name `eqxNeqx`, in quotation marks or without them.
fn name(text: &str, quoted: bool) -> Option<&str> {
    let inside = if quoted { text.strip_prefix('"')?.strip_suffix('"')? } else { text };
    let number = inside.strip_prefix("eqx")?.strip_suffix("eqx")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// The number in a name in quotation marks that was cut off: `"eqx7eq"`, `"eqx7e"`, `"eqx7"`, `"7eqx"`.
fn cut_name(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    let number = match inside.strip_prefix("eqx") {
        Some(rest) => rest.strip_suffix("eq").or_else(|| rest.strip_suffix('e')).unwrap_or(rest),
        None => inside.strip_suffix("eqx")?,
    };
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| number.to_owned())
}
