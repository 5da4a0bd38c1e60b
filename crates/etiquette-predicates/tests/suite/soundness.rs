//! Whatever a component does, its abstraction covers: on every small case of the corpus, with several sets of
//! predicates, both versions, and as the printed boolean component. The judge is the concrete interpreter, which shares
//! no code with the abstraction.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use etiquette_component::{
    Component, Event, Exit, GuardedCall, Interpreter, SourceFiles, Type, check, parse, parse_holding, print,
};
use etiquette_logic::evaluate;
use etiquette_predicates::{
    Abstraction, Granularity, Incomplete, Interrupted, Precision, Predicate, Tracer, Truth, Valuation,
    boolean_component, explore, guards_in_front_of_errors, parse_predicates, smv,
};

/// Components with more states or arguments are not walked through.
const MOST_STATES: usize = 3_000;
const MOST_ARGUMENTS: u64 = 256;

type State = Vec<u64>;

/// The cases whose components have to be refused.
const REFUSED: [&str; 1] = ["empty"];

/// All cases of the corpus but those that have to be refused.
fn corpus() -> Vec<(String, Component)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let entries = fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path());
    let mut cases: Vec<(String, Component)> = Vec::new();
    for folder in entries.filter(|path| path.is_dir()) {
        let path = folder.join("component.component");
        let text = fs::read_to_string(&path).expect("a component");
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        match parse_holding(&text, &path, &mut SourceFiles) {
            Ok(component) => cases.push((name, component)),
            Err(misread) => assert!(REFUSED.contains(&name.as_str()), "{name}: {:?}", misread.problems),
        }
    }
    cases.sort_by(|left, right| left.0.cmp(&right.0));
    assert!(cases.len() > 40, "the corpus is not there");
    cases
}

/// Every combination of values of these types; `None` where there are too many.
fn combinations(component: &Component, types: &[Type], most: u64) -> Option<Vec<State>> {
    let mut all: Vec<State> = vec![Vec::new()];
    for &ty in types {
        let count = component.value_count(ty)?;
        if count.saturating_mul(all.len() as u64) > most {
            return None;
        }
        let with = |state: &State| (0..count).map(|value| [&state[..], &[value]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

fn initial_states(component: &Component) -> Option<Vec<State>> {
    let open: Vec<Type> =
        component.variables.iter().filter(|variable| variable.initial.is_none()).map(|v| v.binding.ty).collect();
    let mut states = Vec::new();
    for values in combinations(component, &open, MOST_STATES as u64)? {
        let mut values = values.into_iter();
        let state: Option<State> =
            component.variables.iter().map(|variable| variable.initial.or_else(|| values.next())).collect();
        states.extend(state.filter(|state| holds(component, component.initially, state)));
    }
    Some(states)
}

fn holds(component: &Component, term: etiquette_logic::Term, state: &[u64]) -> bool {
    let value = |symbol| {
        let position = component.variables.iter().position(|variable| variable.binding.symbol == symbol);
        state[position.expect("a state variable")]
    };
    evaluate(&component.terms, term, value) != 0
}

/// A call from a state, and what came of it.
struct Observed {
    from: State,
    method: usize,
    results: BTreeSet<(Exit, State)>,
}

/// Every call from every state that can be reached by calls; `None` where there are too many.
fn observe(component: &Component) -> Option<(Vec<State>, Vec<Observed>)> {
    let initial = initial_states(component)?;
    let mut interpreter = Interpreter::new(component);
    let mut observed = Vec::new();
    let mut pending: Vec<(State, bool)> =
        initial.iter().map(|state| (state.clone(), !component.has_constructors())).collect();
    let mut seen: HashSet<(State, bool)> = pending.iter().cloned().collect();
    while let Some((from, constructed)) = pending.pop() {
        for (method, found) in component.methods.iter().enumerate() {
            if found.constructor == constructed && component.has_constructors() {
                continue;
            }
            let types: Vec<Type> = found.parameters.iter().map(|binding| binding.ty).collect();
            let mut results = BTreeSet::new();
            for arguments in combinations(component, &types, MOST_ARGUMENTS)? {
                let mut add = |exit: Exit, after: &[u64]| {
                    let _ = results.insert((exit, after.to_vec()));
                };
                interpreter.for_each_result(&from, method, &arguments, &mut || false, &mut add).expect("not stopped");
            }
            let next = results.iter().filter(|(exit, _)| matches!(exit, Exit::Returned(_)));
            pending.extend(next.map(|(_, after)| (after.clone(), true)).filter(|next| seen.insert(next.clone())));
            observed.push(Observed { from: from.clone(), method, results });
        }
        if seen.len() > MOST_STATES {
            return None;
        }
    }
    Some((initial, observed))
}

fn abstracted(component: &Component, predicates: &[Predicate], state: &[u64]) -> Valuation {
    Valuation::new(predicates.iter().map(|predicate| Truth::from(holds(component, predicate.term, state))))
}

/// None at all, those in front of errors, and one more for each variable, about its first value.
fn sets_of_predicates(component: &mut Component) -> Vec<Vec<Predicate>> {
    let front: Vec<Predicate> = guards_in_front_of_errors(component).into_iter().take(6).collect();
    let names: Vec<(String, Type)> = component
        .variables
        .iter()
        .map(|variable| (etiquette_component::quoted(&variable.binding.name).into_owned(), variable.binding.ty))
        .collect();
    let texts: Vec<String> = names
        .iter()
        .take(3)
        .map(|(name, ty)| match ty {
            Type::Bool => name.clone(),
            Type::Int { .. } => format!("{name} == 0"),
            Type::Enum(index) => format!("{name} == {}", component.enums[*index].values[0]),
        })
        .collect();
    let mut more = front.clone();
    for predicate in parse_predicates(component, &texts).expect("predicates") {
        if more.iter().all(|known| known.term != predicate.term) {
            more.push(predicate);
        }
    }
    vec![Vec::new(), front, more]
}

/// What can be checked on each case.
fn for_each_case(mut visit: impl FnMut(&str, &Component, &[Predicate], Precision, &(Vec<State>, Vec<Observed>))) {
    let mut visited = 0;
    for (name, mut component) in corpus() {
        let Some(observed) = observe(&component) else { continue };
        visited += 1;
        for predicates in sets_of_predicates(&mut component) {
            for precision in [Precision::Boolean, Precision::Cartesian] {
                visit(&name, &component, &predicates, precision, &observed);
            }
        }
    }
    assert!(visited > 30, "only {visited} cases are small enough");
}

#[test]
fn may_transitions_cover_everything_that_happens() {
    for granularity in [Granularity::Blocks, Granularity::Statements] {
        check_may_transitions(granularity);
    }
}

fn check_may_transitions(granularity: Granularity) {
    for_each_case(|name, component, predicates, precision, (initial, observed)| {
        let abstraction = Abstraction::new(component, predicates.to_vec(), precision);
        let mut abstraction = abstraction.with_granularity(granularity);
        let start = abstraction.initial().expect("not interrupted");
        for state in initial {
            let valuation = abstracted(component, predicates, state);
            assert!(start.iter().any(|known| known.covers(&valuation)), "{name}: {state:?} is initial");
        }
        for Observed { from, method, results } in observed {
            let step = abstraction.may(*method, &abstracted(component, predicates, from)).expect("not interrupted");
            for (exit, after) in results {
                let covered = match exit {
                    Exit::Returned(outcome) => {
                        let after = abstracted(component, predicates, after);
                        step.next[*outcome].iter().any(|known| known.covers(&after))
                    }
                    Exit::Failed(error) => step.errors.contains(error),
                    Exit::NeverReturns => true,
                };
                assert!(covered, "{name}: {} from {from:?} can end in {exit:?}", component.methods[*method].name);
            }
        }
    });
}

/// The boolean version is at least as precise as the cartesian one, and large blocks as single statements.
#[test]
fn precise_versions_say_no_more_than_coarse_ones() {
    for_each_case(|name, component, predicates, precision, (_, observed)| {
        let versions = [(Precision::Boolean, Granularity::Blocks), (precision, Granularity::Statements)];
        let [mut precise, mut coarse] = versions.map(|(precision, granularity)| {
            Abstraction::new(component, predicates.to_vec(), precision).with_granularity(granularity)
        });
        for Observed { from, method, .. } in observed {
            let valuation = abstracted(component, predicates, from);
            let small = precise.may(*method, &valuation).expect("not interrupted");
            let large = coarse.may(*method, &valuation).expect("not interrupted");
            assert!(small.errors.iter().all(|error| large.errors.contains(error)), "{name}");
            for (targets, known) in small.next.iter().zip(&large.next) {
                let covered = |target: &Valuation| known.iter().any(|known| known.covers(target));
                assert!(targets.iter().all(covered), "{name}: {}", component.methods[*method].name);
            }
        }
    });
}

#[test]
fn must_answers_are_true_of_every_state() {
    let mut affirmed = 0;
    for_each_case(|name, component, predicates, precision, (_, observed)| {
        if precision == Precision::Cartesian {
            return;
        }
        let mut abstraction = Abstraction::new(component, predicates.to_vec(), precision);
        for Observed { from, method, results } in observed {
            let valuation = abstracted(component, predicates, from);
            let fails = results.iter().any(|(exit, _)| matches!(exit, Exit::Failed(_)));
            let must_fail = abstraction.must_fail(*method, &valuation).expect("not interrupted");
            assert!(fails || !must_fail, "{name}: {} does not fail from {from:?}", component.methods[*method].name);
            affirmed += usize::from(must_fail);
            for outcome in 0..component.methods[*method].outcomes.len() {
                let returns = results.iter().any(|(exit, _)| *exit == Exit::Returned(outcome));
                let must = abstraction.must_return(*method, &valuation, outcome).expect("not interrupted");
                assert!(returns || !must, "{name}: {} does not return", component.methods[*method].name);
                affirmed += usize::from(must);
            }
        }
    });
    assert!(affirmed > 1_000, "must answers are hardly ever yes: {affirmed}");
}

#[test]
fn must_steps_lead_where_they_say() {
    for_each_case(|name, component, predicates, precision, (_, observed)| {
        if precision == Precision::Cartesian || predicates.is_empty() {
            return;
        }
        let mut abstraction = Abstraction::new(component, predicates.to_vec(), precision);
        for Observed { from, method, results } in observed {
            let valuation = abstracted(component, predicates, from);
            let step = abstraction.may(*method, &valuation).expect("not interrupted");
            for (outcome, targets) in step.next.iter().enumerate() {
                for target in targets {
                    let must = abstraction.must_step(*method, &valuation, outcome, target).expect("not interrupted");
                    let leads = results.iter().any(|(exit, after)| {
                        *exit == Exit::Returned(outcome) && abstracted(component, predicates, after) == *target
                    });
                    assert!(leads || !must, "{name}: {} from {from:?}", component.methods[*method].name);
                }
            }
        }
    });
}

/// The belief of the printed component after each word covers that of the component.
#[test]
fn printed_components_cover_every_word() {
    for_each_case(|name, component, predicates, precision, (initial, observed)| {
        let mut abstraction = Abstraction::new(component, predicates.to_vec(), precision);
        let space = explore(&mut abstraction, 4096).expect("few abstract states");
        let text = print(&boolean_component(&abstraction, &space));
        let printed =
            parse(&text, "abstract.component").unwrap_or_else(|problem| panic!("{name}: {problem:?}\n{text}"));
        check(&printed).unwrap_or_else(|broken| panic!("{name}: {broken:?}"));
        assert_eq!(print(&printed), text, "{name}");
        assert!(smv(&abstraction, &space).ends_with("CTLSPEC AG !failed\n"));
        let (start, does) = observe(&printed).expect("few abstract states");
        let of = |state: &State| abstracted(component, predicates, state);
        let shown = |state: &State| {
            let truth = |value: &u64| [Truth::False, Truth::True, Truth::Unknown][*value as usize];
            Valuation::new(state.iter().map(truth))
        };
        assert!(initial.iter().all(|state| start.iter().any(|known| shown(known).covers(&of(state)))), "{name}");
        for Observed { from, method, results } in observed {
            // Every abstract state that covers the state must be able to do what it does, and there is one.
            let covering = does.iter().filter(|step| step.method == *method && shown(&step.from).covers(&of(from)));
            let covering: Vec<&Observed> = covering.collect();
            assert!(!covering.is_empty(), "{name}: {from:?} is not covered\n{text}");
            for step in covering {
                // An error that can't be raised is not printed, so that errors may have other positions.
                let covers = |exit: &Exit, after: &State| {
                    step.results.iter().any(|(known, to)| match (known, exit) {
                        (Exit::Failed(known), Exit::Failed(error)) => {
                            printed.errors[*known].place == component.errors[*error].place
                        }
                        _ => known == exit && shown(to).covers(&of(after)),
                    })
                };
                let mut all = results.iter().filter(|(exit, _)| *exit != Exit::NeverReturns);
                assert!(
                    all.all(|(exit, after)| covers(exit, after)),
                    "{name}: {} from {from:?}\n{text}",
                    printed.methods[*method].name
                );
            }
        }
    });
}

/// The iterator of the paper (Section 6), with a guard on a parameter in place of the two methods.
#[test]
fn guards_narrow_what_a_call_may_do() {
    let source = "component c { var x: i8 = 0; method set(p: i8) { x = p; } method use() { if (x < 0) { error E; } } }";
    let mut component = parse(source, "c.component").expect("a component");
    let predicates = parse_predicates(&mut component, &["x < 0"]).expect("a predicate");
    let scope = component.methods[0].parameters.clone();
    let guard = etiquette_component::parse_value(&mut component, &scope, Type::Bool, "p >= 0").expect("a guard");
    let mut abstraction = Abstraction::new(&component, predicates, Precision::Boolean);
    let guarded = abstraction.add_call(GuardedCall { method: 0, guard });
    let start = abstraction.initial().expect("not interrupted");
    assert_eq!(abstraction.may(0, &start[0]).expect("a step").next[0].len(), 2);
    let step = abstraction.may(guarded, &start[0]).expect("a step");
    assert_eq!(step.next[0].iter().map(ToString::to_string).collect::<Vec<_>>(), ["0"]);
    assert!(abstraction.must_step(guarded, &start[0], 0, &start[0]).expect("an answer"));
    assert!(!abstraction.must_step(0, &start[0], 0, &start[0]).expect("an answer"));
}

#[test]
fn runs_are_found_with_arguments_where_there_are_any() {
    let source =
        "component c { var x: i8 = 0; method set(p: i8) { x = p; } method use() { if (x == 41) { error E; } } }";
    let component = parse(source, "c.component").expect("a component");
    let mut tracer = Tracer::new(&component);
    let set = Event { letter: GuardedCall::any(0), outcome: 0 };
    let run = tracer.run(&[set], Some(GuardedCall::any(1))).expect("an answer").expect("a run");
    assert_eq!(run.word[0].letter.arguments, [41]);
    assert_eq!(run.failed.map(|(_, error)| error), Some(0));
    assert_eq!(tracer.run(&[], Some(GuardedCall::any(1))).expect("an answer"), None);
    assert!(tracer.run(&[set, set], None).expect("an answer").is_some());
}

/// However short the single questions are, an interrupted abstraction answers nothing.
#[test]
fn interrupted_questions_have_no_answer() {
    let (_, component) = corpus().swap_remove(0);
    let mut abstraction = Abstraction::new(&component, Vec::new(), Precision::Boolean);
    abstraction.set_interrupt(|| true);
    assert_eq!(abstraction.initial(), Err(Interrupted));
    assert_eq!(explore(&mut abstraction, 10).map(|_| ()), Err(Incomplete::Interrupted));
}
