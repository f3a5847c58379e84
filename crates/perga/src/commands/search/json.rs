//! Hits for programs; `docs/search-json.md` is the description.

use anyhow::Result;
use formula::diagnostic::{Severity, Span};
use formula::write::{sexpr, tex};
use rank::justification::{Justification, Pair};
use rank::search::Part;
use serde_json::{Value, json};

use super::answer::{Answer, ShownHit};

/// The answer as one JSON object.
pub(super) fn write(answer: &Answer<'_>) -> Result<String> {
    let query = answer.query;
    let mut value = json!({
        "version": 1,
        "query": {
            "source": query.source,
            "tex": tex::write(&query.formula.slt),
            "canonical": sexpr::write(&query.canonical),
            "wildcards": query.has_wildcards(),
            "diagnostics": query.formula.diagnostics.iter().map(|finding| json!({
                "severity": match finding.severity {
                    Severity::Remark => "remark",
                    Severity::Recovery => "recovery",
                },
                "code": finding.code,
                "message": finding.message,
                "span": span(finding.span),
                "hint": finding.hint,
            })).collect::<Vec<_>>(),
        },
        "mode": answer.mode.name(),
        "want": "formulas",
        "pipeline": answer.pipeline,
        "hits": answer.hits.iter().enumerate().map(|(at, found)| hit(at + 1, found)).collect::<Vec<_>>(),
        "candidates": answer.found.candidates,
        "generators": answer.found.lists.iter()
            .map(|(name, count)| json!({ "name": name, "count": count })).collect::<Vec<_>>(),
        "little": answer.is_little,
        "funnel": answer.funnel.iter()
            .map(|step| json!({ "name": step.name, "words": step.words, "count": step.count }))
            .collect::<Vec<_>>(),
        "relaxed": answer.relaxed.iter().map(|relaxed| json!({
            "change": relaxed.change,
            "query": relaxed.query,
            "mode": relaxed.mode.name(),
            "count": relaxed.count,
        })).collect::<Vec<_>>(),
    });
    if let (Some(timings), Some(object)) = (&answer.timings, value.as_object_mut()) {
        object.insert("timings".to_owned(), serde_json::to_value(timings)?);
    }
    Ok(format!("{}\n", serde_json::to_string_pretty(&value)?))
}

fn hit(rank: usize, hit: &ShownHit) -> Value {
    let justification = &hit.justification;
    json!({
        "rank": rank,
        "id": hit.places.first().map(|place| &place.id),
        "record": hit.record,
        "tex": justification.tex,
        "mathml": justification.mathml(&format!("h{rank}-")),
        "score": hit.score,
        "parts": parts(&hit.parts),
        "relation": justification.relation.name(),
        "pairs": pairs(justification),
        "substitution": renamings(justification),
        "bindings": justification.bindings.iter()
            .map(|(name, tex)| json!({ "name": name, "tex": tex })).collect::<Vec<_>>(),
        "folded": hit.folded.iter()
            .map(|(record, tex)| json!({ "record": record, "tex": tex })).collect::<Vec<_>>(),
        "instance_count": hit.occurrences,
        "instances": hit.places,
    })
}

/// What a score is made of.
pub(super) fn parts(parts: &[Part]) -> Vec<Value> {
    let part =
        |part: &Part| json!({ "name": part.name, "value": part.value, "contribution": part.contribution });
    parts.iter().map(part).collect()
}

/// Corresponding nodes.
pub(super) fn pairs(justification: &Justification) -> Vec<Value> {
    let pair =
        |pair: &Pair| json!({ "query": span(pair.query), "hit": span(pair.hit), "match": pair.mark.name() });
    justification.pairs.iter().map(pair).collect()
}

/// What became of each variable.
pub(super) fn renamings(justification: &Justification) -> Vec<Value> {
    justification.substitution.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect()
}

fn span(span: Span) -> [u32; 2] {
    [span.start, span.end]
}
