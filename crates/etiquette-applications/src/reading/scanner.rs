//! A text read from left to right, with blanks and comments between its parts; what the readers of all formats share.

use etiquette_component::{Diagnostic, Span};

pub(super) struct Scanner<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips blanks, and comments from `//` to the end of the line or between `/*` and `*/`.
    pub fn skip_blanks(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let length = match self.rest() {
                rest if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                rest if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => return,
            };
            self.at += length;
        }
    }

    /// Whether nothing is left.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty()
    }

    /// Takes a sign, if it stands here.
    pub fn take(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Takes a sign that must stand here.
    pub fn expect(&mut self, sign: &str, what_for: &str) -> Result<(), Diagnostic> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{sign}`")).help(what_for)),
        }
    }

    /// The name that stands here, if any.
    pub fn peek_name(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        let name = &rest[..length];
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
    }

    /// Takes a name that must stand here.
    pub fn name(&mut self, what: &str) -> Result<(&'a str, Span), Diagnostic> {
        let Some(name) = self.peek_name() else { return Err(self.unexpected(what)) };
        let span = Span { start: self.at, end: self.at + name.len() };
        self.at = span.end;
        Ok((name, span))
    }

    /// What stands here is not what is wanted.
    pub fn unexpected(&mut self, wanted: &str) -> Diagnostic {
        self.skip_blanks();
        let length = self.peek_name().map(str::len).or_else(|| self.rest().chars().next().map(char::len_utf8));
        let span = Span { start: self.at, end: self.at + length.unwrap_or(0) };
        let found = match length {
            Some(_) => format!("`{}`", &self.text[span.range()]),
            None => "the end".to_owned(),
        };
        Diagnostic::new(span, format!("expected {wanted}, found {found}"))
    }
}

/// Says that a text is nested too deeply.
pub(super) fn too_deep(at: usize) -> Diagnostic {
    Diagnostic::new(Span { start: at, end: at + 1 }, "this is nested too deeply")
        .help("write it with fewer parentheses")
}
