//! Interfaces and certificates written down in a few lines.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_certificates::{
    Arrival, Certificate, Checked, Choice, ForbiddenProof, Limits, LoopLabel, Order, Proof, Reason, Region, Return,
    Source, Spread, Valuation, check,
};
use etiquette_component::{Binding, Component, Location, Type, parse, parse_value};
use etiquette_logic::Term;

/// A choice, with the type and the text of the term that makes it.
pub type Made<'a> = (Choice, Type, &'a str);

/// A component, an interface for it, and a certificate for the interface.
#[derive(Clone)]
pub struct Case {
    pub component: Component,
    pub interface: Interface,
    pub certificate: Certificate,
}

impl Case {
    /// Calls are methods with guards; the labels are those of the states, the first being the initial one. Every call
    /// is forbidden everywhere, without a proof.
    pub fn new(source: &str, calls: &[(&str, &str)], labels: &[&str]) -> Case {
        let component = parse(source, "test.component").unwrap();
        let methods: Vec<usize> = calls.iter().map(|(name, _)| method_named(&component, name)).collect();
        let interface = Interface::new(Alphabet::new(calls_of(&component, &methods, calls)));
        let empty = Certificate {
            guards: vec![],
            methods,
            labels: vec![],
            loops: vec![],
            forbidden: vec![],
            regions: vec![],
            spreads: vec![],
        };
        let mut case = Case { component, interface, certificate: empty };
        for (index, (_, guard)) in calls.iter().enumerate() {
            let guard = case.term(Some(case.certificate.methods[index]), Type::Bool, guard);
            case.certificate.guards.push(guard);
        }
        for label in labels {
            let label = case.term(None, Type::Bool, label);
            case.certificate.labels.push(label);
        }
        (1..labels.len()).for_each(|_| _ = case.interface.add_state());
        case
    }

    pub fn term(&mut self, method: Option<usize>, ty: Type, text: &str) -> Term {
        let method = method.map(|method| &self.component.methods[method]);
        let scope: Vec<Binding> =
            method.into_iter().flat_map(|m| m.parameters.iter().chain(&m.locals)).cloned().collect();
        parse_value(&mut self.component, &scope, ty, text).unwrap()
    }

    pub fn call(&self, id: &str) -> CallId {
        let alphabet = self.interface.alphabet();
        alphabet.call_ids().find(|call| alphabet.call(*call).id == id).unwrap_or_else(|| panic!("no call {id}"))
    }

    /// Allows a call, with next states for outcomes.
    pub fn allow(mut self, state: u32, id: &str, next: &[(&str, u32)]) -> Case {
        let call = self.call(id);
        self.interface.allow(StateId(state), call);
        for (outcome, to) in next {
            let position =
                self.interface.alphabet().call(call).outcomes.iter().position(|name| name == outcome).unwrap();
            let event = self.interface.alphabet().event(call, position);
            self.interface.connect(StateId(state), event, StateId(*to));
        }
        self.certificate.forbidden.retain(|found| found.state != StateId(state) || found.call != call);
        self
    }

    /// Says where a forbidden call leads with an outcome, should it return.
    pub fn should_return(mut self, state: u32, id: &str, (outcome, to): (&str, u32)) -> Case {
        let call = self.call(id);
        let position = self.interface.alphabet().call(call).outcomes.iter().position(|name| name == outcome).unwrap();
        let event = self.interface.alphabet().event(call, position);
        self.interface.connect_should_return(StateId(state), event, StateId(to));
        self
    }

    pub fn forbid(mut self, state: u32, id: &str, proof: Proof) -> Case {
        let call = self.call(id);
        self.certificate.forbidden.push(ForbiddenProof { state: StateId(state), call, proof });
        self
    }

    pub fn never_returns(self, state: u32, id: &str) -> Case {
        self.forbid(state, id, Proof::NeverReturns)
    }

    /// A proof by one valuation.
    pub fn can_fail(mut self, state: u32, id: &str, choices: &[Made]) -> Case {
        let choices = vec![self.valuation(id, choices)];
        self.forbid(state, id, Proof::CanFail { choices })
    }

    fn valuation(&mut self, id: &str, choices: &[Made]) -> Valuation {
        let method = self.certificate.methods[self.call(id).index()];
        choices.iter().map(|(choice, ty, text)| (*choice, self.term(Some(method), *ty, text))).collect()
    }

    /// A region without arrivals.
    pub fn region(mut self, state: u32, region: &str, initial: Option<&[u64]>) -> Case {
        let region = self.term(None, Type::Bool, region);
        let initial = initial.map(<[u64]>::to_vec);
        self.certificate.regions.push(Region { state: StateId(state), region, initial, arrivals: vec![] });
        self
    }

    /// An arrival in the region that was added last, by one valuation.
    pub fn arrive(mut self, from: u32, (id, outcome): (&str, &str), source: Source, choices: &[Made]) -> Case {
        let (call, choices) = (self.call(id), vec![self.valuation(id, choices)]);
        let outcome = self.interface.alphabet().call(call).outcomes.iter().position(|name| name == outcome).unwrap();
        let arrival = Arrival { from: StateId(from), call, outcome, source, choices };
        self.certificate.regions.last_mut().unwrap().arrivals.push(arrival);
        self
    }

    /// A proof by a region and one valuation.
    pub fn hit(mut self, state: u32, id: &str, region: usize, choices: &[Made]) -> Case {
        let choices = vec![self.valuation(id, choices)];
        self.forbid(state, id, Proof::Hit { region, choices })
    }

    /// A spread without ways to it.
    pub fn spread(mut self, state: u32, within: &str, orders: &[Order]) -> Case {
        let within = self.term(None, Type::Bool, within);
        let spread = Spread { state: StateId(state), within, orders: orders.to_vec(), returns: vec![] };
        self.certificate.spreads.push(spread);
        self
    }

    /// A way to the spread that was added last, by one valuation.
    pub fn back(mut self, from: u32, (id, outcome): (&str, &str), before: &[Option<&str>], choices: &[Made]) -> Case {
        let (call, choices) = (self.call(id), vec![self.valuation(id, choices)]);
        let outcome = self.interface.alphabet().call(call).outcomes.iter().position(|name| name == outcome).unwrap();
        let before = self.state(before);
        let event = Return { from: StateId(from), call, outcome, before, choices };
        self.certificate.spreads.last_mut().unwrap().returns.push(event);
        self
    }

    /// A proof by the state's spread and one valuation.
    pub fn hit_in_spread(mut self, state: u32, id: &str, witness: &[&str], choices: &[Made]) -> Case {
        let choices = vec![self.valuation(id, choices)];
        let witness = witness.iter().map(|value| Some(*value)).collect::<Vec<_>>();
        let witness = self.state(&witness).into_iter().flatten().collect();
        self.forbid(state, id, Proof::Spread { witness, choices })
    }

    /// Values of the component's variables, as far as they are given.
    pub fn state(&mut self, values: &[Option<&str>]) -> Vec<Option<Term>> {
        let types: Vec<Type> = self.component.variables.iter().map(|variable| variable.binding.ty).collect();
        types.into_iter().zip(values).map(|(ty, value)| value.map(|value| self.term(None, ty, value))).collect()
    }

    /// Another condition for a region.
    pub fn with_region(mut self, index: usize, region: &str) -> Case {
        self.certificate.regions[index].region = self.term(None, Type::Bool, region);
        self
    }

    pub fn loop_label(mut self, state: u32, id: &str, location: u32, label: &str) -> Case {
        let call = self.call(id);
        let label = self.term(Some(self.certificate.methods[call.index()]), Type::Bool, label);
        self.certificate.loops.push(LoopLabel { state: StateId(state), call, location: Location(location), label });
        self
    }

    /// Another label for a state.
    pub fn label(mut self, state: usize, label: &str) -> Case {
        self.certificate.labels[state] = self.term(None, Type::Bool, label);
        self
    }

    /// Another guard for a call.
    pub fn guard(mut self, id: &str, guard: &str) -> Case {
        let call = self.call(id).index();
        self.certificate.guards[call] = self.term(Some(self.certificate.methods[call]), Type::Bool, guard);
        self
    }

    pub fn check(&self) -> Checked {
        check(&self.component, &self.interface, &self.certificate, &Limits::default())
    }

    /// Whether it is found to be safe and permissive.
    pub fn verdict(&self) -> [bool; 2] {
        let checked = self.check();
        [checked.safe.is_ok(), checked.permissive.is_ok()]
    }

    /// Insists on both.
    pub fn accepted(self) -> Case {
        let Checked { safe, permissive, .. } = self.check();
        safe.unwrap_or_else(|failure| panic!("not safe: {failure}"));
        permissive.unwrap_or_else(|failure| panic!("not permissive: {failure}"));
        self
    }
}

/// What is wrong with the claim of permissiveness. Safety does not rest on regions and spreads.
pub fn refusal(case: &Case) -> String {
    let checked = case.check();
    assert_eq!(checked.safe, Ok(()));
    let failure = checked.permissive.unwrap_err();
    assert!(matches!(failure.reason, Reason::Refuted(_)), "{failure}");
    failure.to_string()
}

/// The certificate says nothing at all, because of this problem.
pub fn malformed(case: &Case, problem: &str) {
    let checked = case.check();
    let failure = checked.permissive.unwrap_err();
    assert_eq!(failure.reason, Reason::Malformed, "{failure}");
    assert_eq!(checked.safe.unwrap_err(), failure);
    assert!(failure.to_string().contains(problem), "{failure}");
}

pub fn method_named(component: &Component, name: &str) -> usize {
    component.methods.iter().position(|method| method.name == name).unwrap_or_else(|| panic!("no method {name}"))
}

/// A call for each method and guard; the first of a method has its name, others a number behind it.
pub fn calls_of(component: &Component, methods: &[usize], guards: &[(&str, &str)]) -> Vec<Call> {
    let made = methods.iter().zip(guards).enumerate().map(|(index, (&method, (name, guard)))| {
        let method_found = &component.methods[method];
        let earlier = methods[..index].iter().filter(|other| **other == method).count();
        let id = if earlier == 0 { (*name).to_owned() } else { format!("{name} {}", earlier + 1) };
        let mut call = Call::simple(id).with_outcomes(method_found.outcomes.clone());
        (call.method, call.constructor) = (method_found.name.clone(), method_found.constructor);
        call.guard = (*guard).into();
        call
    });
    made.collect()
}
