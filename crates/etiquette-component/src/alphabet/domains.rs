//! The variables of the state and of calls, and the conditions that they have values of their types.

use etiquette_logic::{Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::alphabet::{MethodId, register_of};
use crate::component::{Binding, Component};

impl Component {
    /// The state variables.
    pub fn state_bindings(&self) -> Vec<Binding> {
        self.variables.iter().map(|variable| variable.binding.clone()).collect()
    }

    /// The symbols of the state variables.
    pub fn state_symbols(&self) -> Vec<Symbol> {
        self.variables.iter().map(|variable| variable.binding.symbol).collect()
    }

    /// The symbols of the method's parameters.
    pub fn parameter_symbols(&self, method: MethodId) -> Vec<Symbol> {
        self.methods[method].parameters.iter().map(|binding| binding.symbol).collect()
    }

    /// All of these have values of their types, and registers are what can be relied on.
    pub fn domains(&mut self, bindings: &[Binding]) -> Term {
        let mut all = self.relied_on_of(bindings);
        for binding in bindings {
            let term = self.terms.symbol(binding.symbol);
            if let Some(constraint) = self.domain_constraint(binding.ty, term) {
                all = self.terms.and(all, constraint);
            }
        }
        all
    }

    /// What is relied on of the registers, where these are among parameters.
    fn relied_on_of(&mut self, bindings: &[Binding]) -> Term {
        let told = bindings.iter().filter_map(|binding| {
            let name = register_of(&binding.name)?;
            let register = self.registers.iter().find(|register| register.binding.name == name)?;
            Some((register.binding.symbol, self.terms.symbol(binding.symbol)))
        });
        let told: FxHashMap<Symbol, Term> = told.collect();
        match self.terms.symbols_of(self.relied_on).iter().all(|symbol| told.contains_key(symbol)) {
            true => Substitution::new(told).apply(&mut self.terms, self.relied_on),
            false => self.terms.bool(true),
        }
    }

    /// The state variables have values of their types.
    pub fn state_domains(&mut self) -> Term {
        let bindings = self.state_bindings();
        self.domains(&bindings)
    }

    /// The parameters of the method have values of their types.
    pub fn parameter_domains(&mut self, method: MethodId) -> Term {
        let bindings = self.methods[method].parameters.clone();
        self.domains(&bindings)
    }

    /// The state variables and the parameters of the method have values of their types.
    pub fn call_domains(&mut self, method: MethodId) -> Term {
        let mut bindings = self.state_bindings();
        bindings.extend(self.methods[method].parameters.iter().cloned());
        self.domains(&bindings)
    }
}
