//! LaTeX cut into the pieces that the generator keeps, renames or exchanges.
//!
//! Coarser than a reader's tokens: `\text{for all }`, `\begin{array}{cc}` and `\left(` are one piece each,
//! because nothing inside them may change on its own. Spaces are gone; the writer puts one where two pieces
//! would merge.
//!
//! What it is not: a parser. It never looks at what a command means beyond the lists here, and a formula it
//! cannot bracket is kept as it is.

/// How a piece may be changed, and its effect on the pieces around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Kept as it is.
    Literal,
    /// A variable: a letter, a Greek letter, a letter in a font.
    Letter(Class),
    /// A run of digits.
    Number,
    /// `^`
    Superscript,
    /// `_`
    Subscript,
    /// `=`, `\le`, `\to`: ends a side of a formula.
    Relation,
    /// `+`, `-`, `\pm`: ends a term.
    Additive,
    /// `,`, `&`, `\\`: ends an element.
    Separator,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `\left(`, `\begin{…}`
    OpenFence,
    /// `\right)`, `\end{…}`
    CloseFence,
    /// `(`, `[`
    OpenBracket,
    /// `)`, `]`
    CloseBracket,
}

/// Letters that may stand for each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Class {
    /// `a` to `z`.
    Small,
    /// `A` to `Z`.
    Capital,
    /// `\alpha`, `\Omega`.
    Greek,
    /// A letter in a font: `\mathbb{R}`, `\mathcal{F}`.
    Styled,
}

/// A piece of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lexeme<'a> {
    /// As it is written.
    pub text: &'a str,
    /// How it may be changed.
    pub kind: Kind,
}

const GREEK: &str = " alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho \
    varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi \
    Omega ell ";

const RELATIONS: &str = " le leq leqslant ge geq geqslant ne neq equiv sim simeq approx cong propto to rightarrow \
    Rightarrow implies iff Leftrightarrow mapsto longrightarrow in notin subset subseteq supset supseteq mid \
    parallel perp prec succ lt gt over choose atop colon vdash models leftarrow Leftarrow hookrightarrow \
    longmapsto ";

/// Commands whose argument is not mathematics.
const OPAQUE: &str = " text textrm textbf textit texttt textsf mbox hbox operatorname operatornamewithlimits \
    mathop label tag color textcolor hspace vspace hskip href class style ref eqref phantom hphantom vphantom \
    mathrm mathit mathsf mathtt bbox require unicode cssId ";

/// Commands that put one letter into a font.
const FONTS: &str = " mathbb mathcal mathscr mathfrak mathbf boldsymbol bm ";

/// Commands that take a fence.
const FENCES: &str =
    " left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm middle ";

fn listed(list: &str, name: &str) -> bool {
    list.match_indices(name).any(|(at, _)| {
        let bytes = list.as_bytes();
        bytes.get(at.wrapping_sub(1)) == Some(&b' ') && bytes.get(at + name.len()) == Some(&b' ')
    })
}

/// Cuts a formula. None if it defines macros: to change it would change what its commands mean.
pub(super) fn lexemes(source: &str) -> Option<Vec<Lexeme<'_>>> {
    let mut out: Vec<Lexeme<'_>> = Vec::new();
    let mut at = 0;
    while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
        let (length, kind) = match c {
            '\\' => command(source, at)?,
            c if c.is_whitespace() || c == '%' => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_digit() => (run(source, at, |byte| byte.is_ascii_digit()), Kind::Number),
            c if c.is_ascii_alphabetic() => letters(source, at),
            '{' => (1, Kind::OpenBrace),
            '}' => (1, Kind::CloseBrace),
            '(' | '[' => (1, Kind::OpenBracket),
            ')' | ']' => (1, Kind::CloseBracket),
            '^' => (1, Kind::Superscript),
            '_' => (1, Kind::Subscript),
            '=' | '<' | '>' | ':' | '|' => (1, Kind::Relation),
            '+' | '-' => (1, Kind::Additive),
            ',' | ';' | '&' => (entity(source, at), Kind::Separator),
            '$' | '#' => return None,
            c => (c.len_utf8(), Kind::Literal),
        };
        out.push(Lexeme { text: source.get(at..at + length)?, kind });
        at += length;
    }
    Some(out)
}

/// The length of the run of bytes that fit.
fn run(source: &str, at: usize, fits: impl Fn(&u8) -> bool) -> usize {
    source.as_bytes().iter().skip(at).take_while(|byte| fits(byte)).count()
}

/// An HTML entity left over from a page stays whole; anything else is one byte.
fn entity(source: &str, at: usize) -> usize {
    let name = run(source, at + 1, u8::is_ascii_alphabetic);
    let ends = source.as_bytes().get(at + 1 + name) == Some(&b';');
    if source.as_bytes().get(at) == Some(&b'&') && name > 1 && ends { name + 2 } else { 1 }
}

/// One letter, or a word of three and more, which is a name.
fn letters(source: &str, at: usize) -> (usize, Kind) {
    let length = run(source, at, u8::is_ascii_alphabetic);
    let bytes = source.as_bytes();
    if length >= 3 {
        return (length, Kind::Literal);
    }
    match (bytes.get(at), bytes.get(at + 1)) {
        // The `d` of a differential and the base of the exponential function keep their names.
        (Some(b'd'), Some(next)) if next.is_ascii_alphabetic() || *next == b'\\' => (1, Kind::Literal),
        (Some(b'e'), Some(b'^')) => (1, Kind::Literal),
        (Some(letter), _) if letter.is_ascii_uppercase() => (1, Kind::Letter(Class::Capital)),
        _ => (1, Kind::Letter(Class::Small)),
    }
}

/// A command with the arguments that belong to it.
fn command(source: &str, at: usize) -> Option<(usize, Kind)> {
    let letters = run(source, at + 1, u8::is_ascii_alphabetic);
    let name = source.get(at + 1..at + 1 + letters)?;
    let length = 1 + letters;
    match name {
        "" => Some(control(source, at)),
        "def" | "newcommand" | "renewcommand" | "let" | "require" | "verb" | "gdef" => None,
        "begin" | "end" => {
            let kind = if name == "begin" { Kind::OpenFence } else { Kind::CloseFence };
            Some((length + environment(source, at + length), kind))
        }
        "pm" | "mp" => Some((length, Kind::Additive)),
        "cr" => Some((length, Kind::Separator)),
        _ if listed(GREEK, name) => Some((length, Kind::Letter(Class::Greek))),
        _ if listed(RELATIONS, name) => Some((length, Kind::Relation)),
        _ if listed(FENCES, name) => Some((length + fence(source, at + length), fence_kind(name))),
        _ if listed(FONTS, name) => Some(styled(source, at, length)),
        _ if listed(OPAQUE, name) => Some((length + group(source, at + length), Kind::Literal)),
        _ => Some((length, Kind::Literal)),
    }
}

/// A backslash and one character; a line break takes its distance along.
fn control(source: &str, at: usize) -> (usize, Kind) {
    let Some(c) = source.get(at + 1..).and_then(|rest| rest.chars().next()) else {
        return (1, Kind::Literal);
    };
    let length = 1 + c.len_utf8();
    match c {
        '\\' => {
            let distance = source.get(at + 2..).filter(|rest| rest.starts_with('['));
            let end = distance.and_then(|rest| rest.find(']')).filter(|end| *end < 12);
            (length + end.map_or(0, |end| end + 1), Kind::Separator)
        }
        '{' => (length, Kind::OpenBracket),
        '}' => (length, Kind::CloseBracket),
        _ => (length, Kind::Literal),
    }
}

fn fence_kind(name: &str) -> Kind {
    match name {
        "left" => Kind::OpenFence,
        "right" => Kind::CloseFence,
        _ => Kind::Literal,
    }
}

/// The length of a fence and the spaces before it.
fn fence(source: &str, at: usize) -> usize {
    let spaces = run(source, at, u8::is_ascii_whitespace);
    let at = at + spaces;
    let length = match source.get(at..).and_then(|rest| rest.chars().next()) {
        Some('\\') => 1 + run(source, at + 1, u8::is_ascii_alphabetic).max(1),
        Some(c) => c.len_utf8(),
        None => 0,
    };
    if source.is_char_boundary(at + length) { spaces + length } else { spaces }
}

/// The length of the group in braces that comes next, spaces before it included; 0 if none does.
fn group(source: &str, at: usize) -> usize {
    let spaces = run(source, at, u8::is_ascii_whitespace);
    let mut depth = 0usize;
    for (offset, byte) in source.bytes().enumerate().skip(at + spaces) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if byte == b'}' { offset + 1 - at } else { 0 };
        }
    }
    0
}

/// The name of an environment and, for arrays, its columns.
fn environment(source: &str, at: usize) -> usize {
    let length = group(source, at);
    let name = source.get(at..at + length).unwrap_or_default();
    let takes_columns =
        ["{array}", "{tabular}", "{alignat}", "{alignedat}", "{alignat*}"].contains(&name.trim());
    length + if takes_columns { group(source, at + length) } else { 0 }
}

/// A letter in a font; more than a letter is kept as it is.
fn styled(source: &str, at: usize, length: usize) -> (usize, Kind) {
    let argument = group(source, at + length);
    let inner = source.get(at + length..at + length + argument).unwrap_or_default();
    let is_letter = inner.len() == 3 && inner.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
    (length + argument, if is_letter { Kind::Letter(Class::Styled) } else { Kind::Literal })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        lexemes(source).unwrap().iter().map(|lexeme| lexeme.text).collect()
    }

    #[test]
    fn commands_keep_their_arguments_and_fences() {
        assert_eq!(texts(r"\left( x \right. \text{if } y"), [r"\left(", "x", r"\right.", r"\text{if }", "y"]);
        assert_eq!(texts(r"\begin{array}{cc}a\\[2pt]b"), [r"\begin{array}{cc}", "a", r"\\[2pt]", "b"]);
        assert_eq!(texts(r"\mathbb{R}^{12}"), [r"\mathbb{R}", "^", "{", "12", "}"]);
    }

    #[test]
    fn what_may_change_is_told_from_what_may_not() {
        let kinds: Vec<Kind> =
            lexemes(r"x\beta 12 sin dx").unwrap().iter().map(|lexeme| lexeme.kind).collect();
        let (small, greek) = (Kind::Letter(Class::Small), Kind::Letter(Class::Greek));
        assert_eq!(kinds, [small, greek, Kind::Number, Kind::Literal, Kind::Literal, small]);
    }

    #[test]
    fn broken_sources_are_cut_without_a_panic() {
        for source in [r"\", r"\left", r"\begin{", r"\text{", "é^", r"\left é", r"\\[", "&amp;", "&"] {
            let length: usize = texts(source).iter().map(|text| text.len()).sum();
            assert!(length <= source.len(), "{source}");
        }
    }

    #[test]
    fn formulas_that_define_macros_are_left_alone() {
        assert_eq!(lexemes(r"\def\R{x}\R"), None);
    }
}
