//! An independent tokeniser: the visible characters of a LaTeX formula, without any idea of its structure.
//!
//! It scans commands, characters and braces from left to right and knows only which commands print nothing,
//! which arguments are not printed, and (from the data tables) what a symbol command prints. It shares no
//! code with the reader, so that a symbol the reader loses shows up as a difference.
//!
//! What it is not: a parser. It cannot handle formulas that define macros, see [`defines_macros`].

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::spelling::spelling;

/// How often each visible character occurs.
pub type Count = HashMap<char, usize>;

/// The sections of `commands.txt` a name is in.
static SECTIONS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut sections: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut section = "";
    for line in include_str!("commands.txt").lines().filter(|line| !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => line.split_whitespace().for_each(|name| sections.entry(name).or_default().push(section)),
        }
    }
    sections
});

/// The output of symbol commands and function names.
static PRINTED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let tables = [include_str!("../../data/symbols.tsv"), include_str!("../../data/functions.tsv")];
    let rows = tables.into_iter().flat_map(str::lines).filter(|line| !line.starts_with("# "));
    rows.filter_map(|line| Some((line.split('\t').next()?, line.split('\t').nth(1)?))).collect()
});

fn is_in(name: &str, section: &str) -> bool {
    SECTIONS.get(name).is_some_and(|sections| sections.contains(&section))
}

/// Whether a formula defines macros or switches to another syntax, so that only a real reader knows what it
/// prints.
pub fn defines_macros(source: &str) -> bool {
    let commands = "def gdef newcommand renewcommand let newenvironment renewenvironment Declare verb char";
    source.split('\\').skip(1).any(|after| commands.split(' ').any(|command| after.starts_with(command)))
}

/// The visible characters of a formula.
pub fn characters(source: &str) -> Count {
    let source =
        source.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    let mut chars: Vec<char> = source.chars().collect();
    hide_comments(&mut chars);
    let mut count = Count::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        at += 1;
        match c {
            '\\' => at = command(&mut chars, at, &mut count),
            '{' | '}' | '^' | '_' | '&' | '$' | '~' | '#' => {}
            _ => add(c, &mut count),
        }
    }
    count
}

/// A `%` hides the rest of its line. In the lists a formula is one line, and a `%` is the rest of a line
/// break.
fn hide_comments(chars: &mut [char]) {
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 1,
            '%' => {
                let line = chars[at..].iter().position(|&c| c == '\n').unwrap_or(1);
                chars[at..at + line].fill(' ');
            }
            _ => {}
        }
        at += 1;
    }
}

fn command(chars: &mut [char], at: usize, count: &mut Count) -> usize {
    let letters = chars[at..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let end = (at + letters.max(1)).min(chars.len());
    let name: String = chars[at..end].iter().collect();
    let end = if chars.get(end) == Some(&'*') && is_in(&name, "starred") { end + 1 } else { end };
    let hidden =
        ["length", "hidden-1", "hidden-2", "hidden-3"].iter().position(|section| is_in(&name, section));
    match hidden {
        Some(0) => return end + length(&chars[end..]),
        Some(arguments) => return skip_hidden(chars, &name, end, arguments),
        None if name == "genfrac" => return generalised_fraction(chars, end, count),
        None => {}
    }
    match PRINTED.get(name.as_str()) {
        _ if is_in(&name, "silent") => {}
        _ if name.ends_with("mod") => "mod".chars().for_each(|c| add(c, count)),
        Some(text) => text.chars().for_each(|c| add(c, count)),
        None if letters == 0 && !"{}|_#$%&".contains(&name) => {}
        None => name.chars().for_each(|c| add(c, count)),
    }
    skip_options(chars, &name, end)
}

/// Skips or blanks unprinted text after a command: an empty delimiter, options, a length.
fn skip_options(chars: &mut [char], name: &str, at: usize) -> usize {
    let after = skip_optional(chars, at);
    if is_in(name, "delimiter") && chars.get(skip_spaces(chars, at)) == Some(&'.') {
        return skip_spaces(chars, at) + 1;
    }
    if is_in(name, "hidden-option") || is_in(name, "length-option") && is_length(&chars[at..after]) {
        return after;
    }
    if is_in(name, "printed-option") && after > at {
        chars[skip_spaces(chars, at)] = ' ';
        chars[after - 1] = ' ';
    }
    if name == "abovewithdelims" {
        let delimiters = skip_argument(chars, skip_argument(chars, at));
        let length = length(&chars[delimiters..]);
        chars[delimiters..delimiters + length].fill(' ');
    }
    at
}

/// Skips the arguments a command does not print and, after `\begin`, the options of the environment.
fn skip_hidden(chars: &[char], name: &str, at: usize, arguments: usize) -> usize {
    let from = if is_in(name, "hidden-option") { skip_optional(chars, at) } else { at };
    let mut end = (0..arguments).fold(from, |at, _| skip_argument(chars, at));
    if name == "begin" {
        let environment: String = chars[from..end].iter().filter(|c| !"{} ".contains(**c)).collect();
        while is_in(&environment, "environment-options") && skip_optional(chars, end) > end {
            end = skip_optional(chars, end);
        }
        if is_in(&environment, "environment-columns") {
            end = skip_argument(chars, end);
        }
    }
    end
}

fn is_length(option: &[char]) -> bool {
    let inside: Vec<char> = option.iter().copied().filter(|c| !"[] ".contains(*c)).collect();
    !inside.is_empty() && length(&inside) == inside.len()
}

/// The number of characters in a length such as `-1.5 em`: digits, then at most one unit of two letters.
fn length(chars: &[char]) -> usize {
    let digits = chars.iter().take_while(|c| c.is_ascii_digit() || ".-+ \"".contains(**c)).count();
    let unit = chars[digits..].iter().take(2).filter(|c| c.is_ascii_alphabetic()).count();
    if unit == 2 { digits + 2 } else { digits }
}

/// `\genfrac` prints two delimiters, hides two arguments and prints the last two.
fn generalised_fraction(chars: &[char], at: usize, count: &mut Count) -> usize {
    let mut end = at;
    for _ in 0..2 {
        let start = end;
        end = skip_argument(chars, end);
        let delimiter: String = chars[start..end].iter().collect();
        characters(delimiter.trim()).into_iter().filter(|(c, _)| *c != '.').for_each(|(c, _)| add(c, count));
    }
    skip_argument(chars, skip_argument(chars, end))
}

fn skip_spaces(chars: &[char], at: usize) -> usize {
    at + chars[at..].iter().take_while(|c| c.is_whitespace()).count()
}

/// Skips a `[…]` that follows directly; a bracket in braces does not end it.
fn skip_optional(chars: &[char], at: usize) -> usize {
    let from = skip_spaces(chars, at);
    let mut depth = 0;
    if chars.get(from) != Some(&'[') {
        return at;
    }
    for (end, &c) in chars.iter().enumerate().skip(from) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ']' if depth == 0 => return end + 1,
            _ => {}
        }
    }
    at
}

/// Skips one argument: a braced group, a command or a character.
fn skip_argument(chars: &[char], at: usize) -> usize {
    let mut at = skip_spaces(chars, at);
    let mut depth = 0;
    while let Some(&c) = chars.get(at) {
        at += 1;
        match c {
            '\\' => {
                let letters = chars[at..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
                at = (at + letters.max(1)).min(chars.len());
            }
            '{' => depth += 1,
            '}' if depth == 0 => return at - 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    at
}

/// Counts a printed character, brought to one spelling.
pub fn add(c: char, count: &mut Count) {
    for c in spelling(c) {
        *count.entry(c).or_default() += 1;
    }
}
