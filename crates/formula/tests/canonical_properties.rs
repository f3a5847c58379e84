//! Properties of the canonical form and the signatures on random trees.

#![allow(clippy::expect_used)]

use formula::canonical::canonical;
use formula::opt::Opt;
use formula::signatures::{alpha, structure};
use formula::{sexpr, write};
use proptest::prelude::*;

/// An operator tree to be written as an S-expression.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(&'static str),
    Node(&'static str, Vec<Tree>),
    /// An operator that is an expression.
    Compound(Vec<Tree>),
}

const VARIABLES: [&str; 6] = ["x", "y", "z", "a", "b", "n"];
const RENAMED: [&str; 6] = ["n", "q", "a", "β", "t", "x"];
const LEAVES: [&str; 12] = ["0", "1", "2", "0.50", "1,000", "-3", "infinity", "∅", "_", "…", "\"if\"", "ℝ"];
const COMMUTATIVE: [&str; 9] = ["plus", "times", "and", "or", "union", "eq", "neq", "gcd", "set"];
const ORDERED: [&str; 20] = [
    "minus",
    "divide",
    "sup",
    "sub",
    "gt",
    "geq",
    "lt",
    "leq",
    "contains",
    "implied-by",
    "root",
    "sin",
    "f",
    "tuple",
    "list",
    "formulae",
    "compose",
    "plus-or-minus",
    "minus-or-plus",
    "max",
];

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        3 => prop::sample::select(&VARIABLES[..]).prop_map(Tree::Leaf),
        1 => prop::sample::select(&LEAVES[..]).prop_map(Tree::Leaf),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let children = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => (prop::sample::select(&COMMUTATIVE[..]), children.clone()).prop_map(|(op, c)| Tree::Node(op, c)),
            3 => (prop::sample::select(&ORDERED[..]), children.clone()).prop_map(|(op, c)| Tree::Node(op, c)),
            1 => children.prop_map(|mut c| {
                let operator = Tree::Node("sup", vec![Tree::Leaf("sin"), Tree::Leaf("2")]);
                c.insert(0, operator);
                Tree::Compound(c)
            }),
            1 => prop::collection::vec(inner, 2..4).prop_map(|mut c| {
                let operator = Tree::Node("sub", vec![Tree::Leaf("sum"), c.remove(0)]);
                c.insert(0, operator);
                Tree::Compound(c)
            }),
        ]
    })
}

impl Tree {
    fn text(&self) -> String {
        let list = |children: &[Tree]| children.iter().map(Tree::text).collect::<Vec<_>>().join(" ");
        match self {
            Tree::Leaf(text) => (*text).to_owned(),
            Tree::Node(operator, children) => format!("({operator} {})", list(children)),
            Tree::Compound(children) => format!("({})", list(children)),
        }
    }

    fn opt(&self) -> Opt {
        sexpr::parse(&self.text()).expect("a tree of the generator")
    }

    /// The same tree with the operands of commutative operators in another order.
    fn shuffled(&self, random: &mut u64) -> Tree {
        match self {
            Tree::Leaf(_) => self.clone(),
            Tree::Compound(children) => Tree::Compound(children.iter().map(|c| c.shuffled(random)).collect()),
            Tree::Node(operator, children) => {
                let mut children: Vec<Tree> = children.iter().map(|c| c.shuffled(random)).collect();
                let has_dots = children.iter().any(|child| matches!(child, Tree::Leaf("…")));
                if COMMUTATIVE.contains(operator) && !has_dots {
                    for i in (1..children.len()).rev() {
                        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        children.swap(i, (*random >> 33) as usize % (i + 1));
                    }
                }
                Tree::Node(operator, children)
            }
        }
    }

    /// The same tree with its leaves replaced.
    fn map_leaves(&self, f: &impl Fn(&'static str) -> &'static str) -> Tree {
        match self {
            Tree::Leaf(text) => Tree::Leaf(f(text)),
            Tree::Compound(children) => Tree::Compound(children.iter().map(|c| c.map_leaves(f)).collect()),
            Tree::Node(operator, children) => {
                Tree::Node(operator, children.iter().map(|c| c.map_leaves(f)).collect())
            }
        }
    }

    fn has_leaf(&self, leaf: &str) -> bool {
        match self {
            Tree::Leaf(text) => *text == leaf,
            Tree::Node(_, children) | Tree::Compound(children) => children.iter().any(|c| c.has_leaf(leaf)),
        }
    }
}

fn renamed(leaf: &'static str) -> &'static str {
    VARIABLES.iter().position(|&name| name == leaf).map_or(leaf, |i| RENAMED[i])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn twice_is_once(tree in trees()) {
        let once = canonical(&tree.opt());
        let twice = canonical(&once);
        prop_assert_eq!(write::sexpr::write(&twice), write::sexpr::write(&once));
        prop_assert_eq!(alpha(&twice), alpha(&once));
        prop_assert_eq!(structure(&twice), structure(&once));
    }

    #[test]
    fn the_order_of_commutative_operands_is_lost(tree in trees(), seed: u64) {
        // Dots in a bracket that is dissolved fix the order of the sum around it.
        prop_assume!(!tree.has_leaf("…"));
        let (one, other) = (canonical(&tree.opt()), canonical(&tree.shuffled(&mut seed.clone()).opt()));
        prop_assert_eq!(write::sexpr::write(&one), write::sexpr::write(&other));
        prop_assert_eq!(alpha(&one), alpha(&other));
        prop_assert_eq!(structure(&one), structure(&other));
    }

    #[test]
    fn alpha_survives_a_renaming(tree in trees()) {
        let other = tree.map_leaves(&renamed);
        prop_assert_eq!(alpha(&canonical(&tree.opt())), alpha(&canonical(&other.opt())));
    }

    #[test]
    fn alpha_does_not_survive_the_joining_of_variables(tree in trees()) {
        let tree = Tree::Node("tuple", vec![Tree::Leaf("x"), tree, Tree::Leaf("y")]);
        let joined = tree.map_leaves(&|leaf| if leaf == "y" { "x" } else { leaf });
        prop_assert_ne!(alpha(&canonical(&tree.opt())), alpha(&canonical(&joined.opt())));
    }

    #[test]
    fn structure_survives_other_variables_and_numbers(tree in trees()) {
        prop_assume!(!tree.text().contains("sin 2"));
        let other = tree.map_leaves(&|leaf| match leaf {
            "x" | "a" => "z",
            "2" | "0.50" => "7",
            other => other,
        });
        prop_assert_eq!(structure(&canonical(&tree.opt())), structure(&canonical(&other.opt())));
    }

    #[test]
    fn structure_is_coarser_than_alpha(tree in trees(), seed: u64) {
        let other = tree.map_leaves(&renamed).shuffled(&mut seed.clone());
        let (one, other) = (canonical(&tree.opt()), canonical(&other.opt()));
        prop_assert!(alpha(&one) != alpha(&other) || structure(&one) == structure(&other));
    }
}
