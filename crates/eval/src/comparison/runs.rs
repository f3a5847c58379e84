//! The runs of a comparison, the baseline first.

use std::path::Path;

use rayon::prelude::*;
use trec::Run;

use super::BaselineComparison;
use crate::{Error, Result};

impl BaselineComparison {
    /// Reads the runs. The baseline may be one of them, by file or by tag, or a file of its own.
    pub(super) fn read_runs(&self) -> Result<Vec<Run>> {
        let read = |path: &Path| self.reading.read(path, self.visual.is_some());
        let results: Vec<Result<Run>> = self.runs.par_iter().map(|path| read(path)).collect();
        let mut runs = results.into_iter().collect::<Result<Vec<Run>>>()?;
        let name = self.baseline.as_str();
        let place = match runs.iter().position(|run| run.file() == name) {
            Some(place) => place,
            None if Path::new(name).exists() => {
                runs.push(read(Path::new(name))?);
                runs.len() - 1
            }
            None => by_tag(&runs, name)?,
        };
        if runs.len() == 1 {
            return Err(Error::BaselineAlone { name: name.to_owned() });
        }
        runs[..=place].rotate_right(1);
        Ok(runs)
    }
}

fn by_tag(runs: &[Run], tag: &str) -> Result<usize> {
    let mut places = (0..runs.len()).filter(|&place| runs[place].tag() == tag);
    let Some(place) = places.next() else {
        let tags = runs.iter().map(|run| run.tag().to_owned()).collect();
        return Err(Error::NothingToCompareWith { name: tag.to_owned(), tags });
    };
    match places.next() {
        Some(_) => Err(Error::SeveralBaselines { tag: tag.to_owned() }),
        None => Ok(place),
    }
}
