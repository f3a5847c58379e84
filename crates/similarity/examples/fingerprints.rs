//! Prints the fingerprints of LaTeX formulas on standard input, one formula per line, for
//! `bench/identity/check`.
//!
//! Each formula with a fingerprint gives one line, and formulas of the same α-signature only one together:
//! the fingerprint, the α-signature, the canonical tree as an S-expression, the LaTeX. The counts go to
//! standard error.

#![allow(clippy::print_stderr, reason = "the counts are for the user")]

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use formula::opt::{Font, Kind, NodeId, Opt};
use formula::signatures::alpha;
use formula::{Notation, Options, canonical::canonical, read};
use similarity::identity::fingerprint;

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut seen, mut composed, mut known) = (HashSet::new(), 0u64, 0u64);
    let mut time = Duration::ZERO;
    for line in io::stdin().lock().lines() {
        let latex = line?;
        let tree = canonical(&read(&latex, Notation::Latex, &Options::default()).opt);
        let is_composed = tree.root().is_some_and(|root| !tree.is_leaf(root));
        composed += u64::from(is_composed);
        let start = Instant::now();
        let number = fingerprint(&tree);
        time += start.elapsed();
        let Some(number) = number else { continue };
        known += 1;
        let names = alpha(&tree);
        if seen.insert(names) {
            let mut text = String::new();
            tree.root().into_iter().for_each(|root| write_tree(&tree, root, &mut text));
            writeln!(out, "{number:016x}\t{names:016x}\t{text}\t{}", latex.replace('\t', " "))?;
        }
    }
    let each = time.as_secs_f64() * 1e6 / composed.max(1) as f64;
    eprintln!("{known} of {composed} formulas of more than one symbol have a fingerprint, {each:.2} µs each");
    eprintln!("{} of them have different α-signatures", seen.len());
    out.flush()
}

/// A tree as an S-expression in which fonts of letters count: `x` in bold is `x·Bold`. Trees with a
/// fingerprint are not deep.
fn write_tree(tree: &Opt, node: NodeId, out: &mut String) {
    let is_leaf = tree.is_leaf(node);
    if !is_leaf {
        out.push('(');
    }
    tree.push_label(node, out);
    let font = tree.node(node).font;
    let counts = tree.node(node).kind != Kind::Number || font == Font::DoubleStruck;
    if font != Font::Plain && counts {
        out.push_str(&format!("·{font:?}"));
    }
    for child in tree.children(node) {
        if !out.ends_with('(') {
            out.push(' ');
        }
        write_tree(tree, child, out);
    }
    if !is_leaf {
        out.push(')');
    }
}
