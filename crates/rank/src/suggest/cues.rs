//! Continuations of a query after its first words: "what is …", "how to …".

use std::sync::LazyLock;

use super::{Kind, List, MOST_OF_A_KIND, Suggester, Typed};

/// The placeholder for a name of the collection in the table.
const NAME: &str = "*";

/// The most continuations of one cue.
const MOST: usize = 6;

/// Cues and their continuations, longest cues first.
static CUES: LazyLock<Vec<(&'static str, Vec<&'static str>)>> = LazyLock::new(|| {
    let rows = include_str!("../../data/cues.tsv").lines().filter(|line| !line.starts_with("# "));
    let rows = rows.filter_map(|line| line.split_once('\t'));
    let mut cues: Vec<_> = rows.map(|(cue, next)| (cue, next.split(" | ").collect())).collect();
    cues.sort_by_key(|(cue, _): &(&str, Vec<&str>)| std::cmp::Reverse(cue.len()));
    cues
});

impl Suggester {
    /// Continues a cue that the query starts with.
    pub(super) fn cues(&self, typed: &Typed<'_>, list: &mut List) {
        let words: Vec<&str> = typed.words.iter().map(|word| word.text.as_str()).collect();
        let all = words.join(" ");
        let goes_on =
            |cue: &str| all.strip_prefix(cue).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let cue = CUES.iter().find(|(cue, _)| goes_on(cue));
        let Some((cue, continuations)) = cue else { return };
        let count = cue.split(' ').count();
        let rest = words.get(count..).unwrap_or(&[]).join(" ");
        let Some(last) = count.checked_sub(1).and_then(|last| typed.words.get(last)) else { return };
        // The text after the cue is replaced, so it must be words only, and the last of them incomplete.
        let behind = typed.source.get(last.place.end..).unwrap_or("").trim();
        if behind.split_whitespace().count() != words.len() - count || !rest.is_empty() && !typed.is_open {
            return;
        }
        let start = typed.source.get(..last.place.end).unwrap_or("");
        let before = list.out.len();
        for continuation in continuations {
            let names;
            let next: Vec<&str> = match *continuation {
                NAME => {
                    names = self.names.starting_with(&rest, MOST_OF_A_KIND);
                    names.iter().map(|name| name.text.as_str()).collect()
                }
                words => vec![words],
            };
            for next in next.into_iter().filter(|next| next.to_lowercase().starts_with(&rest)) {
                if list.out.len() - before < MOST {
                    list.push(format!("{start} {next}"), Kind::Cue, format!("continues `{cue}`"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cues_are_folded_words_and_go_on() {
        for (cue, continuations) in CUES.iter() {
            let folded: Vec<String> = text::words::words(cue).map(|word| word.text).collect();
            assert_eq!(folded.join(" "), *cue);
            assert!(!continuations.is_empty() && continuations.iter().all(|next| !next.is_empty()), "{cue}");
        }
        assert!(CUES.len() > 20);
    }
}
