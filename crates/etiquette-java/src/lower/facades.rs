//! Facades: the rule is in an object that a field of an abstract type holds, and calls of it are not followed as long as
//! its class is not known.
//!
//! Where all code was read that can give the field an object, and makes objects of one class only, that is tracked.
//! Elsewhere the classes of which objects are known to be made for it are suggested to the user, who may name one with
//! `--field`.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{Action, Component, Owner};

use super::calls::Call;
use super::exceptions::dotted;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, TrackedObject};
use super::model::{About, Model};
use super::select::quoted;
use super::shape::{Identity, ObjectId, Shape};
use crate::class::Access;
use crate::hierarchy::Answer;

/// No more classes than this are suggested for a field.
const MAX_SUGGESTED: usize = 3;

/// Classes of which one may be named for fields, and what is left open as long as none is, by position among the gaps.
pub(super) type Suggestions = BTreeMap<String, (Vec<String>, BTreeSet<u32>)>;

impl Flow<'_, '_> {
    /// The fields that may hold the object which a call is made on, if its class is abstract.
    pub fn fields_behind(&self, point: &Point, call: &Call<'_>) -> Vec<(ObjectId, usize)> {
        let Some(Shape::Outside { class, exact: false, identity: Identity::Foreign | Identity::Anything, .. }) =
            call.receiver().and_then(|receiver| point.frame.get(receiver))
        else {
            return Vec::new();
        };
        let is_open = |name: &str| self.world.class(name).is_some_and(|class| class.access.has(Access::ABSTRACT));
        if !is_open(class) {
            return Vec::new();
        }
        let holds = |model: &FieldModel| matches!(model, FieldModel::Reference(field) if field.class == *class);
        let objects = self.model.heap.objects.iter().enumerate();
        let fields = objects.flat_map(|(id, object)| object.fields.iter().enumerate().map(move |at| (id, at)));
        fields.filter(|(_, (_, field))| holds(&field.model)).map(|(id, (position, _))| (id, position)).collect()
    }

    /// Asks for the object in fields to be tracked, or suggests of which class it may be. What a call left open that is
    /// made on it was added to the body from an edge on.
    pub fn look_behind(&mut self, fields: Vec<(ObjectId, usize)>, first_edge: usize) {
        for (object, position) in fields {
            let (path, field) = (
                self.model.heap.objects[object].path.clone(),
                self.model.heap.objects[object].fields[position].clone(),
            );
            let Some(held) = self.world.held(&field.class, &field.name) else { continue };
            let is_closed = field.access.has(Access::PRIVATE) || field.access.has(Access::FINAL);
            let only = held.classes.first().filter(|_| held.is_all && held.classes.len() == 1 && is_closed);
            match only.filter(|only| self.can_be_tracked((object, position), only)) {
                Some(only) => self.model.want_class((object, position), only.clone()),
                None => {
                    let FieldModel::Reference(declared) = &field.model else { continue };
                    let fits = |class: &&String| self.world.is_subclass(class, &declared.class) == Answer::Yes;
                    let classes = held.classes.iter().filter(fits).take(MAX_SUGGESTED).cloned().collect();
                    let added = self.body.edges.iter().skip(first_edge);
                    let gaps = added.filter_map(|edge| gap(edge.action)).collect();
                    let suggestion = self.model.suggestions.entry(format!("{path}{}", field.name));
                    suggestion.or_insert_with(|| (classes, BTreeSet::new())).1.extend::<Vec<u32>>(gaps);
                }
            }
        }
    }

    /// Whether no other object is tracked that may be the one in a field, if that is of a class.
    fn can_be_tracked(&self, (object, field): (ObjectId, usize), class: &str) -> bool {
        let is_related = |other: &str| {
            self.world.is_subclass(class, other) != Answer::No || self.world.is_subclass(other, class) != Answer::No
        };
        let own = self.model.heap.key(object, field);
        let others = self.model.places.iter().filter(|(key, _)| **key != own).flat_map(|(_, classes)| classes);
        let has_place = |object: &TrackedObject| matches!(object.birth, Birth::Stored | Birth::Staged);
        let tracked = self.model.heap.objects.iter().filter(|object| object.is_object() && !has_place(object));
        !others.map(String::as_str).chain(tracked.map(|object| &*object.class.name)).any(is_related)
    }
}

fn gap(action: Action) -> Option<u32> {
    match action {
        Action::Havoc(_, Owner::Model(gap), _) => Some(gap),
        _ => None,
    }
}

/// Notes suggestions for what is still open.
pub(super) fn note_suggestions(model: &mut Model) {
    let open = open_gaps(&model.component);
    for (field, (classes, gaps)) in std::mem::take(&mut model.suggestions) {
        if classes.is_empty() || gaps.is_disjoint(&open) {
            continue;
        }
        let said = classes.iter().map(|class| format!("--field {field}={}", dotted(class)));
        let text = format!("of which class the object in `{field}` is: {} would say it", quoted(said));
        model.note(About::Open, text, None);
    }
}

/// What is left open in any method.
fn open_gaps(component: &Component) -> BTreeSet<u32> {
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    edges.filter_map(|edge| gap(edge.action)).collect()
}
