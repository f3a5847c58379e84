//! Everything that goes into an index is found in it, in every way that its profile promises.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use formula::signatures::Signatures;
use formula::write::tangent;
use formula::{Notation, Options, canonical, read};
use index::{Index, Profile, Settings, Writer};
use similarity::terms::{Purpose, Trees};
use support::{FORMULAS, unit, units, write};

#[test]
fn every_formula_is_found_by_every_feature_of_every_family() {
    for profile in Profile::ALL {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { profile: Some(profile), ..Settings::default() };
        let mut writer = Writer::open(folder.path(), settings).unwrap();
        writer.add("source", &units(40)).unwrap();
        writer.finish().unwrap();
        let index = Index::open(folder.path()).unwrap();
        for source in FORMULAS {
            let formula = read(source, Notation::Latex, &Options::default());
            let signatures = Signatures::new(&formula.slt, &canonical::canonical(&formula.opt));
            let record = index.formulas().find_visual(signatures.visual).unwrap();
            let trees = Trees::new(&formula.slt, &formula.opt, signatures);
            for &family in profile.families {
                let parts = index.formulas().postings(family);
                for term in trees.terms(family, Purpose::Index) {
                    let mut found = parts.iter().filter_map(|part| part.list(term.term)).flatten();
                    let is_it = |posting: &index::postings::Posting| {
                        (posting.record, posting.count, posting.root)
                            == (record, term.count.into(), term.root.into())
                    };
                    assert!(found.any(|posting| is_it(&posting)), "{source} in {}", family.name());
                }
            }
        }
    }
}

#[test]
fn stored_trees_are_the_trees_that_were_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &units(40));
    let index = Index::open(folder.path()).unwrap();
    assert_eq!(index.distinct_formulas(), 16);
    for source in FORMULAS {
        let formula = read(source, Notation::Latex, &Options::default());
        let visual = formula::signatures::visual(&formula.slt);
        let record = index.formulas().record(index.formulas().find_visual(visual).unwrap()).unwrap();
        assert_eq!(tangent::slt_string(&record.slt), tangent::slt_string(&formula.slt));
        assert_eq!(tangent::opt_string(&record.opt), tangent::opt_string(&formula.opt));
    }
}

#[test]
fn occurrences_lead_from_a_record_to_its_places() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[unit("one", &["a+b", "x"]), unit("two", &["a+b"]), unit("three", &["x"])]);
    let index = Index::open(folder.path()).unwrap();
    let slt = read("a+b", Notation::Latex, &Options::default()).slt;
    let record = index.formulas().find_visual(formula::signatures::visual(&slt)).unwrap();
    let occurrences = index.occurrences(record).unwrap();
    let ids: Vec<&str> = occurrences.iter().map(|(unit, _)| unit.id.as_str()).collect();
    assert_eq!(ids, ["one", "two"]);
    for (unit, places) in &occurrences {
        assert_eq!(
            places.iter().map(|place| place.field).collect::<Vec<_>>(),
            [document::Field::Title, document::Field::Body]
        );
        assert!(places.iter().all(|place| unit.formula(place) == "$a+b$"));
    }
}

#[test]
fn a_unit_is_read_back_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let unit = unit("one", &["a+b"]);
    write(folder.path(), std::slice::from_ref(&unit));
    let stored = Index::open(folder.path()).unwrap().unit("one").unwrap().unwrap();
    assert_eq!((stored.title, stored.body), (unit.title.text, unit.body.text));
    assert_eq!((stored.tags, stored.score, stored.date), (unit.tags, unit.score, unit.date));
    assert_eq!(stored.links, [("related".to_owned(), "other".to_owned())]);
    assert_eq!(stored.formulas.len(), 3);
}

#[test]
fn a_formula_without_symbols_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[unit("one", &[" "])]);
    let index = Index::open(folder.path()).unwrap();
    assert_eq!((index.manifest().occurrences, index.distinct_formulas()), (3, 2));
    support::sound_digest(folder.path());
}
