//! What depends on an object's class or identity: new objects, `instanceof`, casts, comparison of references.

use std::rc::Rc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::arguments::Question;
use super::boxed_numbers::content_type;
use super::definitions::definition;
use super::exceptions::{CAST, THROWABLE, dotted};
use super::flow::{Flow, Point};
use super::heap::{Birth, Heap};
use super::model::About;
use super::shape::{Identity, ObjectId, Reason, Shape};
use crate::class::Access;
use crate::code::Register;
use crate::descriptor::TypeDescriptor;
use crate::hierarchy::Answer;

impl Flow<'_, '_> {
    /// A new object: one that is to be tracked, an exception, or one that nothing more is known about.
    pub fn new_object(&mut self, point: &mut Point, target: Register, class: &str) {
        if self.world.is_subclass(class, THROWABLE) == Answer::Yes {
            let site = self.origin(point);
            return point.frame.set(target, Shape::Throwable { class: class.into(), site, reason: Reason::Unmade });
        }
        let planned = self.planned(point, class);
        point.frame.known_objects.made.extend(planned);
        match planned.or_else(|| self.staged(point, class)) {
            Some(object) => point.frame.set(target, Shape::Object(object)),
            None => {
                let identity = Identity::New;
                point.frame.set(target, Shape::Outside { class: class.into(), exact: true, nullable: false, identity });
            }
        }
    }

    /// The tracked object of this class that a constructor of its holder is about to make.
    pub fn planned(&self, point: &Point, class: &str) -> Option<ObjectId> {
        let receiver = &self.model.heap.objects[Heap::RECEIVER].class.name;
        if self.is_factory() && class == receiver && !point.frame.known_objects.made.contains(&Heap::RECEIVER) {
            return Some(Heap::RECEIVER);
        }
        let holder = self.under_construction(point)?;
        let fits = |id: &ObjectId| {
            let object = &self.model.heap.objects[*id];
            object.birth == Birth::Made
                && object.holder == Some(holder)
                && object.class.name == class
                && !point.frame.known_objects.made.contains(id)
        };
        let fitting: Vec<ObjectId> = (Heap::RECEIVER..self.model.heap.objects.len()).filter(fits).collect();
        let is_stored = |id: &&ObjectId| self.is_stored_as(point, **id);
        fitting.iter().find(is_stored).or(fitting.first()).copied()
    }

    /// Whether what is made at a point is stored in the field of its holder that is to hold a tracked object.
    fn is_stored_as(&self, point: &Point, object: ObjectId) -> bool {
        let Some((holder, field)) = self.model.heap.place_of(object) else { return false };
        let field = &self.model.heap.objects[holder].fields[field];
        let code = &self.contexts[point.context].code;
        code.statements.range(point.offset..).any(|(offset, statement)| match statement.put() {
            Some((member, value)) if member.name == field.name && member.class == field.class => {
                definition(code, *offset, value).is_some_and(|(made, _)| made == point.offset)
            }
            _ => false,
        })
    }

    /// The object whose constructor is being run, perhaps in a static method that it calls.
    fn under_construction(&self, point: &Point) -> Option<ObjectId> {
        let (mut context, mut frame) = (&self.contexts[point.context], &point.frame);
        while context.class.methods[context.method].access.has(Access::STATIC) {
            if self.is_class_initialiser(context) {
                return Some(Heap::RECEIVER);
            }
            let caller = context.caller.as_ref()?;
            (context, frame) = (&self.contexts[caller.context], &caller.frame);
        }
        match frame.get(Register(0)) {
            Some(Shape::Object(holder)) if context.class.methods[context.method].name == "<init>" => Some(*holder),
            _ => None,
        }
    }

    /// Whether the object is an instance, as far as its class is known; otherwise either.
    pub fn instance_of(&mut self, point: Point, target: Register, object: Register, class: &str, result: &mut Point) {
        let mut point = point;
        let null = self.is_null(&point, object);
        let is = match self.class_test(&point, object, class) {
            Answer::Yes => self.terms().bool(true),
            Answer::No => self.terms().bool(false),
            Answer::Unknown(_) => match self.asked_class(&point, object, class) {
                Some(answer) => answer,
                None => self.any(&mut point, target, Type::Bool),
            },
        };
        let terms = self.terms();
        let present = terms.not(null);
        let value = terms.and(present, is);
        self.set_bool(&mut point, target, value);
        *result = point;
    }

    /// Whether a non-null object belongs to a class.
    pub fn class_test(&self, point: &Point, object: Register, class: &str) -> Answer {
        let (known, exact) = match point.frame.get(object) {
            Some(Shape::Object(id)) => (self.model.heap.objects[*id].class.name.as_str(), true),
            Some(Shape::Throwable { class, .. }) => (&**class, true),
            Some(Shape::Outside { class, exact, .. }) => (&**class, *exact),
            Some(Shape::Enum(class) | Shape::Handle { class, .. }) => (&**class, false),
            Some(Shape::Boxed { class, .. }) => (&**class, true),
            Some(Shape::String | Shape::Text(_)) => (super::string_constants::STRING, true),
            Some(Shape::Array { descriptor, exact, .. }) => (&**descriptor, *exact),
            _ => return Answer::Unknown(String::new()),
        };
        match self.world.is_subclass(known, class) {
            Answer::No if !exact && self.may_be_both(known, class) => Answer::Unknown(class.to_owned()),
            answer => answer,
        }
    }

    /// Whether an object of at most a class can be of another, which is not above that. Arrays are not told apart.
    pub fn may_be_both(&self, known: &str, class: &str) -> bool {
        let is_array = [known, class].iter().any(|name| name.starts_with('['));
        is_array || self.world.is_subclass(class, known) != Answer::No || self.world.may_meet(known, class)
    }

    pub fn check_cast(&mut self, point: Point, object: Register, class: &str) -> Option<Point> {
        let mut point = point;
        match self.class_test(&point, object, class) {
            Answer::Yes => Some(point),
            Answer::No => {
                let null = self.is_null(&point, object);
                let present = self.terms().not(null);
                self.unless(point, present, CAST)
            }
            Answer::Unknown(_) => {
                point = self.unless_cast_fails(point, object, class)?;
                if let Some(Shape::Outside { nullable, identity, .. }) = point.frame.get(object).cloned() {
                    self.recast(&mut point, object, class, nullable, identity);
                }
                Some(point)
            }
        }
    }

    /// Goes on where a cast succeeds of which that is not known. Clients may hand in objects of other classes; that they
    /// do not is taken for granted where it would be an error, and so it is of objects from elsewhere: nearly all of
    /// those casts are there because of generics.
    fn unless_cast_fails(&mut self, mut point: Point, object: Register, class: &str) -> Option<Point> {
        let about = self.giver(&point, object);
        if about != About::Client || self.would_be_error(&point, CAST) {
            self.note(&point, about, format!("the cast to `{}` succeeds", dotted(class)));
            return Some(point);
        }
        let other = match self.asked_class(&point, object, class) {
            Some(answer) => self.terms().not(answer),
            None => {
                self.left_open = format!("whether an argument is a `{}`", dotted(class));
                self.any(&mut point, object, Type::Bool)
            }
        };
        let null = self.is_null(&point, object);
        let terms = self.terms();
        let present = terms.not(null);
        let fails = terms.and(present, other);
        self.unless(point, fails, CAST)
    }

    /// Whether an argument of the client's that is not null is of a class: the client knows. Arrays are not told apart,
    /// and a class whose name no expression can have is not asked for.
    fn asked_class(&mut self, point: &Point, object: Register, class: &str) -> Option<Term> {
        let Some(Shape::Outside { identity: Identity::Argument(argument), .. }) = point.frame.get(object) else {
            return None;
        };
        let argument = *argument;
        // What is known of the class of one that may be held was known when it was given.
        if self.is_asked_whether_held(argument) {
            return None;
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || ['_', '$', '/'].contains(&c);
        class.chars().all(is_name).then(|| self.ask(argument, Question::Instance(class.into())))
    }

    /// After a cast more is known about the class.
    pub fn recast(&mut self, point: &mut Point, object: Register, class: &str, nullable: bool, identity: Identity) {
        let name: Rc<str> = class.into();
        if class.starts_with('[') {
            let length = self.any_length(point, object);
            let nullness = nullable.then(|| self.nullness(point, object));
            self.set_array(point, object, class, length, nullness);
        } else if content_type(class).is_some() {
            let nullness = nullable.then(|| self.nullness(point, object));
            self.set_any_boxed(point, object, class, nullness);
        } else if self.world.enum_constants(class).is_none() {
            let exact = self.world.is_final(class);
            point.frame.set(object, Shape::Outside { class: name, exact, nullable, identity });
        } else {
            let ty = TypeDescriptor::Object(class.to_owned());
            self.set_any(point, object, &ty);
        }
    }

    /// Whether two references are the same object, as far as that is known; otherwise either.
    pub fn same(&mut self, point: &mut Point, a: Register, b: Register) -> Term {
        let shapes = (point.frame.get(a).cloned(), point.frame.get(b).cloned());
        match shapes {
            (Some(Shape::Object(one)), Some(Shape::Object(other))) if one == other || !self.is_shared(one) => {
                self.terms().bool(one == other)
            }
            (Some(Shape::Object(object)), Some(Shape::Outside { class, identity, .. }))
            | (Some(Shape::Outside { class, identity, .. }), Some(Shape::Object(object)))
                if !self.may_be(object, &class, identity) && !self.is_shared(object) =>
            {
                self.terms().bool(false)
            }
            (
                Some(Shape::Outside { identity: Identity::Argument(one), .. }),
                Some(Shape::Outside { identity: Identity::Argument(other), .. }),
            ) if one == other => self.terms().bool(true),
            (
                Some(Shape::Object(Heap::RECEIVER)),
                Some(Shape::Outside { identity: Identity::Argument(argument), .. }),
            ) => self.is_this(point, b, argument),
            (
                Some(Shape::Outside { identity: Identity::Argument(argument), .. }),
                Some(Shape::Object(Heap::RECEIVER)),
            ) => self.is_this(point, a, argument),
            (
                Some(Shape::Outside { identity: Identity::Held(one), .. }),
                Some(Shape::Outside { identity: Identity::Held(other), .. }),
            ) if one == other => self.terms().bool(true),
            (
                Some(Shape::Outside { identity: Identity::Argument(argument), .. }),
                Some(Shape::Outside { identity: Identity::Held(field), .. }),
            ) => self.same_as_held(point, (a, argument), (b, field)),
            (
                Some(Shape::Outside { identity: Identity::Held(field), .. }),
                Some(Shape::Outside { identity: Identity::Argument(argument), .. }),
            ) => self.same_as_held(point, (b, argument), (a, field)),
            (Some(Shape::Null), _) => self.is_null(point, b),
            (_, Some(Shape::Null)) => self.is_null(point, a),
            (Some(Shape::Text(one)), Some(Shape::Text(other))) => self.terms().bool(one == other),
            (Some(Shape::String), Some(Shape::String | Shape::Text(_) | Shape::Outside { .. }))
            | (Some(Shape::Outside { .. } | Shape::Text(_)), Some(Shape::String)) => self.same_strings(point, a, b),
            (Some(Shape::Enum(class)), Some(Shape::Enum(other))) if class == other => {
                let (one, other) = (self.enum_value(point, a, &class), self.enum_value(point, b, &class));
                self.terms().equal(one, other)
            }
            _ => self.perhaps_same(point, a, b),
        }
    }

    fn same_as_held(&mut self, point: &mut Point, argument: (Register, u16), held: (Register, usize)) -> Term {
        let known = self.is_held(point, argument, held);
        known.unwrap_or_else(|| self.perhaps_same(point, argument.0, held.0))
    }

    /// Whether two references are the same object, of which nothing is known but whether they are null.
    fn perhaps_same(&mut self, point: &mut Point, a: Register, b: Register) -> Term {
        let (one, other) = (self.is_null(point, a), self.is_null(point, b));
        self.left_open = "whether two references are to the same object".into();
        let any = self.any(point, a, Type::Bool);
        let terms = self.terms();
        let (both, alike) = (terms.and(one, other), terms.equal(one, other));
        let maybe = terms.and(alike, any);
        terms.or(both, maybe)
    }

    /// Whether an argument, in a register, is the object itself: the client knows.
    fn is_this(&mut self, point: &Point, register: Register, argument: u16) -> Term {
        let null = self.is_null(point, register);
        let answer = self.ask(argument, Question::IsThis);
        let terms = self.terms();
        let present = terms.not(null);
        terms.and(present, answer)
    }
}
