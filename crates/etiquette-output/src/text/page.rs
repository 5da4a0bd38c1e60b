//! Lines of styled text, wrapped at a width. Colours do not count as width, so that wrapping is the same with and
//! without them.

use super::TextOptions;

/// The role of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Nothing special.
    Plain,
    /// The name of a component or a state.
    Name,
    /// What is allowed.
    Allowed,
    /// What is forbidden.
    Forbidden,
    /// What the reader should not miss.
    Warning,
    /// What the reader may skip.
    Quiet,
}

impl Style {
    fn ansi(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Name => "\x1b[1m",
            Style::Allowed => "\x1b[32m",
            Style::Forbidden => "\x1b[31m",
            Style::Warning => "\x1b[33m",
            Style::Quiet => "\x1b[2m",
        }
    }
}

/// A piece of text that is kept on one line where it fits there.
#[derive(Clone, Debug)]
pub struct Piece {
    text: String,
    style: Style,
}

impl Piece {
    /// A styled piece.
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Piece { text: text.into(), style }
    }

    /// A piece without a style.
    pub fn plain(text: impl Into<String>) -> Self {
        Piece::new(text, Style::Plain)
    }

    /// The words of a sentence, each a piece.
    pub fn words(sentence: &str, style: Style) -> Vec<Piece> {
        sentence.split_whitespace().map(|word| Piece::new(word, style)).collect()
    }

    /// The items of a list, each with its comma.
    pub fn list(items: &[String], style: Style) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = items.iter().map(|item| Piece::new(format!("{item},"), style)).collect();
        if let Some(last) = pieces.last_mut() {
            last.text.pop();
        }
        pieces
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// The same piece with spaces after it, up to a width.
    pub fn padded(mut self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.text.extend(std::iter::repeat_n(' ', missing));
        self
    }
}

/// The number of columns that pieces take on one line.
pub fn width_of(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.width() + 1).sum::<usize>().saturating_sub(1)
}

/// The text so far.
pub struct Page {
    text: String,
    color: bool,
    width: usize,
    assumptions: usize,
}

impl Page {
    /// An empty page.
    pub fn new(options: &TextOptions) -> Self {
        let TextOptions { color, width, assumptions } = *options;
        Page { text: String::new(), color, width: width.max(40), assumptions }
    }

    /// The columns of a line.
    pub fn width(&self) -> usize {
        self.width
    }

    /// So many assumptions are listed.
    pub fn assumptions_shown(&self) -> usize {
        self.assumptions
    }

    /// An empty line.
    pub fn blank_line(&mut self) {
        self.text.push('\n');
    }

    /// The pieces with spaces between them; the first line is indented by `first`, the others by `rest`.
    pub fn paragraph(&mut self, first: usize, rest: usize, pieces: &[Piece]) {
        self.indent(first);
        let mut column = first;
        let mut line_is_empty = true;
        for piece in self.broken(pieces, rest) {
            if !line_is_empty && column + 1 + piece.width() > self.width {
                self.end_line();
                self.indent(rest);
                column = rest;
                line_is_empty = true;
            }
            if !line_is_empty {
                self.text.push(' ');
                column += 1;
            }
            column += piece.width();
            self.styled(&piece);
            line_is_empty = false;
        }
        self.end_line();
    }

    /// Pieces that fit on no line are broken into words.
    fn broken(&self, pieces: &[Piece], indent: usize) -> Vec<Piece> {
        let parts = |piece: &Piece| match indent + piece.width() > self.width {
            true => Piece::words(&piece.text, piece.style),
            false => vec![piece.clone()],
        };
        pieces.iter().flat_map(parts).collect()
    }

    fn indent(&mut self, columns: usize) {
        self.text.extend(std::iter::repeat_n(' ', columns));
    }

    fn end_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
    }

    fn styled(&mut self, piece: &Piece) {
        match (self.color, piece.style.ansi()) {
            (false, _) | (true, "") => self.text.push_str(&piece.text),
            (true, code) => {
                let text = piece.text.trim_end();
                let padding = &piece.text[text.len()..];
                self.text.extend([code, text, "\x1b[0m", padding]);
            }
        }
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }
}
