//! Words: names of functions and symbols, roots and other words with arguments, products of variables.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::brackets::Bracket;
use super::{GROUP, Translator, bounds, scan};
use crate::diagnostic::Span;
use crate::latex::{Token, TokenKind};
use crate::tables::commands::{self, Command};
use crate::tables::letters;

static WORDS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    include_str!("../../../data/plain-words.tsv")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .filter_map(|line| line.split_once('\t'))
        .collect()
});

/// Unknown runs of letters up to this length are products of variables, longer ones are names.
const LONGEST_PRODUCT: usize = 3;

/// Names the base of a logarithm.
const BASE: &str = " base ";

/// Functions that people write with their argument directly after them, longer ones first.
const TIGHT: &[&str] = &[
    "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth", "asin", "acos", "atan", "sqrt", "sin",
    "cos", "tan", "cot", "sec", "csc", "log", "exp", "ln",
];

/// Variables that are written directly after a function or before it: `xsinx`.
const ARGUMENTS: &str = "xyztuvnabABCXYZ";
const COEFFICIENTS: &str = "ixytnrABC";

/// What variables are multiplied by inside a function: `cosnx`.
const FACTORS: &str = "nmk";

/// Words that only look like a function and its argument.
const ENGLISH: &[&str] = &["cost", "costa", "cosy", "tana", "sect", "sinn", "tanya"];

impl Translator<'_> {
    /// A run of letters: a known word, a short product, or a name.
    pub(super) fn word(&mut self) {
        let inside = self.inside();
        let mut length = scan::letters(inside);
        let is_rest_of_word = self.at > 0 && self.source.as_bytes()[self.at - 1].is_ascii_alphabetic();
        if let Some(first) = first_of_tight(&inside[..length], is_rest_of_word) {
            length = first;
        } else if length == 4
            && inside.starts_with("lim")
            && inside[length..].trim_start().starts_with(['-', '→'])
        {
            // `limx->0`
            length = 3;
        }
        let word = &inside[..length];
        if self.word_with_argument(word) {
            return;
        }
        if self.word_in_context(word) {
            return;
        }
        if let Some(name) = command(word) {
            self.emit(TokenKind::Command, name, length);
            self.base_of_logarithm(name);
            if is_function(word) {
                self.angle();
            }
            return self.bounds(name);
        }
        // `xy` is a product, `speed` a name.
        if length <= LONGEST_PRODUCT && !is_name(word) || are_differentials(word) {
            self.letters(length);
        } else {
            self.emit(TokenKind::Command, "mathrm", 0);
            self.emit(TokenKind::BeginGroup, "{", 0);
            self.letters(length);
            self.emit(TokenKind::EndGroup, "}", 0);
        }
    }

    pub(super) fn letters(&mut self, length: usize) {
        for _ in 0..length {
            let text = &self.rest()[..1];
            let c = text.chars().next().unwrap_or(' ');
            self.emit(TokenKind::Char(c), text, 1);
        }
    }

    /// Words with an argument: roots (`sqrt 2`, `root(3)(x)`), words whose brackets are not printed (`abs(x)`),
    /// binomials (`binom(n,k)`, `n choose k`).
    fn word_with_argument(&mut self, word: &str) -> bool {
        let behind = self.inside()[word.len()..].trim_start();
        let has_bracket = behind.starts_with('(');
        let bracket = match word {
            "sqrt" => {
                self.root(word.len(), None);
                return true;
            }
            "cbrt" | "cuberoot" => {
                self.root(word.len(), Some((TokenKind::Char('3'), "3")));
                return true;
            }
            "root" if !has_bracket => {
                self.root(word.len(), None);
                return true;
            }
            "root" => {
                self.emit(TokenKind::Command, "sqrt", word.len());
                self.skip_spaces();
                self.open(Bracket::Degree);
                return true;
            }
            "abs" => Bracket::Fence("lvert"),
            "norm" => Bracket::Fence("lVert"),
            "floor" => Bracket::Fence("lfloor"),
            "ceil" => Bracket::Fence("lceil"),
            "choose" if self.choose() => return true,
            "binom" | "choose" => Bracket::Binomial,
            _ => return false,
        };
        if !has_bracket {
            return false;
        }
        match bracket {
            Bracket::Binomial => self.emit(TokenKind::Command, "binom", word.len()),
            _ => self.at += word.len(),
        }
        self.skip_spaces();
        self.open(bracket);
        true
    }

    /// `n choose k`: makes a binomial of the operand before and the one after.
    fn choose(&mut self) -> bool {
        const CHOOSE: usize = "choose".len();
        let before = self.source.get(..self.at).unwrap_or("").trim_end();
        let start = before.len() - scan::operand_before(before);
        let behind = &self.inside()[CHOOSE..];
        let space = scan::spaces(behind);
        let length = scan::count(&behind[space..]);
        if start == before.len() || length == 0 {
            return false;
        }
        let place = self.out.partition_point(|token| (token.span.start as usize) < start);
        let span = Span::new(start, start);
        self.out.insert(place, Token { kind: TokenKind::Command, text: "binom", span });
        self.out.insert(place + 1, Token { kind: TokenKind::BeginGroup, text: "{", span });
        self.emit(TokenKind::EndGroup, "}", 0);
        self.at += CHOOSE + space;
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.end_after(length, GROUP, 0);
        true
    }

    /// `log2(8)`, `log10 x`: digits between `log` and a bracket or space are its base. `log base 2 of 8` says so.
    fn base_of_logarithm(&mut self, name: &str) {
        let inside = self.inside();
        if let Some(behind) = inside.strip_prefix(BASE).filter(|_| name == "log") {
            let length = bounds::up_to_space(behind);
            let skip = bounds::after_word(&behind[length..], "of");
            self.emit(TokenKind::Subscript, "_", 0);
            self.emit(TokenKind::BeginGroup, "{", 0);
            self.at += BASE.len();
            return self.end_after(length, GROUP, skip);
        }
        let length = inside.bytes().take_while(u8::is_ascii_digit).count();
        let behind = &inside[length..];
        let has_argument = behind.starts_with('(')
            || (behind.starts_with(' ') && behind.trim_start().starts_with(char::is_alphanumeric));
        if name == "log" && length > 0 && has_argument {
            self.emit(TokenKind::Subscript, "_", 0);
            self.group_of(length);
        }
    }
}

/// Whether a word is a function with its argument directly after it: `sinx`, `xlnx`, `sintheta`.
///
/// ```
/// use formula::plain::names_function_with_argument;
///
/// assert!(names_function_with_argument("cosx") && names_function_with_argument("xsinx"));
/// assert!(!names_function_with_argument("cost") && !names_function_with_argument("since"));
/// ```
pub fn names_function_with_argument(word: &str) -> bool {
    first_of_tight(word, false).is_some_and(|first| first < word.len()) && !word.starts_with("pi")
}

/// Whether a word consists of functions or `pi` and their arguments.
pub(super) fn is_tight(word: &str) -> bool {
    first_of_tight(word, false).is_some()
}

/// The length of the part of a word that a script takes: `x` of `xsinx`, all of `sinx` and `kt`.
pub(super) fn first_operand(word: &str) -> usize {
    match first_of_tight(word, false) {
        Some(1) => 1,
        _ => word.len(),
    }
}

/// The length of the first part of a word that consists of functions and their arguments; none if it does not. The rest of
/// such a word is not English: `cosy` in `sinxcosy`.
fn first_of_tight(word: &str, is_rest: bool) -> Option<usize> {
    if command(word).is_some() || !is_rest && ENGLISH.contains(&word) || !word.is_ascii() {
        return None;
    }
    // `pir^2`
    if word.len() == 3 && word.starts_with("pi") {
        return Some(2);
    }
    let (mut first, mut at, mut functions) = (None, 0, 0);
    while at < word.len() {
        let rest = &word[at..];
        let length = match TIGHT.iter().find(|name| rest.starts_with(*name)) {
            Some(name) => {
                functions += 1;
                name.len()
            }
            None if functions > 0 && is_greek_name(rest) => rest.len(),
            None if at == 0 && rest.starts_with(|c| COEFFICIENTS.contains(c)) => 1,
            None if functions > 0 => {
                // One letter or two, then another function or nothing.
                argument(rest)?
            }
            None => return None,
        };
        first.get_or_insert(length);
        at += length;
    }
    first.filter(|_| functions > 0)
}

/// The length of the variable at the beginning of a text, if a function or nothing follows it: `x`, `nx`.
fn argument(text: &str) -> Option<usize> {
    let length = 1 + usize::from(text.len() > 1 && text.starts_with(|c| FACTORS.contains(c)));
    [1, length].into_iter().find(|&length| {
        let ends = text.len() == length || TIGHT.iter().any(|name| text[length..].starts_with(name));
        ends && text[length - 1..].starts_with(|c| ARGUMENTS.contains(c))
    })
}

/// `dxdy`: several differentials.
pub fn are_differentials(word: &str) -> bool {
    word.len() > 3
        && word.len().is_multiple_of(2)
        && word.bytes().step_by(2).all(|byte| byte == b'd')
        && word.bytes().skip(1).step_by(2).all(|byte| matches!(byte, b'r'..=b'z' | b'A' | b'V' | b'S'))
}

/// Whether a word takes an argument that LaTeX writes with a command: `abs(x)`, `cuberoot 8`.
pub(super) fn takes_argument(word: &str) -> bool {
    matches!(word, "abs" | "norm" | "floor" | "ceil" | "binom" | "cbrt" | "cuberoot" | "root")
}

/// Whether a word is the name of a function.
pub(super) fn is_function(word: &str) -> bool {
    command(word).is_some_and(|name| matches!(commands::find(name), Some(Command::Function { .. })))
}

/// Whether a word is the name of a family of groups, or of another structure.
pub(super) fn is_group_name(word: &str) -> bool {
    matches!(word, "GL" | "SL" | "PGL" | "PSL" | "SO" | "SU" | "Sp" | "GF" | "Aut" | "End" | "Gal")
}

/// Whether a short word is a name and not a product.
fn is_name(word: &str) -> bool {
    is_group_name(word) || matches!(word, "div" | "rot" | "Re" | "Im")
}

/// Whether LaTeX has no command of this name.
pub(super) fn is_no_command(name: &str) -> bool {
    commands::find(name).is_none()
}

/// The number of factors of an unknown word.
pub(super) fn factors(word: &str) -> usize {
    if word.len() <= LONGEST_PRODUCT { word.len() } else { 1 }
}

/// The LaTeX command of a word: a listed word, a function, or a Greek letter.
pub(super) fn command(word: &str) -> Option<&'static str> {
    if let Some(&name) = WORDS.get(word) {
        return Some(name);
    }
    let (name, command) = commands::find_entry(word)?;
    let known = match command {
        Command::Function { .. } => true,
        Command::Symbol(c) => is_greek(letters::plain(c).0) && word.len() > 1,
        Command::SymbolText(_) => false,
    };
    known.then_some(name)
}

/// Whether a word is the name of a Greek letter.
fn is_greek_name(word: &str) -> bool {
    matches!(commands::find(word), Some(Command::Symbol(c)) if is_greek(letters::plain(c).0) && word.len() > 1)
}

fn is_greek(c: char) -> bool {
    matches!(c, 'Α'..='ω' | 'ϑ' | 'ϕ' | 'ϖ' | 'ϱ' | 'ϵ')
}
