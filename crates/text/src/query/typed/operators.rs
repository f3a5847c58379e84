//! Operators and relations in typed pieces.

/// Operators that stand alone between two spaces.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "=", "<", ">", "<=", ">=", "=<", "!=", "<>", "==", "->", "=>", "<=>", "<-", "|->",
    "+-", "+/-", "<==>", "<->", "-->", "==>", "=/=", "/=", "<<", ">>", "⟹", "⟶", "∧", "∨", "⊃", "⊇", "≪",
    "≫", "~", "~=", "|", "&", "^", "−", "×", "÷", "·", "⋅", "±", "≤", "≥", "≠", "≈", "≡", "→", "∈", "⊂", "⊆",
    "∪", "∩", "∥", "⊥", "∣", "∤", "∝", "⊢", "⊨", "∉", "∋", "⊄", "≃", "⩽", "⩾", "∕", "⁄", "∙", "!==", "∘",
    "⇒", "⇔", "↔", "∖", "∼", "≅", "⊕", "⊗", "–", "—",
];

/// Arrows of limits.
const ARROWS: &[&str] = &["->", "-->", "→", "⟶", "⇒", "=>"];

/// Whether a piece contains an arrow, with something on both of its sides: `x->0`.
pub(super) fn has_arrow(piece: &str) -> bool {
    ARROWS.iter().any(|arrow| {
        piece.split_once(arrow).is_some_and(|(before, behind)| !before.is_empty() && !behind.is_empty())
    })
}

/// Whether a piece is or contains an arrow.
pub(super) fn contains_arrow(piece: &str) -> bool {
    ARROWS.iter().any(|arrow| piece.contains(arrow))
}

/// Whether a piece is an arrow of a limit.
pub(super) fn is_arrow(piece: &str) -> bool {
    ARROWS.contains(&piece)
}

/// Whether a piece contains a relation.
pub(super) fn has_relation(piece: &str) -> bool {
    const COMMANDS: &[&str] =
        &["\\le", "\\ge", "\\lt", "\\gt", "\\ne", "\\in", "\\equiv", "\\approx", "\\to", "\\subset", "\\sim"];
    piece.contains(['=', '<', '>', '≤', '≥', '≠', '∈', '≡', '≈', '→', '⊂', '⊆'])
        || COMMANDS.iter().any(|command| piece.contains(command))
}

/// Whether a piece needs an operand before it.
pub(super) fn starts_with_operator(piece: &str) -> bool {
    piece.starts_with(['+', '*', '/', '=', '<', '>', '^'])
        || is_operator(piece)
        || piece == "mod"
        || has_relation_command(piece)
}

/// Whether a piece needs an operand after it.
pub(super) fn ends_in_operator(piece: &str) -> bool {
    piece.ends_with(['+', '-', '*', '/', '=', '<', '>', '^'])
        || is_operator(piece)
        || has_relation_command(piece)
}

/// A command that stands alone and is a relation or an operator: `\in`, `\subset`, `\cdot`.
fn has_relation_command(piece: &str) -> bool {
    const JOINING: &[&str] = &[
        "\\cdot",
        "\\times",
        "\\cap",
        "\\cup",
        "\\setminus",
        "\\mid",
        "\\otimes",
        "\\oplus",
        "\\circ",
        "\\pm",
    ];
    let is_one =
        piece.strip_prefix('\\').is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_one && (has_relation(piece) || JOINING.contains(&piece))
}

/// Whether an operator is a character of mathematics, which people ask about on its own: `⊕`.
pub(super) fn is_symbol(piece: &str) -> bool {
    is_operator(piece) && piece.chars().all(|c| !c.is_ascii() && !matches!(c, '–' | '—' | '−' | '·'))
}

/// Whether a piece is an operator and nothing else.
pub(super) fn is_operator(piece: &str) -> bool {
    OPERATORS.contains(&piece)
}
