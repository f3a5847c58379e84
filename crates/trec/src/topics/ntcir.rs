//! NTCIR's topic files: formulas with query variables, and keywords.

use document::{Result, line_of};

use super::elements::Elements;
use super::{Topic, TopicFormula, unescape};
use crate::Input;

pub(super) fn read(input: &Input) -> Result<Vec<Topic>> {
    let mut elements = Elements::new(input);
    let mut topics: Vec<Topic> = Vec::new();
    while let Some(start) = elements.next()? {
        let name = start.local_name();
        if matches!(name.as_ref(), "topics" | "topic" | "query") {
            elements.enter();
            if name.as_ref() == "topic" {
                topics.push(Topic::default());
            }
            continue;
        }
        let attribute = start.try_get_attribute("id").ok().flatten();
        let id = attribute.map(|id| unescape(&id.value)).unwrap_or_default();
        let content = elements.content(&start)?;
        let Some(topic) = topics.last_mut() else { continue };
        match name.as_ref() {
            "num" => topic.id = unescape(content).trim().to_owned(),
            "keyword" => topic.keywords.push(unescape(content).trim().to_owned()),
            "formula" => topic.formulas.push(formula(id, content)),
            _ => {}
        }
    }
    named(input, topics)
}

fn named(input: &Input, topics: Vec<Topic>) -> Result<Vec<Topic>> {
    match topics.iter().position(|topic| topic.id.is_empty()) {
        None => Ok(topics),
        Some(index) => {
            let place = input.text().match_indices("<topic>").nth(index).map_or(0, |(place, _)| place);
            let line = line_of(input.text(), place);
            Err(input.complain(line, "a topic without a number", "write `<num>NTCIR11-Math-1</num>` in it"))
        }
    }
}

fn formula(id: String, content: &str) -> TopicFormula {
    TopicFormula { id, latex: tex_annotation(content), mathml: Some(content.trim().to_owned()) }
}

/// The text of `<annotation encoding="application/x-tex">`, with any prefix.
fn tex_annotation(content: &str) -> String {
    let after = content.split_once("\"application/x-tex\"").map_or("", |(_, after)| after);
    let inner = after.split_once('>').map_or("", |(_, inner)| inner);
    unescape(inner.split("</").next().unwrap_or("")).trim().to_owned()
}
