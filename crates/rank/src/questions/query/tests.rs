use super::*;

#[test]
fn a_query_has_words_formulas_and_demands() {
    let question = Question::read(r#"+compact -metric "mean value" $x^2+1$ sequences"#);
    assert_eq!(question.formulas.len(), 1);
    let demands: Vec<(&What, bool)> = question.demands.iter().map(|d| (&d.what, d.is_excluded)).collect();
    let compact = What::Word(vec!["compact".to_owned()]);
    let metric = What::Word(vec!["metric".to_owned()]);
    assert!(demands.contains(&(&compact, false)) && demands.contains(&(&metric, true)), "{demands:?}");
    assert!(demands.iter().any(|(what, _)| matches!(what, What::Phrase(words) if words.len() == 2)));
    let words: Vec<&str> =
        question.terms.iter().filter(|t| t.sort == Sort::Word).map(|t| t.text.as_str()).collect();
    assert!(words.contains(&"compact") && !words.contains(&"metric"), "{words:?}");
}

#[test]
fn talk_and_stop_words_of_a_question_count_little() {
    let title = markup::delimited("How do I show that the limit exists?");
    let body = markup::delimited("Any help would be appreciated. Thanks in advance.");
    let question = Question::new(title, body, Vec::new());
    let weight = |word: &str| {
        let term = question.terms.iter().find(|term| term.sort == Sort::Word && term.text == word);
        term.map_or(0.0, |term| term.in_title + term.elsewhere)
    };
    assert_eq!(weight("limit"), 1.0);
    assert_eq!(weight("the"), 0.0);
    assert!(weight("appreci") < 0.2);
}

#[test]
fn pasted_html_is_split_into_words_and_formulas() {
    let question = Question::read("<p>Why is <span class=\"math-container\">$e^{i\\pi}=-1$</span>?</p>");
    assert_eq!(question.formulas.len(), 1);
    assert!(question.manner.is_question());
}

#[test]
fn nothing_is_asked_by_an_empty_query() {
    assert!(Question::read("").is_empty());
    assert!(Question::read("  \n ").is_empty());
}
