//! Calls that are not followed: any result, any change that the code which they run may make to tracked objects, and
//! any exception that may leave it.
//!
//! What that code may do is found by [`super::reach`]. Where it may raise an error, or write a field, that is a choice
//! of the model; only what can't be looked at is taken for granted: objects that a client hands in, native code, and
//! classes that are not there.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::Stop;
use super::boxed_numbers::content_type;
use super::calls::Call;
use super::documented::{compares, would_tell_of_change};
use super::exceptions::{ARITHMETIC, CAST, EXHAUSTION, INDEX, NEGATIVE_SIZE, NULL_POINTER, STORE, dotted};
use super::flow::{Flow, Point};
use super::heap::Birth;
use super::interruptions::Interruption;
use super::model::{About, Cause, Origin};
use super::reach::{Beyond, Exception, Given, Implicit, Place, Program, Reached, Writes, hands_to_nobody};
use super::shape::{Identity, ObjectId, Shape};
use super::steadiness::Disturbance;
use crate::class::{Access, Class, Invocation, Member};
use crate::code::Register;
use crate::descriptor::TypeDescriptor;
use crate::hierarchy::Answer;

/// The classes whose methods read and write fields of objects that they are given, whoever declares them.
pub(super) const FIELD_ACCESS: [&str; 7] = [
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Field",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "jdk/internal/misc/Unsafe",
    "sun/misc/Unsafe",
];

/// The exceptions that the JVM itself throws.
const IMPLICIT: [&str; 6] = [ARITHMETIC, CAST, INDEX, NEGATIVE_SIZE, NULL_POINTER, STORE];

const UNCHANGED_WHILE_COMPARED: &str = "collections are not changed while they are compared, hashed or printed";
const ONLY_DOCUMENTED: &str = "methods of the JDK, and what stands in for them in other libraries, throw no unchecked exceptions but those that their documentation names";

/// No more exceptions than this are named.
const MAX_NAMED: usize = 3;

/// What a call runs, as far as it is known.
pub(super) type Known = Option<(Rc<Program>, Rc<Reached>)>;

impl Flow<'_, '_> {
    /// A call that is not followed.
    pub fn not_followed(&mut self, mut point: Point, call: &Call<'_>) -> Result<(), Stop> {
        let Call { kind, member, arguments, .. } = *call;
        let name = member.dotted();
        if call.receiver().is_some_and(|receiver| self.may_be_given_by_client(&point, receiver)) {
            self.note(
                &point,
                About::Client,
                format!("`{name}` is not called on the object itself, nor on one that it holds"),
            );
        }
        self.note_missing(member);
        let target = self.world.called_method(kind, member, self.class_of_first(&point, call));
        let (behind, first_edge) = (self.fields_behind(&point, call), self.body.edges.len());
        let known = self.runs(&point, call)?;
        let asked = self.asks_argument(&point, call);
        let disturbance = match &asked {
            Some((_, observer)) => Disturbance::Question(member.clone(), Rc::clone(observer)),
            None => Disturbance::Call(known.clone()),
        };
        self.disturb(&point, disturbance);
        self.track_local(&point, call, &known)?;
        self.note_beyond(known.as_ref());
        self.left_open = format!("what `{name}` does to the object");
        self.change_objects(&mut point, call, target.as_ref(), &known);
        self.construct_unseen(&mut point, member, arguments);
        for argument in arguments {
            if !(hands_to_nobody(member) && self.cells(&point, *argument).is_some()) {
                self.let_go(&mut point, *argument);
            }
        }
        self.give_handles(&mut point, call);
        let point = self.thrown_by_code(point, call, &known);
        let point = self.declared_exceptions(point, target.as_ref(), &name, &known);
        let Some(mut point) = self.refused_index(point, call) else { return Ok(()) };
        self.left_open = format!("what `{name}` returns");
        if !asked.is_some_and(|asked| self.set_answer(&mut point, call, asked)) {
            self.set_any_result(&mut point, call);
        }
        self.look_behind(behind, first_edge);
        self.next(point);
        Ok(())
    }

    /// Whether a register holds an argument of the client's that may be a tracked object.
    fn may_be_given_by_client(&self, point: &Point, register: Register) -> bool {
        let is_argument =
            matches!(point.frame.get(register), Some(Shape::Outside { identity: Identity::Argument(_), .. }));
        is_argument && self.may_be_tracked(point, register)
    }

    /// A statement of the code that is lowered, with the class of the receiver of a call.
    fn statement_at<'a>(&'a self, point: &Point, receiver: Option<&'a str>) -> Place<'a> {
        let context = &self.contexts[point.context];
        Place { class: &context.class.name, method: context.method, offset: point.offset, receiver, clients: None }
    }

    /// The exceptions that a statement may throw whose operand is not known; `None` if nothing is known about them.
    pub fn exceptions_thrown(&self, point: &Point) -> Result<Option<BTreeSet<Exception>>, Stop> {
        let program = self.world.program()?;
        let thrown = program.and_then(|program| program.thrown_at(self.statement_at(point, None)));
        Ok(thrown.filter(|thrown| !thrown.is_empty() && thrown.iter().all(|exception| exception.is_exact)))
    }

    /// What a call at a point runs.
    pub fn runs(&self, point: &Point, call: &Call<'_>) -> Result<Known, Stop> {
        let Some(program) = self.world.program()? else { return Ok(None) };
        let clients = call.receiver().and_then(|receiver| match point.frame.get(receiver) {
            Some(shape @ Shape::Outside { class, .. }) if shape.is_clients() => Some(&**class),
            _ => None,
        });
        let place = Place { clients, ..self.statement_at(point, self.class_of_first(point, call)) };
        let reached = self.world.reached(&program, place);
        Ok(reached.map(|reached| (program, reached)))
    }

    /// Says which class is not there, and what that costs.
    fn note_missing(&mut self, called: &Member) {
        if called.class.starts_with('[') || self.world.class(&called.class).is_some() {
            return;
        }
        let text = format!(
            "`{}` is not on the class path, so `{}` returns anything, raises no error and does not call back",
            dotted(&called.class),
            called.dotted()
        );
        self.model.note(About::OtherCode, text, None);
    }

    /// What can't be looked at is taken to keep to its contract.
    pub fn note_beyond(&mut self, known: Option<&(Rc<Program>, Rc<Reached>)>) {
        let Some((program, reached)) = known else { return };
        let Beyond { clients, natives, missing, .. } = reached.beyond;
        let lines = [
            (
                program.has_unread_initialisers,
                About::OtherCode,
                "initialisers of classes leave objects that keep to their contract",
            ),
            (
                clients,
                About::Client,
                "objects that a client hands in, or that are not known, keep to their contract: they raise no error, throw nothing that they neither declare nor, in the JDK, document, and do not call back",
            ),
            (
                natives,
                About::Native,
                "native code raises no error, throws nothing that it does not declare, and changes no object that it is not given; the JDK writes fields of other classes only where it is asked to (`Field`, `VarHandle`, updaters), and not while its classes are initialised",
            ),
            (
                missing,
                About::OtherCode,
                "code that is not on the class path raises no error, throws nothing that it does not declare, and does not call back",
            ),
            (program.rests_on_documentation, About::World, ONLY_DOCUMENTED),
        ];
        for (_, about, line) in lines.into_iter().filter(|(is_met, ..)| *is_met) {
            self.model.note(about, line, None);
        }
        for (about, text) in &reached.notes {
            self.model.note(*about, &**text, None);
        }
        if IMPLICIT.into_iter().any(|class| self.world.may_be_implicit_error(class)) {
            let line = "code that is not followed makes the JVM throw no exception because of what it did not get as an argument";
            self.model.note(About::OtherCode, line, None);
        }
    }

    /// The tracked objects may change, as far as the call may reach and write them.
    fn change_objects(
        &mut self,
        point: &mut Point,
        call: &Call<'_>,
        target: Option<&(Arc<Class>, usize)>,
        known: &Known,
    ) {
        for object in 0..self.model.heap.objects.len() {
            let given = self.given(point, call, object);
            // What clients put into a collection is theirs, and so is how it is compared.
            if self.world.has_roles() && compares(&call.member.name) && given.certain.is_empty() {
                self.model.note(About::Client, UNCHANGED_WHILE_COMPARED, None);
                continue;
            }
            self.change_unwritten(point, (object, &given), call, target);
            if self.model.heap.objects[object].birth == Birth::Staged && given.certain.is_empty() {
                continue;
            }
            let written = self.written(point, object, &given, call, known);
            for field in self.model.heap.objects[object].fields.clone() {
                if !field.is_final() && written.has(&field) {
                    self.havoc_field(point, &field.model, false);
                }
            }
        }
    }

    /// Which arguments of a call are an object.
    fn given(&self, point: &Point, call: &Call<'_>, object: ObjectId) -> Given {
        let mut given = Given { name: call.member.name.clone(), ..Given::default() };
        for (position, argument) in call.arguments.iter().enumerate() {
            match point.frame.get(*argument) {
                Some(Shape::Object(id)) if *id == object => given.certain.insert(position),
                Some(Shape::Outside { class, identity: Identity::Anything, .. })
                    if self.may_be(object, class, Identity::Anything) =>
                {
                    given.possible.insert(position);
                }
                _ => {}
            }
        }
        given
    }

    fn written(
        &mut self,
        point: &Point,
        object: ObjectId,
        given: &Given,
        call: &Call<'_>,
        known: &Known,
    ) -> Rc<Writes> {
        // What accesses fields needs no object for static ones.
        let is_access = FIELD_ACCESS.contains(&call.member.class.as_str()) && self.model.heap.is_of_class();
        if self.model.heap.objects[object].cells().is_some() {
            return Rc::new(Writes {
                fields: BTreeSet::new(),
                all: self.may_write_cells(point, object, given, call, known),
            });
        }
        match known {
            Some((program, reached)) if !is_access => {
                self.world.writes(program, reached, &self.model.heap, object, given)
            }
            _ => Rc::new(Writes { fields: BTreeSet::new(), all: true }),
        }
    }

    /// Native code, and what a subclass adds, change only fields of their object that no code is seen to write.
    fn change_unwritten(
        &mut self,
        point: &mut Point,
        (object, given): (ObjectId, &Given),
        call: &Call<'_>,
        target: Option<&(Arc<Class>, usize)>,
    ) {
        let access = target.map(|(class, method)| class.methods[*method].access).unwrap_or_default();
        let is_access = FIELD_ACCESS.contains(&call.member.class.as_str());
        let is_added = access.has(Access::ABSTRACT) && given.certain.contains(0) && call.kind != Invocation::Static;
        // Static native code of a class knows the class's own fields.
        let is_own = |(class, _): &(Arc<Class>, usize)| class.name == self.model.heap.objects[object].class.name;
        let is_class = !self.model.heap.objects[object].is_object() && target.is_some_and(is_own);
        if given.certain.is_empty() && !is_class || is_access || !(access.has(Access::NATIVE) || is_added) {
            return;
        }
        let (about, whose) = if is_added {
            (About::OtherCode, "the object that no method of its class writes")
        } else {
            (About::Native, "the object that it is given that no code writes")
        };
        self.note(point, about, format!("`{}` changes only fields of {whose}", call.member.dotted()));
        for id in self.model.heap.held_by(object) {
            for field in self.model.heap.objects[id].fields.clone() {
                let is_written = match is_added {
                    true => {
                        field.access.has(Access::PRIVATE) || self.world.is_written_by_methods(&field.class, &field.name)
                    }
                    false => self.world.is_written_by_code(&field.class, &field.name),
                };
                if !field.is_final() && !is_written {
                    self.havoc_field(point, &field.model, false);
                }
            }
        }
    }

    fn give_handles(&mut self, point: &mut Point, call: &Call<'_>) {
        for argument in &call.arguments[usize::from(call.receiver().is_some())..] {
            if let Some(Shape::Handle { handle, .. }) = point.frame.get(*argument).cloned() {
                self.expose_handle(point, &handle, &call.member.dotted());
            }
        }
    }

    /// A constructor that is not followed gives fields any values: final ones too, those of its own class and of
    /// classes above.
    fn construct_unseen(&mut self, point: &mut Point, member: &Member, arguments: &[Register]) {
        let Some(Shape::Object(id)) = arguments.first().and_then(|register| point.frame.get(*register)).cloned() else {
            return;
        };
        if member.name != "<init>" {
            return;
        }
        for field in self.model.heap.objects[id].fields.clone() {
            if self.world.is_subclass(&member.class, &field.class) != Answer::No {
                self.havoc_field(point, &field.model, true);
            }
        }
    }

    /// The exceptions that the code of a call may throw. That memory runs out matters only to those who ask for it.
    fn thrown_by_code(&mut self, mut point: Point, call: &Call<'_>, known: &Known) -> Point {
        let name = call.member.dotted();
        let mut errors: Vec<(Exception, Cause)> = Vec::new();
        let mut implicit = self.implicit_exceptions(&point, call, known);
        implicit.extend(self.monitor_exception(&point, call).map(|found| (found, true)));
        let is_clients = |exception: &Exception| implicit.get(exception).is_some_and(|is_clients| *is_clients);
        let by_jvm = implicit.keys().map(|found| (found.clone(), Cause::Jvm));
        let reached = || known.iter().flat_map(|(_, reached)| &reached.thrown);
        if reached().any(|exception| self.is_undocumented(&point, exception)) {
            self.model.note(About::World, ONLY_DOCUMENTED, None);
        }
        if reached().any(|exception| would_tell_of_change(&call.member.name, exception)) {
            self.model.note(About::Client, UNCHANGED_WHILE_COMPARED, None);
        }
        let thrown = self.possible_exceptions(&point, call, known).into_iter();
        let thrown = thrown.map(|found| {
            let cause = self.cause(&found);
            (found, cause)
        });
        // What the JVM throws, and code as well, is looked at once.
        let possible: BTreeMap<Exception, Cause> = by_jvm.chain(thrown).collect();
        for (exception, cause) in possible {
            let is_named = self.is_caught(&point, &exception.class, |_, _| true);
            if !is_named && self.is_error_from_call(&point, &exception, cause) {
                errors.push((exception, cause));
            } else if is_named || self.world.is_subclass(&exception.class, EXHAUSTION) == Answer::No {
                self.left_open = format!("whether `{name}` throws {}", dotted(&exception.class));
                let (failing, other) = self.choose(point);
                if !is_clients(&exception) {
                    self.interruptions.push(Interruption::new(&failing, &other));
                }
                self.raise_from_call(failing, &exception, cause);
                point = other;
            }
        }
        let Some((first, cause)) = errors.first() else { return point };
        let names: BTreeSet<String> = errors.iter().map(|(exception, _)| dotted(&exception.class)).collect();
        let named: Vec<String> = names.iter().take(MAX_NAMED).cloned().collect();
        self.left_open = format!("whether `{name}` throws {}", named.join(" or "));
        let (failing, other) = self.choose(point);
        self.raise_from_call(failing, first, *cause);
        other
    }

    /// Who throws what leaves a call: code of the component's own counts as if it were followed.
    fn cause(&self, exception: &Exception) -> Cause {
        let is_at_home = exception.thrower.as_ref().is_some_and(|(class, ..)| self.is_at_home(class));
        if is_at_home { Cause::Code } else { Cause::Elsewhere }
    }

    /// What may leave a call: where it is known to be of at most some class, errors below that count, too.
    pub fn possible_exceptions(&self, point: &Point, call: &Call<'_>, known: &Known) -> BTreeSet<Exception> {
        let reached = known.iter().flat_map(|(_, reached)| &reached.thrown);
        let reached = reached.filter(|exception| !would_tell_of_change(&call.member.name, exception));
        let documented = reached.filter(|exception| !self.is_undocumented(point, exception));
        let thrown: BTreeSet<Exception> =
            documented.map(|exception| Exception { by_jdk: false, ..exception.clone() }).collect();
        let mut found = thrown.clone();
        for exception in thrown.iter().filter(|exception| !exception.is_exact) {
            let below = self.world.errors_below(&exception.class).into_iter();
            found.extend(below.map(|class| Exception { class, ..exception.clone() }));
        }
        if known.as_ref().is_none_or(|(_, reached)| reached.beyond.unread) {
            let target = self.world.called_method(call.kind, call.member, self.class_of_first(point, call));
            let may_leave = |class: &&String| self.may_leave(class, target.as_ref());
            let named = self.world.named_errors().iter().filter(may_leave).cloned();
            let any = self.world.named_errors().is_empty().then(|| "java/lang/RuntimeException".to_owned());
            let thrower = target.as_ref().filter(|_| self.world.tells_throwers_apart()).map(|(class, method)| {
                let declared = &class.methods[*method];
                (class.name.clone(), declared.name.clone(), declared.descriptor.clone())
            });
            let unread = |class| Exception { class, is_exact: false, thrower: thrower.clone(), by_jdk: false };
            found.extend(named.chain(any).map(unread));
        }
        found
    }

    /// Whether code that was not looked at may throw an exception: a checked one only if it says so.
    fn may_leave(&self, exception: &str, target: Option<&(Arc<Class>, usize)>) -> bool {
        let is_a = |class: &str, above: &str| self.world.is_subclass(class, above) != Answer::No;
        let is_unchecked = ["java/lang/RuntimeException", "java/lang/Error"].iter().any(|above| is_a(exception, above));
        let declared = target.map(|(class, method)| &class.methods[*method].exceptions);
        is_unchecked
            || declared.is_none_or(|declared| {
                declared.iter().any(|declared| is_a(exception, declared) || is_a(declared, exception))
            })
    }

    /// The exceptions of the JVM itself that may leave a call, and whether because it is given null, or any number.
    fn implicit_exceptions(&self, point: &Point, call: &Call<'_>, known: &Known) -> Implicit {
        let Some((program, reached)) = known.as_ref() else { return Implicit::new() };
        let is_open = |argument: &Register| match point.frame.get(*argument) {
            Some(Shape::Int | Shape::Long) | None => true,
            Some(shape) => shape.nullable(),
        };
        let arguments = call.arguments.iter().enumerate().filter(|(_, argument)| is_open(argument));
        let open =
            arguments.map(|(position, _)| position).filter(|position| *position > 0 || call.receiver().is_none());
        Implicit::clone(&self.world.implicit(program, reached, open.collect()))
    }

    fn is_error_from_call(&mut self, point: &Point, exception: &Exception, cause: Cause) -> bool {
        let site = self.origin(point);
        let origin = Origin { cause, ..exception.origin(&self.model.origins[site]) };
        self.world.is_error(&exception.class, &origin)
    }

    /// Raises an exception that code threw which is not followed, at the place of the call.
    pub fn raise_from_call(&mut self, point: Point, exception: &Exception, cause: Cause) {
        let site = self.origin(&point);
        let origin = exception.origin(&self.model.origins[site]);
        let site = self.known_origin(Origin { thrown: true, open: !exception.is_exact, cause, ..origin });
        self.raise(point, &exception.class.as_str().into(), site);
    }

    fn set_any_result(&mut self, point: &mut Point, call: &Call<'_>) {
        let (Some(target), Some(ty)) = (call.result, call.result_type()) else { return };
        if let Some(promise) = self.world.promised_not_negative(call.member).filter(|_| ty == TypeDescriptor::Int) {
            self.note_never_negative(point, &promise);
            let number = self.any_length(point, target);
            return self.set_int(point, target, number);
        }
        let never_null = self.world.call_is_never_null(call.kind, call.member, self.class_of_first(point, call));
        let Some(promises) = never_null else { return self.set_any(point, target, &ty) };
        self.note_promises(point, &promises);
        self.set_object(point, target, &ty);
    }

    /// Goes on where the call does not refuse its index.
    fn refused_index(&mut self, point: Point, call: &Call<'_>) -> Option<Point> {
        let index = call.arguments.get(usize::from(call.kind != Invocation::Static));
        let (Some(promise), Some(index)) = (self.world.promised_checked_index(call.member), index) else {
            return Some(point);
        };
        self.note(
            &point,
            About::World,
            format!("`{promise}` refuses an index that no element can have, as its documentation says"),
        );
        let index = self.int(&point, *index);
        let terms = self.terms();
        let least = terms.bits(32, i32::MAX as u64);
        let outside = terms.unsigned_less_equal(least, index);
        self.unless(point, outside, "java/lang/IndexOutOfBoundsException")
    }

    /// Any object of a type, but not null. Enum constants keep null among their values.
    pub fn set_object(&mut self, point: &mut Point, target: Register, ty: &TypeDescriptor) {
        match ty {
            TypeDescriptor::Object(class) if content_type(class).is_some() => {
                self.set_any_boxed(point, target, class, None);
            }
            TypeDescriptor::Object(class) if self.world.enum_constants(class).is_none() => {
                self.set_outside(point, target, class, None);
            }
            TypeDescriptor::Array(_) => {
                let length = self.any_length(point, target);
                self.set_array(point, target, &ty.descriptor(), length, None);
            }
            _ => self.set_any(point, target, ty),
        }
    }

    /// The exceptions that the method declares may be thrown, in any state that it may leave, where code that can't be
    /// looked at is met; where they are errors, they are taken not to be, as otherwise every call that can fail for
    /// reasons outside would be forbidden. So may those that the JDK documents of what an object of a client's runs.
    fn declared_exceptions(
        &mut self,
        mut point: Point,
        target: Option<&(Arc<Class>, usize)>,
        name: &str,
        known: &Known,
    ) -> Point {
        let Beyond { clients, natives, missing, .. } =
            known.as_ref().map(|(_, reached)| reached.beyond).unwrap_or_default();
        let Some((class, method)) = target else { return point };
        let method = &class.methods[*method];
        if known.is_none() || clients || natives || missing {
            for exception in &method.exceptions {
                point = self.thrown_outside(point, name, exception, Self::raise_foreign);
            }
        }
        if clients && !method.access.has(Access::STATIC) && method.name != "<init>" {
            for exception in self.world.documented_unchecked(class, method) {
                point = self.thrown_outside(point, name, &exception, Self::raise_documented);
            }
        }
        point
    }

    /// Goes on where a call does not throw an exception, which may leave it if it is no error.
    fn thrown_outside(
        &mut self,
        point: Point,
        name: &str,
        exception: &str,
        raise: fn(&mut Self, Point, &str),
    ) -> Point {
        if self.would_be_error(&point, exception) {
            return point;
        }
        self.left_open = format!("whether `{name}` throws {}", dotted(exception));
        let (failing, other) = self.choose(point);
        self.interruptions.push(Interruption::new(&failing, &other));
        raise(self, failing, exception);
        other
    }

    /// Raises what the documentation of a method of the JDK names: what the code makes of it is the code's.
    fn raise_documented(&mut self, point: Point, class: &str) {
        let exception = Exception { class: class.to_owned(), is_exact: false, thrower: None, by_jdk: false };
        self.raise_from_call(point, &exception, Cause::Elsewhere);
    }
}
