//! Registers in a model: variables beside the state, which events set. The client chooses arguments as it chooses events.
//!
//! An event whose guard does not hold is none that can happen: the call is another one of its method.

use std::collections::BTreeMap;
use std::fmt::Write;

use etiquette_automata::{Arguments, Call, CallId, EventId, Interface, Simulator, StateId, argument_type};
use etiquette_component::{Binding, Component, Guard, Type, register_of};
use etiquette_logic::{Symbol, Term, to_signed};

use super::terms::{constant, written};
use crate::rendered::one_line;
use crate::weaker::is_same_method;

/// What a model with registers says beside the states.
pub struct Registers {
    /// Declarations of arguments that the client chooses.
    pub inputs: String,
    /// Declarations of the registers.
    pub variables: String,
    /// For each call its guard.
    pub guards: Vec<String>,
    /// What registers are at first, and what comes next.
    pub assignments: String,
}

impl Registers {
    /// The registers of an interface; `None` where something can't be written.
    pub fn new(interface: &Interface) -> Option<Registers> {
        let mut made = Registers {
            inputs: String::new(),
            variables: String::new(),
            guards: vec![String::new(); interface.alphabet().calls().len()],
            assignments: String::new(),
        };
        let mut updates: Updates = BTreeMap::new();
        for (number, calls) in interface.alphabet().methods(is_same_method).iter().enumerate() {
            Method::new(interface, number, calls)?.write(&mut made, &mut updates)?;
        }
        made.write_registers(interface, &updates)?;
        Some(made)
    }

    fn write_registers(&mut self, interface: &Interface, updates: &Updates) -> Option<()> {
        let first = Simulator::new(interface).ok()?.start().registers;
        for (position, register) in interface.memory().registers.iter().enumerate() {
            let ty = argument_type(&register.ty);
            let name = format!("{} {}", register.ty, register.name);
            let _ = writeln!(self.variables, "  -- r{position}: {}\n  r{position} : {};", one_line(&name), sort(ty)?);
            let initial = match ty {
                Type::Int { width, signed } => converted(constant(to_signed(first[position], width), width), signed),
                _ => truth(first[position] != 0).to_owned(),
            };
            let _ = writeln!(self.assignments, "  init(r{position}) := {initial};\n  next(r{position}) := case");
            for ((state, event, _), value) in updates.iter().filter(|((.., register), _)| *register == position) {
                let value =
                    if let Type::Int { signed, .. } = ty { converted(value.clone(), signed) } else { value.clone() };
                let _ = writeln!(self.assignments, "    state = s{} & event = e{} : {value};", state.0, event.0);
            }
            let _ = writeln!(self.assignments, "    TRUE : r{position};\n  esac;");
        }
        Some(())
    }
}

/// What registers are set to, by state, event and register.
type Updates = BTreeMap<(StateId, EventId, usize), String>;

/// A method, with what its parameters are called.
struct Method<'a> {
    interface: &'a Interface,
    number: usize,
    calls: &'a [CallId],
    arguments: Arguments,
    guards: Vec<Term>,
    values: Vec<((StateId, EventId, usize), Term)>,
}

impl Method<'_> {
    fn new<'a>(interface: &'a Interface, number: usize, calls: &'a [CallId]) -> Option<Method<'a>> {
        let (alphabet, memory) = (interface.alphabet(), interface.memory());
        let own = || {
            let updates =
                memory.all_updates().map(|(state, event, update)| (alphabet.call_of(event), state, event, update));
            updates.filter(|(call, ..)| calls.contains(call))
        };
        let written: Vec<&Call> = calls.iter().map(|&call| alphabet.call(call)).collect();
        let set: Vec<(&Call, &Guard)> = own().map(|(call, .., update)| (alphabet.call(call), &update.value)).collect();
        let mut arguments = Arguments::with_registers(&written, &memory.registers, &set);
        let guards = written.iter().map(|call| arguments.guard(call).ok()).collect::<Option<_>>()?;
        let mut values = Vec::new();
        for (call, state, event, update) in own() {
            let ty = argument_type(&memory.registers[update.register].ty);
            let value = arguments.value(alphabet.call(call), &update.value, ty).ok()?;
            values.push(((state, event, update.register), value));
        }
        Some(Method { interface, number, calls, arguments, guards, values })
    }

    fn write(&self, made: &mut Registers, updates: &mut Updates) -> Option<()> {
        let component = &self.arguments.component;
        for (call, guard) in self.calls.iter().zip(&self.guards) {
            made.guards[call.index()] = written(&component.terms, *guard, |symbol| self.name(symbol))?;
        }
        for (place, value) in &self.values {
            updates.insert(*place, written(&component.terms, *value, |symbol| self.name(symbol))?);
        }
        self.declare(made)
    }

    /// Declares those parameters that anything depends on.
    fn declare(&self, made: &mut Registers) -> Option<()> {
        let component = &self.arguments.component;
        let roots: Vec<Term> = self.guards.iter().chain(self.values.iter().map(|(_, value)| value)).copied().collect();
        let used: Vec<Symbol> = roots.iter().flat_map(|root| component.terms.symbols_of(*root)).collect();
        for (position, parameter) in self.arguments.parameters.iter().enumerate() {
            if register_of(&parameter.name).is_none() && used.contains(&parameter.symbol) {
                let method = &self.interface.alphabet().call(self.calls[0]).method;
                let name = format!("{} of {method}{}", parameter.name, values(component, parameter));
                let _ = writeln!(made.inputs, "  -- {}: {}", self.input(position), one_line(&name));
                let _ = writeln!(made.inputs, "  {} : {};", self.input(position), input_sort(component, parameter));
            }
        }
        Some(())
    }

    fn input(&self, position: usize) -> String {
        format!("p{}_{position}", self.number)
    }

    /// A parameter or register as a signed number, or a truth value.
    fn name(&self, symbol: Symbol) -> Option<String> {
        let parameters = &self.arguments.parameters;
        let position = parameters.iter().position(|parameter| parameter.symbol == symbol)?;
        let first = parameters.iter().position(|parameter| register_of(&parameter.name).is_some());
        let (name, is_input) = match first.and_then(|first| position.checked_sub(first)) {
            Some(register) => (format!("r{register}"), false),
            None => (self.input(position), true),
        };
        let is_unsigned = matches!(parameters[position].ty, Type::Int { signed: false, .. }) && !is_input;
        Some(if is_unsigned { format!("signed({name})") } else { name })
    }
}

fn sort(ty: Type) -> Option<String> {
    match ty {
        Type::Bool => Some("boolean".into()),
        Type::Int { width, signed } => Some(format!("{} word[{width}]", if signed { "signed" } else { "unsigned" })),
        Type::Enum(_) => None,
    }
}

/// Inputs are all signed: nobody but the client looks at them.
fn input_sort(component: &Component, parameter: &Binding) -> String {
    match parameter.ty {
        Type::Bool => "boolean".into(),
        ty => format!("signed word[{}]", component.sort(ty).width()),
    }
}

/// What the numbers of named values stand for.
fn values(component: &Component, parameter: &Binding) -> String {
    match parameter.ty {
        Type::Enum(index) => {
            let values = component.enums[index].values.iter().enumerate();
            let named: Vec<String> = values.map(|(number, name)| format!("{number} is {name}")).collect();
            format!(" ({})", named.join(", "))
        }
        _ => String::new(),
    }
}

fn truth(value: bool) -> &'static str {
    if value { "TRUE" } else { "FALSE" }
}

/// A signed number as a register holds it.
fn converted(value: String, signed: bool) -> String {
    if signed { value } else { format!("unsigned({value})") }
}
