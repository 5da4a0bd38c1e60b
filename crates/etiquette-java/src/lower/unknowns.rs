//! What models of classes leave open: numbers and truth values that they do not know (`etiquette.Unknown`), those that are
//! really open (`etiquette.World`), and the objects in a collection (`etiquette.Bag`).
//!
//! Their code is what [`super::reach`] reads: what is put into a bag may be what is taken from it. Here a bag is no object:
//! what is put there is known to others, and what is taken may be anything.

use super::calls::Call;
use super::exceptions::dotted;
use super::flow::{Flow, Point};
use super::shape::{ObjectId, Shape};
use crate::code::{Register, Statement};
use crate::hierarchy::Answer;

/// What holds the elements of a collection.
pub(super) const BAG: &str = "etiquette/Bag";
pub(crate) const UNKNOWN: &str = "etiquette/Unknown";
const WORLD: &str = "etiquette/World";
/// What code that is made here says of an object of which it knows only how it was made: any state is possible.
pub(crate) const ANY_STATE: &str = "anyState";
/// What code that is made here takes for an object that a client hands in.
pub(crate) const GIVEN: &str = "given";
/// What is above classes whose objects nothing changes: two of them may be the same one, wherever they were made.
const SHARED: &str = "etiquette/Shared";

impl Flow<'_, '_> {
    /// Whether an object may be the same as another one that is tracked, or as one that nobody knows.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        let class = &self.model.heap.objects[object].class.name;
        self.world.is_model(class) && self.world.is_subclass(class, SHARED) == Answer::Yes
    }

    /// Makes a call by which a model says that it leaves something open; any other call comes back as it was.
    pub fn left_open_by_model(&mut self, mut point: Point, call: &Call<'_>) -> Option<Point> {
        let class = call.member.class.as_str();
        if ![BAG, UNKNOWN, WORLD].contains(&class) {
            return Some(point);
        }
        self.left_open = format!("what `{}` does", self.modelled_call(&point));
        self.is_really_open = class == WORLD;
        if call.member.name == ANY_STATE {
            self.put_into_any_state(&mut point, call.arguments);
            self.next(point);
            return None;
        }
        call.arguments.iter().for_each(|argument| self.let_go(&mut point, *argument));
        if let (Some(target), Some(ty)) = (call.result, call.result_type()) {
            match call.member.name.as_str() {
                "orSome" | "aString" => self.set_object(&mut point, target, &ty),
                GIVEN => {
                    self.set_object(&mut point, target, &ty);
                    point.frame.set_given(target);
                }
                _ => self.set_any(&mut point, target, &ty),
            }
        }
        self.is_really_open = false;
        if call.member.name != "never" {
            self.next(point);
        }
        None
    }

    fn put_into_any_state(&mut self, point: &mut Point, objects: &[Register]) {
        for object in objects {
            if let Some(Shape::Object(id)) = point.frame.get(*object).cloned() {
                self.havoc_object(point, id, false);
            }
        }
    }

    /// The call that code makes which is no model.
    fn modelled_call(&self, point: &Point) -> String {
        let (context, offset) = self.outside_models(point);
        let context = &self.contexts[context];
        let called = match context.code.statements.get(&offset) {
            Some(Statement::Invoke { member, .. }) => member.dotted(),
            _ => format!("{}.{}", dotted(&context.class.name), context.class.methods[context.method].name),
        };
        called.replace("<init>", "new")
    }
}
