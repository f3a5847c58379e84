//! The network of BERT (Devlin and others, 2019): from word pieces to one vector for each text.
//!
//! Texts of a batch are concatenated, without padding: every product with a matrix of weights is over all their pieces
//! at once, and only attention works text by text. So nothing is computed for padding, and the vector of a text does
//! not depend on its neighbours.

use std::collections::HashMap;

use candle_core::{DType, Device, Error, Result, Storage, Tensor};

use super::configuration::Configuration;
use super::kernels::{self, Bias, Gelu, Norm, Softmax};

/// The weights.
pub(super) struct Network {
    width: usize,
    heads: usize,
    words: Vec<f32>,
    /// Vectors of the positions, with the vector of the first kind of text added to each.
    places: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    /// Queries, keys and values in one matrix; the queries are scaled already.
    attention: Tensor,
    attention_bias: Bias,
    output: Tensor,
    output_norm: Norm,
    up: Tensor,
    gelu: Gelu,
    down: Tensor,
    down_norm: Norm,
}

impl Network {
    /// From tensors by name, with or without `bert.` before it.
    pub fn new(tensors: HashMap<String, Tensor>, configuration: &Configuration) -> Result<Network> {
        let (width, inner) = (configuration.hidden_size, configuration.intermediate_size);
        let weights = Weights { tensors, epsilon: configuration.layer_norm_eps as f32 };
        let places = configuration.max_position_embeddings;
        let word_shape = [configuration.vocab_size, width];
        let words = weights.numbers("embeddings.word_embeddings.weight", &word_shape)?;
        let mut positions = weights.numbers("embeddings.position_embeddings.weight", &[places, width])?;
        let kinds = [configuration.type_vocab_size, width];
        let kinds = weights.numbers("embeddings.token_type_embeddings.weight", &kinds)?;
        for row in positions.chunks_exact_mut(width) {
            row.iter_mut().zip(&kinds).for_each(|(value, kind)| *value += kind);
        }
        let norm = weights.norm("embeddings.LayerNorm", vec![0.0; width], width)?;
        let layer = |number| weights.layer(number, width, inner, configuration.num_attention_heads);
        let layers = (0..configuration.num_hidden_layers).map(layer).collect::<Result<_>>()?;
        Ok(Network {
            width,
            heads: configuration.num_attention_heads,
            words,
            places: positions,
            norm,
            layers,
        })
    }

    /// One vector for each text: the mean over its pieces, of length 1.
    pub fn vectors(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
        if lengths.iter().all(|length| *length == 0) {
            return Ok(vec![vec![0.0; self.width]; texts.len()]);
        }
        let states = self.states(texts, &lengths, self.layers.len())?;
        let mut rows = states.chunks_exact(self.width);
        Ok(lengths.iter().map(|&length| mean(rows.by_ref().take(length), self.width)).collect())
    }

    /// One vector for each piece of a text, after so many layers; after all where there are fewer.
    pub fn piece_vectors(&self, text: &[u32], layers: usize) -> Result<Vec<Vec<f32>>> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let states = self.states(&[text], &[text.len()], layers)?;
        Ok(states.chunks_exact(self.width).map(<[f32]>::to_vec).collect())
    }

    /// The rows of all pieces after so many layers.
    fn states(&self, texts: &[&[u32]], lengths: &[usize], layers: usize) -> Result<Vec<f32>> {
        let total: usize = lengths.iter().sum();
        let mut states = Tensor::from_vec(self.embed(texts)?, (total, self.width), &Device::Cpu)?;
        for layer in self.layers.iter().take(layers) {
            states = self.forward(layer, &states, lengths)?;
        }
        states.flatten_all()?.to_vec1::<f32>()
    }

    fn embed(&self, texts: &[&[u32]]) -> Result<Vec<f32>> {
        let unknown = || Error::Msg("a word piece or a place beyond the tables of the model".to_owned());
        let mut states = Vec::new();
        let mut places = Vec::new();
        for text in texts {
            for &piece in *text {
                let from = piece as usize * self.width;
                states.extend_from_slice(self.words.get(from..from + self.width).ok_or_else(unknown)?);
            }
            places.extend_from_slice(self.places.get(..text.len() * self.width).ok_or_else(unknown)?);
        }
        self.norm.apply(&mut states, &places);
        Ok(states)
    }

    fn forward(&self, layer: &Layer, states: &Tensor, lengths: &[usize]) -> Result<Tensor> {
        let mixed = states.matmul(&layer.attention)?;
        mixed.inplace_op1(&layer.attention_bias)?;
        let attended = self.attend(&mixed, lengths)?.matmul(&layer.output)?;
        attended.inplace_op2(states, &layer.output_norm)?;
        let inner = attended.matmul(&layer.up)?;
        inner.inplace_op1(&layer.gelu)?;
        let outer = inner.matmul(&layer.down)?;
        outer.inplace_op2(&attended, &layer.down_norm)?;
        Ok(outer)
    }

    /// Attention of each piece to the pieces of its own text.
    fn attend(&self, mixed: &Tensor, lengths: &[usize]) -> Result<Tensor> {
        let size = self.width / self.heads;
        let total: usize = lengths.iter().sum();
        let mut attended = vec![0.0; total * self.width];
        let mut start = 0;
        for &length in lengths.iter().filter(|length| **length > 0) {
            let heads =
                mixed.narrow(0, start, length)?.reshape((length, 3 * self.heads, size))?.transpose(0, 1)?;
            let queries = heads.narrow(0, 0, self.heads)?;
            let keys = heads.narrow(0, self.heads, self.heads)?;
            let values = heads.narrow(0, 2 * self.heads, self.heads)?;
            let shares = queries.matmul(&keys.transpose(1, 2)?)?;
            shares.inplace_op1(&Softmax)?;
            let taken = shares.matmul(&values)?;
            let rows =
                attended.get_mut(start * self.width..(start + length) * self.width).unwrap_or_default();
            with_values(&taken, |taken| gather_heads(taken, rows, length, size, self.width))?;
            start += length;
        }
        Tensor::from_vec(attended, (total, self.width), &Device::Cpu)
    }
}

/// From one block per head to one row per piece.
fn gather_heads(blocks: &[f32], rows: &mut [f32], length: usize, size: usize, width: usize) {
    for (head, block) in blocks.chunks_exact(length * size).enumerate() {
        for (row, part) in rows.chunks_exact_mut(width).zip(block.chunks_exact(size)) {
            if let Some(place) = row.get_mut(head * size..(head + 1) * size) {
                place.copy_from_slice(part);
            }
        }
    }
}

fn with_values<R>(tensor: &Tensor, read: impl FnOnce(&[f32]) -> R) -> Result<R> {
    let (storage, layout) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(storage) => Ok(read(kernels::values(storage, layout)?)),
        _ => Err(Error::Msg("a tensor in main memory is needed".to_owned())),
    }
}

fn mean<'a>(rows: impl Iterator<Item = &'a [f32]>, width: usize) -> Vec<f32> {
    let mut sum = vec![0.0; width];
    for row in rows {
        sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        sum.iter_mut().for_each(|value| *value /= length);
    }
    sum
}

/// Tensors by name.
struct Weights {
    tensors: HashMap<String, Tensor>,
    epsilon: f32,
}

impl Weights {
    fn tensor(&self, name: &str, shape: &[usize]) -> Result<Tensor> {
        let found = self.tensors.get(name).or_else(|| self.tensors.get(&format!("bert.{name}")));
        let found = found.ok_or_else(|| Error::Msg(format!("there is no tensor `{name}`")))?;
        if found.dims() != shape {
            let message = format!("tensor `{name}` has shape {:?}, not {shape:?}", found.dims());
            return Err(Error::Msg(message));
        }
        found.to_dtype(DType::F32)
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        self.tensor(name, shape)?.flatten_all()?.to_vec1()
    }

    /// A matrix in the layout for multiplication: rows are inputs.
    fn matrix(&self, name: &str, input: usize, output: usize) -> Result<Tensor> {
        self.tensor(&format!("{name}.weight"), &[output, input])?.t()?.contiguous()
    }

    fn bias(&self, name: &str, width: usize) -> Result<Vec<f32>> {
        self.numbers(&format!("{name}.bias"), &[width])
    }

    fn norm(&self, name: &str, bias: Vec<f32>, width: usize) -> Result<Norm> {
        let scale = self.numbers(&format!("{name}.weight"), &[width])?;
        Ok(Norm { bias, scale, shift: self.bias(name, width)?, epsilon: self.epsilon })
    }

    fn layer(&self, number: usize, width: usize, inner: usize, heads: usize) -> Result<Layer> {
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let scale = 1.0 / ((width / heads) as f32).sqrt();
        let [queries, keys, values] =
            ["query", "key", "value"].map(|part| name(&format!("attention.self.{part}")));
        let scaled = (self.matrix(&queries, width, width)? * f64::from(scale))?;
        let matrices = [scaled, self.matrix(&keys, width, width)?, self.matrix(&values, width, width)?];
        let mut bias: Vec<f32> = self.bias(&queries, width)?.iter().map(|value| value * scale).collect();
        bias.extend(self.bias(&keys, width)?);
        bias.extend(self.bias(&values, width)?);
        let output_bias = self.bias(&name("attention.output.dense"), width)?;
        let down_bias = self.bias(&name("output.dense"), width)?;
        Ok(Layer {
            attention: Tensor::cat(&matrices, 1)?,
            attention_bias: Bias { bias },
            output: self.matrix(&name("attention.output.dense"), width, width)?,
            output_norm: self.norm(&name("attention.output.LayerNorm"), output_bias, width)?,
            up: self.matrix(&name("intermediate.dense"), width, inner)?,
            gelu: Gelu { bias: self.bias(&name("intermediate.dense"), inner)? },
            down: self.matrix(&name("output.dense"), inner, width)?,
            down_norm: self.norm(&name("output.LayerNorm"), down_bias, width)?,
        })
    }
}
