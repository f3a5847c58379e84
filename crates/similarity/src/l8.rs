//! Math tokens of Tangent-L's successor, for search engines that only index words.
//!
//! Five families over the layout tree: pairs of neighbours `#(v!x,+,n)#`, symbols at an end `#(v!x,!0)#`,
//! symbols with several edges `#(v!x,[n,a])#`, repetitions of a symbol `#{v!x,nn}#` (also without the name,
//! `#{?v,nn}#`), and each of these again with its place, `#(v!x,+,n,-)#`. Places are counted from the root or
//! from the nearest relation, so that both sides of an equation count from their own start. See Kane, Ng and
//! Tompa, *Dowsing for answers to math questions: doing better with less* (CLEF 2022).

use rustc_hash::FxHashMap;

use crate::label_path::LabelPath;
use crate::tree::{NodeId, SymbolTree};

/// Token before the tokens of a formula.
pub const START: &str = "#(start)#";
/// Token after the tokens of a formula.
pub const END: &str = "#(end)#";

/// A place counts only if the path to it has fewer nodes than this.
const PLACE_LIMIT: usize = 8;

/// Longer places are cut: they exceed every limit.
const MAX_PLACE: usize = 64;

/// Below these symbols the count of places starts again.
const ANCHORS: [&str; 21] = [
    ":=", "<", "=", ">", "≠", "≤", "≥", "∝", "∼", "≅", "≈", "≡", "→", "↔", "↦", "⇒", "⇔", "⟹", "⊂", "⊆", "⊈",
];

/// Whether the tokens are for an index or for a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// For the index.
    Index,
    /// For the index of a collection that is searched with query variables: each pair and each symbol with
    /// several edges also with a `*` in place of a symbol.
    IndexWithWildcards,
    /// For a query, whose variables become `*`; tokens that would match anything are left out.
    Query,
}

/// The tokens of a layout tree made with [`Order::Strings`](crate::tree::Order::Strings), between [`START`]
/// and [`END`]; none for an empty tree.
pub fn tokens(tree: &SymbolTree, purpose: Use) -> Vec<String> {
    if tree.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk { tree, purpose, tokens: vec![START.to_owned()], seen: FxHashMap::default() };
    walk.run();
    if walk.tokens.len() == 1 {
        let root = walk.symbol(0);
        walk.tokens.push(format!("#({root},!0)#"));
    }
    walk.tokens.push(END.to_owned());
    walk.tokens
}

struct Walk<'a> {
    tree: &'a SymbolTree,
    purpose: Use,
    tokens: Vec<String>,
    /// Where each symbol was seen last.
    seen: FxHashMap<String, Vec<u8>>,
}

/// A node whose children are being visited.
struct Open {
    node: NodeId,
    next: Option<NodeId>,
    /// Number of tokens before those of this node.
    tokens: usize,
    /// Edge labels from the root or the nearest relation.
    place: Vec<u8>,
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut open = vec![self.enter(0, Vec::new())];
        while let Some(top) = open.last_mut() {
            let Some(child) = top.next else {
                let Some(done) = open.pop() else { return };
                self.leave(&done);
                continue;
            };
            top.next = self.tree.next_sibling(child);
            let (node, label) = (top.node, self.tree.label(child));
            let mut place =
                if ANCHORS.contains(&self.tree.tag(node)) { Vec::new() } else { top.place.clone() };
            self.pair(node, child, label, &open);
            if !ANCHORS.contains(&self.tree.tag(node)) {
                place.push(label);
            }
            // Places of this length are never written, and repetitions beyond them are ignored.
            place.truncate(MAX_PLACE);
            open.push(self.enter(child, place));
        }
    }

    fn enter(&mut self, node: NodeId, place: Vec<u8>) -> Open {
        let tokens = self.tokens.len();
        self.compound(node, &place);
        Open { node, next: self.tree.first_child(node), tokens, place }
    }

    /// `#(A,[e1,e2])#` for a symbol with several edges.
    fn compound(&mut self, node: NodeId, place: &[u8]) {
        let labels: Vec<String> =
            self.tree.children(node).map(|child| char::from(self.tree.label(child)).to_string()).collect();
        if labels.len() < 2 {
            return;
        }
        let symbol = self.symbol(node);
        let labels = labels.join(",");
        if self.purpose == Use::IndexWithWildcards {
            self.token('(', &format!("*,[{labels}]"), place);
        }
        self.token('(', &format!("{symbol},[{labels}]"), place);
    }

    /// `#(A,D,e)#`
    fn pair(&mut self, node: NodeId, child: NodeId, label: u8, open: &[Open]) {
        let place = open.last().map(|top| top.place.clone()).unwrap_or_default();
        let (ancestor, descendant) = (self.symbol(node), self.symbol(child));
        let label = char::from(label);
        if ancestor == "*" && descendant == "*" {
            return;
        }
        self.token('(', &format!("{ancestor},{descendant},{label}"), &place);
        if self.purpose == Use::IndexWithWildcards {
            self.token('(', &format!("*,{descendant},{label}"), &place);
            self.token('(', &format!("{ancestor},*,{label}"), &place);
        }
    }

    /// Adds the tokens of a node that come after its children: its end and its repetition.
    fn leave(&mut self, done: &Open) {
        let symbol = self.symbol(done.node);
        let has_tokens = self.tokens.len() > done.tokens;
        if !has_tokens && self.tree.first_child(done.node).is_none() && symbol != "*" {
            self.token('(', &format!("{symbol},!0"), &done.place);
        }
        if done.place.len() >= MAX_PLACE {
            return;
        }
        if let Some(before) = self.seen.insert(self.tree.tag(done.node).to_owned(), done.place.clone()) {
            self.repetition(&symbol, &before, &done.place);
            if symbol != "*" {
                let kind = format!("?{}", type_letter(self.tree.tag(done.node)));
                self.repetition(&kind, &before, &done.place);
            }
        }
    }

    /// `#{A,q}#` if the earlier place is the later one plus `q`, `#{A,q,p}#` if they branch.
    fn repetition(&mut self, symbol: &str, before: &[u8], now: &[u8]) {
        let common = before.iter().zip(now).take_while(|(a, b)| a == b).count();
        let (before_rest, now_rest) = (shown(&before[common..]), shown(&now[common..]));
        if common == now.len() {
            self.token('{', &format!("{symbol},{before_rest}"), now);
        } else {
            self.token('{', &format!("{symbol},{before_rest},{now_rest}"), &now[..common]);
        }
    }

    /// Adds a token, and again with its place if that is near.
    fn token(&mut self, bracket: char, content: &str, place: &[u8]) {
        let closing = if bracket == '(' { ')' } else { '}' };
        self.tokens.push(format!("#{bracket}{content}{closing}#"));
        if place.len() + 1 < PLACE_LIMIT {
            self.tokens.push(format!("#{bracket}{content},{}{closing}#", shown(place)));
        }
    }

    /// The tag as a word: lower case, without spaces and quotes, structural characters spelled out.
    fn symbol(&self, node: NodeId) -> String {
        let tag = self.tree.tag(node);
        if tag.starts_with('?') && self.purpose == Use::Query {
            return "*".to_owned();
        }
        let tag = match tag {
            "O!divide" => "F!",
            "O!root" => "R!",
            _ => tag,
        };
        let mut word = String::with_capacity(tag.len());
        for c in tag.chars() {
            match c {
                '<' => word.push_str("lt"),
                '>' => word.push_str("gt"),
                '*' => word.push_str("ast"),
                '&' | ';' if tag.contains('&') && tag.len() > 1 => {}
                '"' | '\'' => {}
                _ if c.is_whitespace() => {}
                _ => word.extend(c.to_lowercase()),
            }
        }
        word
    }
}

/// A path as it is printed.
fn shown(path: &[u8]) -> String {
    let mut labels = LabelPath::default();
    path.iter().for_each(|&label| labels.push(label));
    let mut text = String::new();
    labels.push_to(&mut text, usize::MAX);
    text
}

/// The type of a symbol that stands for its name in repetitions.
fn type_letter(tag: &str) -> char {
    let mut chars = tag.chars();
    match (tag, chars.next(), chars.next()) {
        ("O!divide", ..) => 'f',
        ("O!root", ..) => 'r',
        (_, Some(letter), Some('!')) if letter != '!' => letter.to_ascii_lowercase(),
        (_, Some('?'), _) => 'w',
        _ => 'o',
    }
}
