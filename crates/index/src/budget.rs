//! How long a piece of work may take, and how to stop it earlier.
//!
//! A search is a nest of loops over lists, candidates and trees, some of them on other threads. All of them check one
//! budget, which is cheap to clone and to check, and stop when it is over. The code that started the work then asks the
//! budget whether the result is complete.
//!
//! A loop checks the budget about once every tenth of a millisecond. A check costs one load; with a deadline it also
//! reads the clock (tens of nanoseconds).
//!
//! What it is not: an error. A loop that ends early returns what it has, and the function that promises a complete
//! result turns [`Budget::is_over`] into an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// How long a piece of work may take. The default is without limit.
///
/// ```
/// use index::{Budget, Ended};
///
/// let budget = Budget::default();
/// assert!(!budget.is_over());
///
/// let budget = Budget::of(std::time::Duration::ZERO);
/// assert!(budget.is_over());
/// assert_eq!(budget.ended(), Some(Ended::TimeUp));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    deadline: Option<Instant>,
    /// 0 while the work runs, otherwise why it ended.
    state: AtomicU8,
}

/// Why a budget is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The deadline has passed.
    TimeUp,
    /// Others wait for the same resources.
    Displaced,
    /// No client waits for the result any more.
    Abandoned,
}

const RUNNING: u8 = 0;

impl Ended {
    const ALL: [Ended; 3] = [Ended::TimeUp, Ended::Displaced, Ended::Abandoned];

    fn state(self) -> u8 {
        match self {
            Ended::TimeUp => 1,
            Ended::Displaced => 2,
            Ended::Abandoned => 3,
        }
    }
}

impl Budget {
    /// A budget of `limit` from now on; it can also be stopped earlier.
    pub fn of(limit: Duration) -> Budget {
        Budget::until(Instant::now().checked_add(limit))
    }

    /// A budget without a deadline that can be stopped.
    pub fn stoppable() -> Budget {
        Budget::until(None)
    }

    fn until(deadline: Option<Instant>) -> Budget {
        Budget(Some(Arc::new(Shared { deadline, state: AtomicU8::new(RUNNING) })))
    }

    /// Ends it for all clones. The first reason stays.
    pub fn end(&self, why: Ended) {
        if let Some(shared) = &self.0 {
            let _ = shared.state.compare_exchange(RUNNING, why.state(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Whether work must end now.
    #[inline]
    pub fn is_over(&self) -> bool {
        let Some(shared) = &self.0 else { return false };
        if shared.state.load(Ordering::Relaxed) != RUNNING {
            return true;
        }
        let is_late = shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late {
            self.end(Ended::TimeUp);
        }
        is_late
    }

    /// Why it is over; none while it is not.
    pub fn ended(&self) -> Option<Ended> {
        if !self.is_over() {
            return None;
        }
        let state = self.0.as_ref()?.state.load(Ordering::Relaxed);
        Ended::ALL.into_iter().find(|ended| ended.state() == state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays_and_all_clones_see_it() {
        let budget = Budget::of(Duration::from_secs(3600));
        let clone = budget.clone();
        assert_eq!(clone.ended(), None);
        budget.end(Ended::Displaced);
        budget.end(Ended::Abandoned);
        assert!(clone.is_over());
        assert_eq!(clone.ended(), Some(Ended::Displaced));
    }

    #[test]
    fn a_budget_without_an_end_cannot_be_stopped() {
        let budget = Budget::default();
        budget.end(Ended::Abandoned);
        assert!(!budget.is_over());
        assert_eq!(budget.ended(), None);
    }
}
