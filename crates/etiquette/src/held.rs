//! Components that a component file holds: inlined as they are, or by their interfaces.
//!
//! Interfaces are worked out bottom up and checked, like all that is called proved. What the holder may claim then is limited by what they tell of their
//! components, and by whose errors there are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etiquette_component::{Component, ErrorSite, HeldFile, HeldFiles, MAX_SOURCE_BYTES, Refusal, Slices, ideal, slice};
use etiquette_outcome::{Assumption, Confidence, Integers, Limits, Outcome, Run};
use etiquette_synthesis::{
    Auto, Fidelity, interface_program, limit_guarantee, only_shows_what_happens, synthesize_in_steps,
};

use crate::arguments::{HeldName, TargetArguments};
use crate::confirm::confirm;
use crate::failure::Failure;
use crate::limits::cancel_on_interrupt;
use crate::memory;
use crate::source::{MAX_JSON_BYTES, display_name, interface_of_text, read_text};

/// The time for the interface of one held component. Where it is not enough, inlining is the better way anyway.
const TIME: Duration = Duration::from_secs(20);

/// What is known of a held component that was replaced by its interface.
#[derive(Clone, Debug)]
pub struct Replaced {
    file: String,
    fidelity: Fidelity,
    /// Whether the interface was given, so that nothing shows whether it is right.
    is_given: bool,
    assumptions: Vec<Assumption>,
    errors: Vec<ErrorSite>,
}

/// All held components of a target that were replaced by their interfaces.
#[derive(Clone, Debug, Default)]
pub struct Replacements(Vec<Replaced>);

impl Replacements {
    /// What is taken for granted.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.0.iter().flat_map(|replaced| &replaced.assumptions)
    }

    /// Takes back what an outcome of the holder can't claim, and says what was replaced.
    pub fn limit(&self, outcome: &mut Outcome, holder: &Component) {
        let Some(worst) = self.0.iter().map(|replaced| replaced.fidelity).min() else { return };
        let known: Vec<&ErrorSite> = self.0.iter().flat_map(|replaced| &replaced.errors).collect();
        let has_own_errors = holder.errors.iter().any(|error| !known.contains(&error));
        limit_guarantee(&mut outcome.guarantee, worst, has_own_errors);
        let parts: Vec<String> = self.0.iter().map(Replaced::describe).collect();
        outcome.engine.push_str(&format!(" (held: {})", parts.join("; ")));
    }
}

impl Replaced {
    fn describe(&self) -> String {
        let how = match self.fidelity {
            Fidelity::Exact if self.is_given => "which is taken to show just what it does",
            Fidelity::Exact => "which shows just what it does",
            Fidelity::Full => "which is full, and may show what can't happen",
            Fidelity::Safe => "which is safe, and may show what can't happen",
        };
        let by = if self.is_given { "" } else { " by its interface" };
        format!("{}{by}, {how}", self.file)
    }
}

/// Reads held files as the user asked for it.
pub struct Held<'a> {
    arguments: &'a TargetArguments,
    /// What was replaced below each of the files that are being read, the target first.
    frames: Vec<Vec<Replaced>>,
    /// What a holder of the file has replaced by holding it.
    below: BTreeMap<PathBuf, Vec<Replaced>>,
}

impl<'a> Held<'a> {
    /// For the files that the target holds.
    pub fn new(arguments: &'a TargetArguments) -> Self {
        Held { arguments, frames: vec![Vec::new()], below: BTreeMap::new() }
    }

    /// What was replaced, after all has been read.
    pub fn replacements(mut self) -> Replacements {
        Replacements(self.frames.pop().unwrap_or_default())
    }

    fn integers(&self) -> Integers {
        self.arguments.numbers.integers.into()
    }

    /// Notes what the file that is being read has replaced by holding another one.
    fn note(&mut self, path: &Path, replaced: Vec<Replaced>) {
        if let Some(frame) = self.frames.last_mut() {
            let new = replaced.iter().filter(|replaced| frame.iter().all(|known| known.file != replaced.file));
            let new: Vec<Replaced> = new.cloned().collect();
            frame.extend(new);
        }
        self.below.insert(path.into(), replaced);
    }

    fn open_interface(&mut self, path: &Path) -> Result<Component, Refusal> {
        let text = read_text(path, MAX_JSON_BYTES).map_err(refusal)?;
        let (outcome, _) = interface_of_text(path, &text).map_err(refusal)?;
        if outcome.guarantee.integers != self.integers() {
            let message = format!("`{}` was worked out with other integers", display_name(path));
            return Err(Refusal { message, help: Some("work it out anew, or change `--integers`".into()) });
        }
        let claimed = Fidelity::claimed(&outcome).ok_or_else(|| not_safe(path))?;
        let program = interface_program(&outcome, None).map_err(|unfit| Refusal {
            message: format!("`{}` can't be held: {unfit}", display_name(path)),
            help: Some("hold the component itself".into()),
        })?;
        self.note(path, vec![given(path, &outcome, claimed, &program)]);
        Ok(program)
    }

    /// The interface of a component, as a program, and how well it tells what the component does.
    fn replace(
        &self,
        path: &Path,
        component: &Component,
        below: &Replacements,
    ) -> Result<(Component, Replaced), Refusal> {
        let component = match self.integers() {
            Integers::Ideal => ideal(component),
            Integers::Wrap => component.clone(),
        };
        let mut run = Run::new(Limits { time: Some(TIME), ..Limits::default() })
            .with_cancellation(cancel_on_interrupt())
            .with_memory_probe(memory::in_use);
        let outcome = work_out(&component, below, &mut run).ok_or_else(|| not_safe(path))?;
        let claimed = Fidelity::claimed(&outcome).ok_or_else(|| not_safe(path))?;
        let program = interface_program(&outcome, Some(&component)).map_err(|_| not_safe(path))?;
        let below_is_exact = below.0.iter().all(|replaced| replaced.fidelity == Fidelity::Exact);
        let is_exact = below_is_exact && only_shows_what_happens(&component, &outcome, &mut run);
        let fidelity = if is_exact { Fidelity::Exact } else { claimed };
        let replaced = replaced(path, &outcome, fidelity, &program);
        Ok((program, replaced))
    }
}

impl HeldFiles for Held<'_> {
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal> {
        if path.extension().is_some_and(|extension| extension == "json") {
            return self.open_interface(path).map(|program| HeldFile::Component(Box::new(program)));
        }
        let text = read_text(path, MAX_SOURCE_BYTES).map_err(refusal)?;
        self.frames.push(Vec::new());
        Ok(HeldFile::Source(text))
    }

    fn stand_in(&mut self, path: &Path, component: Component) -> Result<Component, Refusal> {
        let below = Replacements(self.frames.pop().unwrap_or_default());
        match self.arguments.held.held {
            HeldName::Inline => {
                self.note(path, below.0);
                Ok(component)
            }
            HeldName::Interface => {
                let (program, replaced) = self.replace(path, &component, &below)?;
                self.note(path, vec![replaced]);
                Ok(program)
            }
        }
    }

    fn again(&mut self, path: &Path) {
        let replaced = self.below.get(path).cloned().unwrap_or_default();
        self.note(path, replaced);
    }
}

/// Works out the interface of a held component; `None` where no engine takes it. All outcomes are kept, since the holder can tell them apart.
fn work_out(component: &Component, below: &Replacements, run: &mut Run) -> Option<Outcome> {
    let slices = Slices { coarse: None, exact: slice(component) };
    let (mut outcome, slice) = synthesize_in_steps(&Auto, &slices, run).ok()?;
    confirm(&mut outcome, &slice.component, run.interrupt(), &mut |_, _| ());
    below.limit(&mut outcome, component);
    outcome.guarantee.assumptions.extend(below.assumptions().cloned());
    Some(outcome)
}

fn replaced(path: &Path, outcome: &Outcome, fidelity: Fidelity, program: &Component) -> Replaced {
    let file = file_name(path);
    let shown = (fidelity != Fidelity::Exact)
        .then(|| Assumption { text: format!("whatever the interface of `{file}` allows can happen"), at: None });
    let assumptions = outcome.guarantee.assumptions.iter().cloned().chain(shown).collect();
    Replaced { file, fidelity, is_given: false, assumptions, errors: program.errors.clone() }
}

/// An interface that was given without its component. That it is the right one is taken for granted, and so, if it claims to be permissive, is that all it allows
/// can happen.
fn given(path: &Path, outcome: &Outcome, claimed: Fidelity, program: &Component) -> Replaced {
    let file = file_name(path);
    let is_permissive = outcome.guarantee.permissive == Confidence::Proved && !outcome.guarantee.serial;
    let (fidelity, text) = match is_permissive {
        true => {
            (Fidelity::Exact, format!("`{file}` is the interface of what is held, and all that it allows can happen"))
        }
        false => (claimed, format!("`{file}` is the interface of what is held")),
    };
    let own = outcome.guarantee.assumptions.iter().cloned();
    let assumptions = own.chain([Assumption { text, at: None }]).collect();
    Replaced { file, fidelity, is_given: true, assumptions, errors: program.errors.clone() }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn not_safe(path: &Path) -> Refusal {
    Refusal {
        message: format!("no interface of `{}` is known to be safe, so it can't take its place", display_name(path)),
        help: Some("hold the component itself, with `--held inline`".into()),
    }
}

/// The message about a file, to be shown where the file is named.
fn refusal(failure: Failure) -> Refusal {
    match failure {
        Failure::Plain { message, help } => Refusal { message, help },
        Failure::Limit { message, help } => Refusal { message, help: Some(help) },
        located => Refusal { message: located.summary(), help: None },
    }
}

#[cfg(test)]
mod tests {
    use super::{Fidelity, Replaced, Replacements};
    use etiquette_outcome::{Confidence, Run};
    use etiquette_synthesis::{Auto, Engine};

    const COUNTER: &str = "component counter { var n: u2 = 0; method up() { if (n == 3) { error Full; } n = n + 1; } }";

    #[test]
    fn a_holder_claims_no_more_than_what_it_holds_allows() {
        let component = etiquette_component::parse(COUNTER, "counter.component").expect("a component");
        let proved = Auto.synthesize(&component, &mut Run::default()).expect("every component is taken");
        let limited = |fidelity, errors: Vec<_>| {
            let replaced = Replaced { file: "x".into(), fidelity, is_given: false, assumptions: Vec::new(), errors };
            let mut outcome = proved.clone();
            Replacements(vec![replaced]).limit(&mut outcome, &component);
            (outcome.guarantee.permissive, outcome.guarantee.full)
        };
        let nothing = (Confidence::NotEstablished, false);
        let all = (Confidence::Proved, true);
        assert_eq!(limited(Fidelity::Exact, Vec::new()), all);
        assert_eq!(limited(Fidelity::Full, Vec::new()), nothing, "its own error may be one that can't happen");
        assert_eq!(limited(Fidelity::Full, component.errors.clone()), all);
        assert_eq!(limited(Fidelity::Safe, component.errors.clone()), nothing);
    }
}
