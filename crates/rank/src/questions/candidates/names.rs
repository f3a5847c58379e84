//! Units by their names: what a typed query names, or what it is about.
//!
//! A user who asks "what is an abelian group?" wants the article with that title before units that use the two words
//! often. Names are looked up by their keys (see [`text::names`]), so this takes as long as a query has words, whatever
//! the collection. Four readings of a query are tried: all of it, its subject (without the words of asking), the subject
//! under another name ("IVT"), and names within the subject; the last count by their share of it.

use index::units::Units;
use text::names::{key_of, stems};

use crate::Result;
use crate::questions::{Question, Targets};

/// The value of a name that is the subject of the query, relative to one that is all of the query.
const SUBJECT: f32 = 0.95;

/// The same where a proof or an example of it is wanted.
const SUBJECT_OF_WANTED: f32 = 0.75;

/// The value of another name of a unit, relative to its title: an article defines many things beside its subject.
const OTHER_NAME: f32 = 0.94;

/// The value of a name whose words are in another order.
const REORDERED: f32 = 0.9;

/// The value of a name within the subject, times the square of its share of the words.
const WITHIN: f32 = 0.6;

/// The most words of a name within a subject.
const MOST_WORDS: usize = 6;

/// The most words of a subject that names are looked for in.
const MOST_SUBJECT: usize = 16;

/// The most units of one name whose words are compared in their order.
const MOST_COMPARED: usize = 64;

/// A reading of a query as a name.
struct Reading {
    stems: Vec<String>,
    value: f32,
}

/// The scores of all units by number: 1 for a unit whose name is the query, less for one that is within it. `None` for
/// a question with a body, which names too many things.
pub(crate) fn scores(units: &Units, question: &Question, targets: &Targets) -> Result<Option<Vec<f32>>> {
    if !question.body.is_empty() {
        return Ok(None);
    }
    let mut scores = vec![0.0f32; units.count() as usize];
    for reading in readings(question) {
        let Some(key) = key_of(&reading.stems) else { continue };
        let mut named = Vec::new();
        units.named(&key, |unit| named.push(unit))?;
        for (place, unit) in named.into_iter().filter(|&unit| targets.contains(unit)).enumerate() {
            let share =
                if place < MOST_COMPARED { closeness(units, unit, &reading.stems)? } else { REORDERED };
            let value = share * reading.value;
            if let Some(slot) = scores.get_mut(unit as usize) {
                *slot = slot.max(value);
            }
        }
    }
    Ok(Some(scores))
}

/// The names that a query may mean, each with its value.
fn readings(question: &Question) -> Vec<Reading> {
    let whole = stems(&question.title.text);
    let subject = &question.subject;
    let words = question.share_of_words() as f32;
    let mut readings = Vec::new();
    if *subject != whole {
        let is_wanted_of_it = question.wanted.iter().any(|wanted| wanted.names_texts());
        let value = if is_wanted_of_it { SUBJECT_OF_WANTED } else { SUBJECT };
        readings.push(Reading { stems: subject.clone(), value: value * words });
    }
    readings.push(Reading { stems: whole, value: 1.0 });
    let variants = question.variants.iter();
    readings.extend(
        variants.map(|(stems, weight)| Reading { stems: stems.clone(), value: SUBJECT * weight * words }),
    );
    let subject = subject.get(..MOST_SUBJECT.min(subject.len())).unwrap_or_default();
    for length in 1..=MOST_WORDS.min(subject.len().saturating_sub(1)) {
        let share = length as f32 / subject.len() as f32;
        let within = subject
            .windows(length)
            .map(|stems| Reading { stems: stems.to_vec(), value: WITHIN * share * share * words });
        readings.extend(within);
    }
    readings
}

/// How near the names of a unit come to these stems, of which it has one in some order.
fn closeness(units: &Units, unit: u32, wanted: &[String]) -> Result<f32> {
    let stored = units.stored(unit)?;
    let wanted = in_order(wanted);
    let is_wanted = |name: &String| in_order(&stems(name)) == wanted;
    Ok(match is_wanted(&stored.title) {
        true => 1.0,
        false if stored.names.iter().any(is_wanted) => OTHER_NAME,
        false => REORDERED,
    })
}

/// The stems that say something, in their order.
fn in_order(stems: &[String]) -> Vec<&str> {
    stems.iter().map(String::as_str).filter(|stem| !text::question::is_stop_word(stem)).collect()
}
