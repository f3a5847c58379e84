//! The five published ways to write a sentence with its formulas as words (Mansouri, Oard and Zanibbi, CIKM 2022).
//!
//! | name | the sentence | its formulas |
//! |---|---|---|
//! | `amr+opt` | its meaning graph in a row | their operator trees, grafted |
//! | `amr+latex` | its meaning graph in a row | LaTeX tokens |
//! | `raw+opt` | its words | their operator trees in a row |
//! | `raw+latex` | its words | LaTeX tokens |
//! | `opt` | nothing | the operator tree of the formula itself |
//!
//! The published systems embed these words with a trained sentence model; here they are compared as bags. Graphs come from
//! the builder of `graph`, not from the published parser.
//!
//! What it is not: context as Perga's own ranking sees it, which has titles, tags and what is said about variables as well.

use formula::opt::Opt;
use formula::write::tangent;
use graph::operator::OperatorTree;
use graph::{Graph, build, graft, linear};

use super::With;
use super::passage::{Marked, Passage, Sentence, Token};

/// The words of a sentence; none where only the formula itself counts.
pub(super) fn words(with: With, passage: &Passage, sentence: &Sentence) -> Vec<String> {
    match with {
        With::GraphAndOperators | With::GraphAndLatex => graph_words(with, passage, sentence),
        With::TextAndOperators | With::TextAndLatex => {
            let mut out = Vec::new();
            for token in &sentence.tokens {
                match token {
                    Token::Word { stem, .. } => out.push(stem.clone()),
                    Token::Formula(number) => match passage.formulas.get(*number) {
                        Some(formula) if with == With::TextAndOperators => {
                            out.extend(operators(&formula.opt))
                        }
                        Some(formula) => latex(formula, &mut out),
                        None => {}
                    },
                    Token::Mark => {}
                }
            }
            out
        }
        _ => Vec::new(),
    }
}

/// The labels of an operator tree in a row, without types.
pub(super) fn operators(opt: &Opt) -> Vec<String> {
    let graph = tree(opt).and_then(|tree| graft::tree_graph(&tree, graft::Mode::Clean));
    graph.map(|graph| split(&graph)).unwrap_or_default()
}

fn tree(opt: &Opt) -> Option<OperatorTree> {
    OperatorTree::from_tangent(&tangent::opt_string(opt))
}

fn split(graph: &Graph) -> Vec<String> {
    linear::words(graph).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn latex(formula: &Marked, out: &mut Vec<String>) {
    similarity::latex::for_each(&formula.slt, |token| out.push(token.to_owned()));
}

/// The words of the meaning graph of a sentence.
fn graph_words(with: With, passage: &Passage, sentence: &Sentence) -> Vec<String> {
    let start = sentence.place.start;
    let is_in = |formula: &&Marked| formula.place.start >= start && formula.place.end <= sentence.place.end;
    let formulas: Vec<&Marked> = passage.formulas.iter().filter(is_in).collect();
    let places: Vec<_> =
        formulas.iter().map(|formula| formula.place.start - start..formula.place.end - start).collect();
    let text = passage.text.get(sentence.place.clone()).unwrap_or("");
    let graph = build::build(text, &places);
    let formula = |number: &str| formulas.get(number.parse::<usize>().ok()?.checked_sub(1)?).copied();
    if with == With::GraphAndOperators {
        return split(&graft::graft(&graph, |number| tree(&formula(number)?.opt), graft::Mode::Clean));
    }
    let mut out = Vec::new();
    for word in split(&graph) {
        let number = word.strip_prefix("\"eqx").and_then(|rest| rest.strip_suffix("eqx\""));
        match number.and_then(formula) {
            Some(formula) => latex(formula, &mut out),
            None => out.push(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_in_every_representation() {
        let text = document::markup::delimited("Prove that $x^2>0$.");
        let passage = Passage::of_text(&text);
        let shown = |with: With| words(with, &passage, &passage.sentences[0]).join(" ");
        let graph = "prove-01 you string-entity gt SUP x 2 0 imperative";
        assert_eq!(shown(With::GraphAndOperators), graph);
        assert!(shown(With::GraphAndLatex).starts_with("prove-01 you string-entity x"));
        assert!(shown(With::TextAndOperators).starts_with("prove that"));
        assert!(shown(With::TextAndLatex).ends_with('0'));
        assert_eq!(shown(With::Operators), "");
        assert!(operators(&passage.formulas[0].opt).contains(&"x".to_owned()));
    }
}
