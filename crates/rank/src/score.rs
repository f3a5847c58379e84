//! What scores are made of, of formulas and of units alike: every score is the sum of named parts.

/// One part of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// A feature, a generator, `constant`, or the name of a fusion.
    pub name: String,
    /// What was measured.
    pub value: f64,
    /// What it adds to the score.
    pub contribution: f64,
}
