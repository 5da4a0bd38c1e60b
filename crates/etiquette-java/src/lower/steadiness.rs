//! What arguments say that are asked while a method runs: the same as when it was called, unless something happened in
//! between that may have changed it.
//!
//! Each time that an argument is asked, its answer is a hidden choice at first. When the method is lowered, the answers
//! that can't have changed become what the client knew when it called; the others stay choices of the model.

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_component::{Action, Binding, Detail, Edge, Location, Type};
use etiquette_logic::{Symbol, Term};

use super::boxed_numbers::content_type;
use super::calls::Call;
use super::flow::{Flow, Point};
use super::heap::FieldModel;
use super::model::{About, Model, number_type};
use super::observers::{Observer, Reads};
use super::reassigned::bindings;
use super::shape::{Identity, Shape};
use super::unfollowed::Known;
use crate::class::Member;
use crate::code::Register;
use crate::descriptor::TypeDescriptor;

/// An argument that is asked what it is like.
pub(super) struct Inquiry {
    argument: u16,
    /// The method that is called.
    member: Member,
    observer: Rc<Observer>,
    /// What stands for the answer.
    answer: Symbol,
    ty: Type,
}

/// What may change what objects say.
pub(super) enum Disturbance {
    /// A field is written, by the class that declares it and its name, of an object that is tracked or of another.
    Field { class: String, name: String, is_tracked: bool },
    /// An element of an array is written.
    Element,
    /// A call is not followed.
    Call(Known),
    /// An argument is asked, which is taken to change nothing.
    Question(Member, Rc<Observer>),
    /// Anything.
    Anything,
}

impl Flow<'_, '_> {
    /// From here on, objects may say something else.
    pub fn disturb(&mut self, point: &Point, disturbance: Disturbance) {
        self.disturbances.push((point.location, disturbance));
    }

    /// A field is written, whose object is in a register.
    pub fn disturb_field(&mut self, point: &Point, object: Option<Register>, field: &Member) {
        let shape = object.and_then(|object| point.frame.get(object));
        // What is made here is nothing that a client gave.
        if matches!(shape, Some(Shape::Outside { identity: Identity::New, .. } | Shape::Throwable { .. })) {
            return;
        }
        let is_tracked = matches!(shape, Some(Shape::Object(_)));
        let declaring = self.world.declaring_class(&field.class, &field.name, &field.descriptor);
        let class = declaring.unwrap_or_else(|| field.class.clone());
        self.disturb(point, Disturbance::Field { class, name: field.name.clone(), is_tracked });
    }

    /// The method that a call asks an argument, and which argument it is.
    pub fn asks_argument(&self, point: &Point, call: &Call<'_>) -> Option<(u16, Rc<Observer>)> {
        let Some(Shape::Outside { identity: Identity::Argument(argument), .. }) = point.frame.get(call.receiver()?)
        else {
            return None;
        };
        let is_word = call.member.name.chars().all(|c| c.is_ascii_alphanumeric() || ['_', '$'].contains(&c));
        let observer = self.world.observer(call.kind, call.member).filter(|_| is_word)?;
        (!self.is_enclosing_object(Register(*argument))).then_some((*argument, observer))
    }

    /// Gives a register what an argument says, as far as that is modelled.
    pub fn set_answer(
        &mut self,
        point: &mut Point,
        call: &Call<'_>,
        (argument, observer): (u16, Rc<Observer>),
    ) -> bool {
        let (Some(target), Some(result)) = (call.result, call.result_type()) else { return false };
        let Some(ty) = self.type_of_answer(point, call, &result) else { return false };
        let answer = self.local(&format!("answer {}", self.inquiries.len()), ty);
        self.inquiries.push(Inquiry { argument, member: call.member.clone(), observer, answer, ty });
        self.havoc(point, answer);
        let value = self.terms().symbol(answer);
        match &result {
            TypeDescriptor::Object(class) if self.world.enum_constants(class).is_some() => {
                self.set_enum(point, target, &class.as_str().into(), value);
            }
            TypeDescriptor::Object(class) => self.set_outside(point, target, class, Some(value)),
            _ => {
                let value = self.never_negative(point, call, value);
                self.set_number(point, target, ty, value);
            }
        }
        true
    }

    /// In which type an answer is kept: numbers, values of enums, and of other objects whether they are there.
    fn type_of_answer(&mut self, point: &Point, call: &Call<'_>, result: &TypeDescriptor) -> Option<Type> {
        let TypeDescriptor::Object(class) = result else { return number_type(result) };
        if self.world.enum_constants(class).is_some() {
            return Some(self.enum_type(&class.as_str().into()));
        }
        let receiver = self.class_of_first(point, call);
        let is_always_there = self.world.call_is_never_null(call.kind, call.member, receiver).is_some();
        (content_type(class).is_none() && !is_always_there).then(Model::reference_type)
    }

    /// An answer that its documentation says is never negative: where a client says otherwise, it means zero.
    fn never_negative(&mut self, point: &Point, call: &Call<'_>, value: Term) -> Term {
        let is_int = call.result_type() == Some(TypeDescriptor::Int);
        let Some(promise) = self.world.promised_not_negative(call.member).filter(|_| is_int) else { return value };
        self.note_never_negative(point, &promise);
        let terms = self.terms();
        let zero = terms.bits(32, 0);
        let is_negative = terms.signed_less(value, zero);
        terms.ite(is_negative, zero, value)
    }

    /// Details of arguments, with their names and registers, for what they were asked and say as they did when the
    /// method was called.
    pub fn tell_answers(&mut self, arguments: &[(u16, String)], parameters: &mut Vec<Binding>) {
        let mut told: BTreeMap<String, (Binding, Type)> = BTreeMap::new();
        for inquiry in std::mem::take(&mut self.inquiries) {
            let name = arguments.iter().find(|(register, _)| *register == inquiry.argument);
            let Some((_, argument)) = name.filter(|(_, name)| is_plain(name)) else { continue };
            let name = Detail::Observer(&format!("{}()", inquiry.member.name)).name_for(argument);
            let is_other = told.get(&name).is_some_and(|(_, ty)| *ty != inquiry.ty);
            let Some(before) = self.asked_before(&inquiry).filter(|_| !is_other) else { continue };
            if !told.contains_key(&name) {
                let detail = self.model.bind(name.clone(), inquiry.ty);
                parameters.push(detail.clone());
                told.insert(name.clone(), (detail, inquiry.ty));
            }
            let detail = told[&name].0.clone();
            self.answer_with(&inquiry, &detail);
            let own = (inquiry.member, inquiry.observer);
            let assumed =
                before.into_iter().chain([own]).filter_map(|(member, observer)| assumption(&member, &observer));
            self.model.conditional_notes.extend(assumed.map(|assumed| (detail.symbol, assumed)));
        }
    }

    /// An answer is what the client knew, in the place of a choice.
    fn answer_with(&mut self, inquiry: &Inquiry, detail: &Binding) {
        let value = self.term(detail);
        for edge in &mut self.body.edges {
            if let Action::Havoc(symbol, _, to) = edge.action
                && symbol == inquiry.answer
            {
                edge.action = Action::Assign(symbol, value, to);
            }
        }
    }

    /// What was asked on any way to where an argument is asked; `None` if something there can have changed what it says.
    fn asked_before(&self, inquiry: &Inquiry) -> Option<Vec<(Member, Rc<Observer>)>> {
        let reads = &inquiry.observer.reads;
        if reads.are_constant() {
            return Some(Vec::new());
        }
        let asks = |edge: &&Edge| matches!(edge.action, Action::Havoc(symbol, ..) if symbol == inquiry.answer);
        let asked = self.body.edges.iter().filter(asks).map(|edge| edge.from).collect();
        let before = leading_to_any(&self.body.edges, self.body.locations, asked);
        let is_before = |location: Location| before[location.index()];
        let noticed = |(location, found): &(Location, Disturbance)| is_before(*location) && self.notices(reads, found);
        let writes_field = |edge: &Edge| match edge.action {
            Action::Assign(symbol, ..) | Action::Havoc(symbol, ..) => self.is_read(reads, symbol),
            _ => false,
        };
        let is_disturbed = self.disturbances.iter().any(noticed)
            || self.body.edges.iter().any(|edge| is_before(edge.from) && writes_field(edge));
        let questions = self.disturbances.iter().filter_map(|(location, found)| match found {
            Disturbance::Question(member, observer) if is_before(*location) => {
                Some((member.clone(), Rc::clone(observer)))
            }
            _ => None,
        });
        (!is_disturbed).then(|| questions.collect())
    }

    /// Whether a variable is a tracked field that is read.
    fn is_read(&self, reads: &Reads, symbol: Symbol) -> bool {
        let fields = self.model.heap.objects.iter().flat_map(|object| &object.fields);
        let mut read = fields.filter(|field| reads.fields.contains(&(field.class.clone(), field.name.clone())));
        read.any(|field| match &field.model {
            FieldModel::Tracked { null, .. } => null.symbol == symbol,
            other => bindings(other).iter().any(|binding| binding.symbol == symbol),
        })
    }

    /// Whether who reads this may read something else afterwards. What nobody knows does not call back, so it does not
    /// read fields of tracked objects.
    fn notices(&self, reads: &Reads, disturbance: &Disturbance) -> bool {
        match disturbance {
            Disturbance::Field { class, name, is_tracked } => {
                reads.fields.contains(&(class.clone(), name.clone())) || reads.unknown && !is_tracked
            }
            Disturbance::Element => reads.elements || reads.unknown,
            Disturbance::Question(..) => false,
            Disturbance::Call(Some((program, reached))) => match self.world.effects(program, reached) {
                Some(effects) => {
                    let shares = effects.fields.iter().any(|field| reads.fields.contains(field));
                    shares
                        || reads.elements && effects.elements
                        || reads.unknown && (effects.elements || !effects.fields.is_empty())
                }
                None => true,
            },
            Disturbance::Call(None) | Disturbance::Anything => true,
        }
    }
}

/// What is taken for granted where an argument is asked.
fn assumption(method: &Member, observer: &Observer) -> Option<(About, String)> {
    let says = |method: &str| format!("asking {method} changes nothing, nor what it answers next");
    match &observer.promise {
        Some(promise) => Some((About::World, format!("{}, as its documentation says", says(&format!("`{promise}`"))))),
        None if observer.reads.unknown => {
            Some((About::Client, says(&format!("an argument for `{}`", method.dotted()))))
        }
        None => None,
    }
}

/// Whether a guard can say this name as it is.
fn is_plain(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The locations from which some way leads to one of these, and these.
fn leading_to_any(edges: &[Edge], locations: usize, wanted: Vec<Location>) -> Vec<bool> {
    let mut into: Vec<Vec<Location>> = vec![Vec::new(); locations];
    for edge in edges {
        edge.action.target().into_iter().for_each(|to| into[to.index()].push(edge.from));
    }
    let mut found = vec![false; locations];
    let mut pending = wanted;
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut found[location.index()], true) {
            pending.extend(&into[location.index()]);
        }
    }
    found
}
