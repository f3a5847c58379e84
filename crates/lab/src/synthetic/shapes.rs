//! The shapes of the given formulas: their pieces, and which stretches of pieces can be exchanged.
//!
//! A stretch is exchangeable when it is balanced and any other stretch of its kind fits in its place: an exponent, an
//! index, an argument in braces, the content of brackets, a side of an equation, a
//! term of a sum. Stretches of one kind and one size are kept together, so that an exchange leaves the size
//! of a formula as it was.

use rustc_hash::FxHashMap;

use super::lexemes::{Class, Kind, Lexeme, lexemes};

/// The place of a letter or number, which decides which ones are usual there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    /// On the baseline.
    Plain,
    /// First thing in a superscript or subscript.
    Script,
    /// Before a bracket: the `f` of `f(x)`.
    Head,
}

/// How a piece can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Role {
    /// Nothing.
    Fixed,
    /// It can get another name of its class, as usual in its place.
    Letter(Class, Place),
    /// It can get another value, as usual in its place.
    Number(Place),
}

/// One piece of a formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Its text, by number.
    pub text: u32,
    /// How it can be changed.
    pub role: Role,
}

/// The role of a stretch in its surroundings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stretch {
    Superscript,
    Subscript,
    Argument,
    Bracketed,
    Side,
    Term,
}

/// Pieces that can be exchanged for others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The first piece.
    pub start: u32,
    /// The piece after the last one.
    pub end: u32,
    /// The number of the pool of stretches of its kind and size.
    pub pool: u32,
}

/// One formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Its pieces: from, to.
    pub pieces: (u32, u32),
    /// Its exchangeable stretches, outer before inner: from, to.
    pub spans: (u32, u32),
}

/// The shapes of many formulas.
#[derive(Debug)]
pub(super) struct Shapes {
    /// All pieces, formula after formula.
    pub pieces: Vec<Piece>,
    /// All exchangeable stretches, formula after formula.
    pub spans: Vec<Span>,
    /// Stretches of one kind and size, by number of the span.
    pub pools: Vec<Vec<u32>>,
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    pool_numbers: FxHashMap<(Stretch, u32), u32>,
}

/// A bracket that is open, or the whole formula.
struct Frame {
    open: Kind,
    stretch: Option<Stretch>,
    /// The first piece within.
    start: usize,
    /// Where relations and separators stand, and where plus and minus signs do.
    sides: Vec<usize>,
    terms: Vec<usize>,
}

impl Default for Shapes {
    fn default() -> Shapes {
        let mut shapes = Shapes {
            pieces: Vec::new(),
            spans: Vec::new(),
            pools: Vec::new(),
            texts: Vec::new(),
            numbers: FxHashMap::default(),
            pool_numbers: FxHashMap::default(),
        };
        // The first two numbers, so that `is_brace` is a comparison.
        shapes.number_of("{");
        shapes.number_of("}");
        shapes
    }
}

impl Shapes {
    /// The text behind a number.
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    /// The pieces of a formula or a stretch.
    #[inline]
    pub(super) fn pieces_of(&self, range: (u32, u32)) -> &[Piece] {
        self.pieces.get(range.0 as usize..range.1 as usize).unwrap_or_default()
    }

    /// Whether a text is a brace, which prints nothing.
    #[inline]
    pub(super) fn is_brace(&self, text: u32) -> bool {
        text < 2
    }

    /// Adds a formula; none if it cannot be varied.
    pub(super) fn add(&mut self, source: &str) -> Option<Shape> {
        let lexemes = lexemes(source)?;
        let first_piece = self.pieces.len() as u32;
        let first_span = self.spans.len() as u32;
        let mut stretches = stretches(&lexemes)?;
        for place in 0..lexemes.len() {
            let piece = self.piece(&lexemes, place);
            self.pieces.push(piece);
        }
        stretches.sort_by_key(|&(start, end, _)| (start, usize::MAX - end));
        for (start, end, stretch) in stretches {
            let pool = self.pool(stretch, lexemes.get(start..end).unwrap_or_default());
            self.add_span(Span { start: first_piece + start as u32, end: first_piece + end as u32, pool });
        }
        Some(Shape {
            pieces: (first_piece, self.pieces.len() as u32),
            spans: (first_span, self.spans.len() as u32),
        })
    }

    /// A formula as it would be written without a change.
    pub(super) fn written(&self, shape: Shape) -> String {
        let mut out = String::new();
        for piece in self.pieces_of(shape.pieces) {
            push_piece(self.text(piece.text), &mut out);
        }
        out
    }

    fn add_span(&mut self, span: Span) {
        let number = self.spans.len() as u32;
        if let Some(pool) = self.pools.get_mut(span.pool as usize) {
            pool.push(number);
        }
        self.spans.push(span);
    }

    fn piece(&mut self, lexemes: &[Lexeme<'_>], place: usize) -> Piece {
        let lexeme = lexemes[place];
        let before =
            |back: usize| place.checked_sub(back).and_then(|place| lexemes.get(place)).map(|l| l.kind);
        let is_script = |kind| matches!(kind, Some(Kind::Superscript | Kind::Subscript));
        let at = if is_script(before(1)) || (before(1) == Some(Kind::OpenBrace) && is_script(before(2))) {
            Place::Script
        } else if lexemes.get(place + 1).is_some_and(|next| next.text == "(") {
            Place::Head
        } else {
            Place::Plain
        };
        let role = match lexeme.kind {
            Kind::Letter(class) => Role::Letter(class, at),
            Kind::Number => Role::Number(at),
            _ => Role::Fixed,
        };
        Piece { text: self.number_of(lexeme.text), role }
    }

    /// The number of a text.
    pub(super) fn number_of(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }

    /// The pool of stretches of this kind that print as many symbols.
    fn pool(&mut self, stretch: Stretch, lexemes: &[Lexeme<'_>]) -> u32 {
        let prints = |lexeme: &&Lexeme<'_>| !matches!(lexeme.kind, Kind::OpenBrace | Kind::CloseBrace);
        let size = lexemes.iter().filter(prints).count() as u32;
        // Long stretches of exactly one size are rare; those of about one size are as good.
        let bucket =
            if size <= 12 { size } else { 12 + (f64::from(size) / 12.0).log2().mul_add(8.0, 1.0) as u32 };
        *self.pool_numbers.entry((stretch, bucket)).or_insert_with(|| {
            self.pools.push(Vec::new());
            self.pools.len() as u32 - 1
        })
    }
}

/// Appends a piece, with a space where it would merge with the text before it.
pub(super) fn push_piece(text: &str, out: &mut String) {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && ends_in_command(out) {
        out.push(' ');
    }
    out.push_str(text);
}

/// Whether a letter after this text would become part of a command's name.
fn ends_in_command(text: &str) -> bool {
    let letters = text.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let before = text.as_bytes().get(..text.len() - letters).unwrap_or_default();
    // An even number of backslashes is a line break, not the beginning of a name.
    letters > 0 && before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The exchangeable stretches of a formula; none if its braces do not match.
fn stretches(lexemes: &[Lexeme<'_>]) -> Option<Vec<(usize, usize, Stretch)>> {
    let whole = Frame { open: Kind::Literal, stretch: None, start: 0, sides: Vec::new(), terms: Vec::new() };
    let mut frames = vec![whole];
    let mut out = Vec::new();
    for (place, lexeme) in lexemes.iter().enumerate() {
        match lexeme.kind {
            Kind::OpenBrace | Kind::OpenFence | Kind::OpenBracket => {
                frames.push(opened(lexemes, place));
            }
            Kind::CloseBracket if frames.last()?.open == Kind::OpenBracket => {
                close(&mut frames, place, &mut out);
            }
            Kind::CloseBrace | Kind::CloseFence => {
                let open = if lexeme.kind == Kind::CloseBrace { Kind::OpenBrace } else { Kind::OpenFence };
                drop_brackets(&mut frames);
                if frames.last()?.open != open {
                    return None;
                }
                close(&mut frames, place, &mut out);
            }
            Kind::Relation | Kind::Separator => frames.last_mut()?.sides.push(place),
            Kind::Additive => frames.last_mut()?.terms.push(place),
            _ => {}
        }
    }
    drop_brackets(&mut frames);
    if frames.len() != 1 {
        return None;
    }
    close(&mut frames, lexemes.len(), &mut out);
    out.retain(|&(start, end, _)| is_whole(lexemes, start, end));
    Some(out)
}

fn opened(lexemes: &[Lexeme<'_>], place: usize) -> Frame {
    let open = lexemes[place].kind;
    let before = place.checked_sub(1).and_then(|place| lexemes.get(place)).map(|lexeme| lexeme.kind);
    let stretch = match (open, before) {
        (Kind::OpenBrace, Some(Kind::Superscript)) => Stretch::Superscript,
        (Kind::OpenBrace, Some(Kind::Subscript)) => Stretch::Subscript,
        (Kind::OpenBrace, _) => Stretch::Argument,
        _ => Stretch::Bracketed,
    };
    Frame { open, stretch: Some(stretch), start: place + 1, sides: Vec::new(), terms: Vec::new() }
}

/// Unclosed brackets are symbols like others.
fn drop_brackets(frames: &mut Vec<Frame>) {
    while frames.len() > 1 && frames.last().is_some_and(|frame| frame.open == Kind::OpenBracket) {
        let Some(frame) = frames.pop() else { return };
        if let Some(outer) = frames.last_mut() {
            outer.sides.extend(frame.sides);
            outer.terms.extend(frame.terms);
        }
    }
}

/// Closes the innermost frame before `end` and records the stretches that can be exchanged in it.
fn close(frames: &mut Vec<Frame>, end: usize, out: &mut Vec<(usize, usize, Stretch)>) {
    let Some(frame) = frames.pop() else { return };
    if let Some(stretch) = frame.stretch {
        out.push((frame.start, end, stretch));
    }
    if !frame.sides.is_empty() {
        cut(frame.start, end, &frame.sides, Stretch::Side, out);
    }
    if !frame.terms.is_empty() {
        let mut cuts = frame.sides;
        cuts.extend(frame.terms);
        cuts.sort_unstable();
        cut(frame.start, end, &cuts, Stretch::Term, out);
    }
}

fn cut(start: usize, end: usize, cuts: &[usize], stretch: Stretch, out: &mut Vec<(usize, usize, Stretch)>) {
    let starts = std::iter::once(start).chain(cuts.iter().map(|cut| cut + 1));
    let ends = cuts.iter().copied().chain([end]);
    out.extend(starts.zip(ends).map(|(start, end)| (start, end, stretch)));
}

/// Whether a stretch can stand elsewhere: it is not empty, does not begin with a script of something before
/// it nor end with the sign of one.
fn is_whole(lexemes: &[Lexeme<'_>], start: usize, end: usize) -> bool {
    let Some(stretch) = lexemes.get(start..end) else { return false };
    let is_script = |lexeme: &Lexeme<'_>| matches!(lexeme.kind, Kind::Superscript | Kind::Subscript);
    match (stretch.first(), stretch.last()) {
        (Some(first), Some(last)) => !is_script(first) && first.text != "'" && !is_script(last),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches_of(source: &str) -> Vec<String> {
        let mut shapes = Shapes::default();
        let shape = shapes.add(source).unwrap();
        let text = |span: &Span| {
            let pieces = &shapes.pieces[span.start as usize..span.end as usize];
            pieces.iter().map(|piece| shapes.text(piece.text)).collect::<String>()
        };
        shapes.spans[shape.spans.0 as usize..shape.spans.1 as usize].iter().map(text).collect()
    }

    #[test]
    fn scripts_arguments_brackets_sides_and_terms_can_be_exchanged() {
        assert_eq!(stretches_of(r"f(x)=a+b^{2}"), ["f(x)", "f(x)", "x", "a+b^{2}", "a", "b^{2}", "2"]);
        assert_eq!(stretches_of(r"\frac{a}{b}"), ["a", "b"]);
    }

    #[test]
    fn a_bracket_without_partner_is_a_symbol() {
        assert_eq!(stretches_of(r"[a,b)"), ["a,b", "a", "b"]);
        assert_eq!(stretches_of(r"(a,b"), ["(a", "b"]);
    }

    #[test]
    fn unbalanced_braces_are_not_varied() {
        for source in ["{a", "a}", r"\left(a}", r"\begin{x}a"] {
            assert!(Shapes::default().add(source).is_none(), "{source}");
        }
    }

    #[test]
    fn stretches_of_one_size_share_a_pool() {
        let mut shapes = Shapes::default();
        shapes.add("a^{n+1}");
        shapes.add("b^{k-2}");
        assert!(shapes.pools.iter().any(|pool| pool.len() == 2));
    }
}
