//! The commands that take arguments or affect later symbols, from `data/constructs.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::slt::{Edge, Flags, Font};
use crate::typesetting::{Fences, MathStyle};

/// The effect of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Construct {
    /// A fraction of two arguments, with fences for a binomial.
    Fraction(FractionStyle),
    /// `\genfrac{(}{)}{0pt}{}{a}{b}`
    GeneralFraction,
    /// A fraction of the symbols before and after it in its group.
    Infix(FractionStyle),
    /// `\sqrt[n]{x}`
    Root,
    /// `\root n \of x`
    RootOf,
    /// A mark over or under the argument; `limits` if scripts go over and under too.
    Mark { edge: Edge, mark: char, limits: bool },
    /// `\overset{a}{b}`, `\underset{a}{b}`
    Set(Edge),
    /// `\overunderset{a}{b}{c}`
    SetBoth,
    /// `\buildrel a \over b`
    BuildRelation,
    /// `\sideset{_1^2}{_3^4}\prod`
    SideSet,
    /// `\prescript{a}{b}{c}`
    PreScript,
    /// An arrow with text: `\xrightarrow[below]{above}`
    Arrow(char),
    /// A font for the argument.
    Font(Font),
    /// A font for the rest of the group.
    FontSwitch(Font),
    /// Words.
    Text,
    /// A line of words between the rows of an alignment.
    TextRow,
    /// Chemistry or units, kept as they are written.
    Chemistry,
    /// `\SI{5}{\metre}`
    Quantity,
    /// `\operatorname{name}`
    OperatorName { limits: bool },
    /// The argument itself; `limits` if scripts go over and under.
    Pass { limits: bool },
    /// An optional argument to skip, then the argument itself.
    PassOptional,
    /// Arguments that print nothing.
    Skip(u8),
    /// Arguments that print nothing, then words.
    SkipThenText(u8),
    /// Arguments that print nothing, then the argument itself.
    SkipThenPass(u8),
    /// `\rule[a]{b}{c}`
    Rule,
    /// A length or number without braces: `\kern3pt`
    Dimension,
    /// A command that prints nothing.
    Style,
    /// `\displaystyle`
    MathStyle(MathStyle),
    /// A space, in eighteenths of an em; a wide one separates formulas.
    Space { width: i16, wide: bool },
    /// A space of a given length: `\hspace{1em}`, `\kern3pt`
    Length { braced: bool },
    /// `\not` before a relation.
    Not,
    /// A box or strike.
    Enclose(&'static str),
    /// `\enclose{notation}{x}`
    EncloseAs,
    /// `\cancelto{0}{x}`
    CancelTo,
    /// `\mathchoice{a}{b}{c}{d}`
    Choice,
    /// `\unicode{x2200}`
    Unicode,
    /// `\char"2200`
    Character,
    /// `\verb|x|`
    Verbatim,
    /// `\limits`, `\nolimits` after an operator.
    Limits(bool),
    /// `\left(`
    Left,
    /// `\right)`
    Right,
    /// A bracket of a given size, with the direction that its command implies.
    Big(Flags, Fences),
    /// `\begin{…}`
    Begin,
    /// `\end{…}`
    End,
    /// `\substack{a\\b}`
    Stack,
    /// `\matrix{a & b \cr c & d}`, with the equivalent environment.
    PlainTable(&'static str),
    /// `\bmod`, `\pmod{n}`
    Modulus { brackets: bool, word: bool },
    /// The argument between two fences.
    Bracket(char, char),
    /// A macro definition.
    Define,
    /// `\qvar{x}`
    Wildcard,
    /// `\exact{x}`, `\simto{x}`
    Matching(Flags),
    /// `\(`, `\[`, `\)`, `\]`
    MathDelimiter,
    /// `\\`, `\cr`
    NewLine,
}

/// How a fraction is drawn and what else it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FractionStyle {
    pub(super) bar: bool,
    /// Brackets around it; a NUL stands for a missing bracket.
    pub(super) fences: Option<(char, char)>,
    /// Two delimiters follow the command (`\overwithdelims()`).
    pub(super) takes_delimiters: bool,
    /// A length follows the command (`\above1pt`).
    pub(super) takes_dimension: bool,
    /// `\dfrac`, `\tfrac`
    pub(super) style: Option<MathStyle>,
}

static TABLE: LazyLock<FxHashMap<&'static str, Construct>> = LazyLock::new(|| {
    include_str!("../../../data/constructs.tsv")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .filter_map(|line| {
            let mut columns = line.split('\t');
            let (name, construct) = (columns.next()?, columns.next()?);
            Some((name, parse(construct, columns.next().unwrap_or(""))?))
        })
        .collect()
});

/// The construct of a command.
pub(super) fn find(name: &str) -> Option<Construct> {
    TABLE.get(name).copied()
}

fn parse(construct: &str, parameter: &'static str) -> Option<Construct> {
    let first = parameter.chars().next().unwrap_or(' ');
    Some(match construct {
        "fraction" => Construct::Fraction(fraction_style(parameter)),
        "genfrac" => Construct::GeneralFraction,
        "infix" => Construct::Infix(fraction_style(parameter)),
        "root" => Construct::Root,
        "root-of" => Construct::RootOf,
        "over" => Construct::Mark { edge: Edge::Over, mark: first, limits: false },
        "under" => Construct::Mark { edge: Edge::Under, mark: first, limits: false },
        "over-limits" => Construct::Mark { edge: Edge::Over, mark: first, limits: true },
        "under-limits" => Construct::Mark { edge: Edge::Under, mark: first, limits: true },
        "set-over" => Construct::Set(Edge::Over),
        "set-under" => Construct::Set(Edge::Under),
        "set-both" => Construct::SetBoth,
        "buildrel" => Construct::BuildRelation,
        "sideset" => Construct::SideSet,
        "prescript" => Construct::PreScript,
        "arrow" => Construct::Arrow(first),
        "font" => Construct::Font(Font::from_name(parameter)?),
        "switch" => Construct::FontSwitch(Font::from_name(parameter)?),
        "text" => Construct::Text,
        "text-row" => Construct::TextRow,
        "chemistry" => Construct::Chemistry,
        "quantity" => Construct::Quantity,
        "operator-name" => Construct::OperatorName { limits: parameter == "limits" },
        "pass" => Construct::Pass { limits: parameter == "limits" },
        "pass-optional" => Construct::PassOptional,
        "skip" => Construct::Skip(parameter.parse().ok()?),
        "skip-then-text" => Construct::SkipThenText(parameter.parse().ok()?),
        "skip-then-pass" => Construct::SkipThenPass(parameter.parse().ok()?),
        "rule" => Construct::Rule,
        "dimension" => Construct::Dimension,
        "style" => Construct::Style,
        "math-style" => Construct::MathStyle(math_style(parameter)?),
        "space" => {
            let width = parameter.split(' ').next()?.parse().ok()?;
            Construct::Space { width, wide: parameter.ends_with("wide") }
        }
        "length" => Construct::Length { braced: parameter == "braced" },
        "not" => Construct::Not,
        "enclose" => Construct::Enclose(parameter),
        "enclose-as" => Construct::EncloseAs,
        "cancel-to" => Construct::CancelTo,
        "choice" => Construct::Choice,
        "unicode" => Construct::Unicode,
        "character" => Construct::Character,
        "verbatim" => Construct::Verbatim,
        "limits" => Construct::Limits(true),
        "no-limits" => Construct::Limits(false),
        "left" => Construct::Left,
        "right" => Construct::Right,
        "big" => Construct::Big(direction(parameter), size(parameter)),
        "begin" => Construct::Begin,
        "end" => Construct::End,
        "stack" => Construct::Stack,
        "plain-table" => Construct::PlainTable(parameter),
        "modulus" => {
            Construct::Modulus { brackets: parameter.ends_with("group"), word: parameter != "bare-group" }
        }
        "bracket" => fences(parameter).map(|(open, close)| Construct::Bracket(open, close))?,
        "define" => Construct::Define,
        "wildcard" => Construct::Wildcard,
        "exact" => Construct::Matching(Flags::EXACT),
        "similar" => Construct::Matching(Flags::SIMILAR),
        "delimiter" => Construct::MathDelimiter,
        "newline" => Construct::NewLine,
        _ => return None,
    })
}

fn fraction_style(parameter: &str) -> FractionStyle {
    let has = |word| parameter.split(' ').any(|w| w == word);
    FractionStyle {
        bar: has("bar"),
        fences: if has("bar") || has("none") { None } else { fences(parameter) },
        takes_delimiters: has("delimiters"),
        takes_dimension: has("dimension"),
        style: if has("display") { Some(MathStyle::Display) } else { has("text").then_some(MathStyle::Text) },
    }
}

fn fences(parameter: &str) -> Option<(char, char)> {
    let mut chars = parameter.chars().filter(|&c| c != ' ');
    Some((chars.next()?, chars.next()?))
}

/// `2 open`: a direction after a size.
fn direction(parameter: &str) -> Flags {
    match parameter.split(' ').next_back() {
        Some("open") => Flags::OPENS,
        Some("close") => Flags::CLOSES,
        Some("middle") => Flags::MIDDLE,
        _ => Flags::default(),
    }
}

/// `2 open`: a size before a direction. Without a size, as for `\middle`, the bracket grows.
fn size(parameter: &str) -> Fences {
    let size = parameter.split(' ').next().and_then(|size| size.parse().ok());
    size.map_or(Fences::Growing, Fences::Sized)
}

fn math_style(parameter: &str) -> Option<MathStyle> {
    Some(match parameter {
        "display" => MathStyle::Display,
        "text" => MathStyle::Text,
        "script" => MathStyle::Script,
        "scriptscript" => MathStyle::ScriptScript,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_understood() {
        for line in
            include_str!("../../../data/constructs.tsv").lines().filter(|line| !line.starts_with("# "))
        {
            let mut columns = line.split('\t');
            let (name, construct) = (columns.next().unwrap(), columns.next().unwrap());
            assert!(parse(construct, columns.next().unwrap_or("")).is_some(), "{line}");
            assert!(find(name).is_some());
        }
    }
}
