//! What a call that is not followed may write at all: fields of objects that it does not make itself, and elements of
//! arrays.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::world::World;
use super::body::{Body, Local, Source};
use super::program::{Beyond, Call, Known, MethodId};
use super::{Program, Reached};
use crate::code::Statement;

/// What code may write.
#[derive(Default, Debug)]
pub(in super::super) struct Effects {
    /// The fields, by the classes that declare them and their names.
    pub fields: BTreeSet<(String, String)>,
    /// Whether elements of arrays are written.
    pub elements: bool,
}

/// What runs more methods than this may write anything.
const MOST_METHODS: usize = 2_000;

impl World<'_> {
    /// What a call may write; `None` where it may be anything.
    pub fn effects(&self, program: &Program, reached: &Reached) -> Option<Rc<Effects>> {
        self.effects.recall(reached.question.clone(), || program.effects(self, reached).map(Rc::new))
    }
}

impl Program {
    fn effects(&self, world: &World<'_>, reached: &Reached) -> Option<Effects> {
        if reached.beyond != Beyond::default() || reached.links.is_empty() {
            return None;
        }
        let mut effects = Effects::default();
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        let mut pending: Vec<MethodId> = reached.links.iter().map(|link| self.link(*link).target).collect();
        while let Some(method) = pending.pop() {
            if !seen.insert(method) {
                continue;
            }
            let known = &self.methods[method];
            let calls: Vec<&Call> = known.calls.iter().map(|call| &self.calls[*call]).collect();
            if seen.len() > MOST_METHODS || calls.iter().any(|call| call.beyond != Beyond::default()) {
                return None;
            }
            effects.add(world, known)?;
            pending.extend(calls.iter().flat_map(|call| &call.links).map(|link| link.target));
            pending.extend(&known.initialisers);
        }
        Some(effects)
    }
}

impl Effects {
    /// What a method writes itself; nothing comes back where that is not known.
    fn add(&mut self, world: &World<'_>, known: &Known) -> Option<()> {
        let (body, code) = (known.body.as_ref()?, world.code(&known.class, known.index).ok()?);
        let is_constructor = known.class.methods[known.index].name == "<init>";
        let puts =
            body.puts.values().filter(|put| !put.objects.iter().all(|local| is_made(body, *local, is_constructor)));
        let fields = puts.map(|put| &put.field).chain(body.static_puts.values().map(|(field, _)| field));
        self.fields.extend(fields.map(|field| {
            let declaring = world.declaring_class(&field.class, &field.name, &field.descriptor);
            (declaring.unwrap_or_else(|| field.class.clone()), field.name.clone())
        }));
        self.elements |= code.statements.values().any(|statement| matches!(statement, Statement::ArrayStore(..)));
        Some(())
    }
}

/// Whether an object is new: made here, or what a constructor sets up.
fn is_made(body: &Body, local: Local, is_constructor: bool) -> bool {
    match body.sources[local] {
        Source::Made(..) => true,
        Source::Parameter => is_constructor && local == 0,
        _ => false,
    }
}
