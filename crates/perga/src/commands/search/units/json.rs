//! Units for programs; `docs/search-json.md` is the description.

use anyhow::Result;
use formula::write::tex;
use rank::questions::formula_matches::FormulaMatch;
use rank::questions::targets::Want;
use serde_json::{Value, json};

use super::super::json::{pairs, parts, renamings};
use super::{Answer, ShownHit};

/// The answer as one JSON object.
pub(super) fn write(answer: &Answer<'_>) -> Result<String> {
    let question = answer.question;
    let mut value = json!({
        "version": 1,
        "query": {
            "source": question.title.text,
            "read_as": question.read_as,
            "manner": question.manner.name(),
            "wanted": question.wanted.iter().map(|wanted| wanted.name()).collect::<Vec<_>>(),
            "formulas": question.formulas.iter()
                .map(|formula| tex::write(&formula.query.formula.slt)).collect::<Vec<_>>(),
            "notes": question.notes,
        },
        "want": match answer.want {
            Want::Units => "units",
            Want::Answers => "answers",
            Want::Questions => "questions",
        },
        "pipeline": answer.pipeline,
        "hits": answer.hits.iter().enumerate().map(|(at, found)| hit(at + 1, found)).collect::<Vec<_>>(),
        "candidates": answer.found.candidates,
        "relaxed_phrases": answer.found.relaxed_phrases,
    });
    if let (Some(milliseconds), Some(object)) = (answer.milliseconds, value.as_object_mut()) {
        object.insert("timings".to_owned(), json!({ "search_ms": milliseconds }));
    }
    Ok(format!("{}\n", serde_json::to_string_pretty(&value)?))
}

fn hit(rank: usize, hit: &ShownHit) -> Value {
    let unit = &hit.unit;
    let spans = |words: &[std::ops::Range<usize>], start: usize| -> Vec<[usize; 2]> {
        words.iter().map(|word| [word.start - start, word.end - start]).collect()
    };
    let excerpt = &hit.excerpt;
    json!({
        "rank": rank,
        "id": unit.id,
        "kind": unit.kind,
        "title": hit.title(),
        "title_words": spans(&hit.title_words, 0),
        "parent": unit.parent,
        "thread": unit.thread,
        "source": unit.source,
        "url": unit.url,
        "tags": unit.tags,
        "votes": unit.score,
        "accepted": unit.accepted,
        "date": unit.date,
        "score": hit.hit.score,
        "parts": parts(&hit.hit.parts),
        "excerpt": {
            "text": unit.body.get(excerpt.place.clone()).unwrap_or(""),
            "start": excerpt.place.start,
            "words": spans(&excerpt.words, excerpt.place.start),
        },
        "formulas": hit.formulas.iter().enumerate()
            .map(|(at, found)| formula(&format!("h{rank}-{}-", at + 1), found)).collect::<Vec<_>>(),
    })
}

fn formula(id_prefix: &str, found: &FormulaMatch) -> Value {
    let why = &found.justification;
    json!({
        "asked": found.asked,
        "id": found.instance.id,
        "record": found.instance.record,
        "tex": why.tex,
        "mathml": why.mathml(id_prefix),
        "alike": found.alike,
        "relation": why.relation.name(),
        "pairs": pairs(why),
        "substitution": renamings(why),
        "bindings": why.bindings.iter()
            .map(|(name, tex)| json!({ "name": name, "tex": tex })).collect::<Vec<_>>(),
    })
}
