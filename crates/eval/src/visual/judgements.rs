//! Judgements of formulas from those of instances, and the other way round.
//!
//! Scored by instances, a frequent formula counts as often as it occurs in the collection; scored by its
//! look, once. Both need judgements of their own kind, and each can be made from the other: a
//! formula has the highest grade of its judged instances, an instance has the grade of its formula.

use rustc_hash::FxHashMap;
use trec::qrels::Builder;
use trec::{Qrels, VisualMap};

/// Judgements by visual id from judgements by formula id; instances that the map does not know are left out.
pub fn judged_formulas(qrels: &Qrels, map: &VisualMap) -> Qrels {
    let mut builder = Builder::new(qrels.file());
    for topic in qrels.topics() {
        for judgement in &topic.judgements {
            if let Some(visual) = map.get(qrels.docno(judgement)) {
                let group = &qrels.groups()[judgement.group as usize];
                builder.push(&topic.id, group, &visual.to_string(), judgement.grade);
            }
        }
    }
    builder.finish()
}

/// Judgements by formula id from judgements by visual id: every instance in the map has its formula's grade.
pub fn judged_instances(qrels: &Qrels, map: &VisualMap) -> Qrels {
    let mut places: FxHashMap<&str, Vec<String>> = FxHashMap::default();
    for judgement in qrels.topics().iter().flat_map(|topic| &topic.judgements) {
        places.entry(qrels.docno(judgement)).or_default();
    }
    for (formula, visual) in map.iter() {
        if let Some(instances) = places.get_mut(visual.as_str()) {
            instances.push(formula);
        }
    }
    places.values_mut().for_each(|instances| instances.sort_unstable());
    let mut builder = Builder::new(qrels.file());
    for topic in qrels.topics() {
        for judgement in &topic.judgements {
            let group = &qrels.groups()[judgement.group as usize];
            for instance in places.get(qrels.docno(judgement)).into_iter().flatten() {
                builder.push(&topic.id, group, instance, judgement.grade);
            }
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use trec::Input;

    use super::*;

    fn map() -> VisualMap {
        let mut map = VisualMap::default();
        map.read(&Input::from_bytes("m", "1\t70\n2\t70\n3\t80\nq_4\t90\n".into()).unwrap()).unwrap();
        map
    }

    fn grades(qrels: &Qrels) -> Vec<(&str, i32)> {
        let judgements = &qrels.topics()[0].judgements;
        judgements.iter().map(|judgement| (qrels.docno(judgement), judgement.grade)).collect()
    }

    #[test]
    fn a_formula_has_the_highest_grade_of_its_instances() {
        let text = "B.1 0 1 1\nB.1 0 2 3\nB.1 0 3 0\nB.1 0 5 3\n";
        let qrels = Qrels::read(Input::from_bytes("q", text.into()).unwrap()).unwrap();
        assert_eq!(grades(&judged_formulas(&qrels, &map())), [("70", 3), ("80", 0)]);
    }

    #[test]
    fn an_instance_has_the_grade_of_its_formula() {
        let text = "B.1 0 70 2\nB.1 0 90 1\nB.1 0 60 3\n";
        let qrels = Qrels::read(Input::from_bytes("q", text.into()).unwrap()).unwrap();
        assert_eq!(grades(&judged_instances(&qrels, &map())), [("1", 2), ("2", 2), ("q_4", 1)]);
    }
}
