//! Draws from distributions with a given mean.

use random::Random;

/// Exponential.
pub(super) fn exponential(random: &mut Random, mean: f64) -> f64 {
    -mean * (1.0 - random.unit()).ln()
}

/// Geometric, from 1.
pub(super) fn geometric(random: &mut Random, mean: f64) -> usize {
    let stay = 1.0 - 1.0 / mean;
    let mut drawn = 1;
    while random.chance(stay) {
        drawn += 1;
    }
    drawn
}

/// Poisson, for means below some hundred: counts draws until their product falls below e to the minus mean.
pub(super) fn poisson(random: &mut Random, mean: f64) -> usize {
    let (limit, mut product, mut drawn) = ((-mean).exp(), random.unit(), 0);
    while product > limit {
        product *= random.unit();
        drawn += 1;
    }
    drawn
}

/// Negative binomial with `shape` failures: Poisson with a mean from a gamma distribution.
pub(super) fn negative_binomial(random: &mut Random, shape: f64, mean: f64) -> usize {
    let mean = gamma(random, shape) * mean / shape;
    poisson(random, mean.min(500.0))
}

/// Gamma with scale 1 (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
fn gamma(random: &mut Random, shape: f64) -> f64 {
    if shape < 1.0 {
        return gamma(random, shape + 1.0) * (1.0 - random.unit()).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - random.unit()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Normal with mean 0 and deviation 1 (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_their_means_and_variances() {
        let mut random = Random::new(3);
        let mut check = |name: &str, draw: &dyn Fn(&mut Random) -> f64, mean: f64, variance: f64| {
            let draws: Vec<f64> = (0..60_000).map(|_| draw(&mut random)).collect();
            let found = draws.iter().sum::<f64>() / draws.len() as f64;
            let around = draws.iter().map(|x| (x - found).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!((found - mean).abs() < 0.03 * mean, "{name}: mean {found}");
            assert!((around - variance).abs() < 0.08 * variance, "{name}: variance {around}");
        };
        check("exponential", &|random| exponential(random, 5.0), 5.0, 25.0);
        check("geometric", &|random| geometric(random, 1.2857) as f64, 1.2857, 0.3673);
        check("poisson", &|random| poisson(random, 2.4) as f64, 2.4, 2.4);
        check("negative binomial", &|random| negative_binomial(random, 8.0, 4.77) as f64, 4.77, 7.614);
        check("long tail", &|random| negative_binomial(random, 0.85, 3.95) as f64, 3.95, 22.31);
    }
}
