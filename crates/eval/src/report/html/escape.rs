//! Text into HTML: nothing that a file, tag or topic is called can become markup.

/// Text that stands for itself in content and in attribute values. Control characters, which neither HTML
/// nor XML may have, become `\u{fffd}`.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A measure's name: the prime as a prime.
pub(super) fn label(text: &str) -> String {
    escape(&text.replace('\'', "′"))
}
