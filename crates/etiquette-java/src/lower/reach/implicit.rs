//! Which exceptions of the JVM itself may leave a call that is not followed: null, an index or a divisor that code uses.
//!
//! In code of the component's own classes all of them count. Other code is taken to keep what it makes itself in order:
//! there only what comes from the arguments of the call counts, along whatever way arguments take.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::super::world::World;
use super::body::{Body, Local, Source};
use super::program::{MethodId, NodeId};
use super::{Exception, Program, Reached};
use crate::class::Handler;

/// Positions of arguments.
type Arguments = BTreeSet<usize>;

impl Program {
    /// The exceptions of the JVM that may leave a call whose arguments at these positions may be anything, and whether
    /// because of these; `catches` says whether a handler for a class takes an exception.
    pub fn implicit(
        &self,
        reached: &Reached,
        open: &Arguments,
        catches: &dyn Fn(&str, &str) -> bool,
    ) -> BTreeMap<Exception, bool> {
        let mut found = BTreeMap::new();
        let mut seen: FxHashSet<(MethodId, Arguments)> = FxHashSet::default();
        let starts = reached.links.iter().map(|link| (self.link(*link).target, open.clone()));
        let mut pending: Vec<(MethodId, Arguments)> = starts.collect();
        while let Some((method, open)) = pending.pop() {
            let known = &self.methods[method];
            let is_new = !known.throws_nothing && seen.insert((method, open.clone()));
            let Some(body) = known.body.as_ref().filter(|_| is_new) else { continue };
            let is_own = self.is_own(&known.class.name);
            for ((offset, class), deciding) in &body.implicit {
                let is_given = |local: &Local| matches!(body.sources[*local], Source::Parameter);
                let is_made_here = is_own && (deciding.is_empty() || !deciding.iter().all(is_given));
                let is_clients = deciding.iter().any(|local| is_open(body, *local, &open));
                if (is_made_here || is_clients) && !is_caught(body, *offset, class, catches) {
                    *found.entry(*class).or_default() |= is_clients;
                }
            }
            for link in known.calls.iter().flat_map(|call| &self.calls[*call].links) {
                let given = |nodes: &[NodeId]| nodes.iter().any(|node| self.is_open_node(method, *node, &open));
                let positions = link.arguments.iter().enumerate().filter(|(_, nodes)| given(nodes));
                pending.push((link.target, positions.map(|(position, _)| position).collect()));
            }
        }
        let exception =
            |class: &str| Exception { class: class.to_owned(), is_exact: true, thrower: None, by_jdk: false };
        found.into_iter().map(|(class, is_clients)| (exception(class), is_clients)).collect()
    }

    /// Whether the documentation of what a call runs lets it throw an exception of a class.
    pub fn lets_leave(&self, reached: &Reached, world: &World<'_>, class: &str) -> bool {
        let mut targets = reached.links.iter().map(|link| &self.methods[self.link(*link).target].documented);
        targets.any(|named| named.as_ref().is_none_or(|named| world.lets_throw(named, class)))
    }

    fn is_open_node(&self, method: MethodId, node: NodeId, open: &Arguments) -> bool {
        match (self.nodes[node].local, &self.methods[method].body) {
            (Some((own, local)), Some(body)) if own == method => is_open(body, local, open),
            _ => false,
        }
    }
}

/// Whether a local may be what a parameter is that may be anything.
fn is_open(body: &Body, local: Local, open: &Arguments) -> bool {
    match &body.sources[local] {
        Source::Parameter => open.contains(&local),
        Source::Cast(_, from) => {
            from.iter().any(|local| matches!(body.sources[*local], Source::Parameter) && open.contains(local))
        }
        _ => false,
    }
}

fn is_caught(body: &Body, offset: u32, class: &str, catches: &dyn Fn(&str, &str) -> bool) -> bool {
    let takes = |handler: &Handler| handler.catch.as_ref().is_some_and(|catch| catches(class, catch));
    body.handlers.iter().any(|handler| (handler.start..handler.end).contains(&offset) && takes(handler))
}
