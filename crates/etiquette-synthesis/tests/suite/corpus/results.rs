//! Random components that return numbers: engines agree on outcomes that tell these apart, and registers that hold them
//! say what a client can know.

use etiquette_automata::{Comparison, EventId, Interface, Realizable, Simulator as Walk, compare};
use etiquette_certificates::{Limits, check};
use etiquette_component::{
    Component, check as well_formed, parse, slices_with_results, split_results, telling_results,
};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Certified, Direct, Engine, synthesize_with_these_registers};

use super::belief::Simulator;
use super::letters::Letters;
use super::random::Random;

/// A component with a variable `a` that is chosen, and a method `roll` that returns something.
fn random_source(random: &mut Random) -> String {
    let mut pick = |choices: &[&str]| choices[random.below(choices.len())].to_owned();
    let first = pick(&["0", "0", "1"]);
    let hidden = pick(&["false", "false", "*"]);
    let guard = pick(&["", "", "assert !b;", "assert a <= 1;"]);
    let limit = pick(&["", "assume c >= 0;", "assume c != 2;", "assume b || c < 2;", "if (c < 0) { c = -1; }"]);
    let set = pick(&["a = c;", "a = c;", "a = a + c;", "a = c + 1;", "if (b) { a = c; }"]);
    let other = pick(&["", "", "b = c > 0;", "b = !b;", "b = false;"]);
    let returned = pick(&["c", "c", "a", "c + 1", "c - a"]);
    let spend = pick(&["assert a > 0; a = a - 1;", "assert a != 0; a = 0;", "assert a >= 2;"]);
    let turn = pick(&["b = true;", "assert b; b = false;", "assert !b || a < 3;"]);
    format!(
        "component random {{\nvar a: i3 = {first};\nvar b: bool = {hidden};
method roll() -> i3 {{ {guard} var c: i3 = *; {limit} {set} {other} return {returned}; }}
method spend() {{ {spend} }}\nmethod turn() {{ {turn} }} }}"
    )
}

fn is_accepted(outcome: &Outcome) -> bool {
    let evidence = outcome.evidence.as_ref().expect("a certificate");
    let checked = check(&evidence.component, &outcome.interface, &evidence.certificate, &Limits::default());
    checked.safe.is_ok() && checked.permissive.is_ok()
}

#[test]
fn engines_agree_on_returned_numbers() {
    let mut compared = 0;
    for seed in 0..60 {
        let source = random_source(&mut Random(seed));
        let component = parse(&source, "random.component").expect("a component");
        let telling = telling_results(&component, &|| false);
        let wanted: Vec<(String, Vec<String>)> = telling.iter().map(|one| (one.method.clone(), one.names())).collect();
        let split = split_results(&component, &wanted).expect("each number has one outcome");
        well_formed(&split).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
        let explored = Direct.synthesize(&split, &mut Run::default()).expect("it is small");
        let proved =
            Certified.synthesize(&split, &mut Run::default().with_step_limit(5_000)).expect("every component is taken");
        if !proved.is_proved() || wanted.is_empty() {
            continue;
        }
        assert!(is_accepted(&proved), "seed {seed}\n{source}");
        let compare = compare(&proved.interface, &explored.interface, Realizable::Ignore);
        assert_eq!(compare, Ok(Comparison::Equal), "seed {seed}\n{source}");
        compared += 1;
    }
    assert!(compared > 15, "only {compared} were compared");
}

#[test]
fn registers_say_what_returned_numbers_tell() {
    let (mut held, mut exactly) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let source = random_source(&mut random);
        let component = parse(&source, "random.component").expect("a component");
        let slices = slices_with_results(&component, &|| false);
        let mut run = Run::default().with_step_limit(20_000);
        let Ok((outcome, _)) = synthesize_with_these_registers(&slices, &["a".into()], &mut run) else { continue };
        if !outcome.is_proved() || !outcome.interface.memory().looks_at_results() {
            continue;
        }
        held += 1;
        assert!(is_accepted(&outcome), "seed {seed}\n{source}");
        let is_exact = always_looks_at_results(&outcome.interface);
        exactly += usize::from(is_exact);
        for _ in 0..40 {
            if let Err(problem) = follow(&component, &outcome, is_exact, &mut random) {
                panic!("seed {seed}: {problem}\n{source}");
            }
        }
    }
    assert!(held > 30 && exactly > 20, "{held} have such registers, {exactly} look at all results");
}

/// Whether no call returns a number that no register is set to.
fn always_looks_at_results(interface: &Interface) -> bool {
    let alphabet = interface.alphabet();
    let rolls = || {
        (0..alphabet.event_count())
            .map(EventId::from_index)
            .filter(|event| alphabet.call(alphabet.call_of(*event)).method == "roll")
    };
    interface.states().all(|state| {
        rolls()
            .filter(|event| interface.next(state, *event).is_some())
            .all(|event| interface.updates(state, event).iter().any(|update| update.value.names().contains(&"result")))
    })
}

/// A random word; beliefs are those of a client that looks at every number.
fn follow(component: &Component, outcome: &Outcome, is_exact: bool, random: &mut Random) -> Result<(), String> {
    let numbers: Vec<String> = (-4..4).map(|number: i32| number.to_string()).collect();
    let telling = split_results(component, &[("roll".to_owned(), numbers)])?;
    let walk = Walk::new(&outcome.interface).map_err(|problem| problem.to_string())?;
    let letters = Letters::of(&telling).letters;
    let mut beliefs = Simulator::new(&telling);
    let (mut belief, mut at, mut word) = (beliefs.initial(), walk.start(), Vec::new());
    for _ in 0..12 {
        let letter = &letters[random.below(letters.len())];
        let step = beliefs.step(&belief, letter);
        let method = &telling.methods[letter.method];
        word.push(letter.text.clone());
        let call = walk.call(&at, &method.name, &[]).ok_or_else(|| format!("{word:?} is no call"))?;
        let allows = walk.interface().allows(at.state, call);
        let never_returns = step.is_legal() && step.next.iter().all(Option::is_none);
        if allows && !step.is_legal() || is_exact && !allows && step.is_legal() && !never_returns {
            return Err(format!("{word:?} at {:?} is wrongly judged", walk.written(&at)));
        }
        let possible: Vec<usize> = (0..step.next.len()).filter(|outcome| step.next[*outcome].is_some()).collect();
        if !allows || possible.is_empty() {
            word.pop();
            continue;
        }
        let ended = possible[random.below(possible.len())];
        let result = method.outcomes[ended].parse::<i64>().ok();
        let next = walk.after_returning(&at, call, &[], (0, result.map(|number| number as u64)));
        at = next.ok_or_else(|| format!("{word:?} leads nowhere"))?;
        belief = step.next[ended].clone().ok_or("an outcome that can't happen")?;
    }
    Ok(())
}
