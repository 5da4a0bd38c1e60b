//! Source text to tokens. Every byte of the input is either part of a token, white space, a comment or a located error.

use crate::diagnostic::{Diagnostic, Span};

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// The kinds of token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A plain word: a keyword or a name.
    Word(String),
    /// A name in backticks: never a keyword.
    Quoted(String),
    /// A number.
    Number(u64),
    /// A text in double quotes.
    Text(String),
    /// Punctuation or an operator.
    Symbol(&'static str),
    /// The end of the input.
    End,
}

impl TokenKind {
    /// How messages name the token.
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Quoted(name) => format!("the name `{name}`"),
            TokenKind::Number(value) => format!("the number {value}"),
            TokenKind::Text(_) => "a text in quotes".into(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the file".into(),
        }
    }
}

/// Longest first, so that `>>>` is not read as `>>` and `>`.
const SYMBOLS: [&str; 33] = [
    ">>>", "->", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "{", "}", "(", ")", ",", ";", ":", "=", "*", "<", ">",
    "+", "-", "/", "%", "!", "~", "&", "|", "^", "?", "@", ".",
];

/// All tokens of the text, ending with [`TokenKind::End`].
pub(crate) fn tokenize(text: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut lexer = Lexer { text, position: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token()?;
        let done = token.kind == TokenKind::End;
        tokens.push(token);
        if done {
            return Ok(tokens);
        }
    }
}

/// Whether the character may begin a plain word.
pub(crate) fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

/// Whether the character may go on with a plain word.
pub(crate) fn continues_word(c: char) -> bool {
    begins_word(c) || c.is_ascii_digit()
}

/// Whether a name is a plain word, or one with positions of elements behind it.
pub(crate) fn is_plain_word(name: &str) -> bool {
    let mut rest = name.trim_start_matches(continues_word);
    while let Some(position) = element_position(rest) {
        rest = &rest[position.len()..];
    }
    name.starts_with(begins_word) && rest.is_empty()
}

/// The position of an element with which a text begins: `[2]`.
fn element_position(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?;
    let digits = inside.find(|c: char| !c.is_ascii_digit())?;
    (digits > 0 && inside[digits..].starts_with(']')).then(|| &text[..digits + 2])
}

struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn span_from(&self, start: usize) -> Span {
        Span { start, end: self.position }
    }

    fn token(&mut self) -> Result<Token, Diagnostic> {
        self.skip_blank()?;
        let start = self.position;
        let kind = match self.rest().chars().next() {
            None => TokenKind::End,
            Some(c) if begins_word(c) => TokenKind::Word(self.word()),
            Some(c) if c.is_ascii_digit() => self.number()?,
            Some('"') => TokenKind::Text(self.delimited('"')?),
            Some('`') => TokenKind::Quoted(self.delimited('`')?),
            Some(c) => self.symbol(c)?,
        };
        Ok(Token { kind, span: self.span_from(start) })
    }

    /// A plain word, with the position of an element behind it if it has one: `slots[2]`.
    fn word(&mut self) -> String {
        let mut word = self.take_while(continues_word);
        while let Some(position) = element_position(self.rest()) {
            word.push_str(position);
            self.position += position.len();
        }
        word
    }

    fn skip_blank(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), Diagnostic> {
        let start = self.position;
        match self.rest()[2..].find("*/") {
            Some(length) => {
                self.position += length + 4;
                Ok(())
            }
            None => {
                let span = Span { start, end: start + 2 };
                Err(Diagnostic::new(span, "this comment is never closed").help("end it with `*/`"))
            }
        }
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let taken = rest[..length].to_owned();
        self.position += length;
        taken
    }

    fn number(&mut self) -> Result<TokenKind, Diagnostic> {
        let start = self.position;
        let written = self.take_while(continues_word);
        let digits = written.replace('_', "");
        let parsed = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        parsed.map(TokenKind::Number).map_err(|_| {
            Diagnostic::new(self.span_from(start), format!("`{written}` is not a number of at most 64 bits"))
                .help("write numbers as `42`, `1_000` or `0x2A`; a name can't begin with a digit")
        })
    }

    /// A text between two delimiters, in which a backslash takes the next character as it is (`\n` is a line break).
    fn delimited(&mut self, delimiter: char) -> Result<String, Diagnostic> {
        let start = self.position;
        let mut content = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some((_, 'n')) => content.push('\n'),
                    Some((_, escaped)) => content.push(escaped),
                    None => break,
                },
                '\n' => break,
                _ if c == delimiter => {
                    self.position = start + offset + 1;
                    return Ok(content);
                }
                _ => content.push(c),
            }
        }
        let span = Span { start, end: start + 1 };
        Err(Diagnostic::new(span, "this quote is not closed on its line").help(format!("end it with {delimiter}")))
    }

    fn symbol(&mut self, c: char) -> Result<TokenKind, Diagnostic> {
        let start = self.position;
        match SYMBOLS.iter().find(|symbol| self.rest().starts_with(*symbol)) {
            Some(symbol) => {
                self.position += symbol.len();
                Ok(TokenKind::Symbol(symbol))
            }
            None => {
                self.position += c.len_utf8();
                Err(Diagnostic::new(self.span_from(start), format!("the character {c:?} has no meaning here"))
                    .help("names are written with letters, digits, `_` and `$`; any other name goes into backticks"))
            }
        }
    }
}
