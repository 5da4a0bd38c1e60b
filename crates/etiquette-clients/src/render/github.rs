//! A report as annotations of GitHub Actions: workflow commands, a line each.

use super::{message, uri};
use crate::finding::{Finding, Report};

/// The report as workflow commands. `source_root` is the folder that sources stand in, from the root of the repository.
pub fn github(report: &Report, source_root: &str) -> String {
    let findings = report.findings.iter().map(|finding| annotation(finding, source_root));
    let unused = report.unused_suppressions.iter();
    let unused = unused.map(|written| format!("::warning::{}\n", data(&format!("unused suppression: {written}"))));
    findings.chain(unused).collect()
}

fn annotation(finding: &Finding, source_root: &str) -> String {
    let level = if finding.level.is_violation() { "error" } else { "warning" };
    let mut properties = Vec::new();
    if let Some(file) = &finding.place.file {
        properties.push(format!("file={}", property(&uri(source_root, file))));
    }
    if let Some(line) = finding.place.line {
        properties.push(format!("line={line}"));
    }
    properties.push(format!("title={}", property(finding.level.name())));
    let calls: Vec<String> = finding.path.iter().map(|step| format!("{} ({})", step.event, step.place)).collect();
    let mut text = message(finding);
    if !calls.is_empty() {
        text = format!("{text}\nafter {}", calls.join(", "));
    }
    format!("::{level} {}::{}\n", properties.join(","), data(&text))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
