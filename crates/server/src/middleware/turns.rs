//! Whose turn it is: who may search now, who waits, and who is stopped for others.
//!
//! A search has a place while it runs. There are more places than cores, because the system shares the cores among threads; what
//! must be shared here is the places themselves. The rules:
//!
//! - One client runs only a part of the places at once; a connection has one request at a time anyway.
//! - Of those that wait, the client that has used the least time recently goes first; among equals the first that came.
//! - While a client waits, a search that has run longer than the polite limit is stopped if its client has used much more time
//!   than the one that waits; after twice that limit, if it has used about as much. That of the client with most time used is
//!   stopped first, and none for a client that has used much more itself. So those who ask little do not wait long, clients that are all
//!   alike do not stop each other's searches half-way, and on an idle machine a search may run until its deadline.
//! - Few may wait. When one more comes, the one that has used most is sent away.
//! - A search whose client is gone is stopped.
//!
//! Time used fades: half of it is forgotten every ten seconds.
//!
//! What it is not: a guard against many machines. Those who open a new connection for every search are always new here;
//! the polite limit and the bound on those that wait hold for them as well.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{Budget, Ended};
use tokio::sync::oneshot;

/// A client that sends requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    /// A connection from this machine: all of them have the same address.
    Connection(u64),
    /// Another machine.
    Machine(IpAddr),
}

/// How places are given.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Searches that run at the same time.
    pub places: usize,
    /// Searches of one client that run at the same time.
    pub of_one_client: usize,
    /// Searches that wait.
    pub most_waiting: usize,
    /// How long one waits at most.
    pub longest_wait: Duration,
    /// How long one may run.
    pub limit: Duration,
    /// How long one may run while others wait; twice as long if its client has used about as much as they have.
    pub polite: Duration,
}

/// How busy it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Business {
    /// Searches that run.
    pub running: usize,
    /// Searches that wait.
    pub waiting: usize,
    /// How long the first of them has waited.
    pub longest_wait: Duration,
    /// Searches sent away because too many waited, or they waited too long.
    pub refused: u64,
    /// Searches stopped because others waited.
    pub displaced: u64,
}

/// Who may search.
pub struct Turns {
    rules: Rules,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: HashMap<u64, Running>,
    waiting: Vec<Waiting>,
    used: HashMap<Client, Used>,
    next_ticket: u64,
    refused: u64,
    displaced: u64,
}

struct Running {
    client: Client,
    since: Instant,
    budget: Budget,
}

struct Waiting {
    ticket: u64,
    client: Client,
    since: Instant,
    start: oneshot::Sender<Budget>,
}

/// Time that a client has used, as of some moment.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

/// A place, kept until the search has ended.
pub struct Turn {
    turns: Arc<Turns>,
    ticket: u64,
    /// How long the search may take.
    pub budget: Budget,
}

/// Sent away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Half of the time used is forgotten in this time.
const FORGOTTEN: f64 = 10.0;

/// A client that has used this many times as much as another is stopped first.
const MUCH_MORE: f64 = 2.0;

/// Clients whose times are kept; beyond that those that used least are forgotten.
const MOST_CLIENTS: usize = 4096;

/// How often those that wait look whether a search is beyond the polite limit.
const LOOK: Duration = Duration::from_millis(20);

impl Rules {
    /// How long a search of a client that has used some time may run before one is let in that has used so much; none if
    /// that one has used much more.
    fn time_before(&self, used: f64, waiting: f64) -> Option<Duration> {
        if used >= MUCH_MORE * waiting {
            return Some(self.polite);
        }
        (MUCH_MORE * used >= waiting).then_some(2 * self.polite)
    }
}

impl Turns {
    /// With some rules.
    pub fn new(rules: Rules) -> Arc<Turns> {
        Arc::new(Turns { rules, state: Mutex::default() })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How busy it is now.
    pub fn business(&self) -> Business {
        let state = self.state();
        let first = state.waiting.iter().map(|waiting| waiting.since).min();
        Business {
            running: state.running.len(),
            waiting: state.waiting.len(),
            longest_wait: first.map(|since| since.elapsed()).unwrap_or_default(),
            refused: state.refused,
            displaced: state.displaced,
        }
    }

    /// A place, when it is the client's turn.
    pub async fn turn(self: &Arc<Turns>, client: Client) -> Result<Turn, Refused> {
        let (ticket, mut start) = self.queue(client)?;
        // If the client goes away while it waits, this is dropped, and its place in the queue with it.
        let mut left = Left { turns: self, ticket, is_over: false };
        let end = Instant::now() + self.rules.longest_wait;
        while Instant::now() < end {
            if let Ok(started) = tokio::time::timeout(LOOK, &mut start).await {
                left.is_over = true;
                let Ok(budget) = started else { return Err(Refused) };
                return Ok(Turn { turns: self.clone(), ticket, budget });
            }
            self.state().displace(&self.rules);
        }
        self.state().refused += 1;
        Err(Refused)
    }

    /// Puts a client into the queue.
    fn queue(&self, client: Client) -> Result<(u64, oneshot::Receiver<Budget>), Refused> {
        let mut state = self.state();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        let (start, started) = oneshot::channel();
        state.waiting.push(Waiting { ticket, client, since: Instant::now(), start });
        state.give(&self.rules);
        if state.waiting.len() > self.rules.most_waiting {
            state.refused += 1;
            let sent_away = state.last_in_turn();
            let sent_away = sent_away.map(|place| state.waiting.remove(place).ticket);
            if sent_away == Some(ticket) {
                return Err(Refused);
            }
        }
        state.displace(&self.rules);
        Ok((ticket, started))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Gives free places to those whose turn it is.
    fn give(&mut self, rules: &Rules) {
        while self.running.len() < rules.places {
            let Some(place) = self.first_in_turn(rules) else { return };
            let Waiting { ticket, client, start, .. } = self.waiting.remove(place);
            let budget = Budget::of(rules.limit);
            // One that has just left gets nothing.
            if start.send(budget.clone()).is_ok() {
                self.running.insert(ticket, Running { client, since: Instant::now(), budget });
            }
        }
    }

    fn first_in_turn(&self, rules: &Rules) -> Option<usize> {
        let may_run = |client: Client| {
            self.running.values().filter(|running| running.client == client).count() < rules.of_one_client
        };
        let waiting = self.waiting.iter().enumerate().filter(|(_, waiting)| may_run(waiting.client));
        waiting.min_by(|(_, a), (_, b)| self.order(a, b)).map(|(place, _)| place)
    }

    fn last_in_turn(&self) -> Option<usize> {
        self.waiting.iter().enumerate().max_by(|(_, a), (_, b)| self.order(a, b)).map(|(place, _)| place)
    }

    /// The least used first, then the first that came.
    fn order(&self, a: &Waiting, b: &Waiting) -> std::cmp::Ordering {
        self.used(a.client).total_cmp(&self.used(b.client)).then(a.ticket.cmp(&b.ticket))
    }

    /// The time that a client has used recently, with what runs now.
    fn used(&self, client: Client) -> f64 {
        let before = self.used.get(&client).map_or(0.0, |used| used.now());
        let own = self.running.values().filter(|running| running.client == client);
        before + own.map(|running| running.since.elapsed().as_secs_f64()).sum::<f64>()
    }

    /// Stops searches for those that wait, one for each at most.
    fn displace(&mut self, rules: &Rules) {
        if self.running.len() < rules.places || self.waiting.is_empty() {
            return;
        }
        let (ending, mut running): (Vec<&Running>, Vec<&Running>) =
            self.running.values().partition(|running| running.budget.is_over());
        running.sort_by(|a, b| self.used(b.client).total_cmp(&self.used(a.client)));
        let mut waiting: Vec<f64> = self.waiting.iter().map(|waiting| self.used(waiting.client)).collect();
        waiting.sort_by(f64::total_cmp);
        let mut displaced = 0;
        // Places that will be free in a moment are for those that have used least.
        for waited in waiting.into_iter().skip(ending.len()) {
            let has_had_enough = |running: &&Running| {
                let time = running.since.elapsed();
                rules.time_before(self.used(running.client), waited).is_some_and(|limit| time >= limit)
            };
            let Some(place) = running.iter().position(has_had_enough) else { break };
            running.remove(place).budget.end(Ended::Displaced);
            displaced += 1;
        }
        self.displaced += displaced;
    }

    /// A search has ended: its time is remembered, and its place is given to the next.
    fn end(&mut self, ticket: u64, rules: &Rules) {
        if let Some(running) = self.running.remove(&ticket) {
            let seconds = running.since.elapsed().as_secs_f64();
            let before = self.used.get(&running.client).map_or(0.0, |used| used.now());
            self.used.insert(running.client, Used { seconds: before + seconds, at: Instant::now() });
            self.forget();
        }
        self.give(rules);
    }

    fn forget(&mut self) {
        if self.used.len() <= MOST_CLIENTS {
            return;
        }
        let mut times: Vec<f64> = self.used.values().map(Used::now).collect();
        let middle = times.len() / 2;
        let median = *times.select_nth_unstable_by(middle, f64::total_cmp).1;
        self.used.retain(|_, used| used.now() > median);
    }
}

impl Used {
    fn now(&self) -> f64 {
        self.seconds * (-self.at.elapsed().as_secs_f64() / FORGOTTEN).exp2()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.state().end(self.ticket, &self.turns.rules);
    }
}

/// Takes a client out of the queue when it leaves.
struct Left<'t> {
    turns: &'t Turns,
    ticket: u64,
    is_over: bool,
}

impl Drop for Left<'_> {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        let mut state = self.turns.state();
        state.waiting.retain(|waiting| waiting.ticket != self.ticket);
        // It may have been given a place that nobody will use.
        state.end(self.ticket, &self.turns.rules);
    }
}

#[cfg(test)]
mod tests;
