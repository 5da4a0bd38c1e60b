//! Which format a text is in: by the end of the file's name, or else by how it begins.

/// A format that interfaces can be given in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Our own JSON.
    Json,
    /// A regular expression over calls.
    Expression,
    /// A protocol of JaTyC.
    Protocol,
    /// A rule of CrySL, or only its `ORDER`.
    Order,
}

impl Notation {
    /// The format of a file with this name and text.
    pub fn of(name: &str, text: &str) -> Notation {
        match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("json") => Notation::Json,
            Some("protocol") => Notation::Protocol,
            Some("crysl" | "cryptsl") => Notation::Order,
            Some("regex") => Notation::Expression,
            _ => Notation::of_text(text),
        }
    }

    fn of_text(text: &str) -> Notation {
        let is_comment = |line: &&str| line.trim_start().starts_with("//") || line.trim().is_empty();
        let line = text.lines().find(|line| !is_comment(line)).unwrap_or_default();
        let first = line.split_whitespace().next().unwrap_or_default();
        match first {
            "typestate" | "package" | "import" => Notation::Protocol,
            "SPEC" | "EVENTS" | "ORDER" => Notation::Order,
            _ if first.starts_with('{') => Notation::Json,
            _ => Notation::Expression,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Notation;

    #[test]
    fn the_name_or_the_beginning_tells() {
        assert_eq!(Notation::of("File.protocol", ""), Notation::Protocol);
        assert_eq!(Notation::of("-", " typestate File {"), Notation::Protocol);
        assert_eq!(Notation::of("rule", "SPEC a.B\nORDER a"), Notation::Order);
        assert_eq!(Notation::of("exported", "// a comment\n\npackage a;\ntypestate B {}"), Notation::Protocol);
        assert_eq!(Notation::of("x", "{\"etiquette\": 1}"), Notation::Json);
        assert_eq!(Notation::of("x", "(open close)*"), Notation::Expression);
    }
}
