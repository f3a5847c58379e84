//! Wildcards in the LaTeX of a query.

/// How [`formula::write::tex`] writes a wildcard.
const OPENING: &str = "\\qvar{";

/// The LaTeX with every `\qvar{name}` replaced by what `text` gives for the name.
///
/// ```
/// let latex = rank::formulas::wildcards::replace(r"\qvar{a}+\qvar{b}^{2}", |name| format!("{{{name}_1}}"));
/// assert_eq!(latex, "{a_1}+{b_1}^{2}");
/// ```
pub fn replace(latex: &str, mut text: impl FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(latex.len());
    let mut rest = latex;
    while let Some(at) = rest.find(OPENING) {
        let after = &rest[at + OPENING.len()..];
        let Some(end) = after.find('}') else { break };
        out.push_str(&rest[..at]);
        out.push_str(&text(&after[..end]));
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}
