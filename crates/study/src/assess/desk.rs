//! What assessors do on the page: requests in, saved lines and pages out.
//!
//! It is a function from a request to a response, so that every rule of it is tested without a network. A choice is
//! saved when it is made; then the browser is sent on with a redirect, so that reloading repeats nothing. The page works
//! without a script; a script adds keys.
//!
//! A person sees only their own work: the cookie has a token, the project its hash. Only the organiser's token opens
//! the overview and the files.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::Result;

use super::journal::{Action, Item, Journal, Labels, Line};
use super::page;
use super::project::Project;
use super::queue::{self, Task as Open};
use super::results::{Results, Several};
use super::state::State;
use super::verdict::Verdict;

/// Where the page is.
pub const PATH: &str = "/assess";

/// The name of the cookie with the token.
pub const COOKIE: &str = "perga-assess";

/// What is shown about topics and results, by their ids, as plain text with formulas.
pub type Texts = BTreeMap<String, String>;

/// A request.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// Whether it may change something.
    pub is_post: bool,
    /// The path after [`PATH`], such as `/export/qrels`.
    pub path: &'a str,
    /// The fields of the form, or the parameters of the address.
    pub fields: Vec<(String, String)>,
    /// The token of the cookie.
    pub token: Option<&'a str>,
    /// Milliseconds since 1970.
    pub now_ms: u64,
}

impl Request<'_> {
    fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.field(name)?.parse().ok()
    }
}

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// A page.
    Page(String),
    /// A text file.
    File(String),
    /// The style sheet or the script, with its type.
    Asset(&'static str, &'static str),
    /// Go there.
    Redirect(String),
    /// Keep this token and go to the first page.
    Enter(String),
    /// The token opens nothing here, with a page that says so.
    Forbidden(String),
    /// There is no such page.
    NotFound,
    /// The request makes no sense.
    BadRequest(&'static str),
}

/// A project that is being worked on.
pub struct Desk {
    project: Project,
    texts: Texts,
    work: Mutex<(Journal, State)>,
}

impl Desk {
    /// Opens a project; no other process can have it open.
    pub fn open(project: Project, texts: Texts) -> Result<Desk> {
        let (journal, lines) = Journal::open(&project.journal())?;
        let state = State::of(&lines);
        Ok(Desk { project, texts, work: Mutex::new((journal, state)) })
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request<'_>) -> Result<Response> {
        if let ("/enter", Some(token)) = (request.path, request.field("token")) {
            let is_known = self.project.assessor(token).is_some() || self.project.is_organiser(token);
            return Ok(if is_known { Response::Enter(token.to_owned()) } else { forbidden() });
        }
        if let Some((kind, asset)) = page::asset(request.path) {
            return Ok(Response::Asset(kind, asset));
        }
        let token = request.token.unwrap_or_default();
        if self.project.is_organiser(token) {
            return self.organiser(request);
        }
        let Some(assessor) = self.project.assessor(token) else { return Ok(forbidden()) };
        match (request.is_post, request.path) {
            (false, "" | "/") => Ok(self.show(assessor, request)),
            (true, "" | "/") => self.act(assessor, request),
            (_, "/organiser" | "/adjudicate") => Ok(forbidden()),
            (_, path) if path.starts_with("/export/") => Ok(forbidden()),
            _ => Ok(Response::NotFound),
        }
    }

    fn show(&self, assessor: &str, request: &Request<'_>) -> Response {
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &work.1;
        let tasks = queue::tasks(&self.project, state, assessor);
        let asked =
            request.number("at").and_then(|at| usize::try_from(at).ok()).filter(|at| *at < tasks.len());
        let view = page::View {
            project: &self.project,
            texts: &self.texts,
            state,
            assessor,
            progress: queue::progress(&self.project, state, assessor),
            now_ms: request.now_ms,
        };
        Response::Page(match asked.or_else(|| queue::next(&tasks)) {
            Some(at) => page::task(&view, &tasks, at),
            None => page::done(&view, &tasks),
        })
    }

    /// Saves what was chosen and says where to go on.
    fn act(&self, assessor: &str, request: &Request<'_>) -> Result<Response> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, state) = &mut *work;
        if request.field("undo").is_some() {
            let Some(line) = state.undo(assessor) else { return Ok(Response::Redirect(PATH.to_owned())) };
            let item = line.item.clone();
            state.apply(&journal.append(line, request.now_ms)?);
            let tasks = queue::tasks(&self.project, state, assessor);
            let at = tasks.iter().position(|task| task.topic == item.topic && task.unit.id == item.unit);
            return Ok(Response::Redirect(place(at)));
        }
        let tasks = queue::tasks(&self.project, state, assessor);
        let Some((at, item)) = asked(&tasks, request) else {
            return Ok(Response::BadRequest("this result is not yours to judge"));
        };
        let Some(line) = self.line(assessor, &tasks[at], item, request) else {
            return Ok(Response::BadRequest("this choice does not exist"));
        };
        let is_comment = line.action == Action::Comment;
        state.apply(&journal.append(line, request.now_ms)?);
        let now = queue::tasks(&self.project, state, assessor);
        let same = now.iter().position(|task| task.topic == tasks[at].topic && task.unit == tasks[at].unit);
        let stays = is_comment
            || same.and_then(|at| now.get(at)).is_some_and(|task| !task.is_done() && !task.is_later);
        Ok(Response::Redirect(if stays { place(same) } else { PATH.to_owned() }))
    }

    /// The line that a form asks for.
    fn line(&self, assessor: &str, task: &Open, item: Item, request: &Request<'_>) -> Option<Line> {
        let shown = request.number("shown").unwrap_or(request.now_ms);
        let elapsed_ms = request.now_ms.saturating_sub(shown);
        let line = |action| Line {
            elapsed_ms,
            active_ms: request.number("active").unwrap_or(elapsed_ms).min(elapsed_ms),
            ..Line::new(assessor, &task.round, item.clone(), action)
        };
        if let Some(code) = request.field("grade") {
            let verdict = code.parse().ok().and_then(Verdict::from_code)?;
            let mark = |name| request.field(name).map(|value| value == "1");
            let labels = Labels { machine: mark("machine"), unrelated: mark("unrelated") };
            let is_allowed = self.project.settings.task.allows(verdict);
            return is_allowed.then(|| Line { grade: Some(verdict.code()), labels, ..line(Action::Grade) });
        }
        if request.field("later").is_some() {
            return Some(line(Action::Later));
        }
        let comment = request.field("comment")?.chars().take(4_000).collect();
        Some(Line { comment: Some(comment), ..line(Action::Comment) })
    }

    fn organiser(&self, request: &Request<'_>) -> Result<Response> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        if request.is_post && request.path == "/adjudicate" {
            let results = Results::new(&self.project, &work.1, Several::First);
            let known: Vec<Item> = results.disagreements().into_iter().map(|(item, _)| item).collect();
            let asked = |item: &&Item| {
                request.field("topic") == Some(&item.topic)
                    && request.field("unit") == Some(&item.unit)
                    && request.field("instance") == item.instance.as_deref()
            };
            let verdict = request.field("grade").and_then(|code| Verdict::from_code(code.parse().ok()?));
            let (Some(item), Some(verdict)) = (known.iter().find(asked), verdict) else {
                return Ok(Response::BadRequest("no one disagrees about this"));
            };
            let line = Line::new("organiser", "main", item.clone(), Action::Adjudicate);
            let (journal, state) = &mut *work;
            let line = Line { grade: Some(verdict.code()), ..line };
            state.apply(&journal.append(line, request.now_ms)?);
            return Ok(Response::Redirect(format!("{PATH}#disagreements")));
        }
        let state = &work.1;
        let results = Results::new(&self.project, state, Several::First);
        Ok(match request.path {
            "" | "/" => Response::Page(page::overview(&self.project, &self.texts, state)),
            "/export/judgements.tsv" => Response::File(results.judgements(None)),
            "/export/qrels" => Response::File(results.qrels().0),
            "/export/qrels-complete" => Response::File(results.complete()),
            "/export/instances.qrels" => Response::File(results.instances()),
            "/export/times.tsv" => Response::File(results.times()),
            "/export/post.tsv" => Response::File(results.marks()),
            _ => Response::NotFound,
        })
    }
}

fn forbidden() -> Response {
    Response::Forbidden(page::stranger())
}

fn place(at: Option<usize>) -> String {
    at.map_or_else(|| PATH.to_owned(), |at| format!("{PATH}?at={at}"))
}

/// The task and item of a form, if they are the assessor's.
fn asked(tasks: &[Open], request: &Request<'_>) -> Option<(usize, Item)> {
    let at = tasks.iter().position(|task| {
        request.field("topic") == Some(&task.topic)
            && request.field("unit") == Some(&task.unit.id)
            && request.field("round") == Some(&task.round)
    })?;
    let item =
        tasks.get(at)?.all().into_iter().find(|item| request.field("instance") == item.instance.as_deref());
    Some((at, item?))
}
