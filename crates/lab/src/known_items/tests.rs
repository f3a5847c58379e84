use super::*;

/// Draws that a seed determines.
fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if limit == 0 { 0 } else { (state >> 33) as usize % limit }
    }
}

const FORMULAS: [&str; 8] = [
    r"\frac{-b\pm\sqrt{b^{2}-4ac}}{2a}",
    r"\int_{0}^{\infty}e^{-x^{2}}dx=\frac{\sqrt{\pi}}{2}",
    r"\sum_{i=1}^{n}i=\frac{n(n+1)}{2}",
    r"\alpha x+\beta y\leq\gamma(z_{1}+z_{2})",
    r"f(x+y)=f(x)+f(y)",
    r"a+b-c+d=0",
    r"\sin(x)\cdot\cos(y)+\log x",
    r"|x+y|\leq|x|+|y|",
];

#[test]
fn renamed_formulas_have_other_letters_and_the_same_alpha_signature() {
    for (seed, latex) in FORMULAS.iter().enumerate() {
        let written = Written::read(latex);
        let other = renamed(&written, &mut draws(seed as u64)).unwrap_or_else(|| panic!("{latex}"));
        assert_eq!(other.signatures.alpha, written.signatures.alpha, "{latex} {}", other.latex);
        assert!(!other.says_the_same(&written), "{latex} {}", other.latex);
    }
}

#[test]
fn commuted_formulas_look_different_and_say_the_same() {
    for (seed, latex) in FORMULAS.iter().enumerate() {
        let written = Written::read(latex);
        let other = commuted(&written, &mut draws(seed as u64)).unwrap_or_else(|| panic!("{latex}"));
        assert!(other.says_the_same(&written), "{latex} {}", other.latex);
        assert_ne!(other.signatures.visual, written.signatures.visual, "{latex} {}", other.latex);
    }
    assert!(commuted(&Written::read("x^{2}"), &mut draws(1)).is_none());
}

#[test]
fn other_notation_says_the_same() {
    for (seed, latex) in FORMULAS.iter().enumerate() {
        let written = Written::read(latex);
        let other = in_other_notation(&written, &mut draws(seed as u64)).unwrap_or_else(|| panic!("{latex}"));
        assert!(other.says_the_same(&written) && other.latex != *latex, "{latex} {}", other.latex);
    }
}

#[test]
fn an_edited_formula_differs_in_one_place() {
    let written = Written::read(r"x^{2}+y=z_{1}");
    for seed in 0..20 {
        let other = edited(&written, &mut || Some("k+1".to_owned()), &mut draws(seed)).unwrap();
        assert!(other.latex.contains("k+1") && other.is_sound(), "{}", other.latex);
    }
}

#[test]
fn sub_expressions_stand_alone() {
    for latex in FORMULAS {
        let found = sub_expressions(&Written::read(latex), 5);
        assert!(!found.is_empty(), "{latex}");
        assert!(found.iter().all(|piece| Written::read(piece).is_sound()), "{found:?}");
    }
}
