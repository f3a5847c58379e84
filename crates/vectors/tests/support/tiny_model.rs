//! A model of the BERT family with random weights, small enough to be made by the test that needs it.
//!
//! It knows nothing, but it is read, cut and computed as any other. Written by hand, so that what reads it is not what
//! wrote it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub const WIDTH: usize = 16;
pub const HEADS: usize = 2;
pub const LAYERS: usize = 2;
pub const INNER: usize = 32;
pub const PLACES: usize = 64;

/// The pieces it knows, by number.
pub fn pieces() -> Vec<String> {
    let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(str::to_owned);
    let words = ["sum", "prove", "that", "the", "is", "even", "odd", "inte", "##gral"].map(str::to_owned);
    let letters = ('a'..='z').chain('0'..='9').map(String::from);
    let inner = ('a'..='z').map(|letter| format!("##{letter}"));
    let signs = "+-=^\\{}.,?()".chars().map(String::from);
    special.into_iter().chain(words).chain(letters).chain(inner).chain(signs).collect()
}

/// Tensors by name: shape and values.
pub type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// The weights, the same ones for the same seed.
pub fn tensors(mut seed: u64) -> Tensors {
    let mut tensors = Tensors::new();
    let mut add = |name: String, shape: &[usize], middle: f32| {
        let count = shape.iter().product();
        let values = (0..count).map(|_| middle + random(&mut seed)).collect();
        tensors.insert(name, (shape.to_vec(), values));
    };
    add("embeddings.word_embeddings.weight".to_owned(), &[pieces().len(), WIDTH], 0.0);
    add("embeddings.position_embeddings.weight".to_owned(), &[PLACES, WIDTH], 0.0);
    add("embeddings.token_type_embeddings.weight".to_owned(), &[2, WIDTH], 0.0);
    add("embeddings.LayerNorm.weight".to_owned(), &[WIDTH], 1.0);
    add("embeddings.LayerNorm.bias".to_owned(), &[WIDTH], 0.0);
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let matrices = [
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", INNER, WIDTH),
            ("output.dense", WIDTH, INNER),
        ];
        for (part, output, input) in matrices {
            add(name(&format!("{part}.weight")), &[output, input], 0.0);
            add(name(&format!("{part}.bias")), &[output], 0.0);
        }
        for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
            add(name(&format!("{part}.weight")), &[WIDTH], 1.0);
            add(name(&format!("{part}.bias")), &[WIDTH], 0.0);
        }
    }
    tensors
}

/// Between -0.5 and 0.5 (xorshift).
fn random(state: &mut u64) -> f32 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
}

/// Writes a model with these weights into a folder.
pub fn write(folder: &Path, tensors: &Tensors) {
    fs::create_dir_all(folder).unwrap();
    let configuration = serde_json::json!({
        "model_type": "bert", "vocab_size": pieces().len(), "hidden_size": WIDTH, "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS, "intermediate_size": INNER, "max_position_embeddings": PLACES,
        "type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
    });
    fs::write(folder.join("config.json"), configuration.to_string()).unwrap();
    fs::write(folder.join("vocab.txt"), pieces().join("\n")).unwrap();
    fs::write(folder.join("sentence_bert_config.json"), r#"{"max_seq_length": 24}"#).unwrap();
    fs::write(folder.join("model.safetensors"), safetensors(tensors)).unwrap();
}

/// The format of weights: the length of a header in JSON, the header, the numbers.
fn safetensors(tensors: &Tensors) -> Vec<u8> {
    let mut header = serde_json::Map::new();
    let mut numbers = Vec::new();
    for (name, (shape, values)) in tensors {
        let start = numbers.len();
        numbers.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        let entry =
            serde_json::json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, numbers.len()] });
        header.insert(name.clone(), entry);
    }
    let mut header = serde_json::Value::Object(header).to_string().into_bytes();
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(numbers);
    bytes
}
