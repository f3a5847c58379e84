//! A new formula from a given one: parts exchanged, variables renamed, numbers changed.
//!
//! Renaming is consistent within a formula and keeps different variables different; the variables of a part
//! that came from elsewhere mostly take names of the formula they come to, so that the result has one set of
//! variables, as real formulas do.

use random::Random;

use super::neighbours::{Neighbours, around};
use super::shapes::{Piece, Place, Role, Shape, Shapes, Span, push_piece};
use super::usage::Usage;

/// How far new formulas are from given ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// The probability that a stretch is exchanged.
    exchange: f64,
    /// The probability that a variable gets another name.
    rename: f64,
    /// The probability that a number gets another value.
    number: f64,
    /// The probability that a variable of an exchanged part takes a name of the formula.
    adapt: f64,
    /// The probability that a change is made although it brings pieces together that no given formula has together.
    novelty: f64,
}

impl Strength {
    /// The strength for a formula with `pieces` pieces. Small formulas need more of it to become new.
    ///
    /// The numbers were chosen on Math Stack Exchange (`docs/research/benchmarks/synthetic.md`): weak enough that symbols keep
    /// their usual neighbours, strong enough that ten million instances are as different as they should be.
    pub(super) fn for_size(pieces: u32) -> Strength {
        const BASE: Strength =
            Strength { exchange: 0.11, rename: 0.45, number: 0.40, adapt: 0.90, novelty: 0.03 };
        const SMALL: f64 = 32.0;
        BASE.times((SMALL / f64::from(pieces)).clamp(1.0, 6.0))
    }

    /// The strength times a factor.
    pub(super) fn times(self, factor: f64) -> Strength {
        let more = |probability: f64| (probability * factor).min(0.9);
        Strength {
            exchange: more(self.exchange),
            rename: more(self.rename),
            number: more(self.number),
            ..self
        }
    }
}

/// The material of a formula.
#[derive(Clone, Copy)]
pub(super) struct Variation<'a> {
    /// The shapes.
    pub shapes: &'a Shapes,
    /// How letters and numbers are used.
    pub usage: &'a Usage,
    /// Which pieces stand side by side.
    pub neighbours: &'a Neighbours,
    /// The strength of the changes.
    pub strength: Strength,
}

/// The replacement of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Text(u32),
    Digits { value: u64, length: usize },
}

/// A formula that is being written.
struct Draft<'a, 'o> {
    variation: Variation<'a>,
    names: Vec<(u32, Word)>,
    /// The letters of the formula itself with what they are.
    own: Vec<(u32, Role)>,
    out: &'o mut String,
}

impl Variation<'_> {
    /// Appends a variation of a formula to `out`.
    pub(super) fn write(self, shape: Shape, random: &mut Random, out: &mut String) {
        let mut draft = Draft { variation: self, names: Vec::new(), own: Vec::new(), out };
        draft.name(shape, random);
        let spans = self.shapes.spans.get(shape.spans.0 as usize..shape.spans.1 as usize).unwrap_or_default();
        let mut spans = spans.iter().peekable();
        let mut at = shape.pieces.0;
        while at < shape.pieces.1 {
            while spans.peek().is_some_and(|span| span.start < at) {
                spans.next();
            }
            at = match draft.exchanged(&mut spans, shape, at, random) {
                Some((end, other)) => {
                    draft.pieces((other.start, other.end), (other.start, other.end), true, random);
                    end
                }
                None => {
                    draft.pieces((at, at + 1), shape.pieces, false, random);
                    at + 1
                }
            };
        }
    }
}

impl<'a> Draft<'a, '_> {
    /// Chooses the names of the variables of the formula.
    fn name(&mut self, shape: Shape, random: &mut Random) {
        for piece in self.variation.shapes.pieces_of(shape.pieces) {
            let is_letter = matches!(piece.role, Role::Letter(..));
            if is_letter && !self.own.iter().any(|(text, _)| *text == piece.text) {
                self.own.push((piece.text, piece.role));
            }
        }
        for place in 0..self.own.len() {
            let (text, role) = self.own[place];
            if !random.chance(self.variation.strength.rename) {
                continue;
            }
            if let Some(name) = self.new_name(shape, text, role, random) {
                self.names.push((text, Word::Text(name)));
            }
        }
    }

    /// Another name for a variable: free, and as a rule one that is known in these places.
    fn new_name(&self, shape: Shape, text: u32, role: Role, random: &mut Random) -> Option<u32> {
        const ATTEMPTS: usize = 4;
        let is_novel = random.chance(self.variation.strength.novelty);
        for _ in 0..ATTEMPTS {
            let name = self.variation.usage.draw(role, 0, random)?;
            let is_free = !self.own.iter().any(|(own, _)| *own == name) && !self.is_used(Word::Text(name));
            if is_free && (is_novel || self.fits_everywhere(shape, text, name)) {
                return Some(name);
            }
        }
        None
    }

    /// Whether a name is known wherever the formula has `text`.
    fn fits_everywhere(&self, shape: Shape, text: u32, name: u32) -> bool {
        let Variation { shapes, neighbours, .. } = self.variation;
        (shape.pieces.0..shape.pieces.1)
            .zip(shapes.pieces_of(shape.pieces))
            .filter(|(_, piece)| piece.text == text)
            .all(|(at, _)| neighbours.fits(name, around(shapes, shape.pieces, at)))
    }

    fn is_used(&self, word: Word) -> bool {
        self.names.iter().any(|(_, used)| *used == word)
    }

    /// Whether one of the stretches that begin here is exchanged: where it ends, and for what.
    fn exchanged(
        &self,
        spans: &mut std::iter::Peekable<std::slice::Iter<'a, Span>>,
        shape: Shape,
        at: u32,
        random: &mut Random,
    ) -> Option<(u32, Span)> {
        while let Some(span) = spans.next_if(|span| span.start == at) {
            if random.chance(self.variation.strength.exchange) {
                return self.other(*span, shape, random).map(|other| (span.end, other));
            }
        }
        None
    }

    /// A stretch to put in the place of another: as a rule one whose ends are known to its neighbours.
    fn other(&self, span: Span, shape: Shape, random: &mut Random) -> Option<Span> {
        const ATTEMPTS: usize = 4;
        let Variation { shapes, neighbours, strength, .. } = self.variation;
        let pool = shapes.pools.get(span.pool as usize)?;
        let is_novel = random.chance(strength.novelty);
        let before = around(shapes, shape.pieces, span.start).before;
        let after = around(shapes, shape.pieces, span.end.saturating_sub(1)).after;
        for _ in 0..ATTEMPTS {
            let other = shapes.spans.get(*random.choose(pool)? as usize)?;
            let printing = |text: &u32| !shapes.is_brace(*text);
            let pieces = shapes.pieces_of((other.start, other.end));
            let first = pieces.iter().map(|piece| piece.text).find(printing);
            let last = pieces.iter().rev().map(|piece| piece.text).find(printing);
            let fits = neighbours.are_known(before[0], first, 1)
                && neighbours.are_known(before[1], first, 2)
                && neighbours.are_known(last, after[0], 1)
                && neighbours.are_known(last, after[1], 2);
            if is_novel || fits {
                return Some(*other);
            }
        }
        None
    }

    /// Writes pieces of a formula or stretch with these bounds.
    fn pieces(&mut self, range: (u32, u32), bounds: (u32, u32), foreign: bool, random: &mut Random) {
        for (at, piece) in (range.0..range.1).zip(self.variation.shapes.pieces_of(range)) {
            let word = match piece.role {
                Role::Fixed => Word::Text(piece.text),
                Role::Letter(..) if foreign => self.foreign_letter(piece, bounds, at, random),
                Role::Letter(..) => self.renamed(piece.text).unwrap_or(Word::Text(piece.text)),
                Role::Number(place) => self.number(piece.text, place, (bounds, at), random),
            };
            self.push(word);
        }
    }

    fn renamed(&self, text: u32) -> Option<Word> {
        self.names.iter().find(|(from, _)| *from == text).map(|(_, to)| *to)
    }

    /// A variable of a part that came from elsewhere: as a rule it takes the name of one of the formula.
    fn foreign_letter(&mut self, piece: &Piece, bounds: (u32, u32), at: u32, random: &mut Random) -> Word {
        if let Some(word) = self.renamed(piece.text) {
            return word;
        }
        let mut word = Word::Text(piece.text);
        if random.chance(self.variation.strength.adapt)
            && let Some(own) = self.own_alike(piece.role, random)
            && self.variation.neighbours.fits(own, around(self.variation.shapes, bounds, at))
        {
            word = self.renamed(own).unwrap_or(Word::Text(own));
        }
        self.names.push((piece.text, word));
        word
    }

    /// One of the formula's own variables of the same class.
    fn own_alike(&self, role: Role, random: &mut Random) -> Option<u32> {
        let is_alike = |other: &&(u32, Role)| match (other.1, role) {
            (Role::Letter(a, _), Role::Letter(b, _)) => a == b,
            _ => false,
        };
        let alike = self.own.iter().filter(is_alike).count();
        self.own.iter().filter(is_alike).nth(random.below(alike)).map(|(text, _)| *text)
    }

    fn number(&mut self, text: u32, place: Place, at: ((u32, u32), u32), random: &mut Random) -> Word {
        if let Some(word) = self.renamed(text) {
            return word;
        }
        let Variation { shapes, usage, neighbours, strength } = self.variation;
        let length = shapes.text(text).len();
        let mut word = Word::Text(text);
        if random.chance(strength.number) {
            let is_novel = random.chance(strength.novelty);
            word = match usage.draw(Role::Number(place), length, random) {
                _ if length > 2 => Word::Digits { value: random.draw(), length },
                Some(number) if is_novel || neighbours.fits(number, around(shapes, at.0, at.1)) => {
                    Word::Text(number)
                }
                _ => word,
            };
        }
        self.names.push((text, word));
        word
    }

    fn push(&mut self, word: Word) {
        match word {
            Word::Text(text) => push_piece(self.variation.shapes.text(text), self.out),
            Word::Digits { value, length } => push_digits(value, length, self.out),
        }
    }
}

/// Appends `length` digits, the first of them not zero.
fn push_digits(mut value: u64, length: usize, out: &mut String) {
    const LONGEST: usize = 19;
    for place in 0..length.min(LONGEST) {
        let digit = if place == 0 { 1 + value % 9 } else { value % 10 };
        value /= 10;
        out.push(char::from(b'0' + digit as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::super::streams::Purpose;
    use super::*;

    /// Formulas to vary, each with what was learned from all.
    fn learned() -> (Shapes, Usage, Neighbours, Vec<Shape>) {
        let sources = [
            r"x_{1}+x_{2}=\frac{a+b}{2}",
            r"f(x)=\sum_{k=0}^{n}a_{k}x^{k}",
            r"\alpha\le\beta^{2}+\sqrt{y-1}",
            r"\left(p,q\right)\in\mathbb{R}^{2}",
            r"\begin{cases}u&v\\w&z\end{cases}",
        ];
        let (mut shapes, mut usage, mut neighbours) =
            (Shapes::default(), Usage::default(), Neighbours::default());
        let learned: Vec<Shape> = sources.iter().filter_map(|source| shapes.add(source)).collect();
        for shape in &learned {
            neighbours.learn(&shapes, *shape);
            for piece in shapes.pieces_of(shape.pieces) {
                usage.count(*piece, usize::from(matches!(piece.role, Role::Number(_))), 1);
            }
        }
        usage.finish();
        (shapes, usage, neighbours, learned)
    }

    fn variations(strength: Strength) -> Vec<(Shape, String)> {
        let (shapes, usage, neighbours, learned) = learned();
        let variation = Variation { shapes: &shapes, usage: &usage, neighbours: &neighbours, strength };
        let mut out = Vec::new();
        for number in 0..200 {
            for shape in &learned {
                let mut latex = String::new();
                variation.write(*shape, &mut Purpose::Formula.stream(1, number), &mut latex);
                out.push((*shape, latex));
            }
        }
        out
    }

    #[test]
    fn variations_can_be_read_without_a_finding() {
        let strength = Strength { exchange: 0.3, rename: 0.5, number: 0.5, adapt: 0.5, novelty: 1.0 };
        for (_, latex) in variations(strength) {
            let (_, findings) = formula::latex::read(&latex, &formula::Options::default());
            assert!(findings.is_empty(), "{latex}: {findings:?}");
        }
    }

    #[test]
    fn renaming_keeps_different_variables_different() {
        let strength = Strength { exchange: 0.0, rename: 0.9, number: 0.0, adapt: 0.0, novelty: 1.0 };
        let (shapes, ..) = learned();
        let letters = |latex: &str| {
            let mut shapes = Shapes::default();
            let shape = shapes.add(latex).unwrap();
            let pieces = shapes.pieces_of(shape.pieces).iter();
            let names = pieces.filter(|piece| matches!(piece.role, Role::Letter(..))).map(|piece| piece.text);
            let mut names: Vec<u32> = names.collect();
            names.sort_unstable();
            names.dedup();
            names.len()
        };
        for (shape, latex) in variations(strength) {
            assert_eq!(letters(&latex), letters(&shapes.written(shape)), "{latex}");
        }
    }

    #[test]
    fn without_strength_nothing_changes() {
        let strength = Strength { exchange: 0.0, rename: 0.0, number: 0.0, adapt: 0.0, novelty: 0.0 };
        let (shapes, ..) = learned();
        for (shape, latex) in variations(strength) {
            assert_eq!(latex, shapes.written(shape));
        }
    }
}
