//! The published protocols, by name.
//!
//! | preset | what is pooled for a topic |
//! |---|---|
//! | `ntcir10` | 100 different formulas, round robin over runs |
//! | `ntcir11` | 50 units, round robin by rank; the team with the fewest pooled results so far goes first |
//! | `ntcir12` | formula browsing: the first 20 of every run |
//! | `arqmath1-task1` | primary runs, baselines and manual runs to 50, alternate runs to 20 |
//! | `arqmath2-task1` | primary runs, and baselines declared `deep`, to 45, all others to 15 |
//! | `arqmath3-task1` | primary runs, and baselines declared `deep`, to 45, all others to 20 |
//! | `arqmath1-task2` | visually distinct formulas, 25 and 10; up to 5 instances that most runs brought |
//! | `arqmath2-task2` | visually distinct formulas, 20 and 10; up to 5 instances by reciprocal rank |
//! | `arqmath3-task2` | visually distinct formulas, 25 and 15; up to 5 instances by reciprocal rank |
//!
//! The overviews: Aizawa and others (NTCIR-10, 2013; NTCIR-11, 2014), Zanibbi and others (NTCIR-12, 2016;
//! ARQMath-1, 2020), Mansouri and others (ARQMath-2, 2021; ARQMath-3, 2022).

use super::merge::{Assessors, Merge};
use super::{Depth, Instances, Protocol, Take, Vote};

/// A published protocol.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What is pooled.
    pub protocol: Protocol,
    /// How judgements become qrels.
    pub merge: Merge,
    /// A description.
    pub description: &'static str,
}

/// Settings of a caller that replace those of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// Results of a primary run.
    pub primary: Option<usize>,
    /// Results of an alternate run.
    pub alternate: Option<usize>,
    /// Results of a topic where runs take turns.
    pub size: Option<usize>,
    /// Instances of a formula.
    pub instances: Option<usize>,
    /// How runs vote for instances.
    pub vote: Option<Vote>,
}

/// Settings that do not fit a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A size, where the first results of every run are taken.
    Size,
    /// Depths, where runs take turns until the pool is full.
    Depths,
    /// Instances or votes, where no formulas are pooled.
    Instances,
}

impl Preset {
    /// The protocol with the caller's settings; settings that do not fit it are refused.
    pub fn protocol_with(&self, overrides: &Overrides) -> Result<Protocol, Unfit> {
        let mut protocol = self.protocol;
        match &mut protocol.take {
            Take::Depth(_) if overrides.size.is_some() => return Err(Unfit::Size),
            Take::Depth(depth) => {
                depth.primary = overrides.primary.unwrap_or(depth.primary);
                depth.alternate = overrides.alternate.unwrap_or(depth.alternate);
            }
            Take::RoundRobin { .. } if overrides.primary.or(overrides.alternate).is_some() => {
                return Err(Unfit::Depths);
            }
            Take::RoundRobin { size, .. } => *size = overrides.size.unwrap_or(*size),
        }
        match &mut protocol.distinct {
            Some(rule) => {
                rule.most = overrides.instances.unwrap_or(rule.most);
                rule.vote = overrides.vote.unwrap_or(rule.vote);
            }
            None if overrides.instances.is_some() || overrides.vote.is_some() => {
                return Err(Unfit::Instances);
            }
            None => {}
        }
        Ok(protocol)
    }
}

/// Runs by depth. In 2021 and 2022 only two of the baselines of Task 1 were as deep as primary runs: declare them so.
const fn by_depth(primary: usize, alternate: usize, deep_baselines: bool, deep_manual: bool) -> Take {
    Take::Depth(Depth { primary, alternate, deep_baselines, deep_manual })
}

const fn posts(take: Take) -> Protocol {
    Protocol { take, distinct: None }
}

const fn formulas(take: Take, vote: Vote) -> Protocol {
    Protocol { take, distinct: Some(Instances { most: 5, vote }) }
}

/// Two assessors, three labels, grades 0 to 4; every topic stays.
const NTCIR: Merge = Merge { assessors: Assessors::Sum, level: 1, least_relevant: 0 };

/// One assessor, grades 0 to 3; a topic needs two results of grade 2 or more.
const ARQMATH: Merge = Merge { assessors: Assessors::Single, level: 2, least_relevant: 2 };

/// All presets.
pub const PRESETS: [Preset; 9] = [
    Preset {
        name: "ntcir10",
        protocol: posts(Take::RoundRobin { size: 100, fewest_first: false }),
        merge: NTCIR,
        description: "100 different formulas, round robin over runs",
    },
    Preset {
        name: "ntcir11",
        protocol: posts(Take::RoundRobin { size: 50, fewest_first: true }),
        merge: NTCIR,
        description: "50 units, round robin by rank, the team with the fewest pooled so far first",
    },
    Preset {
        name: "ntcir12",
        protocol: posts(by_depth(20, 20, true, false)),
        merge: NTCIR,
        description: "the first 20 of every run",
    },
    Preset {
        name: "arqmath1-task1",
        protocol: posts(by_depth(50, 20, true, true)),
        merge: ARQMATH,
        description: "primary, baseline and manual runs to 50, alternate runs to 20",
    },
    Preset {
        name: "arqmath2-task1",
        protocol: posts(by_depth(45, 15, false, false)),
        merge: ARQMATH,
        description: "primary runs and baselines declared deep to 45, all others to 15",
    },
    Preset {
        name: "arqmath3-task1",
        protocol: posts(by_depth(45, 20, false, false)),
        merge: ARQMATH,
        description: "primary runs and baselines declared deep to 45, all others to 20",
    },
    Preset {
        name: "arqmath1-task2",
        protocol: formulas(by_depth(25, 10, true, false), Vote::MostRuns),
        merge: ARQMATH,
        description: "visually distinct formulas to 25 and 10, 5 instances that most runs brought",
    },
    Preset {
        name: "arqmath2-task2",
        protocol: formulas(by_depth(20, 10, true, false), Vote::ReciprocalRank),
        merge: ARQMATH,
        description: "visually distinct formulas to 20 and 10, 5 instances by reciprocal rank",
    },
    Preset {
        name: "arqmath3-task2",
        protocol: formulas(by_depth(25, 15, true, false), Vote::ReciprocalRank),
        merge: ARQMATH,
        description: "visually distinct formulas to 25 and 15, 5 instances by reciprocal rank",
    },
];

/// The preset of a name; upper case is accepted, and so are `_`, a space or nothing for `-`.
///
/// ```
/// use eval::pooling::presets;
/// assert_eq!(presets::named("ARQMath-3 Task 2").unwrap().name, "arqmath3-task2");
/// assert!(presets::named("trec8").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static Preset> {
    let plain =
        |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_ascii_lowercase();
    PRESETS.iter().find(|preset| plain(preset.name) == plain(name))
}
