//! A report as SARIF 2.1.0, for code scanning: one rule for violations, one for what may violate, the calls as a code
//! flow.

use serde_json::{Value, json};

use super::{message, uri};
use crate::finding::{Finding, Place, Report};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The report as SARIF. `source_root` is the folder that sources stand in, from the root of the repository.
pub fn sarif(report: &Report, source_root: &str) -> String {
    let open = report.findings.iter().map(|finding| result(finding, None, source_root));
    let suppressed = report.suppressed.iter().map(|(finding, reason)| result(finding, Some(reason), source_root));
    let results: Vec<Value> = open.chain(suppressed).collect();
    let notes = report.gaps.iter().chain(&report.unreadable).chain(&report.unused_suppressions);
    let notes: Vec<Value> = notes.map(|text| json!({"level": "warning", "message": {"text": text}})).collect();
    let value = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "etiquette",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [
                    rule("violation", "A call that an interface forbids", "error"),
                    rule("may-violate", "A call that an interface may forbid", "warning"),
                ],
            }},
            "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": notes}],
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    format!("{value:#}\n")
}

fn rule(id: &str, text: &str, level: &str) -> Value {
    json!({"id": id, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}})
}

fn result(finding: &Finding, reason: Option<&str>, source_root: &str) -> Value {
    let (rule, index, level) = match finding.level.is_violation() {
        true => ("violation", 0, "error"),
        false => ("may-violate", 1, "warning"),
    };
    let last = location(&finding.place, &format!("{}: forbidden", finding.call), source_root);
    let steps = finding.path.iter().map(|step| location(&step.place, &step.event, source_root));
    let flow: Vec<Value> = steps.chain([last]).map(|location| json!({"location": location})).collect();
    let mut value = json!({
        "ruleId": rule,
        "ruleIndex": index,
        "level": level,
        "message": {"text": message(finding)},
        "locations": [location(&finding.place, &finding.call, source_root)],
        "codeFlows": [{"threadFlows": [{"locations": flow}]}],
    });
    if let Some(reason) = reason {
        value["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    value
}

/// A place; without a source file it has only a name.
fn location(place: &Place, text: &str, source_root: &str) -> Value {
    let name = format!("{}.{}", place.class, place.method);
    let mut value = json!({
        "message": {"text": text},
        "logicalLocations": [{"fullyQualifiedName": name, "kind": "function"}],
    });
    if let Some(file) = &place.file {
        let mut physical = json!({"artifactLocation": {"uri": encoded(&uri(source_root, file))}});
        if let Some(line) = place.line {
            physical["region"] = json!({"startLine": line.max(1)});
        }
        value["physicalLocation"] = physical;
    }
    value
}

/// A relative path as a URI reference.
fn encoded(path: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~$".contains(&byte);
    path.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
