//! What people type when they look for an article by its name.

use std::path::Path;

use anyhow::Result;
use index::Index;
use random::Random;

use crate::bench::answers::articles::trials::Articles;

/// A query, and the units that are right for it.
pub(super) struct Trial {
    pub(super) query: String,
    /// Ids of the units.
    pub(super) right: Vec<String>,
    pub(super) form: Form,
}

impl Trial {
    /// Whether a unit is right as the first hit.
    pub(super) fn is_right(&self, id: &str) -> bool {
        let names = |right: &String| match (right.strip_suffix('*'), right.strip_prefix('*')) {
            (Some(beginning), _) => id.starts_with(beginning),
            (_, Some(end)) => id.ends_with(end),
            _ => id == right,
        };
        self.right.iter().any(names)
    }
}

/// How a name is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Name,
    LowerCase,
    WhatIs,
    Define,
    Explain,
    Asked,
    Reversed,
    Slip,
    AskedWithSlip,
    /// Taken from a file.
    Written,
}

impl Form {
    /// All of them.
    pub(super) const ALL: [Form; 10] = [
        Form::Name,
        Form::LowerCase,
        Form::WhatIs,
        Form::Define,
        Form::Explain,
        Form::Asked,
        Form::Reversed,
        Form::Slip,
        Form::AskedWithSlip,
        Form::Written,
    ];

    /// Its name in output.
    pub(super) fn name(self) -> &'static str {
        match self {
            Form::Name => "name",
            Form::LowerCase => "lower case",
            Form::WhatIs => "what is a …",
            Form::Define => "define …",
            Form::Explain => "explain …",
            Form::Asked => "other questions",
            Form::Reversed => "words reversed",
            Form::Slip => "one slip",
            Form::AskedWithSlip => "question with a slip",
            Form::Written => "queries of the file",
        }
    }

    /// Whether a letter is wrong.
    pub(super) fn has_slip(self) -> bool {
        matches!(self, Form::Slip | Form::AskedWithSlip)
    }

    /// What is typed for a name; `None` where the form does not suit it.
    fn typed(self, name: &str, random: &mut Random) -> Option<String> {
        let lower = name.to_lowercase();
        Some(match self {
            Form::Name | Form::Written => name.to_owned(),
            Form::LowerCase => lower,
            Form::WhatIs => match random.below(3) {
                0 => format!("what is {lower}"),
                _ => format!("what is {} {lower}?", article(&lower)),
            },
            Form::Define => match random.below(3) {
                0 => format!("define {lower}"),
                1 => format!("definition of {lower}"),
                _ => format!("{lower} definition"),
            },
            Form::Explain => match random.below(3) {
                0 => format!("explain {lower} to me"),
                1 => format!("can someone explain {lower}?"),
                _ => format!("please explain the {lower}"),
            },
            Form::Asked => match random.below(4) {
                0 => format!("what does {lower} mean"),
                1 => format!("what's the {lower}?"),
                2 => format!("I don't understand {lower}"),
                _ => format!("Tell me about {lower}"),
            },
            Form::Reversed => {
                let words: Vec<&str> = lower.split_whitespace().collect();
                if words.len() < 2 {
                    return None;
                }
                words.into_iter().rev().collect::<Vec<_>>().join(" ")
            }
            Form::Slip => slipped(&lower, random)?,
            Form::AskedWithSlip => {
                let slipped = slipped(&lower, random)?;
                format!("what is {} {slipped}?", article(&slipped))
            }
        })
    }
}

/// Trials of all forms, each with names of its own as far as there are enough.
pub(super) fn trials(folder: &Path, kind: &str, of_each: usize, seed: u64) -> Result<Vec<Trial>> {
    let index = Index::open(folder)?;
    let units = index.units()?;
    let names = Articles::of(&index, kind)?.by_name(usize::MAX, seed)?;
    let mut names = names.iter().filter(|trial| is_typed(&trial.query)).cycle().take(100 * of_each);
    let mut trials = Vec::new();
    for form in Form::ALL.into_iter().filter(|form| *form != Form::Written) {
        let mut random = Random::named(seed, form.name());
        let mut left = of_each;
        while left > 0 {
            let Some(name) = names.next() else { break };
            let Some(query) = form.typed(&name.query, &mut random) else { continue };
            trials.push(Trial { query, right: vec![units.id(name.article)], form });
            left -= 1;
        }
    }
    Ok(trials)
}

/// Whether people would type a name as it is: it has no formulas, no commands, no codes.
fn is_typed(name: &str) -> bool {
    name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | ','))
        && name.split_whitespace().any(|word| word.chars().count() >= 4)
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// A name with one letter of one longer word left out, doubled, exchanged with the next, or replaced by another.
fn slipped(name: &str, random: &mut Random) -> Option<String> {
    let mut words: Vec<Vec<char>> = name.split_whitespace().map(|word| word.chars().collect()).collect();
    let is_long = |word: &[char]| word.len() >= 5 && word.iter().all(|c| c.is_ascii_lowercase());
    let long: Vec<usize> =
        (0..words.len()).filter(|&at| words.get(at).is_some_and(|word| is_long(word))).collect();
    let word = words.get_mut(*random.choose(&long)?)?;
    // The first letter is seldom wrong.
    let at = 1 + random.below(word.len() - 2);
    let before = word.clone();
    match random.below(4) {
        0 => drop(word.remove(at)),
        1 => word.insert(at, *before.get(at)?),
        2 => word.swap(at, at + 1),
        _ => *word.get_mut(at)? = char::from(b'a' + u8::try_from(random.below(26)).ok()?),
    }
    let is_changed = *word != before;
    let typed = words.into_iter().map(|word| word.into_iter().collect::<String>());
    is_changed.then(|| typed.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_changes_one_word_and_keeps_its_first_letter() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let Some(typed) = slipped("a harmonic series", &mut random) else { continue };
            let different =
                typed.split(' ').zip("a harmonic series".split(' ')).filter(|(one, other)| one != other);
            let different: Vec<_> = different.collect();
            assert_eq!(different.len(), 1, "{typed}");
            assert!(different.iter().all(|(one, other)| one.chars().next() == other.chars().next()));
        }
    }

    #[test]
    fn words_are_reversed_where_there_are_several() {
        let mut random = Random::new(1);
        assert_eq!(Form::Reversed.typed("Harmonic series", &mut random).as_deref(), Some("series harmonic"));
        assert_eq!(Form::Reversed.typed("Group", &mut random), None);
    }
}
