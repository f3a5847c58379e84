//! Which pieces stand side by side in the given formulas.
//!
//! A change that puts two pieces together which no given formula has together makes a new token. Real formulas do that
//! too, but rarely; the generator checks here before it makes a change.

use rustc_hash::FxHashSet;

use super::shapes::{Shape, Shapes};

/// Pairs of pieces at a distance of one or two, braces not counted.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    pairs: FxHashSet<(u32, u32, u8)>,
}

/// The pieces around a place: two before and two after, the nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Around {
    /// To the left.
    pub before: [Option<u32>; 2],
    /// To the right.
    pub after: [Option<u32>; 2],
}

impl Neighbours {
    /// Learns from a formula.
    pub(super) fn learn(&mut self, shapes: &Shapes, shape: Shape) {
        let (mut before, mut last) = (None, None);
        for piece in shapes.pieces_of(shape.pieces).iter().filter(|piece| !shapes.is_brace(piece.text)) {
            if let Some(before) = before {
                self.pairs.insert((before, piece.text, 2));
            }
            if let Some(last) = last {
                self.pairs.insert((last, piece.text, 1));
            }
            (before, last) = (last, Some(piece.text));
        }
    }

    /// Whether two pieces were seen at this distance.
    #[inline]
    pub(super) fn are_known(&self, left: Option<u32>, right: Option<u32>, distance: u8) -> bool {
        match (left, right) {
            (Some(left), Some(right)) => self.pairs.contains(&(left, right, distance)),
            _ => true,
        }
    }

    /// Whether a piece is known among these.
    pub(super) fn fits(&self, text: u32, around: Around) -> bool {
        let text = Some(text);
        self.are_known(around.before[0], text, 1)
            && self.are_known(text, around.after[0], 1)
            && self.are_known(around.before[1], text, 2)
            && self.are_known(text, around.after[1], 2)
    }
}

/// The pieces around the piece at `at`, within a formula or a stretch.
pub(super) fn around(shapes: &Shapes, range: (u32, u32), at: u32) -> Around {
    let printing = |pieces: &mut dyn Iterator<Item = &super::shapes::Piece>| {
        let mut printing = pieces.map(|piece| piece.text).filter(|text| !shapes.is_brace(*text));
        [printing.next(), printing.next()]
    };
    Around {
        before: printing(&mut shapes.pieces_of((range.0, at)).iter().rev()),
        after: printing(&mut shapes.pieces_of((at + 1, range.1)).iter()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_were_seen_together_fit() {
        let mut shapes = Shapes::default();
        let mut neighbours = Neighbours::default();
        for source in ["a^{2}+b", "c^{2}+b"] {
            let shape = shapes.add(source).unwrap();
            neighbours.learn(&shapes, shape);
        }
        let shape = shapes.add("a^{2}+b").unwrap();
        let first = around(&shapes, shape.pieces, shape.pieces.0);
        let [b, c, two] = ["b", "c", "2"].map(|text| shapes.number_of(text));
        assert_eq!((first.before, first.after[1]), ([None, None], Some(two)));
        assert!(neighbours.fits(c, first));
        assert!(!neighbours.fits(b, first));
    }
}
