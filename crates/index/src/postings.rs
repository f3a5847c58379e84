//! Inverted lists of formula tokens.
