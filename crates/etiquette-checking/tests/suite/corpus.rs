//! The corpus: the expected interface of each case agrees with its component, and any change to it is found out.
//!
//! Cases with guards are left to the engines, which make guards. A story is checked against the concrete interpreter.

use std::fs;
use std::path::Path;

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_checking::{Limits, Verdict, Wrong, bounded, explicit, pdr};
use etiquette_component::{Component, SourceFiles, ideal, parse_holding, split_results};
use toml::{Table, Value};

use crate::common::Subject;

/// The cases without guards that are not refused: component and expectation.
fn cases() -> Vec<(String, Component, Table)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut folders: Vec<_> =
        fs::read_dir(corpus).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders.into_iter().filter(|folder| folder.is_dir()).filter_map(|folder| read(&folder)).collect()
}

fn read(folder: &Path) -> Option<(String, Component, Table)> {
    let text = |file: &str| fs::read_to_string(folder.join(file)).expect("a file of the case");
    let table: Table = text("case.toml").parse().expect("TOML");
    let states = table.get("states")?.as_table()?;
    let has_guards = states.values().filter_map(Value::as_table).flat_map(Table::keys).any(|key| key.contains('['));
    let name = folder.file_name()?.to_string_lossy().into_owned();
    (!has_guards).then(|| (name, component(folder, &table), table))
}

/// The component with those that it holds, and with the outcomes and the numbers that the case asks for.
fn component(folder: &Path, table: &Table) -> Component {
    let path = folder.join("component.component");
    let text = fs::read_to_string(&path).expect("a component");
    let component = parse_holding(&text, &path, &mut SourceFiles)
        .unwrap_or_else(|misread| panic!("{}: {:?}", folder.display(), misread.problems));
    let component = split_results(&component, &results(table)).expect("outcomes for returned numbers");
    match table.get("integers").and_then(Value::as_str) {
        Some("ideal") => ideal(&component),
        _ => component,
    }
}

/// The outcomes that tell returned numbers apart, for each method that has some.
fn results(table: &Table) -> Vec<(String, Vec<String>)> {
    let names = |value: &Value| value.clone().try_into().expect("a list of names");
    let results = table.get("results").and_then(Value::as_table);
    results.into_iter().flatten().map(|(method, value)| (method.clone(), names(value))).collect()
}

/// The expected interface; one call for each method.
fn expected(component: &Component, table: &Table) -> Interface {
    let calls =
        component.methods.iter().map(|method| Call::simple(&method.name).with_outcomes(method.outcomes.clone()));
    let mut interface = Interface::new(Alphabet::new(calls.collect()));
    let states = table["states"].as_table().expect("states");
    for _ in 1..states.len() {
        interface.add_state();
    }
    let state = |name: &Value| states.keys().position(|key| Some(key.as_str()) == name.as_str());
    interface.set_initial(StateId::from_index(state(&table["initial"]).expect("an initial state")));
    for (from, lines) in states.values().enumerate() {
        for (event, to) in lines.as_table().expect("a table") {
            connect(&mut interface, component, StateId::from_index(from), event, state(to).map(StateId::from_index));
        }
    }
    interface
}

fn connect(interface: &mut Interface, component: &Component, from: StateId, event: &str, to: Option<StateId>) {
    let (method, outcome) = match event.split_once(" -> ") {
        Some((method, outcome)) => (method, Some(outcome)),
        None => (event, None),
    };
    let call = component.methods.iter().position(|found| found.name == method).expect("a method");
    let call = CallId::from_index(call);
    interface.allow(from, call);
    for event in interface.alphabet().events_of(call) {
        if outcome.is_none_or(|outcome| outcome == interface.alphabet().outcome_of(event))
            && let Some(to) = to
        {
            interface.connect(from, event, to);
        }
    }
}

#[test]
fn expected_interfaces_agree_with_their_components() {
    let mut proved = 0;
    for (name, component, table) in cases() {
        let certain = table["visibly-deterministic"].as_bool() == Some(true);
        let interface = expected(&component, &table);
        let mut subject = Subject::new(component, interface);
        match subject.ask(pdr, Limits::default()) {
            Verdict::Holds { .. } => proved += 1,
            Verdict::Reached(trace) => {
                let story = subject.product.story(&trace);
                assert!(matches!(story.wrong, Some(Wrong::Returned { .. })), "{name}: {story:?}");
                assert!(!certain || subject.has_choices(), "{name}: {story:?}");
                subject.check_story(&story);
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(proved > 20, "only {proved}");
}

#[test]
fn every_change_to_an_expected_interface_is_found_out() {
    for (name, component, table) in cases() {
        let interface = expected(&component, &table);
        for state in interface.states() {
            for call in interface.alphabet().call_ids() {
                if component.has_constructors()
                    && (state == interface.initial()) != component.methods[call.index()].constructor
                {
                    continue;
                }
                let changed = flipped(&interface, state, call);
                let mut subject = Subject::new(component.clone(), changed);
                let verdict = subject.ask(bounded, Limits { depth: 25, ..Limits::default() });
                let Verdict::Reached(trace) = verdict else {
                    assert!(never_returns(&interface, state, call), "{name}, {state:?}, {call:?}: {verdict:?}");
                    continue;
                };
                let story = subject.product.story(&trace);
                subject.check_story(&story);
                let found = subject.ask(pdr, Limits::default());
                assert!(matches!(found, Verdict::Reached(_)), "{name}, {state:?}, {call:?}: {found:?}");
            }
        }
    }
}

fn never_returns(interface: &Interface, state: StateId, call: CallId) -> bool {
    interface.allows(state, call)
        && interface.alphabet().events_of(call).all(|event| interface.next(state, event).is_none())
}

/// The interface with a call forbidden where it was allowed, or allowed where it was forbidden.
fn flipped(interface: &Interface, state: StateId, call: CallId) -> Interface {
    let mut changed = Interface::new(interface.alphabet().clone());
    for _ in 1..interface.state_count() {
        changed.add_state();
    }
    changed.set_initial(interface.initial());
    for from in interface.states() {
        for other in interface.alphabet().call_ids().filter(|&other| interface.allows(from, other)) {
            if (from, other) == (state, call) {
                continue;
            }
            changed.allow(from, other);
            for event in interface.alphabet().events_of(other) {
                if let Some(to) = interface.next(from, event) {
                    changed.connect(from, event, to);
                }
            }
        }
    }
    if !interface.allows(state, call) {
        changed.allow(state, call);
    }
    changed
}

#[test]
fn going_through_all_states_gives_the_same_answers() {
    let mut compared = 0;
    for (name, component, table) in cases() {
        let interface = expected(&component, &table);
        let mut subject = Subject::new(component, interface);
        let explicit = subject.ask(explicit, Limits { states: 2000, ..Limits::default() });
        if matches!(explicit, Verdict::Unknown(_)) {
            continue;
        }
        let found = subject.ask(pdr, Limits::default());
        assert_eq!(std::mem::discriminant(&explicit), std::mem::discriminant(&found), "{name}");
        compared += 1;
    }
    assert!(compared > 10, "only {compared}");
}
