//! The numbers that LaTeX would print: of sections, theorems, equations, figures and items.
//!
//! A counter begins again when the counter that it is within steps, and its number begins with the number of that counter.
//! What it is not: TeX. Numbers that a class or a package prints in its own way are not known.

use rustc_hash::FxHashMap;

/// Counters that begin again with another one, however a document defines them.
const WITHIN: [(&str, &str); 3] =
    [("subsection", "section"), ("subsubsection", "subsection"), ("paragraph", "subsubsection")];

/// Counters that begin again with each chapter, in documents that have chapters.
const WITHIN_CHAPTER: [&str; 4] = ["section", "equation", "figure", "table"];

/// The longest chain of counters within counters; a longer one is a loop.
const DEEPEST: usize = 8;

/// The counters of a document.
#[derive(Debug, Default)]
pub(super) struct Counters {
    values: FxHashMap<String, u32>,
    within: FxHashMap<String, String>,
    /// The counter whose numbers are letters since `\appendix`.
    lettered: Option<&'static str>,
}

impl Counters {
    /// The counters of a document; `defined` are pairs of a counter and the one it is within.
    pub(super) fn new(has_chapters: bool, defined: &[(String, String)]) -> Counters {
        let mut counters = Counters::default();
        let chaptered = WITHIN_CHAPTER.iter().filter(|_| has_chapters).map(|&counter| (counter, "chapter"));
        let defined = defined.iter().map(|(counter, within)| (counter.as_str(), within.as_str()));
        for (counter, within) in WITHIN.into_iter().chain(chaptered).chain(defined) {
            counters.within.insert(counter.to_owned(), within.to_owned());
        }
        counters
    }

    /// Adds one to a counter; returns its number as it is printed.
    pub(super) fn step(&mut self, counter: &str) -> String {
        let value = self.values.get(counter).copied().unwrap_or(0);
        self.set(counter, value.saturating_add(1));
        self.printed(counter)
    }

    /// Sets a counter; those within it begin again.
    pub(super) fn set(&mut self, counter: &str, value: u32) {
        let inner: Vec<String> =
            self.values.keys().filter(|other| self.is_within(other, counter)).cloned().collect();
        for other in inner {
            self.values.remove(&other);
        }
        self.values.insert(counter.to_owned(), value);
    }

    /// From here on chapters, or sections in documents without chapters, have letters.
    pub(super) fn begin_appendix(&mut self, has_chapters: bool) {
        let counter = if has_chapters { "chapter" } else { "section" };
        self.lettered = Some(counter);
        self.set(counter, 0);
    }

    fn is_within(&self, counter: &str, outer: &str) -> bool {
        let mut at = counter;
        for _ in 0..DEEPEST {
            match self.within.get(at) {
                Some(within) if within == outer => return true,
                Some(within) => at = within,
                None => return false,
            }
        }
        false
    }

    fn printed(&self, counter: &str) -> String {
        let mut parts = Vec::new();
        let mut at = Some(counter);
        while let Some(counter) = at.filter(|_| parts.len() < DEEPEST) {
            let value = self.values.get(counter).copied().unwrap_or(0);
            parts.push(match self.lettered == Some(counter) {
                true => letter(value)
                    .map_or_else(|| value.to_string(), |letter| letter.to_uppercase().to_string()),
                false => value.to_string(),
            });
            at = self.within.get(counter).map(String::as_str);
        }
        parts.reverse();
        parts.join(".")
    }
}

/// The letter of a number: 1 is `a`.
pub(super) fn letter(value: u32) -> Option<char> {
    value.checked_sub(1).and_then(|value| ('a'..='z').nth(value as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_begin_again_with_those_around_them() {
        let mut counters = Counters::new(false, &[("thm".to_owned(), "section".to_owned())]);
        assert_eq!(counters.step("thm"), "0.1");
        assert_eq!(counters.step("section"), "1");
        assert_eq!((counters.step("thm"), counters.step("thm")), ("1.1".to_owned(), "1.2".to_owned()));
        assert_eq!((counters.step("section"), counters.step("thm")), ("2".to_owned(), "2.1".to_owned()));
        assert_eq!(
            (counters.step("subsection"), counters.step("equation")),
            ("2.1".to_owned(), "1".to_owned())
        );
    }

    #[test]
    fn chapters_are_before_the_numbers_of_sections_and_equations() {
        let mut counters = Counters::new(true, &[]);
        counters.set("chapter", 3);
        assert_eq!(
            (counters.step("section"), counters.step("equation")),
            ("3.1".to_owned(), "3.1".to_owned())
        );
        counters.begin_appendix(true);
        assert_eq!((counters.step("chapter"), counters.step("section")), ("A".to_owned(), "A.1".to_owned()));
    }

    #[test]
    fn counters_within_each_other_end() {
        let loop_of_two = [("a", "b"), ("b", "a")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let mut counters = Counters::new(false, &loop_of_two);
        assert!(counters.step("a").len() < 100);
    }
}
