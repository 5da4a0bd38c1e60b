//! Suppressions: findings that a person has looked at, each with a reason.
//!
//! A line is `CLASS METHOD CALL: reason`; `*` stands for any method or call, `#` begins a comment. A line without a
//! reason is an error, since nobody could tell later whether it still holds. Lines that cover nothing are reported.

use crate::finding::{Finding, Report};

/// A line of a file of suppressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    class: String,
    method: String,
    call: String,
    reason: String,
    written: String,
}

/// What is wrong with a file of suppressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuppressionError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Reads a file of suppressions.
///
/// ```
/// let read = etiquette_clients::read_suppressions("com.acme.Shop drain remove: the list is never empty here").unwrap();
/// assert_eq!(read.len(), 1);
/// assert!(etiquette_clients::read_suppressions("com.acme.Shop drain remove").unwrap_err().message.contains("reason"));
/// ```
///
/// # Errors
/// A line that is none, or has no reason.
pub fn read_suppressions(text: &str) -> Result<Vec<Suppression>, SuppressionError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(line).map_err(|message| SuppressionError { line: number, message })).collect()
}

fn read_line(line: &str) -> Result<Suppression, String> {
    let (what, reason) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
    let words: Vec<&str> = what.split_whitespace().collect();
    let [class, method, call] = words[..] else {
        return Err(
            "a suppression names a class, a method and a call, as in `com.acme.Shop drain remove: reason`".into()
        );
    };
    if reason.trim().is_empty() {
        return Err("a suppression needs a reason, as in `com.acme.Shop drain remove: the list is never empty`".into());
    }
    let [class, method, call, reason, written] = [class, method, call, reason.trim(), line].map(str::to_owned);
    Ok(Suppression { class, method, call, reason, written })
}

impl Suppression {
    fn covers(&self, finding: &Finding) -> bool {
        let fits = |pattern: &str, name: &str| pattern == "*" || pattern == name;
        let call = finding.call.split('(').next().unwrap_or_default();
        fits(&self.class, &finding.place.class)
            && fits(&self.method, &finding.place.method)
            && (fits(&self.call, call) || self.call == finding.call.replace(' ', ""))
    }
}

impl Report {
    /// The report without the findings that suppressions cover, which it lists apart.
    #[must_use]
    pub fn suppress(mut self, suppressions: &[Suppression]) -> Report {
        let mut used = vec![false; suppressions.len()];
        for finding in std::mem::take(&mut self.findings) {
            match suppressions.iter().position(|suppression| suppression.covers(&finding)) {
                Some(index) => {
                    used[index] = true;
                    self.suppressed.push((finding, suppressions[index].reason.clone()));
                }
                None => self.findings.push(finding),
            }
        }
        let unused = suppressions.iter().zip(used).filter(|(_, used)| !used);
        self.unused_suppressions = unused.map(|(suppression, _)| suppression.written.clone()).collect();
        self
    }
}
