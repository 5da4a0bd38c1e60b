//! What `synth` says about a class that somebody asks about.

use std::sync::atomic::{AtomicBool, Ordering};

use etiquette_bench::{Asked, Claim};
use etiquette_java::offered;
use etiquette_outcome::Run;
use etiquette_synthesis::Auto;

use crate::arguments::{Common, JavaArguments, ModelArguments, Registers, TargetArguments};
use crate::failure::Failure;
use crate::java;
use crate::pipeline::{Context, LeavingOut};

/// Whether a class is being worked out: then a panic is a finding, which is reported with the class.
static WORKING_OUT: AtomicBool = AtomicBool::new(false);

/// Ends together with the work, even if that panics.
struct WorkingOut;

impl Drop for WorkingOut {
    fn drop(&mut self) {
        WORKING_OUT.store(false, Ordering::Relaxed);
    }
}

/// While a class is shrunk, its panic comes again and again: that is said once, in the report.
pub fn silence_panics_of_claims() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !WORKING_OUT.load(Ordering::Relaxed) {
            usual(panic);
        }
    }));
}

/// What `synth` says about a class.
pub fn claim(asked: &Asked, run: &mut Run, common: &Common) -> Result<Claim, Failure> {
    WORKING_OUT.store(true, Ordering::Relaxed);
    let _working = WorkingOut;
    let arguments = arguments(asked)?;
    // Words that a JVM plays may overflow what they are given, but not what counts the calls on several objects.
    let may_idealise = !asked.roles.is_empty();
    let may_leave_out = if asked.methods.is_empty() { LeavingOut::Anything } else { LeavingOut::Constructors };
    let registers = Registers::Auto;
    let mut context = Context { may_leave_out, may_idealise, registers, ..Context::new(run, common) };
    let target = context.read(&arguments)?;
    let found = context.synthesize(&Auto, &target).map_err(|unsupported| Failure::new(unsupported.to_string()))?;
    let opened = java::open(&arguments)?;
    let request = java::request(&arguments.model.java, &opened.class);
    let offered = offered(&opened.classes, &request, &opened.class).map_or(0, |offered| offered.len());
    let class = opened.class.name.clone();
    Ok(Claim {
        outcome: found.outcome,
        component: found.slice.as_called().clone(),
        classes: opened.classes,
        class,
        offered,
    })
}

fn arguments(asked: &Asked) -> Result<TargetArguments, Failure> {
    let classpath = std::env::join_paths(&asked.places).map_err(|error| Failure::new(error.to_string()))?;
    let java = JavaArguments {
        classpath: Some(classpath).filter(|path| !path.is_empty()),
        errors: asked.errors.clone(),
        methods: asked.methods.clone(),
        roles: asked.roles.clone(),
        ..JavaArguments::default()
    };
    let model = ModelArguments { java, ..ModelArguments::default() };
    Ok(TargetArguments { target: (&asked.class).into(), model })
}
