//! LaTeX written from a tree and read again gives the same tree, on real formulas.

#![allow(clippy::unwrap_used)]

#[path = "support/data.rs"]
mod data;
#[path = "support/same_layout.rs"]
mod same_layout;

use formula::diagnostic::Severity;
use formula::{Options, latex, write};
use same_layout::described;

/// Reads LaTeX; returns the layout tree as text, the LaTeX written from it, and whether the input was sound.
fn layout(source: &str) -> (String, String, bool) {
    let (slt, diagnostics) = latex::read(source, &Options::default());
    let sound = diagnostics.iter().all(|finding| finding.severity != Severity::Recovery);
    (described(&slt), write::tex::write(&slt), sound)
}

#[test]
fn constructs_survive_the_round_trip() {
    let sources = [
        r"\frac12+\binom{n}{k}\cdot\sqrt[3]{x}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt\pi}{2}",
        r"f''(x)+f'_i{}^2, \hat{x}_i^2, \overline{ab}, \vec{v}\times\vec{w}",
        r"\left.\frac{df}{dx}\right|_{x=0}, |x|+\|y\|, a\mid b, \lfloor x\rfloor^2",
        r"[0,1)\cup(a,b]\cup\{1,2\}, \langle u,v\rangle",
        r"\begin{cases} x & x>0 \\ -x & \text{if } x\le 0 \end{cases}",
        r"\begin{pmatrix} a & b \\ & d \end{pmatrix}\begin{vmatrix}1\end{vmatrix}",
        r"\underbrace{a+b}_{n}+\overbrace{x}^{2}, \overset{!}{=}, \lim_{x\to0}",
        r"{x_y}_z + {ab}^2 + {{R^*}^i}_k + {}_nC_r + T^a{}_b",
        r"\mathbb{R}, \mathbf{v}, \mathrm{d}x, \operatorname{rank} A, \boldsymbol\alpha",
        r"1\ 2 + 1{,}000 + .5 + 3.14, \text{50\% \{done\}}",
        r"a:=b, \foo{x}, \not\subset, A\xrightarrow{f}B, \boxed{x}, \cancel{y}",
    ];
    for source in sources {
        let (before, written, _) = layout(source);
        let (after, _, _) = layout(&written);
        assert_eq!(before, after, "{source} was written as {written}");
    }
}

/// Formulas in 10,000 that may come back as another tree.
const MOST_CHANGED: usize = 10;

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn real_formulas_survive_the_round_trip() {
    let (mut all, mut changed) = (0, Vec::new());
    for (list, column, _) in data::LISTS {
        let (known, before) = (all, changed.len());
        for source in data::list(list, column) {
            let (tree, written, sound) = layout(&source);
            if !sound {
                continue;
            }
            all += 1;
            if layout(&written).0 != tree {
                changed.push(format!("{source}\n  {written}"));
            }
        }
        println!("{list}: {} of {} changed", changed.len() - before, all - known);
    }
    let listed = changed.join("\n");
    println!("{} of {all} changed\n{listed}", changed.len());
    assert!(changed.len() * 10_000 <= all * MOST_CHANGED, "{} of {all} changed", changed.len());
}
