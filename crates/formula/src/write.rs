//! Writers: trees to text, in notations for people and for other programs.
//!
//! Every writer is a pure function that appends to one string. None of them recurses along a baseline or,
//! without a bound, along operands, so they write a formula of any length in linear time.

pub(crate) mod alphabet;
pub mod ascii;
pub mod content;
pub mod json;
pub mod layout;
pub mod mathml;
pub mod sexpr;
pub mod tangent;
pub mod tex;

/// Appends `text` in quotation marks on one line.
fn push_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
    out.push('"');
}
