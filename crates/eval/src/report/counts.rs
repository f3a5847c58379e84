//! Counts with their nouns.

/// `1 topic`, `2 topics`.
///
/// ```
/// use eval::report::counted;
/// assert_eq!((counted(1, "topic"), counted(2, "topic")), ("1 topic".to_owned(), "2 topics".to_owned()));
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
