//! Contextual similarity: BERTScore (Zhang and others, 2020), without idf and without rescaling.

/// Makes a vector of every token of a text, in its context.
pub trait Encoder: std::fmt::Debug + Send + Sync {
    /// What labels call it: the published digits are those of MathBERTa alone.
    fn name(&self) -> &str;
    /// The vectors of the tokens, without those that only mark begin and end.
    fn vectors(&self, text: &str) -> Result<Vec<Vec<f32>>, String>;
}

/// F1 of two texts as vectors of tokens: precision is the mean over the tokens of the answer of the greatest cosine
/// with any token of the reference, recall the same the other way round. NaN if one of them has no token.
///
/// ```
/// use eval::task3::bert_score;
/// // P: cosines 1 and 0.6, R: 1, so F1 = 2 · 0.8 · 1 / 1.8
/// let score = bert_score(&[vec![1.0, 0.0], vec![0.6, 0.8]], &[vec![2.0, 0.0]]);
/// assert!((score - 1.6 / 1.8).abs() < 1e-6);
/// ```
pub fn bert_score(answer: &[Vec<f32>], reference: &[Vec<f32>]) -> f64 {
    let (answer, reference) = (unit(answer), unit(reference));
    let (precision, recall) = (matched(&answer, &reference), matched(&reference, &answer));
    2.0 * precision * recall / (precision + recall)
}

/// The mean of the greatest cosine of each vector with any of the others.
fn matched(from: &[Vec<f32>], to: &[Vec<f32>]) -> f64 {
    let cosine =
        |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum() };
    let best = |vector: &Vec<f32>| to.iter().map(|other| cosine(vector, other)).fold(f64::NAN, f64::max);
    from.iter().map(best).sum::<f64>() / from.len() as f64
}

/// The vectors with length 1.
fn unit(vectors: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let one = |vector: &Vec<f32>| {
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        vector.iter().map(|value| if length > 0.0 { value / length } else { 0.0 }).collect()
    };
    vectors.iter().map(one).collect()
}
