//! How much of what is called goes into the component.
//!
//! Where a method grows too large, less is followed: large code of other classes first, then other classes less deeply,
//! then large code of the class's own. Short methods of its own (`isOpen`, `ensureOpen`) are what its protocol is
//! written in, and are followed to the end. What is not followed is over-approximated, here as elsewhere.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::flow::{Flow, Point};
use super::heap::Heap;
use super::request::Follow;
use super::world::World;
use crate::class::{Class, package_of};

/// Other classes' methods are cut at these numbers of instructions, one after the other.
const FOREIGN_SIZES: [usize; 2] = [200, 60];

/// Own methods up to this number of instructions are always followed.
const SMALL: usize = 60;

/// A method that grows beyond this many locations by inlining is lowered again with fewer calls followed.
const ROOM: usize = 8_000;

/// The same where little is followed.
const LITTLE_ROOM: usize = 2_000;

/// A method's own code, with short methods of its class followed, may take this many: enough for all that fits into a class file, unless it is
/// copied often.
const ROOM_FOR_OWN: usize = 100_000;

/// Where little is followed, other classes are to this depth.
const LITTLE_DEPTH: usize = 2;

/// Each attempt goes this many times less deep than the one before: what was too much by far is still too much one call less deep.
const LESS_DEEP: usize = 3;

/// How much of what is called is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// How deep calls of own methods are followed, if they are short.
    own_depth: usize,
    /// How deep calls of own methods are followed that are not short.
    large_own_depth: usize,
    /// How many calls of other classes are followed, one in the other.
    foreign_depth: usize,
    /// How many instructions other classes' methods may have.
    foreign_size: usize,
    /// How many locations a method may grow to.
    room: usize,
}

impl Effort {
    /// The most that a request allows.
    pub fn most(depth: usize, follow: Follow) -> Effort {
        let full = Effort::full(depth);
        if follow == Follow::Little { full.with_little_of_others() } else { full }
    }

    /// Everything is followed, to a depth.
    fn full(depth: usize) -> Effort {
        Effort { own_depth: depth, large_own_depth: depth, foreign_depth: depth, foreign_size: usize::MAX, room: ROOM }
    }

    /// Of other classes only what is short and near.
    fn with_little_of_others(self) -> Effort {
        let foreign_depth = self.foreign_depth.min(LITTLE_DEPTH);
        Effort { foreign_depth, foreign_size: SMALL, room: LITTLE_ROOM, ..self }
    }

    /// The next smaller effort; `None` after the least.
    pub fn less(self) -> Option<Effort> {
        let smaller = FOREIGN_SIZES.into_iter().find(|size| *size < self.foreign_size);
        match (smaller, self) {
            (Some(foreign_size), _) if self.foreign_depth > 0 => Some(Effort { foreign_size, ..self }),
            (_, Effort { foreign_depth: depth @ 1.., .. }) => Some(Effort { foreign_depth: depth / LESS_DEEP, ..self }),
            (_, Effort { large_own_depth: depth @ 1.., .. }) => {
                Some(Effort { large_own_depth: depth / LESS_DEEP, ..self })
            }
            (_, Effort { own_depth: 1.., .. }) => Some(Effort { own_depth: 0, ..self }),
            _ => None,
        }
    }

    /// How many locations a method may grow to. If only the class's own short methods are followed, there is room for
    /// what has to be there.
    pub fn room(self) -> usize {
        if self.foreign_depth == 0 && self.large_own_depth == 0 { ROOM_FOR_OWN } else { self.room }
    }

    /// Whether a method of this size is followed from a depth, among so many methods of other classes.
    fn allows(self, (depth, foreign): (usize, usize), is_own: bool, size: usize) -> bool {
        match is_own {
            true if size <= SMALL => depth < self.own_depth,
            true => depth < self.large_own_depth,
            false => depth < self.own_depth && foreign < self.foreign_depth && size <= self.foreign_size,
        }
    }
}

impl Flow<'_, '_> {
    /// Whether a method's code is there and may be followed from a point.
    pub fn is_worth_following(&self, point: &Point, class: &Class, method: usize) -> bool {
        let size = class.methods[method].code.as_ref().map(|code| code.instructions.len());
        let depth = (self.contexts[point.context].depth, self.foreign_methods_around(point.context));
        size.is_some_and(|size| self.effort.allows(depth, self.is_own(&class.name), size))
    }

    /// How many methods of other classes a context is in, with its own.
    fn foreign_methods_around(&self, context: usize) -> usize {
        let caller = |context: &usize| self.contexts[*context].caller.as_ref().map(|caller| caller.context);
        let around = std::iter::successors(Some(context), caller);
        around.filter(|context| !self.is_own(&self.contexts[*context].class.name)).count()
    }

    /// Whether a class is the component's own, one above it, or nested with one of these.
    pub fn is_own(&self, class: &str) -> bool {
        self.world.own_classes(&self.model.heap.objects[Heap::RECEIVER].class).contains(class)
    }

    /// Whether a class is the component's own, or stands in the same package: such classes are written together.
    pub fn is_at_home(&self, class: &str) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        package_of(class) == package_of(&component.name) || self.is_own(class)
    }
}

impl World<'_> {
    /// A class, those above it below `Object`, and those nested with them.
    fn own_classes(&self, class: &Arc<Class>) -> Rc<BTreeSet<String>> {
        self.own.recall(class.name.clone(), || {
            let above = self.superclasses(class).into_iter().take_while(|above| above.name != "java/lang/Object");
            let nests = above.flat_map(|above| self.nest(&above).to_vec());
            Rc::new(nests.map(|class| class.name.clone()).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_foreign_code_goes_first_and_short_own_code_last() {
        let ladder: Vec<Effort> = std::iter::successors(Some(Effort::full(3)), |effort| effort.less()).collect();
        let followed =
            |is_own: bool, size: usize| ladder.iter().take_while(|effort| effort.allows((0, 0), is_own, size)).count();
        let order = [followed(false, 500), followed(false, 100), followed(false, 10), followed(true, 500)];
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
        assert_eq!(followed(true, SMALL), ladder.len() - 1, "only the very last cuts these");
    }
}
