//! What a client knows of its arguments beside whether they are null, where the code asks for it: whether one is the
//! object itself, or the one that a field holds, or of a class.
//!
//! Questions are noted while a method is lowered, each with a truth value that stands for its answer. At the end the
//! parameters are given what was asked: nothing is told apart that no code tells apart.

use std::rc::Rc;

use etiquette_component::{Action, Binding, Detail, Edge, Location, Type, object_in_field};
use etiquette_logic::Term;

use super::exceptions::dotted;
use super::flow::Flow;
use super::heap::Heap;
use super::identity::FIRST_ALIAS;
use crate::code::Register;
use crate::hierarchy::Answer;

/// Something that was asked of an argument, and the symbol that stands for the answer.
pub(super) struct Asked {
    argument: u16,
    question: Question,
    answer: Binding,
}

/// What code asks of an argument that is not null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether it is the object itself.
    IsThis,
    /// Whether it is the one that the field that is asked about held when the call began.
    Held,
    /// Whether it is an instance of a class.
    Instance(Rc<str>),
}

impl Flow<'_, '_> {
    /// The answer to a question about an argument. Of null it says nothing.
    pub fn ask(&mut self, argument: u16, question: Question) -> Term {
        let is_known = |known: &&Asked| (known.argument, &known.question) == (argument, &question);
        if let Some(known) = self.asked.iter().find(is_known) {
            let answer = known.answer.clone();
            return self.term(&answer);
        }
        let answer = self.model.bind(format!("argument {argument}: {question:?}"), Type::Bool);
        let term = self.term(&answer);
        self.asked.push(Asked { argument, question, answer });
        term
    }

    /// Whether it was asked if an argument is what a field holds.
    pub fn is_asked_whether_held(&self, argument: u16) -> bool {
        self.asked.iter().any(|asked| asked.argument == argument && asked.question == Question::Held)
    }

    /// Whether it was asked of which class an argument is.
    pub fn is_asked_for_class(&self, argument: u16) -> bool {
        self.asked.iter().any(|asked| asked.argument == argument && matches!(asked.question, Question::Instance(_)))
    }
}

/// Gives parameters, which stand in these registers, what was asked of them. A call begins with working out from them
/// what the code reads.
pub(super) fn tell(flow: &mut Flow<'_, '_>, registers: &[Register], parameters: &mut Vec<Binding>) {
    let asked = std::mem::take(&mut flow.asked);
    let mut first: Vec<(Binding, Term)> = Vec::new();
    for (position, register) in registers.iter().enumerate() {
        let own: Vec<&Asked> = asked.iter().filter(|asked| asked.argument == register.0).collect();
        first.extend(tell_identity(flow, &own, &mut parameters[position]));
        let this = own.iter().find(|asked| asked.question == Question::IsThis);
        let is_this = this.map(|asked| flow.term(&asked.answer));
        first.extend(tell_classes(flow, &own, (&parameters[position].name.clone(), is_this), parameters));
    }
    begin_with(flow, first);
    let names = registers.iter().zip(&*parameters).map(|(register, known)| (register.0, known.name.clone()));
    let names: Vec<(u16, String)> = names.collect();
    flow.tell_answers(&names, parameters);
}

/// Details of an argument, one for each class that it is asked for. Whatever a client says of them, what is read keeps
/// to the hierarchy: an instance of a class is one of those above, and of no class that can't go with it.
fn tell_classes(
    flow: &mut Flow<'_, '_>,
    asked: &[&Asked],
    (argument, is_this): (&str, Option<Term>),
    parameters: &mut Vec<Binding>,
) -> Vec<(Binding, Term)> {
    let mut told: Vec<(Rc<str>, Binding, Term)> = Vec::new();
    for (class, answer) in above_first(flow, asked) {
        let name = Detail::Instance(&dotted(&class)).name_for(argument);
        let detail = flow.model.bind(name, Type::Bool);
        let mut is = flow.term(&detail);
        parameters.push(detail);
        for (other, _, known) in &told {
            let known = *known;
            if flow.world.is_subclass(&class, other) == Answer::Yes {
                is = flow.terms().and(is, known);
            } else if !flow.may_be_both(other, &class) {
                let not = flow.terms().not(known);
                is = flow.terms().and(is, not);
            }
        }
        if let Some(this) = is_this {
            is = of_this(flow, this, &class, is);
        }
        told.push((class, answer, is));
    }
    told.into_iter().map(|(_, answer, is)| (answer, is)).collect()
}

/// Classes that an argument is asked for, each behind those above it.
fn above_first(flow: &Flow<'_, '_>, asked: &[&Asked]) -> Vec<(Rc<str>, Binding)> {
    let mut classes: Vec<(Rc<str>, Binding)> = Vec::new();
    for asked in asked {
        let Question::Instance(class) = &asked.question else { continue };
        let is_below = |(other, _): &(Rc<str>, Binding)| flow.world.is_subclass(other, class) == Answer::Yes;
        let position = classes.iter().position(is_below).unwrap_or(classes.len());
        classes.insert(position, (class.clone(), asked.answer.clone()));
    }
    classes
}

/// Whether an argument is of a class, where it may be the object itself, whose class is known.
fn of_this(flow: &mut Flow<'_, '_>, this: Term, class: &str, other: Term) -> Term {
    let own = flow.model.heap.objects[Heap::RECEIVER].class.name.clone();
    match flow.world.is_subclass(&own, class) {
        Answer::Yes => flow.terms().or(this, other),
        Answer::No => {
            let not = flow.terms().not(this);
            flow.terms().and(not, other)
        }
        Answer::Unknown(_) => other,
    }
}

/// More values of a parameter: the object itself, and the one in the field that is asked about, which is null where that
/// holds none. What is read is whether it is null, and whether it is one of them.
fn tell_identity(flow: &mut Flow<'_, '_>, asked: &[&Asked], parameter: &mut Binding) -> Vec<(Binding, Term)> {
    let answer = |question| asked.iter().find(|asked| asked.question == question).map(|asked| asked.answer.clone());
    let held = answer(Question::Held).and_then(|held| Some((held, flow.model.heap.asked_field()?.1.clone())));
    let this = answer(Question::IsThis);
    if this.is_none() && held.is_none() {
        return Vec::new();
    }
    let paths = this.iter().map(|_| String::new()).collect();
    let names = held.iter().map(|(_, field)| object_in_field(&field.name)).collect();
    let ty = flow.model.alias_type(Vec::new(), &paths, names);
    let whole = flow.model.bind(parameter.name.clone(), ty);
    let nullness = Binding { name: format!("{} as it is read", parameter.name), ..std::mem::replace(parameter, whole) };
    let value = flow.term(parameter);
    let mut told = Vec::new();
    let mut is_null = flow.nullness_of(parameter);
    for (index, answer) in this.iter().chain(held.iter().map(|(answer, _)| answer)).enumerate() {
        let object = flow.constant(ty, FIRST_ALIAS + index as u64);
        let is_it = flow.terms().equal(value, object);
        if let Some((_, field)) = held.as_ref().filter(|(held, _)| held == answer) {
            let nullness = flow.nullness_of(field);
            is_null = flow.terms().ite(is_it, nullness, is_null);
        }
        told.push((answer.clone(), is_it));
    }
    told.insert(0, (nullness, is_null));
    told
}

/// Assigns values before everything else.
fn begin_with(flow: &mut Flow<'_, '_>, values: Vec<(Binding, Term)>) {
    if values.is_empty() {
        return;
    }
    let begin = flow.body.new_location();
    for edge in &mut flow.body.edges {
        if edge.from == Location::ENTRY {
            edge.from = begin;
        }
        if edge.action.target() == Some(Location::ENTRY) {
            edge.action = edge.action.with_target(begin);
        }
    }
    let mut at = Location::ENTRY;
    for (index, (binding, value)) in values.iter().enumerate() {
        let to = if index + 1 == values.len() { begin } else { flow.body.new_location() };
        flow.body.edges.push(Edge { from: at, action: Action::Assign(binding.symbol, *value, to) });
        at = to;
    }
    flow.locals.extend(values.into_iter().map(|(binding, _)| binding));
}
