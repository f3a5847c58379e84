//! The words of `text` as tokens of tantivy, stemmed or unstemmed.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};
use text::words::Word;

/// The name of the tokenizer for stems.
pub(super) const STEMMED: &str = "stemmed-words";
/// The name of the tokenizer for unstemmed words.
pub(super) const EXACT: &str = "exact-words";

/// Registers both tokenizers.
pub(crate) fn register(tokenizers: &TokenizerManager) {
    tokenizers.register(STEMMED, Words { is_stemmed: true });
    tokenizers.register(EXACT, Words { is_stemmed: false });
}

#[derive(Clone)]
struct Words {
    is_stemmed: bool,
}

struct Stream<I> {
    words: I,
    is_stemmed: bool,
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = tantivy::tokenizer::BoxTokenStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Self::TokenStream<'a> {
        let words = text::words::words(text);
        let stream = Stream { words, is_stemmed: self.is_stemmed, token: Token::default() };
        tantivy::tokenizer::BoxTokenStream::new(stream)
    }
}

impl<I: Iterator<Item = Word>> TokenStream for Stream<I> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else { return false };
        self.token.offset_from = word.start;
        self.token.offset_to = word.end;
        self.token.position = word.position as usize;
        self.token.text.clear();
        match self.is_stemmed {
            true => self.token.text.push_str(&text::stem::stem(&word.text)),
            false => self.token.text.push_str(&word.text),
        }
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
