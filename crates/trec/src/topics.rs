//! Topics: the queries of a test collection.
//!
//! Three formats, recognised by their first letters: ARQMath's XML (a question with title and tags; for Task 2 also the
//! formula to search for), NTCIR's XML (formulas as MathML with query variables, and keywords), and TSV,
//! `topic<TAB>query`.
//!
//! Titles and questions are escaped HTML inside XML; the reader returns HTML. Formulas are LaTeX and, if the file has
//! it, MathML. Nothing is parsed into trees here; `formula` does that.

mod arqmath;
mod elements;
mod ntcir;

use document::{Result, line_of, quoted};
use rustc_hash::FxHashSet;

use crate::Input;

/// One formula of a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopicFormula {
    /// Its id (`q_52`, `f1.0`); empty if the file has none.
    pub id: String,
    /// LaTeX without dollar signs; empty if there is only MathML.
    pub latex: String,
    /// MathML, as in the file.
    pub mathml: Option<String>,
}

/// One topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Its id: `A.301`, `NTCIR11-Math-1`.
    pub id: String,
    /// The title, as HTML; for TSV the whole query.
    pub title: String,
    /// The question, as HTML.
    pub question: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its keywords (NTCIR).
    pub keywords: Vec<String>,
    /// The formula to search for (ARQMath Task 2).
    pub formula: Option<TopicFormula>,
    /// All formulas, in order.
    pub formulas: Vec<TopicFormula>,
}

/// Reads topics in any of the formats.
///
/// ```
/// use trec::{Input, topics};
/// let input = Input::from_bytes("t.tsv", "1\tx^2+y^2\n2\t\\sqrt2\n".into()).unwrap();
/// assert_eq!(topics::read(&input).unwrap()[1].title, "\\sqrt2");
/// ```
pub fn read(input: &Input) -> Result<Vec<Topic>> {
    let topics = match input.text().trim_start() {
        "" => Vec::new(),
        text if !text.starts_with('<') => read_table(input)?,
        text if text.contains("<Topics") => arqmath::read(input)?,
        text if text.contains("<topics") => ntcir::read(input)?,
        _ => {
            let hint = "ARQMath's begins with `<Topics>`, NTCIR's with `<topics>`";
            return Err(input.complain(1, "this XML is not a known kind of topic file", hint));
        }
    };
    if topics.is_empty() {
        return Err(input.complain(
            1,
            "no topics in this file",
            "name a topic file: XML, or `topic<TAB>query`",
        ));
    }
    let mut seen = FxHashSet::default();
    match topics.iter().find(|topic| !seen.insert(topic.id.as_str())) {
        Some(topic) => {
            let place = input.text().rfind(&topic.id).unwrap_or(0);
            let message = format!("topic {} occurs twice", quoted(&topic.id));
            Err(input.complain(line_of(input.text(), place), message, "give every topic its own id"))
        }
        None => Ok(topics),
    }
}

fn read_table(input: &Input) -> Result<Vec<Topic>> {
    let mut topics = Vec::new();
    for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
        let columns = line.text.split_once('\t').map(|(id, query)| (id.trim(), query.trim()));
        let Some((id, query)) = columns.filter(|(id, query)| !id.is_empty() && !query.is_empty()) else {
            let hint = "every line is an id, a tab, and a query";
            return Err(input.complain(line.number, "expected 2 columns separated by a tab", hint));
        };
        topics.push(Topic { id: id.to_owned(), title: query.to_owned(), ..Topic::default() });
    }
    Ok(topics)
}

/// The text with character references and predefined entities resolved; unchanged if that fails.
fn unescape(raw: &str) -> String {
    quick_xml::escape::unescape(raw).map_or_else(|_| raw.to_owned(), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Topic>> {
        read(&Input::from_bytes("t.xml", text.into()).unwrap())
    }

    #[test]
    fn arqmath_task_two() {
        let topics = parse(
            "<?xml version=\"1.0\" ?>\n<Topics>\n<Topic number=\"B.1\">\n<Formula_Id>q_2</Formula_Id>\n<Latex>a&lt;b</Latex>\n\
             <Title>Is &lt;span class=&quot;math-container&quot; id=&quot;q_1&quot;&gt;$x$&lt;/span&gt; big?</Title>\n\
             <Question>&lt;p&gt;&lt;span class=&quot;math-container&quot; id=&quot;q_2&quot;&gt;$$a&amp;lt;b$$&lt;/span&gt;&lt;/p&gt;</Question>\n\
             <Tags>algebra,real-analysis</Tags>\n</Topic>\n</Topics>",
        )
        .unwrap();
        let topic = &topics[0];
        assert_eq!((topic.id.as_str(), topic.tags.len()), ("B.1", 2));
        assert_eq!(topic.formula.as_ref().unwrap().latex, "a<b");
        let formulas: Vec<_> = topic.formulas.iter().map(|f| (f.id.as_str(), f.latex.as_str())).collect();
        assert_eq!(formulas, [("q_1", "x"), ("q_2", "a<b")]);
        assert!(topic.title.starts_with("Is <span"));
    }

    #[test]
    fn ntcir_with_query_variables_and_keywords() {
        let topics = parse(
            "<topics xmlns=\"u\" xmlns:m=\"v\"><topic><num>N-1</num><query><formula id=\"f.0\"><m:math><m:semantics>\
             <m:ci>x</m:ci><m:annotation encoding=\"application/x-tex\">\\qvar{x}&lt;1</m:annotation></m:semantics></m:math>\
             </formula><keyword id=\"w.0\"> prime number </keyword></query></topic></topics>",
        )
        .unwrap();
        let topic = &topics[0];
        assert_eq!(topic.keywords, ["prime number"]);
        assert_eq!((topic.formulas[0].id.as_str(), topic.formulas[0].latex.as_str()), ("f.0", "\\qvar{x}<1"));
        assert!(topic.formulas[0].mathml.as_ref().unwrap().starts_with("<m:math>"));
    }

    #[test]
    fn broken_xml_is_refused_with_its_line() {
        let error =
            parse("<Topics>\n<Topic number=\"A.1\">\n<Title>x</Titel>\n</Topic></Topics>").unwrap_err();
        let line = error.complaint().unwrap().line;
        assert!((2..=3).contains(&line), "{error}");
        assert!(parse("<Topics>\n<Topic number=\"A.1\">\n<Title>x</Title>").is_err());
    }
}
