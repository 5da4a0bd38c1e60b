//! Tables of text: aligned for a terminal, or in Markdown.

/// On which side the cells of a column are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<const N: usize>(columns: [(&str, Align); N]) -> Self {
        Table { columns: columns.map(|(head, align)| (head.to_owned(), align)).to_vec(), rows: Vec::new() }
    }

    /// Adds a row, which must have a cell for each column.
    pub fn push<const N: usize>(&mut self, cells: [String; N]) {
        assert_eq!(N, self.columns.len(), "a row has a cell for each column");
        self.rows.push(cells.to_vec());
    }

    /// With spaces between the columns, for a terminal.
    pub fn to_text(&self) -> String {
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
    pub fn to_markdown(&self) -> String {
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
    use super::{Align, Table};

    fn example() -> Table {
        let mut table = Table::new([("what", Align::Left), ("n", Align::Right)]);
        table.push(["a|b".into(), "7".into()]);
        table.push(["µ".into(), "1000".into()]);
        table
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(example().to_text(), "what     n\n────  ────\na|b      7\nµ     1000\n");
    }

    #[test]
    fn markdown_is_escaped() {
        let expected = "| what |    n |\n| ---- | ---: |\n| a\\|b |    7 |\n| µ    | 1000 |\n";
        assert_eq!(example().to_markdown(), expected);
    }
}
