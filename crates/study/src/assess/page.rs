//! The pages of an assessment.
//!
//! The question is on the left, what is to be judged on the right, with every choice and what it means. No page has a
//! run, a rank, a vote or the word of another assessor. Nothing is loaded from elsewhere; the one script adds keys.

mod overview;
mod rich;

use maud::{DOCTYPE, Markup, html};

use super::desk::{PATH, Texts};
use super::journal::Item;
use super::project::Project;
use super::queue::{Progress, Task as Open};
use super::state::State;
use super::verdict::{Choice, Task};

pub(super) use overview::overview;

const STYLE: &str = include_str!("page/style.css");
const KEYS: &str = include_str!("page/keys.js");

/// The style sheet or the script with its type; they need no token.
pub(super) fn asset(path: &str) -> Option<(&'static str, &'static str)> {
    match path {
        "/style.css" => Some(("text/css", STYLE)),
        "/keys.js" => Some(("text/javascript", KEYS)),
        _ => None,
    }
}

/// What the pages of an assessor are made of.
pub(super) struct View<'a> {
    pub project: &'a Project,
    pub texts: &'a Texts,
    pub state: &'a State,
    pub assessor: &'a str,
    pub progress: Progress,
    pub now_ms: u64,
}

impl View<'_> {
    fn text(&self, id: &str) -> Markup {
        rich::of(self.texts, id)
    }
}

/// A page with its head.
pub(super) fn framed(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="same-origin";
                title { (title) }
                link rel="stylesheet" href={ (PATH) "/style.css" };
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// The page of someone without a token.
pub(super) fn stranger() -> String {
    let body = html! {
        main .alone {
            h1 { "This page needs a personal link" }
            p { "Open the link that the organiser sent you. It ends with your token." }
        }
    };
    framed("Assessment", &body)
}

/// A task to judge.
pub(super) fn task(view: &View<'_>, tasks: &[Open], at: usize) -> String {
    let Some(task) = tasks.get(at) else { return done(view, tasks) };
    let kind = view.project.settings.task;
    let body = html! {
        (bar(view, tasks, at))
        main .desk {
            section .question aria-label="Question" {
                h1 { "Question " (task.topic) }
                div .text { (view.text(&task.topic)) }
                (thread(view, &task.topic, "Its thread", "t"))
            }
            section .candidates aria-label="To be judged" {
                @for (place, item) in task.all().iter().enumerate() {
                    (candidate(view, task, item, place, task.items))
                }
            }
        }
        (help(view, kind))
        script src={ (PATH) "/keys.js" } defer {}
    };
    framed(&format!("Question {}", task.topic), &body)
}

fn bar(view: &View<'_>, tasks: &[Open], at: usize) -> Markup {
    let topic = tasks.get(at).map_or("", |task| task.topic.as_str());
    let of_topic = || tasks.iter().filter(|task| task.topic == topic);
    let (done, all) =
        (of_topic().map(|task| task.done).sum::<usize>(), of_topic().map(|task| task.items).sum::<usize>());
    let progress = view.progress;
    let last = tasks.len().saturating_sub(1);
    html! {
        header .bar {
            nav aria-label="Results" {
                @if at > 0 { a #back href={ (PATH) "?at=" (at - 1) } { "Previous" } }
                @if at < last { a #next href={ (PATH) "?at=" (at + 1) } { "Next" } }
                a #open href=(PATH) { "First open" }
            }
            p .progress {
                label for="progress" { (progress.done) " of " (progress.all) " judged" }
                progress #progress value=(progress.done) max=(progress.all.max(1)) {}
                span .quiet { "this question " (done) " of " (all) }
                @if progress.median_ms > 0 {
                    span .quiet { (progress.median_ms / 1000) " s each, about " (progress.left_ms().div_ceil(60_000)) " min left" }
                }
            }
            form method="post" action=(PATH) { button #undo name="undo" value="1" { "Undo" kbd { "u" } } }
        }
    }
}

fn candidate(view: &View<'_>, task: &Open, item: &Item, place: usize, of: usize) -> Markup {
    let judged = view.state.get(view.assessor, &task.round, item);
    let chosen = judged.and_then(|judged| judged.verdict);
    let shown = item.instance.as_ref().unwrap_or(&item.unit);
    let kind = view.project.settings.task;
    html! {
        article .candidate .is-done[chosen.is_some()] tabindex="-1" {
            @if of > 1 { h2 { "Occurrence " (place + 1) " of " (of) } } @else { h2 { "Result" } }
            div .text { (view.text(shown)) }
            (thread(view, shown, "Its thread", "r"))
            form method="post" action=(PATH) {
                (hidden(view, task, item))
                @if kind == Task::OpenAnswers { (marks(judged.map(|judged| judged.labels).unwrap_or_default())) }
                fieldset .choices {
                    legend { "How useful is it?" }
                    @for choice in kind.choices() { (button(&choice, chosen == Some(choice.verdict))) }
                    button .later name="later" value="1" data-key="l" { span .name { "Later" kbd { "l" } } }
                }
            }
            form .comment method="post" action=(PATH) {
                (hidden(view, task, item))
                label {
                    "Note"
                    textarea name="comment" rows="1" maxlength="4000" {
                        (judged.and_then(|judged| judged.comment.as_deref()).unwrap_or(""))
                    }
                }
                button { "Save note" }
            }
        }
    }
}

/// The whole thread of a topic or result, folded, if the project has it.
fn thread(view: &View<'_>, id: &str, name: &str, key: &str) -> Markup {
    let id = format!("thread:{id}");
    html! {
        @if view.texts.contains_key(&id) {
            details .thread data-key=(key) {
                summary { (name) kbd { (key) } }
                div .text { (view.text(&id)) }
            }
        }
    }
}

/// The fields that say what a form is about.
fn hidden(view: &View<'_>, task: &Open, item: &Item) -> Markup {
    html! {
        input type="hidden" name="round" value=(task.round);
        input type="hidden" name="topic" value=(item.topic);
        input type="hidden" name="unit" value=(item.unit);
        @if let Some(instance) = &item.instance { input type="hidden" name="instance" value=(instance); }
        input type="hidden" name="shown" value=(view.now_ms);
        input type="hidden" name="active" value="";
    }
}

fn marks(labels: super::journal::Labels) -> Markup {
    let mark = |name: &str, question: &str, said: Option<bool>| {
        html! {
            fieldset .marks {
                legend { (question) }
                @for (value, word, is_so) in [("1", "Yes", said == Some(true)), ("0", "No", said == Some(false))] {
                    label { input type="radio" name=(name) value=(value) checked[is_so]; (word) }
                }
            }
        }
    };
    html! {
        (mark("machine", "Was it written by a machine?", labels.machine))
        (mark("unrelated", "Does it contain matter that has nothing to do with the question?", labels.unrelated))
    }
}

fn button(choice: &Choice, is_chosen: bool) -> Markup {
    html! {
        button name="grade" value=(choice.verdict.code()) data-key=(choice.key) aria-pressed=(is_chosen) {
            span .name { (choice.name) kbd { (choice.key) } }
            span .meaning { (choice.meaning) }
        }
    }
}

fn help(view: &View<'_>, kind: Task) -> Markup {
    let grades: String = kind.choices().iter().map(|choice| format!("{} ", choice.key)).collect();
    html! {
        footer {
            details #keys {
                summary { "Keys and instructions" kbd { "h" } }
                p { kbd { (grades.trim()) } " judge, " kbd { "l" } " later, " kbd { "u" } " undo, " kbd { "n" } " note, "
                    kbd { "t" } " thread of the question, " kbd { "r" } " thread of the result, " kbd { "j" } " next, " kbd { "k" } " previous, " kbd { "[" } " and " kbd { "]" } " occurrence" }
                @for paragraph in view.project.settings.instructions.split("\n\n") { p { (paragraph) } }
            }
        }
    }
}

/// The page at the end: everything is judged. After a training round it shows the known grades.
pub(super) fn done(view: &View<'_>, tasks: &[Open]) -> String {
    let rows: Vec<(Item, Option<&'static str>, &'static str)> = tasks
        .iter()
        .flat_map(|task| task.all().into_iter().map(|item| (task.round.clone(), item)))
        .filter_map(|(round, item)| {
            let gold = *view.project.gold.get(&item)?;
            let own = view.state.get(view.assessor, &round, &item)?.verdict;
            let named = |verdict| name_of(view.project.settings.task, verdict);
            Some((item, own.map(named), named(gold)))
        })
        .collect();
    let body = html! {
        main .alone {
            h1 { "Everything is judged" }
            p { "You judged " (view.progress.done) " of " (view.progress.all) ". Thank you." }
            form method="post" action=(PATH) { button #undo name="undo" value="1" { "Undo the last one" kbd { "u" } } }
            @if !tasks.is_empty() { p { a href={ (PATH) "?at=0" } { "Look at the first result again" } } }
            @if !rows.is_empty() {
                h2 { "Known grades" }
                table {
                    thead { tr { th { "Question" } th { "Result" } th { "You" } th { "Known" } } }
                    tbody {
                        @for (item, own, gold) in &rows {
                            tr .differs[*own != Some(*gold)] {
                                td { (item.topic) }
                                td { (item.instance.as_ref().unwrap_or(&item.unit)) }
                                td { (own.unwrap_or("")) }
                                td { (gold) }
                            }
                        }
                    }
                }
            }
        }
        script src={ (PATH) "/keys.js" } defer {}
    };
    framed("Everything is judged", &body)
}

/// The name of a verdict in a task.
fn name_of(task: Task, verdict: super::verdict::Verdict) -> &'static str {
    task.choices().into_iter().find(|choice| choice.verdict == verdict).map_or("", |choice| choice.name)
}
