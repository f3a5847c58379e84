//! The meaning of the columns of a list.

use rustc_hash::FxHashSet;

/// The columns of a list, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Columns {
    pub formula: usize,
    /// None for a list of formulas alone.
    pub id: Option<usize>,
    pub visual: Option<usize>,
    pub post: Option<usize>,
    pub thread: Option<usize>,
    /// The problem of a formula according to ARQMath.
    pub issue: Option<usize>,
    /// Whether the first row names the columns.
    pub has_header: bool,
    /// Whether the id is that of an article with several formulas.
    pub ids_repeat: bool,
    /// The number of columns of a row.
    pub count: usize,
}

/// The names of columns in headers.
const FORMULA: [&str; 6] = ["latex", "formula", "tex", "mathml", "equation", "math"];
const ID: [&str; 3] = ["formula_id", "id", "formulaid"];
const VISUAL: [&str; 2] = ["visual_id", "visualid"];
const POST: [&str; 5] = ["post_id", "postid", "topic_id", "parent", "unit"];
const THREAD: [&str; 3] = ["thread_id", "threadid", "thread"];

/// The share of a column that must look like formulas for it to count as formulas.
const LEAST_SCORE: f64 = 0.4;

impl Columns {
    /// The columns of a list that begins with these lines, whatever they look like, because the user says that it is a
    /// list.
    pub(super) fn of(lines: &[&str]) -> Columns {
        if let Some(columns) = Columns::find(lines) {
            return columns;
        }
        let count = column_count(lines);
        let id = (count > 1).then_some(0);
        let visual = (count == 3).then_some(1);
        Columns { formula: count.clamp(1, 3) - 1, id, visual, count, ..Columns::default() }
    }

    /// The columns, if the lines look like a list of formulas.
    pub(super) fn find(lines: &[&str]) -> Option<Columns> {
        if let Some(columns) = lines.first().and_then(|line| Columns::of_header(line)) {
            return Some(columns);
        }
        match column_count(lines) {
            0 => None,
            1 => is_list(lines).then(|| Columns { count: 1, ..Columns::default() }),
            count => Columns::by_content(lines, count),
        }
    }

    /// The columns of a header that names the one with formulas.
    pub(super) fn of_header(line: &str) -> Option<Columns> {
        let names: Vec<String> = line.split('\t').map(|name| name.trim().to_lowercase()).collect();
        let find =
            |known: &[&str]| known.iter().find_map(|known| names.iter().position(|name| name == known));
        let formula = find(&FORMULA)?;
        // A list whose first formula is `tex` is less likely than a list without other columns.
        let id = find(&ID);
        if id.is_none() && names.len() > 1 {
            return None;
        }
        Some(Columns {
            formula,
            id,
            visual: find(&VISUAL),
            post: find(&POST),
            thread: find(&THREAD),
            issue: find(&["issue"]),
            has_header: true,
            ids_repeat: false,
            count: names.len(),
        })
    }

    fn by_content(lines: &[&str], count: usize) -> Option<Columns> {
        let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.splitn(count, '\t').collect()).collect();
        let cells = |column: usize| rows.iter().filter_map(move |row: &Vec<&str>| row.get(column).copied());
        let score = |column: usize| {
            let (total, number) =
                cells(column).fold((0, 0), |(total, number), cell| (total + signs(cell), number + 1));
            // A column with the same text in every row is the name of a run, not a formula.
            let is_varied = number < 3 || cells(column).any(|cell| cells(column).next() != Some(cell));
            if is_varied { f64::from(total) / f64::from(number.max(1)) } else { 0.0 }
        };
        // The first column is the id; of equal ones, the last is the formula.
        let formula = (1..count).max_by(|&a, &b| score(a).total_cmp(&score(b)))?;
        if score(formula) < LEAST_SCORE {
            return None;
        }
        let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
        let visual = (count == 3 && formula == 2 && cells(1).all(is_number)).then_some(1);
        let mut seen = FxHashSet::default();
        let ids_repeat = visual.is_none() && !cells(0).all(|cell| seen.insert(cell));
        let thread = ids_repeat.then_some(0);
        Some(Columns { formula, id: Some(0), visual, thread, ids_repeat, count, ..Columns::default() })
    }
}

/// The number of columns that most rows have.
fn column_count(lines: &[&str]) -> usize {
    let counts = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.split('\t').count());
    let mut counts: Vec<usize> = counts.collect();
    counts.sort_unstable();
    counts.get(counts.len() / 2).copied().unwrap_or(0)
}

/// How much a cell looks like a formula: 3 for a command or an element, 2 for braces and superscripts, 1 for an
/// operator. An underscore says nothing, because names of articles are full of them.
fn signs(cell: &str) -> u32 {
    let bytes = cell.as_bytes();
    let has_command = bytes.windows(2).any(|pair| matches!(pair, [b'\\', b'a'..=b'z' | b'A'..=b'Z' | b'{']));
    if has_command || cell.starts_with("<m") {
        3
    } else if cell.contains(['^', '{']) {
        2
    } else {
        u32::from(cell.contains(['=', '+', '<', '>']))
    }
}

/// Whether lines with one column are formulas and not prose.
fn is_list(lines: &[&str]) -> bool {
    let lines: Vec<&str> = lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
    let share = |is: &dyn Fn(&str) -> bool| {
        lines.iter().filter(|line| is(line)).count() as f64 / lines.len().max(1) as f64
    };
    let has_signs = share(&|line| signs(line) > 0);
    let has_dollars = share(&|line| unwrapped(line).contains('$'));
    let is_prose = share(&is_prose);
    !lines.is_empty() && has_signs >= 0.5 && is_prose <= 0.1 && has_dollars <= 0.1
}

/// A line without dollars around the whole of it.
fn unwrapped(line: &str) -> &str {
    let line = line.trim();
    let inside = line.strip_prefix('$').and_then(|line| line.strip_suffix('$'));
    inside.map_or(line, |inside| inside.trim_matches('$'))
}

/// Whether a line has four consecutive words, none of them a command.
fn is_prose(line: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| ",.;:!?()'\"-".contains(c));
        word.chars().count() >= 2 && word.chars().all(char::is_alphabetic)
    };
    let mut run = 0;
    line.split(' ').any(|word| {
        run = if is_word(word) { run + 1 } else { 0 };
        run >= 4
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_the_columns() {
        let arqmath = "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula";
        let columns = Columns::find(&[arqmath]).unwrap();
        let found = (columns.id, columns.post, columns.thread, columns.visual, columns.formula);
        assert_eq!(found, (Some(0), Some(1), Some(2), Some(6), 8));
        let instances = Columns::find(&["formula_id\tvisual_id\tpost_id\tfield\tlatex"]).unwrap();
        assert_eq!((instances.id, instances.visual, instances.formula), (Some(0), Some(1), 4));
        assert_eq!(Columns::find(&["question_id\tlinked_question_id\tkind", "1\t2\trelated"]), None);
    }

    #[test]
    fn the_column_of_formulas_is_recognised_by_its_content() {
        let posts = Columns::find(&["1294\t8230016\tp(n\\xi)", "1296\t74\tp"]).unwrap();
        assert_eq!((posts.id, posts.visual, posts.formula, posts.ids_repeat), (Some(0), Some(1), 2, false));
        let articles = Columns::find(&["A_b.html\tx^{2}=1\tx", "A_b.html\tT_{v}=1\tv T"]).unwrap();
        assert_eq!(
            (articles.id, articles.visual, articles.formula, articles.ids_repeat),
            (Some(0), None, 1, true)
        );
        let pairs = Columns::find(&["a\tx+1", "b\ty"]).unwrap();
        assert_eq!((pairs.id, pairs.visual, pairs.formula, pairs.ids_repeat), (Some(0), None, 1, false));
    }

    #[test]
    fn prose_is_not_a_list_of_formulas() {
        assert_eq!(Columns::find(&["All of this is prose.", "So is = this line here."]), None);
        assert_eq!(Columns::find(&[]), None);
        let run = [
            "A.1\tQ0\t7\t1\t0.5\tfusion_k=60",
            "A.1\tQ0\t8\t2\t0.4\tfusion_k=60",
            "A.2\tQ0\t7\t1\t0.5\tfusion_k=60",
        ];
        assert_eq!(Columns::find(&run), None);
    }
}
