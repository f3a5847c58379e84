//! No symbol gets lost: the leaves of every tree hold every visible symbol of the input.
//!
//! Runs over the real formula lists against a tokeniser that is independent of the reader; ignored without
//! the lists. It also counts the formulas that needed repairs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;
#[path = "support/spelling.rs"]
mod spelling;
#[path = "support/visible.rs"]
mod visible;

use std::collections::HashMap;

use formula::diagnostic::{Diagnostic, Severity};
use formula::slt::{Kind, NodeId, Slt};
use formula::{Options, latex};

/// The number of failing formulas of a list that are shown.
const SHOWN: usize = 12;

/// The characters of all labels and fences of the tree.
fn leaves(slt: &Slt) -> visible::Count {
    let mut count = visible::Count::new();
    let mut label = String::new();
    let mut pending: Vec<NodeId> = slt.root().into_iter().collect();
    while let Some(id) = pending.pop() {
        label.clear();
        slt.push_label(id, &mut label);
        if matches!(slt.node(id).kind, Kind::Group | Kind::Table) {
            let grid = slt.grid(id);
            slt.push_symbol(grid.open, &mut label);
            slt.push_symbol(grid.close, &mut label);
        }
        label.chars().for_each(|c| visible::add(c, &mut count));
        pending.extend(slt.children(id));
        pending.extend(slt.next(id));
    }
    count
}

/// What the arrows of commutative diagrams are written with: `@>f>>`, `@VVV`, `@.`.
const ARROWS_OF_DIAGRAMS: &str = "<>@AV.|=";

/// The symbols that the tokeniser sees more often than the tree holds them.
fn lost(source: &str, slt: &Slt) -> String {
    let held = leaves(slt);
    let is_diagram = source.contains(r"\begin{CD}");
    let mut lost: Vec<char> = visible::characters(source)
        .into_iter()
        .filter(|(c, seen)| held.get(c).copied().unwrap_or(0) < *seen)
        .map(|(c, _)| c)
        .filter(|c| !(is_diagram && ARROWS_OF_DIAGRAMS.contains(*c)))
        .collect();
    lost.sort_unstable();
    lost.into_iter().collect()
}

#[derive(Default)]
struct Findings {
    formulas: usize,
    with_macros: usize,
    losing: usize,
    mended: usize,
    examples: Vec<String>,
    codes: HashMap<&'static str, usize>,
}

impl Findings {
    fn add(&mut self, source: &str) {
        let (slt, diagnostics) = latex::read(source, &Options::default());
        self.formulas += 1;
        self.note_recoveries(&diagnostics);
        if visible::defines_macros(source) {
            self.with_macros += 1;
            return;
        }
        let lost = lost(source, &slt);
        if !lost.is_empty() {
            self.losing += 1;
            if self.examples.len() < SHOWN {
                self.examples.push(format!("    loses {lost:?}: {source:.200}"));
            }
        }
    }

    fn note_recoveries(&mut self, diagnostics: &[Diagnostic]) {
        let mut recoveries =
            diagnostics.iter().filter(|found| found.severity == Severity::Recovery).peekable();
        if recoveries.peek().is_some() {
            self.mended += 1;
        }
        for found in recoveries {
            *self.codes.entry(found.code).or_default() += 1;
        }
    }

    fn report(&self, list: &str) {
        let mut codes: Vec<_> = self.codes.iter().collect();
        codes.sort_by_key(|(code, times)| (std::cmp::Reverse(**times), **code));
        let share = 100.0 * (self.formulas - self.mended) as f64 / self.formulas.max(1) as f64;
        println!(
            "{list}: {} formulas, {} lose a symbol, {share:.2} % sound ({} repaired), {} define macros; {codes:?}",
            self.formulas, self.losing, self.mended, self.with_macros
        );
        self.examples.iter().for_each(|example| println!("{example}"));
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn every_visible_symbol_of_the_real_lists_is_in_the_tree() {
    let mut complaints = Vec::new();
    let mut total = Findings::default();
    for (list, column, allowed) in data::LISTS {
        let mut findings = Findings::default();
        let sources = data::list(list, column);
        sources.iter().for_each(|source| findings.add(source));
        findings.report(list);
        if findings.losing > 0 {
            complaints.push(format!("{list}: {} formulas lose a symbol", findings.losing));
        }
        if allowed.is_some_and(|allowed| findings.mended * 10_000 > allowed * findings.formulas) {
            complaints.push(format!(
                "{list}: {} of {} formulas needed repairs",
                findings.mended, findings.formulas
            ));
        }
        total.formulas += findings.formulas;
        total.with_macros += findings.with_macros;
    }
    assert!(
        total.with_macros * 200 < total.formulas,
        "the tokeniser left {} formulas unchecked",
        total.with_macros
    );
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn tokeniser_sees_symbols_and_skips_layout() {
    let seen = |source: &str| {
        let mut chars: Vec<char> = visible::characters(source)
            .into_iter()
            .flat_map(|(c, times)| std::iter::repeat_n(c, times))
            .collect();
        chars.sort_unstable();
        chars.into_iter().collect::<String>()
    };
    assert_eq!(seen(r"\frac{x_1^2}{\sqrt{y}}"), "12xy");
    assert_eq!(seen(r"\sin\alpha \ne \left. 2\right)"), ")2=insα");
    assert_eq!(seen(r"\begin{array}{cc|c}a&b\\[2pt]c&d\end{array}\label{x}\color{red}z"), "abcdz");
    assert_eq!(seen(r"\text{if } \hspace{1cm}\kern 3pt 𝑥 \foo"), "ffioox");
    assert_eq!(seen(r"\genfrac[]{0pt}{1}{a}{b}\mathbb R"), "R[]ab");
}
