//! Result XML like NTCIR's for formulas with query variables and keywords: hits with the formulas that matched and the
//! match of each variable, the same in all formulas of a hit.

use std::fmt::Write as _;

use anyhow::Result;
use engine::render::escaped;
use formula::opt::Opt;
use formula::write::sexpr;
use index::Index;
use rank::questions::evidence::wildcards::Patterns;
use rank::questions::{Hit, Pipeline, Question, Searcher, Want};
use rayon::prelude::*;
use similarity::unification::Binding;
use trec::topics::Topic;

use super::questions::question;
use super::{Request, Task};

/// The number of first hits that are unified; later ones have no substitutions.
const UNIFIED: usize = 100;

/// The results of all topics as one document.
pub(super) fn write(request: &Request, index: &Index, topics: &[Topic]) -> Result<String> {
    let pipeline = Pipeline::load(&request.pipeline)?;
    let want = if request.task == Task::Answers { Want::Answers } else { Want::Units };
    let searcher = Searcher::new(index, &pipeline, want)?;
    let result = |topic: &Topic| -> Result<String> {
        let question = question(topic);
        let patterns = Patterns::of(&question);
        let mut out = format!("  <topic num=\"{}\">\n", escaped(&topic.id));
        for (place, hit) in searcher.search(&question, request.k)?.hits.iter().enumerate() {
            let patterns = patterns.as_ref().filter(|_| place < UNIFIED);
            push_hit(index, &question, patterns, place + 1, hit, &mut out)?;
        }
        out.push_str("  </topic>\n");
        Ok(out)
    };
    let results: Vec<String> = topics.par_iter().map(result).collect::<Result<_>>()?;
    let head = format!("<results pipeline=\"{}\">", escaped(&pipeline.name));
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{head}\n{}</results>\n", results.concat()))
}

fn push_hit(
    index: &Index,
    question: &Question,
    patterns: Option<&Patterns>,
    rank: usize,
    hit: &Hit,
    out: &mut String,
) -> Result<()> {
    let unit = index.units()?.stored(hit.unit)?;
    let fit = patterns.and_then(|patterns| Some((patterns, patterns.fit(index, &unit)?)));
    let (id, score) = (escaped(&unit.id), hit.score);
    let Some((patterns, fit)) = fit else {
        writeln!(out, "    <hit rank=\"{rank}\" unit=\"{id}\" score=\"{score}\"/>")?;
        return Ok(());
    };
    writeln!(out, "    <hit rank=\"{rank}\" unit=\"{id}\" score=\"{score}\">")?;
    let chosen = patterns.formulas.iter().zip(&fit.occurrences).zip(&fit.trees).zip(&fit.assignments);
    for (((&place, instance), tree), assignment) in chosen {
        let asked = question.formulas.get(place).map_or("", |formula| formula.query.source.as_str());
        let name = instance.id.clone().unwrap_or_else(|| format!("{}@{}", unit.id, instance.start));
        let source = escaped(unit.formula(instance));
        writeln!(out, "      <formula for=\"{place}\" id=\"{}\">", escaped(&name))?;
        writeln!(out, "        <query>{}</query>\n        <tex>{source}</tex>", escaped(asked))?;
        for binding in &assignment.matched.bindings {
            let (name, term) = (escaped(&binding.name), escaped(&bound(tree, binding)));
            writeln!(out, "        <substitution qvar=\"{name}\">{term}</substitution>")?;
        }
        out.push_str("      </formula>\n");
    }
    out.push_str("    </hit>\n");
    Ok(())
}

/// The match of a variable, as an expression of the canonical tree.
fn bound(tree: &Opt, binding: &Binding) -> String {
    let terms: Vec<String> = binding.nodes.iter().map(|&node| sexpr::write_at(tree, node)).collect();
    let sign = if binding.negated { "minus " } else { "" };
    format!("{sign}{}", terms.join(" "))
}
