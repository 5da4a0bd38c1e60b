//! Where claims meet a JVM: a source is compiled, the pipeline says what it thinks, and words are played.

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Jvm, ReplayError};
use etiquette_learning::SplitMix64;
use tempfile::TempDir;

use super::claim::{Asked, Claim, Subject};
use super::generate::CLASS;
use super::play::{Contradiction, Played, Wrong, play};

/// Works out what is claimed about a class; why not, where that is impossible.
pub type WorkOut<'a> = &'a mut dyn FnMut(&Asked) -> Result<Claim, String>;

/// What came of one class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// Whether it is proved safe.
    pub safe: bool,
    /// Whether it is proved permissive, too.
    pub proved: bool,
    /// Calls that are doubtful, over all states.
    pub doubtful: usize,
    /// Whether anything was taken for granted.
    pub assumes: bool,
    /// The states of the interface.
    pub states: usize,
    /// Whether a call is forbidden because it can fail.
    pub forbids: bool,
    /// Words that were run.
    pub words: usize,
    /// Calls in them that were compared.
    pub calls: usize,
    /// Words that ended early because a call could not be made or did not return.
    pub cut_short: usize,
    /// What is wrong.
    pub contradiction: Option<Contradiction>,
}

/// Why a class was not tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NotTried {
    /// It does not compile.
    NotCompiled(String),
    /// Nothing is claimed about it.
    NotWorkedOut(String),
    /// The JVM failed.
    Jvm(ReplayError),
}

pub(super) struct Arena<'a> {
    jvm: Jvm,
    work_out: WorkOut<'a>,
    words: usize,
}

impl<'a> Arena<'a> {
    /// # Errors
    /// Why there is no JVM.
    pub fn new(
        jdk: &Jdk,
        words: usize,
        work_out: WorkOut<'a>,
        cancelled: &Arc<AtomicBool>,
    ) -> Result<Self, ReplayError> {
        let jvm = Jvm::start(jdk, &[])?.with_cancellation(Arc::clone(cancelled));
        Ok(Arena { jvm, work_out, words })
    }

    /// Tries a generated class.
    pub fn try_source(&mut self, source: &str, seed: u64) -> Result<Tried, NotTried> {
        let folder = self.compiled(source)?;
        let errors = vec!["IllegalStateException".into()];
        let places = vec![folder.path().to_owned()];
        self.try_class(&Asked { class: CLASS.into(), places, errors, ..Asked::default() }, seed)
    }

    /// Tries a class that is there.
    pub fn try_class(&mut self, asked: &Asked, seed: u64) -> Result<Tried, NotTried> {
        let claim = match without_panic(self.work_out, asked) {
            Ok(claim) => claim.map_err(NotTried::NotWorkedOut)?,
            Err(panicked) => return Ok(panicked),
        };
        self.jvm.look_at(&asked.places).map_err(NotTried::Jvm)?;
        try_claim(&claim, asked, Some(&mut self.jvm), (self.words, seed)).map_err(NotTried::Jvm)
    }

    fn compiled(&mut self, source: &str) -> Result<TempDir, NotTried> {
        let lost = |error: std::io::Error| NotTried::Jvm(ReplayError::Lost(error.to_string()));
        let folder = tempfile::tempdir().map_err(lost)?;
        let file = folder.path().join(format!("{CLASS}.java"));
        fs::write(&file, source).map_err(lost)?;
        self.compile(&file, folder.path())?;
        Ok(folder)
    }

    fn compile(&mut self, file: &Path, folder: &Path) -> Result<(), NotTried> {
        self.jvm.compile(file, folder).map_err(|error| match error {
            ReplayError::NotCompiled(why) => NotTried::NotCompiled(why),
            other => NotTried::Jvm(other),
        })
    }
}

/// Works a claim out; a panic is a finding like any other.
pub(crate) fn without_panic(work_out: WorkOut<'_>, asked: &Asked) -> Result<Result<Claim, String>, Tried> {
    catch_unwind(AssertUnwindSafe(|| work_out(asked))).map_err(|panic| panicked(panic.as_ref()))
}

/// Holds a claim against a JVM, if there is one, with so many words from a seed.
pub(crate) fn try_claim(
    claim: &Claim,
    asked: &Asked,
    jvm: Option<&mut Jvm>,
    (words, seed): (usize, u64),
) -> Result<Tried, ReplayError> {
    let mut random = SplitMix64::new(seed);
    let subject = match Subject::new(claim, asked, &mut random) {
        Ok(subject) => subject,
        Err(problem) => return Ok(broken(problem)),
    };
    let played = jvm.map(|jvm| play(&subject, jvm, words, &mut random)).transpose()?;
    Ok(tried(&subject, played.unwrap_or_default()))
}

fn panicked(panic: &(dyn Any + Send)) -> Tried {
    let literal = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    broken(panic.downcast_ref::<String>().cloned().or(literal).unwrap_or_default())
}

/// A finding about the program itself.
fn broken(said: String) -> Tried {
    let contradiction = Contradiction { wrong: Wrong::Panics, word: vec!["synth".into()], seen: vec![said] };
    Tried { contradiction: Some(contradiction), ..Tried::default() }
}

fn tried(subject: &Subject<'_>, played: Played) -> Tried {
    let outcome = &subject.claim.outcome;
    let forbids = |reason: &etiquette_outcome::Reason| matches!(reason, etiquette_outcome::Reason::Error { .. });
    Tried {
        safe: subject.claims_safe(),
        proved: outcome.is_proved(),
        doubtful: outcome.doubtful(),
        assumes: !outcome.guarantee.assumptions.is_empty(),
        states: outcome.interface.state_count(),
        forbids: outcome.states.iter().flat_map(|facts| &facts.forbidden).any(|found| forbids(&found.reason)),
        words: played.words,
        calls: played.calls,
        cut_short: played.cut_short,
        contradiction: played.contradiction,
    }
}
