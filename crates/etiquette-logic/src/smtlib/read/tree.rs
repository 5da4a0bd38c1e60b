//! Texts as trees of atoms and lists, with bounded nesting.

use std::fmt;

use super::{Unreadable, unreadable};

/// Lists nested deeper than this are refused.
const DEEPEST: usize = 1000;

/// An atom or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tree<'a> {
    Atom(&'a str),
    List(Vec<Tree<'a>>),
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Atom(atom) => formatter.write_str(atom),
            Tree::List(items) => {
                formatter.write_str("(")?;
                for (position, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", if position > 0 { " " } else { "" })?;
                }
                formatter.write_str(")")
            }
        }
    }
}

/// All trees of a text.
pub(super) fn read(text: &str) -> Result<Vec<Tree<'_>>, Unreadable> {
    let mut open: Vec<Vec<Tree<'_>>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first)?;
        let (token, after) = rest.split_at(length);
        match first {
            '(' if open.len() > DEEPEST => return unreadable("lists nested too deep"),
            '(' => open.push(Vec::new()),
            ')' => close(&mut open)?,
            ';' => {}
            '|' => push(&mut open, Tree::Atom(token.trim_matches('|'))),
            _ => push(&mut open, Tree::Atom(token)),
        }
        rest = after.trim_start();
    }
    match (open.pop(), open.is_empty()) {
        (Some(trees), true) => Ok(trees),
        _ => unreadable("a list does not end"),
    }
}

fn push<'a>(open: &mut [Vec<Tree<'a>>], tree: Tree<'a>) {
    if let Some(innermost) = open.last_mut() {
        innermost.push(tree);
    }
}

fn close(open: &mut Vec<Vec<Tree<'_>>>) -> Result<(), Unreadable> {
    match open.pop() {
        Some(items) if !open.is_empty() => {
            push(open, Tree::List(items));
            Ok(())
        }
        _ => unreadable("a list ends that did not begin"),
    }
}

/// The number of bytes of the token at the start of a text.
fn token_length(text: &str, first: char) -> Result<usize, Unreadable> {
    let ends = |found: Option<usize>| found.map(|position| position + 1 + 1);
    match first {
        '(' | ')' => Ok(1),
        ';' => Ok(text.find('\n').unwrap_or(text.len())),
        '|' => ends(text[1..].find('|')).map_or_else(|| unreadable("a name does not end"), Ok),
        '"' => ends(text[1..].find('"')).map_or_else(|| unreadable("a string does not end"), Ok),
        _ => Ok(text.find(|next: char| next.is_whitespace() || "();|\"".contains(next)).unwrap_or(text.len())),
    }
}
