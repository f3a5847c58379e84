//! Sessions: what one person searched for without being away for 60 minutes.
//!
//! The entries of one session id are sorted by time and cut where nothing happened for [`AWAY`]. The same query and
//! type again at once is a reload or a next page and is merged. A click belongs to the last query with its text, or
//! else to the last query.
//!
//! How long a page was viewed is what the page reported, or else the time until the next event or the end.

use super::entry::{Action, Entry};
use super::input::Cleaning;

/// After this many milliseconds without an event a new session begins.
pub const AWAY: i64 = 60 * 60 * 1000;

/// A click this long after its query has a damaged time.
const LATEST_CLICK: i64 = 24 * AWAY;

/// How many queries back a click can belong: more would make a session of many thousand queries slow.
const LOOKED_BACK: usize = 50;

/// A click on a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Click {
    /// The address or id of the result.
    pub target: String,
    /// When.
    pub time: i64,
    /// For how many milliseconds the page was viewed, if that is known.
    pub viewed: Option<i64>,
}

/// A query with its clicks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// What was typed.
    pub text: String,
    /// The vertical or mode.
    pub search_type: String,
    /// When.
    pub time: i64,
    /// How many results it had, if the log says so.
    pub hits: Option<u64>,
    /// Clicks before the next query, in order.
    pub clicks: Vec<Click>,
}

/// The queries of a session in order; at least one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Session {
    /// The hash of the id in the log; the sessions of one id have the same.
    pub id: u64,
    /// The queries.
    pub queries: Vec<Query>,
    /// When the last event was, or when the log says that it ended.
    pub end: Option<i64>,
}

impl Session {
    /// All clicks.
    pub fn clicks(&self) -> impl Iterator<Item = &Click> {
        self.queries.iter().flat_map(|query| &query.clicks)
    }

    /// Milliseconds from the first query to the last click; none without a click.
    pub fn duration(&self) -> Option<i64> {
        let first = self.queries.first()?.time;
        self.clicks().map(|click| click.time - first).max()
    }

    /// Whether the last event is a click.
    pub fn ends_with_click(&self) -> bool {
        self.queries.last().is_some_and(|query| !query.clicks.is_empty())
    }
}

/// The sessions of one id; `entries` are in order of time.
pub fn sessions(entries: &[Entry<'_>], cleaning: &mut Cleaning) -> Vec<Session> {
    let mut found = Vec::new();
    let mut open = Open::default();
    for entry in entries {
        if entry.action != Action::Dwell && open.last.is_some_and(|last| entry.time - last >= AWAY) {
            found.extend(std::mem::take(&mut open).close(entry.session, Some(entry.time)));
        }
        open.add(entry, cleaning);
    }
    found.extend(open.close(entries.first().map_or(0, |entry| entry.session), None));
    found
}

/// A session that may continue.
#[derive(Default)]
struct Open {
    session: Session,
    last: Option<i64>,
    end: Option<i64>,
}

impl Open {
    fn add(&mut self, entry: &Entry<'_>, cleaning: &mut Cleaning) {
        match entry.action {
            Action::Search => self.search(entry, cleaning),
            Action::Click => self.click(entry, entry.time, cleaning),
            Action::Dwell => {
                let click = self.session.queries.iter_mut().rev().find_map(|query| query.clicks.last_mut());
                if let Some(click) = click {
                    click.viewed = click.viewed.or(entry.shown);
                    self.end = self.end.max(Some(entry.time));
                }
                return;
            }
        }
        self.last = self.last.max(Some(entry.time));
    }

    fn search(&mut self, entry: &Entry<'_>, cleaning: &mut Cleaning) {
        let before = self.session.queries.last_mut();
        let repeated =
            before.filter(|before| before.text == entry.query && before.search_type == entry.search_type);
        match repeated {
            // Lines of one query, each with a click, are no repetition.
            Some(before) => cleaning.repeated += u64::from(before.time != entry.time),
            None => self.session.queries.push(Query {
                text: entry.query.to_owned(),
                search_type: entry.search_type.to_owned(),
                time: entry.time,
                hits: entry.hits,
                clicks: Vec::new(),
            }),
        }
        self.end = self.end.max(entry.end);
        if !entry.target.is_empty() {
            let clicked = entry.clicked.unwrap_or(entry.time);
            let is_possible = (0..LATEST_CLICK).contains(&(clicked - entry.time));
            cleaning.impossible_times += u64::from(!is_possible);
            let clicked = if is_possible { clicked } else { entry.time };
            self.click(entry, clicked, cleaning);
            self.last = self.last.max(Some(clicked));
        }
    }

    fn click(&mut self, entry: &Entry<'_>, time: i64, cleaning: &mut Cleaning) {
        let queries = &mut self.session.queries;
        let looked_at = queries.len().saturating_sub(LOOKED_BACK);
        let recent = queries.iter().enumerate().skip(looked_at).rev();
        let asked = recent.into_iter().find(|(_, query)| query.text == entry.query).map(|(at, _)| at);
        let at = asked.filter(|_| !entry.query.is_empty()).or(queries.len().checked_sub(1));
        match at.and_then(|at| queries.get_mut(at)) {
            Some(query) => {
                query.clicks.push(Click { target: entry.target.to_owned(), time, viewed: None });
            }
            None => cleaning.lost_clicks += 1,
        }
    }

    /// The session, if there was a search; `next` is when the same id came back.
    fn close(self, id: u64, next: Option<i64>) -> Option<Session> {
        let Open { mut session, last, end } = self;
        let last = last?;
        session.queries.first()?;
        let end = end.filter(|end| *end >= last && next.is_none_or(|next| *end <= next));
        session.end = end;
        session.id = id;
        measure_views(&mut session);
        Some(session)
    }
}

/// Sets how long each page was viewed where the page did not report it.
fn measure_views(session: &mut Session) {
    let mut next = session.end;
    for query in session.queries.iter_mut().rev() {
        query.clicks.sort_by_key(|click| click.time);
        for click in query.clicks.iter_mut().rev() {
            let until = next.map(|next| next - click.time).filter(|viewed| *viewed >= 0);
            click.viewed = click.viewed.or(until);
            next = Some(click.time);
        }
        next = Some(query.time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(time: i64, query: &'static str) -> Entry<'static> {
        Entry { time: time * 1000, query, search_type: "Web", ..Entry::default() }
    }

    fn click(time: i64, query: &'static str) -> Entry<'static> {
        Entry { time: time * 1000, query, action: Action::Click, target: "u", ..Entry::default() }
    }

    fn read(entries: &[Entry<'_>]) -> (Vec<Session>, Cleaning) {
        let mut cleaning = Cleaning::default();
        let found = sessions(entries, &mut cleaning);
        (found, cleaning)
    }

    #[test]
    fn a_session_ends_after_sixty_minutes() {
        let (found, _) = read(&[search(0, "a"), search(3599, "b"), search(3599 + 3600, "c")]);
        assert_eq!(found.iter().map(|session| session.queries.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn reloads_are_merged_and_another_type_is_not() {
        let video = Entry { search_type: "Video", ..search(3, "a") };
        let (found, cleaning) = read(&[search(0, "a"), search(1, "a"), video, search(5, "a")]);
        assert_eq!((found[0].queries.len(), cleaning.repeated), (3, 1));
    }

    #[test]
    fn views_last_until_the_next_event_or_the_end() {
        let end = Entry { end: Some(100_000), ..search(40, "b") };
        let shown = Entry { action: Action::Dwell, shown: Some(7), time: 90_000, query: "", ..search(0, "") };
        let (found, _) = read(&[search(0, "a"), click(5, ""), end, click(60, "b"), click(80, ""), shown]);
        let viewed: Vec<_> = found[0].clicks().map(|click| click.viewed).collect();
        assert_eq!(viewed, [Some(35_000), Some(20_000), Some(7)]);
        assert_eq!(found[0].duration(), Some(80_000));
        assert!(found[0].ends_with_click());
    }

    #[test]
    fn without_an_end_the_last_view_is_unknown() {
        let (found, _) = read(&[search(0, "a"), click(5, "a")]);
        assert_eq!(found[0].queries[0].clicks[0].viewed, None);
    }

    #[test]
    fn impossible_times_are_corrected() {
        let early = Entry { target: "u", clicked: Some(5), ..search(10, "a") };
        let ended = Entry { end: Some(1), ..search(20, "b") };
        let (found, cleaning) = read(&[click(1, ""), early, ended]);
        assert_eq!(found[0].queries[0].clicks[0].time, 10_000);
        assert_eq!(found[0].end, None);
        assert_eq!((cleaning.impossible_times, cleaning.lost_clicks), (1, 1));
    }
}
