//! The line and the column of a value in a JSON text, by its path. The text is known to be JSON, so this only has to
//! skip.

use std::iter::Peekable;
use std::str::Chars;

/// Where the value with this path starts, as line and column from 1.
pub fn locate(text: &str, path: &str) -> Option<(usize, usize)> {
    let mut scanner = Scanner { rest: text.chars().peekable(), line: 1, column: 1, wanted: path, found: None };
    scanner.value("");
    scanner.found
}

struct Scanner<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
    column: usize,
    wanted: &'a str,
    found: Option<(usize, usize)>,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        match character {
            '\n' => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += 1,
        }
        Some(character)
    }

    /// The next character after spaces, commas and colons, not yet taken.
    fn peek(&mut self) -> Option<char> {
        while let Some(' ' | '\n' | '\r' | '\t' | ',' | ':') = self.rest.peek() {
            self.next();
        }
        self.rest.peek().copied()
    }

    fn value(&mut self, path: &str) {
        let start = self.peek();
        if path == self.wanted && self.found.is_none() {
            self.found = Some((self.line, self.column));
        }
        match start {
            Some('{') => self.object(path),
            Some('[') => self.array(path),
            Some('"') => drop(self.string()),
            _ => {
                while self.rest.next_if(|next| !",]} \n\r\t".contains(*next)).is_some() {
                    self.column += 1;
                }
            }
        }
    }

    fn object(&mut self, path: &str) {
        self.next();
        while self.found.is_none() && self.peek().is_some_and(|next| next != '}') {
            let key = self.string();
            let dot = if path.is_empty() { "" } else { "." };
            self.value(&format!("{path}{dot}{key}"));
        }
        self.next();
    }

    fn array(&mut self, path: &str) {
        self.next();
        let mut index = 0;
        while self.found.is_none() && self.peek().is_some_and(|next| next != ']') {
            self.value(&format!("{path}[{index}]"));
            index += 1;
        }
        self.next();
    }

    /// Skips a string, and gives its text, escapes left as they are.
    fn string(&mut self) -> String {
        let mut text = String::new();
        self.next();
        while let Some(character) = self.next().filter(|character| *character != '"') {
            text.push(character);
            if character == '\\' {
                text.extend(self.next());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::locate;

    #[test]
    fn values_are_found_by_path() {
        let text = "{\"a\": [1, {\"b\\\"]\": \"x, ]}\"}],\n \"c\": {\"d\": [true, [], -2.5e3]} }";
        assert_eq!(locate(text, ""), Some((1, 1)));
        assert_eq!(locate(text, "a[0]"), Some((1, 8)));
        assert_eq!(locate(text, "a[1]"), Some((1, 11)));
        assert_eq!(locate(text, "c.d[2]"), Some((2, 24)));
        assert_eq!(locate(text, "c.e"), None);
    }
}
