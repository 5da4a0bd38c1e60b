//! Tables of text: aligned for a terminal, or in Markdown.

use std::fmt::Display;

/// Where a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// On a terminal.
    Text,
    /// In a document.
    Markdown,
}

/// On which side the cells of a column are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// What is known, or a dash.
pub(crate) fn or_dash<Cell: Display>(cell: Option<Cell>) -> String {
    cell.map_or("–".into(), |cell| cell.to_string())
}

/// A table with a head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

/// A table about `Row`s in the making, to which columns are added from left to right.
pub(crate) struct TableOf<Row> {
    about: Vec<Row>,
    table: Table,
}

impl<Row> TableOf<Row> {
    /// A table with a row for each of these, and no columns yet.
    pub(crate) fn new(rows: impl IntoIterator<Item = Row>) -> Self {
        let about: Vec<Row> = rows.into_iter().collect();
        let rows = vec![Vec::new(); about.len()];
        TableOf { about, table: Table { columns: Vec::new(), rows } }
    }

    /// Adds a column of words.
    pub(crate) fn words<Cell: Display>(self, head: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        self.column(head, Align::Left, cell)
    }

    /// Adds a column of numbers.
    pub(crate) fn numbers<Cell: Display>(self, head: &str, cell: impl Fn(&Row) -> Cell) -> Self {
        self.column(head, Align::Right, cell)
    }

    fn column<Cell: Display>(mut self, head: &str, align: Align, cell: impl Fn(&Row) -> Cell) -> Self {
        self.table.columns.push((head.to_owned(), align));
        for (cells, row) in self.table.rows.iter_mut().zip(&self.about) {
            cells.push(cell(row).to_string());
        }
        self
    }

    /// The table with these columns.
    pub(crate) fn done(self) -> Table {
        self.table
    }
}

impl Table {
    /// The table on a page.
    pub fn on(&self, page: Page) -> String {
        match page {
            Page::Text => self.to_text(),
            Page::Markdown => self.to_markdown(),
        }
    }

    /// With spaces between the columns, for a terminal.
    fn to_text(&self) -> String {
        let widths = self.widths(|cell| cell.to_owned());
        let heads: Vec<&str> = self.heads().collect();
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        let mut text = self.text_line(&heads, &widths);
        text += &self.text_line(&rule, &widths);
        for row in &self.rows {
            text += &self.text_line(row, &widths);
        }
        text
    }

    /// As Markdown, aligned so that it can be read as it is.
    fn to_markdown(&self) -> String {
        let widths = self.widths(escaped);
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let cells = |row: &mut dyn Iterator<Item = &str>| -> Vec<String> {
            row.zip(&widths)
                .zip(&self.columns)
                .map(|((cell, &width), column)| padded(&escaped(cell), width, column.1))
                .collect()
        };
        let rule = widths.iter().zip(&self.columns).map(|(&width, (_, align))| match align {
            Align::Left => "-".repeat(width),
            Align::Right => format!("{}:", "-".repeat(width - 1)),
        });
        let mut text = line(cells(&mut self.heads()));
        text += &line(rule.collect());
        for row in &self.rows {
            text += &line(cells(&mut row.iter().map(String::as_str)));
        }
        text
    }

    fn heads(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(head, _)| head.as_str())
    }

    /// For each column the length of its longest cell, three at least (the shortest rule in Markdown).
    fn widths(&self, written: impl Fn(&str) -> String) -> Vec<usize> {
        let longest = |(index, head): (usize, &str)| {
            let cells = self.rows.iter().map(|row| row[index].as_str());
            cells.chain([head, "---"]).map(|cell| written(cell).chars().count()).max()
        };
        self.heads().enumerate().filter_map(longest).collect()
    }

    fn text_line(&self, cells: &[impl AsRef<str>], widths: &[usize]) -> String {
        let padded: Vec<String> = cells
            .iter()
            .zip(widths)
            .zip(&self.columns)
            .map(|((cell, &width), column)| padded(cell.as_ref(), width, column.1))
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    }
}

fn padded(cell: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => format!("{cell:<width$}"),
        Align::Right => format!("{cell:>width$}"),
    }
}

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::{Page, Table, TableOf};

    fn example() -> Table {
        TableOf::new([("a|b", 7), ("µ", 1000)]).words("what", |row| row.0).numbers("n", |row| row.1).done()
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(example().on(Page::Text), "what     n\n────  ────\na|b      7\nµ     1000\n");
    }

    #[test]
    fn markdown_is_escaped() {
        let expected = "| what |    n |\n| ---- | ---: |\n| a\\|b |    7 |\n| µ    | 1000 |\n";
        assert_eq!(example().on(Page::Markdown), expected);
    }
}
