//! One topic: its lists become one, with strictly falling scores.

use rank::fusion::{Fuser, Place};

use crate::runs::{Row, falling};

/// A result in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    /// Its id.
    pub docno: &'a str,
    /// The unit that holds it; empty if that is not known.
    pub unit: &'a str,
    /// Its place in the list.
    pub place: Place,
}

impl<'a> Listed<'a> {
    /// Rows in their order.
    pub(crate) fn all(rows: &'a [Row]) -> Vec<Listed<'a>> {
        let place = |(rank, row): (u32, &'a Row)| Listed {
            docno: &row.docno,
            unit: &row.unit,
            place: Place { rank, score: row.score, contribution: 0.0 },
        };
        (1..).zip(rows).map(place).collect()
    }
}

/// The `k` best results of all lists. Equal scores are in trec_eval's order: the higher docno first, as a byte string.
pub(crate) fn fuse(fuser: &Fuser, lists: &[Vec<Listed>], k: usize) -> Vec<Row> {
    let known = numbered(lists);
    let number = |docno: &str| known.binary_search_by(|(other, _)| docno.cmp(other)).unwrap_or(usize::MAX);
    let placed: Vec<Vec<(u32, Place)>> = lists
        .iter()
        .map(|list| list.iter().map(|listed| (number(listed.docno) as u32, listed.place)).collect())
        .collect();
    let mut rows: Vec<Row> = Vec::new();
    for candidate in fuser.fuse(&placed).into_iter().take(k) {
        let Some((docno, unit)) = known.get(candidate.record as usize) else { continue };
        let score = falling(candidate.score, &rows);
        rows.push(Row { docno: (*docno).to_owned(), unit: (*unit).to_owned(), score });
    }
    rows
}

/// All ids with the unit that the first list names, the highest id first, so that the place of an id decides ties.
pub(super) fn numbered<'a>(lists: &[Vec<Listed<'a>>]) -> Vec<(&'a str, &'a str)> {
    let mut known: Vec<(&str, &str)> =
        lists.iter().flatten().map(|listed| (listed.docno, listed.unit)).collect();
    known.sort_by(|(a, unit), (b, other)| b.cmp(a).then(unit.is_empty().cmp(&other.is_empty())));
    known.dedup_by_key(|(docno, _)| *docno);
    known
}

#[cfg(test)]
mod tests {
    use rank::fusion::Fusion;

    use super::*;

    fn listed(docno: &str, rank: u32) -> Listed<'_> {
        Listed { docno, unit: "", place: Place { rank, score: 1.0, contribution: 0.0 } }
    }

    #[test]
    fn ties_go_to_the_higher_docno_and_scores_still_fall() {
        let lists = [vec![listed("10", 1), listed("a", 2)], vec![listed("9", 1), listed("B", 2)]];
        let rows = fuse(&Fuser::new(Fusion::ReciprocalRank), &lists, 10);
        let order: Vec<&str> = rows.iter().map(|row| row.docno.as_str()).collect();
        assert_eq!(order, ["9", "10", "a", "B"]);
        assert!(rows.windows(2).all(|pair| pair[0].score > pair[1].score));
    }

    #[test]
    fn a_unit_comes_from_any_list_that_names_it() {
        let mut other = listed("x", 1);
        other.unit = "post";
        let rows = fuse(&Fuser::new(Fusion::Borda), &[vec![listed("x", 1)], vec![other]], 10);
        assert_eq!((rows.len(), rows[0].unit.as_str()), (1, "post"));
    }
}
