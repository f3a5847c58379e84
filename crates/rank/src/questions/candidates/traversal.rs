//! All bags of a pipeline in one traversal: the list of a term is read once, whatever the number of bags that count it.
//!
//! Reading lists takes most of the time of a question, and the bags of a pipeline read the same lists: those of the
//! answer itself, and those of the answer together with its question. The terms are dealt into a few parts that are read
//! in parallel; the parts are always the same and added in their order, so a score does not depend on the machine.

use index::Budget;
use index::units::{List, Units, Zone};
use rayon::prelude::*;
use text::synonyms::Synonym;

use super::bag::{Bag, Norms, Worth};
use crate::Result;
use crate::questions::{Targets, Term};

/// The most postings that are read for one question; reading takes about a second per hundred million.
const MOST_POSTINGS: u64 = 2_000_000;

/// The number of terms that are read however many postings they have.
const LEAST_TERMS: usize = 8;

/// Parts that terms are dealt into.
const PARTS: usize = 4;

/// Bags over an index.
pub struct Traversal<'a> {
    /// How each is scored, with the lengths of its targets.
    pub bags: Vec<(&'a Bag, &'a Norms)>,
    /// The units of the index.
    pub units: &'a Units,
    /// The units that may be found.
    pub targets: &'a Targets,
    /// When it is over, the remaining terms are left out.
    pub budget: &'a Budget,
}

/// The lists to read for a term.
struct Reading<'t> {
    term: &'t Term,
    /// Its weight in each bag; 0 where it does not count.
    weights: Vec<f32>,
    lists: Vec<Counted>,
}

/// A list that counts in some bags.
struct Counted {
    /// The lists of the words of a phrase, or one.
    words: Vec<List>,
    /// Whether it is of another name for the term.
    is_synonym: bool,
    /// The weight of an occurrence in each bag.
    worth: Vec<Worth>,
}

/// How often units have the term that is being read, for one bag.
struct Room {
    frequencies: Vec<f32>,
    touched: Vec<u32>,
    /// How many of them have the term itself.
    having: usize,
}

/// The postings of one list.
#[derive(Default)]
struct Postings {
    /// Of targets that have the term themselves.
    own: Vec<(u32, f32)>,
    /// Of targets whose parent has it.
    of_parents: Vec<(u32, f32)>,
    /// Of targets with an answer that has it.
    of_answers: Vec<(u32, f32)>,
}

impl Room {
    /// Adds occurrences with a weight.
    fn add(&mut self, postings: &[(u32, f32)], worth: f32) {
        if worth <= 0.0 {
            return;
        }
        self.touched.reserve(postings.len());
        for &(unit, frequency) in postings {
            let Some(sum) = self.frequencies.get_mut(unit as usize) else { continue };
            if *sum == 0.0 {
                self.touched.push(unit);
            }
            *sum += worth * frequency;
        }
    }
}

impl Counted {
    fn length(&self) -> u64 {
        self.words.iter().map(List::length).sum()
    }
}

impl Reading<'_> {
    /// The number of postings that a bag reads for it.
    fn length(&self, bag: usize) -> u64 {
        let counts = |counted: &&Counted| counted.worth.get(bag).is_some_and(Worth::is_any);
        self.lists.iter().filter(counts).map(Counted::length).sum()
    }
}

impl Traversal<'_> {
    /// The scores of all units by number, for each bag.
    pub fn scores(&self, terms: &[Term]) -> Result<Vec<Vec<f32>>> {
        let readings = self.readings(terms)?;
        let part = |part: usize| self.part(readings.iter().skip(part).step_by(PARTS));
        let parts: Vec<Vec<Vec<f32>>> =
            (0..PARTS.min(readings.len()).max(1)).into_par_iter().map(part).collect::<Result<_>>()?;
        let mut parts = parts.into_iter();
        let mut scores = parts.next().unwrap_or_default();
        for part in parts {
            for (sums, more) in scores.iter_mut().zip(part) {
                sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
        Ok(scores)
    }

    /// The lists to read, the longest first.
    fn readings<'t>(&self, terms: &'t [Term]) -> Result<Vec<Reading<'t>>> {
        let mut readings = Vec::new();
        for term in terms {
            if self.budget.is_over() {
                break;
            }
            let weights: Vec<f32> =
                self.bags.iter().map(|(bag, _)| bag.query_weight(term).max(0.0)).collect();
            if weights.iter().any(|weight| *weight > 0.0) {
                readings.push(Reading { term, lists: self.lists(term, &weights)?, weights });
            }
        }
        for bag in 0..self.bags.len() {
            leave_out_frequent(&mut readings, bag);
        }
        readings.retain(|reading| reading.weights.iter().any(|weight| *weight > 0.0));
        let all = |reading: &Reading| -> u64 { reading.lists.iter().map(Counted::length).sum() };
        readings.sort_by_key(|reading| std::cmp::Reverse(all(reading)));
        Ok(readings)
    }

    /// The lists of a term in the zones that any bag counts it in.
    fn lists(&self, term: &Term, weights: &[f32]) -> Result<Vec<Counted>> {
        let mut zones: Vec<(Zone, Vec<Worth>)> = Vec::new();
        for (number, ((bag, _), weight)) in self.bags.iter().zip(weights).enumerate() {
            for (zone, worth) in bag.zones(term.sort) {
                let place = zones.iter().position(|(known, _)| *known == zone).unwrap_or_else(|| {
                    zones.push((zone, vec![Worth::default(); self.bags.len()]));
                    zones.len() - 1
                });
                if let Some(slot) = zones.get_mut(place).and_then(|(_, worth)| worth.get_mut(number)) {
                    *slot = if *weight > 0.0 { worth } else { Worth::default() };
                }
            }
        }
        let mut lists = Vec::new();
        for (zone, worth) in &zones {
            let words = vec![self.units.list(*zone, &term.text)?];
            lists.push(Counted { words, is_synonym: false, worth: worth.clone() });
        }
        if self.bags.iter().any(|(bag, _)| bag.synonyms > 0.0) {
            for synonym in &term.synonyms {
                for (zone, worth) in &zones {
                    lists.push(self.synonym(synonym, *zone, worth)?);
                }
            }
        }
        Ok(lists)
    }

    /// Another name for a term in a zone: units that have all its words there have it as often as the rarest of them.
    fn synonym(&self, synonym: &Synonym, zone: Zone, worth: &[Worth]) -> Result<Counted> {
        let stems = synonym.phrase.split(' ').map(text::stem::stem);
        let words = stems.map(|stem| self.units.list(zone, &stem)).collect::<index::Result<_>>()?;
        let less = |((bag, _), worth): (&(&Bag, &Norms), &Worth)| worth.times(bag.synonyms * synonym.weight);
        let worth = self.bags.iter().zip(worth).map(less).collect();
        Ok(Counted { words, is_synonym: true, worth })
    }

    /// The scores of some terms.
    fn part<'t>(&self, readings: impl Iterator<Item = &'t Reading<'t>>) -> Result<Vec<Vec<f32>>> {
        let none = || vec![0.0; self.units.count() as usize];
        let mut scores: Vec<Vec<f32>> = self.bags.iter().map(|_| none()).collect();
        let mut rooms: Vec<Room> =
            self.bags.iter().map(|_| Room { frequencies: none(), touched: Vec::new(), having: 0 }).collect();
        let mut postings = Postings::default();
        for reading in readings {
            if self.budget.is_over() {
                break;
            }
            for counted in &reading.lists {
                self.read(counted, &mut postings)?;
                for (room, worth) in rooms.iter_mut().zip(&counted.worth) {
                    room.add(&postings.own, worth.own);
                    room.add(&postings.of_parents, worth.parent);
                    room.add(&postings.of_answers, worth.answers);
                    if !counted.is_synonym {
                        room.having = room.touched.len();
                    }
                }
            }
            for (bag, (room, scores)) in rooms.iter_mut().zip(&mut scores).enumerate() {
                self.score(reading, bag, room, scores);
            }
        }
        Ok(scores)
    }

    /// Reads a list, for the units themselves, the answers to them and the units they answer, as far as any bag counts them.
    fn read(&self, counted: &Counted, postings: &mut Postings) -> Result<()> {
        let Counted { words, worth, .. } = counted;
        let Postings { own, of_parents, of_answers } = postings;
        own.clear();
        of_parents.clear();
        of_answers.clear();
        let is_own_wanted = worth.iter().any(|worth| worth.own > 0.0);
        let is_parent_wanted = worth.iter().any(|worth| worth.parent > 0.0);
        let is_answer_wanted = worth.iter().any(|worth| worth.answers > 0.0);
        if !is_own_wanted && !is_parent_wanted && !is_answer_wanted {
            return Ok(());
        }
        let is_target = |unit: &u32| self.targets.contains(*unit);
        let mut hand_out = |unit: u32, frequency: u32| {
            let frequency = frequency as f32;
            if is_own_wanted && is_target(&unit) {
                own.push((unit, frequency));
            }
            if is_parent_wanted {
                let answers = self.units.answers(unit).iter().copied().filter(is_target);
                of_parents.extend(answers.map(|answer| (answer, frequency)));
            }
            if is_answer_wanted {
                let parent = self.units.parent(unit).filter(is_target);
                of_answers.extend(parent.map(|parent| (parent, frequency)));
            }
        };
        match words.as_slice() {
            [list] => self.units.read(list, &mut hand_out)?,
            words => {
                for (unit, frequency) in self.common(words)? {
                    hand_out(unit, frequency);
                }
            }
        }
        Ok(())
    }

    /// The units that are in all of some lists, with the least of their frequencies.
    fn common(&self, lists: &[List]) -> Result<Vec<(u32, u32)>> {
        let mut common: Option<Vec<(u32, u32)>> = None;
        for list in lists {
            let mut here = Vec::new();
            let mut known = common.as_deref();
            self.units.read(list, |unit, frequency| {
                let Some(left) = &mut known else { return here.push((unit, frequency)) };
                *left = left.get(left.partition_point(|(other, _)| *other < unit)..).unwrap_or_default();
                if let Some(&(_, least)) = left.first().filter(|(other, _)| *other == unit) {
                    here.push((unit, frequency.min(least)));
                }
            })?;
            common = Some(here);
        }
        Ok(common.unwrap_or_default())
    }

    /// Adds the weight of a term to the scores of the units that have it, and clears the buffers.
    fn score(&self, reading: &Reading, bag: usize, room: &mut Room, scores: &mut [f32]) {
        let (Some((bag, norms)), Some(weight)) = (self.bags.get(bag), reading.weights.get(bag)) else {
            return;
        };
        // Units that only have another name for the term have it in part.
        let others = (room.touched.len() - room.having) as f32;
        let rarity = bag.rarity(room.having as f32 + bag.synonyms * others, self.targets.count() as f32);
        let (worth, norms) = (weight * rarity, norms.of(reading.term.sort));
        for unit in room.touched.drain(..) {
            let unit = unit as usize;
            let slots = (room.frequencies.get_mut(unit), norms.get(unit), scores.get_mut(unit));
            if let (Some(frequency), Some(norm), Some(score)) = slots {
                *score += worth * bag.frequency_worth(*frequency, *norm);
                *frequency = 0.0;
            }
        }
    }
}

/// For a long question over a large collection a bag reads the rarest terms only. The other terms are in too many units
/// to distinguish them.
fn leave_out_frequent(readings: &mut [Reading], bag: usize) {
    let counts = |reading: &Reading| reading.weights.get(bag).is_some_and(|weight| *weight > 0.0);
    let mut counted: Vec<(u64, usize)> = readings
        .iter()
        .enumerate()
        .filter(|(_, reading)| counts(reading))
        .map(|(number, reading)| (reading.length(bag), number))
        .collect();
    counted.sort_unstable();
    let (mut postings, mut kept) = (0, 0);
    for (length, number) in counted {
        postings += length;
        if postings <= MOST_POSTINGS || kept < LEAST_TERMS {
            kept += 1;
            continue;
        }
        let Some(reading) = readings.get_mut(number) else { continue };
        if let Some(weight) = reading.weights.get_mut(bag) {
            *weight = 0.0;
        }
        for counted in &mut reading.lists {
            if let Some(slot) = counted.worth.get_mut(bag) {
                *slot = Worth::default();
            }
        }
    }
}
