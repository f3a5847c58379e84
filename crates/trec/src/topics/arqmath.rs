//! ARQMath's topic files, Tasks 1 to 3.

use document::{Result, line_of};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Topic, TopicFormula, broken, unescape};
use crate::Input;

pub(super) fn read(input: &Input) -> Result<Vec<Topic>> {
    let text = input.text();
    let mut reader = Reader::from_str(text);
    let mut topics: Vec<Topic> = Vec::new();
    let mut open = 0usize;
    loop {
        let start = match reader.read_event() {
            Ok(Event::Start(start)) => start,
            Ok(Event::End(_)) => {
                open = open.saturating_sub(1);
                continue;
            }
            Ok(Event::Eof) if open == 0 => return Ok(topics.into_iter().map(with_formulas).collect()),
            Ok(Event::Eof) => return Err(ends_early(input)),
            Ok(_) => continue,
            Err(error) => return Err(broken(input, reader.error_position(), &error)),
        };
        let name = start.name().as_ref().to_owned();
        match name.as_str() {
            "Topics" => open += 1,
            "Topic" => {
                open += 1;
                topics
                    .push(Topic { id: number(input, &start, reader.buffer_position())?, ..Topic::default() });
            }
            _ => {
                let span = reader
                    .read_to_end(start.name())
                    .map_err(|error| broken(input, reader.error_position(), &error))?;
                let content = unescape(&text[span.start as usize..span.end as usize]);
                if let Some(topic) = topics.last_mut() {
                    set(topic, &name, content);
                }
            }
        }
    }
}

fn ends_early(input: &Input) -> document::Error {
    let line = line_of(input.text(), input.text().trim_end().len());
    input.complain(line, "the file ends inside a topic", "copy or download the file again")
}

fn number(input: &Input, start: &BytesStart, offset: u64) -> Result<String> {
    let attribute = start.try_get_attribute("number").ok().flatten();
    let value = attribute.map(|attribute| unescape(&attribute.value));
    match value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()) {
        Some(number) => Ok(number),
        None => {
            let line = line_of(input.text(), offset as usize);
            Err(input.complain(line, "a topic without a number", "write `<Topic number=\"A.1\">`"))
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
