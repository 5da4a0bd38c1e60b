//! Checks a client against protocols, and puts together what is found.

use std::collections::BTreeSet;

use etiquette_java::classpath::ClassPath;

use crate::analysis::Analysis;
use crate::client::Client;
use crate::finding::{Finding, Report};
use crate::protocol::Protocol;

/// Checks classes, by internal name, against protocols. Other classes are looked up on the class path.
pub fn check(classes: &ClassPath, names: &[String], protocols: &[Protocol]) -> Report {
    let client = Client::new(classes, names);
    let mut report = Report { classes: client.own().count(), ..Report::default() };
    let mut assumptions: BTreeSet<String> = BTreeSet::new();
    for protocol in protocols {
        let mut analysis = Analysis::new(&client, protocol);
        analysis.run();
        report.findings.extend(analysis.findings());
        let calls = analysis.calls();
        if calls == 0 {
            report.unused_interfaces.push(protocol.component.clone());
        }
        report.calls.push((protocol.component.clone(), calls));
        assumptions.append(&mut analysis.assumptions);
    }
    if !report.findings.is_empty() || report.calls.iter().any(|(_, calls)| *calls > 0) {
        assumptions.extend(GENERAL.iter().map(|text| (*text).to_owned()));
    }
    report.findings.sort_by(|left, right| order(left).cmp(&order(right)));
    report.assumptions = assumptions.into_iter().collect();
    report.gaps = client.gaps();
    report.unreadable = client.unreadable();
    report
}

/// What is taken for granted in every check.
const GENERAL: [&str; 3] = [
    "a call that an interface allows throws only exceptions that are outcomes of it",
    "no class outside of the client overrides methods of its classes",
    "one thread uses an object at a time",
];

fn order(finding: &Finding) -> (&Option<String>, Option<u32>, &str, u32, &str, &str) {
    let place = &finding.place;
    (&place.file, place.line, &place.class, place.offset, &finding.component, &finding.call)
}
