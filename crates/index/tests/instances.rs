//! The occurrences of a formula: each once, in the order of the collection, whatever the history of the index.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::ops::ControlFlow;

use index::{Index, Settings, Writer};
use proptest::prelude::*;
use support::{FORMULAS, unit};

/// A unit, where a formula stands in it, and the record of the formula.
type Place = (String, &'static str, u32, u32);

fn instances(index: &Index, record: u32, most: usize) -> Vec<Place> {
    let mut found = Vec::new();
    index
        .instances(record, |unit, at| {
            found.push((unit.id.clone(), at.field.name(), at.start, at.record));
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    found
}

/// Every occurrence in the units of `sources`, in their order.
fn expected(index: &Index, sources: &[(&str, Vec<String>)]) -> Vec<Place> {
    let ids = sources.iter().flat_map(|(_, ids)| ids);
    let units = ids.map(|id| index.unit(id).unwrap().unwrap());
    units
        .flat_map(|unit| {
            let places =
                unit.formulas.iter().map(|at| (unit.id.clone(), at.field.name(), at.start, at.record));
            places.collect::<Vec<_>>()
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_occurrence_comes_once_in_the_order_of_the_collection(
        batches in prop::collection::vec((0usize..3, prop::collection::vec(0usize..24, 1..4), any::<bool>()), 1..12)
    ) {
        // The last two of these look like the first.
        let spellings = [&FORMULAS[..8], &[r"\mathrm{x}^{2}+1", "x^{2}+1"]].concat();
        let mut sources = [("c", Vec::new()), ("a", Vec::new()), ("b", Vec::new())];
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
        for (number, (source, formulas, commits)) in batches.iter().enumerate() {
            let id = format!("u{}", 100 - number);
            let formulas: Vec<&str> = formulas.iter().map(|&at| spellings[at % spellings.len()]).collect();
            writer.add(sources[*source].0, &[unit(&id, &formulas)]).unwrap();
            sources[*source].1.push(id);
            if *commits {
                writer.commit().unwrap();
            }
        }
        writer.finish().unwrap();
        sources.sort();
        let index = Index::open(folder.path()).unwrap();
        let all = expected(&index, &sources);
        for record in 0..index.manifest().next_record {
            let alike = |place: &&Place| index.variants().are_alike(place.3, record);
            let of_record: Vec<Place> = all.iter().filter(alike).cloned().collect();
            prop_assert_eq!(&instances(&index, record, usize::MAX), &of_record);
            prop_assert_eq!(instances(&index, record, 2), &of_record[..of_record.len().min(2)]);
            let first = index.first_instance(record).unwrap();
            prop_assert_eq!(first.map(|(unit, _)| unit.id), of_record.first().map(|place| place.0.clone()));
        }
    }
}
