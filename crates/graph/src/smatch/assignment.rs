//! The assignment problem: the largest sum of values of a table in which each row takes at most one column, and each column
//! belongs to at most one row (the Hungarian method with potentials).

/// The largest sum. `values` has `columns` numbers per row; a row may stay without a column and counts 0.
pub(super) fn largest_sum(values: &[u32], columns: usize) -> u32 {
    if columns == 0 || values.is_empty() {
        return 0;
    }
    let rows = values.len() / columns;
    // One extra column per row stands for no column. Costs are negative values.
    let width = columns + rows;
    let cost = |row: usize, column: usize| match column < columns {
        true => -i64::from(values[row * columns + column]),
        false => 0,
    };
    let mut row_price = vec![0i64; rows + 1];
    let mut column_price = vec![0i64; width + 1];
    let mut taken = vec![0usize; width + 1];
    let mut way = vec![0usize; width + 1];
    for row in 1..=rows {
        taken[0] = row;
        let mut at = 0;
        let mut least = vec![i64::MAX; width + 1];
        let mut done = vec![false; width + 1];
        while taken[at] != 0 {
            done[at] = true;
            let (current, mut delta, mut next) = (taken[at], i64::MAX, 0);
            for column in 1..=width {
                if done[column] {
                    continue;
                }
                let reduced = cost(current - 1, column - 1) - row_price[current] - column_price[column];
                if reduced < least[column] {
                    (least[column], way[column]) = (reduced, at);
                }
                if least[column] < delta {
                    (delta, next) = (least[column], column);
                }
            }
            for column in 0..=width {
                if done[column] {
                    row_price[taken[column]] += delta;
                    column_price[column] -= delta;
                } else {
                    least[column] = least[column].saturating_sub(delta);
                }
            }
            at = next;
        }
        while at != 0 {
            let before = way[at];
            taken[at] = taken[before];
            at = before;
        }
    }
    let sum: i64 = (1..=width)
        .filter(|&column| taken[column] != 0)
        .map(|column| -cost(taken[column] - 1, column - 1))
        .sum();
    u32::try_from(sum).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_is_taken_once() {
        assert_eq!(largest_sum(&[5, 4, 5, 1], 2), 9);
        assert_eq!(largest_sum(&[3, 3, 3], 1), 3);
        assert_eq!(largest_sum(&[1, 9, 2], 3), 9);
        assert_eq!(largest_sum(&[], 3), 0);
    }

    #[test]
    fn it_is_what_trying_everything_finds() {
        fn tried(values: &[u32], columns: usize, row: usize, used: &mut Vec<bool>) -> u32 {
            if row * columns >= values.len() {
                return 0;
            }
            let mut best = tried(values, columns, row + 1, used);
            for column in 0..columns {
                if !used[column] {
                    used[column] = true;
                    best = best.max(values[row * columns + column] + tried(values, columns, row + 1, used));
                    used[column] = false;
                }
            }
            best
        }
        let mut random = random::Random::new(3);
        for _ in 0..300 {
            let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
            let values: Vec<u32> = (0..rows * columns).map(|_| random.below(7) as u32).collect();
            assert_eq!(
                largest_sum(&values, columns),
                tried(&values, columns, 0, &mut vec![false; columns]),
                "{values:?}"
            );
        }
    }
}
