//! A report for other programs.

use serde_json::{Value, json as object};

use crate::finding::{Finding, Place, Report, Verdict};

/// The version of the format.
const VERSION: u64 = 1;

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let verdict = match report.verdict() {
        Verdict::Obeys => "obeys",
        Verdict::Violates => "violates",
        Verdict::May => "may violate",
    };
    let suppressed = report.suppressed.iter().map(|(found, reason)| {
        let mut value = finding(found);
        value["reason"] = reason.as_str().into();
        value
    });
    let value = object!({
        "etiquetteCheck": VERSION,
        "verdict": verdict,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "suppressed": suppressed.collect::<Vec<_>>(),
        "unusedSuppressions": report.unused_suppressions,
        "unusedInterfaces": report.unused_interfaces,
        "missing": report.gaps,
        "unreadable": report.unreadable,
        "assumptions": report.assumptions,
        "classes": report.classes,
        "calls": report.calls.iter().map(|(name, calls)| object!({"component": name, "calls": calls})).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn finding(finding: &Finding) -> Value {
    let step = |step: &crate::finding::Step| object!({"event": step.event, "at": place(&step.place)});
    let mut value = object!({
        "level": finding.level.name(),
        "component": finding.component,
        "call": finding.call,
        "at": place(&finding.place),
        "raises": finding.raises,
        "path": finding.path.iter().map(step).collect::<Vec<_>>(),
    });
    if !finding.roles.is_empty() {
        value["with"] = finding.roles.clone().into();
    }
    value
}

fn place(place: &Place) -> Value {
    object!({
        "class": place.class,
        "method": place.method,
        "file": place.file,
        "line": place.line,
        "offset": place.offset,
    })
}
