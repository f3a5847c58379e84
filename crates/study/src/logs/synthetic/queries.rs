//! Queries of made-up words: a concept, words around it, a kind of content, a cue.

use random::Random;

use crate::logs::kinds;
use crate::logs::reformulation::Reformulation;

/// Concepts, as many as the published list has.
const CONCEPTS: usize = 681;

/// Queries that many people ask.
const HEADS: usize = 1_500;

/// Shares of the kinds of content, in their order; the rest has none.
const CONTENTS: [f64; 6] = [0.123, 0.097, 0.084, 0.061, 0.059, 0.053];

/// Shares of the cues of questions, in their order.
const CUES: [f64; 6] = [0.695, 0.138, 0.062, 0.039, 0.043, 0.023];

/// The part that a word has in its query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Concept,
    Filler,
    /// A word of a kind of content or of a cue, which no change touches.
    Fixed,
}

/// A query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub tokens: Vec<(String, Role)>,
    has_mark: bool,
}

impl Made {
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.tokens.iter().map(|token| token.0.as_str()).collect();
        words.join(" ") + if self.has_mark { "?" } else { "" }
    }

    fn has(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token.0 == word)
    }

    /// The places of words that a change may touch.
    fn places(&self, wanted: impl Fn(Role) -> bool) -> Vec<usize> {
        self.tokens.iter().enumerate().filter(|(_, token)| wanted(token.1)).map(|(at, _)| at).collect()
    }

    /// Different places of fillers at random.
    fn fillers(&self, random: &mut Random) -> Vec<usize> {
        let mut places = self.places(|role| role == Role::Filler);
        random.shuffle(&mut places);
        places
    }
}

/// Makes queries.
pub(super) struct Maker {
    concepts: Vec<Vec<String>>,
    heads: Vec<Made>,
    /// Sums of the weights of the heads.
    weights: Vec<f64>,
    next_word: usize,
}

impl Maker {
    pub fn new(random: &mut Random) -> Maker {
        let mut maker = Maker { concepts: Vec::new(), heads: Vec::new(), weights: Vec::new(), next_word: 0 };
        for _ in 0..CONCEPTS {
            let draw = random.unit();
            let length = 1 + usize::from(draw >= 0.35) + usize::from(draw >= 0.85);
            let words = (0..length).map(|_| maker.word()).collect();
            maker.concepts.push(words);
        }
        let (mut questions, mut weight) = (0, 0.0);
        for head in 0..HEADS {
            // Evenly spread instead of drawn: few heads make most repetitions.
            let content = chosen(spread(head, 0.618_033_988_749_895), &CONTENTS);
            let is_question = spread(head, std::f64::consts::SQRT_2 - 1.0) < 0.06;
            questions += usize::from(is_question);
            let cue = is_question.then(|| chosen(spread(questions, 0.754_877_666_246_693), &CUES)).flatten();
            let head = maker.with(random, content, cue, None);
            maker.heads.push(head);
        }
        for place in 0..HEADS {
            weight += (place as f64 + 20.0).powf(-0.7);
            maker.weights.push(weight);
        }
        maker
    }

    /// The concepts, one per line.
    pub fn concepts(&self) -> String {
        self.concepts.iter().map(|words| words.join(" ") + "\n").collect()
    }

    /// Fresh words, separated by spaces.
    pub fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    /// A word that no other query has, and no table of kinds: none of theirs begins with a z.
    fn word(&mut self) -> String {
        let (mut number, mut word) = (self.next_word, String::from("z"));
        self.next_word += 1;
        loop {
            let (vowel, rest) = (number % 5, number / 5);
            word.push(char::from(b"aeiou"[vowel]));
            word.push(char::from(b"bdfgklmnprstvz"[rest % 14]));
            number = rest / 14;
            if number == 0 {
                return word;
            }
        }
    }

    /// A query that a session begins with, or one that shares no word with the one before.
    pub fn create(&mut self, random: &mut Random, questions: f64, before: Option<&Made>) -> Made {
        if random.chance(0.30) {
            for _ in 0..5 {
                let drawn = random.unit() * self.weights.last().copied().unwrap_or(0.0);
                let head = self.heads.get(self.weights.partition_point(|sum| *sum <= drawn));
                let is_new = |head: &&Made| {
                    before.is_none_or(|before| head.tokens.iter().all(|token| !before.has(&token.0)))
                };
                if let Some(head) = head.filter(is_new) {
                    return head.clone();
                }
            }
        }
        let content = chosen(random.unit(), &CONTENTS);
        let cue = if random.chance(questions) { chosen(random.unit(), &CUES) } else { None };
        self.with(random, content, cue, before)
    }

    fn with(
        &mut self,
        random: &mut Random,
        content: Option<usize>,
        cue: Option<usize>,
        before: Option<&Made>,
    ) -> Made {
        let is_new = |word: &str| before.is_none_or(|before| !before.has(word));
        let fixed = |table: usize, class: Option<usize>| {
            let words = class.map(|class| kinds::words_of(table, class)).unwrap_or_default();
            words.into_iter().find(|word| is_new(word)).map(|word| (word.to_owned(), Role::Fixed))
        };
        let concept = loop {
            let Some(concept) = random.choose(&self.concepts) else { break Vec::new() };
            if concept.iter().all(|word| is_new(word)) {
                break concept.clone();
            }
        };
        let mut tokens: Vec<(String, Role)> = fixed(1, cue).into_iter().collect();
        tokens.extend(concept.into_iter().map(|word| (word, Role::Concept)));
        tokens.extend(fixed(0, content));
        let length = 2 + negative_binomial_length(random);
        let fillers = length.saturating_sub(tokens.len()).max(1);
        tokens.extend((0..fillers).map(|_| (self.word(), Role::Filler)));
        Made { tokens, has_mark: cue == Some(CUES.len() - 1) }
    }

    /// The query changed in a way; none if that is impossible.
    pub fn changed(&mut self, random: &mut Random, query: &Made, kind: Reformulation) -> Option<Made> {
        let mut new = query.clone();
        let fillers = new.fillers(random);
        let two = random.chance(0.2);
        match kind {
            Reformulation::New => return Some(self.create(random, 0.336, Some(query))),
            Reformulation::Substituting => {
                fillers.first()?;
                fillers.iter().take(1 + usize::from(two)).for_each(|at| new.tokens[*at].0 = self.word());
            }
            Reformulation::Adding => (0..1 + usize::from(two)).for_each(|_| self.insert(random, &mut new)),
            Reformulation::Removing => {
                fillers.first()?;
                let mut gone: Vec<usize> =
                    fillers.iter().take(1 + usize::from(two && fillers.len() > 2)).copied().collect();
                gone.sort_unstable();
                gone.iter().rev().for_each(|at| _ = new.tokens.remove(*at));
            }
            Reformulation::Reordering => swap(random, &mut new)?,
            Reformulation::Multi if random.chance(0.76) => {
                new.tokens[*fillers.first()?].0 = self.word();
                match fillers.get(1).filter(|_| random.chance(0.5)) {
                    Some(other) => _ = new.tokens.remove(*other),
                    None => self.insert(random, &mut new),
                }
            }
            Reformulation::Multi => {
                swap(random, &mut new)?;
                new.tokens.push((self.word(), Role::Filler));
            }
            Reformulation::Revisiting => return None,
        }
        Some(new)
    }

    fn insert(&mut self, random: &mut Random, query: &mut Made) {
        let at = random.below(query.tokens.len() + 1);
        query.tokens.insert(at, (self.word(), Role::Filler));
    }
}

/// Words beyond two: most queries have four to six, some very many.
fn negative_binomial_length(random: &mut Random) -> usize {
    super::negative_binomial(random, 0.85, 3.95)
}

/// Exchanges two words.
fn swap(random: &mut Random, query: &mut Made) -> Option<()> {
    let mut places = query.places(|role| role != Role::Fixed);
    random.shuffle(&mut places);
    let (one, other) = (*places.first()?, *places.get(1)?);
    query.tokens.swap(one, other);
    Some(())
}

/// The place of the share that a number from 0 to 1 falls into; none if it is beyond all of them.
fn chosen(mut draw: f64, shares: &[f64]) -> Option<usize> {
    shares.iter().position(|share| {
        draw -= share;
        draw < 0.0
    })
}

/// The place of an item in an even spread over 0 to 1.
fn spread(item: usize, step: f64) -> f64 {
    (item as f64 * step).fract()
}
