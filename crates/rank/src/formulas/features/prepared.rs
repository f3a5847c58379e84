//! Forms of a query that features share, each made on first use.

use std::cell::OnceCell;

use index::Index;
use similarity::alignment::Tree;
use similarity::maximum_subtree;
use similarity::overlap::Inventory;
use similarity::symbols::QueryPaths;
use similarity::tree::{Order, SymbolTree};

use super::published::TupleBags;
use crate::formulas::Query;
use crate::formulas::candidates::Rarity;

/// A query in the forms that features read, and the index whose statistics they need.
pub struct PreparedQuery<'q> {
    query: &'q Query,
    index: &'q Index,
    operators: OnceCell<Tree>,
    layout: OnceCell<Tree>,
    tangent_layout: OnceCell<maximum_subtree::Query>,
    tangent_operators: OnceCell<maximum_subtree::Query>,
    paths: OnceCell<QueryPaths>,
    inventory: OnceCell<Inventory>,
    tuples: OnceCell<TupleBags>,
}

impl<'q> PreparedQuery<'q> {
    /// For a query on an index. Nothing is made yet.
    pub fn new(query: &'q Query, index: &'q Index) -> PreparedQuery<'q> {
        PreparedQuery {
            query,
            index,
            operators: OnceCell::new(),
            layout: OnceCell::new(),
            tangent_layout: OnceCell::new(),
            tangent_operators: OnceCell::new(),
            paths: OnceCell::new(),
            inventory: OnceCell::new(),
            tuples: OnceCell::new(),
        }
    }

    /// The query.
    pub(super) fn query(&self) -> &'q Query {
        self.query
    }

    /// Its canonical operator tree for Perga's alignment.
    pub(super) fn operators(&self) -> &Tree {
        self.operators.get_or_init(|| Tree::of_operators(&self.query.canonical))
    }

    /// Its layout tree for Perga's alignment.
    pub(super) fn layout(&self) -> &Tree {
        self.layout.get_or_init(|| Tree::of_layout(&self.query.formula.slt))
    }

    /// Its layout tree for the alignment of Tangent-S.
    pub(super) fn tangent_layout(&self) -> &maximum_subtree::Query {
        self.tangent_layout.get_or_init(|| maximum_subtree::Query::new(self.layout_tree()))
    }

    /// Its operator tree for the alignment of Tangent-S.
    pub(super) fn tangent_operators(&self) -> &maximum_subtree::Query {
        self.tangent_operators.get_or_init(|| maximum_subtree::Query::new(self.operator_tree()))
    }

    /// Its leaf–root paths with their rarity in the index.
    pub(super) fn paths(&self) -> &QueryPaths {
        self.paths.get_or_init(|| {
            let rarity = Rarity::of(self.index);
            QueryPaths::new(&self.query.formula.opt, |path| rarity.rarity(path).unwrap_or(0.0))
        })
    }

    /// Its inventory of nodes and symbols.
    pub(super) fn inventory(&self) -> &Inventory {
        self.inventory.get_or_init(|| Inventory::of_trees(&self.layout_tree(), &self.operator_tree()))
    }

    /// Its symbol pairs with their places.
    pub(super) fn tuples(&self) -> &TupleBags {
        self.tuples.get_or_init(|| TupleBags::new(&self.layout_tree(), &self.operator_tree()))
    }

    fn layout_tree(&self) -> SymbolTree {
        SymbolTree::of_layout(&self.query.formula.slt, Order::Strings)
    }

    fn operator_tree(&self) -> SymbolTree {
        SymbolTree::of_operators(&self.query.formula.opt)
    }
}
