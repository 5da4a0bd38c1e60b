//! Random components with mixed beliefs, regions found by exhaustion, and mutations of them: what is accepted must be
//! true.

use std::sync::LazyLock;

use etiquette_automata::{Interface, StateId};
use etiquette_certificates::{ForbiddenProof, Proof, Region, Source, Valuation, from_json, obligations, to_json};
use etiquette_component::{Component, parse};
use etiquette_logic::{Answer, Solver, Term};

use crate::support::by_hand::Case;
use crate::support::exhaustion::{explore, state_label};
use crate::support::random::{Random, random_component};
use crate::support::region_search::{prove_hits, states_in};
use crate::support::truth::{Belief, truth_by_arguments};

const SEEDS: u64 = 160;
const MOST_BELIEFS: usize = 8;

/// Cases with regions, with their seeds.
static CASES: LazyLock<Vec<(u64, Case)>> = LazyLock::new(|| {
    let found = (0..SEEDS).filter_map(|seed| regions_of(seed, 0).map(|case| (seed, case)));
    found.filter(|(_, case)| !case.certificate.regions.is_empty()).collect()
});

/// The case of a seed, out of whose results one in `overlook` is overlooked.
fn regions_of(seed: u64, overlook: usize) -> Option<Case> {
    let mut random = Random(seed + 31);
    let mut case = explore(&component(seed), &mut random, MOST_BELIEFS, overlook)?;
    prove_hits(&mut case, &mut random);
    Some(case)
}

fn is_complete(case: &Case) -> bool {
    case.certificate.forbidden.iter().all(|found| found.proof != Proof::Open)
}

/// Every fourth component is constructed first.
fn component(seed: u64) -> Component {
    let source = random_component(seed);
    let constructor = "new Made(on: bool) -> good | bad { x = *; if (on) { mode = *; return good; } return bad; } }";
    let source = match (seed % 4, source.rfind('}')) {
        (0, Some(end)) => format!("{}{constructor}", &source[..end]),
        _ => source,
    };
    parse(&source, "random.component").unwrap()
}

/// Whether the interface is permissive for a client that remembers its arguments, and whether what the regions say is
/// so.
fn is_true(case: &Case) -> [bool; 2] {
    let Case { component, interface, certificate } = case;
    let states = |region: &Region| -> Belief { states_in(component, region.region).into_iter().collect() };
    let regions: Vec<(StateId, Belief)> =
        certificate.regions.iter().map(|region| (region.state, states(region))).collect();
    let mut regions_hold = true;
    let mut watch = |state: StateId, belief: &Belief| {
        let mut here = regions.iter().filter(|(at, _)| *at == state);
        regions_hold &= here.all(|(_, region)| !region.is_disjoint(belief));
    };
    let [_, permissive] =
        truth_by_arguments(component, interface, &certificate.methods, &certificate.guards, &mut watch);
    [permissive, regions_hold]
}

fn arrivals(case: &Case, is_wanted: impl Fn(Source) -> bool) -> usize {
    let all = case.certificate.regions.iter().flat_map(|region| &region.arrivals);
    all.filter(|arrival| is_wanted(arrival.source)).count()
}

#[test]
fn regions_found_by_exhaustion_are_accepted() {
    let (mut count, mut complete, mut by_label, mut by_region, mut loops) = (0, 0, 0, 0, 0);
    for (seed, case) in &*CASES {
        assert_eq!(failed_regions(case), Vec::<String>::new(), "seed {seed}");
        let [permissive, regions_hold] = is_true(case);
        assert!(regions_hold, "seed {seed}");
        if is_complete(case) {
            assert!(permissive, "seed {seed}");
            case.check().permissive.unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
            complete += 1;
        }
        count += 1;
        by_label += arrivals(case, |source| source == Source::Label);
        by_region += arrivals(case, |source| source != Source::Label);
        loops += usize::from(!case.certificate.loops.is_empty());
    }
    let counts = [count, complete, by_label, by_region, loops];
    assert!(counts.iter().all(|count| *count > 15), "{counts:?}");
}

/// The obligations about regions that are not met.
fn failed_regions(case: &Case) -> Vec<String> {
    let mut component = case.component.clone();
    let all = obligations(&mut component, &case.interface, &case.certificate).unwrap();
    let mut solver = Solver::new();
    let about = all.into_iter().filter(|one| one.what.contains("region "));
    let failed = about.filter(|one| solver.check(&component.terms, &[one.formula]) != Answer::Unsat);
    failed.map(|one| one.what).collect()
}

#[test]
fn accepted_mutations_are_true() {
    let (mut accepted, mut rejected, mut wrong) = (0, 0, 0);
    for (seed, case) in CASES.iter().filter(|(_, case)| is_complete(case)) {
        let mut random = Random(seed + 1000);
        for _ in 0..8 {
            let mut mutant = case.clone();
            let what = mutate(&mut mutant, &mut random);
            match mutant.check().permissive {
                Ok(()) => {
                    assert_eq!(is_true(&mutant), [true, true], "seed {seed}, {what}");
                    accepted += 1;
                }
                Err(_) => {
                    wrong += usize::from(random.below(2) == 0 && is_true(&mutant) != [true, true]);
                    rejected += 1;
                }
            }
        }
    }
    // Not every mutation that is rejected is wrong, but enough of them are for the test to mean something.
    assert!(accepted > 40 && rejected > 60 && wrong > 10, "{accepted} {rejected} {wrong}");
}

/// Certificates that are consistent in themselves but for a run that their maker did not see.
#[test]
fn an_overlooked_run_is_found() {
    let (mut accepted, mut rejected, mut wrong) = (0, 0, 0);
    for seed in 0..SEEDS * 2 {
        let Some(case) = regions_of(seed, 3).filter(|case| !case.certificate.regions.is_empty() && is_complete(case))
        else {
            continue;
        };
        let (found, truth) = (case.check().permissive, is_true(&case));
        assert!(found.is_err() || truth == [true, true], "seed {seed}: {truth:?}");
        accepted += usize::from(found.is_ok());
        rejected += usize::from(found.is_err());
        wrong += usize::from(truth != [true, true]);
    }
    assert!(accepted > 5 && rejected > 5 && wrong > 2, "{accepted} {rejected} {wrong}");
}

#[test]
fn regions_survive_json() {
    for (seed, case) in &*CASES {
        let mut case = case.clone();
        let json = to_json(&case.component, &case.interface, &case.certificate).unwrap();
        let json = serde_json::from_str(&json.to_string()).unwrap();
        let read = from_json(&mut case.component, &case.interface, &json);
        let read = read.unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{json:#}"));
        assert_eq!(read, case.certificate, "seed {seed}");
    }
}

/// Changes one thing, and says what.
fn mutate(case: &mut Case, random: &mut Random) -> &'static str {
    match random.below(8) {
        0 | 1 => mutate_region(case, random),
        2 => mutate_source(case, random),
        3 => mutate_choices(case, random),
        4 => mutate_initial(case, random),
        5 => aim_elsewhere(case, random),
        6 => redirect(case, random),
        _ => forbid(case, random),
    }
}

fn some_region<'a>(case: &'a mut Case, random: &mut Random) -> &'a mut Region {
    let count = case.certificate.regions.len();
    &mut case.certificate.regions[random.below(count)]
}

/// A state more or less, or a lot of them.
fn mutate_region(case: &mut Case, random: &mut Random) -> &'static str {
    let place = random.below(case.certificate.regions.len());
    let old = case.certificate.regions[place].region;
    let anywhere = case.component.terms.bool(true);
    let mut states: Belief = states_in(&case.component, old).into_iter().collect();
    let pick = |from: Vec<Vec<u64>>, random: &mut Random| from.get(random.below(from.len().max(1))).cloned();
    match random.below(4) {
        0 => states.extend(pick(states_in(&case.component, anywhere), random)),
        1 => states.extend(pick(states_in(&case.component, case.certificate.labels[0]), random)),
        2 => pick(states.iter().cloned().collect(), random).iter().for_each(|lost| _ = states.remove(lost)),
        _ => states = pick(states.iter().cloned().collect(), random).into_iter().collect(),
    }
    case.certificate.regions[place].region = state_label(&mut case.component, &states);
    "a region"
}

fn mutate_source(case: &mut Case, random: &mut Random) -> &'static str {
    let states: Vec<StateId> = case.certificate.regions.iter().map(|region| region.state).collect();
    let region = some_region(case, random);
    if region.arrivals.is_empty() {
        return "nothing";
    }
    let place = random.below(region.arrivals.len());
    let arrival = &mut region.arrivals[place];
    let mut sources = vec![Source::Label];
    sources.extend((0..states.len()).filter(|index| states[*index] == arrival.from).map(Source::Region));
    arrival.source = sources[random.below(sources.len())];
    "a source"
}

/// All lists of valuations that are about regions, but for empty ones.
fn choices(case: &mut Case) -> Vec<&mut Vec<Valuation>> {
    let certificate = &mut case.certificate;
    let arrivals = certificate.regions.iter_mut().flat_map(|region| &mut region.arrivals);
    let mut found: Vec<&mut Vec<Valuation>> = arrivals.map(|arrival| &mut arrival.choices).collect();
    for proof in &mut certificate.forbidden {
        if let Proof::Hit { choices, .. } = &mut proof.proof {
            found.push(choices);
        }
    }
    found.retain(|choices| !choices.is_empty());
    found
}

/// A valuation dropped, or one of its choices made in another way.
fn mutate_choices(case: &mut Case, random: &mut Random) -> &'static str {
    let mut pool = std::mem::take(&mut case.component.terms);
    let mut all = choices(case);
    let place = random.below(all.len().max(1));
    if let Some(valuations) = all.get_mut(place) {
        let one = random.below(valuations.len());
        let made = valuations[one].len();
        if made == 0 || random.below(2) == 0 {
            valuations.remove(one);
        } else {
            let (_, term) = &mut valuations[one][random.below(made)];
            *term = pool.constant(pool.sort(*term), random.below(4) as u64);
        }
    }
    case.component.terms = pool;
    "a choice"
}

fn mutate_initial(case: &mut Case, random: &mut Random) -> &'static str {
    let anywhere: Term = case.component.terms.bool(true);
    let states = states_in(&case.component, anywhere);
    let state = states[random.below(states.len())].clone();
    if let Some(initial) = &mut some_region(case, random).initial {
        *initial = state;
    }
    "an initial state"
}

/// Another region of the same state for a proof.
fn aim_elsewhere(case: &mut Case, random: &mut Random) -> &'static str {
    let states: Vec<StateId> = case.certificate.regions.iter().map(|region| region.state).collect();
    for found in &mut case.certificate.forbidden {
        let others: Vec<usize> = (0..states.len()).filter(|index| states[*index] == found.state).collect();
        if let Proof::Hit { region, .. } = &mut found.proof {
            *region = others[random.below(others.len())];
        }
    }
    "the regions of proofs"
}

/// An event leads elsewhere, and arrives in the regions there by the choices that it had.
fn redirect(case: &mut Case, random: &mut Random) -> &'static str {
    let to = some_region(case, random).state;
    let region = some_region(case, random);
    if region.arrivals.is_empty() {
        return "nothing";
    }
    let mut moved = region.arrivals[random.below(region.arrivals.len())].clone();
    let step = (moved.from, moved.call, moved.outcome);
    case.interface.connect(moved.from, case.interface.alphabet().event(moved.call, moved.outcome), to);
    if random.below(2) == 0 {
        moved.source = Source::Label;
    }
    for region in &mut case.certificate.regions {
        region.arrivals.retain(|arrival| (arrival.from, arrival.call, arrival.outcome) != step);
        if region.state == to {
            region.arrivals.push(moved.clone());
        }
    }
    "an edge redirected"
}

/// An allowed call is forbidden because of some region.
fn forbid(case: &mut Case, random: &mut Random) -> &'static str {
    let region = random.below(case.certificate.regions.len());
    let state = case.certificate.regions[region].state;
    let calls: Vec<_> = case.interface.alphabet().call_ids().filter(|c| case.interface.allows(state, *c)).collect();
    let Some(&call) = calls.get(random.below(calls.len().max(1))) else { return "nothing" };
    case.interface = without(&case.interface, |from, by| (from, by) == (state, call));
    for region in &mut case.certificate.regions {
        region.arrivals.retain(|arrival| (arrival.from, arrival.call) != (state, call));
    }
    let proof = Proof::Hit { region, choices: vec![vec![]] };
    case.certificate.forbidden.push(ForbiddenProof { state, call, proof });
    "an allowed call forbidden"
}

/// The interface without some of its calls.
fn without(interface: &Interface, is_lost: impl Fn(StateId, etiquette_automata::CallId) -> bool) -> Interface {
    let alphabet = interface.alphabet();
    let mut built = Interface::new(alphabet.clone());
    (1..interface.state_count()).for_each(|_| _ = built.add_state());
    for from in interface.states() {
        for call in alphabet.call_ids().filter(|call| interface.allows(from, *call) && !is_lost(from, *call)) {
            built.allow(from, call);
            for event in alphabet.events_of(call) {
                interface.next(from, event).into_iter().for_each(|to| built.connect(from, event, to));
            }
        }
    }
    built
}
