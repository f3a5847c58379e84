//! ARQMath's topic files, Tasks 1 to 3.

use document::Result;
use quick_xml::events::BytesStart;

use super::elements::Elements;
use super::{Topic, TopicFormula, unescape};
use crate::Input;

pub(super) fn read(input: &Input) -> Result<Vec<Topic>> {
    let mut elements = Elements::new(input);
    let mut topics: Vec<Topic> = Vec::new();
    while let Some(start) = elements.next()? {
        match start.name().as_ref() {
            "Topics" => elements.enter(),
            "Topic" => {
                elements.enter();
                topics.push(Topic { id: number(input, &start, &elements)?, ..Topic::default() });
            }
            name => {
                let content = unescape(elements.content(&start)?);
                if let Some(topic) = topics.last_mut() {
                    set(topic, name, content);
                }
            }
        }
    }
    Ok(topics.into_iter().map(with_formulas).collect())
}

fn number(input: &Input, start: &BytesStart<'_>, elements: &Elements<'_>) -> Result<String> {
    let attribute = start.try_get_attribute("number").ok().flatten();
    let value = attribute.map(|attribute| unescape(&attribute.value));
    match value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()) {
        Some(number) => Ok(number),
        None => {
            let hint = "write `<Topic number=\"A.1\">`";
            Err(input.complain(elements.line(), "a topic without a number", hint))
        }
    }
}

fn set(topic: &mut Topic, name: &str, content: String) {
    match name {
        "Title" => topic.title = content,
        "Question" => topic.question = content,
        "Tags" => {
            topic.tags =
                content.split(',').map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()
        }
        "Formula_Id" => topic.formula.get_or_insert_default().id = content.trim().to_owned(),
        "Latex" => topic.formula.get_or_insert_default().latex = content.trim().to_owned(),
        _ => {}
    }
}

fn with_formulas(mut topic: Topic) -> Topic {
    topic.formulas = formulas(&topic.title).chain(formulas(&topic.question)).collect();
    topic
}

/// The formulas of an HTML text: `<span class="math-container" id="q_1">$…$</span>`.
fn formulas(html: &str) -> impl Iterator<Item = TopicFormula> + '_ {
    let spans = html.split("<span").skip(1).filter_map(|rest| rest.split_once('>'));
    let math = spans.filter(|(attributes, _)| attributes.contains("math-container"));
    math.map(|(attributes, rest)| {
        let source = unescape(rest.split("</span>").next().unwrap_or(""));
        TopicFormula {
            id: attribute(attributes, "id"),
            latex: without_dollars(&source).to_owned(),
            mathml: None,
        }
    })
}

fn attribute(attributes: &str, name: &str) -> String {
    let after = attributes.split_once(&format!(" {name}=\"")).map(|(_, after)| after);
    after.and_then(|after| after.split('"').next()).unwrap_or("").to_owned()
}

fn without_dollars(source: &str) -> &str {
    let source = source.trim();
    for mark in ["$$", "$"] {
        if let Some(inner) = source.strip_prefix(mark).and_then(|source| source.strip_suffix(mark)) {
            return inner.trim();
        }
    }
    source
}
