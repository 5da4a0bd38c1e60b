//! Actions that are registered to be run once: `Cleaner.register` gives a handle, and `clean` of the handle runs the
//! action.
//!
//! The code behind it (queues, lists, a thread) is not looked at; what it does with the action is modelled here, and
//! noted where it is used. That the collector runs an action while its object is in use can't happen. A handle in a
//! field of a tracked object knows whether its action is still to run; of any other handle that may be so or not.

use std::rc::Rc;

use etiquette_component::Binding;

use super::calls::Call;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, ReferenceField};
use super::model::{About, Model};
use super::shape::{Handle, Identity, ObjectId, Shape};
use super::{Change, LowerError};
use crate::class::{Invocation, Member};
use crate::code::Register;
use crate::hierarchy::Answer;

/// A field that holds a handle.
#[derive(Clone, Debug)]
pub(super) struct HandleField {
    /// Null, some other object, or the handle.
    pub holds: Binding,
    /// Nothing, or the action that is still to be run.
    pub registered: Binding,
    /// The class that the field is declared with.
    pub class: Rc<str>,
    /// The actions that were seen to be registered. One with an object that is not tracked any more is none.
    pub actions: Vec<Option<Shape>>,
    /// Whether it may hold anything that is neither null nor a handle.
    pub is_mixed: bool,
}

impl HandleField {
    /// The field as one that holds anything but a handle.
    fn as_reference(&self) -> ReferenceField {
        let (holds, class) = (self.holds.clone(), self.class.clone());
        ReferenceField {
            holds,
            class,
            aliases: Vec::new(),
            own: Vec::new(),
            lambdas: Vec::new(),
            has_others: true,
            is_given: false,
            is_asked: false,
        }
    }
}

/// The value of a field that stands for its handle.
const HANDLE: u64 = 2;
/// The value of what is registered when the action was run.
const NOTHING: u64 = 0;
/// The value of what is registered that stands for the first action.
const FIRST_ACTION: u64 = 1;

/// Methods that register an action, their last argument, and return its handle: class, name and type.
const REGISTER: [[&str; 3]; 3] = [
    ["java/lang/ref/Cleaner", "register", "(Ljava/lang/Object;Ljava/lang/Runnable;)Ljava/lang/ref/Cleaner$Cleanable;"],
    ["jdk/internal/ref/Cleaner", "create", "(Ljava/lang/Object;Ljava/lang/Runnable;)Ljdk/internal/ref/Cleaner;"],
    ["sun/misc/Cleaner", "create", "(Ljava/lang/Object;Ljava/lang/Runnable;)Lsun/misc/Cleaner;"],
];

const RUNNABLE: &str = "java/lang/Runnable";

/// What actions are run by.
fn run_method() -> Member {
    Member { class: RUNNABLE.into(), name: "run".into(), descriptor: "()V".into() }
}

/// Whether a call runs the action of a handle.
fn is_clean(member: &Member) -> bool {
    let returned = |[_, _, descriptor]: &[&str; 3]| descriptor.ends_with(&format!(")L{};", member.class));
    member.name == "clean" && member.descriptor == "()V" && REGISTER.iter().any(returned)
}

fn is_register(member: &Member) -> bool {
    REGISTER.contains(&[&member.class, &member.name, &member.descriptor])
}

/// A field that was planned to hold handles only, and turned out to hold anything else.
pub(super) fn unplanned_mixture(model: &Model) -> Option<Change> {
    let (object, field) = *model.mixed_handles.iter().find(|(object, field)| {
        let held = &model.heap.objects[*object].fields[*field].model;
        matches!(held, FieldModel::Handle(known) if !known.is_mixed)
    })?;
    Some(Change::Mixed { object, field })
}

impl Flow<'_, '_> {
    /// Calls that register an action or run one; any other call comes back as it was.
    pub fn cleaning(&mut self, point: Point, call: &Call<'_>) -> Result<Option<Point>, LowerError> {
        let arguments = call.arguments;
        if is_register(call.member) {
            self.register(point, call);
            return Ok(None);
        }
        if !is_clean(call.member) {
            return Ok(Some(point));
        }
        match point.frame.get(arguments[0]).cloned() {
            Some(Shape::Handle { handle: Handle::Held(object, field), .. }) => {
                self.clean_held(point, arguments[0], (object, field)).map(|()| None)
            }
            Some(Shape::Handle { handle: Handle::New(action), .. }) => {
                let skipped = self.maybe_run(point, arguments[0], &action)?;
                self.next(skipped);
                Ok(None)
            }
            Some(Shape::Outside { identity: Identity::Argument(_), .. }) => Ok(Some(point)),
            _ => self.clean_any(point, arguments[0]).map(Some),
        }
    }

    /// Registers an action: it runs when its handle is cleaned.
    fn register(&mut self, point: Point, call: &Call<'_>) {
        let [.., object, action] = call.arguments[..] else { return };
        let Some(point) = self.not_null(point, object) else { return };
        let Some(mut point) = self.not_null(point, action) else { return };
        let name = call.member.dotted();
        self.note(
            &point,
            About::World,
            format!("what is registered by `{name}` runs when its handle is cleaned, once, and then only"),
        );
        let action = self.kept_action(&point, action);
        if let Some(target) = call.result {
            let class = call.member.descriptor.rsplit(")L").next().unwrap_or_default().trim_end_matches(';');
            let handle = Handle::New(action.into());
            point.frame.set(target, Shape::Handle { class: class.into(), handle });
        }
        self.next(point);
    }

    /// What is still known about an action when the call that registers it is over.
    fn kept_action(&self, point: &Point, action: Register) -> Shape {
        let unknown =
            Shape::Outside { class: RUNNABLE.into(), exact: false, nullable: false, identity: Identity::Anything };
        self.kept_shape(point.frame.get(action).cloned().filter(Shape::needs_no_variable).unwrap_or(unknown))
    }

    /// What is still known about a value when the call is over in which it was met.
    pub fn kept_shape(&self, known: Shape) -> Shape {
        let changing = |object: &ObjectId| !self.model.heap.objects[*object].stays();
        let changing: Vec<ObjectId> = known.objects().into_iter().filter(changing).collect();
        changing.into_iter().fold(known.kept(), |shape, object| {
            let class = self.model.heap.objects[object].class.name.as_str().into();
            shape.without(object, &class)
        })
    }

    /// Cleans the handle that a field holds: what is registered runs, and is registered no more.
    fn clean_held(&mut self, point: Point, at: Register, place: (ObjectId, usize)) -> Result<(), LowerError> {
        let FieldModel::Handle(field) = self.model.heap.objects[place.0].fields[place.1].model.clone() else {
            self.next(point);
            return Ok(());
        };
        if point.frame.known_objects.rewritten.contains(&place) {
            let skipped = self.clean_any(point, at)?;
            self.next(skipped);
            return Ok(());
        }
        let registered = self.term(&field.registered);
        let nothing = self.constant(field.registered.ty, NOTHING);
        let mut rest = point;
        for (index, action) in field.actions.iter().enumerate() {
            let constant = self.constant(field.registered.ty, FIRST_ACTION + index as u64);
            let is_registered = self.terms().equal(registered, constant);
            let (found, other) = self.fork(rest, is_registered);
            if let Some(mut found) = found {
                self.assign(&mut found, field.registered.symbol, nothing);
                self.run_action(found, at, action.as_ref())?;
            }
            let Some(other) = other else { return Ok(()) };
            rest = other;
        }
        self.next(rest);
        Ok(())
    }

    /// Cleans a handle of which only this is known: it is one for a tracked object, or for one of the actions that
    /// fields hold, or another.
    fn clean_any(&mut self, point: Point, at: Register) -> Result<Point, LowerError> {
        let objects = &self.model.heap.objects;
        let runs = |object: &ObjectId| {
            let tracked = &objects[*object];
            tracked.birth != Birth::Staged && self.world.is_subclass(&tracked.class.name, RUNNABLE) == Answer::Yes
        };
        let mut actions: Vec<Shape> = (0..objects.len()).filter(runs).map(Shape::Object).collect();
        for action in self.handle_fields().into_iter().flat_map(|field| field.actions).flatten() {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        let mut rest = point;
        for action in actions {
            rest = self.maybe_run(rest, at, &action)?;
        }
        Ok(rest)
    }

    /// Runs an action, or not; the way on where it is not run is given back.
    fn maybe_run(&mut self, point: Point, at: Register, action: &Shape) -> Result<Point, LowerError> {
        self.note(&point, About::Open, "a handle that no field holds may have been cleaned before, or not");
        self.left_open = "whether a handle was cleaned before".into();
        let (mut run, skipped) = self.choose(point);
        for field in self.handle_fields() {
            if field.actions.iter().flatten().any(|known| known == action) {
                self.havoc(&mut run, field.registered.symbol);
            }
        }
        self.run_action(run, at, Some(action))?;
        Ok(skipped)
    }

    /// Any value for a field that holds a handle.
    pub fn havoc_handle(&mut self, point: &mut Point, field: &HandleField) {
        let is_this = |model: &FieldModel| matches!(model, FieldModel::Handle(known) if known.holds == field.holds);
        for (object, tracked) in self.model.heap.objects.iter().enumerate() {
            let own = tracked.fields.iter().enumerate().filter(|(_, known)| is_this(&known.model));
            self.model.mixed_handles.extend(own.map(|(position, _)| (object, position)));
        }
        self.havoc(point, field.holds.symbol);
        self.havoc(point, field.registered.symbol);
    }

    fn handle_fields(&self) -> Vec<HandleField> {
        let fields = self.model.heap.objects.iter().flat_map(|object| &object.fields);
        let handle = |model: &FieldModel| match model {
            FieldModel::Handle(field) => Some(field.clone()),
            _ => None,
        };
        fields.filter_map(|field| handle(&field.model)).collect()
    }

    /// Runs an action in the place of a call on a handle.
    fn run_action(&mut self, point: Point, at: Register, action: Option<&Shape>) -> Result<(), LowerError> {
        let (run, arguments) = (run_method(), [at]);
        let call = Call { kind: Invocation::Interface, member: &run, arguments: &arguments, result: None };
        let caller = point.frame.clone();
        let mut running = point.clone();
        if let Some(action) = action {
            running.frame.set(at, action.clone());
        }
        if let Some(body) = self.lambda_body(&running, &call) {
            return self.inline_lambda(point, body, &call);
        }
        let Some((class, method)) = self.target(&running, &call) else {
            self.run_unseen(point, action);
            return Ok(());
        };
        self.inline(running, &class, method, &call)?;
        // Behind the call, the register holds the handle as before.
        if let Some(known) = self.contexts.last_mut().and_then(|context| context.caller.as_mut()) {
            known.frame = caller;
        }
        Ok(())
    }

    /// An action runs that is not followed.
    fn run_unseen(&mut self, mut point: Point, action: Option<&Shape>) {
        match action {
            Some(Shape::Lambda(lambda)) => self.expose_lambda(&mut point, lambda, "clean"),
            Some(Shape::Object(object)) => {
                self.note(
                    &point,
                    About::OwnCode,
                    "an action that is not followed may change the object that it belongs to, and throws nothing",
                );
                self.havoc_object(&mut point, *object, false);
            }
            _ => self.note(
                &point,
                About::OwnCode,
                "an action of an object that is not tracked changes no tracked one, and throws nothing",
            ),
        }
        self.next(point);
    }

    /// A handle is given to code that is not looked at, which may clean it.
    pub fn expose_handle(&mut self, point: &mut Point, handle: &Handle, name: &str) {
        self.note(
            point,
            About::OwnCode,
            format!("`{name}` may clean the handle that it is given; the action throws nothing"),
        );
        let (fields, actions) = match handle {
            Handle::New(action) => (self.handle_fields(), vec![(**action).clone()]),
            Handle::Held(object, field) => match self.model.heap.objects[*object].fields[*field].model.clone() {
                FieldModel::Handle(field) => (vec![field.clone()], field.actions.into_iter().flatten().collect()),
                _ => return,
            },
        };
        for field in fields {
            self.havoc(point, field.registered.symbol);
        }
        for object in actions.iter().flat_map(Shape::objects) {
            self.havoc_object(point, object, false);
        }
    }

    /// Reads a field that holds a handle, or anything else.
    pub fn read_handle(
        &mut self,
        point: Point,
        target: Register,
        place: (ObjectId, usize),
        field: &HandleField,
    ) -> Option<Point> {
        let (held, handle) = (self.term(&field.holds), self.constant(field.holds.ty, HANDLE));
        let is_handle = self.terms().equal(held, handle);
        let (found, other) = self.fork(point, is_handle);
        if let Some(mut found) = found {
            let handle = Handle::Held(place.0, place.1);
            found.frame.set(target, Shape::Handle { class: field.class.clone(), handle });
            self.next(found);
        }
        let mut rest = other?;
        if !field.is_mixed {
            rest.frame.set(target, Shape::Null);
            return Some(rest);
        }
        self.read_reference(rest, target, &field.as_reference())
    }

    /// Writes a field that holds a handle, or anything else.
    pub fn write_handle(
        &mut self,
        point: &mut Point,
        (object, field): (ObjectId, usize),
        model: &HandleField,
        value: Register,
    ) -> Result<(), Change> {
        match point.frame.get(value).cloned() {
            Some(Shape::Handle { handle: Handle::New(action), .. }) => {
                let known = model.actions.iter().position(|known| known.as_ref() == Some(&*action));
                let index = known.ok_or_else(|| Change::Handle { object, field, action: (*action).clone() })?;
                let registered = self.constant(model.registered.ty, FIRST_ACTION + index as u64);
                self.assign(point, model.registered.symbol, registered);
                if !self.model.heap.objects[object].fields[field].is_final() {
                    point.frame.known_objects.rewritten.insert((object, field));
                }
            }
            Some(Shape::Handle { handle: Handle::Held(holder, held), .. }) if (holder, held) == (object, field) => {}
            Some(Shape::Null) => return self.write_reference(point, (object, field), (&model.holds, &[]), value),
            _ => {
                self.model.mixed_handles.insert((object, field));
                return self.write_reference(point, (object, field), (&model.holds, &[]), value);
            }
        }
        let handle = self.constant(model.holds.ty, HANDLE);
        self.assign(point, model.holds.symbol, handle);
        Ok(())
    }

    /// The action of a new handle that a field is given which was not planned to hold one, if it can be.
    pub fn unplanned_action(&self, point: &Point, object: ObjectId, value: Register) -> Option<Shape> {
        match point.frame.get(value)? {
            Shape::Handle { handle: Handle::New(action), .. } if self.model.heap.objects[object].stays() => {
                Some((**action).clone())
            }
            _ => None,
        }
    }
}
