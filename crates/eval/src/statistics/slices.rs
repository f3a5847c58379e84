//! Slices: the topics that share a value of an attribute (type, difficulty, dependence, complexity, …).
//!
//! Attributes with few values are taken as they are, in their natural order where one is known (`Low`,
//! `Medium`, `High`). Attributes that are numbers of many values are cut into thirds of nearly equal size,
//! equal numbers stay together.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A numeric attribute with more values than this is cut into thirds.
const MOST_VALUES: usize = 6;

/// Words that are steps of a scale, the lowest first.
const SCALES: [&[&str]; 5] = [
    &["easy", "low", "simple", "short", "small"],
    &["medium", "moderate"],
    &["hard", "high", "complex", "long", "large"],
    &["no", "false"],
    &["yes", "true"],
];

/// Some of the topics, by their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// The value that they share, or its range.
    pub name: String,
    /// Their places in the list of topics.
    pub topics: Vec<usize>,
}

/// Cuts topics by the value of an attribute; topics without a value are in no slice.
///
/// ```
/// use eval::statistics::slices::slices;
/// let values = [Some("High"), Some("Low"), None, Some("High"), Some("Medium")];
/// let names: Vec<String> = slices(&values).into_iter().map(|slice| slice.name).collect();
/// assert_eq!(names, ["Low", "Medium", "High"]);
/// ```
pub fn slices(values: &[Option<&str>]) -> Vec<Slice> {
    let mut by_value: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (topic, value) in values.iter().enumerate() {
        if let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) {
            by_value.entry(value).or_default().push(topic);
        }
    }
    let mut numbers: Vec<(f64, &str, &Vec<usize>)> = by_value
        .iter()
        .filter_map(|(&value, topics)| {
            value.parse().ok().filter(|number: &f64| number.is_finite()).map(|number| (number, value, topics))
        })
        .collect();
    if numbers.len() == by_value.len() && numbers.len() > MOST_VALUES {
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        return thirds(&numbers);
    }
    let mut slices: Vec<Slice> =
        by_value.into_iter().map(|(value, topics)| Slice { name: value.to_owned(), topics }).collect();
    slices.sort_by(|a, b| natural_order(&a.name, &b.name));
    slices
}

/// Three slices of nearly equal size from values in order; a value goes where its middle topic falls.
fn thirds(values: &[(f64, &str, &Vec<usize>)]) -> Vec<Slice> {
    let total: usize = values.iter().map(|(_, _, topics)| topics.len()).sum();
    let mut parts: [Vec<&(f64, &str, &Vec<usize>)>; 3] = Default::default();
    let mut before = 0;
    for value in values {
        let middle = 2 * before + value.2.len();
        parts[(3 * middle / (2 * total)).min(2)].push(value);
        before += value.2.len();
    }
    let slice = |part: &Vec<&(f64, &str, &Vec<usize>)>| {
        let (first, last) = (part.first()?, part.last()?);
        let name = if first.1 == last.1 { first.1.to_owned() } else { format!("{}–{}", first.1, last.1) };
        let mut topics: Vec<usize> = part.iter().flat_map(|value| value.2.iter().copied()).collect();
        topics.sort_unstable();
        Some(Slice { name, topics })
    };
    parts.iter().filter_map(slice).collect()
}

fn natural_order(a: &str, b: &str) -> Ordering {
    let step = |name: &str| {
        let name = name.to_lowercase();
        SCALES.iter().position(|words| words.contains(&name.as_str())).unwrap_or(SCALES.len())
    };
    let numbers = a.parse::<f64>().ok().zip(b.parse::<f64>().ok());
    let by_number = numbers.map_or(Ordering::Equal, |(a, b)| a.total_cmp(&b));
    by_number.then_with(|| step(a).cmp(&step(b))).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_many_values_become_thirds_and_equal_numbers_stay_together() {
        let texts = ["1", "2", "3", "4", "10", "11", "12", "12", "12"];
        let values: Vec<Option<&str>> = texts.iter().copied().map(Some).collect();
        let found = slices(&values);
        let names: Vec<&str> = found.iter().map(|slice| slice.name.as_str()).collect();
        assert_eq!(names, ["1–3", "4–11", "12"]);
        assert_eq!(found[2].topics, [6, 7, 8]);
    }

    #[test]
    fn few_numbers_stay_themselves_in_numeric_order() {
        let found = slices(&[Some("10"), Some("9"), Some("10"), Some(" ")]);
        assert_eq!(found[0], Slice { name: "9".into(), topics: vec![1] });
        assert_eq!(found[1], Slice { name: "10".into(), topics: vec![0, 2] });
    }

    #[test]
    fn words_without_a_scale_are_in_the_order_of_the_alphabet() {
        let found = slices(&[Some("Proof"), Some("Computation"), Some("Concept")]);
        let names: Vec<&str> = found.iter().map(|slice| slice.name.as_str()).collect();
        assert_eq!(names, ["Computation", "Concept", "Proof"]);
    }
}
