//! What a renderer gives: the text, and what the format could not say.

use std::fmt;

/// An outcome in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendered {
    /// The text, ending with a line break.
    pub text: String,
    /// What the format can't express, as sentences. The text is then weaker than the interface: what can't be known to
    /// be legal is forbidden in it, unless the sentence says that something can't be said at all.
    pub losses: Vec<String>,
}

impl Rendered {
    /// A text that says everything.
    pub(crate) fn complete(text: String) -> Self {
        Rendered { text, losses: Vec::new() }
    }
}

/// Why an outcome can't be written in a format at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexpressible {
    why: String,
}

impl Inexpressible {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Inexpressible { why: why.into() }
    }
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Inexpressible {}

/// The sentences as comments, each behind a sign and on one line.
pub(crate) fn comments(sign: &str, sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("{sign} {}\n", one_line(sentence))).collect()
}

/// A text without line breaks and other control characters.
pub(crate) fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ")
}
