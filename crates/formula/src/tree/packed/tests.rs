//! Packed trees come back as they were, and damaged ones do no harm.

use super::*;
use crate::write::{sexpr, tangent};
use crate::{Notation, Options, read};

const FORMULAS: [&str; 12] = [
    "",
    "x",
    r"\frac{-b\pm\sqrt{b^2-4ac}}{2a}",
    r"\sum_{i=1}^n \binom{n}{i} \mathbb{E}[X_i]",
    r"\begin{pmatrix}a&b\\c&d\end{pmatrix}^{-1}",
    r"f\colon A\to B,\ \text{where } A\subseteq\mathbf{R}^n",
    r"\undefined{x}+\sqrt[3]{y}",
    r"{}_2F_1(a,b;c;z)=\sin 12.5",
    r"a<b\le c",
    r"\left\langle x,y\right\rangle \cancel{z}",
    r"\int_0^\infty e^{-x^2}\,dx",
    r"(1,2,3,4,5,6,7,8,9,10)",
];

fn packed(source: &str) -> (Slt, Opt, Vec<u8>, Vec<u8>) {
    let formula = read(source, Notation::Latex, &Options { wildcards: true, macros: None });
    let (mut layout, mut operators) = (Vec::new(), Vec::new());
    pack_layout(&formula.slt, &mut layout);
    pack_operators(&formula.opt, &mut operators);
    (formula.slt, formula.opt, layout, operators)
}

#[test]
fn trees_come_back_as_they_were() {
    for source in FORMULAS {
        let (slt, opt, layout, operators) = packed(source);
        let slt_back = unpack_layout(&layout).unwrap();
        let opt_back = unpack_operators(&operators, &Vocabulary::default()).unwrap();
        assert_eq!(tangent::slt_string(&slt_back), tangent::slt_string(&slt), "{source}");
        assert_eq!(sexpr::write(&opt_back), sexpr::write(&opt), "{source}");
        assert_eq!(crate::write::tex::write(&slt_back), crate::write::tex::write(&slt), "{source}");
    }
}

#[test]
fn lists_of_any_length_are_packed_without_recursion() {
    let source = format!("({})", "x,".repeat(200_000));
    let (slt, _, layout, _) = packed(&source);
    assert_eq!(tangent::slt_string(&unpack_layout(&layout).unwrap()), tangent::slt_string(&slt));
}

#[test]
fn a_name_of_another_version_becomes_a_text() {
    let (_, _, _, operators) = packed("a+b");
    let names: Vec<String> = Vocabulary::written().iter().map(|name| format!("old-{name}")).collect();
    let old = Vocabulary::of(names.iter().map(String::as_str));
    assert_eq!(sexpr::write(&unpack_operators(&operators, &old).unwrap()), "(old-plus a b)");
}

#[test]
fn damaged_bytes_give_nothing_or_another_tree() {
    for source in FORMULAS {
        let (_, _, layout, operators) = packed(source);
        for bytes in [layout, operators] {
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= 1 << bit;
                    let _ = unpack_layout(&damaged).map(|slt| tangent::slt_string(&slt));
                    let _ = unpack_operators(&damaged, &Vocabulary::default()).map(|opt| sexpr::write(&opt));
                }
                let _ = unpack_layout(&bytes[..at]);
                let _ = unpack_operators(&bytes[..at], &Vocabulary::default());
            }
        }
    }
}

#[test]
fn nesting_deeper_than_the_readers_make_it_is_refused() {
    let deep = [5u8 | 1 << 5, 1 << 6].repeat(100_000);
    assert!(unpack_layout(&deep).is_none());
    let deep = [4u8 | 1 << 4, 1].repeat(100_000);
    assert!(unpack_operators(&deep, &Vocabulary::default()).is_none());
}
