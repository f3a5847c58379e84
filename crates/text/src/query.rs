//! The query language: reads words, phrases, formulas, demands and filters from what a user typed.
//!
//! | typed | read as |
//! |---|---|
//! | `mean value theorem` | words |
//! | `"mean value theorem"` | a phrase; typographic and TeX's quotes too |
//! | `+compact`, `-metric` | must occur, must not occur; on words, phrases and formulas |
//! | `tag:calculus`, `kind:answer`, `site:example.org` | filters; `-` before one excludes what it names |
//! | `after:2015`, `before:2016-03` | filters by date |
//! | `is:accepted`, `votes:3` | filters by what readers thought of a unit |
//! | `x^2+y^2`, `\int_0^1 x dx`, `sin(x)/x` | formulas, without delimiters |
//!
//! [`read`] finds delimited formulas with the scanner for all texts ([`document::markup`]). [`parse`] cuts the rest,
//! except for quoted phrases, at white space. A piece is mathematical if it cannot be anything else (`typed` has the
//! rules). The reader recognises questions and gives little weight to the talk around them ([`crate::question`]).
//!
//! Reading cannot fail: anything without another meaning is a word, and [`Query::notes`] lists what was dropped or is
//! doubtful. Time is linear in the text. Of a query with very many parts only the first ones are kept (`limits` has the
//! numbers).
//!
//! What it is not: a language of brackets and operators that users must learn. There is no `AND`.

mod atoms;
mod filters;
mod limits;
mod notes;
mod read_as;
mod typed;
mod weights;

use std::ops::Range;

use document::{Text, markup};
pub use filters::{Filter, Filters, Key, in_words};
pub use limits::MOST_FILTERS;
pub use notes::{Note, Reason};
pub use read_as::day;

use crate::question::{Manner, Wanted};
use crate::words::words;
use atoms::{Atom, Atoms, Body};

/// The fewest words of a text that may be a pasted passage and is therefore also tried as one phrase.
pub const FEWEST_WORDS_OF_A_PASSAGE: usize = 12;

/// A text with more pieces than this is prose: a sign before a word is then a dash that lost its space.
const MOST_PIECES_WITH_SIGNS: usize = 40;

/// A parsed query.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Query {
    /// Words, phrases and formulas, in the order of the query.
    pub clauses: Vec<Clause>,
    /// What the results are restricted to.
    pub filters: Filters,
    /// How it asks.
    pub manner: Manner,
    /// The kinds of content it wants, each once, in the order of their cues.
    pub wanted: Vec<Wanted>,
    /// What was dropped or is doubtful, in the order of the query.
    pub notes: Vec<Note>,
    /// Whether it is long enough, and free enough of operators, to be a pasted passage.
    pub is_passage: bool,
}

/// Whether a clause must, should or must not occur.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Demand {
    /// A unit with it ranks higher.
    #[default]
    Should,
    /// A result must have it.
    Must,
    /// A result must not have it.
    Not,
}

/// A part of a query.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// A word.
    Word(QueryWord),
    /// Words in quotes.
    Phrase(QueryPhrase),
    /// A formula.
    Formula(QueryFormula),
}

/// A word of a query. A hyphenated name comes whole and then in parts, as [`crate::words`] gives them.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryWord {
    /// The word, folded.
    pub text: String,
    /// The bytes it takes in the query.
    pub place: Range<usize>,
    /// How many positions are before it. Words at one position are forms of the same word: any of them meets a demand.
    pub position: u32,
    /// 1, or less for a word that says little about the subject; 0 for stop words in questions.
    pub weight: f32,
    /// Whether it must, should or must not occur.
    pub demand: Demand,
    /// Whether it is a part of the hyphenated or scripted word before it.
    pub is_part: bool,
    /// Whether it says what the query is about: it is no word of asking, of politeness, or of every text.
    pub is_subject: bool,
}

/// Words in quotes, one after another.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryPhrase {
    /// The words with their positions; at least one.
    pub words: Vec<QueryWord>,
    /// The bytes between the quotes that the words take. A formula in a phrase splits it in two.
    pub place: Range<usize>,
    /// Whether it must, should or must not occur.
    pub demand: Demand,
    /// Always 1: quoted words are meant as written.
    pub weight: f32,
}

/// A formula of a query.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryFormula {
    /// The formula as it stands in the query; a marked formula with its delimiters.
    pub source: String,
    /// The bytes it takes in the query.
    pub place: Range<usize>,
    /// Whether it must, should or must not occur.
    pub demand: Demand,
    /// Always 1.
    pub weight: f32,
    /// The index among the marked formulas; none for a formula typed without delimiters.
    pub marked: Option<usize>,
}

impl Clause {
    /// The bytes it takes in the query.
    pub fn place(&self) -> &Range<usize> {
        match self {
            Clause::Word(word) => &word.place,
            Clause::Phrase(phrase) => &phrase.place,
            Clause::Formula(formula) => &formula.place,
        }
    }

    /// Whether it must, should or must not occur.
    pub fn demand(&self) -> Demand {
        match self {
            Clause::Word(word) => word.demand,
            Clause::Phrase(phrase) => phrase.demand,
            Clause::Formula(formula) => formula.demand,
        }
    }

    /// How much it counts.
    pub fn weight(&self) -> f32 {
        match self {
            Clause::Word(word) => word.weight,
            Clause::Phrase(phrase) => phrase.weight,
            Clause::Formula(formula) => formula.weight,
        }
    }
}

impl Query {
    /// The words outside of quotes.
    pub fn words(&self) -> impl Iterator<Item = &QueryWord> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::Word(word) => Some(word),
            _ => None,
        })
    }

    /// The phrases in quotes.
    pub fn phrases(&self) -> impl Iterator<Item = &QueryPhrase> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::Phrase(phrase) => Some(phrase),
            _ => None,
        })
    }

    /// The formulas.
    pub fn formulas(&self) -> impl Iterator<Item = &QueryFormula> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::Formula(formula) => Some(formula),
            _ => None,
        })
    }

    /// Takes the weight from words that are not demanded, unless no other words are left.
    pub fn hush(&mut self, is_hushed: impl Fn(&str) -> bool) {
        let is_left = |word: &QueryWord| word.is_subject && !is_hushed(&word.text);
        if !self.words().any(is_left) {
            return;
        }
        for clause in &mut self.clauses {
            if let Clause::Word(word) = clause
                && word.demand == Demand::Should
                && is_hushed(&word.text)
            {
                (word.weight, word.is_subject) = (0.0, false);
            }
        }
    }

    /// Whether there is nothing to search for. Filters alone are nothing to search for.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// One line that shows how the query was read.
    pub fn read_as(&self) -> String {
        read_as::read_as(self)
    }
}

/// Reads a query: returns its text with the delimited formulas, and its parts. Places refer to that text. If the query
/// was pasted as HTML, its tags are removed first.
pub fn read(query: &str) -> (Text, Query) {
    let text = if looks_like_html(query) { markup::html(query) } else { markup::delimited(query) };
    let marked: Vec<_> = text.formulas.iter().map(|formula| formula.place.clone()).collect();
    let read = parse(&text.text, &marked);
    (text, read)
}

/// Whether a query was pasted as HTML: it has a tag of running text.
fn looks_like_html(query: &str) -> bool {
    const TAGS: [&str; 6] = ["</p>", "<p>", "<br", "</a>", "</span>", "</em>"];
    TAGS.iter().any(|tag| query.contains(tag))
}

/// Parses a query. `marked` are the places of the delimited formulas, in order. Ranges that are not places of the text
/// are ignored.
///
/// ```
/// let query = text::query::parse("prove x^2+y^2 >= 2xy +real -complex tag:inequality", &[]);
/// assert_eq!(
///     query.read_as(),
///     "words: prove; formulas: x^2+y^2 >= 2xy; must: real; not: complex; tag: inequality; a statement to prove; wants a proof"
/// );
/// ```
pub fn parse(text: &str, marked: &[Range<usize>]) -> Query {
    let atoms = Atoms::read(text, marked);
    let mut reader = Reader { text, query: Query::default(), position: 0, has_operators: false };
    reader.query.notes = atoms.notes;
    reader.read(&atoms.atoms);
    let mut query = reader.query;
    let has_no_operators = !reader.has_operators;
    query.is_passage = has_no_operators && reader.position as usize >= FEWEST_WORDS_OF_A_PASSAGE;
    limits::cut(&mut query);
    weights::weigh(text, &mut query);
    query.notes.sort_by_key(|note| note.place.start);
    query
}

struct Reader<'a> {
    text: &'a str,
    query: Query,
    /// The position of the next word.
    position: u32,
    /// Whether the query uses quotes, signs or filters.
    has_operators: bool,
}

impl Reader<'_> {
    fn read(&mut self, atoms: &[Atom]) {
        let signs_count = atoms.len() <= MOST_PIECES_WITH_SIGNS;
        let mut rest = atoms;
        while let Some((atom, behind)) = rest.split_first() {
            if matches!(atom.body, Body::Piece) {
                let length = rest.iter().take_while(|atom| matches!(atom.body, Body::Piece)).count();
                let (pieces, behind) = rest.split_at(length);
                self.read_pieces(pieces, length == atoms.len(), signs_count);
                rest = behind;
                continue;
            }
            match &atom.body {
                Body::Marked(index) => {
                    let demand = self.demand_of(atom, signs_count);
                    self.push_formula(atom.content.clone(), demand, Some(*index));
                }
                Body::Phrase(formulas) => self.read_phrase(atom, formulas),
                Body::Filter(filter) => {
                    self.has_operators = true;
                    let is_known_reason =
                        self.query.notes.iter().any(|note| note.reason == Reason::TooManyFilters);
                    if !self.query.filters.push(filter) && !is_known_reason {
                        self.note(atom.place.clone(), Reason::TooManyFilters);
                    }
                }
                Body::Piece => {}
            }
            rest = behind;
        }
    }

    /// The demand of a sign, if signs count in this query.
    fn demand_of(&mut self, atom: &Atom, signs_count: bool) -> Demand {
        match atom.sign {
            Some(demand) if signs_count => {
                self.has_operators = true;
                demand
            }
            _ => Demand::Should,
        }
    }

    fn read_pieces(&mut self, pieces: &[Atom], is_whole_query: bool, signs_count: bool) {
        for segment in typed::segments(self.text, pieces, is_whole_query, signs_count) {
            let demand = segment.sign.unwrap_or_default();
            self.has_operators |= segment.sign.is_some();
            if segment.has_doubtful_sign {
                self.note(segment.place.clone(), Reason::SignOfFormula);
            }
            if segment.is_formula {
                self.push_scripted_word(segment.place.clone(), demand);
                self.push_formula(segment.place, demand, None);
            } else {
                self.push_words(segment.place, demand);
            }
        }
    }

    fn read_phrase(&mut self, atom: &Atom, formulas: &[(usize, Range<usize>)]) {
        self.has_operators = true;
        let demand = atom.sign.unwrap_or_default();
        let before = self.query.clauses.len();
        let mut from = atom.content.start;
        for (index, place) in formulas {
            self.push_phrase(from..place.start, demand);
            self.push_formula(place.clone(), demand, Some(*index));
            from = place.end;
        }
        match typed::is_one_formula(self.text, from..atom.content.end) && formulas.is_empty() {
            true => self.push_formula(atom.content.clone(), demand, None),
            false => self.push_phrase(from..atom.content.end, demand),
        }
        if self.query.clauses.len() == before {
            self.note(atom.place.clone(), Reason::EmptyPhrase);
        }
    }

    fn push_phrase(&mut self, place: Range<usize>, demand: Demand) {
        let words = self.words_of(place, demand);
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
        let place = first.place.start..last.place.end.max(first.place.end);
        self.query.clauses.push(Clause::Phrase(QueryPhrase { words, place, demand, weight: 1.0 }));
    }

    fn push_words(&mut self, place: Range<usize>, demand: Demand) {
        let mut words = self.words_of(place, demand);
        if demand == Demand::Not {
            // Excluding `p-adic` does not exclude `p`.
            words.retain(|word| !word.is_part);
        }
        self.query.clauses.extend(words.into_iter().map(Clause::Word));
    }

    /// `L^2` is a formula in one collection and a word in another, so it becomes both.
    fn push_scripted_word(&mut self, place: Range<usize>, demand: Demand) {
        if demand == Demand::Must || !typed::is_scripted_word(self.text.get(place.clone()).unwrap_or("")) {
            return;
        }
        let word = self.words_of(place.clone(), demand).into_iter().find(|word| word.place == place);
        self.query.clauses.extend(word.map(Clause::Word));
    }

    fn words_of(&mut self, place: Range<usize>, demand: Demand) -> Vec<QueryWord> {
        let source = self.text.get(place.clone()).unwrap_or("");
        let mut out: Vec<QueryWord> = Vec::new();
        let mut next_position = self.position;
        let mut whole_end = 0;
        for word in words(source) {
            let is_part = word.end <= whole_end;
            whole_end = whole_end.max(word.end);
            let position = self.position.saturating_add(word.position);
            next_position = position.saturating_add(1);
            let place = place.start + word.start..place.start + word.end;
            out.push(QueryWord {
                text: word.text,
                place,
                position,
                weight: 1.0,
                demand,
                is_part,
                is_subject: true,
            });
        }
        if out.is_empty() && source.chars().filter(|c| c.is_alphanumeric()).count() > crate::words::LONGEST {
            self.note(place, Reason::TooLong);
        }
        self.position = next_position;
        out
    }

    fn push_formula(&mut self, place: Range<usize>, demand: Demand, marked: Option<usize>) {
        let source = self.text.get(place.clone()).unwrap_or("").to_owned();
        let formula = QueryFormula { source, place, demand, weight: 1.0, marked };
        self.query.clauses.push(Clause::Formula(formula));
    }

    fn note(&mut self, place: Range<usize>, reason: Reason) {
        self.query.notes.push(Note { place, reason });
    }
}
