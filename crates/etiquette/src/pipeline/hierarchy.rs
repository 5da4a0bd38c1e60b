//! Components that a component file uses, called a hierarchy in the paper on witnesses: inlined as they are, or by
//! their interfaces.
//!
//! Interfaces are worked out bottom up and checked, like all that is called proved. What their user may claim then is
//! limited by what they tell of their components, and by whose errors there are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etiquette_component::{Component, ErrorSite, HeldFile, HeldFiles, MAX_SOURCE_BYTES, Refusal};
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, Integers, Outcome};
use etiquette_synthesis::{Auto, Fidelity, interface_program, limit_guarantee, only_shows_what_happens};

use super::{Context, Target};
use crate::arguments::{Common, LimitArguments, TargetArguments, UsedComponents};
use crate::failure::Failure;
use crate::limits::start_run;
use crate::source::{MAX_JSON_BYTES, display_name, interface_of_text, read_text};

/// The limits for the interface of one component that is used. Where the time is not enough, inlining is the better way
/// anyway.
const LIMITS: LimitArguments = LimitArguments::of_time(Some(Duration::from_secs(20)));

/// What is known of a component that was replaced by its interface.
#[derive(Clone, Debug)]
pub struct Replaced {
    file: String,
    fidelity: Fidelity,
    /// Whether the interface was given, so that nothing shows whether it is right.
    is_given: bool,
    assumptions: Vec<Assumption>,
    errors: Vec<ErrorSite>,
}

/// All components that a target uses and that were replaced by their interfaces.
#[derive(Clone, Debug, Default)]
pub struct Replacements(Vec<Replaced>);

impl Replacements {
    /// What is taken for granted.
    pub fn assumptions(&self) -> impl Iterator<Item = &Assumption> {
        self.0.iter().flat_map(|replaced| &replaced.assumptions)
    }

    /// Whether each of them shows just what it does.
    pub fn are_exact(&self) -> bool {
        self.0.iter().all(|replaced| replaced.fidelity == Fidelity::Exact)
    }

    /// Whether the same words are legal as with the components themselves.
    pub fn keep_legal_words(&self, user: &Component) -> bool {
        let worst = self.0.iter().map(|replaced| replaced.fidelity).min().unwrap_or(Fidelity::Exact);
        worst == Fidelity::Exact || worst == Fidelity::Full && !self.has_own_errors(user)
    }

    fn has_own_errors(&self, user: &Component) -> bool {
        let known: Vec<&ErrorSite> = self.0.iter().flat_map(|replaced| &replaced.errors).collect();
        user.errors.iter().any(|error| !known.contains(&error))
    }

    /// Takes back what an outcome of their user can't claim, and says what was replaced.
    pub fn limit_claims(&self, outcome: &mut Outcome, user: &Component) {
        let Some(worst) = self.0.iter().map(|replaced| replaced.fidelity).min() else { return };
        limit_guarantee(&mut outcome.guarantee, worst, self.has_own_errors(user));
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

/// Reads the files of components that are used, as they are asked for.
pub struct UsedFiles<'a> {
    arguments: &'a TargetArguments,
    /// What was replaced below each of the files that are being read, the target first.
    frames: Vec<Vec<Replaced>>,
    /// What another file has replaced by using this one.
    below: BTreeMap<PathBuf, Vec<Replaced>>,
}

impl<'a> UsedFiles<'a> {
    /// For the files that the target uses.
    pub fn new(arguments: &'a TargetArguments) -> Self {
        UsedFiles { arguments, frames: vec![Vec::new()], below: BTreeMap::new() }
    }

    /// What was replaced, after all has been read.
    pub fn replacements(mut self) -> Replacements {
        Replacements(self.frames.pop().unwrap_or_default())
    }

    fn integers(&self) -> Integers {
        self.arguments.model.integers.integers()
    }

    /// Notes what the file that is being read has replaced by using another one.
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
        component: Component,
        below: Replacements,
    ) -> Result<(Component, Replaced), Refusal> {
        let target = Target::of_file(component, below, self.integers());
        let mut run = start_run(&LIMITS, &Common::SILENT);
        let found = Context::new(&mut run, &Common::SILENT).synthesize(&Auto, &target).map_err(|_| not_safe(path))?;
        let claimed = Fidelity::claimed(&found.outcome).ok_or_else(|| not_safe(path))?;
        let program = interface_program(&found.outcome, Some(&target.component)).map_err(|_| not_safe(path))?;
        let is_exact =
            target.replacements.are_exact() && only_shows_what_happens(&target.component, &found.outcome, &mut run);
        let fidelity = if is_exact { Fidelity::Exact } else { claimed };
        let replaced = replaced(path, &found.outcome, fidelity, &program);
        Ok((program, replaced))
    }
}

impl HeldFiles for UsedFiles<'_> {
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
        match self.arguments.model.used {
            UsedComponents::Inline => {
                self.note(path, below.0);
                Ok(component)
            }
            UsedComponents::Interface => {
                let (program, replaced) = self.replace(path, component, below)?;
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

fn granted(text: String) -> Assumption {
    Assumption { kind: AssumptionKind::NotFollowed, text, at: None }
}

fn replaced(path: &Path, outcome: &Outcome, fidelity: Fidelity, program: &Component) -> Replaced {
    let file = file_name(path);
    let shown =
        (fidelity != Fidelity::Exact).then(|| granted(format!("whatever the interface of `{file}` allows can happen")));
    let assumptions = outcome.guarantee.assumptions.iter().cloned().chain(shown).collect();
    Replaced { file, fidelity, is_given: false, assumptions, errors: program.errors.clone() }
}

/// An interface that was given without its component. That it is the right one is taken for granted, and so, if it
/// claims to be permissive, is that all it allows can happen.
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
    let assumptions = own.chain([granted(text)]).collect();
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
    fn a_component_claims_no_more_than_what_it_uses_allows() {
        let component = etiquette_component::parse(COUNTER, "counter.component").expect("a component");
        let proved = Auto.synthesize(&component, &mut Run::default()).expect("every component is taken");
        let limited = |fidelity, errors: Vec<_>| {
            let replaced = Replaced { file: "x".into(), fidelity, is_given: false, assumptions: Vec::new(), errors };
            let mut outcome = proved.clone();
            Replacements(vec![replaced]).limit_claims(&mut outcome, &component);
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
