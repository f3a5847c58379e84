//! The network of a model, as its `config.json` describes it.

use serde::Deserialize;

/// The sizes of a network, under the names that they have in the file.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Configuration {
    /// `bert`, or another kind that this crate does not support.
    #[serde(default)]
    pub model_type: String,
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    pub max_position_embeddings: usize,
    pub type_vocab_size: usize,
    #[serde(default = "gelu")]
    pub hidden_act: String,
    #[serde(default = "epsilon")]
    pub layer_norm_eps: f64,
    #[serde(default = "absolute")]
    pub position_embedding_type: String,
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn absolute() -> String {
    "absolute".to_owned()
}

fn epsilon() -> f64 {
    1e-12
}

impl Configuration {
    /// Why this crate cannot run the network, if it cannot.
    pub fn problem(&self) -> Option<String> {
        if self.model_type != "bert" {
            return Some(format!("the model is of type `{}`, not `bert`", self.model_type));
        }
        if self.hidden_act != "gelu" {
            return Some(format!("the model uses `{}`, not `gelu`", self.hidden_act));
        }
        if self.position_embedding_type != "absolute" {
            return Some(format!("places are `{}`, not `absolute`", self.position_embedding_type));
        }
        let sizes = [
            self.hidden_size,
            self.num_attention_heads,
            self.intermediate_size,
            self.max_position_embeddings,
        ];
        if sizes.contains(&0) || !self.hidden_size.is_multiple_of(self.num_attention_heads) {
            return Some("the sizes do not fit together".to_owned());
        }
        None
    }
}
