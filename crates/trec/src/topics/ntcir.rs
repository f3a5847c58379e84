//! NTCIR's topic files: formulas with query variables, and keywords.

use document::{Result, line_of};
use quick_xml::Reader;
use quick_xml::events::Event;

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
            Ok(Event::Eof) if open == 0 => return named(input, topics),
            Ok(Event::Eof) => {
                let line = line_of(text, text.trim_end().len());
                return Err(input.complain(
                    line,
                    "the file ends inside a topic",
                    "copy or download the file again",
                ));
            }
            Ok(_) => continue,
            Err(error) => return Err(broken(input, reader.error_position(), &error)),
        };
        let name = start.local_name().as_ref().to_owned();
        if matches!(name.as_str(), "topics" | "topic" | "query") {
            open += 1;
            if name == "topic" {
                topics.push(Topic::default());
            }
            continue;
        }
        let attribute = start.try_get_attribute("id").ok().flatten();
        let id = attribute.map(|id| unescape(&id.value)).unwrap_or_default();
        let span = reader
            .read_to_end(start.name())
            .map_err(|error| broken(input, reader.error_position(), &error))?;
        let content = &text[span.start as usize..span.end as usize];
        let Some(topic) = topics.last_mut() else { continue };
        match name.as_str() {
            "num" => topic.id = unescape(content).trim().to_owned(),
            "keyword" => topic.keywords.push(unescape(content).trim().to_owned()),
            "formula" => topic.formulas.push(formula(id, content)),
            _ => {}
        }
    }
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

/// The text of `<annotation encoding="application/x-tex">`, whatever its prefix.
fn tex_annotation(content: &str) -> String {
    let after = content.split_once("\"application/x-tex\"").map_or("", |(_, after)| after);
    let inner = after.split_once('>').map_or("", |(_, inner)| inner);
    unescape(inner.split("</").next().unwrap_or("")).trim().to_owned()
}
