//! The search for wrong proofs finds a wrong claim and shrinks the class, and generated classes compile.

use std::path::Path;
use std::sync::Arc;

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_bench::{
    Asked, Claim, Listener, Rendered, Wrong, WrongProofsOptions, WrongProofsReport, run_wrong_proofs,
    run_wrong_proofs_on,
};
use etiquette_component::Component;
use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::{ErrorChoice, Request, lower};
use etiquette_outcome::{Confidence, Guarantee, Integers, Outcome, StateFacts, StopReason};

use crate::skipped::skipped;

fn with_jdk(check: impl FnOnce(&Jdk)) {
    match Jdk::find(None) {
        Ok(jdk) => check(&jdk),
        Err(error) => skipped(error),
    }
}

/// Claims that nothing ever fails.
fn everything_is_allowed(component: &Component) -> Outcome {
    let calls = component.methods.iter().map(|method| Call::of_method(component, method)).collect();
    let mut interface = Interface::with_states(Alphabet::new(calls), 2, StateId(0));
    for (index, method) in component.methods.iter().enumerate() {
        let from = if method.constructor { StateId(0) } else { StateId(1) };
        for event in interface.alphabet().events_of(CallId::from_index(index)) {
            interface.connect(from, event, StateId(1));
        }
    }
    let proved = Confidence::Proved;
    Outcome {
        not_covered: Vec::new(),
        component: component.name.clone(),
        roles: Vec::new(),
        errors: component.error_names(),
        error_choice: None,
        engine: "none".into(),
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        guarantee: Guarantee {
            safe: proved,
            permissive: proved,
            full: false,
            minimal: false,
            serial: false,
            integers: Integers::Wrap,
            assumptions: Vec::new(),
        },
        evidence: None,
        stop: StopReason::Done,
        statistics: Default::default(),
    }
}

fn wrong_claim(asked: &Asked, jdk: &Jdk) -> Result<Claim, String> {
    let classes = ClassPath::open(&asked.places, Some(jdk)).map_err(|error| error.to_string())?;
    let name = classes.resolve_name(&asked.class).map_err(|error| error.to_string())?;
    let class = classes.load(&name).map_err(|error| error.to_string())?;
    let mut request = Request::new(&class.name);
    request.methods.clone_from(&asked.methods);
    request.errors = asked.errors.iter().map(|written| ErrorChoice::read(written)).collect();
    let lowered = lower(&classes, &request, &Arc::clone(&class)).map_err(|error| format!("{error:?}"))?;
    let outcome = everything_is_allowed(&lowered.component);
    let offered = lowered.component.methods.len();
    Ok(Claim { outcome, component: lowered.component, classes, class: class.name.clone(), offered })
}

fn hunt(jdk: &Jdk, options: &WrongProofsOptions) -> WrongProofsReport {
    run_wrong_proofs(
        options,
        jdk,
        &mut |asked| wrong_claim(asked, jdk),
        Listener { step: &mut |_| (), done: &mut |_| (), cancelled: Arc::default() },
    )
    .expect("a JVM")
}

#[test]
fn a_wrong_claim_is_found_and_its_class_is_shrunk() {
    with_jdk(|jdk| {
        let report = hunt(jdk, &WrongProofsOptions { classes: 2, seed: 6, words: 40, ..WrongProofsOptions::default() });
        let class = report.contradicted().next().expect("a class that fails");
        let found = class.result.as_ref().ok().and_then(|tried| tried.contradiction.as_ref()).expect("a contradiction");
        assert_eq!(found.wrong, Wrong::AllowedFails);
        assert!(found.word[0].starts_with("new C") && found.word.len() == found.seen.len(), "{found:?}");
        let source = class.source.as_ref().expect("a source");
        assert!(source.contains("throw") && source.lines().count() < 25, "{source}");
        assert!(report.to_text().contains("an allowed call fails"), "{}", report.to_text());
        assert_eq!(report.to_json()["rows"].as_array().map(Vec::len), Some(2));
    });
}

#[test]
fn generated_classes_compile() {
    with_jdk(|jdk| {
        let options = WrongProofsOptions { classes: 150, seed: 10_000, words: 1, ..WrongProofsOptions::default() };
        let mut nothing = |_: &Asked| Err("nobody asks".to_owned());
        let report = run_wrong_proofs(
            &options,
            jdk,
            &mut nothing,
            Listener { step: &mut |_| (), done: &mut |_| (), cancelled: Arc::default() },
        )
        .expect("a JVM");
        for class in &report.classes {
            assert_eq!(class.result, Err("not worked out: nobody asks".into()), "{}", class.name);
        }
    });
}

#[test]
fn listed_classes_are_tried() {
    with_jdk(|jdk| {
        let places = vec![Path::new(".").to_owned()];
        let errors = vec!["IllegalStateException".into()];
        let methods = ["close", "flush"].map(str::to_owned).to_vec();
        let asked = Asked {
            class: "java.util.Formatter".into(),
            places,
            errors,
            methods,
            roles: Vec::new(),
            arguments_are_open: true,
        };
        let work_out = &mut |asked: &Asked| wrong_claim(asked, jdk);
        let report = run_wrong_proofs_on(
            &[asked],
            50,
            jdk,
            work_out,
            Listener { step: &mut |_| (), done: &mut |_| (), cancelled: Arc::default() },
        )
        .expect("a JVM");
        let class = report.contradicted().next().expect("what is closed can't be flushed");
        assert_eq!(class.name, "java.util.Formatter");
        assert!(report.to_text().contains("java.util.Formatter: proved"), "{}", report.to_text());
    });
}
