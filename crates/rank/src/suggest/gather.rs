//! Words, names, titles and tags of an index.

use document::kinds;
use index::Index;
use rustc_hash::FxHashMap;
use tantivy::DocAddress;
use tantivy::schema::Field;
use text::spelling::Vocabulary;

use super::names::Name;
use crate::Result;

/// The most titles that are read; of more, the first ones are suggested.
const MOST_TITLES: usize = 300_000;

/// The most words of a title that is a name; longer ones are sentences.
const MOST_WORDS_OF_A_NAME: usize = 6;

/// Kinds of units whose titles are questions rather than names.
const ASKING: [&str; 2] = [kinds::QUESTION, kinds::ANSWER];

/// The names of units.
#[derive(Default)]
pub(super) struct Titles {
    pub names: Vec<Name>,
    pub titles: Vec<Name>,
}

/// The words of titles and bodies with the number of their documents.
pub(super) fn vocabulary(index: &Index) -> Result<Vocabulary> {
    let fields = index.fields();
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    for field in [fields.title_exact, fields.body_exact] {
        each_term(index, field, |word, count| {
            let is_word = word.chars().all(char::is_alphabetic) && word.chars().nth(1).is_some();
            if !is_word {
                return;
            }
            match counts.get_mut(word) {
                Some(sum) => *sum = sum.saturating_add(count),
                None => drop(counts.insert(word.to_owned(), count)),
            }
        })?;
    }
    Ok(Vocabulary::new(counts))
}

/// The tags with the number of their documents, in order.
pub(super) fn tags(index: &Index) -> Result<Vec<(String, u32)>> {
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    each_term(index, index.fields().tags, |tag, count| {
        *counts.entry(tag.to_owned()).or_default() += count;
    })?;
    let mut tags: Vec<(String, u32)> = counts.into_iter().collect();
    tags.sort();
    Ok(tags)
}

/// Every term of a field with its document frequency, segment by segment.
fn each_term(index: &Index, field: Field, mut visit: impl FnMut(&str, u32)) -> Result<()> {
    for segment in index.searcher().segment_readers() {
        let inverted = segment.inverted_index(field).map_err(index::Error::from)?;
        let stream =
            inverted.terms().stream().map_err(|cause| index::Error::from(tantivy::TantivyError::from(cause)));
        let mut stream = stream?;
        while stream.advance() {
            if let Ok(term) = std::str::from_utf8(stream.key()) {
                visit(term, stream.value().doc_freq);
            }
        }
    }
    Ok(())
}

/// The names of the units of an index. Units without a title are not read.
pub(super) fn titles(index: &Index) -> Result<Titles> {
    let mut out = Titles::default();
    let fields = index.fields();
    for (ordinal, segment) in (0u32..).zip(index.searcher().segment_readers()) {
        let lengths = segment.get_fieldnorms_reader(fields.title_exact).map_err(index::Error::from)?;
        for doc in segment.doc_ids_alive().filter(|&doc| lengths.fieldnorm(doc) > 0) {
            if out.names.len() + out.titles.len() >= MOST_TITLES {
                return Ok(out);
            }
            let unit = index.stored(DocAddress::new(ordinal, doc))?;
            out.add(unit);
        }
    }
    Ok(out)
}

impl Titles {
    fn add(&mut self, unit: index::units::StoredUnit) {
        for name in unit.names {
            let name = Name::new(name.clone(), &name, &unit.kind);
            self.names.push(name);
        }
        if unit.title.is_empty() {
            return;
        }
        let words = without_formulas(&unit.title, &unit.formulas);
        let has_formula = words.len() != unit.title.len();
        let title = Name::new(unit.title, &words, &unit.kind);
        let is_short = title.words.len() <= MOST_WORDS_OF_A_NAME;
        match is_short && !has_formula && !ASKING.contains(&unit.kind.as_str()) {
            true => self.names.push(title),
            false => self.titles.push(title),
        }
    }
}

/// A title with a space for each of its formulas.
fn without_formulas(title: &str, formulas: &[index::units::StoredOccurrence]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for formula in formulas.iter().filter(|formula| formula.field == document::Field::Title) {
        out.push_str(title.get(from..formula.start as usize).unwrap_or(""));
        out.push(' ');
        from = formula.end as usize;
    }
    out.push_str(title.get(from..).unwrap_or(""));
    out
}
