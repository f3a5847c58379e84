//! The files of a model, by the names that they have in its folder.

/// The sizes of the network.
pub(crate) const CONFIGURATION: &str = "config.json";
/// Its weights.
pub(crate) const WEIGHTS: &str = "model.safetensors";
/// How texts become word pieces.
pub(crate) const TOKENIZER: &str = "tokenizer.json";
/// The word pieces, one per line, where there is no tokenizer.
pub(crate) const VOCABULARY: &str = "vocab.txt";
/// How to use the vocabulary.
pub(crate) const SETTINGS: &str = "tokenizer_config.json";
/// The most word pieces of a text.
pub(crate) const LENGTH: &str = "sentence_bert_config.json";
/// How the vectors of pieces become one.
pub(crate) const POOLING: &str = "1_Pooling/config.json";
