//! Companions of methods let an engine that knows nothing but allowed and forbidden calls find out more about those
//! that may fail.
//!
//! The *opposite* of a method returns where the method raises an error, fails where it returns, and changes nothing. It
//! may be called exactly where every call of the method fails, whatever hidden choices there are: so states in which a
//! call certainly fails are told from those in which it may. The *passage* of a method is the method without its
//! errors: where the method fails, the passage never returns. It may always be called, and so shows what is true after
//! a call that might have failed, but did not.

use rustc_hash::FxHashMap;

use super::hide::{insert_at_entry, new_local, rename, with_own_symbols, written_in};
use crate::component::{Action, Binding, Component, ErrorSite, Location, Method};

/// A component with companions of some of its methods behind all others: first opposites, then passages.
#[derive(Clone, Debug)]
pub struct WithCompanions {
    /// The component.
    pub component: Component,
    /// The methods that have an opposite, in the order of their opposites.
    pub opposed: Vec<usize>,
    /// The methods that have a passage, in the order of their passages.
    pub passed: Vec<usize>,
}

/// Adds opposites and passages of methods. Constructors have no opposites: there is only one state before them.
pub fn with_companions(component: &Component, opposed: &[usize], passed: &[usize]) -> WithCompanions {
    let is_method = |&method: &usize| !component.methods[method].constructor;
    let opposed = opposed.iter().copied().filter(is_method).collect();
    let mut made = WithCompanions { component: component.clone(), opposed, passed: passed.to_vec() };
    let returned = made.component.errors.len();
    made.component.errors.push(ErrorSite { name: "it returns".into(), message: None, place: None });
    for method in made.opposed.clone() {
        let index = made.add(opposite_of(&component.methods[method], returned));
        made.keep_state(index);
    }
    for &method in passed {
        made.add(passage_of(&component.methods[method]));
    }
    made
}

impl WithCompanions {
    /// The number of methods that are no companions.
    pub fn own_methods(&self) -> usize {
        self.component.methods.len() - self.opposed.len() - self.passed.len()
    }

    /// Adds a method, with parameters and local variables of its own: no two methods share any.
    fn add(&mut self, method: Method) -> usize {
        let component = &mut self.component;
        let index = component.methods.len();
        component.methods.push(method);
        with_own_symbols(component, index);
        index
    }

    /// What a method writes of the state becomes its own.
    fn keep_state(&mut self, index: usize) {
        let component = &mut self.component;
        let written = written_in(&component.methods[index]);
        let variables = component.variables.iter().map(|variable| variable.binding.clone());
        let kept: Vec<Binding> = variables.filter(|binding| written.contains(&binding.symbol)).collect();
        let (mut before, mut own_of) = (Vec::new(), FxHashMap::default());
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

fn passage_of(method: &Method) -> Method {
    let mut made = method.clone();
    made.name.push_str(" passes");
    made.body.edges.retain(|edge| !matches!(edge.action, Action::Error(_)));
    made
}
