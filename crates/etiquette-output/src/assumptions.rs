//! What is taken for granted and what is left open, in words: most formats show it.

use std::cmp::Reverse;

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, Forbidden, Guarantee, Outcome};

/// So many things on which a verdict depends are named.
const NAMED: usize = 2;

/// Assumptions with the same text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub text: String,
    /// What it is about, where the text need not say so.
    pub about: Option<&'static str>,
    pub places: Vec<String>,
}

/// What is taken for granted, each text once, in the order in which a reader should look at it: what doubtful calls
/// depend on, own code that was not followed, code of others, and the rest.
pub fn granted(outcome: &Outcome) -> Vec<Group> {
    grouped(ranked(outcome).filter(|found| found.kind != AssumptionKind::Value))
}

/// What is left open, in the same order.
pub fn left_open(outcome: &Outcome) -> Vec<Group> {
    grouped(ranked(outcome).filter(|found| found.kind == AssumptionKind::Value))
}

fn ranked(outcome: &Outcome) -> impl Iterator<Item = &Assumption> {
    let mut blamed = vec![0_usize; outcome.guarantee.assumptions.len()];
    let open = outcome.all_forbidden().filter(|found| !found.is_tested());
    for position in open.filter_map(|found| found.doubt.as_ref()).flatten() {
        blamed.get_mut(*position).into_iter().for_each(|calls| *calls += 1);
    }
    let mut all: Vec<(usize, &Assumption)> = blamed.into_iter().zip(&outcome.guarantee.assumptions).collect();
    all.sort_by_key(|(calls, found)| (Reverse(*calls), found.kind));
    all.into_iter().map(|(_, found)| found)
}

fn grouped<'a>(assumptions: impl IntoIterator<Item = &'a Assumption>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for Assumption { kind, text, at } in assumptions {
        match groups.iter_mut().find(|group| group.text == *text) {
            Some(group) => group.places.extend(at.clone()),
            None => {
                let (text, places) = (text.clone(), at.iter().cloned().collect());
                groups.push(Group { text, about: about(*kind), places });
            }
        }
    }
    groups
}

fn about(kind: AssumptionKind) -> Option<&'static str> {
    match kind {
        AssumptionKind::Value | AssumptionKind::NotFollowed | AssumptionKind::Ends | AssumptionKind::Overflow => None,
        AssumptionKind::OwnCode => Some("own code"),
        AssumptionKind::Native => Some("native code"),
        AssumptionKind::Client => Some("clients"),
        AssumptionKind::World => Some("the world outside"),
    }
}

impl Group {
    /// What it is about and where, in brackets: `own code; Foo.java:12, Foo.java:30`.
    pub fn remark(&self, place: impl Fn(&str) -> String) -> Option<String> {
        let places: Vec<String> = self.places.iter().map(|at| place(at)).collect();
        let parts: Vec<String> =
            self.about.map(str::to_owned).into_iter().chain((!places.is_empty()).then(|| places.join(", "))).collect();
        (!parts.is_empty()).then(|| format!("({})", parts.join("; ")))
    }
}

/// `given 3 assumptions`, if there are any; that no number overflows is told in words.
pub fn given(guarantee: &Guarantee) -> Option<String> {
    let is_overflow = |found: &&Assumption| found.kind == AssumptionKind::Overflow;
    let numbers = guarantee.granted().any(|found| is_overflow(&found)).then(|| "that no number overflows".to_owned());
    let others = match grouped(guarantee.granted().filter(|found| !is_overflow(found))).len() {
        0 => None,
        1 => Some("1 assumption".to_owned()),
        count => Some(format!("{count} assumptions")),
    };
    let parts: Vec<String> = numbers.into_iter().chain(others).collect();
    (!parts.is_empty()).then(|| format!("given {}", parts.join(" and ")))
}

/// What a doubtful call depends on: ``depending on what `Foo.size` returns (Foo.java:12), and 2 more``; and whether it
/// failed when it was tried.
pub fn doubt(outcome: &Outcome, state: StateId, call: CallId) -> Option<String> {
    let depends_on = outcome.doubt(state, call)?;
    let named: Vec<String> = depends_on.iter().take(NAMED).map(|found| with_place(found)).collect();
    let mut text = match depends_on.len().saturating_sub(NAMED) {
        _ if named.is_empty() => "depending on what is not modelled".into(),
        0 => format!("depending on {}", named.join(" and ")),
        more => format!("depending on {}, and {more} more", named.join(", ")),
    };
    if outcome.forbidden(state, call).is_some_and(Forbidden::is_tested) {
        text.push_str("; tested: raised on a JVM");
    }
    Some(text)
}

/// `proved but for 3 doubtful calls, 2 of them tested`.
pub fn permissive(outcome: &Outcome) -> String {
    let tested = match (outcome.doubtful(), outcome.tested()) {
        (_, 0) => String::new(),
        (1, 1) => ", which is tested".into(),
        (all, tested) if all == tested => ", all of them tested".into(),
        (_, tested) => format!(", {tested} of them tested"),
    };
    match outcome.guarantee.permissive {
        sure @ Confidence::ProvedButFor(_) => format!("{sure}{tested}"),
        sure => sure.to_string(),
    }
}

/// What is lost where a call is either allowed or forbidden.
pub fn doubt_loss(outcome: &Outcome) -> Option<String> {
    match outcome.doubtful() {
        0 => None,
        1 => Some("1 call is doubtful: whether it fails depends on what is not modelled; here it is forbidden".into()),
        calls => Some(format!(
            "{calls} calls are doubtful: whether they fail depends on what is not modelled; here they are forbidden"
        )),
    }
}

fn with_place(found: &Assumption) -> String {
    match &found.at {
        Some(at) => format!("{} ({at})", found.text),
        None => found.text.clone(),
    }
}
