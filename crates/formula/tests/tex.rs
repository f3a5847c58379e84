//! LaTeX written from a tree and read again gives the same tree, on real formulas.

#![allow(clippy::unwrap_used)]

#[path = "support/data.rs"]
mod data;

use formula::diagnostic::Severity;
use formula::{Options, latex, write};

/// Reads LaTeX; returns the layout string, the LaTeX written from it, and whether the input was sound.
fn layout(source: &str) -> (String, String, bool) {
    let (slt, diagnostics) = latex::read(source, &Options::default());
    let sound = diagnostics.iter().all(|finding| finding.severity != Severity::Recovery);
    (write::tangent::slt_string(&slt), write::tex::write(&slt), sound)
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

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn real_formulas_survive_the_round_trip() {
    let lists = [
        ("mse-posts.tsv.gz", 2),
        ("wikipedia.tsv.gz", 1),
        ("arxiv-astroph.tsv.gz", 1),
        ("im2latex.txt.gz", 0),
    ];
    let mut count = 0;
    let mut changed = Vec::new();
    for (list, column) in lists {
        let sources = data::list(list, column);
        // Every twelfth formula keeps the test short.
        for source in sources.iter().step_by(12) {
            let (before, written, sound) = layout(source);
            if !sound {
                continue;
            }
            count += 1;
            if layout(&written).0 != before {
                changed.push(format!("{source}\n  {written}"));
            }
        }
    }
    assert!(changed.is_empty(), "{} of {count} changed:\n{}", changed.len(), changed.join("\n"));
}
