//! Exposes variables: a client is taken to know them, so that every call is told what they are.
//!
//! A variable that is exposed becomes a *register*: a parameter of every method that reads or writes it, in the place of
//! the state. What is left is an ordinary component, often a finite one where the component was not, and a guard on the
//! new parameters is a guard on registers. It has all words of the component, with the values that the registers really
//! have, and others; since beliefs are about the rest of the state only, what is legal with these values is legal in the
//! component, and the other way round (docs/soundness.md).

use std::fmt;

use etiquette_logic::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::hide::{insert_at_entry, new_local, rename, used_in, written_in};
use crate::alphabet::register_parameter;
use crate::component::{Action, Binding, Component, Exposed, Location, Register, Type, Variable};

/// Why a variable can't be a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotExposed {
    /// There is no such variable.
    Unknown,
    /// It may be anything at first, which no client knows.
    OpenAtFirst,
}

impl fmt::Display for NotExposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotExposed::Unknown => "no error depends on a variable of that name",
            NotExposed::OpenAtFirst => "no client knows what it is at first",
        })
    }
}

/// Whether a variable may have more values than states are worth.
pub fn is_number(variable: &Variable) -> bool {
    matches!(variable.binding.ty, Type::Int { .. })
}

/// The component with these variables as registers, in the component's order, of which `relied_on` is known between
/// calls: a condition on these variables that holds after construction, and that calls preserve.
///
/// # Errors
/// The first one that can't be a register, and why.
pub fn expose(component: &Component, names: &[String], relied_on: Term) -> Result<Component, (String, NotExposed)> {
    let is_named = |variable: &&Variable| names.contains(&variable.binding.name);
    let unknown = names.iter().find(|name| component.variables.iter().all(|known| known.binding.name != **name));
    if let Some(unknown) = unknown {
        return Err((unknown.clone(), NotExposed::Unknown));
    }
    let (chosen, kept): (Vec<Variable>, Vec<Variable>) =
        component.variables.iter().cloned().partition(|variable| is_named(&variable));
    let conditioned: FxHashSet<Symbol> = component.terms.symbols_of(component.initially).into_iter().collect();
    for Variable { binding, initial } in &chosen {
        if initial.is_none() || conditioned.contains(&binding.symbol) {
            return Err((binding.name.clone(), NotExposed::OpenAtFirst));
        }
    }
    let mut made = component.clone();
    made.variables = kept;
    made.relied_on = relied_on;
    made.registers = chosen
        .into_iter()
        .map(|Variable { binding, initial }| Register { binding, initial: initial.unwrap_or_default() })
        .collect();
    (0..made.methods.len()).for_each(|method| expose_in(&mut made, method));
    Ok(made)
}

fn expose_in(component: &mut Component, index: usize) {
    let method = &component.methods[index];
    let (used, written) = (used_in(component, method), written_in(method));
    let constructs = method.constructor;
    let is_concerned = component.registers.iter().any(|register| used.contains(&register.binding.symbol));
    let relied_on: FxHashSet<Symbol> = component.terms.symbols_of(component.relied_on).into_iter().collect();
    let (mut before, mut renamed) = (Vec::new(), FxHashMap::default());
    for (register, Register { binding, initial }) in component.registers.clone().into_iter().enumerate() {
        let is_needed = used.contains(&binding.symbol) || is_concerned && relied_on.contains(&binding.symbol);
        if !is_needed && !constructs {
            continue;
        }
        let told = (!constructs).then(|| new_parameter(component, index, &binding));
        let keeps = !constructs && !written.contains(&binding.symbol);
        let after = (!keeps).then(|| new_value_of(component, index, &binding));
        if let Some(local) = after {
            let terms = &mut component.terms;
            let value = match told {
                Some(parameter) => terms.symbol(parameter),
                None => terms.constant(terms.symbol_sort(local), initial),
            };
            before.push(Action::Assign(local, value, Location::ENTRY));
        }
        renamed.extend(after.or(told).map(|symbol| (binding.symbol, symbol)));
        component.methods[index].registers.push(Exposed { register, before: told, after });
    }
    rename(component, index, &renamed);
    insert_at_entry(&mut component.methods[index].body, &before);
}

/// A local variable that holds what a variable is when the call returns.
fn new_value_of(component: &mut Component, method: usize, binding: &Binding) -> Symbol {
    let name = format!("{} after", register_parameter(&binding.name));
    new_local(component, method, &Binding { name, ..binding.clone() }).symbol
}

/// A parameter that tells what a variable is.
fn new_parameter(component: &mut Component, method: usize, binding: &Binding) -> Symbol {
    let name = register_parameter(&binding.name);
    let symbol = component.terms.new_symbol(name.clone(), component.sort(binding.ty));
    component.methods[method].parameters.push(Binding { name, ty: binding.ty, symbol });
    symbol
}

#[cfg(test)]
mod tests {
    use super::{NotExposed, expose};
    use crate::{Exit, Interpreter, parse, print};

    const BUFFER: &str = "component buffer { var count: i32 = 0; var limit: i32 = 3; var open: bool = true;
        method put() { assert open && count < limit; count = count + 1; }
        method get() { assert count > 0; count = count - 1; }
        method close() { open = false; } }";

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn methods_are_told_what_they_use() {
        let component = parse(BUFFER, "buffer.component").expect("a component");
        let exposed =
            expose(&component, &names(&["limit", "count"]), component.initially).expect("both have values at first");
        let parameters = |method: usize| -> Vec<&str> {
            exposed.methods[method].parameters.iter().map(|known| known.name.as_str()).collect()
        };
        assert_eq!(
            [parameters(0), parameters(1), parameters(2)],
            [vec!["this.count", "this.limit"], vec!["this.count"], vec![]]
        );
        assert_eq!(exposed.methods[0].written_parameters(), 0, "a client writes none of them");
        let written: Vec<bool> = exposed.methods[0].registers.iter().map(|known| known.after.is_some()).collect();
        assert_eq!(written, [true, false], "{}", print(&exposed));
        assert_eq!(exposed.variables.len(), 1);
    }

    #[test]
    fn a_call_does_what_it_does_with_these_values() {
        let component = parse(BUFFER, "buffer.component").expect("a component");
        let exposed = expose(&component, &names(&["count"]), component.initially).expect("it has a value at first");
        let mut interpreter = Interpreter::new(&exposed);
        let mut fails = |count: u64| {
            let mut failed = false;
            let mut visit = |exit, _: &[u64]| failed |= matches!(exit, Exit::Failed(_));
            interpreter.for_each_result(&[3, 1], 0, &[count], &mut || false, &mut visit).expect("not interrupted");
            failed
        };
        assert_eq!([0, 2, 3, 4].map(&mut fails), [false, false, true, true]);
    }

    #[test]
    fn what_nobody_knows_at_first_is_no_register() {
        let component = parse("component c { var x: i32 = *; method m() { assert x > 0; } }", "c").expect("one");
        let refused =
            |name: &str| expose(&component, &names(&[name]), component.initially).map(|_| ()).expect_err("refused").1;
        assert_eq!([refused("x"), refused("y")], [NotExposed::OpenAtFirst, NotExposed::Unknown]);
    }
}
