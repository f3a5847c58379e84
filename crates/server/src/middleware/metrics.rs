//! Numbers to be watched, in the format of Prometheus.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::{Family, MetricConstructor};
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::api::error::ApiError;
use crate::app::App;

/// Upper ends of the classes of response times, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

/// Makes a histogram for a route.
#[derive(Clone)]
struct Times;

impl MetricConstructor<Histogram> for Times {
    fn new_metric(&self) -> Histogram {
        Histogram::new(SECONDS)
    }
}

/// The numbers of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram, Times>,
    in_flight: Gauge,
    units: Gauge<u64, AtomicU64>,
    formulas: Gauge<u64, AtomicU64>,
    commit: Gauge<u64, AtomicU64>,
    searching: Gauge,
    waiting: Gauge,
    longest_wait: Gauge<f64, AtomicU64>,
    refused: Gauge<u64, AtomicU64>,
    displaced: Gauge<u64, AtomicU64>,
}

/// A request that is being answered.
pub struct InFlight(Gauge);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("perga");
        let requests = Family::<Answered, Counter>::default();
        let seconds = Family::<Route, Histogram, Times>::new_with_constructor(Times);
        let (in_flight, units) = (Gauge::default(), Gauge::default());
        let (formulas, commit) = (Gauge::default(), Gauge::default());
        registry.register("requests", "Requests by route and status", requests.clone());
        registry.register("request_seconds", "Time to answer by route", seconds.clone());
        registry.register("requests_in_flight", "Requests that are being answered", in_flight.clone());
        registry.register("index_units", "Units of the index", units.clone());
        registry.register("index_distinct_formulas", "Distinct formulas of the index", formulas.clone());
        registry.register("index_commit", "Commits of the index so far", commit.clone());
        let (searching, waiting) = (Gauge::default(), Gauge::default());
        let (longest_wait, refused, displaced) = (Gauge::default(), Gauge::default(), Gauge::default());
        registry.register("searches_running", "Searches that run now", searching.clone());
        registry.register("searches_waiting", "Searches that wait for their turn", waiting.clone());
        registry.register(
            "search_longest_wait_seconds",
            "How long the first of them has waited",
            longest_wait.clone(),
        );
        registry.register(
            "searches_refused",
            "Searches refused since the start: too many waited",
            refused.clone(),
        );
        registry.register(
            "searches_displaced",
            "Searches stopped since the start: others waited",
            displaced.clone(),
        );
        Metrics {
            registry,
            requests,
            seconds,
            in_flight,
            units,
            formulas,
            commit,
            searching,
            waiting,
            longest_wait,
            refused,
            displaced,
        }
    }
}

impl Metrics {
    /// A request came in; it is in flight until it is answered or its client has left.
    pub fn begin(&self) -> InFlight {
        self.in_flight.inc();
        InFlight(self.in_flight.clone())
    }

    /// It was answered.
    pub fn end(&self, route: &str, status: u16, seconds: f64) {
        self.requests.get_or_create(&Answered { route: route.to_owned(), status }).inc();
        self.seconds.get_or_create(&Route { route: route.to_owned() }).observe(seconds);
    }
}

/// The numbers as text.
pub async fn get(State(app): State<Arc<App>>) -> Response {
    let engine = app.engine();
    let metrics = &app.metrics;
    metrics.commit.set(engine.commit());
    metrics.formulas.set(engine.distinct_formulas());
    metrics.units.set(engine.units());
    let business = app.work.searches.business();
    metrics.searching.set(i64::try_from(business.running).unwrap_or(i64::MAX));
    metrics.waiting.set(i64::try_from(business.waiting).unwrap_or(i64::MAX));
    metrics.longest_wait.set(business.longest_wait.as_secs_f64());
    metrics.refused.set(business.refused);
    metrics.displaced.set(business.displaced);
    let mut text = String::new();
    if encode(&mut text, &metrics.registry).is_err() {
        return ApiError::internal("the numbers cannot be written").into_response();
    }
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
        .into_response()
}
