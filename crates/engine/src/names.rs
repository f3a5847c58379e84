//! Values with names: how enums of the crates below are sent, received and described.
//!
//! Those crates know nothing of JSON and OpenAPI, and no enum is written a second time because of that: [`Named`] says
//! what its values are called, and a field names this module: `#[serde(with = "engine::names")]`, and
//! `value_type = ModeNames, inline` for OpenAPI.

use std::marker::PhantomData;

use formula::Notation;
use rank::formulas::modes::Mode;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;
use text::query::Key;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A value with a name.
pub trait Named: Copy + PartialEq + 'static {
    /// What the values are, for OpenAPI.
    const WHAT: &'static str;

    /// All values with their names.
    const NAMES: &'static [(Self, &'static str)];
}

impl Named for Mode {
    const WHAT: &'static str = "How a formula must match";
    const NAMES: &'static [(Mode, &'static str)] = &Mode::NAMES;
}

impl Named for Notation {
    const WHAT: &'static str = "How a formula is written.";
    const NAMES: &'static [(Notation, &'static str)] = &Notation::NAMES;
}

impl Named for Key {
    const WHAT: &'static str = "The field of a filter.";
    const NAMES: &'static [(Key, &'static str)] = &Key::NAMES;
}

/// Writes a value as its name.
pub fn serialize<T: Named, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let name = T::NAMES.iter().find(|(known, _)| known == value).map(|(_, name)| *name);
    serializer.serialize_str(name.unwrap_or_default())
}

/// Reads a value from its name.
pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    let found = T::NAMES.iter().find(|(_, known)| *known == name);
    found.map(|(value, _)| *value).ok_or_else(|| {
        let known: Vec<String> = T::NAMES.iter().map(|(_, name)| format!("`{name}`")).collect();
        D::Error::custom(format_args!("unknown variant `{name}`, expected one of {}", known.join(", ")))
    })
}

/// The names of modes, as a type for OpenAPI.
pub type ModeNames = Names<Mode>;
/// The names of notations.
pub type NotationNames = Names<Notation>;
/// The names of filters.
pub type KeyNames = Names<Key>;

/// The names of some values, as a type for OpenAPI. Its macros treat what stands in angle brackets as schemas of their
/// own, so they get a name without any.
pub struct Names<T>(PhantomData<T>);

impl<T: Named> PartialSchema for Names<T> {
    fn schema() -> RefOr<Schema> {
        let names = T::NAMES.iter().map(|(_, name)| *name);
        let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(T::WHAT));
        schema.enum_values(Some(names)).into()
    }
}

impl<T: Named> ToSchema for Names<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize, serde::Deserialize, Debug)]
    struct Asked {
        #[serde(with = "crate::names")]
        mode: Mode,
    }

    #[test]
    fn a_value_is_sent_and_read_by_its_name() {
        let asked: Asked = serde_json::from_str(r#"{"mode":"contains"}"#).unwrap();
        assert_eq!(serde_json::to_string(&asked).unwrap(), r#"{"mode":"contains"}"#);
        let error = serde_json::from_str::<Asked>(r#"{"mode":"vague"}"#).unwrap_err().to_string();
        let said = "unknown variant `vague`, expected one of `exact`, `contains`, `similar`";
        assert!(error.starts_with(said), "{error}");
    }
}
