//! Located messages: what is wrong, where, and what to do about it. Only the command line renders them.

use std::fmt;
use std::ops::Range;

/// A stretch of the source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range for slicing the text.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Something wrong with the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What is said at the place itself.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message about a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), span, label: None, help: None }
    }

    /// Adds what is said at the place itself.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds "did you mean …?" where a known name is close to the one that was written.
    pub fn suggest<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(written, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

/// The known name that is most like the written one, if any is alike enough to be worth suggesting.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().map(|name| (strsim::normalized_damerau_levenshtein(written, name), name));
    let (score, name) = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))?;
    (score > 0.6).then_some(name)
}

/// The line number (from 1) of a byte position.
pub fn line_of(text: &str, position: usize) -> u32 {
    let before = &text.as_bytes()[..position.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count() as u32
}
