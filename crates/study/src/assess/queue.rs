//! What an assessor sees next.
//!
//! Each assessor has an order of their own: the units of a topic are shuffled by the seed of the project, the topic and
//! the assessor, so that two people who judge one topic meet its results in different orders. Units that were put off
//! come back at the end of their topic. Occurrences within a unit are shuffled too.

use random::Random;

use super::journal::Item;
use super::plan::Assignment;
use super::project::{Project, Unit};
use super::state::{Judged, State};

/// A unit in the order of an assessor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The round.
    pub round: String,
    /// The topic.
    pub topic: String,
    /// The unit, with its occurrences in the order of the assessor.
    pub unit: Unit,
    /// How many of its items have a verdict.
    pub done: usize,
    /// How many items it has.
    pub items: usize,
    /// Whether it was put off.
    pub is_later: bool,
}

impl Task {
    /// Whether every item has a verdict.
    pub fn is_done(&self) -> bool {
        self.done == self.items
    }

    /// Its items.
    pub fn all(&self) -> Vec<Item> {
        Project::items(&self.topic, &self.unit)
    }
}

/// Everything that an assessor judges in the open rounds, in the order in which it is shown.
pub fn tasks(project: &Project, state: &State, assessor: &str) -> Vec<Task> {
    let is_open =
        |one: &&Assignment| one.assessor == assessor && project.settings.open_rounds.contains(&one.round);
    let of_assignment = |one: &Assignment| {
        let mut units = project.units(&one.topic).to_vec();
        let mut random = Random::named(project.settings.seed, &format!("{}\u{0}{assessor}", one.topic));
        random.shuffle(&mut units);
        units.iter_mut().for_each(|unit| random.shuffle(&mut unit.instances));
        let mut tasks: Vec<Task> = units.into_iter().map(|unit| task(state, assessor, one, unit)).collect();
        // Stable: what was put off keeps its order at the end.
        tasks.sort_by_key(|task| task.is_later && !task.is_done());
        tasks
    };
    project.plan.iter().filter(is_open).flat_map(of_assignment).collect()
}

fn task(state: &State, assessor: &str, assignment: &Assignment, unit: Unit) -> Task {
    let items = Project::items(&assignment.topic, &unit);
    let judged: Vec<Option<&Judged>> =
        items.iter().map(|item| state.get(assessor, &assignment.round, item)).collect();
    let done = judged.iter().flatten().filter(|judged| judged.verdict.is_some()).count();
    Task {
        round: assignment.round.clone(),
        topic: assignment.topic.clone(),
        done,
        items: items.len(),
        is_later: judged.iter().flatten().any(|judged| judged.is_later),
        unit,
    }
}

/// The place of the first open task; none if everything is done.
pub fn next(tasks: &[Task]) -> Option<usize> {
    tasks.iter().position(|task| !task.is_done())
}

/// How far an assessor is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Items with a verdict.
    pub done: usize,
    /// All items.
    pub all: usize,
    /// The median of the milliseconds per verdict.
    pub median_ms: u64,
}

impl Progress {
    /// Milliseconds that the rest will take at the median pace.
    pub fn left_ms(&self) -> u64 {
        self.median_ms * (self.all - self.done.min(self.all)) as u64
    }
}

/// How far everybody is, as a table with a header.
pub fn table(project: &Project, state: &State) -> String {
    let mut out = String::from("assessor\tjudged\tof\tmedian_ms\n");
    for name in project.settings.assessors.keys() {
        let Progress { done, all, median_ms } = progress(project, state, name);
        out.push_str(&format!("{name}\t{done}\t{all}\t{median_ms}\n"));
    }
    out
}

/// The progress of an assessor in the open rounds.
pub fn progress(project: &Project, state: &State, assessor: &str) -> Progress {
    let tasks = tasks(project, state, assessor);
    let judged = tasks.iter().flat_map(|task| {
        let round = task.round.clone();
        task.all().into_iter().filter_map(move |item| state.get(assessor, &round, &item))
    });
    let mut times: Vec<u64> =
        judged.filter(|judged| judged.verdict.is_some()).map(|judged| judged.elapsed_ms).collect();
    times.sort_unstable();
    Progress {
        done: times.len(),
        all: tasks.iter().map(|task| task.items).sum(),
        median_ms: times.get(times.len() / 2).copied().unwrap_or(0),
    }
}
