//! The elementary functions by their names.

use super::expression::Wave;

/// An elementary function.
pub(super) enum Elementary {
    Exponential,
    Logarithm,
    Wave(Wave),
    Inverse(Wave),
    Quotient(Wave, Wave),
}

impl Elementary {
    pub(super) fn named(name: &str) -> Option<Elementary> {
        use Elementary::{Exponential, Inverse, Logarithm, Quotient};
        use Wave::{Cosine, HyperbolicCosine, HyperbolicSine, Sine};
        Some(match name {
            "exp" => Exponential,
            "ln" | "log" => Logarithm,
            "sin" => Elementary::Wave(Sine),
            "cos" => Elementary::Wave(Cosine),
            "tan" => Quotient(Sine, Cosine),
            "cot" => Quotient(Cosine, Sine),
            "sec" => Inverse(Cosine),
            "csc" => Inverse(Sine),
            "sinh" => Elementary::Wave(HyperbolicSine),
            "cosh" => Elementary::Wave(HyperbolicCosine),
            "tanh" => Quotient(HyperbolicSine, HyperbolicCosine),
            "coth" => Quotient(HyperbolicCosine, HyperbolicSine),
            "sech" => Inverse(HyperbolicCosine),
            "csch" => Inverse(HyperbolicSine),
            _ => return None,
        })
    }
}
