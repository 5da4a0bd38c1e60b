//! Writes an outcome as JSON.

use etiquette_automata::{Call, CallId, EventId, Observer, Register, StateId};
use etiquette_component::{Meaning, Role, condition_of_outcome};
use etiquette_outcome::{
    Assumption, AssumptionKind, Forbidden, Guarantee, Integers, NotCovered, OnJvm, Outcome, Reason,
};
use serde_json::{Map, Value, json};

use super::enclosed::Enclosed;
use super::{VERSION, jvm, layout, verdict, why};
use crate::moves::forbidden_calls;

/// The outcome as JSON, version [`VERSION`].
pub fn render(outcome: &Outcome) -> String {
    render_enclosed(outcome, &Enclosed::default())
}

/// The outcome as JSON, with what is kept beside it.
pub fn render_enclosed(outcome: &Outcome, enclosed: &Enclosed) -> String {
    let mut fields = fields(outcome);
    enclosed.write(&mut fields);
    layout::to_text(&fields.into())
}

fn fields(outcome: &Outcome) -> Map<String, Value> {
    let interface = &outcome.interface;
    let fields = json!({
        "etiquette": VERSION,
        "component": outcome.component,
        "engine": outcome.engine,
        "errors": outcome.errors,
        "guarantee": guarantee(&outcome.guarantee),
        "registers": interface.memory().registers.iter().map(register).collect::<Vec<_>>(),
        "calls": interface.alphabet().calls().iter().map(|known| call(outcome, known)).collect::<Vec<_>>(),
        "initial": interface.initial().0,
        "states": interface.states().map(|id| state(outcome, id)).collect::<Vec<_>>(),
        "stop": outcome.stop.to_string(),
        "stats": outcome.statistics,
    });
    let Value::Object(mut fields) = fields else { return Map::new() };
    let observers = &interface.memory().observers;
    if !observers.is_empty() {
        fields.insert("observers".into(), observers.iter().map(observer).collect());
    }
    if !outcome.roles.is_empty() {
        fields.insert("roles".into(), outcome.roles.iter().map(role).collect());
    }
    if let Some(choice) = &outcome.error_choice {
        fields.insert("error_choice".into(), choice.clone().into());
    }
    if !outcome.not_covered.is_empty() {
        let left_out = |found: &NotCovered| json!({"method": found.method, "why": found.why});
        fields.insert("not_covered".into(), outcome.not_covered.iter().map(left_out).collect());
    }
    fields
}

fn register(register: &Register) -> Value {
    let mut fields = json!({"name": register.name, "type": register.ty});
    if let Some(initial) = &register.initial {
        fields["initial"] = initial.clone().into();
    }
    fields
}

fn observer(observer: &Observer) -> Value {
    json!({"name": observer.name, "type": observer.ty, "value": observer.value.text()})
}

fn guarantee(guarantee: &Guarantee) -> Value {
    let mut fields = Map::new();
    fields.insert("safe".into(), guarantee.safe.to_string().into());
    fields.insert("permissive".into(), guarantee.permissive.to_string().into());
    fields.insert("full".into(), guarantee.full.into());
    fields.insert("minimal".into(), guarantee.minimal.into());
    if guarantee.serial {
        fields.insert("serial".into(), true.into());
    }
    fields.insert("integers".into(), integers(guarantee.integers).into());
    let given = guarantee.granted().count();
    if given > 0 {
        fields.insert("given".into(), given.into());
    }
    let assumptions: Vec<Value> = guarantee.assumptions.iter().map(assumption).collect();
    fields.insert("assumptions".into(), assumptions.into());
    fields.into()
}

fn integers(integers: Integers) -> &'static str {
    match integers {
        Integers::Wrap => "wrap",
        Integers::Ideal => "ideal",
    }
}

fn assumption(assumption: &Assumption) -> Value {
    let kind = AssumptionKind::NAMED.iter().find(|(_, kind)| *kind == assumption.kind).map(|(name, _)| *name);
    json!({"text": assumption.text, "at": assumption.at, "kind": kind})
}

fn role(role: &Role) -> Value {
    json!({"name": role.name, "type": role.ty, "made_by": role.made_by})
}

fn call(outcome: &Outcome, call: &Call) -> Value {
    let parameter = |p: &etiquette_automata::Parameter| json!({"name": p.name, "type": p.ty});
    let mut fields = Map::new();
    fields.insert("id".into(), call.id.as_str().into());
    fields.insert("method".into(), call.method.as_str().into());
    if let Some(receiver) = Meaning::of(&outcome.roles, &call.method, call.constructor).receiver() {
        fields.insert("on".into(), receiver.into());
    }
    if call.constructor {
        fields.insert("constructor".into(), true.into());
    }
    let parameters: Vec<Value> = call.parameters.iter().map(parameter).collect();
    fields.insert("params".into(), parameters.into());
    fields.insert("guard".into(), call.guard.text().into());
    if let Some(observed) = &call.observed {
        fields.insert("observed".into(), observed.text().into());
    }
    fields.insert("outcomes".into(), call.outcomes.clone().into());
    fields.into()
}

fn state(outcome: &Outcome, state: StateId) -> Value {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let facts = outcome.states.get(state.index()).cloned().unwrap_or_default();
    let allowed = alphabet.call_ids().filter(|call| interface.allows(state, *call));
    json!({
        "label": facts.label,
        "access": facts.access,
        "allowed": allowed.map(|call| id(outcome, call)).collect::<Vec<_>>(),
        "forbidden": forbidden(outcome, state),
        "next": next(outcome, state),
    })
}

/// The forbidden calls in the order of the facts, then those without a known reason.
fn forbidden(outcome: &Outcome, state: StateId) -> Vec<Value> {
    let facts = outcome.states.get(state.index());
    let known = facts.into_iter().flat_map(|facts| &facts.forbidden);
    let known = known.map(|forbidden| {
        let mut entry = forbidden_entry(id(outcome, forbidden.call), forbidden);
        let behind = should_return(outcome, state, forbidden.call);
        if !behind.is_empty() {
            entry["should_return"] = behind.into();
        }
        entry
    });
    let all = forbidden_calls(outcome, state).into_iter();
    let unknown = all.filter(|(_, forbidden)| forbidden.is_none());
    known.chain(unknown.map(|(call, _)| json!({"call": id(outcome, call)}))).collect()
}

/// Where a doubtful call leads, should it return.
fn should_return(outcome: &Outcome, state: StateId, call: CallId) -> Vec<Value> {
    let alphabet = outcome.interface.alphabet();
    let entry = |event| {
        let to = outcome.interface.next_should_return(state, event)?;
        Some(json!({"outcome": alphabet.outcome_of(event), "to": to.0}))
    };
    alphabet.events_of(call).filter_map(entry).collect()
}

fn forbidden_entry(call: &str, forbidden: &Forbidden) -> Value {
    let why = match &forbidden.reason {
        Reason::Error { witness, error, at } => {
            let verdict = if forbidden.doubt.is_some() { verdict::DOUBTFUL } else { verdict::FAILS };
            let mut entry = json!({"call": call, "verdict": verdict, "error": error, "witness": witness, "at": at});
            if let Some(doubt) = &forbidden.doubt {
                entry["tested"] = json!(forbidden.is_tested());
                entry["depends_on"] = json!(doubt);
            }
            forbidden.on_jvm.iter().for_each(|tried| write_on_jvm(&mut entry, tried));
            return entry;
        }
        Reason::NotConstructed => why::NOT_CONSTRUCTED,
        Reason::AlreadyConstructed => why::ALREADY_CONSTRUCTED,
        Reason::NotThere => why::NOT_THERE,
        Reason::NeverMet => why::NEVER_MET,
        Reason::LeadsToDeadEnd => why::LEADS_TO_DEAD_END,
        Reason::Unexplored => why::UNEXPLORED,
    };
    json!({"call": call, "why": why})
}

fn write_on_jvm(entry: &mut Value, tried: &OnJvm) {
    let (result, saw) = match tried {
        OnJvm::Raised => (jvm::RAISED, None),
        OnJvm::Differs(what) => (jvm::DIFFERS, Some(what)),
        OnJvm::NotMade(why) => (jvm::NOT_MADE, Some(why)),
    };
    entry["jvm"] = json!(result);
    if let Some(saw) = saw {
        entry["jvm_saw"] = json!(saw);
    }
}

fn next(outcome: &Outcome, state: StateId) -> Vec<Value> {
    let alphabet = outcome.interface.alphabet();
    let events = (0..alphabet.event_count()).map(EventId::from_index);
    let entry = |event| {
        let to = outcome.interface.next(state, event)?;
        let call = id(outcome, alphabet.call_of(event));
        let mut entry = json!({"call": call, "outcome": alphabet.outcome_of(event), "to": to.0});
        let outcomes = &alphabet.call(alphabet.call_of(event)).outcomes;
        if let Some(condition) = condition_of_outcome(outcomes, alphabet.outcome_index(event)) {
            entry["when"] = condition.text().into();
        }
        let updates = outcome.interface.updates(state, event).iter();
        let sets: Map<String, Value> = updates
            .map(|update| {
                let register = &outcome.interface.memory().registers[update.register];
                (register.name.clone(), update.value.text().into())
            })
            .collect();
        if !sets.is_empty() {
            entry["set"] = sets.into();
        }
        Some(entry)
    };
    events.filter_map(entry).collect()
}

fn id(outcome: &Outcome, call: CallId) -> &str {
    &outcome.interface.alphabet().call(call).id
}
