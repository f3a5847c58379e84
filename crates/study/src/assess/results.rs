//! From a journal to the files of an evaluation, at any moment.
//!
//! 1. The last verdict of each assessor about each item counts.
//! 2. Where several assessors judged it, an adjudicated verdict counts; else the rule says which.
//! 3. "System failure", "do not know" and "not this formula" are no grades.
//! 4. A formula has the highest grade of its occurrences; without a grade it is unjudged.
//! 5. Topics with fewer than two results of grade 2 or 3 are dropped from qrels and listed.
//!
//! Training rounds are in none of these files but the one for agreement, which names the round.

use std::collections::{BTreeMap, BTreeSet};

use super::journal::Item;
use super::plan::{Assignment, Role};
use super::project::Project;
use super::state::{Judged, State};
use super::verdict::{Task, Verdict};

/// Which grade counts where several assessors judged an item and nobody decided between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Several {
    /// That of the assessor to whom the topic belongs (ARQMath).
    #[default]
    First,
    /// Their sum (NTCIR).
    Sum,
    /// Their mean, a half rounded up.
    Mean,
    /// The highest.
    Highest,
}

impl Several {
    /// The rules and their names on a command line.
    pub const NAMES: [(Several, &'static str); 4] = [
        (Several::First, "first"),
        (Several::Sum, "sum"),
        (Several::Mean, "mean"),
        (Several::Highest, "highest"),
    ];
}

/// A topic has at least this many results of grade 2 or higher, or it is dropped.
const FEWEST_RELEVANT: usize = 2;

/// The state of a project, as files.
pub struct Results<'a> {
    project: &'a Project,
    state: &'a State,
    several: Several,
}

impl<'a> Results<'a> {
    /// The results with a rule for several assessors.
    pub fn new(project: &'a Project, state: &'a State, several: Several) -> Results<'a> {
        Results { project, state, several }
    }

    /// The assignments of a round that was not for training, the main one first.
    fn counting(&self, topic: &str) -> Vec<&'a Assignment> {
        let mut found: Vec<&Assignment> =
            self.project.plan.iter().filter(|one| one.topic == topic && one.role != Role::Train).collect();
        found.sort_by_key(|one| one.role);
        found
    }

    fn judged(&self, assignment: &Assignment, item: &Item) -> Option<&'a Judged> {
        self.state.get(&assignment.assessor, &assignment.round, item)
    }

    /// Every item of the pool.
    fn items(&self) -> impl Iterator<Item = Item> + use<'a> {
        let topics: &'a [_] = &self.project.topics;
        topics.iter().flat_map(|(topic, units)| units.iter().flat_map(|unit| Project::items(topic, unit)))
    }

    /// The verdict about an item that counts.
    fn verdict(&self, item: &Item) -> Option<Verdict> {
        if let Some(decided) = self.state.adjudicated(item) {
            return Some(decided);
        }
        let assignments = self.counting(&item.topic);
        let verdicts: Vec<Verdict> =
            assignments.iter().filter_map(|one| self.judged(one, item)?.verdict).collect();
        let grades: Vec<u8> = verdicts.iter().filter_map(|verdict| verdict.grade()).collect();
        let sum = || grades.iter().map(|grade| usize::from(*grade)).sum::<usize>();
        let combined = match (self.several, grades.len()) {
            (Several::First, _) | (_, 0) => {
                let main = assignments.iter().filter(|one| one.role == Role::Main);
                return main
                    .filter_map(|one| self.judged(one, item)?.verdict)
                    .next()
                    .or(verdicts.first().copied());
            }
            (Several::Sum, _) => sum(),
            (Several::Mean, count) => (2 * sum() + count) / (2 * count),
            (Several::Highest, _) => grades.iter().copied().max().unwrap_or(0).into(),
        };
        u8::try_from(combined).ok().map(Verdict::Grade)
    }

    /// Every verdict, `topic assessor docno code`, as `perga agree` and `perga pool --merge` read it; `round` chooses
    /// one round, training rounds included, with the known grades as an assessor named `gold`.
    pub fn judgements(&self, round: Option<&str>) -> String {
        let mut out = String::new();
        for item in self.items() {
            let docno = item.instance.as_ref().unwrap_or(&item.unit);
            for one in self.project.plan.iter().filter(|one| one.topic == item.topic) {
                let is_asked = round.map_or(one.role != Role::Train, |round| one.round == round);
                let verdict = self.judged(one, &item).and_then(|judged| judged.verdict);
                if let Some(verdict) = verdict.filter(|_| is_asked) {
                    out.push_str(&format!("{} {} {docno} {}\n", item.topic, one.assessor, verdict.code()));
                }
            }
            let gold = round.and(self.project.gold.get(&item)).and_then(|verdict| verdict.grade());
            if let Some(grade) = gold {
                out.push_str(&format!("{} gold {docno} {grade}\n", item.topic));
            }
        }
        out
    }

    /// The judgements of single occurrences, `topic 0 docno code`, the codes of unjudged ones included.
    pub fn instances(&self) -> String {
        let line = |item: Item| {
            let verdict = self.verdict(&item)?;
            Some(format!(
                "{} 0 {} {}\n",
                item.topic,
                item.instance.as_ref().unwrap_or(&item.unit),
                verdict.code()
            ))
        };
        self.items().filter_map(line).collect()
    }

    /// The grades of units.
    fn units(&self) -> BTreeMap<(String, String), Vec<Verdict>> {
        let mut units: BTreeMap<(String, String), Vec<Verdict>> = BTreeMap::new();
        for item in self.items() {
            if let Some(verdict) = self.verdict(&item) {
                units.entry((item.topic, item.unit)).or_default().push(verdict);
            }
        }
        units
    }

    /// The judgements of units, `topic 0 docno code`, with the code of a unit that has no grade.
    pub fn complete(&self) -> String {
        let code = |verdicts: &[Verdict]| {
            let graded = verdicts.iter().filter_map(|verdict| verdict.grade()).max();
            graded.or(verdicts.iter().map(|verdict| verdict.code()).min())
        };
        let line = |((topic, unit), verdicts): ((String, String), Vec<Verdict>)| {
            code(&verdicts).map(|code| format!("{topic} 0 {unit} {code}\n"))
        };
        self.units().into_iter().filter_map(line).collect()
    }

    /// The qrels of an evaluation, and the topics that were dropped because too little is relevant. Answers of systems
    /// keep all topics, and their codes count as not relevant.
    pub fn qrels(&self) -> (String, Vec<String>) {
        let is_open = self.project.settings.task == Task::OpenAnswers;
        let mut graded: BTreeMap<String, Vec<(String, u8)>> = BTreeMap::new();
        for ((topic, unit), verdicts) in self.units() {
            let grade = verdicts.iter().filter_map(|verdict| verdict.grade()).max();
            if let Some(grade) = grade.or(is_open.then_some(0)) {
                graded.entry(topic).or_default().push((unit, grade));
            }
        }
        let is_kept = |units: &[(String, u8)]| {
            is_open || units.iter().filter(|(_, grade)| *grade >= 2).count() >= FEWEST_RELEVANT
        };
        let dropped =
            graded.iter().filter(|(_, units)| !is_kept(units)).map(|(topic, _)| topic.clone()).collect();
        let lines = graded.iter().filter(|(_, units)| is_kept(units)).flat_map(|(topic, units)| {
            units.iter().map(move |(unit, grade)| format!("{topic} 0 {unit} {grade}\n"))
        });
        (lines.collect(), dropped)
    }

    /// Items about which two assessors disagree and nobody has decided, with their verdicts.
    pub fn disagreements(&self) -> Vec<(Item, Vec<(&'a str, Verdict)>)> {
        let with_verdicts = |item: Item| {
            let assignments = self.counting(&item.topic);
            let said: Vec<(&str, Verdict)> = assignments
                .iter()
                .filter_map(|one| Some((one.assessor.as_str(), self.judged(one, &item)?.verdict?)))
                .collect();
            (item, said)
        };
        let differ = |said: &[(&str, Verdict)]| {
            said.iter().map(|(_, verdict)| verdict).collect::<BTreeSet<_>>().len() > 1
        };
        let all = self.items().filter(|item| self.state.adjudicated(item).is_none()).map(with_verdicts);
        all.filter(|(_, said)| differ(said)).collect()
    }

    /// All files of an export with their names, and the topics that were dropped; the comments only on request.
    pub fn files(&self, with_comments: bool) -> (Vec<(&'static str, String)>, Vec<String>) {
        let (qrels, dropped) = self.qrels();
        let mut files = vec![
            ("judgements.tsv", self.judgements(None)),
            ("qrels", qrels),
            ("qrels-complete", self.complete()),
            ("instances.qrels", self.instances()),
            ("times.tsv", self.times()),
        ];
        if self.project.settings.task == Task::OpenAnswers {
            files.push(("post.tsv", self.marks()));
        }
        if with_comments {
            files.push(("comments.tsv", self.comments()));
        }
        (files, dropped)
    }

    /// The time of each verdict, `topic assessor docno elapsed_ms active_ms`.
    pub fn times(&self) -> String {
        let line = |(key, judged): (&super::state::Key, &Judged)| {
            judged.verdict?;
            let docno = key.item.instance.as_ref().unwrap_or(&key.item.unit);
            Some(format!(
                "{}\t{}\t{docno}\t{}\t{}\n",
                key.item.topic, key.assessor, judged.elapsed_ms, judged.active_ms
            ))
        };
        let header = "topic\tassessor\tdocno\telapsed_ms\tactive_ms\n".to_owned();
        std::iter::once(header).chain(self.state.all().into_iter().filter_map(line)).collect()
    }

    /// The mean over topics of the mean milliseconds of a verdict, as the labs print it; none without a verdict.
    pub fn mean_time(&self) -> Option<f64> {
        let mut topics: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for (key, judged) in self.state.all() {
            if judged.verdict.is_some() {
                let (sum, count) = topics.entry(&key.item.topic).or_default();
                (*sum, *count) = (*sum + judged.elapsed_ms as f64, *count + 1.0);
            }
        }
        let means: Vec<f64> = topics.values().map(|(sum, count)| sum / count).collect();
        (!means.is_empty()).then(|| means.iter().sum::<f64>() / means.len() as f64)
    }

    /// The marks of answers of systems: `topic_id answer_id machine_generated unrelated_information`.
    pub fn marks(&self) -> String {
        let mut out = String::from("topic_id\tanswer_id\tmachine_generated\tunrelated_information\n");
        for item in self.items() {
            let judged = self.counting(&item.topic).into_iter().find_map(|one| self.judged(one, &item));
            let labels = judged.map(|judged| judged.labels).unwrap_or_default();
            if let (Some(machine), Some(unrelated)) = (labels.machine, labels.unrelated) {
                out.push_str(&format!(
                    "{}\t{}\t{}\t{}\n",
                    item.topic,
                    item.unit,
                    u8::from(machine),
                    u8::from(unrelated)
                ));
            }
        }
        out
    }

    /// The comments, `topic assessor docno comment`. They may name people: they leave the project only on request.
    pub fn comments(&self) -> String {
        let line = |(key, judged): (&super::state::Key, &Judged)| {
            let comment = judged.comment.as_ref()?.split_whitespace().collect::<Vec<_>>().join(" ");
            let docno = key.item.instance.as_ref().unwrap_or(&key.item.unit);
            Some(format!("{}\t{}\t{docno}\t{comment}\n", key.item.topic, key.assessor))
        };
        self.state.all().into_iter().filter_map(line).collect()
    }
}
