//! A small typed graph: nodes with a variable and a concept, labelled edges to nodes or to constants.
//!
//! The edges stay in the order in which they were written, and each says whether its target is written out there, because
//! people read graphs as text and grafting numbers its variables in that order.
//!
//! What it is not: a normal form. `:arg0-of` stays as it was written; [`crate::smatch`] turns it round for comparisons.

use rustc_hash::FxHashMap;
use serde::Serialize;

/// A node by its place in [`Graph::nodes`].
pub type NodeId = usize;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its name in the graph, such as `p2`.
    pub variable: String,
    /// What it stands for, such as `prove-01`; some nodes of published graphs have none.
    pub concept: Option<String>,
}

/// The target of an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A node that is written out here.
    Node(NodeId),
    /// A node that is written out elsewhere.
    Again(NodeId),
    /// A constant: `-`, `imperative`, `"x"`.
    Constant(String),
}

/// A labelled edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The node it starts from.
    pub source: NodeId,
    /// Its label without the colon: `arg0`, `arg1-of`.
    pub role: String,
    /// Where it leads.
    pub target: Target,
}

/// A graph. The default is empty; a graph with nodes has its top first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// What stands before the graph in lines `# ::key value`, and other comments under the empty key.
    pub metadata: Vec<(String, String)>,
    /// The nodes, in the order in which they are written; the first one is the top.
    pub nodes: Vec<Node>,
    /// The edges, in the order in which they are written.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// A graph of one node.
    pub fn new(variable: &str, concept: &str) -> Self {
        let mut graph = Graph::default();
        graph.add(variable.to_owned(), Some(concept.to_owned()));
        graph
    }

    /// Adds a node without edges.
    pub fn add(&mut self, variable: String, concept: Option<String>) -> NodeId {
        self.nodes.push(Node { variable, concept });
        self.nodes.len() - 1
    }

    /// Adds an edge at the end.
    pub fn connect(&mut self, source: NodeId, role: &str, target: Target) {
        self.edges.push(Edge { source, role: role.to_owned(), target });
    }

    /// The concept of a node, empty if it has none.
    pub fn concept(&self, node: NodeId) -> &str {
        self.nodes.get(node).and_then(|node| node.concept.as_deref()).unwrap_or("")
    }

    /// The value of a comment line `# ::key value`.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The edges that start from each node, by their places, in order.
    pub(crate) fn edges_by_source(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.nodes.len()];
        for (place, edge) in self.edges.iter().enumerate() {
            if let Some(list) = found.get_mut(edge.source) {
                list.push(place);
            }
        }
        found
    }

    /// Puts nodes and edges into the order in which they are written, which changes of the graph may have disturbed.
    /// A node that no edge writes out is written at the first edge that leads to it; one that cannot be reached from
    /// the top hangs there by `mod`.
    pub fn reorder(&mut self) {
        self.reorder_from(0);
    }

    /// The same with another node as the top.
    pub fn reorder_from(&mut self, top: NodeId) {
        let mut has_source = vec![false; self.nodes.len()];
        for edge in &self.edges {
            if let Target::Node(node) | Target::Again(node) = edge.target
                && let Some(has_source) = has_source.get_mut(node)
            {
                *has_source = true;
            }
        }
        let mut walk = Walk::of(self);
        walk.visit(top);
        // Nodes that nothing leads to come first, since they lead to the others.
        for with_source in [false, true] {
            for node in (0..self.nodes.len()).filter(|&node| has_source[node] == with_source) {
                if walk.places[node].is_none() {
                    walk.steps.push(Step::Orphan(node));
                    walk.visit(node);
                }
            }
        }
        *self = walk.finish();
    }
}

/// What a walk meets.
enum Step {
    /// An edge, and whether it writes its target out.
    Edge(usize, bool),
    /// A node that cannot be reached from the top.
    Orphan(NodeId),
}

/// A walk over a graph in the order of writing.
struct Walk<'a> {
    graph: &'a Graph,
    outgoing: Vec<Vec<usize>>,
    /// Where each node comes in the new order.
    places: Vec<Option<NodeId>>,
    order: Vec<NodeId>,
    steps: Vec<Step>,
}

impl<'a> Walk<'a> {
    fn of(graph: &'a Graph) -> Self {
        Walk {
            graph,
            outgoing: graph.edges_by_source(),
            places: vec![None; graph.nodes.len()],
            order: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn visit(&mut self, start: NodeId) {
        if start >= self.graph.nodes.len() {
            return;
        }
        self.enter(start);
        let mut open = vec![(start, 0)];
        while let Some(&(node, next)) = open.last() {
            let Some(&edge) = self.outgoing[node].get(next) else {
                open.pop();
                continue;
            };
            if let Some(last) = open.last_mut() {
                last.1 += 1;
            }
            let target = match self.graph.edges[edge].target {
                Target::Node(target) | Target::Again(target) if target < self.places.len() => Some(target),
                _ => None,
            };
            let new = target.filter(|&target| self.places[target].is_none());
            self.steps.push(Step::Edge(edge, new.is_some()));
            if let Some(target) = new {
                self.enter(target);
                open.push((target, 0));
            }
        }
    }

    fn enter(&mut self, node: NodeId) {
        self.places[node] = Some(self.order.len());
        self.order.push(node);
    }

    fn finish(self) -> Graph {
        let place = |node: NodeId| self.places.get(node).copied().flatten().unwrap_or(0);
        let nodes: Vec<Node> = self.order.iter().map(|&node| self.graph.nodes[node].clone()).collect();
        let edges = self.steps.iter().map(|step| match *step {
            Step::Orphan(node) => {
                Edge { source: 0, role: "mod".to_owned(), target: Target::Node(place(node)) }
            }
            Step::Edge(edge, writes) => {
                let edge = &self.graph.edges[edge];
                let target = match (&edge.target, writes) {
                    (Target::Node(node) | Target::Again(node), true) => Target::Node(place(*node)),
                    (Target::Node(node) | Target::Again(node), false) => Target::Again(place(*node)),
                    (Target::Constant(text), _) => Target::Constant(text.clone()),
                };
                Edge { source: place(edge.source), role: edge.role.clone(), target }
            }
        });
        let edges = edges.collect();
        Graph { metadata: self.graph.metadata.clone(), nodes, edges }
    }
}

/// Variables that are free: the first letter of the concept and a number from the second one on, as parsers name them.
/// The letter `i` alone would be the word; it becomes `ii`.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    used: FxHashMap<char, usize>,
}

impl Variables {
    /// The next variable for a concept.
    ///
    /// ```
    /// let mut variables = graph::Variables::default();
    /// let names: Vec<String> = ["prove-01", "proof", "i", "+"].iter().map(|word| variables.next(word)).collect();
    /// assert_eq!(names, ["p", "p2", "ii", "x"]);
    /// ```
    pub fn next(&mut self, concept: &str) -> String {
        let letter = concept.chars().next().map(|c| c.to_ascii_lowercase());
        let letter = letter.filter(char::is_ascii_lowercase).unwrap_or('x');
        let count = self.used.entry(letter).or_default();
        *count += 1;
        let base = if letter == 'i' { "ii".to_owned() } else { letter.to_string() };
        if *count == 1 { base } else { format!("{base}{count}") }
    }
}
