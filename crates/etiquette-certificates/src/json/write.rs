//! Writes a certificate as JSON.

use etiquette_automata::{CallId, Interface};
use etiquette_component::{Action, Binding, Component, Scope};
use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term};
use serde_json::{Value, json};

use super::shared::{self, Definition};
use super::unreadable::Unreadable;
use super::word;
use crate::certificate::{
    Arrival, Certificate, Choice, ForbiddenProof, LoopLabel, Order, Proof, Region, Return, Source, Spread, Valuation,
};
use crate::scope::{Seen, bindings};
use crate::wellformed::well_formed;

/// The certificate as JSON.
///
/// # Errors
/// If it does not fit the interface and the component, or if two variables that can be seen at one place have the same
/// name, so that the text would not say which one is meant.
pub fn to_json(component: &Component, interface: &Interface, certificate: &Certificate) -> Result<Value, Unreadable> {
    let refused = |problem| Unreadable { path: String::new(), problem };
    let mut component = component.clone();
    well_formed(&mut component, interface, certificate).map_err(|malformed| refused(malformed.to_string()))?;
    names_are_clear(&component).map_err(refused)?;
    let mut certificate = certificate.clone();
    let shared = share_all(&mut component, &mut certificate);
    let writer = Writer { component: &component, interface, certificate: &certificate };
    Ok(writer.certificate(&shared))
}

fn names_are_clear(component: &Component) -> Result<(), String> {
    let scopes = (0..component.methods.len()).map(Seen::Everything).chain([Seen::State]);
    for seen in scopes {
        let mut names: Vec<String> = bindings(component, seen).into_iter().map(|binding| binding.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two variables that can be seen at one place are named `{}`", pair[0]));
        }
    }
    Ok(())
}

/// Where a term is to be read: in a method, or with the state variables only.
type Home = Option<usize>;

/// Names large and deep parts, in each method for itself, since only there its variables can be seen.
fn share_all(component: &mut Component, certificate: &mut Certificate) -> Vec<(Home, Vec<Definition>)> {
    let homes = [None].into_iter().chain((0..component.methods.len()).map(Some));
    let prefix = unused_prefix(component);
    let mut count = 0;
    let mut shared = Vec::new();
    for home in homes {
        let mut places = terms_of(certificate, home);
        let terms: Vec<Term> = places.iter().map(|place| **place).collect();
        let (definitions, rest) = shared::share(component, &terms, |index| format!("{prefix} {}", count + index));
        places.iter_mut().zip(rest).for_each(|(place, term)| **place = term);
        count += definitions.len();
        shared.push((home, definitions));
    }
    shared
}

/// A beginning that no variable's name has.
fn unused_prefix(component: &Component) -> String {
    let own = component.methods.iter().flat_map(|method| method.parameters.iter().chain(&method.locals));
    let names: Vec<&str> = component.variables.iter().map(|v| &v.binding).chain(own).map(|b| b.name.as_str()).collect();
    let mut prefix = "part".to_owned();
    while names.iter().any(|name| name.starts_with(&prefix)) {
        prefix.push('\'');
    }
    prefix
}

/// The terms of a certificate that are read in one place.
fn terms_of(certificate: &mut Certificate, home: Home) -> Vec<&mut Term> {
    let Certificate { guards, methods, labels, loops, forbidden, regions, spreads } = certificate;
    let Some(method) = home else {
        let regions = regions.iter_mut().map(|region| &mut region.region);
        let spreads = spreads.iter_mut().map(|spread| &mut spread.within);
        return labels.iter_mut().chain(regions).chain(spreads).collect();
    };
    let is_here = |call: CallId| methods[call.index()] == method;
    let mut found: Vec<&mut Term> =
        guards.iter_mut().zip(&*methods).filter(|(_, m)| **m == method).map(|(g, _)| g).collect();
    found.extend(loops.iter_mut().filter(|label| is_here(label.call)).map(|label| &mut label.label));
    for proof in forbidden.iter_mut().filter(|proof| is_here(proof.call)) {
        if let Proof::CanFail { choices } | Proof::Hit { choices, .. } | Proof::Spread { choices, .. } =
            &mut proof.proof
        {
            found.extend(choices.iter_mut().flatten().map(|(_, term)| term));
        }
    }
    let arrivals = regions.iter_mut().flat_map(|region| &mut region.arrivals);
    for arrival in arrivals.filter(|arrival| is_here(arrival.call)) {
        found.extend(arrival.choices.iter_mut().flatten().map(|(_, term)| term));
    }
    let returns = spreads.iter_mut().flat_map(|spread| &mut spread.returns);
    for event in returns.filter(|event| is_here(event.call)) {
        found.extend(event.choices.iter_mut().flatten().map(|(_, term)| term));
    }
    found
}

struct Writer<'a> {
    component: &'a Component,
    interface: &'a Interface,
    certificate: &'a Certificate,
}

impl Writer<'_> {
    fn certificate(&self, shared: &[(Home, Vec<Definition>)]) -> Value {
        let definitions = shared.iter().flat_map(|(home, found)| found.iter().map(|one| self.definition(*home, one)));
        let mut written = json!({
            "parts": definitions.collect::<Vec<_>>(),
            "calls": self.interface.alphabet().call_ids().map(|call| self.call(call)).collect::<Vec<_>>(),
            "labels": self.certificate.labels.iter().map(|label| self.condition(None, *label)).collect::<Vec<_>>(),
            "loops": self.certificate.loops.iter().map(|label| self.loop_label(label)).collect::<Vec<_>>(),
            "forbidden": self.certificate.forbidden.iter().map(|proof| self.proof(proof)).collect::<Vec<_>>(),
            "regions": self.certificate.regions.iter().map(|region| self.region(region)).collect::<Vec<_>>(),
        });
        if !self.certificate.spreads.is_empty() {
            written["spreads"] = self.certificate.spreads.iter().map(|spread| self.spread(spread)).collect();
        }
        written
    }

    fn scope(&self, home: Home) -> Scope<'_> {
        Scope::new(self.component, home.map(|method| &self.component.methods[method]))
    }

    fn definition(&self, home: Home, definition: &Definition) -> Value {
        let binding = shared::binding(self.component, definition.symbol);
        let mut fields = serde_json::Map::new();
        fields.insert("name".into(), binding.name.as_str().into());
        if let Some(method) = home {
            fields.insert("in".into(), self.component.methods[method].name.as_str().into());
        }
        fields.insert("type".into(), self.component.type_name(binding.ty).into());
        let text = match self.component.terms.sort(definition.term) {
            Sort::Bool => self.condition(home, definition.term),
            Sort::Bits(_) => self.value(home, definition.symbol, definition.term),
        };
        fields.insert("is".into(), text);
        fields.into()
    }

    /// A condition: a text, or several that hold together, so that a long conjunction is no deep expression.
    fn condition(&self, home: Home, condition: Term) -> Value {
        let scope = self.scope(home);
        let mut parts = vec![condition];
        while let Node::Binary(BinaryOp::And, first, last) = self.component.terms.node(parts[parts.len() - 1]) {
            parts.pop();
            parts.extend([last, first]);
        }
        let mut texts: Vec<Value> = parts.into_iter().rev().map(|part| scope.exact(part).into()).collect();
        if texts.len() == 1 { texts.remove(0) } else { texts.into() }
    }

    fn value(&self, home: Home, target: Symbol, value: Term) -> Value {
        self.scope(home).exact_value(target, value).into()
    }

    fn method(&self, call: CallId) -> usize {
        self.certificate.methods[call.index()]
    }

    fn id(&self, call: CallId) -> &str {
        &self.interface.alphabet().call(call).id
    }

    fn call(&self, call: CallId) -> Value {
        let method = self.method(call);
        json!({
            "call": self.id(call),
            "method": self.component.methods[method].name,
            "guard": self.condition(Some(method), self.certificate.guards[call.index()]),
        })
    }

    fn loop_label(&self, label: &LoopLabel) -> Value {
        json!({
            "state": label.state.0,
            "call": self.id(label.call),
            "location": label.location.0,
            "label": self.condition(Some(self.method(label.call)), label.label),
        })
    }

    fn proof(&self, proof: &ForbiddenProof) -> Value {
        let (state, call) = (proof.state.0, self.id(proof.call));
        match &proof.proof {
            Proof::NeverReturns => json!({"state": state, "call": call, "proof": word::NEVER_RETURNS}),
            Proof::Doubtful => json!({"state": state, "call": call, "proof": word::DOUBTFUL}),
            Proof::Open => json!({"state": state, "call": call, "proof": word::OPEN}),
            Proof::CanFail { choices } => {
                let choices = self.valuations(proof.call, choices);
                json!({"state": state, "call": call, "proof": word::CAN_FAIL, "choices": choices})
            }
            Proof::Hit { region, choices } => {
                let choices = self.valuations(proof.call, choices);
                json!({"state": state, "call": call, "proof": word::HIT, "region": region, "choices": choices})
            }
            Proof::Spread { witness, choices } => {
                let witness =
                    self.by_variable(witness, |binding, value| Some(self.value(None, binding.symbol, *value)));
                let choices = self.valuations(proof.call, choices);
                json!({"state": state, "call": call, "proof": word::SPREAD, "witness": witness, "choices": choices})
            }
        }
    }

    fn spread(&self, spread: &Spread) -> Value {
        json!({
            "state": spread.state.0,
            "within": self.condition(None, spread.within),
            "orders": self.by_variable(&spread.orders, |_, order| Some(order_word(*order).into())),
            "returns": spread.returns.iter().map(|event| self.event_back(event)).collect::<Vec<_>>(),
        })
    }

    fn event_back(&self, event: &Return) -> Value {
        json!({
            "from": event.from.0,
            "call": self.id(event.call),
            "outcome": event.outcome,
            "before": self.by_variable(&event.before, |binding, value| value.map(|value| self.value(None, binding.symbol, value))),
            "choices": self.valuations(event.call, &event.choices),
        })
    }

    /// Something for each of the component's variables, by name; what has nothing is left out.
    fn by_variable<T>(&self, items: &[T], write: impl Fn(&Binding, &T) -> Option<Value>) -> Value {
        let bindings = self.component.variables.iter().map(|variable| &variable.binding);
        let named =
            bindings.zip(items).filter_map(|(binding, item)| Some((binding.name.clone(), write(binding, item)?)));
        named.collect::<serde_json::Map<_, _>>().into()
    }

    fn region(&self, region: &Region) -> Value {
        let mut written = json!({
            "state": region.state.0,
            "region": self.condition(None, region.region),
            "arrivals": region.arrivals.iter().map(|arrival| self.arrival(arrival)).collect::<Vec<_>>(),
        });
        if let Some(values) = &region.initial {
            written["initial"] = self.state(values);
        }
        written
    }

    /// The values of the component's variables, by name.
    fn state(&self, values: &[u64]) -> Value {
        self.by_variable(values, |binding, value| Some(self.component.value_name(binding.ty, *value).into()))
    }

    fn arrival(&self, arrival: &Arrival) -> Value {
        let mut written = json!({
            "from": arrival.from.0,
            "call": self.id(arrival.call),
            "outcome": arrival.outcome,
            "source": word::LABEL,
            "choices": self.valuations(arrival.call, &arrival.choices),
        });
        if let Source::Region(region) = arrival.source {
            written["source"] = word::REGION.into();
            written["region"] = region.into();
        }
        written
    }

    fn valuations(&self, call: CallId, valuations: &[Valuation]) -> Value {
        let method = self.method(call);
        let one = |valuation: &Valuation| -> Vec<Value> {
            valuation.iter().map(|(choice, term)| self.choice(method, *choice, *term)).collect()
        };
        valuations.iter().map(one).collect()
    }

    fn choice(&self, method: usize, choice: Choice, term: Term) -> Value {
        let body = &self.component.methods[method].body;
        match choice {
            Choice::Edge(edge) => json!({"edge": edge, "is": self.condition(Some(method), term)}),
            Choice::Value(edge) => {
                let target = match body.edges[edge].action {
                    Action::Havoc(symbol, ..) => Some(symbol),
                    _ => None,
                };
                json!({"value": edge, "is": target.map(|symbol| self.value(Some(method), symbol, term))})
            }
            Choice::Argument(index) => {
                let symbol = self.component.methods[method].parameters[index].symbol;
                json!({"argument": index, "is": self.value(Some(method), symbol, term)})
            }
        }
    }
}

fn order_word(order: Order) -> &'static str {
    match order {
        Order::Same => word::SAME,
        Order::AtMost => word::AT_MOST,
        Order::AtLeast => word::AT_LEAST,
        Order::Any => word::ANY,
    }
}
