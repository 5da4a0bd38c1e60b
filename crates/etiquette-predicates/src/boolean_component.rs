//! The abstraction as a component of its own: a boolean variable for each predicate (three-valued in the cartesian
//! version), methods that choose among the abstract successors. It can be printed, parsed, sliced and given to any
//! engine.
//!
//! It over-approximates: every word that the component can do, it can do, and what may fail there may fail here.

use std::collections::BTreeMap;

use etiquette_component::{Action, Binding, Body, Component, Edge, Enumeration, Location, Method, Type, Variable};
use etiquette_logic::{Sort, Symbol, Term};

use crate::abstraction::{Abstraction, Step};
use crate::cubes::cover;
use crate::space::AbstractSpace;
use crate::valuation::{Precision, Truth, Valuation};

/// How a call may end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// With an outcome, and nothing has changed.
    Unchanged(usize),
    Returned(usize, Valuation),
    Failed(usize),
}

/// The abstraction as a component. Calls that were added to the abstraction are left out: there is one method for each
/// method.
pub fn boolean_component(abstraction: &Abstraction, space: &AbstractSpace) -> Component {
    let original = abstraction.component();
    let mut builder = Builder::new(abstraction);
    builder.set_initial(&space.states[..space.initial]);
    builder.component.errors = original.errors.clone();
    for (index, method) in original.methods.iter().enumerate() {
        let mut ends: BTreeMap<End, Vec<Valuation>> = BTreeMap::new();
        for transition in space.transitions.iter().filter(|transition| transition.call == index) {
            let from = &space.states[transition.from];
            for end in ways_to_end(from, &transition.step) {
                ends.entry(end).or_default().push(from.clone());
            }
        }
        builder.add_method(original, method, ends);
    }
    builder.component
}

fn ways_to_end(from: &Valuation, step: &Step) -> Vec<End> {
    let mut ends: Vec<End> = step.errors.iter().map(|&error| End::Failed(error)).collect();
    for (outcome, targets) in step.next.iter().enumerate() {
        ends.extend(targets.iter().map(|to| match to == from {
            true => End::Unchanged(outcome),
            false => End::Returned(outcome, to.clone()),
        }));
    }
    ends
}

struct Builder {
    component: Component,
    precision: Precision,
    variables: Vec<Symbol>,
}

impl Builder {
    fn new(abstraction: &Abstraction) -> Self {
        let original = abstraction.component();
        let mut component = Component::new(original.name.clone());
        component.enums = original.enums.clone();
        let ty = match abstraction.precision() {
            Precision::Boolean => Type::Bool,
            Precision::Cartesian => {
                component.enums.push(truth_type(abstraction));
                Type::Enum(component.enums.len() - 1)
            }
        };
        let sort = component.sort(ty);
        let mut variables = Vec::new();
        for predicate in abstraction.predicates() {
            let symbol = component.terms.new_symbol(&predicate.text, sort);
            let binding = Binding { name: predicate.text.clone(), ty, symbol };
            component.variables.push(Variable { binding, initial: None });
            variables.push(symbol);
        }
        Builder { component, precision: abstraction.precision(), variables }
    }

    fn set_initial(&mut self, initial: &[Valuation]) {
        if let [only] = initial {
            for (variable, &truth) in self.component.variables.iter_mut().zip(only.values()) {
                variable.initial = Some(value(truth));
            }
        } else {
            self.component.initially = self.one_of(initial);
        }
    }

    /// The condition that the variables are as in one of the valuations.
    fn one_of(&mut self, valuations: &[Valuation]) -> Term {
        let cubes = match self.precision {
            Precision::Boolean => cover(valuations.iter().cloned()),
            Precision::Cartesian => valuations.to_vec(),
        };
        let cubes: Vec<Term> = cubes.iter().map(|cube| self.exactly(cube)).collect();
        self.component.terms.any(cubes)
    }

    /// The condition that the variables are as in the valuation. In the boolean version, `*` leaves a variable open; in
    /// the cartesian one it is a value.
    fn exactly(&mut self, cube: &Valuation) -> Term {
        let mut all = Vec::new();
        for (index, &truth) in cube.values().iter().enumerate() {
            if self.precision == Precision::Boolean && truth == Truth::Unknown {
                continue;
            }
            let variable = self.component.terms.symbol(self.variables[index]);
            let value = self.constant(truth);
            all.push(self.component.terms.equal(variable, value));
        }
        self.component.terms.all(all)
    }

    fn constant(&mut self, truth: Truth) -> Term {
        let sort = match self.precision {
            Precision::Boolean => Sort::Bool,
            Precision::Cartesian => Sort::Bits(2),
        };
        self.component.terms.constant(sort, value(truth))
    }

    fn add_method(&mut self, original: &Component, method: &Method, ends: BTreeMap<End, Vec<Valuation>>) {
        let mut body = Body { locations: 1, edges: Vec::new() };
        for (end, sources) in ends {
            self.add_end(&mut body, &end, &sources);
        }
        let mut parameters = Vec::new();
        for binding in &method.parameters {
            let symbol = self.component.terms.new_symbol(&binding.name, original.sort(binding.ty));
            parameters.push(Binding { name: self.free_name(&binding.name), ty: binding.ty, symbol });
        }
        let method = Method { parameters, locals: Vec::new(), result: None, body, ..method.clone() };
        self.component.methods.push(method);
    }

    /// A parameter must not hide a predicate of its name.
    fn free_name(&self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.component.variables.iter().any(|variable| variable.binding.name == free) {
            free.push('_');
        }
        free
    }

    /// One way to end, from any of these states.
    fn add_end(&mut self, body: &mut Body, end: &End, sources: &[Valuation]) {
        let condition = self.one_of(sources);
        let mut here = Location::ENTRY;
        if !self.component.is_true(condition) {
            here = next_location(body);
            body.edges.push(Edge { from: Location::ENTRY, action: Action::Assume(condition, here) });
        }
        let action = match end {
            End::Failed(error) => Action::Error(*error),
            End::Unchanged(outcome) => Action::Return(*outcome),
            End::Returned(outcome, target) => {
                for (index, &truth) in target.values().iter().enumerate() {
                    if sources.iter().all(|source| source.values()[index] == truth) {
                        continue;
                    }
                    let (from, value) = (here, self.constant(truth));
                    here = next_location(body);
                    body.edges.push(Edge { from, action: Action::Assign(self.variables[index], value, here) });
                }
                Action::Return(*outcome)
            }
        };
        body.edges.push(Edge { from: here, action });
    }
}

fn next_location(body: &mut Body) -> Location {
    body.locations += 1;
    Location(body.locations as u32 - 1)
}

/// The position of a truth value in [`truth_type`], and its bit where there are only two.
fn value(truth: Truth) -> u64 {
    match truth {
        Truth::False => 0,
        Truth::True => 1,
        Truth::Unknown => 2,
    }
}

/// The three truth values, under names that nothing else has.
fn truth_type(abstraction: &Abstraction) -> Enumeration {
    let component = abstraction.component();
    let mut enumeration =
        Enumeration { name: "Truth".into(), values: ["no", "yes", "unknown"].map(Into::into).to_vec() };
    let enums = component.enums.iter().flat_map(|found| found.values.iter().chain([&found.name]));
    let parameters = component.methods.iter().flat_map(|method| &method.parameters).map(|binding| &binding.name);
    let predicates = abstraction.predicates().iter().map(|predicate| &predicate.text);
    let taken: Vec<&String> = enums.chain(parameters).chain(predicates).collect();
    while enumeration.values.iter().chain([&enumeration.name]).any(|name| taken.contains(&name)) {
        enumeration.name.push('_');
        enumeration.values.iter_mut().for_each(|value| value.push('_'));
    }
    enumeration
}
