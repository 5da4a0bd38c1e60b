//! Usage and input errors, and how they are shown: what is wrong, where, and what to do.

use std::fmt::Arguments;
use std::io::{Write, stderr};

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use etiquette_component::Diagnostic;

use crate::arguments::Common;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// A message about no place in particular, and what to do.
    Plain { message: String, help: Option<String> },
    /// Messages about places in a source.
    Located { file: String, text: String, problems: Vec<Diagnostic> },
    /// A limit of the user's was reached before there was anything to tell: the message, and what to do.
    Limit { message: String, help: String },
}

/// No more messages than this are shown: the rest mostly follow from the first.
const MAX_SHOWN: usize = 10;

/// Longer lines are not shown: they were not written by people, and would bury the message.
const MAX_LINE_BYTES: usize = 1000;

impl Failure {
    /// A message about no place in particular.
    pub fn new(message: impl Into<String>) -> Self {
        Failure::Plain { message: message.into(), help: None }
    }

    /// Adds what to do.
    pub fn help(self, text: impl Into<String>) -> Self {
        match self {
            Failure::Plain { message, .. } => Failure::Plain { message, help: Some(text.into()) },
            located => located,
        }
    }

    /// What is wrong, in one line.
    pub fn summary(&self) -> String {
        match self {
            Failure::Plain { message, .. } | Failure::Limit { message, .. } => {
                message.lines().next().unwrap_or_default().into()
            }
            Failure::Located { file, problems, .. } => {
                let first = problems.first().map(|problem| problem.message.as_str());
                format!("{file}: {}", first.unwrap_or_default())
            }
        }
    }

    /// Prints the messages to standard error.
    pub fn print(&self, common: &Common) {
        let color = common.color_on_stderr();
        match self {
            Failure::Plain { message, help } => print_plain(message, help.as_deref(), color),
            Failure::Limit { message, help } => print_plain(message, Some(help), color),
            Failure::Located { file, text, problems } => {
                for problem in problems.iter().take(MAX_SHOWN) {
                    print_located(file, text, problem, color);
                }
                if problems.len() > MAX_SHOWN {
                    say(format_args!("… and {} more", problems.len() - MAX_SHOWN));
                }
            }
        }
    }
}

/// Says on standard error what the reader of the result should know.
pub fn warn(message: &str, common: &Common) {
    let (yellow, reset) = if common.color_on_stderr() { ("\x1b[33m", "\x1b[0m") } else { ("", "") };
    say(format_args!("{yellow}Warning:{reset} {message}"));
}

/// A line on standard error. Nothing can be done about one that can't be written to.
fn say(line: Arguments<'_>) {
    let _ = writeln!(stderr(), "{line}");
}

fn print_plain(message: &str, help: Option<&str>, color: bool) {
    let (red, reset) = if color { ("\x1b[31m", "\x1b[0m") } else { ("", "") };
    say(format_args!("{red}Error:{reset} {message}"));
    if let Some(help) = help {
        say(format_args!("  Help: {help}"));
    }
}

/// The line that the place begins on.
fn line_at(text: &str, problem: &Diagnostic) -> (usize, usize) {
    let start = problem.span.start.min(text.len());
    let first = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let last = text[start..].find('\n').map_or(text.len(), |length| start + length);
    (first, last)
}

fn print_located(file: &str, text: &str, problem: &Diagnostic, color: bool) {
    let (first, last) = line_at(text, problem);
    if last - first > MAX_LINE_BYTES {
        let line = etiquette_component::diagnostic::line_of(text, first);
        let column = text[first..problem.span.start.min(text.len())].chars().count() + 1;
        let message = format!("{file}:{line}:{column}: {}", problem.message);
        return print_plain(&message, problem.help.as_deref(), color);
    }
    let span = (file, problem.span.range());
    let config = Config::default().with_color(color).with_index_type(IndexType::Byte);
    let mut label = Label::new(span.clone()).with_color(Color::Red);
    if let Some(message) = &problem.label {
        label = label.with_message(message);
    }
    let mut report =
        Report::build(ReportKind::Error, span).with_config(config).with_message(&problem.message).with_label(label);
    if let Some(help) = &problem.help {
        report = report.with_help(help);
    }
    // Nothing can be done about a standard error that can't be written to.
    let _ = report.finish().eprint((file, Source::from(text)));
}
