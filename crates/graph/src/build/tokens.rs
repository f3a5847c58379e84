//! A sentence as words with their kinds.

use std::ops::Range;

use super::lexicon::{self, Form, may};

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Formula,
    Det,
    Poss,
    Pron,
    Prep,
    Modal,
    Be,
    Have,
    Do,
    Not,
    To,
    And,
    Or,
    But,
    Sub,
    That,
    Wh,
    Comma,
    /// `:`, and what else does not end the sentence but a part of it.
    Colon,
    Question,
    Stop,
    Adv,
    Num,
    Adj,
    Verb(Form),
    Noun,
}

/// A word.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// In lower case.
    pub(crate) word: String,
    /// The base form of a verb, the singular of a noun.
    pub(crate) lemma: String,
    /// What it is.
    pub(crate) tag: Tag,
    /// The number of the formula, for one.
    pub(crate) formula: Option<usize>,
    /// Where it stands in the text.
    pub(crate) place: Range<usize>,
}

/// The closed classes in the order in which a word of several is tried.
const CLOSED: [(&str, Tag); 16] = [
    ("be", Tag::Be),
    ("have", Tag::Have),
    ("do", Tag::Do),
    ("modal", Tag::Modal),
    ("not", Tag::Not),
    ("that", Tag::That),
    ("wh", Tag::Wh),
    ("sub", Tag::Sub),
    ("poss", Tag::Poss),
    ("and", Tag::And),
    ("or", Tag::Or),
    ("but", Tag::But),
    ("det", Tag::Det),
    ("pron", Tag::Pron),
    ("prep", Tag::Prep),
    ("num", Tag::Num),
];

/// The words of a text; `formulas` are the places of its formulas, each with its number.
pub(crate) fn tokens(text: &str, formulas: &[(Range<usize>, usize)]) -> Vec<Token> {
    let mut words: Vec<(String, Option<usize>)> = Vec::new();
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for (place, number) in formulas {
        push_words(text.get(from..place.start).unwrap_or(""), from, &mut words, &mut places);
        words.push(("formula".to_owned(), Some(*number)));
        places.push(place.clone());
        from = place.end;
    }
    push_words(text.get(from..).unwrap_or(""), from, &mut words, &mut places);
    let mut tokens: Vec<Token> = Vec::with_capacity(words.len());
    for (index, ((word, formula), place)) in words.iter().zip(places).enumerate() {
        let (tag, lemma) = match formula {
            Some(_) => (Tag::Formula, word.clone()),
            None => tagged(word, &tokens, words.get(index + 1)),
        };
        tokens.push(Token { word: word.clone(), lemma, tag, formula: *formula, place });
    }
    tokens
}

/// Cuts a text without formulas, which starts at a place of the whole, into words and marks, in lower case.
fn push_words(
    text: &str,
    at: usize,
    words: &mut Vec<(String, Option<usize>)>,
    places: &mut Vec<Range<usize>>,
) {
    let mut word = String::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((here, c)) = rest.next() {
        let next = rest.peek().map(|&(_, next)| next);
        let joins = matches!(c, '-' | '.' | '\'' | '’' | '_') && !word.is_empty();
        let is_inner = joins && next.is_some_and(char::is_alphanumeric);
        if c.is_alphanumeric() || is_inner || (c == '&' && word.is_empty()) {
            if word.is_empty() {
                start = here;
            }
            word.extend(c.to_lowercase().map(|c| if c == '’' { '\'' } else { c }));
            continue;
        }
        push_word(&std::mem::take(&mut word), words);
        places.resize(words.len(), at + start..at + here);
        if matches!(c, ',' | ';' | '(' | ')' | ':' | '?' | '!' | '.' | '–' | '—' | '=') {
            words.push((c.to_string(), None));
            places.push(at + here..at + here + c.len_utf8());
        }
    }
    push_word(&word, words);
    places.resize(words.len(), at + start..at + text.len());
}

/// Adds a word; `don't` is two words, and so is `what's`.
fn push_word(word: &str, words: &mut Vec<(String, Option<usize>)>) {
    if word.is_empty() {
        return;
    }
    if let Some(stem) = word.strip_suffix("n't").filter(|stem| !stem.is_empty()) {
        let stem = match stem {
            "ca" => "can",
            "wo" => "will",
            stem => stem,
        };
        return words.extend([stem, "not"].map(|word| (word.to_owned(), None)));
    }
    let short =
        [("'s", "is"), ("'re", "are"), ("'m", "am"), ("'ve", "have"), ("'ll", "will"), ("'d", "would")];
    for (ending, verb) in short {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        words.push((stem.to_owned(), None));
        let is_name = lexicon::known(stem)
            & (lexicon::bit("wh") | lexicon::bit("pron") | lexicon::bit("that") | may::ADV)
            == 0;
        if !(is_name && ending == "'s") {
            words.push((verb.to_owned(), None));
        }
        return;
    }
    if word == "cannot" {
        return words.extend(["can", "not"].map(|word| (word.to_owned(), None)));
    }
    words.push((word.to_owned(), None));
}

/// The tag and the base form of a word that is no formula, from the words before it and the next one.
fn tagged(word: &str, before: &[Token], next: Option<&(String, Option<usize>)>) -> (Tag, String) {
    let mark = match word {
        "," | "(" | ")" | "–" | "—" => Some(Tag::Comma),
        ":" | ";" => Some(Tag::Colon),
        "?" => Some(Tag::Question),
        "." | "!" => Some(Tag::Stop),
        "=" => Some(Tag::Verb(Form::S)),
        _ => None,
    };
    if let Some(tag) = mark {
        let lemma = if word == "=" { "equal" } else { word };
        return (tag, lemma.to_owned());
    }
    let last = before.last().map(|token| token.tag);
    let known = lexicon::known(word);
    let tag = closed(word, known, last, next).unwrap_or_else(|| open(word, known, before, next));
    let lemma = match tag {
        Tag::Verb(_) => lexicon::verb(word).map_or_else(|| word.to_owned(), |(lemma, _)| lemma),
        Tag::Noun => lexicon::singular(word),
        _ => word.to_owned(),
    };
    (tag, lemma)
}

/// The tag of a word of a closed class.
fn closed(word: &str, known: u32, last: Option<Tag>, next: Option<&(String, Option<usize>)>) -> Option<Tag> {
    let next_word = next.map_or("", |(word, _)| word.as_str());
    let next_known = lexicon::known(next_word);
    let before_formula = next.is_some_and(|(_, formula)| formula.is_some());
    let starts = matches!(last, None | Some(Tag::Comma | Tag::Colon | Tag::Stop | Tag::Question));
    match word {
        "to" => {
            let is_verb = lexicon::verb(next_word).is_some_and(|(_, form)| form == Form::Base);
            let is_auxiliary = matches!(next_word, "be" | "have" | "do" | "not");
            return Some(if is_auxiliary || (is_verb && !before_formula) { Tag::To } else { Tag::Prep });
        }
        "as" if starts && (before_formula || next_known & lexicon::bit("pron") != 0) => {
            return Some(Tag::Sub);
        }
        "since" | "because" => return Some(Tag::Sub),
        "like" if matches!(last, Some(Tag::Pron | Tag::To | Tag::Modal)) => return None,
        "one" if next_known & (may::NOUN | may::ADJ) == 0 => return Some(Tag::Pron),
        "so" | "then" | "well" | "there" | "here" | "yet" => return Some(Tag::Adv),
        "right" | "second" | "third" | "left" | "short" | "present" | "certain" | "enough" => return None,
        "no" => return Some(Tag::Det),
        "even" => {
            let describes = last == Some(Tag::Be) || (next_known & may::NOUN != 0 && !before_formula);
            return Some(if describes { Tag::Adj } else { Tag::Adv });
        }
        "when" => {
            let auxiliaries = ["be", "do", "modal"].map(lexicon::bit).iter().sum::<u32>();
            return Some(if next_known & auxiliaries != 0 { Tag::Wh } else { Tag::Sub });
        }
        _ => {}
    }
    if known & lexicon::bit("adv") != 0 && known & lexicon::bit("prep") != 0 {
        let has_object =
            before_formula || next_known & (lexicon::bit("det") | lexicon::bit("poss") | may::NOUN) != 0;
        return Some(if has_object { Tag::Prep } else { Tag::Adv });
    }
    let found = CLOSED.iter().find(|(kind, _)| known & lexicon::bit(kind) != 0).map(|&(_, tag)| tag);
    found
        .or_else(|| (known == may::ADV).then_some(Tag::Adv))
        .or_else(|| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).then_some(Tag::Num))
}

/// The tag of a word of an open class: adverb, adjective, verb or noun.
fn open(word: &str, known: u32, before: &[Token], next: Option<&(String, Option<usize>)>) -> Tag {
    let last = before.last().map(|token| token.tag);
    let verb = lexicon::verb(word)
        .filter(|_| known == 0 || known & may::VERB != 0 || lexicon::known(word) & may::NOUN == 0);
    let verb = verb.filter(|(lemma, _)| {
        known & (may::NOUN | may::ADJ | may::ADV) == 0 || lexicon::known(lemma) & may::VERB != 0
    });
    let (next_word, before_formula) =
        next.map_or(("", false), |(word, formula)| (word.as_str(), formula.is_some()));
    let before_noun = !before_formula && is_nominal(next_word);
    let after_nominal = matches!(last, Some(Tag::Det | Tag::Poss | Tag::Adj | Tag::Num | Tag::Prep));
    let after_verbal = matches!(
        last,
        Some(Tag::To | Tag::Modal | Tag::Do | Tag::Pron | Tag::Not | Tag::Wh | Tag::Be | Tag::Have)
    );
    let noun = known & may::NOUN != 0;
    let plural_noun = lexicon::known(&lexicon::singular(word)) & may::NOUN != 0;
    if known & may::ADJ != 0 {
        let as_verb = verb.is_some() && matches!(last, Some(Tag::To | Tag::Modal | Tag::Pron));
        let as_noun = noun && !before_noun && last != Some(Tag::Be);
        if !as_verb && !as_noun {
            return Tag::Adj;
        }
    }
    if known & may::ADV != 0 || (word.ends_with("ly") && word.len() > 4 && known == 0) {
        return Tag::Adv;
    }
    if let Some((lemma, form)) = verb {
        let may_be_noun =
            noun || plural_noun || (form == Form::Base && lexicon::known(&lemma) & may::NOUN != 0);
        if is_verb(word, form, may_be_noun, before, (next_word, before_formula), after_verbal, after_nominal)
        {
            return Tag::Verb(form);
        }
        return Tag::Noun;
    }
    if noun || plural_noun {
        return Tag::Noun;
    }
    let endings = ["able", "ible", "ous", "ive", "ful", "less", "ical", "ic", "al", "ary", "ian", "ed"];
    let is_adjective = known == 0 && word.len() > 5 && endings.iter().any(|ending| word.ends_with(ending));
    if is_adjective && (before_noun || last == Some(Tag::Be)) { Tag::Adj } else { Tag::Noun }
}

/// Whether a word can be part of a noun phrase, by the tables.
fn is_nominal(word: &str) -> bool {
    let known = lexicon::known(word) | lexicon::known(&lexicon::singular(word));
    known & (may::NOUN | may::ADJ) != 0
        || (known == 0
            && word.chars().all(char::is_alphabetic)
            && word.len() > 3
            && lexicon::verb(word).is_none())
}

/// Whether a form of a verb, which may be a noun, is a verb here.
fn is_verb(
    word: &str,
    form: Form,
    may_be_noun: bool,
    before: &[Token],
    (next, before_formula): (&str, bool),
    after_verbal: bool,
    after_nominal: bool,
) -> bool {
    let last = before.last().map(|token| token.tag);
    let starts = matches!(
        last,
        None | Some(Tag::Comma | Tag::Colon | Tag::Stop | Tag::Question | Tag::Adv | Tag::That)
    );
    if !may_be_noun {
        return !(after_nominal && form == Form::Base && last != Some(Tag::Prep)) || before_formula;
    }
    match form {
        _ if after_nominal && last != Some(Tag::Prep) => form == Form::Past,
        Form::Ing => !matches!(next, "of" | ""),
        Form::Past => true,
        Form::Base if after_verbal => true,
        Form::Base => {
            let goes_first =
                lexicon::known(word) & may::VERB_FIRST != 0 && (starts || last == Some(Tag::And));
            let goes_on = matches!(next, "that" | "the" | "a" | "an" | "if" | "whether" | "all" | "how")
                || before_formula;
            let after_plural =
                before.last().is_some_and(|token| token.tag == Tag::Noun && token.word != token.lemma);
            (goes_first && next != "of") || (goes_on && (after_plural || last == Some(Tag::And)))
        }
        Form::S => {
            let goes_on = matches!(
                next,
                "that" | "the" | "a" | "an" | "to" | "in" | "for" | "if" | "on" | "as" | "with" | ""
            ) || before_formula;
            let has_verb = before
                .iter()
                .rev()
                .take_while(|token| token.tag != Tag::Comma)
                .any(|token| matches!(token.tag, Tag::Be | Tag::Verb(_)));
            let after_subject =
                matches!(last, Some(Tag::Formula | Tag::Pron | Tag::Noun | Tag::That | Tag::Wh));
            after_subject && (last != Some(Tag::Noun) || goes_on) && !(has_verb && last == Some(Tag::Noun))
        }
    }
}
