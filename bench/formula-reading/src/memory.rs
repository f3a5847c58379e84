//! How compact the trees are: bytes on the heap for each node.

use formula::{Options, latex, meaning};

/// Prints bytes per node of both trees over all formulas.
pub fn print(formulas: &[String]) {
    let (mut layout, mut operator) = (Count::default(), Count::default());
    for formula in formulas {
        let (slt, _) = latex::read(formula, &Options::default());
        layout.add(slt.heap_bytes(), slt.arena_len());
        let opt = meaning::operator_tree(&slt);
        operator.add(opt.heap_bytes(), opt.arena_len());
    }
    println!();
    layout.print("layout tree");
    operator.print("operator tree");
}

#[derive(Default)]
struct Count {
    bytes: usize,
    nodes: usize,
    trees: usize,
}

impl Count {
    fn add(&mut self, bytes: usize, nodes: usize) {
        self.bytes += bytes;
        self.nodes += nodes;
        self.trees += 1;
    }

    fn print(&self, name: &str) {
        let per_node = self.bytes as f64 / self.nodes.max(1) as f64;
        let per_tree = self.nodes as f64 / self.trees.max(1) as f64;
        println!("{name:<16} {per_node:>6.1} bytes per node, {per_tree:>6.1} nodes per formula");
    }
}
