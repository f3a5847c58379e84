use document::Occurrence;
use formula::Notation;
use proptest::prelude::*;

use super::*;

fn occurrence(place: std::ops::Range<usize>, source: &str) -> Occurrence {
    Occurrence { place, source: source.to_owned(), notation: Notation::Latex, id: None, visual_id: None }
}

/// A text of words and `$formulas$`.
fn text_of(pieces: &[(String, bool)]) -> Text {
    let mut text = Text::default();
    for (piece, is_formula) in pieces {
        let start = text.text.len();
        if *is_formula {
            text.text.push_str(&format!("${piece}$"));
            text.formulas.push(occurrence(start..text.text.len(), piece));
        } else {
            text.text.push_str(piece);
        }
    }
    text
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn check(text: &Text) {
    let mut end = 0;
    for formula in &text.formulas {
        assert!(formula.place.start >= end, "formulas overlap");
        let shown = text.text.get(formula.place.clone()).unwrap();
        assert!(shown.contains(&formula.source) && !formula.source.is_empty());
        end = formula.place.end;
    }
}

proptest! {
    #[test]
    fn nothing_is_lost_and_no_piece_is_too_long(
        pieces in prop::collection::vec(("[a-zé.]{1,8}|\n\n| ", any::<bool>()), 0..200),
        most in 40_usize..400,
    ) {
        let pieces: Vec<(String, bool)> =
            pieces.into_iter().map(|(text, is_formula)| { let is_formula = is_formula && !text.trim().is_empty(); (text, is_formula) }).collect();
        let text = text_of(&pieces);
        let (all, formulas) = (text.text.clone(), text.formulas.len());
        let cut = cut(text, most);
        cut.iter().for_each(check);
        prop_assert!(cut.iter().all(|piece| piece.text.len() <= most));
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(cut.iter().map(|piece| letters(&piece.text)).collect::<String>(), letters(&all));
        prop_assert_eq!(cut.iter().map(|piece| piece.formulas.len()).sum::<usize>(), formulas);
    }
}

#[test]
fn texts_are_cut_at_paragraphs_then_sentences_then_words() {
    let cut_of = |text: &str| -> Vec<String> {
        cut(Text::plain(text), 20).into_iter().map(|piece| piece.text).collect()
    };
    assert_eq!(cut_of("one two. three\n\nfour five six"), ["one two. three", "four five six"]);
    assert_eq!(cut_of("one two three. four five six"), ["one two three.", "four five six"]);
    assert_eq!(cut_of("one two three four five six"), ["one two three four", "five six"]);
    assert_eq!(cut_of(&"é".repeat(15)), ["é".repeat(10), "é".repeat(5)]);
}

#[test]
fn many_short_formulas_become_several_units() {
    let text = text_of(&vec![("x".to_owned(), true); 50_000]);
    let pieces = cut(text, MOST_TEXT);
    assert!(pieces.iter().all(|piece| piece.formulas.len() <= MOST_TEXT / 48), "{}", pieces.len());
    assert_eq!(pieces.iter().map(|piece| piece.formulas.len()).sum::<usize>(), 50_000);
}

#[test]
fn an_endless_formula_becomes_several() {
    let source = "a+".repeat(100_000);
    let text = text_of(&[("let ".to_owned(), false), (source.clone(), true), (" be".to_owned(), false)]);
    let pieces = cut(text, MOST_TEXT);
    pieces.iter().for_each(check);
    let formulas: Vec<&str> =
        pieces.iter().flat_map(|piece| &piece.formulas).map(|formula| formula.source.as_str()).collect();
    assert!(formulas.len() > 2 && formulas.iter().all(|formula| formula.len() <= 64 << 10));
    assert_eq!(formulas.concat(), source);
}

fn parts_of(unit: Unit) -> Vec<Unit> {
    let reader: Reader = Box::new(std::iter::once(Ok(unit)));
    Parts::of(reader, "entry").map(Result::unwrap).collect()
}

#[test]
fn a_long_unit_becomes_parts_that_belong_together() {
    let body = "Some words of a sentence. ".repeat(80_000);
    let comments = vec![Text::plain("a comment ".repeat(60_000)), Text::plain("short")];
    let unit = Unit {
        id: "q".to_owned(),
        kind: "question".to_owned(),
        title: Text::plain("Title"),
        body: Text::plain(body.clone()),
        tags: vec!["algebra".to_owned()],
        names: vec!["name".to_owned()],
        comments,
        ..Unit::default()
    };
    let parts = parts_of(unit);
    let ids: Vec<&str> = parts.iter().map(|part| part.id.as_str()).collect();
    assert_eq!(ids, ["q", "q~part-2", "q~part-3", "q~part-4", "q~part-5", "q~part-6"]);
    for part in &parts {
        assert!(part.texts().map(|(_, text)| text.text.len()).sum::<usize>() <= MOST_TEXT + MOST_TITLE);
        assert_eq!((part.title.text.as_str(), part.kind.as_str()), ("Title", "question"));
        assert_eq!((part.thread.as_deref(), part.tags.len()), (Some("q"), 1));
    }
    let bodies: String = parts.iter().map(|part| format!("{} ", part.body.text)).collect();
    assert_eq!(words(&bodies), words(&body));
    assert_eq!(parts.iter().map(|part| part.names.len()).sum::<usize>(), 1);
    assert_eq!(parts.last().unwrap().comments.last().unwrap().text, "short");
}

#[test]
fn an_endless_word_and_an_endless_title_become_parts() {
    let unit = Unit {
        id: "q".to_owned(),
        title: Text::plain("t".repeat(10_000)),
        body: Text::plain("a".repeat(2_000_000)),
        ..Unit::default()
    };
    let parts = parts_of(unit);
    assert!(
        parts.iter().all(|part| part.title.text.len() <= MOST_TITLE && part.body.text.len() <= MOST_TEXT)
    );
    assert_eq!(parts.iter().map(|part| part.body.text.len()).sum::<usize>(), 2_010_000 - MOST_TITLE);
}

#[test]
fn endless_lists_and_names_are_cut_with_a_complaint() {
    let unit = |id: String, names: Vec<String>| Unit { id, names, ..Unit::default() };
    let units = vec![
        Ok(unit("a".to_owned(), vec!["n".repeat(1_000); 1_000])),
        Ok(unit("i".repeat(10_000), Vec::new())),
        Ok(unit("b".to_owned(), Vec::new())),
    ];
    let items: Vec<_> = Parts::of(Box::new(units.into_iter()), "entry").collect();
    let kept: Vec<usize> = items.iter().flatten().map(|unit| unit.names.len()).collect();
    assert_eq!(kept, [65, 0]);
    assert_eq!(items.iter().filter(|item| item.is_err()).count(), 2);
}
