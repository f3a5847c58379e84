//! A table in sentences.
//!
//! A reader who does not know the tests should not have to; a reader who does can check every word against
//! a number. The sentences never say "proves", and a difference that is not significant is never called
//! "no difference".

use super::comparison::Comparison;
use super::strata::Strata;
use document::counted;

/// With fewer topics than this, a test says little.
const FEW_TOPICS: usize = 25;

/// One comparison in words: how large, how often, how sure.
///
/// ```
/// use eval::statistics::{comparison::{System, compare}, words};
/// let topics: Vec<String> = (1..=4).map(|i| format!("A.{i}")).collect();
/// let base = System { name: "base", topics: &topics, values: &[0.1, 0.2, 0.3, 0.4] };
/// let mine = System { name: "mine", topics: &topics, values: &[0.2, 0.3, 0.5, 0.4] };
/// let text = words::comparison("nDCG'", "base", &compare(&base, &[mine], 1)[0], 0.05);
/// assert!(text.starts_with("mine scores 0.1000 above base on nDCG' (+40.0 %): better on 3 of 4 topics"));
/// ```
pub fn comparison(measure: &str, baseline: &str, found: &Comparison, level: f64) -> String {
    let difference = found.difference();
    if found.counts.wins + found.counts.losses == 0 {
        let topics = counted(found.topics, "topic");
        return format!("{} and {baseline} score the same on {measure} on all {topics}.", found.name);
    }
    let relative = found.relative().map_or(String::new(), |share| format!(" ({:+.1} %)", 100.0 * share));
    let direction = if difference < 0.0 { "below" } else { "above" };
    let mut text = format!(
        "{} scores {:.4} {direction} {baseline} on {measure}{relative}: better on {} of {}, worse on {}",
        found.name,
        difference.abs(),
        found.counts.wins,
        counted(found.topics, "topic"),
        found.counts.losses
    );
    if found.counts.ties > 0 {
        text.push_str(&format!(", equal on {}", found.counts.ties));
    }
    text.push_str(". ");
    text.push_str(&significance(found, level));
    text
}

fn significance(found: &Comparison, level: f64) -> String {
    let (Some(test), Some(holm)) = (found.t_test, found.holm) else {
        return "One topic is not enough for a test.".to_owned();
    };
    let corrected = match found.comparisons {
        0 | 1 => String::new(),
        count => format!(", {} after Holm's correction for {count} comparisons", p_value(holm)),
    };
    let t = format!("t({}) = {:.2}, {}{corrected}", test.degrees, test.t, p_value(test.p));
    let mut text = match (holm < level, test.p < level) {
        (true, _) => format!("The difference is significant at {level}: {t}."),
        (false, true) => format!(
            "Alone the difference would be significant at {level}, among {} comparisons it is not: {t}.",
            found.comparisons
        ),
        (false, false) => {
            format!("The difference is not significant at {level}: {t}; chance would explain it.")
        }
    };
    if let Some(randomisation) = found.randomisation {
        let agrees = (randomisation.p < level) == (test.p < level);
        let verdict = if agrees { "agrees" } else { "disagrees, so neither is conclusive" };
        text.push_str(&format!(" The randomisation test {verdict} ({}).", p_value(randomisation.p)));
    }
    if found.topics < FEW_TOPICS {
        text.push_str(&format!(
            " {} are few: only large differences can show.",
            counted(found.topics, "topic")
        ));
    }
    text
}

/// `p = 0.0312`, or `p < 0.0001`.
pub fn p_value(p: f64) -> String {
    if p < 0.000_1 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// Two slices of topics in words.
pub fn strata(attribute: &str, found: &Strata) -> String {
    let (first, second) = (found.first, found.second);
    let direction = if found.gap < 0.0 { "lower" } else { "higher" };
    let gap = format!(
        "By {attribute}, systems score {:.4} {direction} on {first} than on {second} on average",
        found.gap.abs()
    );
    let pairs = found.kendall.concordant + found.kendall.discordant;
    let order = match found.kendall.tau {
        None => "; there are too few systems, or all are tied, so their orders cannot be compared".to_owned(),
        Some(tau) => format!(
            "; both slices order {} of {pairs} pairs of systems alike (τ = {tau:.3}), and a system moves by {:.2} places: {}",
            found.kendall.concordant,
            found.moves,
            if tau >= 0.9 {
                "they agree on which system is better"
            } else if tau >= 0.5 {
                "they mostly agree on which system is better"
            } else {
                "which system is better depends on the slice"
            }
        ),
    };
    format!("{gap}{order}.")
}

/// How two ways of scoring order the systems, in words.
pub fn orders(first: &str, second: &str, kendall: &super::Kendall, pearson: Option<f64>) -> String {
    let Some(tau) = kendall.tau else {
        return format!("{first} and {second} cannot be compared: fewer than two systems, or all tied.");
    };
    let pairs = kendall.concordant + kendall.discordant;
    let tied = kendall.tied_first + kendall.tied_second;
    let verdict = match (kendall.discordant, tied) {
        (0, 0) => "the same order",
        (0, _) => "the same order but for ties",
        _ => "different orders",
    };
    let pearson = pearson.map_or(String::new(), |r| format!(", r = {r:.3}"));
    format!(
        "{first} and {second} put the systems in {verdict}: {} of {pairs} pairs alike (τ = {tau:.3}{pearson}).",
        kendall.concordant
    )
}

#[cfg(test)]
mod tests {
    use super::super::comparison::{System, compare};
    use super::*;

    fn say(first: &[f64], seconds: &[&[f64]]) -> Vec<String> {
        let topics: Vec<String> = (0..first.len()).map(|i| i.to_string()).collect();
        let base = System { name: "base", topics: &topics, values: first };
        let systems: Vec<System> =
            seconds.iter().map(|values| System { name: "mine", topics: &topics, values }).collect();
        compare(&base, &systems, 1).iter().map(|found| comparison("AP", "base", found, 0.05)).collect()
    }

    #[test]
    fn significant_and_not() {
        let base: Vec<f64> = (0..40).map(|i| f64::from(i % 5) / 10.0).collect();
        let better: Vec<f64> =
            base.iter().enumerate().map(|(i, b)| b + 0.1 + (i % 3) as f64 / 100.0).collect();
        let wobbly: Vec<f64> =
            base.iter().enumerate().map(|(i, b)| b + if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        let text = say(&base, &[&better, &wobbly]);
        assert!(text[0].contains("above base") && text[0].contains("is significant at 0.05"), "{}", text[0]);
        assert!(text[0].contains("Holm's correction for 2") && text[0].contains("agrees (p < 0.0001)"));
        assert!(
            text[1].contains("is not significant") && text[1].contains("better on 20 of 40"),
            "{}",
            text[1]
        );
    }

    #[test]
    fn equal_runs_few_topics_and_one_topic() {
        assert_eq!(
            say(&[0.1, 0.2], &[&[0.1, 0.2]])[0],
            "mine and base score the same on AP on all 2 topics."
        );
        assert!(say(&[0.1, 0.2], &[&[0.1, 0.3]])[0].contains("2 topics are few"));
        assert!(say(&[0.1], &[&[0.3]])[0].contains("better on 1 of 1 topic, worse on 0. One topic is not"));
    }

    #[test]
    fn a_correction_that_changes_the_verdict_is_reported() {
        let base = vec![0.0; 40];
        let slight: Vec<f64> = (0..40).map(|i| if i % 10 < 6 { 0.1 } else { -0.07 }).collect();
        let text = say(&base, &[&slight, &slight, &slight, &slight]);
        assert!(text[0].contains("among 4 comparisons it is not"), "{}", text[0]);
    }
}
