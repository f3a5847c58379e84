//! The files of topics: questions as XML, lists of their formulas, what is known about them, and all candidates.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::super::annotate::Annotated;
use super::super::lists;
use super::super::tables::escaped;
use super::Plan;
use super::candidates::Candidate;

/// The files, made together because ids of formulas run through all topics.
#[derive(Default)]
struct Files {
    task1: String,
    task2: String,
    lists: [String; 3],
    info: Map<String, Value>,
    last: u64,
}

/// Writes the files.
pub(super) fn write(folder: &Path, candidates: &[Candidate], chosen: &[usize], plan: &Plan) -> Result<()> {
    let mut files = Files::default();
    for list in &mut files.lists {
        list.push_str("id\ttopic_id\tthread_id\ttype\tformula\n");
    }
    for (candidate, number) in chosen.iter().filter_map(|at| candidates.get(*at)).zip(plan.first..) {
        files.add(candidate, number);
    }
    let framed = |topics: &str| format!("<?xml version=\"1.0\" ?>\n<Topics>\n{topics}</Topics>\n");
    let Files { task1, task2, lists: [latex, slt, opt], info, .. } = &files;
    let info = serde_json::to_string_pretty(&Value::Object(info.clone()))? + "\n";
    let table = table(candidates, chosen);
    for (name, text) in [
        ("topics-task1.xml", &framed(task1)),
        ("topics-task2.xml", &framed(task2)),
        ("formulas-latex.tsv", latex),
        ("formulas-slt.tsv", slt),
        ("formulas-opt.tsv", opt),
        ("topic-info.json", &info),
        ("candidates.tsv", &table),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

impl Files {
    fn add(&mut self, candidate: &Candidate, number: u64) {
        let first = self.last;
        let topic = format!("A.{number}");
        let title = self.text(&candidate.title, candidate, &topic, "title");
        let body = self.text(&candidate.body, candidate, &topic, "body");
        let tags = escaped(&candidate.tags.join(","));
        let question = format!(
            "      <Title>{title}</Title>\n      <Question>{body}</Question>\n      <Tags>{tags}</Tags>\n   </Topic>\n"
        );
        self.task1.push_str(&format!("   <Topic number=\"{topic}\">\n{question}"));
        let asked = candidate.formula.and_then(|at| Some((at, candidate.formulas.get(at)?)));
        if let Some((at, formula)) = asked {
            self.task2.push_str(&format!(
                "   <Topic number=\"B.{number}\">\n      <Formula_Id>q_{}</Formula_Id>\n      <Latex>{}</Latex>\n{question}",
                first + at as u64 + 1,
                escaped(&formula.latex)
            ));
        }
        let label = |name: &str| candidate.labels.get(name).cloned().unwrap_or_default();
        let mut info = json!({
            "Topic": topic,
            "Category": label("type"),
            "Difficulty": label("difficulty"),
            "Dependency": label("dependence"),
            "Multi-Part": if candidate.is_multi_part { "Yes" } else { "No" },
            "Question": candidate.id,
        });
        if let Some(class) = candidate.complexity() {
            info["Complexity"] = json!(format!("{class:?}"));
        }
        self.info.insert(topic, info);
    }

    /// A text with an id for each formula, dollars kept, escaped for XML.
    fn text(&mut self, text: &Annotated, candidate: &Candidate, topic: &str, kind: &str) -> String {
        let mut html = String::new();
        for (words, formula) in text.words.iter().zip(text.formulas.iter().map(Some).chain([None])) {
            html.push_str(words);
            let Some(formula) = formula else { continue };
            self.last += 1;
            let (id, dollars) = (self.last, if formula.is_display { "$$" } else { "$" });
            let latex = escaped(&formula.latex);
            html.push_str(&format!(
                "<span class=\"math-container\" id=\"q_{id}\">{dollars}{latex}{dollars}</span>"
            ));
            let trees = lists::convert(&[&formula.latex]);
            let forms = trees.first().map(|one| [formula.latex.as_str(), &one.presentation, &one.content]);
            for (list, form) in self.lists.iter_mut().zip(forms.unwrap_or_default()) {
                list.push_str(&format!(
                    "q_{id}\t{topic}\t{}\t{kind}\t{}\n",
                    candidate.id,
                    lists::quoted(form)
                ));
            }
        }
        escaped(&html)
    }
}

/// Every candidate with what is known about it, and why it was refused.
fn table(candidates: &[Candidate], chosen: &[usize]) -> String {
    let mut out = String::from(
        "question\tchosen\trefused\ttype\tdifficulty\tdependence\tcomplexity\tmulti-part\twords\tformulas\tscore\tanswers\t\
         views\tduplicates\trelated\ttags\tformula\tsuggested\n",
    );
    for (at, one) in candidates.iter().enumerate() {
        let label = |name: &str| one.labels.get(name).cloned().unwrap_or_default();
        let formula = |at: usize| one.formulas.get(at).map(|formula| formula.latex.as_str()).unwrap_or("");
        let cells = [
            one.id.to_string(),
            if chosen.contains(&at) { "yes" } else { "" }.to_owned(),
            one.refused.unwrap_or("").to_owned(),
            label("type"),
            label("difficulty"),
            label("dependence"),
            one.complexity().map(|class| format!("{class:?}")).unwrap_or_default(),
            if one.is_multi_part { "yes" } else { "" }.to_owned(),
            one.words.to_string(),
            one.formulas.len().to_string(),
            one.score.to_string(),
            one.answers.to_string(),
            one.views.map(|views| views.to_string()).unwrap_or_default(),
            one.duplicates.len().to_string(),
            one.related.len().to_string(),
            one.tags.join(","),
            one.formula.map(formula).unwrap_or("").to_owned(),
            one.suggested().into_iter().map(formula).collect::<Vec<_>>().join(" ; "),
        ];
        out.push_str(&cells.join("\t"));
        out.push('\n');
    }
    out
}
