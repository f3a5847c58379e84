//! The methods of fusion under the names that papers and tools give them.

use rank::fusion::{Fuser, Fusion, Scale};

/// How the lists of a topic become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Method {
    /// Σ 1/(60 + rank)
    Rrf,
    /// Σ score/(60 + rank)
    SwRrf,
    /// The sum of scores
    CombSum,
    /// The sum of scores, times the number of runs that have the result
    CombMnz,
    /// Points by rank; runs share points among the results that they lack
    Borda,
    /// Σ 1/rank², times the number of runs that have the result
    Isr,
    /// Σ (1 − φ)·φ^(rank − 1)
    Rbc,
    /// The median rank, then the number of runs
    Ibc,
    /// The weighted sum of scores
    Linear,
}

/// How the scores of a list come to one range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Normalise {
    /// From 0 for the least score of a topic to 1 for its greatest
    MinMax,
    /// Standard deviations from the mean of a topic
    ZScore,
    /// As they are
    None,
}

impl Method {
    /// The method of the library.
    pub fn fusion(self) -> Fusion {
        match self {
            Method::Rrf => Fusion::ReciprocalRank,
            Method::SwRrf => Fusion::WeightedReciprocalRank,
            Method::CombSum | Method::Linear => Fusion::CombSum,
            Method::CombMnz => Fusion::CombMnz,
            Method::Borda => Fusion::Borda,
            Method::Isr => Fusion::InverseSquareRank,
            Method::Rbc => Fusion::RankBiased,
            Method::Ibc => Fusion::MedianRank,
        }
    }

    /// The method with its settings.
    pub fn fuser(
        self,
        weights: Vec<f64>,
        normalise: Option<Normalise>,
        constant: f64,
        persistence: f64,
    ) -> Fuser {
        let scale = normalise.map(|normalise| match normalise {
            Normalise::MinMax => Scale::MinMax,
            Normalise::ZScore => Scale::ZScore,
            Normalise::None => Scale::AsItIs,
        });
        Fuser { method: self.fusion(), weights, scale, constant, persistence }
    }
}
