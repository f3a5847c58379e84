//! Kinds of content: whether a unit is the definition, the proof, the example that was asked for.

use index::units::StoredUnit;
use text::question::Wanted;

/// The number of first characters of a text that are searched for the name of its kind.
const LOOKED_AT: usize = 240;

/// The weight of the name of the kind in the title or the first lines, relative to being of that kind.
const NAMED: f64 = 0.5;

/// 1 if the unit is of a wanted kind, less if only its beginning names the kind.
pub(super) fn value(wanted: &[Wanted], unit: &StoredUnit) -> f64 {
    wanted.iter().map(|kind| value_of(kind.name(), unit)).fold(0.0, f64::max)
}

fn value_of(name: &str, unit: &StoredUnit) -> f64 {
    if unit.kind == name || unit.tags.iter().any(|tag| tag == name) {
        return 1.0;
    }
    let beginning: String = unit.body.chars().take(LOOKED_AT).collect();
    let says = |text: &str| text::words::words(text).any(|word| word.text == name);
    if says(&unit.title) || says(&beginning) { NAMED } else { 0.0 }
}
