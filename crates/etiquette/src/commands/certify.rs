//! `etiquette certify`: is it really so? Checks the certificate of an interface again.
//!
//! The component is read anew, so nothing that the file says is taken on trust. Accepted: all that the interface claims
//! to be proved is so, and its guards and labels say in words what the certificate says in formulas.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use etiquette_certificates::{
    Certificate, Checked, Failure as Refusal, Limits, Reason, check_watched, from_json, has_its_registers, obligations,
};
use etiquette_component::{Component, Slice, Slices, parse_condition};
use etiquette_outcome::{Confidence, Outcome};
use etiquette_output::given;
use etiquette_output::json::{Enclosed, Source};

use crate::Verdict;
use crate::arguments::{Certify, Common, LimitArguments, TargetArguments};
use crate::claims::{Mismatch, mismatch};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::start_run;
use crate::pipeline::read_target;
use crate::second_opinion::{self, Opinion};
use crate::source::{display_name, read_interface};
use crate::{origin, progress, recheck};

/// Runs the command.
pub fn run(options: &Certify, common: &Common) -> Result<Verdict, Failure> {
    let (outcome, enclosed) = read_interface(&options.interface)?;
    let solver = options.solver.as_deref().map(|name| second_opinion::find(name, options.timeout)).transpose()?;
    let arguments = origin::as_recorded(&options.target, enclosed.source.as_ref())?;
    let left_out = enclosed.source.as_ref().map(|source| source.left_out.clone()).unwrap_or_default();
    let target = read_target(&arguments)?.without_methods(&left_out).with_results_of(&outcome.interface)?;
    let looks_at_results = outcome.interface.memory().looks_at_results();
    let slices = if looks_at_results { target.slices_with_results(&|| false) } else { target.slices() };
    let slices = origin::forgetting(slices, enclosed.source.as_ref());
    let slices = exposing(slices, enclosed.source.as_ref())?;
    let mut slice = matching_slice(&arguments, &outcome, &enclosed, &slices);
    let certificate = certificate(options, &arguments, (&outcome, &enclosed), &mut slice)?;
    let mut component = slice.component;
    let mut report = Report::new(&outcome);
    let spelled = mismatch(&outcome, &mut component, &certificate);
    report.line_about("guards and labels", "they say what the certificate says", spelled.as_ref());
    let beside = recheck::Subject {
        outcome: &outcome,
        target: &target,
        slices: &slices,
        component: &component,
        certificate: &certificate,
    };
    let run = start_run(&LimitArguments::of_time(options.timeout), common);
    let claims = beside.mismatch(&run);
    report.line_about("assumptions, verdicts, witnesses", "as they were found anew", claims.as_ref());
    let subject = Subject { component, outcome: &outcome, certificate };
    report.own(&subject.check(options, common));
    if let Some(solver) = solver {
        let name = solver.program().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let opinion = subject.ask(&solver, &mut progress::obligations(&name, common))?;
        report.second(&name, opinion.as_ref());
    }
    let (text, verdict) = report.finish();
    Destination::Stdout.write(&text)?;
    Ok(verdict)
}

/// The slices with the registers that were recorded. What was made with registers was made of the exact one.
fn exposing(mut slices: Slices, source: Option<&Source>) -> Result<Slices, Failure> {
    let Some(source) = source.filter(|source| !source.registers.is_empty()) else { return Ok(slices) };
    let relied_on = source.relied_on.as_deref().unwrap_or("true");
    let relied_on = parse_condition(&mut slices.exact.component, relied_on).map_err(|problem| {
        Failure::new(format!("what is relied on of the registers can't be read: {}", problem.message))
    })?;
    let exact = slices.exact.exposing(&source.registers, relied_on);
    let exact = exact.map_err(|(name, why)| Failure::new(format!("`{name}` can't be a register: {why}")))?;
    Ok(Slices { coarse: None, exact })
}

/// The slice of the target that the interface was made from; the exact one if none is. Where both may be, the
/// certificate tells: it is about one of them.
fn matching_slice(arguments: &TargetArguments, outcome: &Outcome, enclosed: &Enclosed, slices: &Slices) -> Slice {
    let fits = |slice: &Slice| origin::compare(outcome, enclosed.source.as_ref(), arguments, slice).is_ok();
    let coarse = slices.coarse.as_ref().filter(|coarse| fits(coarse));
    let coarse = coarse.filter(|coarse| !fits(&slices.exact) || is_shown(outcome, enclosed, coarse));
    coarse.unwrap_or(&slices.exact).clone()
}

/// Whether the certificate shows of a slice what is claimed.
fn is_shown(outcome: &Outcome, enclosed: &Enclosed, slice: &Slice) -> bool {
    let mut component = slice.component.clone();
    let value = enclosed.certificate.as_ref();
    let read = value.and_then(|value| from_json(&mut component, &outcome.interface, value).ok());
    read.is_some_and(|certificate| {
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        let checked = check_watched(&component, &outcome.interface, &certificate, &limits, &mut |_, _| ());
        checked.safe.is_ok() && (checked.permissive.is_ok() || outcome.guarantee.permissive.but_for().is_none())
    })
}

/// How hard each obligation is tried to find out which slice a certificate is about.
const CONFLICTS: u64 = 50_000;

/// Reads the certificate, if the interface has one and it is about this component.
fn certificate(
    options: &Certify,
    arguments: &TargetArguments,
    (outcome, enclosed): (&Outcome, &Enclosed),
    slice: &mut Slice,
) -> Result<Certificate, Failure> {
    let file = display_name(&options.interface);
    let Some(value) = &enclosed.certificate else {
        return Err(Failure::new(format!("{file} has no certificate")).help(
            "make one with `etiquette synth TARGET --engine certified --format json`; an interface that was not proved has none",
        ));
    };
    origin::compare(outcome, enclosed.source.as_ref(), arguments, slice)?;
    from_json(&mut slice.component, &outcome.interface, value).map_err(|unreadable| {
        Failure::new(format!("{file}: the certificate can't be read: {unreadable}"))
            .help("it must be the one that was written with this interface, for this component")
    })
}

/// What is checked.
struct Subject<'a> {
    component: Component,
    outcome: &'a Outcome,
    certificate: Certificate,
}

impl Subject<'_> {
    fn check(&self, options: &Certify, common: &Common) -> Checked {
        if let Err(malformed) = has_its_registers(&self.component, &self.outcome.interface) {
            return Checked::malformed(&malformed);
        }
        let mut watch = progress::obligations("check", common);
        let mut limits = Limits::default();
        if let Some(end) = options.timeout.map(|time| Instant::now() + time) {
            limits.interrupt = Some(Arc::new(move || Instant::now() >= end));
        }
        check_watched(&self.component, &self.outcome.interface, &self.certificate, &limits, &mut watch)
    }

    /// What another solver says; `None` where the certificate does not even fit, so that there is nothing to ask.
    fn ask(
        &self,
        solver: &etiquette_logic::ExternalSolver,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Opinion>, Failure> {
        let mut component = self.component.clone();
        match obligations(&mut component, &self.outcome.interface, &self.certificate) {
            Ok(found) => second_opinion::ask(solver, &component, &found, watch).map(Some),
            Err(_) => Ok(None),
        }
    }
}

/// What was found, line by line.
struct Report<'a> {
    outcome: &'a Outcome,
    text: String,
    verdict: Verdict,
}

impl<'a> Report<'a> {
    fn new(outcome: &'a Outcome) -> Self {
        let interface = &outcome.interface;
        let (states, calls) = (interface.state_count(), interface.alphabet().calls().len());
        let text = format!("{}: the interface with {states} states and {calls} calls\n", outcome.component);
        Report { outcome, text, verdict: Verdict::Done }
    }

    /// What somebody says, and what that makes of the certificate: one "no" is enough for that answer, and otherwise
    /// one doubt.
    fn line(&mut self, verdict: Verdict, who: &str, says: &str) {
        let _ = writeln!(self.text, "  {who}: {says}");
        if verdict == Verdict::No || self.verdict == Verdict::Done {
            self.verdict = verdict;
        }
    }

    fn line_about(&mut self, what: &str, fine: &str, mismatch: Option<&Mismatch>) {
        let (verdict, says) = match mismatch {
            None => (Verdict::Done, fine),
            Some(Mismatch::Differs(what)) => (Verdict::No, what.as_str()),
            Some(Mismatch::Unclear(what)) => (Verdict::Inconclusive, what.as_str()),
        };
        self.line(verdict, what, says);
    }

    fn own(&mut self, checked: &Checked) {
        let guarantee = &self.outcome.guarantee;
        let safe = checked.safe.as_ref().err();
        let permissive = checked.permissive.as_ref().err();
        // An interface need not claim to be permissive. What it claims, the certificate must show.
        let permissive = permissive
            .filter(|refusal| guarantee.permissive.but_for().is_some() || refusal.reason != Reason::NotClaimed);
        for refusal in [safe, permissive.filter(|refusal| Some(*refusal) != safe)].into_iter().flatten() {
            self.refusal(refusal);
        }
        let doubtful = guarantee.permissive.but_for().filter(|doubtful| checked.doubtful as u64 != *doubtful);
        if doubtful.is_some() {
            let says = format!("{} calls are not shown to fail, whatever is not modelled", checked.doubtful);
            return self.line(Verdict::No, "our checker", &says);
        }
        if safe.or(permissive).is_none() {
            self.line(Verdict::Done, "our checker", &all_hold(checked.obligations));
        }
    }

    fn refusal(&mut self, refusal: &Refusal) {
        let verdict = match refusal.reason {
            Reason::Unknown(_) => Verdict::Inconclusive,
            _ => Verdict::No,
        };
        self.line(verdict, "our checker", &refusal.to_string());
    }

    fn second(&mut self, name: &str, opinion: Option<&Opinion>) {
        let (verdict, says) = match opinion {
            None => (Verdict::Done, "there is nothing to ask".to_owned()),
            Some(Opinion { refuted: Some(what), .. }) => (Verdict::No, format!("it is not so that {what}")),
            Some(Opinion { unknown: Some(what), .. }) => {
                (Verdict::Inconclusive, format!("it is not known whether {what}"))
            }
            Some(opinion) => (Verdict::Done, all_hold(opinion.hold)),
        };
        self.line(verdict, name, &says);
    }

    fn finish(mut self) -> (String, Verdict) {
        let claim = match self.outcome.guarantee.permissive {
            Confidence::Proved => "safe and permissive".to_owned(),
            Confidence::ProvedButFor(1) => "safe, and permissive but for 1 doubtful call".to_owned(),
            Confidence::ProvedButFor(calls) => format!("safe, and permissive but for {calls} doubtful calls"),
            _ => "safe".to_owned(),
        };
        let granted = given(&self.outcome.guarantee).map(|given| format!(", {given}")).unwrap_or_default();
        let last = match self.verdict {
            Verdict::No => "Rejected: the certificate does not show what the interface claims.".to_owned(),
            Verdict::Inconclusive => "Inconclusive: not everything could be checked.".to_owned(),
            Verdict::Done => format!("Accepted: the interface is {claim}{granted}."),
        };
        self.text += &last;
        self.text.push('\n');
        (self.text, self.verdict)
    }
}

fn all_hold(obligations: usize) -> String {
    format!("all of the {obligations} obligations hold")
}
