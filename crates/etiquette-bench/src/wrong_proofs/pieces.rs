//! The pieces that random classes are made of, read from `pieces.txt`.

/// A piece of state, with what can be done with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Cell {
    /// Which one it is, for people.
    pub name: String,
    /// Whether it needs no object.
    pub is_static: bool,
    /// The superclass that it needs.
    pub extends: Option<String>,
    /// The interface that it needs.
    pub implements: Option<String>,
    /// Fields.
    pub fields: Vec<String>,
    /// Other members of the class.
    pub members: Vec<String>,
    /// Other classes of the file.
    pub beside: Vec<String>,
    /// Statements that change it.
    pub effects: Vec<String>,
    /// What can be asked about it.
    pub conditions: Vec<String>,
}

/// All pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pieces {
    pub cells: Vec<Cell>,
    /// Statements around others.
    pub shapes: Vec<String>,
}

impl Pieces {
    /// The pieces that come with the program.
    pub fn usual() -> Pieces {
        Pieces::read(include_str!("pieces.txt"))
    }

    /// Those of them whose pieces of state have a text in their names.
    pub fn named(text: &str) -> Pieces {
        let mut pieces = Pieces::usual();
        pieces.cells.retain(|cell| cell.name.contains(text));
        pieces
    }

    /// What there is, if nothing has a text in its name.
    pub fn unless_named(text: &str) -> Option<Vec<String>> {
        let names = || Pieces::usual().cells.into_iter().map(|cell| cell.name);
        (!names().any(|name| name.contains(text))).then(|| names().collect())
    }

    /// Reads pieces: a key and a text, which goes on in the lines after it that are indented.
    fn read(text: &str) -> Pieces {
        let mut pieces = Pieces::default();
        for entry in entries(text) {
            let (key, value) = entry.split_once([' ', '\n']).unwrap_or((&entry, ""));
            pieces.add(key, value.to_owned());
        }
        pieces
    }

    fn add(&mut self, key: &str, value: String) {
        match (key, self.cells.last_mut()) {
            ("shape", _) => self.shapes.push(value),
            ("cell", _) => self.cells.push(Cell { name: value, ..Cell::default() }),
            ("static", Some(cell)) => cell.is_static = true,
            ("extends", Some(cell)) => cell.extends = Some(value),
            ("implements", Some(cell)) => cell.implements = Some(value),
            ("field", Some(cell)) => cell.fields.push(value),
            ("member", Some(cell)) => cell.members.push(value),
            ("beside", Some(cell)) => cell.beside.push(value),
            ("effect", Some(cell)) => cell.effects.push(value),
            ("condition", Some(cell)) => cell.conditions.push(value),
            _ => unreachable!("`pieces.txt` has no such key: {key}"),
        }
    }
}

/// The entries, each with the indented lines after it, without comments and the first step of indentation.
fn entries(text: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match (line.strip_prefix("  "), entries.last_mut()) {
            (Some(more), Some(last)) => {
                last.push('\n');
                last.push_str(more);
            }
            _ => entries.push(line.to_owned()),
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::Pieces;

    #[test]
    fn entries_go_on_in_indented_lines() {
        let pieces = Pieces::read("# why\ncell a b\neffect\n  x;\n    y;\ncondition c\nshape if {\n      {S}\n  }\n");
        let cell = &pieces.cells[0];
        assert_eq!((cell.name.as_str(), &cell.effects[..]), ("a b", &["x;\n  y;".to_owned()][..]));
        assert_eq!((&cell.conditions[..], &pieces.shapes[0][..]), (&["c".to_owned()][..], "if {\n    {S}\n}"));
    }

    #[test]
    fn every_cell_can_be_changed_and_asked_about() {
        let pieces = Pieces::usual();
        let all = pieces.cells.iter().all(|cell| !cell.effects.is_empty() && !cell.conditions.is_empty());
        assert!(all && pieces.cells.len() > 50 && pieces.shapes.len() > 8);
    }
}
