//! How wide text is. The reader's fonts are unknown, so these are widths of wide ones: text may turn out narrower,
//! never wider.

/// The kinds of text in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Font {
    /// Proportional, for names and captions.
    Sans,
    /// Fixed width, for code.
    Mono,
}

/// The width of a line of text in a font of some size, in pixels.
pub fn width(text: &str, font: Font, size: i32) -> i32 {
    let thousandths: i32 = text.chars().map(|character| thousandths(character, font)).sum();
    (thousandths * size + 999) / 1000
}

/// The width of the widest of some lines.
pub fn widest(lines: &[String], font: Font, size: i32) -> i32 {
    lines.iter().map(|line| width(line, font, size)).max().unwrap_or(0)
}

/// The width of a character in thousandths of the font's size.
fn thousandths(character: char, font: Font) -> i32 {
    if !character.is_ascii() {
        return if is_wide(character) { 1050 } else { 660 };
    }
    match (font, character) {
        (Font::Mono, _) => 605,
        (Font::Sans, 'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ') => 330,
        (Font::Sans, 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '{' | '}' | '-' | '/' | '\\' | '`') => 420,
        (Font::Sans, 'm' | 'w' | 'M' | 'W' | '%' | '@') => 980,
        (Font::Sans, '<' | '>' | '=' | '+' | '&' | '#' | '~' | '^') => 800,
        (Font::Sans, 'A'..='Z') => 730,
        (Font::Sans, _) => 640,
    }
}

/// Whether a character takes the space of two (East Asian scripts, pictures).
fn is_wide(character: char) -> bool {
    matches!(u32::from(character), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xff60 | 0x1f300..=0x1faff)
}
