//! The vectors of an index together with the model that made them.

use index::Index;

use super::{Encoder, UnitVectors};
use crate::models::installed;
use crate::{Error, Result};

/// The installed model and the vectors of the units of an index. An error names what is missing: vectors, a model, or the
/// model that made the vectors.
pub fn open(index: &Index) -> Result<(Encoder, UnitVectors)> {
    let Some(vectors) = UnitVectors::open(index)? else {
        return Err(Error::NoUnitVectors { folder: index.folder().to_owned() });
    };
    let Some(model) = installed()? else { return Err(Error::NoModel) };
    let encoder = model.open()?;
    if !vectors.fits(&encoder) {
        return Err(Error::OtherModel { here: model.name, there: vectors.model().to_owned() });
    }
    Ok((encoder, vectors))
}
