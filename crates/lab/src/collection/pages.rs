//! Pages of threads: one static page per question, with its answers, comments and related questions.
//!
//! Users appear by their numbers only. A page needs nothing else: formulas are MathML, and each post and each formula
//! has an anchor.

use std::io::{self, Write};

use formula::{Notation, Options};
use rustc_hash::{FxHashMap, FxHashSet};

use super::manifest::Writing;
use super::tables::{Row, Tables, escaped};

const STYLE: &str = "body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}\
article{border-top:1px solid #8888;padding:.5rem 0}.comments{font-size:.9rem;margin-left:1.5rem}.facts{color:#777;font-size:.9rem}\
pre{overflow-x:auto}math{overflow-x:auto}";

/// What the pages are made of.
pub(super) struct Pages<'a> {
    tables: &'a Tables,
    answers: FxHashMap<u64, Vec<&'a Row>>,
    comments: FxHashMap<u64, Vec<&'a Row>>,
    related: FxHashMap<u64, Vec<u64>>,
    titles: FxHashMap<u64, &'a str>,
    /// Accepted answers.
    accepted: FxHashSet<u64>,
    badges: FxHashMap<u64, [u64; 3]>,
    reputation: FxHashMap<u64, &'a str>,
}

impl<'a> Pages<'a> {
    pub(super) fn new(tables: &'a Tables) -> Pages<'a> {
        let mut pages = Pages {
            tables,
            answers: FxHashMap::default(),
            comments: FxHashMap::default(),
            related: FxHashMap::default(),
            titles: FxHashMap::default(),
            accepted: FxHashSet::default(),
            badges: FxHashMap::default(),
            reputation: FxHashMap::default(),
        };
        for row in tables.rows("Posts") {
            pages.accepted.extend(row.number("AcceptedAnswerId"));
            if let Some(parent) = row.number("ParentId") {
                pages.answers.entry(parent).or_default().push(row);
            } else if let (Some(id), Some(title)) = (row.number("Id"), row.get("Title")) {
                pages.titles.insert(id, title);
            }
        }
        for row in tables.rows("Comments") {
            row.number("PostId")
                .into_iter()
                .for_each(|post| pages.comments.entry(post).or_default().push(row));
        }
        for row in tables.rows("PostLinks") {
            if let (Some(from), Some(to)) = (row.number("PostId"), row.number("RelatedPostId")) {
                pages.related.entry(from).or_default().push(to);
            }
        }
        for row in tables.rows("Badges") {
            if let (Some(user), Some(class @ 1..=3)) = (row.number("UserId"), row.number("Class")) {
                pages.badges.entry(user).or_default()[class as usize - 1] += 1;
            }
        }
        for row in tables.rows("Users") {
            if let (Some(user), Some(reputation)) = (row.number("Id"), row.get("Reputation")) {
                pages.reputation.insert(user, reputation);
            }
        }
        pages
    }

    /// Writes a page per question, in folders of years and months.
    pub(super) fn write(&self, writing: &mut Writing) -> io::Result<()> {
        let questions = self.tables.rows("Posts").iter().filter(|row| row.get("PostTypeId") == Some("1"));
        let questions: Vec<&Row> = questions.collect();
        let mut lowest: FxHashMap<String, u64> = FxHashMap::default();
        for row in &questions {
            let id = row.number("Id").unwrap_or(0);
            for span in spans(row) {
                let known = lowest.entry(span).or_insert(id);
                *known = id.min(*known);
            }
        }
        for row in questions {
            let [year, month] = spans(row);
            let of = |span: &str| lowest.get(span).copied().unwrap_or(0);
            let id = row.number("Id").unwrap_or(0);
            let month_number = month.rsplit('-').next().unwrap_or("00");
            let name = format!("threads/{}_{year}/{}_{month_number}/{id}.html", of(&year), of(&month));
            writing.file(&name, |out| self.page(row, id, out).map(|()| 1))?;
        }
        Ok(())
    }

    fn page(&self, question: &Row, id: u64, out: &mut dyn Write) -> io::Result<()> {
        let title = drawn(question.get("Title").unwrap_or(""), escaped);
        write!(
            out,
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width,initial-scale=1\"><title>Question {id}</title><style>{STYLE}</style></head>\
             <body><h1>{title}</h1>"
        )?;
        self.post(question, id, out)?;
        let tags: Vec<&str> =
            question.get("Tags").unwrap_or("").split(['<', '>', '|']).filter(|tag| !tag.is_empty()).collect();
        if !tags.is_empty() {
            write!(out, "<p class=\"facts\">Tags: {}</p>", escaped(&tags.join(", ")))?;
        }
        let related = self.related.get(&id).into_iter().flatten();
        let known: Vec<_> = related.filter_map(|id| Some((id, self.titles.get(id)?))).collect();
        if !known.is_empty() {
            write!(out, "<h2>Related questions</h2><ul>")?;
            for (id, title) in known {
                write!(out, "<li>[{id}] {}</li>", drawn(title, escaped))?;
            }
            write!(out, "</ul>")?;
        }
        for answer in self.answers.get(&id).into_iter().flatten() {
            self.post(answer, answer.number("Id").unwrap_or(0), out)?;
        }
        writeln!(out, "</body></html>")
    }

    fn post(&self, row: &Row, id: u64, out: &mut dyn Write) -> io::Result<()> {
        let mut facts = vec![match row.number("ParentId") {
            Some(_) if self.accepted.contains(&id) => format!("Answer {id}, accepted"),
            Some(_) => format!("Answer {id}"),
            None => format!("Question {id}"),
        }];
        facts.extend(row.get("Score").map(|score| format!("score {score}")));
        facts.extend(row.get("CreationDate").and_then(|date| date.get(..10)).map(str::to_owned));
        if let Some(user) = row.number("OwnerUserId") {
            let [gold, silver, bronze] = self.badges.get(&user).copied().unwrap_or_default();
            let reputation =
                self.reputation.get(&user).map(|number| format!(", reputation {number}")).unwrap_or_default();
            facts.push(format!("user {user}{reputation}, badges {gold}/{silver}/{bronze}"));
        }
        let body = drawn(row.get("Body").unwrap_or(""), harmless);
        write!(out, "<article id=\"{id}\"><p class=\"facts\">{}</p>{body}", escaped(&facts.join(" · ")))?;
        let comments = self.comments.get(&id).map_or(&[][..], Vec::as_slice);
        if !comments.is_empty() {
            write!(out, "<div class=\"comments\">")?;
            for comment in comments {
                let day = comment.get("CreationDate").and_then(|date| date.get(..10)).unwrap_or("");
                let score = comment.get("Score").unwrap_or("0");
                write!(
                    out,
                    "<p><span class=\"facts\">{} {}</span> {}</p>",
                    escaped(score),
                    escaped(day),
                    drawn(comment.get("Text").unwrap_or(""), escaped)
                )?;
            }
            write!(out, "</div>")?;
        }
        write!(out, "</article>")
    }
}

/// The year and the month of a question.
fn spans(row: &Row) -> [String; 2] {
    let date = row.get("CreationDate").unwrap_or("");
    [date.get(..4).unwrap_or("0000").to_owned(), date.get(..7).unwrap_or("0000-00").to_owned()]
}

/// A text with its formulas as MathML; `words` writes what is between them as HTML.
fn drawn(html: &str, words: fn(&str) -> String) -> String {
    let mut out = String::with_capacity(html.len() * 2);
    let mut rest = html;
    const OPEN: &str = "<span class=\"math-container\" id=\"";
    while let Some(at) = rest.find(OPEN) {
        out.push_str(&words(rest.get(..at).unwrap_or("")));
        let after = rest.get(at + OPEN.len()..).unwrap_or("");
        let parts = after.split_once("\">").and_then(|(id, after)| Some((id, after.split_once("</span>")?)));
        let Some((id, (latex, after))) = parts else {
            rest = after;
            break;
        };
        let latex = unescaped(latex);
        let read = formula::read(&latex, Notation::Latex, &Options { wildcards: false, macros: None });
        let style = formula::write::mathml::Style { id_prefix: None, class_of: None, display: false };
        let mathml = formula::write::mathml::write(&read.slt, &style);
        out.push_str(&format!("<span id=\"f{}\">{mathml}</span>", escaped(id)));
        rest = after;
    }
    out.push_str(&words(rest));
    out
}

/// The elements that a post may have; any other tag is shown as text.
const ELEMENTS: [&str; 26] = [
    "p",
    "br",
    "em",
    "strong",
    "i",
    "b",
    "code",
    "pre",
    "ul",
    "ol",
    "li",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "sub",
    "sup",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
    "del",
];

/// HTML without scripts, styles and event handlers: a page of a collection shows text. Tags have no attributes and are
/// among those above; of links the text stays.
fn harmless(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let after = rest.get(at + 1..).unwrap_or("");
        let Some(end) = after.find('>') else {
            out.push_str("&lt;");
            rest = after;
            continue;
        };
        let tag = after.get(..end).unwrap_or("");
        let (slash, name) = tag.strip_prefix('/').map_or(("", tag), |name| ("/", name));
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_ascii_lowercase();
        if ELEMENTS.contains(&name.as_str()) {
            out.push_str(&format!("<{slash}{name}>"));
        }
        rest = after.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_formulas_and_no_scripts() {
        let html = drawn(
            "<p onclick=\"x\">a <script>bad</script><span class=\"math-container\" id=\"7\">x&lt;1</span><a href=\"x\">l</a> < 2",
            harmless,
        );
        assert!(html.starts_with("<p>a bad<span id=\"f7\"><math"), "{html}");
        assert!(html.ends_with("l &lt; 2") && !html.contains("onclick"), "{html}");
    }
}
