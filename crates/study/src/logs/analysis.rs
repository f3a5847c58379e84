//! From logs to figures: which sessions count, on how many threads.

use std::sync::{Mutex, PoisonError};

use crate::Result;

use super::concepts::Concepts;
use super::figures::Figures;
use super::figures::repeats::Repeats;
use super::input::Cleaning;
use super::sessions::Session;
use super::spool::Spool;
use super::words::Typed;

/// A session with more queries than this is a program's. The longest session of the published study has 26.
pub const MOST_QUERIES: usize = 200;

/// What is counted.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// If given, only sessions with a query about these count.
    pub concepts: Option<Concepts>,
    /// Sessions with more queries do not count.
    pub most_queries: usize,
    /// Threads.
    pub threads: usize,
}

impl Default for Analysis {
    fn default() -> Analysis {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Analysis { concepts: None, most_queries: MOST_QUERIES, threads }
    }
}

/// A log with its figures.
#[derive(Clone, Debug, Default)]
pub struct Analysed {
    /// The figures.
    pub figures: Figures,
    /// The figures that need all queries at once.
    pub repeats: Repeats,
    /// What was repaired or left out.
    pub cleaning: Cleaning,
}

/// Whether a session counts, and why not.
enum Verdict {
    Counts,
    Program,
    OtherSubject,
}

impl Analysis {
    /// Counts a log that was read.
    pub fn figures(&self, spool: &Spool) -> Result<Analysed> {
        let total = Mutex::new((Figures::default(), Cleaning::default()));
        let visit = |state: &mut (Figures, Cleaning), session: Session| match self.verdict(&session) {
            Verdict::Counts => state.0.add(&session),
            Verdict::Program => state.1.programs += 1,
            Verdict::OtherSubject => state.1.other_subjects += 1,
        };
        let finish = |(mut figures, cleaning): (Figures, Cleaning)| {
            figures.forget_rare_words();
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0.merge(figures);
            total.1.add(&cleaning);
        };
        let of_sessions = spool.visit(self.threads, Default::default, visit, finish)?;
        let (mut figures, left_out) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut cleaning = spool.cleaning;
        cleaning.add(&of_sessions);
        cleaning.add(&left_out);
        let repeats = figures.asked.repeats();
        Ok(Analysed { figures, repeats, cleaning })
    }

    /// Whether a session counts.
    pub fn counts(&self, session: &Session) -> bool {
        matches!(self.verdict(session), Verdict::Counts)
    }

    fn verdict(&self, session: &Session) -> Verdict {
        if session.queries.len() > self.most_queries {
            return Verdict::Program;
        }
        let is_about =
            |concepts: &Concepts| session.queries.iter().any(|query| concepts.has(&Typed::read(&query.text)));
        match &self.concepts {
            Some(concepts) if !is_about(concepts) => Verdict::OtherSubject,
            _ => Verdict::Counts,
        }
    }
}
