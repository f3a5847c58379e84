//! The units of a document while it is read: sections, theorems, and which of them gets the next word.
//!
//! Readers of documents share it, so that ids, parents and links are made in one way. What it is not: a parser; readers
//! tell it where things begin and end.

mod units;

pub(crate) use units::ELSEWHERE;

use document::{SourceLine, Text, kinds};
use rustc_hash::FxHashMap;

use crate::readers::prose::{Form, Prose};

/// The most units of a document: a large book has some thousands. The text of further ones belongs to the last.
const MOST_UNITS: usize = 50_000;

/// The level of a heading that is called a chapter.
const CHAPTER: usize = 1;

/// The most bytes of a label.
pub(crate) const LONGEST_LABEL: usize = 200;

/// The kind of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Document,
    /// A heading; `\part` is 0.
    Heading(usize),
    Theorem,
}

#[derive(Debug)]
struct Draft {
    kind: String,
    level: Level,
    /// The word that is printed before its number: `Theorem`, `Section`.
    printed: String,
    number: Option<String>,
    title: Prose,
    body: Prose,
    label: Option<String>,
    parent: Option<usize>,
    /// The byte of the parent's body at which it began.
    offset: usize,
    /// What it refers to without a word in the text: in formulas, or under other words.
    silent: Vec<String>,
    line: Option<SourceLine>,
}

impl Draft {
    /// What is printed before its title.
    fn name(&self) -> String {
        let number = self.number.as_deref().unwrap_or("");
        match self.level {
            Level::Document => String::new(),
            Level::Heading(_) => number.to_owned(),
            Level::Theorem => format!("{} {number}", self.printed).trim_end().to_owned(),
        }
    }

    /// How a reference to it is printed; none if it has nothing to be called by.
    fn called(&self, form: Form) -> Option<String> {
        let title = || Some(self.title.only_words()).filter(|title| !title.is_empty());
        let number = || self.number.clone();
        let named = || Some(format!("{} {}", self.printed, self.number.as_deref()?).trim_start().to_owned());
        match form {
            Form::Number => number().or_else(title),
            Form::Equation => number().map(|number| format!("({number})")).or_else(title),
            // Without a number and a title the word is still a link to what it means.
            Form::Name => named().or_else(title).or_else(|| Some(self.printed.clone())),
            Form::Title => title().or_else(named),
            Form::Citation => None,
        }
    }
}

/// What a label stands for.
#[derive(Debug)]
struct Label {
    /// The unit that it is in.
    draft: usize,
    /// The number that it stands for, if that is not the number of the unit: of an equation, a figure, an item.
    number: Option<String>,
    /// Whether it stands for the unit itself.
    is_of_unit: bool,
}

/// The title that got the words before another title began. The default is none: the text got them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PreviousTitle(Option<usize>);

/// The units of a document, or, for a piece of text, one text without cuts.
#[derive(Debug)]
pub(crate) struct Outline {
    drafts: Vec<Draft>,
    headings: Vec<(usize, usize)>,
    theorems: Vec<usize>,
    labels: FxHashMap<String, Label>,
    /// The entries of the bibliography: what is printed for them, and the units they are in.
    citations: FxHashMap<String, (String, usize)>,
    /// Where the next unit begins in the files.
    line: Option<SourceLine>,
    /// The unit whose title gets the words now.
    titled: Option<usize>,
    is_flat: bool,
}

impl Outline {
    /// An outline of a document of this kind.
    pub(crate) fn new(kind: &str) -> Outline {
        Outline::begun(kind, false)
    }

    /// An outline that makes no cuts.
    pub(crate) fn flat() -> Outline {
        Outline::begun("", true)
    }

    fn begun(kind: &str, is_flat: bool) -> Outline {
        let mut outline = Outline {
            drafts: Vec::new(),
            headings: Vec::new(),
            theorems: Vec::new(),
            labels: FxHashMap::default(),
            citations: FxHashMap::default(),
            line: None,
            titled: None,
            is_flat,
        };
        outline.draft(kind, Level::Document, "", None);
        outline
    }

    /// Whether there are no cuts.
    pub(crate) fn is_flat(&self) -> bool {
        self.is_flat
    }

    fn draft(&mut self, kind: &str, level: Level, printed: &str, parent: Option<usize>) -> usize {
        let offset = parent.map_or(0, |parent| self.drafts[parent].body.len());
        self.drafts.push(Draft {
            kind: kind.to_owned(),
            level,
            printed: printed.to_owned(),
            number: None,
            title: Prose::default(),
            body: Prose::default(),
            label: None,
            parent,
            offset,
            silent: Vec::new(),
            line: self.line.clone(),
        });
        self.drafts.len() - 1
    }

    /// Says where the units that begin from here on are in the files.
    pub(crate) fn at_line(&mut self, line: Option<SourceLine>) {
        self.line = line;
    }

    /// Gives a unit its number.
    pub(crate) fn number(&mut self, draft: usize, number: String) {
        self.drafts[draft].number = Some(number);
    }

    fn section(&self) -> usize {
        self.headings.last().map_or(0, |&(_, draft)| draft)
    }

    fn current(&self) -> usize {
        self.theorems.last().copied().unwrap_or_else(|| self.section())
    }

    /// The text that gets the next word.
    pub(crate) fn prose(&mut self) -> &mut Prose {
        let (titled, current) = (self.titled, self.current());
        let draft = &mut self.drafts[titled.unwrap_or(current)];
        if titled.is_some() { &mut draft.title } else { &mut draft.body }
    }

    /// Begins a section; open theorems end here.
    pub(crate) fn heading(&mut self, level: usize) -> usize {
        self.theorems.clear();
        while self.headings.last().is_some_and(|&(open, _)| open >= level) {
            self.headings.pop();
        }
        if self.drafts.len() >= MOST_UNITS {
            return self.section();
        }
        let printed = if level == CHAPTER { "Chapter" } else { "Section" };
        let draft = self.draft(kinds::SECTION, Level::Heading(level), printed, Some(self.section()));
        self.headings.push((level, draft));
        draft
    }

    /// Whether a section with this title has just begun.
    pub(crate) fn is_headed(&self, title: &str) -> bool {
        let draft = &self.drafts[self.section()];
        let words = draft.title.only_words();
        draft.body.is_empty()
            && (words.eq_ignore_ascii_case(title) || words.eq_ignore_ascii_case("bibliography"))
    }

    /// Ends a section and those in it.
    pub(crate) fn end_heading(&mut self, draft: usize) {
        self.theorems.truncate(self.theorems.partition_point(|&open| open < draft));
        self.headings.truncate(self.headings.partition_point(|&(_, open)| open < draft));
    }

    /// Whether a unit has neither title nor text yet.
    pub(crate) fn is_bare(&self, draft: usize) -> bool {
        self.drafts.get(draft).is_some_and(|draft| draft.title.is_empty() && draft.body.is_empty())
    }

    /// The words of a title so far.
    pub(crate) fn title_of(&self, draft: usize) -> String {
        self.drafts[draft].title.only_words()
    }

    /// Gives a unit another kind.
    pub(crate) fn set_kind(&mut self, draft: usize, kind: &str) {
        self.drafts[draft].kind = kind.to_owned();
    }

    /// Begins a theorem.
    pub(crate) fn theorem(&mut self, kind: &str, printed: &str) -> usize {
        let parent = self.current();
        self.drafts[parent].body.paragraph();
        if self.drafts.len() >= MOST_UNITS {
            return parent;
        }
        let draft = self.draft(kind, Level::Theorem, printed, Some(parent));
        self.theorems.push(draft);
        draft
    }

    /// Ends a theorem and those in it.
    pub(crate) fn end_theorem(&mut self, draft: usize) {
        self.theorems.truncate(self.theorems.partition_point(|&open| open < draft));
    }

    /// Sends the words to the title of a unit until [`Outline::end_title`].
    pub(crate) fn begin_title(&mut self, draft: usize) -> PreviousTitle {
        PreviousTitle(self.titled.replace(draft))
    }

    /// Sends the words where they went before a title began.
    pub(crate) fn end_title(&mut self, previous: PreviousTitle) {
        self.titled = previous.0;
    }

    /// Adds a label; if it is directly in a unit, it names the unit. `number` is what it stands for otherwise.
    pub(crate) fn label(&mut self, label: String, is_direct: bool, number: Option<String>) {
        let current = self.titled.unwrap_or_else(|| self.current());
        let draft = &mut self.drafts[current];
        let is_of_unit = is_direct && number.is_none() || number.is_some() && number == draft.number;
        let may_name = match draft.level {
            Level::Document => false,
            Level::Heading(_) => draft.body.is_empty(),
            Level::Theorem => true,
        };
        if is_direct && may_name && draft.label.is_none() {
            draft.label = Some(label.clone());
        }
        self.labels.entry(label).or_insert(Label { draft: current, number, is_of_unit });
    }

    /// Adds an entry of the bibliography and what is printed for it.
    pub(crate) fn bibliography_entry(&mut self, key: String, printed: String) {
        let current = self.current();
        self.citations.entry(key).or_insert((printed, current));
    }

    /// Adds a reference to a label that other words or a formula stand for.
    pub(crate) fn silent_reference(&mut self, label: String) {
        let current = self.current();
        self.drafts[current].silent.push(label);
    }

    /// Writes a reference to a label.
    pub(crate) fn reference(&mut self, label: String, form: Form) {
        self.prose().reference(label, form);
    }

    /// The text of a flat outline.
    pub(crate) fn into_text(self) -> Text {
        let body = self.drafts.first().map(|draft| draft.body.resolve(|mention| self.target(mention)));
        body.map_or_else(Text::default, |body| body.text)
    }
}

/// A word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
