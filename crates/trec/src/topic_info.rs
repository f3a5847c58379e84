//! Attributes of topics: type, difficulty, dependence, complexity, parts.
//!
//! They are read from ARQMath's topic tables in JSON (`{"A.1": {"Difficulty": "Low", …}, …}`), or from columns
//! separated by tabs. With a header row these are `topic` and the names of the attributes; without one they are `topic`
//! and one value, and the attribute is named after the file. The three years of ARQMath have different names for the
//! same thing (`TopicType` and `Category`, `Dependence` and `Dependency`), and callers may use any of them.

use std::path::Path;

use document::{Result, quoted};
use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::Input;

/// Names for the same thing, as letters and digits in lower case; we use the first.
const SAME: [&[&str]; 5] = [
    &["type", "topictype", "category"],
    &["difficulty"],
    &["dependence", "dependency"],
    &["complexity"],
    &["multipart"],
];

/// Attributes of topics.
///
/// ```
/// use trec::{Input, TopicInfo};
/// let json = r#"{"A.1": {"Category": "Proof", "Multi-Part": "No", "H": 5}}"#;
/// let mut info = TopicInfo::default();
/// info.read(&Input::from_bytes("task1.json", json.into()).unwrap()).unwrap();
/// info.read(&Input::from_bytes("complexity.tsv", "A.1\tHigh\n".into()).unwrap()).unwrap();
/// assert_eq!(info.get("A.1", "type"), Some("Proof"));
/// assert_eq!(info.get("A.1", "multi-part"), Some("No"));
/// assert_eq!(info.get("A.1", "complexity"), Some("High"));
/// assert_eq!(info.get("A.2", "complexity"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TopicInfo {
    /// Attributes as first written, with their normalised names.
    attributes: Vec<(String, String)>,
    values: FxHashMap<(String, String), String>,
}

impl TopicInfo {
    /// Adds the attributes of a file. A later value replaces an earlier one.
    pub fn read(&mut self, input: &Input) -> Result<()> {
        let before = self.values.len();
        match input.text().trim_start().starts_with('{') {
            true => self.read_json(input)?,
            false => self.read_table(input)?,
        }
        if self.values.len() == before {
            let hint = "name a JSON table of topics, or columns `topic<TAB>attribute`";
            return Err(input.complain(0, "no topic attributes in this file", hint));
        }
        Ok(())
    }

    /// The value of an attribute, by any of its names.
    pub fn get(&self, topic: &str, attribute: &str) -> Option<&str> {
        self.values.get(&(topic.to_owned(), plain(attribute))).map(String::as_str)
    }

    /// The attributes by their names in the files, in order of appearance.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }

    /// Whether any topic has this attribute.
    pub fn has(&self, attribute: &str) -> bool {
        let attribute = plain(attribute);
        self.attributes.iter().any(|(_, plain)| *plain == attribute)
    }

    fn set(&mut self, topic: &str, attribute: &str, value: String) {
        let name = plain(attribute);
        // The table of 2020 has its own header as a topic.
        if plain(topic) == "topicid" {
            return;
        }
        let value = if name == "type" { one_type(value) } else { value };
        if !self.attributes.iter().any(|(_, known)| *known == name) {
            self.attributes.push((attribute.to_owned(), name.clone()));
        }
        self.values.insert((topic.to_owned(), name), value);
    }

    fn read_json(&mut self, input: &Input) -> Result<()> {
        let value: Value = serde_json::from_str(input.text()).map_err(|error| {
            let hint = "the file must be one object, with one object of attributes for each topic";
            input.complain(error.line(), format!("this is not JSON: {error}"), hint)
        })?;
        let Value::Object(topics) = value else { return Ok(()) };
        let stem = stem(input.name());
        for (topic, value) in topics {
            match value {
                Value::Object(attributes) => {
                    for (name, value) in attributes {
                        if let Some(value) = text(&value) {
                            self.set(&topic, &name, value);
                        }
                    }
                }
                value => {
                    if let Some(value) = text(&value) {
                        self.set(&topic, &stem, value);
                    }
                }
            }
        }
        Ok(())
    }

    fn read_table(&mut self, input: &Input) -> Result<()> {
        let mut names: Option<Vec<String>> = None;
        for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
            let fields: Vec<&str> = line.text.split('\t').map(str::trim).collect();
            let Some(names) = &names else {
                let header = matches!(plain(fields[0]).as_str(), "topic" | "topicid" | "id" | "qid");
                let stem = stem(input.name());
                let named = match header {
                    true => fields[1..].iter().map(|&name| name.to_owned()).collect(),
                    false => vec![stem],
                };
                self.row(input, line.number, &fields, &named, header)?;
                names = Some(named);
                continue;
            };
            self.row(input, line.number, &fields, names, false)?;
        }
        Ok(())
    }

    fn row(
        &mut self,
        input: &Input,
        line: usize,
        fields: &[&str],
        names: &[String],
        header: bool,
    ) -> Result<()> {
        if fields.len() != names.len() + 1 || fields[0].is_empty() {
            let message = format!(
                "expected {} columns, found {}: {}",
                names.len() + 1,
                fields.len(),
                quoted(fields[0])
            );
            let hint =
                "columns are separated by tabs; a header row begins with `topic` and names the attributes";
            return Err(input.complain(line, message, hint));
        }
        if !header {
            let values = names.iter().zip(&fields[1..]).filter(|(_, value)| !value.is_empty());
            values.for_each(|(name, value)| self.set(fields[0], name, (*value).to_owned()));
        }
        Ok(())
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(yes) => Some(if *yes { "Yes" } else { "No" }.to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A normalised name: letters and digits in lower case, and one name for all with the same meaning.
fn plain(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let same = SAME.iter().find(|names| names.contains(&plain.as_str()));
    same.map_or(plain, |names| names[0].to_owned())
}

/// One name for each type of topic: 2021 says `Calculation` for the other years' `Computation`, and the dissertation that
/// works with these tables counts the `Proof & Concept` of 2022 as proofs.
fn one_type(value: String) -> String {
    match value.as_str() {
        "Calculation" => "Computation".to_owned(),
        "Proof & Concept" => "Proof".to_owned(),
        _ => value,
    }
}

/// The file's name without folder and extensions.
fn stem(name: &str) -> String {
    let file = Path::new(name).file_name().map_or(name.into(), |file| file.to_string_lossy());
    file.split('.').next().unwrap_or("attribute").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<TopicInfo> {
        let mut info = TopicInfo::default();
        info.read(&Input::from_bytes(name, text.into()).unwrap())?;
        Ok(info)
    }

    #[test]
    fn a_header_names_the_attributes() {
        let info = read("x.tsv", "Topic\tTopicType\tcomplexity\r\nA.1\tProof\t12\r\nA.2\t\t3\r\n").unwrap();
        assert_eq!(info.attributes().collect::<Vec<_>>(), ["TopicType", "complexity"]);
        assert_eq!((info.get("A.1", "category"), info.get("A.2", "type")), (Some("Proof"), None));
        assert_eq!(info.get("A.2", "Complexity"), Some("3"));
        assert!(info.has("type") && !info.has("difficulty"));
    }

    #[test]
    fn values_of_json_are_strings_numbers_and_booleans() {
        let info =
            read("t.json", r#"{"A.1": {"n": 5, "b": true, "l": [1], "s": " x "}, "A.2": "flat"}"#).unwrap();
        let get = |name| info.get("A.1", name);
        assert_eq!((get("n"), get("b"), get("l"), get("s")), (Some("5"), Some("Yes"), None, Some("x")));
        assert_eq!(info.get("A.2", "t"), Some("flat"));
    }

    #[test]
    fn types_have_one_name_and_a_header_is_no_topic() {
        let json = r#"{"A.1": {"Category": "Calculation"}, "A.2": {"Category": "Proof & Concept"},
                       "Topic id": {"TopicType": "Topic Type"}}"#;
        let info = read("t.json", json).unwrap();
        assert_eq!((info.get("A.1", "type"), info.get("A.2", "type")), (Some("Computation"), Some("Proof")));
        assert_eq!(info.get("Topic id", "type"), None);
    }

    #[test]
    fn malformed_tables_are_refused_with_their_line() {
        let starts = [
            (read("a.json", "{\"A.1\": \n {").unwrap_err(), "a.json:2: this is not JSON"),
            (read("a.tsv", "A.1\tx\nA.2\n").unwrap_err(), "a.tsv:2: expected 2 columns, found 1: `A.2`"),
            (read("a.tsv", "A.1 x\n").unwrap_err(), "a.tsv:1: expected 2 columns, found 1"),
            (read("a.tsv", "topic\ttype\n").unwrap_err(), "a.tsv: no topic attributes"),
            (read("a.json", "{}").unwrap_err(), "a.json: no topic attributes"),
        ];
        for (error, start) in starts {
            assert!(error.to_string().starts_with(start), "{error}");
        }
    }
}
