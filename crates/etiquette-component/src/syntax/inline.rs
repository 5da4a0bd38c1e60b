//! A held component as part of its holder: `Flat.P.(x : Q)` of *Permissive Interfaces* (FSE 2005, Section 6).
//!
//! Everything of the held component gets a name with its holder's name in front, as in `lock.held`. The holder's own
//! code sees none of it: calls are copied into its methods, and the variables join the state when all of the source has
//! been read.

use etiquette_logic::{Node, Symbol, Term};
use rustc_hash::FxHashSet;

use super::transplant::{Names, transplant};
use crate::component::{Binding, Component, Enumeration, ErrorSite, Method, Owner, Type, Variable};

/// A held component, with what its parts are in the holder.
pub(super) struct Held {
    pub name: String,
    pub component: Component,
    /// The state variables as variables of the holder, in the same order.
    pub variables: Vec<Variable>,
    /// The condition on its initial state, in the holder's terms.
    pub initially: Term,
    /// Whether it is constructed; `None` where there are no constructors.
    pub constructed: Option<Variable>,
    names: Names,
    /// Its enums among those of the holder.
    enums: Vec<usize>,
}

impl Held {
    /// Makes the parts of a held component known to its holder.
    pub fn new(holder: &mut Component, name: &str, component: Component) -> Self {
        let enums = component.enums.iter().map(|found| adopt_enum(holder, name, found)).collect();
        let initially = holder.terms.bool(true);
        let names = Names::default();
        let mut held =
            Held { name: name.into(), component, variables: Vec::new(), initially, constructed: None, names, enums };
        held.adopt_variables(holder);
        held.initially = held.term(holder, &Names::default(), held.component.initially);
        if held.component.has_constructors() {
            let binding = bind(holder, format!("{name}.constructed"), Type::Bool);
            held.constructed = Some(Variable { binding, initial: Some(0) });
        }
        held
    }

    fn adopt_variables(&mut self, holder: &mut Component) {
        for variable in &self.component.variables {
            let name = format!("{}.{}", self.name, variable.binding.name);
            let binding = bind(holder, name, self.ty(variable.binding.ty));
            self.names.insert(variable.binding.symbol, binding.symbol);
            self.variables.push(Variable { binding, initial: variable.initial });
        }
    }

    /// A type of the held component as one of the holder.
    pub fn ty(&self, ty: Type) -> Type {
        match ty {
            Type::Enum(index) => Type::Enum(self.enums[index]),
            plain => plain,
        }
    }

    /// A term of the held component as one of the holder; `locals` are the names of parameters and local variables.
    pub fn term(&self, holder: &mut Component, locals: &Names, term: Term) -> Term {
        let both = self.names.iter().chain(locals).map(|(&from, &to)| (from, to)).collect();
        transplant(&self.component.terms, term, &mut holder.terms, &both)
    }

    /// A variable of the held component as one of the holder.
    pub fn symbol(&self, locals: &Names, symbol: Symbol) -> Symbol {
        self.names.get(&symbol).or_else(|| locals.get(&symbol)).copied().unwrap_or(symbol)
    }

    /// Who makes a choice of the held component, as the holder has it.
    pub fn owner(&self, holder: &mut Component, owner: Owner) -> Owner {
        match owner {
            Owner::Component => Owner::Component,
            Owner::Model(gap) => holder.left_open(self.component.gaps[gap as usize].clone()),
        }
    }

    /// New local variables of the holder for a method's parameters and local variables, in this order.
    pub fn locals(&self, holder: &mut Component, method: &Method) -> (Vec<Binding>, Names) {
        let (mut bindings, mut names) = (Vec::new(), Names::default());
        for binding in method.parameters.iter().chain(&method.locals) {
            let name = format!("{}.{}.{}", self.name, method.name, binding.name);
            let new = bind(holder, name, self.ty(binding.ty));
            names.insert(binding.symbol, new.symbol);
            bindings.push(new);
        }
        (bindings, names)
    }

    /// All variables that the holder gets.
    fn into_variables(self) -> impl Iterator<Item = Variable> {
        self.variables.into_iter().chain(self.constructed)
    }
}

/// The position of an error of this kind, which is new if there was none like it.
pub(super) fn add_error(component: &mut Component, site: ErrorSite) -> usize {
    component.errors.iter().position(|known| *known == site).unwrap_or_else(|| {
        component.errors.push(site);
        component.errors.len() - 1
    })
}

fn bind(component: &mut Component, name: String, ty: Type) -> Binding {
    let sort = component.sort(ty);
    let symbol = component.terms.new_symbol(&name, sort);
    Binding { name, ty, symbol }
}

/// The holder's enum that is the held one: its own if it declares the same, or a new one. The values of a new one get
/// names of their own, since a value that two enums share could not always be told apart.
fn adopt_enum(holder: &mut Component, prefix: &str, held: &Enumeration) -> usize {
    if let Some(same) = holder.enums.iter().position(|own| own == held) {
        return same;
    }
    let taken: FxHashSet<String> = holder.enums.iter().map(|own| own.name.clone()).collect();
    let name = unused(format!("{prefix}.{}", held.name), &taken);
    let values = held.values.iter().map(|value| format!("{prefix}.{value}")).collect();
    holder.enums.push(Enumeration { name, values });
    holder.enums.len() - 1
}

/// The name itself, or one like it that is not taken.
fn unused(mut name: String, taken: &FxHashSet<String>) -> String {
    while taken.contains(&name) {
        name.push('\'');
    }
    name
}

/// Makes the variables of held components part of the state. Where names clash, those from held components make way:
/// nobody wrote them.
pub(super) fn adopt_state(component: &mut Component, held: Vec<Held>) {
    let initially: Vec<Term> = held.iter().map(|held| held.initially).collect();
    let written = component.methods.iter().flat_map(|method| method.parameters.iter().chain(&method.locals));
    let state = component.variables.iter().map(|variable| &variable.binding);
    let mut taken: FxHashSet<String> = state.chain(written).map(|binding| binding.name.clone()).collect();
    taken.extend(component.enums.iter().flat_map(|found| found.values.iter().cloned()));
    for mut variable in held.into_iter().flat_map(Held::into_variables) {
        variable.binding.name = unused(variable.binding.name, &taken);
        taken.insert(variable.binding.name.clone());
        component.variables.push(variable);
    }
    for condition in initially {
        if component.terms.node(condition) != Node::Bool(true) {
            component.initially = component.terms.and(component.initially, condition);
        }
    }
}

/// Gives the local variables that come from held components names that nothing else in the method has.
pub(super) fn name_locals(component: &Component, parameters: &[Binding], own: &[Binding], inlined: &mut [Binding]) {
    let state = component.variables.iter().map(|variable| &variable.binding);
    let mut taken: FxHashSet<String> = state.chain(parameters).chain(own).map(|binding| binding.name.clone()).collect();
    taken.extend(component.enums.iter().flat_map(|found| found.values.iter().cloned()));
    for binding in inlined {
        binding.name = unused(std::mem::take(&mut binding.name), &taken);
        taken.insert(binding.name.clone());
    }
}
