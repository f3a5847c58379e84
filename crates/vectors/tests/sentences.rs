//! Sentence vectors: against a forward pass written another way, whatever the batches, and against a real model
//! where there is one.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/tiny_model.rs"]
mod tiny_model;

use std::fs;
use std::path::Path;

use tiny_model::{HEADS, LAYERS, Tensors, WIDTH};
use vectors::sentences::Encoder;

/// The network as its paper has it, a number at a time, in double precision.
struct Plain<'a>(&'a Tensors);

impl Plain<'_> {
    fn numbers(&self, name: &str) -> Vec<f64> {
        self.0[name].1.iter().map(|value| f64::from(*value)).collect()
    }

    fn row(&self, name: &str, number: usize) -> Vec<f64> {
        self.numbers(name)[number * WIDTH..(number + 1) * WIDTH].to_vec()
    }

    fn linear(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let (weight, bias) = (self.numbers(&format!("{name}.weight")), self.numbers(&format!("{name}.bias")));
        let product = |weights: &[f64]| weights.iter().zip(row).map(|(a, b)| a * b).sum::<f64>();
        weight.chunks(row.len()).zip(bias).map(|(weights, bias)| product(weights) + bias).collect()
    }

    fn norm(&self, name: &str, row: &[f64]) -> Vec<f64> {
        let (weight, bias) = (self.numbers(&format!("{name}.weight")), self.numbers(&format!("{name}.bias")));
        let mean = row.iter().sum::<f64>() / WIDTH as f64;
        let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / WIDTH as f64;
        let normal = row.iter().map(|value| (value - mean) / (variance + 1e-12).sqrt());
        normal.zip(weight).zip(bias).map(|((value, weight), bias)| value * weight + bias).collect()
    }

    fn layer(&self, number: usize, states: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let all = |part: &str| -> Vec<Vec<f64>> {
            states.iter().map(|row| self.linear(&name(&format!("attention.self.{part}")), row)).collect()
        };
        let (queries, keys, values) = (all("query"), all("key"), all("value"));
        let size = WIDTH / HEADS;
        let mut next = Vec::new();
        for (state, query) in states.iter().zip(&queries) {
            let mut attended = vec![0.0; WIDTH];
            for head in 0..HEADS {
                let places = head * size..(head + 1) * size;
                let product = |key: &Vec<f64>| places.clone().map(|at| query[at] * key[at]).sum::<f64>();
                let shares: Vec<f64> =
                    keys.iter().map(|key| (product(key) / (size as f64).sqrt()).exp()).collect();
                let total: f64 = shares.iter().sum();
                for (share, value) in shares.iter().zip(&values) {
                    places.clone().for_each(|at| attended[at] += share / total * value[at]);
                }
            }
            let attended = add(&self.linear(&name("attention.output.dense"), &attended), state);
            let attended = self.norm(&name("attention.output.LayerNorm"), &attended);
            let inner = self.linear(&name("intermediate.dense"), &attended);
            let inner: Vec<f64> = inner.into_iter().map(|x| 0.5 * x * (1.0 + erf(x / 2f64.sqrt()))).collect();
            let outer = add(&self.linear(&name("output.dense"), &inner), &attended);
            next.push(self.norm(&name("output.LayerNorm"), &outer));
        }
        next
    }

    fn vector(&self, pieces: &[usize]) -> Vec<f64> {
        let embed = |(place, &piece): (usize, &usize)| {
            let word = self.row("embeddings.word_embeddings.weight", piece);
            let place = self.row("embeddings.position_embeddings.weight", place);
            let kind = self.row("embeddings.token_type_embeddings.weight", 0);
            self.norm("embeddings.LayerNorm", &add(&add(&word, &place), &kind))
        };
        let mut states: Vec<Vec<f64>> = pieces.iter().enumerate().map(embed).collect();
        for layer in 0..LAYERS {
            states = self.layer(layer, &states);
        }
        let sum = states.iter().fold(vec![0.0; WIDTH], |sum, row| add(&sum, row));
        let length = sum.iter().map(|value| value * value).sum::<f64>().sqrt();
        sum.iter().map(|value| value / length).collect()
    }
}

fn add(one: &[f64], two: &[f64]) -> Vec<f64> {
    one.iter().zip(two).map(|(a, b)| a + b).collect()
}

/// By its series, which ends for what a network gives it.
fn erf(x: f64) -> f64 {
    if x.abs() > 5.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

/// The pieces of a text whose words the tiny model knows letter by letter.
fn pieces(text: &str) -> Vec<usize> {
    let known = tiny_model::pieces();
    let number = |piece: &str| known.iter().position(|known| known == piece).unwrap();
    let mut found = vec![number("[CLS]")];
    for word in text.split_whitespace() {
        if known.iter().any(|piece| piece == word) {
            found.push(number(word));
            continue;
        }
        for (at, letter) in word.chars().enumerate() {
            found.push(number(&if at == 0 { letter.to_string() } else { format!("##{letter}") }));
        }
    }
    found.push(number("[SEP]"));
    found
}

fn assert_near(found: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((f64::from(*found) - expected).abs() < tolerance, "{found} is not {expected}");
    }
}

#[test]
fn vectors_are_those_of_a_plain_forward_pass() {
    let folder = tempfile::tempdir().unwrap();
    let tensors = tiny_model::tensors(7);
    tiny_model::write(folder.path(), &tensors);
    let encoder = Encoder::open(folder.path()).unwrap();
    assert_eq!(encoder.dimensions(), WIDTH);
    for text in ["", "sum", "prove that the sum is even", "q", "the odd xyz is abc that"] {
        let found = encoder.encode(&[text]).unwrap().remove(0);
        assert_near(&found, &Plain(&tensors).vector(&pieces(text)), 1e-5);
    }
}

#[test]
fn batches_do_not_matter_and_order_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    tiny_model::write(folder.path(), &tiny_model::tensors(3));
    let encoder = Encoder::open(folder.path()).unwrap();
    let texts: Vec<String> =
        (0..300).map(|number| "prove that odd ".repeat(number % 9) + &number.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = encoder.encode(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together) {
        let alone = encoder.encode(&[text]).unwrap().remove(0);
        assert_near(vector, &alone.iter().map(|value| f64::from(*value)).collect::<Vec<_>>(), 1e-5);
        let length: f32 = vector.iter().map(|value| value * value).sum();
        assert!((length - 1.0).abs() < 1e-5);
    }
    assert!(encoder.encode(&[]).unwrap().is_empty());
}

#[test]
fn what_is_too_long_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    tiny_model::write(folder.path(), &tiny_model::tensors(3));
    let encoder = Encoder::open(folder.path()).unwrap();
    // The model says 24 pieces, two of which stand around every text.
    let (fits, longer) = ("sum ".repeat(22), "sum ".repeat(10_000));
    assert_eq!(encoder.encode(&[&fits]).unwrap(), encoder.encode(&[&longer]).unwrap());
    assert_ne!(encoder.encode(&[&fits]).unwrap(), encoder.encode(&["sum ".repeat(21).as_str()]).unwrap());
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &Path| Encoder::open(folder).err().map(|error| error.to_string()).unwrap_or_default();
    for file in ["config.json", "model.safetensors", "vocab.txt"] {
        tiny_model::write(folder.path(), &tiny_model::tensors(1));
        fs::remove_file(folder.path().join(file)).unwrap();
        let error = Encoder::open(folder.path()).err().unwrap();
        assert!(error.to_string().contains(file) && error.hint().is_some(), "{error}");
        fs::write(folder.path().join(file), "{").unwrap();
        assert!(said(folder.path()).contains(file), "{}", said(folder.path()));
    }
    let mut tensors = tiny_model::tensors(1);
    tensors.remove("encoder.layer.1.output.dense.weight");
    tiny_model::write(folder.path(), &tensors);
    assert!(said(folder.path()).contains("encoder.layer.1.output.dense.weight"), "{}", said(folder.path()));
    let whole = {
        tiny_model::write(folder.path(), &tiny_model::tensors(1));
        fs::read(folder.path().join("model.safetensors")).unwrap()
    };
    for at in (0..whole.len()).step_by(997) {
        fs::write(folder.path().join("model.safetensors"), &whole[..at]).unwrap();
        assert!(said(folder.path()).contains("model.safetensors"), "cut at {at}");
    }
    fs::write(folder.path().join("config.json"), r#"{"model_type": "mpnet"}"#).unwrap();
    assert!(said(folder.path()).contains("config.json"), "{}", said(folder.path()));
}

/// Numbers from a forward pass of all-MiniLM-L6-v2 in double precision with numpy.
#[test]
#[cfg_attr(not(sentence_model), ignore = "needs all-MiniLM-L6-v2: set PERGA_TEST_MODEL to its folder")]
fn a_real_model_gives_the_vectors_that_numpy_gives() {
    let folder = std::env::var("PERGA_TEST_MODEL").unwrap();
    let encoder = Encoder::open(Path::new(&folder)).unwrap();
    let texts = ["Prove that the sum of two odd numbers is even.", r"Evaluate \int_0^\infty e^{-x^2}\,dx"];
    let vectors = encoder.encode(&texts).unwrap();
    let expected = [
        [-0.0364779, 0.0966081, 0.034797, 0.0701573, 0.0047836, -0.0127944],
        [0.023736, 0.1080931, -0.0623787, -0.0012285, 0.0650067, -0.0604609],
    ];
    for (vector, expected) in vectors.iter().zip(expected) {
        assert_near(&vector[..6], &expected, 1e-5);
    }
}
