//! A report for people.

use std::fmt::Write;

use super::message;
use crate::finding::{Finding, Report, Verdict};

/// The report as text, a paragraph for each finding.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        write_finding(&mut out, finding);
    }
    for (finding, reason) in &report.suppressed {
        let _ = writeln!(out, "{}: suppressed: {}\n  reason: {reason}\n", finding.place, message(finding));
    }
    for written in &report.unused_suppressions {
        let _ = writeln!(out, "This suppression covers nothing: {written}\n");
    }
    for component in &report.unused_interfaces {
        let _ = writeln!(out, "No call in the client is one of the interface of `{component}`.\n");
    }
    write_list(&mut out, "Not looked at", &report.unreadable);
    write_list(&mut out, "Missing", &report.gaps);
    write_list(&mut out, "Taken for granted", &report.assumptions);
    out.push_str(&conclusion(report));
    out.push('\n');
    out
}

fn write_list(out: &mut String, title: &str, items: &[String]) {
    if !items.is_empty() {
        let _ = writeln!(out, "{title}:");
        for item in items {
            let _ = writeln!(out, "  - {item}");
        }
    }
}

fn write_finding(out: &mut String, finding: &Finding) {
    let level = if finding.level.is_violation() { "violation" } else { "may violate" };
    let _ = writeln!(out, "{}: {level}: {}", finding.place, message(finding));
    let makes_object = finding.call.starts_with("new ");
    if finding.path.is_empty() && !makes_object {
        let _ = writeln!(out, "  the object comes from elsewhere, in any state");
    }
    let width = finding.path.iter().map(|step| step.event.chars().count()).chain([finding.call.len()]).max();
    let width = width.unwrap_or_default();
    for step in &finding.path {
        let _ = writeln!(out, "  {:width$}  {}", step.event, step.place);
    }
    let _ = writeln!(out, "  {:width$}  {}  <- forbidden\n", finding.call, finding.place);
}

fn conclusion(report: &Report) -> String {
    let violations = report.findings.iter().filter(|finding| finding.level.is_violation()).count();
    let may = report.findings.len() - violations;
    let calls: usize = report.calls.iter().map(|(_, calls)| calls).sum();
    let looked = format!("{} in {}", count(calls, "call"), count(report.classes, "class"));
    match report.verdict() {
        Verdict::Obeys => format!("The client obeys: {looked}."),
        Verdict::May if may == 0 => format!("The client may violate: not all of it could be looked at; {looked}."),
        Verdict::May => format!("The client may violate: {may} of {looked}."),
        Verdict::Violates => format!("The client violates: {violations} of {looked}; {may} more may."),
    }
}

fn count(number: usize, what: &str) -> String {
    match (number, what) {
        (1, _) => format!("1 {what}"),
        (_, "class") => format!("{number} classes"),
        _ => format!("{number} {what}s"),
    }
}
