//! Which exceptions of the JVM itself may leave a call that is not followed: null, an index or a divisor that code uses.
//!
//! In code of the component's own classes all of them count. Other code is taken to keep what it makes itself in order:
//! there only what comes from the arguments of the call counts, along whatever way arguments take.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::world::World;
use super::body::{Body, Local, Source};
use super::program::{MethodId, NodeId};
use super::{Arguments, Exception, Program, Reached};
use crate::class::Handler;
use crate::hierarchy::Answer;

/// The exceptions of the JVM that may leave a call, and whether because of its arguments.
pub(in super::super) type Implicit = BTreeMap<Exception, bool>;

impl World<'_> {
    /// As [`Program::implicit`], found once.
    pub fn implicit(&self, program: &Program, reached: &Reached, open: Arguments) -> Rc<Implicit> {
        let catches = |class: &str, catch: &str| self.is_subclass(class, catch) == Answer::Yes;
        let question = (reached.question.clone(), open);
        self.implicit.recall(question, || {
            let mut found = program.implicit(reached, &open, &catches);
            found.retain(|exception, _| program.lets_leave(reached, self, &exception.class));
            Rc::new(found)
        })
    }
}

impl Program {
    /// The exceptions of the JVM that may leave a call whose arguments at these positions may be anything, and whether
    /// because of these; `catches` says whether a handler for a class takes an exception.
    fn implicit(&self, reached: &Reached, open: &Arguments, catches: &dyn Fn(&str, &str) -> bool) -> Implicit {
        let mut found = BTreeMap::new();
        let mut seen: FxHashSet<(MethodId, Arguments)> = FxHashSet::default();
        let starts = reached.links.iter().map(|link| (self.link(*link).target, *open));
        let mut pending: Vec<(MethodId, Arguments)> = starts.collect();
        while let Some((method, open)) = pending.pop() {
            let known = &self.methods[method];
            let is_new = !known.throws_nothing && seen.insert((method, open));
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
                let positions: Arguments = positions.map(|(position, _)| position).collect();
                if !positions.is_empty() || self.leads_to_own(link.target) {
                    pending.push((link.target, positions));
                }
            }
        }
        let exception =
            |class: &str| Exception { class: class.to_owned(), is_exact: true, thrower: None, by_jdk: false };
        found.into_iter().map(|(class, is_clients)| (exception(class), is_clients)).collect()
    }

    /// Whether a method may run code of the component's own classes.
    fn leads_to_own(&self, method: MethodId) -> bool {
        self.leads_to_own.get_or_init(|| self.methods_that_lead_to_own())[method]
    }

    fn methods_that_lead_to_own(&self) -> Vec<bool> {
        let mut callers: Vec<Vec<MethodId>> = vec![Vec::new(); self.methods.len()];
        for (caller, known) in self.methods.iter().enumerate() {
            let links = known.calls.iter().flat_map(|call| &self.calls[*call].links);
            links.for_each(|link| callers[link.target].push(caller));
        }
        let mut leads = vec![false; self.methods.len()];
        let is_own = |method: &MethodId| self.is_own(&self.methods[*method].class.name);
        let mut pending: Vec<MethodId> = (0..self.methods.len()).filter(is_own).collect();
        while let Some(method) = pending.pop() {
            if !std::mem::replace(&mut leads[method], true) {
                pending.extend(&callers[method]);
            }
        }
        leads
    }

    /// Whether the documentation of what a call runs lets it throw an exception of a class.
    fn lets_leave(&self, reached: &Reached, world: &World<'_>, class: &str) -> bool {
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
        Source::Parameter => open.contains(local),
        Source::Cast(_, from) => {
            from.iter().any(|local| matches!(body.sources[*local], Source::Parameter) && open.contains(*local))
        }
        _ => false,
    }
}

fn is_caught(body: &Body, offset: u32, class: &str, catches: &dyn Fn(&str, &str) -> bool) -> bool {
    let takes = |handler: &Handler| handler.catch.as_ref().is_some_and(|catch| catches(class, catch));
    body.handlers.iter().any(|handler| (handler.start..handler.end).contains(&offset) && takes(handler))
}
