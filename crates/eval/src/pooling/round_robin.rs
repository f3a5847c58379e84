//! Round robin: rank by rank, one result of each run, until the pool is full.
//!
//! NTCIR-11 let the team with the fewest results in the pools so far go first, so that a full pool does not
//! always end before the same team's turn. "So far" counts over all topics, and within a rank: after each
//! turn the team that is then furthest behind is next. Ties go in the order given.

use std::collections::BTreeMap;

use super::Shares;

/// Takes up to `size` ids from the lists, each with the runs that brought it. An id that several runs
/// have by the end of the last rank is brought by all of them, but counts only for the first.
pub(super) fn take(
    size: usize,
    teams: &[&str],
    lists: &[Vec<String>],
    mut fewest_first: Option<&mut Shares>,
) -> BTreeMap<String, Vec<usize>> {
    let mut taken: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let deepest = lists.iter().map(Vec::len).max().unwrap_or(0);
    for rank in 0..deepest {
        let mut waiting: Vec<usize> = (0..lists.len()).filter(|&run| rank < lists[run].len()).collect();
        while !waiting.is_empty() {
            let next = match &fewest_first {
                Some(shares) => furthest_behind(&waiting, teams, shares),
                None => 0,
            };
            let run = waiting.remove(next);
            let id = &lists[run][rank];
            if let Some(runs) = taken.get_mut(id) {
                runs.push(run);
                continue;
            }
            if taken.len() >= size {
                continue;
            }
            taken.insert(id.clone(), vec![run]);
            if let (Some(shares), Some(team)) = (&mut fewest_first, teams.get(run)) {
                shares.add(team);
            }
        }
        if taken.len() >= size {
            break;
        }
    }
    taken.values_mut().for_each(|runs| runs.sort_unstable());
    taken
}

/// The place in `waiting` of the run whose team has the smallest share.
fn furthest_behind(waiting: &[usize], teams: &[&str], shares: &Shares) -> usize {
    let share = |run: usize| teams.get(run).map_or(0, |team| shares.of(team));
    (0..waiting.len()).min_by_key(|&place| (share(waiting[place]), waiting[place])).unwrap_or(0)
}
