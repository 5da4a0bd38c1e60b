//! The opposite of a method returns where the method raises an error, fails where it returns, and changes nothing.
//!
//! It may be called exactly where every call of the method fails, whatever hidden choices there are. So an engine that
//! knows nothing but allowed and forbidden calls tells apart, with opposites, states in which a call certainly fails
//! from those in which it may.

use rustc_hash::FxHashMap;

use super::hide::{insert_at_entry, new_local, rename, written_in};
use crate::component::{Action, Binding, Component, ErrorSite, Location, Method};

/// A component with opposites of some of its methods behind all others.
#[derive(Clone, Debug)]
pub struct WithOpposites {
    /// The component.
    pub component: Component,
    /// The methods that have one, in the order of their opposites.
    pub opposed: Vec<usize>,
}

/// Adds the opposites of methods. Constructors have none: there is only one state before them.
pub fn with_opposites(component: &Component, methods: impl IntoIterator<Item = usize>) -> WithOpposites {
    let opposed = methods.into_iter().filter(|&method| !component.methods[method].constructor).collect();
    let mut made = WithOpposites { component: component.clone(), opposed };
    let returned = made.component.errors.len();
    made.component.errors.push(ErrorSite { name: "it returns".into(), message: None, place: None });
    for method in made.opposed.clone() {
        made.add(method, returned);
    }
    made
}

impl WithOpposites {
    /// The number of methods that are no opposites.
    pub fn own_methods(&self) -> usize {
        self.component.methods.len() - self.opposed.len()
    }

    fn add(&mut self, method: usize, returned: usize) {
        let index = self.component.methods.len();
        let opposite = opposite_of(&self.component.methods[method], returned);
        self.component.methods.push(opposite);
        self.keep_apart(index);
    }

    /// No two methods share a variable, and what this one writes of the state becomes its own.
    fn keep_apart(&mut self, index: usize) {
        let component = &mut self.component;
        let written = written_in(&component.methods[index]);
        let variables = component.variables.iter().map(|variable| variable.binding.clone());
        let kept: Vec<Binding> = variables.filter(|binding| written.contains(&binding.symbol)).collect();
        let mut own_of = FxHashMap::default();
        let Method { parameters, locals, .. } = &mut component.methods[index];
        for binding in parameters.iter_mut().chain(locals) {
            let sort = component.terms.symbol_sort(binding.symbol);
            let own = component.terms.new_symbol(binding.name.clone(), sort);
            own_of.insert(std::mem::replace(&mut binding.symbol, own), own);
        }
        let mut before = Vec::new();
        for binding in kept {
            let local = new_local(component, index, &binding);
            let value = component.terms.symbol(binding.symbol);
            before.push(Action::Assign(local.symbol, value, Location::ENTRY));
            own_of.insert(binding.symbol, local.symbol);
        }
        rename(component, index, &own_of);
        insert_at_entry(&mut component.methods[index].body, &before);
    }
}

fn opposite_of(method: &Method, returned: usize) -> Method {
    let mut made = method.clone();
    made.name.push_str(" fails");
    made.outcomes = vec!["ok".into()];
    made.free_outcomes = false;
    for edge in &mut made.body.edges {
        edge.action = match edge.action {
            Action::Return(_) => Action::Error(returned),
            Action::Error(_) => Action::Return(0),
            action => action,
        };
    }
    made
}
