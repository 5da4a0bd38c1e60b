//! Usage and input errors, and how they are shown: what is wrong, where, and what to do.

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use etiquette_component::Diagnostic;

use crate::arguments::Common;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// A message about no place in particular, and what to do.
    Plain { message: String, help: Option<String> },
    /// Messages about places in a source.
    Located {
        file: String,
        text: String,
        problems: Vec<Diagnostic>,
    },
}

/// No more messages than this are shown: the rest mostly follow from the first.
const MAX_SHOWN: usize = 10;

impl Failure {
    /// A message about no place in particular.
    pub fn new(message: impl Into<String>) -> Self {
        Failure::Plain {
            message: message.into(),
            help: None,
        }
    }

    /// Adds what to do.
    pub fn help(self, text: impl Into<String>) -> Self {
        match self {
            Failure::Plain { message, .. } => Failure::Plain {
                message,
                help: Some(text.into()),
            },
            located => located,
        }
    }

    /// Prints the messages to standard error.
    pub fn print(&self, common: &Common) {
        let color = common.color_on_stderr();
        match self {
            Failure::Plain { message, help } => {
                let (red, reset) = if color { ("\x1b[31m", "\x1b[0m") } else { ("", "") };
                eprintln!("{red}Error:{reset} {message}");
                if let Some(help) = help {
                    eprintln!("  Help: {help}");
                }
            }
            Failure::Located { file, text, problems } => {
                for problem in problems.iter().take(MAX_SHOWN) {
                    print_located(file, text, problem, color);
                }
                if problems.len() > MAX_SHOWN {
                    eprintln!("… and {} more", problems.len() - MAX_SHOWN);
                }
            }
        }
    }
}

fn print_located(file: &str, text: &str, problem: &Diagnostic, color: bool) {
    let span = (file, problem.span.range());
    let config = Config::default().with_color(color).with_index_type(IndexType::Byte);
    let mut label = Label::new(span.clone()).with_color(Color::Red);
    if let Some(message) = &problem.label {
        label = label.with_message(message);
    }
    let mut report = Report::build(ReportKind::Error, span)
        .with_config(config)
        .with_message(&problem.message)
        .with_label(label);
    if let Some(help) = &problem.help {
        report = report.with_help(help);
    }
    // Nothing can be done about a standard error that can't be written to.
    let _ = report.finish().eprint((file, Source::from(text)));
}
