//! The client's call graph, by class hierarchy.
//!
//! Calls of the JDK run code of the client only where that overrides what is called, or where they are given an object
//! of it ([`handed`](super::handed)). Methods of other libraries are read where it is certain which one runs; the rest
//! may do anything.

use etiquette_java::class::{Access, Class, Instruction, Invocation, Member, Method};
use rustc_hash::FxHashMap;

use super::handed::{
    TASKS, handed_to, is_collection, is_deferring, is_function, is_object_method, is_of_jdk, is_reflective, methods_of,
    only_asks,
};
use super::world::{Lambda, World, lambda};
use crate::client::{Client, MethodKey};

/// Something that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// The code of a method.
    Method(MethodKey),
    /// Whatever a call runs, and whether it is dispatched on the receiver's class.
    Call(bool, Member),
    /// The same of a call of the JDK in a method that makes lambdas: those are what it is given.
    CallIn(MethodKey, bool, Member),
    /// The same where no code makes the call that could tell on what: behind a lambda.
    Handle(bool, Member),
    /// What code of the JDK may call on an object that it is given as one of this type.
    Handed(String),
    /// What was given to code of the JDK that runs it later.
    Deferred,
}

impl Node {
    /// A call in a method.
    pub fn of_call(client: &Client<'_>, (class, index): (&Class, usize), kind: Invocation, member: &Member) -> Node {
        let takes_functions =
            || is_deferring(&member.class) || handed_to(client, member).iter().any(|ty| is_function(client, ty));
        match is_of_jdk(&member.class) && makes_lambdas(class, index) && takes_functions() {
            true => Node::CallIn((class.name.clone(), index), is_dispatched(kind), member.clone()),
            false => Node::Call(is_dispatched(kind), member.clone()),
        }
    }
}

fn makes_lambdas(class: &Class, index: usize) -> bool {
    lambdas_made(class, index).next().is_some()
}

/// The lambdas that a method makes.
fn lambdas_made(class: &Class, index: usize) -> impl Iterator<Item = Lambda> {
    let code = class.methods[index].code.iter().flat_map(|code| &code.instructions);
    code.filter_map(|(_, instruction)| match instruction {
        Instruction::InvokeDynamic(site) => lambda(site),
        _ => None,
    })
}

fn is_dispatched(kind: Invocation) -> bool {
    matches!(kind, Invocation::Virtual | Invocation::Interface)
}

/// The graph.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    ids: FxHashMap<Node, usize>,
    nodes: Vec<Node>,
    callers: Vec<Vec<usize>>,
    /// The nodes that may do anything.
    unknown: Vec<bool>,
}

impl CallGraph {
    /// Of all methods of a client, and what they call.
    pub fn new(client: &Client<'_>) -> CallGraph {
        let world = World::new(client.classes, client.own());
        let mut builder = Builder { client, world, graph: CallGraph::default() };
        for class in client.own() {
            for index in 0..class.methods.len() {
                builder.graph.add(Node::Method((class.name.clone(), index)));
            }
        }
        builder.grow();
        builder.graph
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn find(&self, node: &Node) -> Option<usize> {
        self.ids.get(node).copied()
    }

    pub fn callers(&self, node: usize) -> impl Iterator<Item = usize> {
        self.callers[node].iter().copied()
    }

    /// Whether a node may do anything.
    pub fn is_unknown(&self, node: &Node) -> bool {
        self.find(node).is_none_or(|node| self.unknown[node])
    }

    fn add(&mut self, node: Node) -> usize {
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        self.nodes.push(node.clone());
        self.callers.push(Vec::new());
        self.unknown.push(false);
        self.ids.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn connect(&mut self, caller: usize, callee: Node) {
        let callee = self.add(callee);
        self.callers[callee].push(caller);
    }
}

/// A graph that is being made: nodes behind those that were looked at are added at its end.
struct Builder<'b, 'a> {
    client: &'b Client<'a>,
    world: World,
    graph: CallGraph,
}

impl Builder<'_, '_> {
    fn grow(&mut self) {
        let mut next = 0;
        while next < self.graph.nodes.len() {
            match self.graph.nodes[next].clone() {
                Node::Method(key) => self.read_method(next, &key),
                Node::Call(dispatched, member) => self.read_call(next, dispatched, &member, None),
                Node::CallIn(key, dispatched, member) => self.read_call(next, dispatched, &member, Some(&key)),
                Node::Handle(dispatched, member) => self.graph.connect(next, Node::Call(dispatched, member)),
                Node::Handed(class) => self.read_handed(next, &class),
                Node::Deferred => self.read_deferred(next),
            }
            next += 1;
        }
    }

    fn read_method(&mut self, at: usize, (class, index): &MethodKey) {
        let Ok(class) = self.client.classes.load(class) else { return self.may_do_anything(at) };
        let method = &class.methods[*index];
        let Some(code) = &method.code else {
            self.graph.unknown[at] = method.access.has(Access::NATIVE);
            return;
        };
        for (_, instruction) in &code.instructions {
            // To make a lambda runs nothing, and to make a text only what changes nothing.
            if let Instruction::Invoke(kind, member) = instruction {
                self.graph.connect(at, Node::of_call(self.client, (&class, *index), *kind, member));
            }
        }
    }

    fn may_do_anything(&mut self, at: usize) {
        self.graph.unknown[at] = true;
    }

    fn read_call(&mut self, at: usize, dispatched: bool, member: &Member, within: Option<&MethodKey>) {
        if member.class.starts_with('[') || is_object_method(member) || only_asks(member) {
            return;
        }
        let found = self.client.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor);
        let Some((class, index)) = found.ok().flatten() else { return self.may_do_anything(at) };
        let is_found = dispatched && self.dispatch(at, member);
        if is_of_jdk(&class.name) {
            self.call_jdk(at, member, (&class, index), within);
        } else if class.methods[index].access.has(Access::ABSTRACT) && !is_found {
            // What the client has no class for comes from elsewhere.
            self.may_do_anything(at);
        } else if self.client.owns(&class.name) || !dispatched || is_fixed(&class, &class.methods[index]) {
            self.graph.connect(at, Node::Method((class.name.clone(), index)));
        } else {
            self.may_do_anything(at);
        }
    }

    /// What the client has that a call on an object of a type may run; whether it has anything.
    fn dispatch(&mut self, at: usize, member: &Member) -> bool {
        let methods = self.world.targets(member).into_iter().map(Node::Method);
        let found: Vec<Node> = methods.chain(self.world.lambdas(member).iter().map(handle)).collect();
        let has_any = !found.is_empty();
        found.into_iter().for_each(|node| self.graph.connect(at, node));
        has_any
    }

    fn call_jdk(&mut self, at: usize, member: &Member, (class, index): (&Class, usize), within: Option<&MethodKey>) {
        if is_reflective(&class.name) {
            return self.may_do_anything(at);
        }
        let handed = handed_to(self.client, member);
        if let Some(key) = within {
            self.run_lambdas_of(at, key);
        } else if is_deferring(&class.name) {
            self.graph.connect(at, Node::Deferred);
        }
        let is_read = class.methods[index].access.has(Access::STATIC) || member.name == "<init>";
        for ty in handed.into_iter().filter(|ty| within.is_none() || !is_function(self.client, ty)) {
            // What makes views and copies of collections is read: it rarely changes them.
            let node = match is_read && is_collection(self.client, &ty) {
                true => Node::Method((class.name.clone(), index)),
                false => Node::Handed(ty),
            };
            self.graph.connect(at, node);
        }
    }

    fn run_lambdas_of(&mut self, at: usize, (class, index): &MethodKey) {
        let Ok(class) = self.client.classes.load(class) else { return self.may_do_anything(at) };
        lambdas_made(&class, *index).for_each(|lambda| self.graph.connect(at, handle(&lambda)));
    }

    /// What the client has for all methods of a type, and those above it.
    fn read_handed(&mut self, at: usize, class: &str) {
        for method in methods_of(self.client, class) {
            self.dispatch(at, &method);
        }
    }

    fn read_deferred(&mut self, at: usize) {
        let handles: Vec<Node> = self.world.all_lambdas().map(handle).collect();
        let tasks = TASKS.map(|class| Node::Handed(class.to_owned()));
        handles.into_iter().chain(tasks).for_each(|node| self.graph.connect(at, node));
    }
}

fn handle(lambda: &Lambda) -> Node {
    Node::Handle(is_dispatched(lambda.kind), lambda.member.clone())
}

/// Whether nothing overrides a method.
fn is_fixed(class: &Class, method: &Method) -> bool {
    let fixed = [Access::STATIC, Access::PRIVATE, Access::FINAL];
    class.access.has(Access::FINAL) || fixed.iter().any(|flag| method.access.has(*flag))
}
