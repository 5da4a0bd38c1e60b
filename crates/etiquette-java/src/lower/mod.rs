//! Second lowering: a class and what it calls become a component.
//!
//! The state is the object graph that the class holds in fields that are set once ([`plan`]); each method that a client
//! may call is lowered with everything it calls inlined ([`flow`], [`calls`]), exceptions and their handlers resolved
//! ([`exceptions`]). What is not modelled is replaced by a hidden choice or by an assumption, and every assumption is
//! noted with its place.

mod arguments;
mod arithmetic;
mod arrays;
mod atomics;
mod boxed_numbers;
mod callable;
mod calls;
mod cells;
mod class_start;
mod classes;
mod cleaners;
mod definitions;
mod documented;
mod effort;
mod ends;
mod exceptions;
mod facades;
mod failures;
mod field_classes;
mod fields;
mod flow;
mod heap;
mod identity;
mod initialisers;
mod interruptions;
mod intrinsics;
mod lambdas;
mod locals;
mod makers;
mod model;
mod monitors;
mod named;
mod native_or_abstract;
mod nullness;
mod observers;
mod only_implementation;
mod plan;
mod promises;
mod reach;
mod reals;
mod reasons;
mod reassigned;
mod request;
mod rethrown;
mod select;
mod shape;
mod signature;
mod statements;
mod statics;
mod steadiness;
mod string_constants;
mod stubs;
mod tables;
mod tail_calls;
mod throwers;
mod track;
mod unfollowed;
mod unforeseen;
mod unknowns;
mod unread;
mod values;
mod world;
mod writers;

use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{Binding, Component, Detail, Method, RETURNED, Type, passes};
use etiquette_logic::Term;

use crate::class::{Access, Class, outermost};
use crate::classpath::ClassPath;
use crate::code::Register;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::ensemble::Ensemble;
use crate::hierarchy::Hierarchy;
use effort::Effort;
use flow::{Flow, Point};
use heap::Heap;
use model::{Model, Wanted, number_type};
use select::Alphabet;
use shape::{Identity, Shape};
use world::World;

pub use model::{About, Note};
pub use request::{ErrorChoice, Follow, Request};
pub use select::Selected;

pub use signature::Signature;
pub use stubs::Stubs;
pub(crate) use unknowns::{ANY_STATE, GIVEN, UNKNOWN};

/// Why a class can't be made into a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LowerError {
    /// What the user asked for does not exist or makes no sense; what to do.
    Refused {
        /// What is wrong.
        message: String,
        /// What to do.
        help: Option<String>,
    },
    /// Code that no verifier would accept, or that uses what we do not support.
    Malformed(String),
    /// A method that is too large, even if no call in it is followed: `Foo.parse`.
    TooLarge(String),
}

/// What turned out to be missing in the plan.
#[derive(Clone, PartialEq, Debug)]
enum Change {
    /// A field that was planned to hold a tracked object holds another.
    Untracked { object: usize, field: usize },
    /// A field that was planned to hold other objects holds a tracked one.
    Alias { object: usize, field: usize, held: usize },
    /// A field is given the handle of an action that it was not planned to hold.
    Handle { object: usize, field: usize, action: Shape },
    /// A field that was planned to hold handles only holds anything else.
    Mixed { object: usize, field: usize },
    /// Objects of a class are made, used and forgotten in one call, and may raise an error.
    Local(String),
    /// Fields hold what they were not planned to.
    Wanted(Box<Wanted>),
}

impl Change {
    fn untracked((object, field): (usize, usize)) -> Self {
        Change::Untracked { object, field }
    }
}

/// What stops the lowering of a class, for good or until the plan is changed.
enum Stop {
    Error(LowerError),
    Replan(Vec<Change>),
    /// Less of what others do is to be looked at.
    TooMuch,
    Interrupted,
}

impl From<LowerError> for Stop {
    fn from(error: LowerError) -> Self {
        Stop::Error(error)
    }
}

/// A class as a component, with everything that was taken for granted on the way.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The component.
    pub component: Component,
    /// What was taken for granted, each once, sorted.
    pub notes: Vec<Note>,
    /// Methods that are too large, and so no part of the component.
    pub left_out: Vec<String>,
    /// Whether of other classes' code only what is short and near was followed.
    pub follows_little: bool,
}

/// Makes a component of a class.
///
/// # Errors
/// What is wrong with the request or the class, and what to do.
pub fn lower(classes: &ClassPath, request: &Request, class: &Arc<Class>) -> Result<Lowered, LowerError> {
    let lowered = lower_until(classes, request, class, &|| false)?;
    lowered.ok_or_else(|| LowerError::Malformed("lowering was interrupted, which nobody asked for".into()))
}

/// Makes a component of a class, unless it is told to stop first: then there is none.
///
/// # Errors
/// What is wrong with the request or the class, and what to do.
pub fn lower_until(
    classes: &ClassPath,
    request: &Request,
    class: &Arc<Class>,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Lowered>, LowerError> {
    named::check_names(classes, request)?;
    let classes = with_models(classes, request, class);
    let world = World::new(&classes, request, is_over);
    let implementation = world.only_implementation(class);
    let interface = implementation.as_ref().map(|_| class.name.replace('/', "."));
    let class = implementation.as_ref().unwrap_or(class);
    world.check_superclasses(class)?;
    world.check_field_classes()?;
    let alphabet = select::select(&world, request, class)?;
    world.begin(class, &alphabet.selected);
    let mut hints = plan::PlanHints::default();
    let mut troubled: Vec<Selected> = Vec::new();
    loop {
        let mut model = planned_model(&world, (class, interface.as_deref()), &alphabet, &hints);
        let ended = match troubled.is_empty() {
            true => lower_methods(&world, &mut model, &alphabet.selected, &mut troubled),
            false => try_again(&world, &mut model, &mut troubled),
        };
        match ended {
            Ok(()) => {
                track::check(&world, &mut model, class)?;
                facades::note_suggestions(&mut model);
                let left_out = std::mem::take(&mut model.left_out);
                let (mut component, notes) = model.into_parts();
                if world.asks_about_purpose() {
                    unforeseen::excuse(&world, &mut component);
                }
                let follows_little = world.follows_little();
                return Ok(Some(Lowered { component, notes, left_out, follows_little }));
            }
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Interrupted) => return Ok(None),
            // Each round takes a field out of the plan or adds an alias to one, so there are finitely many.
            Err(Stop::Replan(changes)) => hints.add_all(&model.heap, changes)?,
            Err(Stop::TooMuch) => {
                world.follow_little();
                (hints, troubled) = (plan::PlanHints::default(), Vec::new());
            }
        }
    }
}

/// A model to begin with: a plan, and no methods.
fn planned_model(
    world: &World<'_>,
    (class, interface): (&Arc<Class>, Option<&str>),
    alphabet: &Alphabet,
    hints: &plan::PlanHints,
) -> Model {
    let name = class.name.replace('/', ".");
    let mut model = Model::new(&name);
    if select::is_abstract_class(class) && !alphabet.is_static {
        let text = format!("the object is of a subclass of `{name}` that adds nothing but what is abstract");
        model.note(About::OtherCode, text, None);
    }
    if let Some(interface) = interface {
        let text = format!("the object is a `{name}`, the only class beside `{interface}` that implements it");
        model.note(About::OtherCode, text, None);
    }
    for part in classes_in_parts(world) {
        let name = part.name.replace('/', ".");
        let text = format!(
            "`{name}` does what its model does, which is tested against it (`--models none` reads the class itself)"
        );
        model.note(About::OtherCode, text, None);
    }
    for (about, text) in &alphabet.left_out {
        model.note(*about, text.clone(), None);
    }
    plan::plan(world, &mut model, class, alphabet.is_static, hints);
    model
}

/// The classes of objects in parts that are modelled.
fn classes_in_parts(world: &World<'_>) -> Vec<Arc<Class>> {
    let ensemble = world.class_path().ensemble();
    let all = ensemble.map(Ensemble::in_parts).unwrap_or_default();
    all.into_iter().filter(|class| world.is_model(&class.name)).collect()
}

/// The classes with models in the place of all but the class that is asked about, those above it, and what is nested with
/// them: these are the component.
fn with_models(classes: &ClassPath, request: &Request, class: &Arc<Class>) -> ClassPath {
    let above = Hierarchy::new(classes).superclasses(&class.name).unwrap_or_default();
    let own = above.iter().map(|above| above.name.as_str()).chain([class.name.as_str()]);
    classes.with_models(&request.models, &own.map(|name| outermost(name).to_owned()).collect())
}

/// The names of the methods and constructors that a request asks about.
///
/// # Errors
/// What is wrong with the request or the class, and what to do.
pub fn offered(classes: &ClassPath, request: &Request, class: &Arc<Class>) -> Result<Vec<String>, LowerError> {
    let world = World::new(classes, request, &|| false);
    let implementation = world.only_implementation(class);
    let alphabet = select::select(&world, request, implementation.as_ref().unwrap_or(class))?;
    Ok(alphabet.selected.into_iter().map(|selected| selected.name).collect())
}

/// Lowers the methods that needed another plan with the one that there is now: mostly they need yet another, and the other
/// methods don't. If they are content, everything is lowered.
fn try_again(world: &World<'_>, model: &mut Model, troubled: &mut Vec<Selected>) -> Result<(), Stop> {
    let methods = std::mem::take(troubled);
    match lower_each(world, model, &methods, troubled) {
        Ok(()) | Err(Stop::Error(_)) => {
            troubled.clear();
            Err(Stop::Replan(Vec::new()))
        }
        Err(stop) => Err(stop),
    }
}

/// Lowers methods. What they need in the plan is found out of all of them at the same time.
fn lower_each(
    world: &World<'_>,
    model: &mut Model,
    selected: &[Selected],
    troubled: &mut Vec<Selected>,
) -> Result<(), Stop> {
    let mut changes = Vec::new();
    for method in selected {
        world.go_on()?;
        match lower_method(world, model, method) {
            Ok(lowered) => model.component.methods.push(lowered),
            Err(Stop::Error(LowerError::TooLarge(_))) if may_be_left_out(world, model, method, selected) => {
                model.left_out.push(method.name.clone());
            }
            Err(Stop::Replan(needed)) => {
                changes.extend(needed);
                troubled.push(method.clone());
            }
            Err(stop) => return Err(stop),
        }
    }
    if changes.is_empty() { Ok(()) } else { Err(Stop::Replan(changes)) }
}

fn lower_methods(
    world: &World<'_>,
    model: &mut Model,
    selected: &[Selected],
    troubled: &mut Vec<Selected>,
) -> Result<(), Stop> {
    let initialiser = class_start::lower_initialiser(world, model)?;
    lower_each(world, model, selected, troubled)?;
    if let Some(initialiser) = &initialiser {
        initialiser.begin(world, model)?;
    }
    if let Some(change) = cleaners::unplanned_mixture(model) {
        return Err(change.into());
    }
    if model.wanted != Wanted::default() {
        return Err(Change::Wanted(std::mem::take(&mut model.wanted).into()).into());
    }
    if !passes::run_until(world.passes(), &mut model.component, world.is_over()) {
        return Err(Stop::Interrupted);
    }
    leave_out_details(model);
    Ok(())
}

/// Whether something is left to look at without a method, which nobody asked for by its name.
fn may_be_left_out(world: &World<'_>, model: &Model, method: &Selected, selected: &[Selected]) -> bool {
    let alike = selected.iter().filter(|other| other.makes_object == method.makes_object);
    let left = alike.filter(|other| !model.left_out.contains(&other.name)).count();
    world.takes_all_methods() && left > 1
}

/// Lowers one method. If it grows too large, less of what it calls is followed: what is not followed is noted, as
/// everywhere. What was too much with one plan is not tried again with the next: plans differ in little.
fn lower_method(world: &World<'_>, model: &mut Model, selected: &Selected) -> Result<Method, Stop> {
    loop {
        let effort = world.efforts.recall(selected.name.clone(), || world.most_effort());
        let before = model.mark();
        match (lower_method_with(world, model, selected, effort), effort.less()) {
            (Err(Stop::Error(LowerError::TooLarge(_))), Some(less)) => {
                world.efforts.replace(selected.name.clone(), less);
            }
            (result, _) => return result,
        }
        model.reset(before);
    }
}

fn lower_method_with(
    world: &World<'_>,
    model: &mut Model,
    selected: &Selected,
    effort: Effort,
) -> Result<Method, Stop> {
    let declared = &selected.class.methods[selected.method];
    let descriptor = MethodDescriptor::from_str(&declared.descriptor)
        .map_err(|_| LowerError::Malformed(format!("`{}` has a malformed type", declared.name)))?;
    let mut parameters = parameters(world, model, declared, &descriptor);
    let code = match declared.code {
        Some(_) => world.code(&selected.class, selected.method)?,
        None => Rc::new(native_or_abstract::code_of_call(&selected.class, declared, &descriptor)),
    };
    let is_static = declared.access.has(Access::STATIC);
    let mut flow = Flow::new(world, model, effort);
    flow.makes_object = selected.makes_object;
    let mut point = flow.begin(&selected.class, selected.method, code);
    enter(&mut flow, &mut point, &descriptor, &parameters, is_static);
    let usable = match selected.makes_object || flow.model.may_be_unusable {
        true => flow.initialise_made(point, &selected.class),
        false => Some(point),
    };
    if let Some(point) = usable {
        flow.go_on(point, 0);
    }
    flow.run()?;
    flow.finish_open_ends();
    flow.excuse_failures();
    flow.leave_out_interruptions();
    let registers: Vec<Register> = descriptor.registers(is_static).collect();
    arguments::tell(&mut flow, &registers, &mut parameters);
    let Flow { body, locals, outcomes, result, .. } = flow;
    let outcomes = if outcomes.is_empty() { vec![RETURNED.into()] } else { outcomes };
    Ok(Method {
        name: selected.name.clone(),
        constructor: selected.makes_object,
        source_types: descriptor.parameters.iter().map(ToString::to_string).collect(),
        parameters,
        locals,
        outcomes,
        result,
        free_outcomes: false,
        registers: Vec::new(),
        body,
    })
}

/// The method's parameters as the component has them: numbers, enum values, and for other references their null-ness;
/// then the lengths of arrays and the numbers in boxes.
fn parameters(
    world: &World<'_>,
    model: &mut Model,
    declared: &crate::class::Method,
    descriptor: &MethodDescriptor,
) -> Vec<Binding> {
    let mut parameters: Vec<Binding> = Vec::new();
    for (index, ty) in descriptor.parameters.iter().enumerate() {
        let given = declared.parameter_names.get(index).cloned().flatten();
        let mut name = given.unwrap_or_else(|| format!("p{index}"));
        while model
            .component
            .variables
            .iter()
            .map(|variable| &variable.binding)
            .chain(&parameters)
            .any(|known| known.name == name || Detail::read(&known.name).is_some_and(|(of, _)| of == name))
        {
            name.push('_');
        }
        let ty = match ty {
            TypeDescriptor::Object(class) if world.enum_constants(class).is_some() => {
                let constants = world.enum_constants(class).unwrap_or_default();
                model.enum_type(&class.as_str().into(), &constants)
            }
            TypeDescriptor::Object(_) | TypeDescriptor::Array(_) => Model::reference_type(),
            primitive => number_type(primitive).unwrap_or(Type::Int { width: 32, signed: true }),
        };
        parameters.push(model.bind(name, ty));
    }
    let named = descriptor.parameters.iter().zip(&parameters);
    let details: Vec<(String, Type)> =
        named.filter_map(|(ty, known)| detail(ty).map(|(detail, ty)| (detail.name_for(&known.name), ty))).collect();
    parameters.extend(details.into_iter().map(|(name, ty)| model.bind(name, ty)));
    parameters
}

/// What a client knows of an argument beside whether it is null, with the type in which that is kept.
fn detail(ty: &TypeDescriptor) -> Option<(Detail<'static>, Type)> {
    match ty {
        TypeDescriptor::Array(_) => Some((Detail::Length, Type::LENGTH)),
        TypeDescriptor::Object(class) => boxed_numbers::content_type(class).map(|ty| (Detail::Value, ty)),
        _ => None,
    }
}

/// Leaves out details of arguments that nothing depends on, and notes what those that are left rest on.
fn leave_out_details(model: &mut Model) {
    let component = &mut model.component;
    for index in 0..component.methods.len() {
        let method = &component.methods[index];
        let is_meant =
            |binding: &&Binding| !method.is_detail(binding.symbol) || component.reads(method, binding.symbol);
        let parameters = method.parameters.iter().filter(is_meant).cloned().collect();
        component.methods[index].parameters = parameters;
    }
    model.note_what_parameters_rest_on();
}

/// Puts the receiver and the arguments into the method's first registers.
fn enter(
    flow: &mut Flow<'_, '_>,
    point: &mut Point,
    descriptor: &MethodDescriptor,
    parameters: &[Binding],
    is_static: bool,
) {
    if !is_static {
        point.frame.set(Register(0), Shape::Object(Heap::RECEIVER));
    }
    let registers = descriptor.registers(is_static);
    for ((ty, register), parameter) in descriptor.parameters.iter().zip(registers).zip(parameters) {
        let value = flow.term(parameter);
        match ty {
            TypeDescriptor::Float | TypeDescriptor::Double => point.frame.set(register, Shape::Opaque),
            TypeDescriptor::Object(class) if flow.world.enum_constants(class).is_some() => {
                flow.set_enum(point, register, &class.as_str().into(), value);
            }
            TypeDescriptor::Object(class) if boxed_numbers::content_type(class).is_some() => {
                let content = argument_detail(flow, parameters, &parameter.name, ty);
                flow.set_boxed(point, register, class, content, Some(value));
            }
            TypeDescriptor::Object(class) => {
                let nullness = (!flow.is_enclosing_object(register)).then_some(value);
                flow.set_reference(point, register, class, nullness, Identity::Argument(register.0));
            }
            TypeDescriptor::Array(_) => {
                let length = argument_detail(flow, parameters, &parameter.name, ty);
                let length = flow.terms().zero_extend(length, 32);
                flow.set_array(point, register, &ty.descriptor(), length, Some(value));
            }
            _ => flow.set_number(point, register, parameter.ty, value),
        }
    }
}

/// The length of an array, or the number in a box, that a client hands in: the client knows it.
fn argument_detail(flow: &mut Flow<'_, '_>, parameters: &[Binding], name: &str, ty: &TypeDescriptor) -> Term {
    let (detail, ty) = detail(ty).unwrap_or((Detail::Length, Type::LENGTH));
    match parameters.iter().find(|known| Detail::read(&known.name) == Some((name, detail))) {
        Some(known) => flow.term(known),
        None => flow.constant(ty, 0),
    }
}

impl From<Change> for Stop {
    fn from(change: Change) -> Self {
        Stop::Replan(vec![change])
    }
}
