//! The best one-to-one assignment of rows to columns, for operands without an order.

/// With more rows or columns the assignment is greedy: long lists are rare, and their operands are similar.
const MOST_OPTIMAL: usize = 10;

/// The pairs (row, column) with the highest total value, and that total. Values are not negative; pairs with
/// the value zero are left out.
///
/// Up to ten rows and columns the assignment is optimal (the Hungarian method in the form of Jonker and
/// Volgenant's shortest augmenting paths); beyond that it takes the highest values first.
pub(super) fn assign(
    rows: usize,
    columns: usize,
    value: &dyn Fn(usize, usize) -> f32,
) -> (f32, Vec<(usize, usize)>) {
    let pairs = match (rows, columns) {
        (0, _) | (_, 0) => Vec::new(),
        (1, _) => best_of((0..columns).map(|column| (0, column)), value),
        (_, 1) => best_of((0..rows).map(|row| (row, 0)), value),
        _ if rows.max(columns) > MOST_OPTIMAL => greedy(rows, columns, value),
        _ if rows > columns => {
            let turned = hungarian(columns, rows, &|row, column| value(column, row));
            turned.into_iter().map(|(row, column)| (column, row)).collect()
        }
        _ => hungarian(rows, columns, value),
    };
    let mut pairs: Vec<(usize, usize)> =
        pairs.into_iter().filter(|&(row, column)| value(row, column) > 0.0).collect();
    pairs.sort_unstable();
    (pairs.iter().map(|&(row, column)| value(row, column)).sum(), pairs)
}

/// The total value of [`assign`], faster for short lists, which are almost all lists.
pub(super) fn value_of_best(rows: usize, columns: usize, value: &impl Fn(usize, usize) -> f32) -> f32 {
    match (rows, columns) {
        (1, _) => (0..columns).map(|column| value(0, column)).fold(0.0, f32::max),
        (_, 1) => (0..rows).map(|row| value(row, 0)).fold(0.0, f32::max),
        (2, 2) => (value(0, 0) + value(1, 1)).max(value(0, 1) + value(1, 0)),
        _ => assign(rows, columns, value).0,
    }
}

fn best_of(
    cells: impl Iterator<Item = (usize, usize)>,
    value: &dyn Fn(usize, usize) -> f32,
) -> Vec<(usize, usize)> {
    let better = |best: Option<(usize, usize)>, cell: (usize, usize)| match best {
        Some(best) if value(best.0, best.1) >= value(cell.0, cell.1) => Some(best),
        _ => Some(cell),
    };
    cells.fold(None, better).into_iter().collect()
}

fn greedy(rows: usize, columns: usize, value: &dyn Fn(usize, usize) -> f32) -> Vec<(usize, usize)> {
    let mut cells: Vec<(usize, usize)> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    cells.sort_by(|a, b| value(b.0, b.1).total_cmp(&value(a.0, a.1)));
    let (mut row_taken, mut column_taken) = (vec![false; rows], vec![false; columns]);
    cells.retain(|&(row, column)| {
        let free = !row_taken[row] && !column_taken[column];
        if free {
            (row_taken[row], column_taken[column]) = (true, true);
        }
        free
    });
    cells
}

/// Every row gets a column; `rows <= columns <= MOST_OPTIMAL`.
fn hungarian(rows: usize, columns: usize, value: &dyn Fn(usize, usize) -> f32) -> Vec<(usize, usize)> {
    const SIZE: usize = MOST_OPTIMAL + 1;
    let mut row_price = [0.0f32; SIZE];
    let mut column_price = [0.0f32; SIZE];
    // Column 0 is a sentinel to start from; row 0 means no row.
    let mut row_of = [0usize; SIZE];
    for row in 1..=rows {
        row_of[0] = row;
        let mut least = [f32::INFINITY; SIZE];
        let mut from = [0usize; SIZE];
        let mut used = [false; SIZE];
        let mut column = 0;
        while row_of[column] != 0 {
            used[column] = true;
            let current = row_of[column];
            let (mut step, mut next) = (f32::INFINITY, 0);
            for other in 1..=columns {
                if used[other] {
                    continue;
                }
                let cost = -value(current - 1, other - 1) - row_price[current] - column_price[other];
                if cost < least[other] {
                    (least[other], from[other]) = (cost, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=columns {
                if used[other] {
                    row_price[row_of[other]] += step;
                    column_price[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[from[column]];
            column = from[column];
        }
    }
    (1..=columns)
        .filter(|&column| row_of[column] != 0)
        .map(|column| (row_of[column] - 1, column - 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assignment_is_the_best_there_is() {
        // Greedy takes 5 first and gets 5 + 0; the best is 4 + 4.
        let values = [[5.0, 4.0], [4.0, 0.0]];
        let (total, pairs) = assign(2, 2, &|row, column| values[row][column]);
        assert_eq!((total, pairs), (8.0, vec![(0, 1), (1, 0)]));
    }

    #[test]
    fn it_equals_trying_everything() {
        let mut state = 7u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as f32 / 16.0
        };
        for (rows, columns) in [(2, 2), (2, 4), (3, 3), (4, 3), (5, 5), (4, 6)] {
            for _ in 0..20 {
                let values: Vec<Vec<f32>> =
                    (0..rows).map(|_| (0..columns).map(|_| random()).collect()).collect();
                let (total, _) = assign(rows, columns, &|row, column| values[row][column]);
                let best = brute_force(&values, 0, &mut vec![false; columns]);
                assert!((total - best).abs() < 1e-3, "{total} {best} {values:?}");
            }
        }
    }

    fn brute_force(values: &[Vec<f32>], row: usize, taken: &mut Vec<bool>) -> f32 {
        let Some(cells) = values.get(row) else { return 0.0 };
        let mut best = brute_force(values, row + 1, taken);
        for column in 0..cells.len() {
            if !taken[column] {
                taken[column] = true;
                best = best.max(cells[column] + brute_force(values, row + 1, taken));
                taken[column] = false;
            }
        }
        best
    }
}
