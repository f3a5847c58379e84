//! Times reading and measuring apart, for `bench/evaluation`: `measuring_speed QRELS RUN...`.
//!
//! Both run on one core, because the peer has one, and are counted in processor time, so that other work on
//! the machine does not count.

use std::time::Instant;

use eval::measure::notation;
use eval::{Evaluator, Judgements, Options};
use trec::{Input, Qrels, Run, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = std::env::args().skip(1);
    let qrels = Qrels::read(Input::open(paths.next().ok_or("usage: measuring_speed QRELS RUN...")?)?)?;
    let judgements = Judgements::new(&qrels);
    let measures = notation::list("ndcg,map,P_10,bpref,recip_rank")?;
    let evaluator = Evaluator::new(&judgements, measures, Options::default())?;
    let clock = Instant::now();
    let (mut reading, mut measuring) = (0.0, 0.0);
    for path in paths {
        let began = seconds(clock);
        let run = Run::read(Input::open(path)?, run::Options::default())?;
        let read = seconds(clock);
        evaluator.evaluate(&run)?;
        reading += read - began;
        measuring += seconds(clock) - read;
    }
    println!("reading\t{reading:.3}\nmeasuring\t{measuring:.3}");
    Ok(())
}

/// Processor time of this thread where Linux reports it, otherwise wall time.
fn seconds(clock: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
