//! Runs that are joined: "Cauchy–Schwarz", "L^2-norm", "L'Hôpital".
//!
//! A chain is read to its end, or until it is too long to be a word, so that memory is bounded even if the whole text
//! is one chain.

use super::LONGEST;
use super::characters::{self, Class};
use super::fold::fold;

/// The fewest letters of a part of a scripted word that is a word of its own.
const FEWEST_LETTERS: usize = 3;

/// What follows an apostrophe without being part of the word: a possessive or a contracted verb.
const DROPPED_ENDINGS: [&str; 5] = ["s", "ll", "re", "ve", "m"];

/// Words after which "d" is dropped. Elsewhere it is part of a name: Arnol'd.
const PRONOUNS: [&str; 7] = ["i", "you", "he", "she", "it", "we", "they"];

/// Endings of ordinal numbers.
pub(crate) const ORDINAL_ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Articles that lose their vowel before a name: L'Hôpital, d'Alembert.
const ELIDED: [&str; 2] = ["l", "d"];

/// How a piece is joined to the piece before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    Hyphen,
    Superscript,
    Subscript,
}

impl Join {
    fn character(self) -> char {
        match self {
            Join::Hyphen => '-',
            Join::Superscript => '^',
            Join::Subscript => '_',
        }
    }
}

/// A run of letters and digits, with the runs that apostrophes join to it.
#[derive(Debug)]
pub(super) struct Piece {
    /// None when it is too long for a word.
    text: Option<String>,
    start: usize,
    end: usize,
    /// How it is joined to the piece before it; a hyphen for the first.
    join: Join,
    /// Where a name without its article starts, in the text and in the source.
    elision: Option<(usize, usize)>,
    /// Where reading continues.
    next: usize,
}

/// A text found in the source.
pub(super) struct Found {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Pieces that are joined.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) pieces: Vec<Piece>,
    /// Where reading continues.
    pub(super) next: usize,
    /// Whether the chain continues there; only a chain that is too long stops before its end.
    pub(super) goes_on: bool,
    /// Whether the pieces together are longer than a word may be.
    pub(super) too_long: bool,
}

impl Chain {
    /// The chain that starts at `at`.
    pub(super) fn read(text: &str, at: usize) -> Chain {
        let mut chain = Chain::of_one_piece(text, at);
        while !chain.too_long {
            let Some((join, after)) = joint(text, chain.next) else { break };
            chain.push(Piece::read(text, after, join));
            chain.too_long = joined(&chain.pieces).is_none();
        }
        chain.goes_on = joint(text, chain.next).is_some();
        chain
    }

    /// The first piece of a chain, for chains that are too long.
    pub(super) fn of_one_piece(text: &str, at: usize) -> Chain {
        let piece = Piece::read(text, at, Join::Hyphen);
        let (next, too_long) = (piece.next, piece.text.is_none());
        Chain { pieces: vec![piece], next, goes_on: joint(text, next).is_some(), too_long }
    }

    fn push(&mut self, piece: Piece) {
        self.next = piece.next;
        match self.pieces.last_mut() {
            Some(last)
                if piece.join != Join::Subscript && piece.is_ordinal_ending() && last.is_ordinal_base() =>
            {
                last.append(piece.text, piece.end);
            }
            _ => self.pieces.push(piece),
        }
    }

    /// The pieces between hyphens.
    pub(super) fn segments(&self) -> impl Iterator<Item = &[Piece]> {
        self.pieces.chunk_by(|_, piece| piece.join != Join::Hyphen)
    }
}

/// Pieces as one word; none when it is too long.
pub(super) fn joined(pieces: &[Piece]) -> Option<Found> {
    let mut text = String::new();
    for piece in pieces {
        if !text.is_empty() {
            text.push(piece.join.character());
        }
        text.push_str(piece.text.as_ref()?);
    }
    let (start, end) = (pieces.first()?.start, pieces.last()?.end);
    (text.chars().count() <= LONGEST).then_some(Found { text, start, end })
}

/// How the run that ends at `at` is joined to a run after it, and where that run starts.
fn joint(text: &str, at: usize) -> Option<(Join, usize)> {
    let (class, after) = characters::at(text, at)?;
    let next = |place| characters::at(text, place);
    match (class, next(after)) {
        (Class::Superscript, _) => Some((Join::Superscript, at)),
        (Class::Subscript, _) => Some((Join::Subscript, at)),
        (Class::Hyphen, Some((Class::Letter, _))) => Some((Join::Hyphen, after)),
        (Class::Caret, Some((Class::Letter, _))) => Some((Join::Superscript, after)),
        (Class::Underscore, Some((Class::Letter, _))) => Some((Join::Subscript, after)),
        // TeX's en dash.
        (Class::Hyphen, Some((Class::Hyphen, last))) if text.get(at..last) == Some("--") => {
            matches!(next(last), Some((Class::Letter, _))).then_some((Join::Hyphen, last))
        }
        _ => None,
    }
}

impl Piece {
    /// The piece that starts at `at`, at a character that can start a word.
    fn read(text: &str, at: usize, join: Join) -> Piece {
        let end = characters::run_end(text, at);
        let run = text.get(at..end).and_then(fold);
        let mut piece = Piece { text: run, start: at, end, join, elision: None, next: end };
        if matches!(characters::at(text, at), Some((Class::Letter, _))) {
            while let Some(after) = after_apostrophe(text, piece.next) {
                piece.read_after_apostrophe(text, after);
            }
        }
        piece
    }

    fn read_after_apostrophe(&mut self, text: &str, at: usize) {
        self.next = characters::run_end(text, at);
        let run = text.get(at..self.next).and_then(fold);
        let before = self.text.as_deref().unwrap_or("");
        match run.as_deref() {
            Some(ending) if DROPPED_ENDINGS.contains(&ending) => return,
            Some("d") if PRONOUNS.contains(&before) => return,
            Some(name) if ELIDED.contains(&before) && is_name(name) => {
                self.elision = Some((before.len(), at))
            }
            _ => {}
        }
        self.append(run, self.next);
    }

    fn append(&mut self, text: Option<String>, end: usize) {
        self.end = end;
        self.text = match (self.text.take(), text) {
            (Some(mut all), Some(text)) if all.len() + text.len() <= 4 * LONGEST => {
                all.push_str(&text);
                (all.chars().count() <= LONGEST).then_some(all)
            }
            _ => None,
        };
    }

    fn is_ordinal_ending(&self) -> bool {
        self.text.as_deref().is_some_and(|text| ORDINAL_ENDINGS.contains(&text))
    }

    /// Whether this is `n` or `2`, whose ordinals are written with a hyphen.
    fn is_ordinal_base(&self) -> bool {
        let Some(text) = self.text.as_deref().filter(|_| self.join == Join::Hyphen) else { return false };
        let is_letter = text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_lowercase());
        is_letter || text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether a part of a scripted word also counts alone: `log` of `log_2`.
    pub(super) fn is_own_word(&self) -> bool {
        self.text.as_deref().is_some_and(is_name)
    }

    /// The name after an elided article.
    pub(super) fn without_elision(&self) -> Option<Found> {
        let (skipped, start) = self.elision?;
        let text = self.text.as_ref()?.get(skipped..)?.to_owned();
        Some(Found { text, start, end: self.end })
    }
}

/// Whether there are enough letters for a word of its own.
fn is_name(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= FEWEST_LETTERS
}

/// The place after an apostrophe at `at`, if a letter is there.
fn after_apostrophe(text: &str, at: usize) -> Option<usize> {
    let (class, after) = characters::at(text, at)?;
    let letter_follows = matches!(characters::at(text, after), Some((Class::Letter, _)));
    (class == Class::Apostrophe && letter_follows).then_some(after)
}
