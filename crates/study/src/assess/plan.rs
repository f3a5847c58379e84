//! Who judges what, in which round: a table `round<TAB>topic<TAB>assessor<TAB>role`.
//!
//! Without a table, topics go by falling pool size to the assessor with the least to do, and a topic belongs to one
//! assessor completely, as in the labs. A second assessor can judge some topics for agreement.

use crate::{Error, Result};

/// What an assessment is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// It trains; it is not in the results.
    Train,
    /// It counts.
    Main,
    /// It is compared with the main one.
    Dual,
}

impl Role {
    const NAMES: [(Role, &'static str); 3] =
        [(Role::Train, "train"), (Role::Main, "main"), (Role::Dual, "dual")];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        Role::NAMES.iter().find(|(role, _)| *role == self).map_or("", |(_, name)| name)
    }

    fn from_name(name: &str) -> Option<Role> {
        Role::NAMES.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }
}

/// An assessment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The round.
    pub round: String,
    /// The topic.
    pub topic: String,
    /// The assessor.
    pub assessor: String,
    /// What it is for.
    pub role: Role,
}

/// Which topics a second assessor judges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Dual {
    /// None.
    None,
    /// One topic of each assessor, by the next one in the list.
    Rotate,
    /// Every topic, by everybody.
    All,
    /// This share of the topics, drawn with the seed of the project, by the next assessor.
    Share(f64),
}

impl std::str::FromStr for Dual {
    type Err = String;

    fn from_str(text: &str) -> Result<Dual, String> {
        match text {
            "none" => Ok(Dual::None),
            "rotate" => Ok(Dual::Rotate),
            "all" => Ok(Dual::All),
            _ => match text.parse() {
                Ok(share) if (0.0..=1.0).contains(&share) => Ok(Dual::Share(share)),
                _ => Err("give none, rotate, all, or a share from 0 to 1".to_owned()),
            },
        }
    }
}

/// Reads a table; lines that start with `#` and a header that starts with `round` are skipped.
pub fn read(table: &str, name: &str) -> Result<Vec<Assignment>> {
    let mut found = Vec::new();
    for (line, number) in table.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("round\t") {
            continue;
        }
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let assignment = match cells[..] {
            [round, topic, assessor, role] => Role::from_name(role).map(|role| Assignment {
                round: round.to_owned(),
                topic: topic.to_owned(),
                assessor: assessor.to_owned(),
                role,
            }),
            _ => None,
        };
        found.push(assignment.ok_or_else(|| Error::Malformed {
            file: name.to_owned(),
            line: number,
            message: "this is no assignment".to_owned(),
            hint: "each line is round, topic, assessor and role, separated by tabs; a role is train, main or dual"
                .to_owned(),
        })?);
    }
    Ok(found)
}

/// The table.
pub fn write(plan: &[Assignment]) -> String {
    let row =
        |one: &Assignment| format!("{}\t{}\t{}\t{}\n", one.round, one.topic, one.assessor, one.role.name());
    std::iter::once("round\ttopic\tassessor\trole\n".to_owned()).chain(plan.iter().map(row)).collect()
}

/// The topics of a pool with the number of their results, in its order.
pub fn sizes(pool: &str) -> Vec<(&str, usize)> {
    let mut sizes: Vec<(&str, usize)> = Vec::new();
    for topic in pool.lines().filter_map(|line| line.split('\t').next()).filter(|topic| !topic.is_empty()) {
        match sizes.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, size)) => *size += 1,
            None => sizes.push((topic, 1)),
        }
    }
    sizes
}

/// A plan for topics with their sizes.
///
/// ```
/// use study::assess::plan::{Dual, share_out};
///
/// let plan = share_out(&[("A.1", 10), ("A.2", 30), ("A.3", 25)], &["ann", "bob"], Dual::None, 1);
/// let of = |name: &str| plan.iter().filter(|one| one.assessor == name).map(|one| one.topic.as_str()).collect::<Vec<_>>();
/// assert_eq!((of("ann"), of("bob")), (vec!["A.2"], vec!["A.3", "A.1"]));
/// ```
pub fn share_out(topics: &[(&str, usize)], assessors: &[&str], dual: Dual, seed: u64) -> Vec<Assignment> {
    let mut sorted = topics.to_vec();
    sorted.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    let mut loads = vec![0; assessors.len()];
    let mut owners: Vec<(&str, usize)> = Vec::new();
    let mut plan = Vec::new();
    let mut add = |topic: &str, place: usize, role| {
        if let Some(assessor) = assessors.get(place) {
            let (topic, assessor) = (topic.to_owned(), (*assessor).to_owned());
            plan.push(Assignment { round: "main".to_owned(), topic, assessor, role });
        }
    };
    for (topic, size) in sorted {
        let least = loads.iter().enumerate().min_by_key(|(place, load)| (**load, *place));
        let Some(place) = least.map(|(place, _)| place) else { break };
        loads[place] += size;
        owners.push((topic, place));
        add(topic, place, Role::Main);
    }
    let next = |place: usize| (place + 1) % assessors.len().max(1);
    let mut random = random::Random::named(seed, "dual");
    let mut has_dual = vec![false; assessors.len()];
    for (topic, place) in owners {
        match dual {
            Dual::All => (0..assessors.len())
                .filter(|other| *other != place)
                .for_each(|other| add(topic, other, Role::Dual)),
            Dual::Rotate if assessors.len() > 1 && !std::mem::replace(&mut has_dual[place], true) => {
                add(topic, next(place), Role::Dual);
            }
            Dual::Share(share) if assessors.len() > 1 && random.chance(share) => {
                add(topic, next(place), Role::Dual)
            }
            _ => {}
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPICS: [(&str, usize); 4] = [("1", 4), ("2", 3), ("3", 2), ("4", 1)];

    fn duals(dual: Dual) -> Vec<(String, String)> {
        let plan = share_out(&TOPICS, &["a", "b"], dual, 1);
        plan.into_iter().filter(|one| one.role == Role::Dual).map(|one| (one.topic, one.assessor)).collect()
    }

    #[test]
    fn dual_topics_by_each_rule() {
        let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            list.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
        };
        assert_eq!(duals(Dual::None), []);
        assert_eq!(duals(Dual::Rotate), pairs(&[("1", "b"), ("2", "a")]));
        assert_eq!(duals(Dual::All), pairs(&[("1", "b"), ("2", "a"), ("3", "a"), ("4", "b")]));
        assert_eq!(duals(Dual::Share(1.0)).len(), 4);
    }

    #[test]
    fn a_table_is_read_as_written() {
        let plan = share_out(&TOPICS, &["a", "b"], Dual::Rotate, 1);
        assert_eq!(read(&write(&plan), "plan.tsv").unwrap(), plan);
        assert!(read("main\tA.1\tann\tjudge\n", "p").unwrap_err().to_string().contains("p:1:"));
    }
}
