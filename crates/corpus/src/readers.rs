//! The readers, one file per format. Each has one function, `read`, from an entry to its units.

pub(crate) mod arqmath;
pub(crate) mod html;
pub(crate) mod jsonl;
pub(crate) mod jupyter;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod ntcir;
mod outline;
pub(crate) mod pretext;
mod prose;
pub(crate) mod stack_exchange;
pub(crate) mod tsv;
