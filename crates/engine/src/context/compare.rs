//! How much of the graphs of two files is the same: Smatch, pair by pair and together.

use graph::penman::{self, Quotes};
use graph::smatch::{self, Counts};
use serde::Serialize;

use crate::error::{Error, Result};

/// How to look for the best mapping.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of the random starts.
    pub seed: u64,
    /// How many times climbing starts.
    pub starts: usize,
}

impl Default for Options {
    fn default() -> Self {
        let smatch::Options { seed, starts, .. } = smatch::Options::default();
        Options { seed, starts }
    }
}

/// The agreement of two files.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Of the JSON.
    pub version: u32,
    /// Over all pairs together (micro average).
    pub total: Agreement,
    /// The mean of the F1 of the pairs (macro average).
    pub mean_f1: f64,
    /// Pairs whose value is proved to be the best.
    pub exact: usize,
    /// The pairs, in order.
    pub pairs: Vec<Pair>,
}

/// The agreement of two graphs.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The id of the first graph (`# ::id`), or the number of the pair.
    pub id: String,
    /// The values.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Whether the value is proved to be the best.
    pub exact: bool,
}

/// Numbers of triples, and the shares.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Agreement {
    /// Triples that are the same.
    pub matched: usize,
    /// Triples of the first file.
    pub first: usize,
    /// Triples of the second file.
    pub second: usize,
    /// The share of the first that is in the second.
    pub precision: f64,
    /// The share of the second that is in the first.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

impl From<Counts> for Agreement {
    fn from(counts: Counts) -> Agreement {
        Agreement {
            matched: counts.matched,
            first: counts.first,
            second: counts.second,
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
        }
    }
}

/// Compares the graphs of two texts, each with the one in the same place. A graph that cannot be read has no triples.
///
/// ```
/// let one = "(p / prove-01 :arg1 (t / this))";
/// let found = engine::context::compare::compare(one, one, &Default::default()).unwrap();
/// assert_eq!((found.total.matched, found.total.f1, found.exact), (4, 1.0, 1));
/// ```
pub fn compare(first: &str, second: &str, options: &Options) -> Result<Comparison> {
    let (one, two) = (penman::parse_all(first, Quotes::Lenient), penman::parse_all(second, Quotes::Lenient));
    if one.len() != two.len() {
        return Err(Error::BadRequest {
            field: None,
            message: format!("the first file has {} graphs and the second {}", one.len(), two.len()),
            hint: Some("graphs are compared pair by pair; an empty line ends a graph".to_owned()),
        });
    }
    let search = smatch::Options { seed: options.seed, starts: options.starts, ..Default::default() };
    let mut counts = Vec::with_capacity(one.len());
    let mut pairs = Vec::with_capacity(one.len());
    for (number, (one, two)) in one.into_iter().zip(two).enumerate() {
        let (one, two) = (one.unwrap_or_default(), two.unwrap_or_default());
        let found = smatch::smatch(&one, &two, &search);
        let id = one.value("id").map_or_else(|| (number + 1).to_string(), str::to_owned);
        counts.push(found.counts);
        pairs.push(Pair { id, agreement: found.counts.into(), exact: found.exact });
    }
    let sum = pairs.iter().map(|pair| pair.agreement.f1).sum::<f64>();
    Ok(Comparison {
        version: crate::VERSION,
        total: counts.into_iter().sum::<Counts>().into(),
        mean_f1: sum / pairs.len().max(1) as f64,
        exact: pairs.iter().filter(|pair| pair.exact).count(),
        pairs,
    })
}
