//! A source as a tree of lines and blocks, by its braces: what a shrinker can take out.
//!
//! An opening brace ends its line. Strings with braces are not looked into: pieces of generated classes have none.

/// A line, or a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Line(String),
    /// Lines that open a part, each with what is inside (`try {`, `} catch (X x) {`), and the one that closes the last.
    Block {
        parts: Vec<(String, Vec<Piece>)>,
        end: String,
    },
}

/// Reads the lines up to one that closes what was opened before, which is left.
fn read(lines: &mut std::iter::Peekable<std::str::Lines<'_>>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some(line) = lines.next_if(|line| !line.trim_start().starts_with('}')) {
        if !line.ends_with('{') {
            pieces.push(Piece::Line(line.to_owned()));
            continue;
        }
        let mut parts = vec![(line.to_owned(), read(lines))];
        while let Some(next) = lines.next_if(|line| line.ends_with('{')) {
            parts.push((next.to_owned(), read(lines)));
        }
        pieces.push(Piece::Block { parts, end: lines.next().unwrap_or_default().to_owned() });
    }
    pieces
}

/// A source as pieces.
pub(super) fn parse(source: &str) -> Vec<Piece> {
    read(&mut source.lines().peekable())
}

/// The pieces as a source.
pub(super) fn print(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Line(line) => text.extend([line, "\n"]),
            Piece::Block { parts, end } => {
                for (head, inside) in parts {
                    text.extend([head, "\n", &print(inside)]);
                }
                text.extend([end, "\n"]);
            }
        }
    }
    text
}

/// The number of edits that can be tried.
pub(super) fn edit_count(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| own_edits(piece) + inner_edits(piece)).sum()
}

/// To leave it out, and for a block to keep only the inside of one part, or to leave out a part after the first.
fn own_edits(piece: &Piece) -> usize {
    match piece {
        Piece::Line(_) => 1,
        Piece::Block { parts, .. } => 2 * parts.len(),
    }
}

fn inner_edits(piece: &Piece) -> usize {
    match piece {
        Piece::Line(_) => 0,
        Piece::Block { parts, .. } => parts.iter().map(|(_, inside)| edit_count(inside)).sum(),
    }
}

/// Makes one of the edits: those of a piece come before those inside it, so that large parts go first.
pub(super) fn edited(pieces: &[Piece], mut edit: usize) -> Vec<Piece> {
    let mut result = pieces.to_vec();
    for (index, piece) in pieces.iter().enumerate() {
        if edit < own_edits(piece) {
            result.splice(index..=index, replacement(piece, edit));
            return result;
        }
        edit -= own_edits(piece);
        if edit < inner_edits(piece) {
            result[index] = edited_inside(piece, edit);
            return result;
        }
        edit -= inner_edits(piece);
    }
    result
}

fn replacement(piece: &Piece, edit: usize) -> Vec<Piece> {
    match piece {
        Piece::Block { parts, end } if edit > parts.len() => {
            let mut parts = parts.clone();
            parts.remove(edit - parts.len());
            vec![Piece::Block { parts, end: end.clone() }]
        }
        Piece::Block { parts, .. } if edit > 0 => parts[edit - 1].1.clone(),
        _ => Vec::new(),
    }
}

fn edited_inside(piece: &Piece, mut edit: usize) -> Piece {
    let Piece::Block { parts, end } = piece else { return piece.clone() };
    let mut parts = parts.clone();
    for (_, inside) in &mut parts {
        let count = edit_count(inside);
        if edit < count {
            *inside = edited(inside, edit);
            break;
        }
        edit -= count;
    }
    Piece::Block { parts, end: end.clone() }
}

#[cfg(test)]
mod tests {
    use super::{edit_count, edited, parse, print};

    const SOURCE: &str =
        "class C {\n  int n;\n  void m() {\n    try {\n      n++;\n    } finally {\n      n = 0;\n    }\n  }\n}\n";

    #[test]
    fn a_source_is_what_it_was() {
        assert_eq!(print(&parse(SOURCE)), SOURCE);
    }

    #[test]
    fn every_edit_makes_it_smaller() {
        let pieces = parse(SOURCE);
        let all: Vec<String> = (0..edit_count(&pieces)).map(|edit| print(&edited(&pieces, edit))).collect();
        assert!(all.iter().all(|text| text.len() < SOURCE.len()), "{all:#?}");
        for expected in ["class C {\n  int n;\n}\n", "  int n;\n  void m() {\n"] {
            assert!(all.iter().any(|text| text.starts_with(expected)), "{all:#?}");
        }
        let without_finally = "class C {\n  int n;\n  void m() {\n    try {\n      n++;\n    }\n  }\n}\n";
        let only_inside = "class C {\n  int n;\n  void m() {\n      n++;\n  }\n}\n";
        assert!(all.iter().any(|text| text == without_finally) && all.iter().any(|text| text == only_inside));
    }
}
