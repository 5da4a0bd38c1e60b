//! Reports in formats: one file for each.

mod github;
mod json;
mod sarif;
mod text;

pub use github::github;
pub use json::json;
pub use sarif::sarif;
pub use text::text;

use crate::finding::{Finding, Level};

/// What is wrong, in a sentence.
fn message(finding: &Finding) -> String {
    let (call, component) = (&finding.call, component(finding));
    let raises = finding.raises.as_ref().map(|raises| format!(": it can raise {raises}")).unwrap_or_default();
    match finding.level {
        Level::Every => format!("`{call}` of {component} is forbidden here, on every path{raises}"),
        Level::Some => format!("`{call}` of {component} is forbidden here, on some path{raises}"),
        Level::May => format!("`{call}` of {component} may be forbidden here{raises}"),
    }
}

/// The class whose interface it is, with what the objects beside it are called.
fn component(finding: &Finding) -> String {
    let roles: Vec<String> = finding.roles.iter().map(|role| format!("`{role}`")).collect();
    match roles.is_empty() {
        true => format!("`{}`", finding.component),
        false => format!("`{}` with {}", finding.component, roles.join(" and ")),
    }
}

/// A file below the folder that sources stand in.
fn uri(source_root: &str, file: &str) -> String {
    match source_root.trim_end_matches('/') {
        "" => file.to_owned(),
        root => format!("{root}/{file}"),
    }
}
