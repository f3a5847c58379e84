//! Pools as columns for assessors' tools, and as JSON.

use document::counted;
use serde_json::{Value, json};

use super::{Contribution, Declaration, PooledTopic, Pools, Unit};

/// One row per instance: topic, docno, the visual id where formulas were pooled, and with `origin` the runs that
/// brought it.
pub fn columns(pools: &Pools, origin: bool) -> String {
    let mut out = String::new();
    for topic in &pools.topics {
        for unit in &topic.units {
            for instance in &unit.instances {
                out.push_str(&format!("{}\t{instance}", topic.id));
                if pools.distinct {
                    out.push_str(&format!("\t{}", unit.id));
                }
                if origin {
                    out.push_str(&format!("\t{}", pools.files_of(unit).join(",")));
                }
                out.push('\n');
            }
        }
    }
    out
}

/// One object and a line end; `preset` names the protocol.
pub fn json(pools: &Pools, preset: &str) -> String {
    let run = |declaration: &Declaration| {
        json!({
            "file": declaration.file,
            "priority": format!("{:?}", declaration.priority).to_lowercase(),
            "mode": format!("{:?}", declaration.mode).to_lowercase(),
            "team": declaration.team,
        })
    };
    let unit =
        |unit: &Unit| json!({ "id": unit.id, "instances": unit.instances, "runs": pools.files_of(unit) });
    let topic = |topic: &PooledTopic| json!({ "topic": topic.id, "units": topic.units.iter().map(unit).collect::<Vec<Value>>() });
    let value = json!({
        "preset": preset,
        "seed": pools.seed,
        "runs": pools.declarations.iter().map(run).collect::<Vec<Value>>(),
        "topics": pools.topics.iter().map(topic).collect::<Vec<Value>>(),
    });
    format!("{value:#}\n")
}

/// What was pooled, and what each run alone brought: without it those results would be unjudged.
pub fn summary(pools: &Pools) -> String {
    let sizes: Vec<usize> = pools.topics.iter().map(|topic| topic.units.len()).collect();
    let total: usize = sizes.iter().sum();
    let (least, most) = (sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0));
    let mean = total as f64 / sizes.len().max(1) as f64;
    let (results, topic_count) = (counted(total, "result"), counted(sizes.len(), "topic"));
    let mut out =
        format!("pooled {results} of {topic_count}: {least} to {most} per topic, {mean:.1} on average\n");
    for Contribution { file, brought, alone } in pools.contributions() {
        out.push_str(&format!("  {file}: {}, {alone} of them in no other run\n", counted(brought, "result")));
    }
    out
}
