//! What a client knows of its arguments beside whether they are null, where the code asks for it: whether one is the
//! object itself.
//!
//! Questions are noted while a method is lowered, each with a truth value that stands for its answer. At the end the
//! parameters are given what was asked: nothing is told apart that no code tells apart.

use std::collections::BTreeSet;

use etiquette_component::{Action, Binding, Edge, Location, Type};
use etiquette_logic::Term;

use super::flow::Flow;
use super::identity::FIRST_ALIAS;
use crate::code::Register;

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
}

/// Gives parameters, which stand in these registers, what was asked of them. A call begins with working out from them
/// what the code reads.
pub(super) fn tell(
    flow: &mut Flow<'_, '_>,
    registers: impl Iterator<Item = Register>,
    parameters: &mut [Binding],
) {
    let asked = std::mem::take(&mut flow.asked);
    let registers: Vec<Register> = registers.collect();
    let mut first: Vec<(Binding, Term)> = Vec::new();
    for Asked { argument, question, answer } in asked {
        let Some(position) = registers.iter().position(|register| register.0 == argument) else { continue };
        match question {
            Question::IsThis => first.extend(tell_identity(flow, answer, &mut parameters[position])),
        }
    }
    begin_with(flow, first);
}

/// One more value of a parameter: the object itself. What is read is whether it is null, and whether it is the object.
fn tell_identity(flow: &mut Flow<'_, '_>, answer: Binding, parameter: &mut Binding) -> [(Binding, Term); 2] {
    let ty = flow.model.alias_type(&BTreeSet::from([String::new()]));
    let nullness = std::mem::replace(parameter, flow.model.bind(parameter.name.clone(), ty));
    let is_null = flow.nullness_of(parameter);
    let itself = flow.constant(ty, FIRST_ALIAS);
    let value = flow.term(parameter);
    let is_this = flow.terms().equal(value, itself);
    [(nullness, is_null), (answer, is_this)]
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
