//! The client's call graph, by class hierarchy.
//!
//! Calls of the JDK run code of the client only where that overrides what is called, or where they are given an object
//! of it ([`handed`](super::handed)). Methods of other libraries are read where it is certain which one runs; the rest
//! may do anything.

use std::sync::Arc;

use etiquette_java::class::{Access, Class, Dynamic, Instruction, Invocation, Member, Method};
use rustc_hash::FxHashMap;

use super::handed::{is_callback, is_deferring, is_functional, is_of_jdk, is_reflective};
use super::world::{Lambda, World, lambda};
use crate::client::{Client, MethodKey};

/// Something that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// The code of a method.
    Method(MethodKey),
    /// Whatever a call runs, and whether it is dispatched on the receiver's class.
    Call(bool, Member),
    /// The same where no code makes the call that could tell on what: behind a lambda.
    Handle(bool, Member),
    /// What code of the JDK may call on an object that it is given as one of this type.
    Handed(String),
    /// The methods that may be called on any object.
    ObjectMethods,
    /// What was given to code of the JDK that runs it later.
    Deferred,
}

impl Node {
    pub fn of_call(kind: Invocation, member: &Member) -> Node {
        Node::Call(is_dispatched(kind), member.clone())
    }
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
        builder.graph.add(Node::ObjectMethods);
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
                Node::Call(dispatched, member) => self.read_call(next, dispatched, &member),
                Node::Handle(dispatched, member) => self.graph.connect(next, Node::Call(dispatched, member)),
                Node::Handed(class) => self.read_handed(next, &class),
                Node::ObjectMethods => self.read_object_methods(next),
                Node::Deferred => self.read_deferred(next),
            }
            next += 1;
        }
    }

    fn read_method(&mut self, at: usize, (class, index): &MethodKey) {
        let Ok(class) = self.client.classes.load(class) else { return self.is_unknown(at) };
        let method = &class.methods[*index];
        let Some(code) = &method.code else {
            self.graph.unknown[at] = method.access.has(Access::NATIVE);
            return;
        };
        for (_, instruction) in &code.instructions {
            match instruction {
                Instruction::Invoke(kind, member) => self.graph.connect(at, Node::of_call(*kind, member)),
                Instruction::InvokeDynamic(site) => self.read_dynamic(at, site),
                _ => {}
            }
        }
    }

    fn is_unknown(&mut self, at: usize) {
        self.graph.unknown[at] = true;
    }

    /// To make a lambda runs nothing; texts are made of what `toString` gives.
    fn read_dynamic(&mut self, at: usize, site: &Dynamic) {
        if lambda(site).is_none() {
            self.graph.connect(at, Node::ObjectMethods);
        }
    }

    fn read_call(&mut self, at: usize, dispatched: bool, member: &Member) {
        if member.class.starts_with('[') {
            return;
        }
        let found = self.client.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor);
        let Some((class, index)) = found.ok().flatten() else { return self.is_unknown(at) };
        if dispatched {
            self.dispatch(at, member);
        }
        if is_of_jdk(&class.name) {
            self.call_jdk(at, member, (&class, index));
        } else if self.client.owns(&class.name) || !dispatched || is_fixed(&class, &class.methods[index]) {
            self.graph.connect(at, Node::Method((class.name.clone(), index)));
        } else {
            self.is_unknown(at);
        }
    }

    /// What the client has that a call on an object of a type may run.
    fn dispatch(&mut self, at: usize, member: &Member) {
        for key in self.world.targets(member) {
            self.graph.connect(at, Node::Method(key));
        }
        let client = self.client;
        for lambda in self.world.lambdas(member, |class, above| client.is_below(class, above)) {
            self.graph.connect(at, handle(lambda));
        }
    }

    fn call_jdk(&mut self, at: usize, member: &Member, (class, index): (&Arc<Class>, usize)) {
        let is_abstract = class.methods[index].access.has(Access::ABSTRACT);
        if is_reflective(&class.name) || is_abstract && is_functional(&class.name) {
            return self.is_unknown(at);
        }
        if is_deferring(&class.name) {
            self.graph.connect(at, Node::Deferred);
        }
        for class in super::handed::handed_to(self.client, member) {
            match is_callback(self.client, &class) {
                true => self.graph.connect(at, Node::Handed(class)),
                false => self.graph.connect(at, Node::ObjectMethods),
            }
        }
    }

    /// All methods of a type, and those above it.
    fn read_handed(&mut self, at: usize, class: &str) {
        self.graph.connect(at, Node::ObjectMethods);
        for method in super::handed::methods_of(self.client, class) {
            self.graph.connect(at, Node::Handle(true, method.clone()));
        }
    }

    fn read_object_methods(&mut self, at: usize) {
        for (class, name, descriptor) in super::handed::OBJECT_METHODS {
            let [class, name, descriptor] = [class, name, descriptor].map(str::to_owned);
            for key in self.world.targets(&Member { class, name, descriptor }) {
                self.graph.connect(at, Node::Method(key));
            }
        }
    }

    fn read_deferred(&mut self, at: usize) {
        let handles: Vec<Node> = self.world.all_lambdas().map(handle).collect();
        let tasks = super::handed::TASKS.map(|class| Node::Handed(class.to_owned()));
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
