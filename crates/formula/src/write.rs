//! Writers: trees to text in the notations other programs and people read.
//!
//! Every writer is a pure function that appends to one string. None of them recurses along a baseline, nor
//! without a bound along operands, so a formula of any length can be written, in time linear in its length.

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
