//! The numbers of displayed equations, at the end of their lines.
//!
//! A reader of LaTeX writes the numbers of labelled equations behind the formula, where a search and a line of text have
//! them: `\begin{align} … \end{align} (2.2), (2.3)`. A page shows each at the right of its line instead, and the tags that
//! an author has given with them.
//!
//! What it is not: a counter. Equations to which nothing can refer have no number here.

use super::rich::escaped;

/// The numbers of the lines of a display, and the bytes behind it that list them.
pub(super) struct Numbers {
    lines: Vec<Option<String>>,
    pub(super) listed: usize,
}

/// The numbers of a display with a source; `behind` is the text that follows it. None if it has no number.
pub(super) fn numbers(source: &str, behind: &str) -> Option<Numbers> {
    if !source.contains(r"\tag") && !source.contains(r"\label") {
        return None;
    }
    let (mut listed, mut rest) = (0, behind);
    let lines = lines_of(source).into_iter();
    let lines: Vec<Option<String>> = lines
        .map(|line| {
            let tag = tag(line);
            if !line.contains(r"\label") {
                return tag;
            }
            let (number, length) = next_number(rest, listed > 0)?;
            listed += length;
            rest = behind.get(listed..).unwrap_or("");
            tag.or_else(|| Some(number.to_owned()))
        })
        .collect();
    lines.iter().any(Option::is_some).then_some(Numbers { lines, listed })
}

impl Numbers {
    /// A display with its numbers.
    pub(super) fn beside(&self, display: &str) -> String {
        let number = |line: &Option<String>| {
            let text = line.as_deref().map(escaped).unwrap_or_default();
            format!("<span>{text}</span>")
        };
        let numbers: String = self.lines.iter().map(number).collect();
        format!("<span class=\"equation\">{display}<span class=\"equation-numbers\">{numbers}</span></span>")
    }
}

/// The lines of a display: they end with `\\` outside of braces and of inner environments. An environment with one number
/// has one line.
fn lines_of(source: &str) -> Vec<&str> {
    let has_lines = ["align", "gather", "eqnarray", "flalign", "alignat", "IEEEeqnarray"]
        .iter()
        .any(|name| source.trim_start().strip_prefix(r"\begin{").is_some_and(|rest| rest.starts_with(name)));
    let is_inner = source.trim_start().starts_with(r"\begin{aligned}");
    if !has_lines || is_inner {
        return vec![source];
    }
    let (mut lines, mut from, mut depth, mut at) = (Vec::new(), 0, 0usize, 0);
    while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = source.get(at..).unwrap_or("");
        let mut length = c.len_utf8();
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\\' if rest.starts_with(r"\\") => {
                length = 2;
                if depth == 1 {
                    lines.push(source.get(from..at).unwrap_or(""));
                    from = at + length;
                }
            }
            '\\' if rest.starts_with(r"\begin") => depth += 1,
            '\\' if rest.starts_with(r"\end") => depth = depth.saturating_sub(1),
            '\\' => length = 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            _ => {}
        }
        at += length;
    }
    let last = source.get(from..).unwrap_or("");
    let is_empty = last.trim_start().starts_with(r"\end");
    lines.extend((!is_empty).then_some(last));
    lines
}

/// `(1)` for `\tag{1}`, `1` for `\tag*{1}`.
fn tag(line: &str) -> Option<String> {
    let rest = line.get(line.find(r"\tag")? + r"\tag".len()..)?;
    let starred = rest.strip_prefix('*');
    let inside = starred.unwrap_or(rest).trim_start().strip_prefix('{')?;
    let mut depth = 0usize;
    let end = inside.find(|c| {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return true,
            '}' => depth -= 1,
            _ => {}
        }
        false
    })?;
    let words = plain(inside.get(..end)?);
    let is_known = !words.is_empty();
    is_known.then(|| if starred.is_some() { words } else { format!("({words})") })
}

/// A tag without what sets it: `$*$` is `*`.
fn plain(tag: &str) -> String {
    let mut words = tag.replace(['$', '{', '}'], "");
    for (command, printed) in [
        (r"\ast", "∗"),
        (r"\star", "⋆"),
        (r"\dagger", "†"),
        (r"\ddagger", "‡"),
        (r"\heartsuit", "♡"),
        (r"\text", ""),
        (r"\mathrm", ""),
        (r"\textbf", ""),
        (r"\bf", ""),
        (r"\prime", "′"),
    ] {
        words = words.replace(command, printed);
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number at the beginning of a text, with its brackets, and the bytes up to its end.
fn next_number(text: &str, is_later: bool) -> Option<(&str, usize)> {
    const LONGEST: usize = 24;
    let spaces = text.len() - text.trim_start_matches([' ', '\n']).len();
    let comma = if is_later { text.get(spaces..)?.starts_with(',').then_some(1)? } else { 0 };
    let gap = text.get(spaces + comma..)?;
    let start = spaces + comma + gap.len() - gap.trim_start().len();
    let inside = text.get(start..)?.strip_prefix('(')?;
    let end = inside.find(')').filter(|end| (1..LONGEST).contains(end))?;
    let length = end + 2;
    Some((text.get(start..start + length)?, start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str, behind: &str) -> (Vec<String>, usize) {
        let numbers = numbers(source, behind);
        numbers.map_or_else(Default::default, |numbers| {
            let lines = numbers.lines.iter().map(|line| line.clone().unwrap_or_default()).collect();
            (lines, numbers.listed)
        })
    }

    #[test]
    fn each_line_has_its_number() {
        let source = r"\begin{align} a &= \begin{matrix} 1 \\ 2 \end{matrix} \label{a} \\ b \nonumber \\ c \label{c} \end{align}";
        let behind = " (2.2), (2.3) and suppose (4) holds";
        assert_eq!(found(source, behind), (vec!["(2.2)".into(), String::new(), "(2.3)".into()], 13));
        let source = r"\begin{equation}\label{e} x \\ y \end{equation}";
        assert_eq!(found(source, " (7) holds."), (vec!["(7)".into()], 4));
    }

    #[test]
    fn tags_are_shown_with_or_without_a_label() {
        assert_eq!(found(r"$$ x \tag{1} $$", " so"), (vec!["(1)".into()], 0));
        assert_eq!(found(r"$$ x \tag{$*$} $$", ""), (vec!["(*)".into()], 0));
        assert_eq!(found(r"$$ x \tag*{[A]} $$", ""), (vec!["[A]".into()], 0));
        assert_eq!(found(r"\[ x \label{e} \tag{$\ast$} \]", " (∗) holds"), (vec!["(∗)".into()], 6));
    }

    #[test]
    fn a_display_without_a_number_stays_alone() {
        assert_eq!(found("$$x$$", " (1)"), (vec![], 0));
        assert_eq!(found(r"\[ x \label{e} \]", " and more"), (vec![], 0));
        assert_eq!(found(r"$$ x \tag{", ""), (vec![], 0));
    }
}
