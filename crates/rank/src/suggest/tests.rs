//! Suggestions over a small collection.

use std::sync::Arc;

use document::{Text, Unit};
use index::{Index, Settings, Writer};

use super::{Kind, Suggester, Suggestion, vocabulary};

fn unit(id: usize, kind: &str, title: &str, names: &[&str], tags: &[&str], body: &str) -> Unit {
    Unit {
        id: format!("u{id}"),
        kind: kind.to_owned(),
        title: Text::plain(title),
        names: names.iter().map(|&name| name.to_owned()).collect(),
        tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        body: Text::plain(body),
        ..Unit::default()
    }
}

fn suggester() -> Suggester {
    let units = [
        unit(
            1,
            "card",
            "Mean value theorem",
            &["Lagrange's mean value theorem"],
            &["calculus"],
            "slope of a chord",
        ),
        unit(
            2,
            "card",
            "Intermediate value theorem",
            &[],
            &["calculus"],
            "a continuous function takes all values",
        ),
        unit(
            3,
            "card",
            "Extreme value theorem",
            &[],
            &["real-analysis"],
            "maximum and minimum on an interval",
        ),
        unit(
            4,
            "card",
            "Kruskal's algorithm",
            &[],
            &["graph-theory"],
            "an algorithm for minimum spanning trees",
        ),
        unit(
            5,
            "article",
            "Pythagorean theorem",
            &["theorem of Pythagoras"],
            &["geometry"],
            "right triangles",
        ),
        unit(
            6,
            "question",
            "How to prove that the harmonic series diverges?",
            &[],
            &["calculus"],
            "the median of it",
        ),
        unit(
            7,
            "article",
            "Bayes' theorem",
            &[],
            &["probability"],
            "conditional probability, an algorithm, an integral",
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings { profile: None, memory: 64 << 20 }).unwrap();
    writer.add("test", &units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let words = vocabulary(&index).unwrap();
    Suggester::new(&index, Arc::new(words)).unwrap()
}

fn first(typed: &str) -> (String, Kind) {
    let found = suggester().suggest(typed, 10);
    let Suggestion { text, kind, .. } = found.first().unwrap_or_else(|| panic!("nothing for `{typed}`"));
    (text.clone(), *kind)
}

#[test]
fn misspelt_words_are_mended_first() {
    for (typed, text) in [
        ("Truskal", "kruskal"),
        ("Truskal's algorithm", "kruskal's algorithm"),
        ("pythagorian theorem ", "pythagorean theorem "),
        ("Bayse theorem ", "bayes theorem "),
        ("harmnic sreies $x^2$", "harmonic series $x^2$"),
    ] {
        assert_eq!(first(typed), (text.to_owned(), Kind::Spelling), "{typed}");
    }
}

#[test]
fn a_wrong_name_becomes_the_likest_right_one() {
    assert_eq!(first("median value theorem"), ("mean value theorem".to_owned(), Kind::Name));
    let found = suggester().suggest("proof of the median value theorem", 10);
    assert_eq!(found[0].text, "proof of the mean value theorem");
    assert_eq!(found[0].why, "`median value theorem` is not a name in this index, `Mean value theorem` is");
}

#[test]
fn one_word_is_changed_before_words_are_added() {
    let found = suggester().suggest("mean value theorem", 20);
    let kinds: Vec<Kind> = found.iter().map(|suggestion| suggestion.kind).collect();
    let place = |kind: Kind| {
        kinds.iter().position(|&other| other == kind).unwrap_or_else(|| panic!("{kind:?}: {found:?}"))
    };
    assert!(place(Kind::Substitution) < kinds.len() - 1);
    let longer = found.iter().position(|suggestion| suggestion.text.starts_with("Lagrange")).unwrap();
    assert!(place(Kind::Substitution) < longer);
}

#[test]
fn what_is_being_typed_is_completed() {
    assert_eq!(first("mean va"), ("Mean value theorem".to_owned(), Kind::Completion));
    assert_eq!(first("value theorem ext").0, "Extreme value theorem");
    assert_eq!(first("krusk").0, "Kruskal's algorithm");
}

#[test]
fn cues_go_on() {
    assert_eq!(first("how to").0, "how to prove");
    assert_eq!(first("how to s").0, "how to solve");
    assert_eq!(first("what is").0, "what is the formula for");
    assert_eq!(first("what is the formula for py").0, "what is the formula for Pythagorean theorem");
    assert_eq!(first("proof of mea").0, "proof of Mean value theorem");
}

#[test]
fn tags_and_titles_are_offered() {
    let found = suggester().suggest("calculus", 10);
    assert!(found.iter().any(|suggestion| suggestion.text == "tag:calculus" && suggestion.kind == Kind::Tag));
    let found = suggester().suggest("harmonic series", 10);
    assert!(found.iter().any(|suggestion| suggestion.kind == Kind::Title));
}

#[test]
fn anything_may_be_typed() {
    let suggester = suggester();
    for typed in [
        "",
        " ",
        "?",
        "\"",
        "$x",
        "x^2+y^2",
        "+",
        "-",
        "tag:",
        "é",
        "数学",
        "a\n\nb",
        "''",
        &"word ".repeat(500),
    ] {
        for suggestion in suggester.suggest(typed, 5) {
            assert!(suggestion.text != typed && !suggestion.why.is_empty(), "{typed}: {suggestion:?}");
        }
    }
    assert!(suggester.suggest("mean", 0).is_empty());
}
