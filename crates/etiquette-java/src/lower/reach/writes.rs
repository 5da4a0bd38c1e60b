//! Which fields of a tracked object a call may write that is not followed.
//!
//! The methods that the call runs are gone through, each with which of its arguments may be the object. What the call
//! itself makes is another object.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::documented::is_platform;
use super::super::heap::{Birth, Heap, TrackedField};
use super::super::shape::ObjectId;
use super::super::world::World;
use super::body::{Local, Source};
use super::program::{Kind, MethodId, NodeId, Token};
use super::{Arguments, Program, Reached};
use crate::class::{Class, Method};
use crate::hierarchy::Answer;

/// The arguments of a call that are an object, or may be.
#[derive(Default)]
pub(in super::super) struct Given {
    /// The name of the method that is called.
    pub name: String,
    pub certain: Arguments,
    pub possible: Arguments,
}

/// What is written of an object.
pub(in super::super) struct Writes {
    /// The fields, by the classes that declare them and their names.
    pub fields: BTreeSet<(String, String)>,
    /// Whether any field may be.
    pub all: bool,
}

impl Writes {
    pub fn has(&self, field: &TrackedField) -> bool {
        self.all || self.fields.contains(&(field.class.clone(), field.name.clone()))
    }
}

impl World<'_> {
    /// The fields of an object that a call may write that is given it as these arguments.
    pub fn writes(
        &self,
        program: &Program,
        reached: &Reached,
        heap: &Heap,
        object: ObjectId,
        given: &Given,
    ) -> Rc<Writes> {
        let held_in: Vec<String> =
            heap.fields_with(object).into_iter().map(|(holder, field)| heap.key(holder, field)).collect();
        let tracked = &heap.objects[object];
        let path = format!("{}{} in {}", tracked.path, tracked.class.name, held_in.join(", "));
        let question = (reached.question.clone(), path, given.certain, given.possible);
        self.writes.recall(question, || program.writes(self, reached, heap, object, given).into())
    }
}

impl World<'_> {
    /// Whether a class has methods, not the JDK's own, that the JDK can know: those of its own types.
    fn may_be_run_by_jdk(&self, class: &str) -> bool {
        let Some(class) = self.class(class).filter(|class| !is_platform(&class.name)) else { return false };
        let (known, own): (Vec<_>, Vec<_>) =
            self.supertypes(&class).into_iter().partition(|above| is_platform(&above.name));
        let declares = |above: &Arc<Class>, method: &Method| {
            above.methods.iter().any(|known| known.name == method.name && known.descriptor == method.descriptor)
        };
        let mut methods = own.iter().flat_map(|above| &above.methods).filter(|method| !method.name.starts_with('<'));
        methods.any(|method| known.iter().any(|above| declares(above, method)))
    }
}

impl Program {
    /// The fields of an object that a call may write that is given it as these arguments.
    pub fn writes(&self, world: &World<'_>, reached: &Reached, heap: &Heap, object: ObjectId, given: &Given) -> Writes {
        let class = (!heap.objects[object].is_object()).then(|| heap.objects[object].class.name.as_str());
        let tokens = if class.is_some() { Vec::new() } else { self.tokens_of(heap, object) };
        let is_exposed = match class {
            Some(_) => self.may_call_back(world),
            None => self.holds(self.exposed, &tokens),
        };
        if is_exposed && reached.beyond.unread {
            return Writes { fields: BTreeSet::new(), all: true };
        }
        let unknown = match is_exposed && class.is_none() {
            true => self.unknown_that_may_be(world, &heap.objects[object].class.name),
            false => Rc::default(),
        };
        Search { program: self, world, tokens, unknown, class, held: RefCell::default() }.run(reached, given)
    }

    /// Whether code that was not looked at may run code of others than the JDK, and so whatever writes static fields.
    fn may_call_back(&self, world: &World<'_>) -> bool {
        let is_runnable = |token: &Token| match self.kind(*token) {
            Kind::Lambda(call) => !is_platform(&self.methods[self.calls[call].method].class.name),
            Kind::Outside(_) => false,
            _ => self.class_of(*token).is_some_and(|class| world.may_be_run_by_jdk(&self.names.text(class))),
        };
        self.nodes[self.exposed].tokens.iter().any(is_runnable)
            || self.methods.iter().any(|method| method.is_unread && !is_platform(&method.class.name))
    }

    /// The kinds by which code that was not looked at may give an object of a class back.
    fn unknown_that_may_be(&self, world: &World<'_>, class: &str) -> Rc<FxHashSet<Token>> {
        if let Some(known) = self.unknown.borrow().get(class) {
            return Rc::clone(known);
        }
        let may_be = |token: &Token| match self.kind(*token) {
            Kind::Unknown(known) => world.is_subclass(class, &self.names.text(known)) != Answer::No,
            _ => false,
        };
        let found: Rc<FxHashSet<Token>> = Rc::new((0..self.kinds.len() as Token).filter(may_be).collect());
        self.unknown.borrow_mut().insert(class.to_owned(), Rc::clone(&found));
        found
    }

    /// The kinds that a tracked object may be known as.
    fn tokens_of(&self, heap: &Heap, object: ObjectId) -> Vec<Token> {
        let tracked = &heap.objects[object];
        let fields = heap.fields_with(object).into_iter();
        let held: Option<Vec<Vec<Token>>> = fields
            .map(|(holder, field)| {
                let field = &heap.objects[holder].fields[field];
                let key = (self.names.known(&field.class)?, self.names.known(&field.name)?);
                self.fields.get(&key).map(|node| self.nodes[*node].tokens.clone())
            })
            .collect();
        let held = held.map(|tokens| tokens.concat());
        let class = self.names.known(&tracked.class.name);
        let is_class = |token: &Token| class.is_some() && self.class_of(*token) == class;
        let all = (0..self.kinds.len() as Token).filter(is_class);
        match (tracked.birth, held) {
            (Birth::Receiver, _) => {
                all.filter(|token| self.has_factories || matches!(self.kind(*token), Kind::Own(_))).collect()
            }
            (_, Some(held)) if !held.is_empty() => held,
            _ => all.collect(),
        }
    }
}

struct Search<'a, 'w> {
    program: &'a Program,
    world: &'a World<'w>,
    tokens: Vec<Token>,
    /// What is unknown and may be the object.
    unknown: Rc<FxHashSet<Token>>,
    /// The class whose static fields are looked for, if it is no object's.
    class: Option<&'a str>,
    /// Places that were asked about, and whether they may hold the object.
    held: RefCell<FxHashMap<NodeId, bool>>,
}

impl Search<'_, '_> {
    /// Whether a place may hold the object.
    fn holds(&self, node: NodeId) -> bool {
        *self.held.borrow_mut().entry(node).or_insert_with(|| self.may_hold(node))
    }

    fn may_hold(&self, node: NodeId) -> bool {
        let is_unknown = |token: &Token| self.unknown.contains(token);
        self.program.holds(node, &self.tokens)
            || (!self.unknown.is_empty() && self.program.nodes[node].tokens.iter().any(is_unknown))
    }

    fn run(&self, reached: &Reached, given: &Given) -> Writes {
        let mut found = Writes { fields: BTreeSet::new(), all: false };
        let mut seen: FxHashSet<(MethodId, Arguments)> = FxHashSet::default();
        let mut pending: Vec<(MethodId, Arguments)> = Vec::new();
        for &link in &reached.links {
            // What a lambda runs has other arguments, which it captured.
            let is_plain = self.program.calls[link.0].member.name == given.name;
            let link = self.program.link(link);
            let holds = |position: usize| link.arguments[position].iter().any(|node| self.holds(*node));
            let is_it = |position: &usize| match is_plain {
                true => given.certain.contains(*position) || (given.possible.contains(*position) && holds(*position)),
                false => holds(*position),
            };
            pending.push((link.target, (0..link.arguments.len()).filter(is_it).collect()));
        }
        while let Some((method, given)) = pending.pop() {
            if seen.insert((method, given)) {
                self.go_through(method, &given, &mut found, &mut pending);
            }
        }
        found
    }

    /// Collects what a method writes, and what it runs. What makes texts writes nothing, whatever its code looks like, and
    /// the JDK accesses fields of other classes by address only where it is asked to.
    fn go_through(
        &self,
        method: MethodId,
        given: &Arguments,
        found: &mut Writes,
        pending: &mut Vec<(MethodId, Arguments)>,
    ) {
        let known = &self.program.methods[method];
        if known.throws_nothing {
            return;
        }
        let is_jdk = is_platform(&known.class.name);
        let initialisers =
            known.initialisers.iter().filter(|found| !self.is_of_jdk(**found) && !self.is_of_component(**found));
        pending.extend(initialisers.map(|initialiser| (*initialiser, Arguments::default())));
        let Some(body) = &known.body else { return };
        for put in body.puts.values() {
            if put.objects.iter().any(|local| self.may_be(method, *local, given)) {
                let field = &put.field;
                let declaring = self.world.declaring_class(&field.class, &field.name, &field.descriptor);
                found.fields.insert((declaring.unwrap_or_else(|| field.class.clone()), field.name.clone()));
            }
        }
        for (field, _) in body.static_puts.values().filter(|_| self.class.is_some()) {
            let declaring = self.world.declaring_class(&field.class, &field.name, &field.descriptor);
            found.fields.insert((declaring.unwrap_or_else(|| field.class.clone()), field.name.clone()));
        }
        for call in known.calls.iter().map(|call| &self.program.calls[*call]) {
            let nodes = |nodes: &Vec<NodeId>| nodes.iter().any(|node| self.node_may_be(method, *node, given));
            let may_access = self.class.is_some() || call.arguments.iter().any(nodes);
            found.all |= call.beyond.accesses && !is_jdk && may_access;
            for link in &call.links {
                let positions = link.arguments.iter().enumerate().filter(|(_, held)| nodes(held));
                pending.push((link.target, positions.map(|(position, _)| position).collect()));
            }
        }
    }

    /// Initialisers of the JDK's classes ran long ago, or make what these classes need.
    fn is_of_jdk(&self, method: MethodId) -> bool {
        is_platform(&self.program.methods[method].class.name)
    }

    /// Whoever runs code of the component has initialised it.
    fn is_of_component(&self, method: MethodId) -> bool {
        self.class == Some(self.program.methods[method].class.name.as_str())
    }

    fn node_may_be(&self, method: MethodId, node: NodeId, given: &Arguments) -> bool {
        match self.program.nodes[node].local {
            Some((own, local)) if own == method => self.may_be(method, local, given),
            _ => self.holds(node),
        }
    }

    /// Whether a local of a method may be the object.
    fn may_be(&self, method: MethodId, local: Local, given: &Arguments) -> bool {
        let known = &self.program.methods[method];
        let Some(body) = &known.body else { return true };
        let (mut seen, mut pending) = (Vec::new(), vec![local]);
        while let Some(local) = pending.pop() {
            if seen.contains(&local) {
                continue;
            }
            seen.push(local);
            let is_it = match &body.sources[local] {
                Source::Parameter => given.contains(local),
                Source::Made(..) | Source::Null | Source::Constant(_) => false,
                Source::Tested(_, from) => given.contains(*from),
                Source::Cast(_, from) => {
                    pending.extend(from);
                    false
                }
                _ => self.holds(known.node(local)),
            };
            if is_it {
                return true;
            }
        }
        false
    }
}
