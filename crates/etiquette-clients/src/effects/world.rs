//! The client's classes by what calls are dispatched on: the types that they are below, the methods that they declare,
//! and the lambdas that they make.

use std::sync::Arc;

use etiquette_java::class::{Access, BootstrapArgument, Class, Dynamic, Instruction, Invocation, Member};
use etiquette_java::classpath::ClassPath;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::client::{MethodKey, class_of};

/// A lambda, or a reference to a method.
#[derive(Clone, Debug)]
pub(super) struct Lambda {
    /// The interface that it implements.
    pub interface: String,
    /// How it calls, and what.
    pub kind: Invocation,
    pub member: Member,
}

/// A set of classes, by position.
type ClassSet = FxHashSet<usize>;

/// What there is in the client for a call to be dispatched to.
#[derive(Debug, Default)]
pub(super) struct World {
    below: FxHashMap<String, ClassSet>,
    /// Methods by name and type.
    declared: FxHashMap<(String, String), Vec<MethodKey>>,
    /// By the name of the method that they implement.
    lambdas: FxHashMap<String, Vec<Lambda>>,
}

impl World {
    /// Of these classes.
    pub fn new<'c>(classes: &ClassPath, own: impl Iterator<Item = &'c Arc<Class>>) -> World {
        let mut world = World::default();
        for (position, class) in own.enumerate() {
            for above in types_above(classes, class) {
                world.below.entry(above).or_default().insert(position);
            }
            world.add_methods(class);
            world.add_lambdas(class);
        }
        world
    }

    fn add_methods(&mut self, class: &Class) {
        for (index, method) in class.methods.iter().enumerate() {
            if !method.access.has(Access::STATIC) && !method.access.has(Access::ABSTRACT) {
                let signature = (method.name.clone(), method.descriptor.clone());
                self.declared.entry(signature).or_default().push((class.name.clone(), index));
            }
        }
    }

    fn add_lambdas(&mut self, class: &Class) {
        let code = class.methods.iter().filter_map(|method| method.code.as_ref());
        for (_, instruction) in code.flat_map(|code| &code.instructions) {
            let Instruction::InvokeDynamic(site) = instruction else { continue };
            if let Some(lambda) = lambda(site) {
                self.lambdas.entry(site.name.clone()).or_default().push(lambda);
            }
        }
    }

    /// The methods of the client that a call on an object of a type may run, which may be inherited from elsewhere.
    pub fn targets(&self, member: &Member) -> Vec<MethodKey> {
        let declared = self.declared.get(&(member.name.clone(), member.descriptor.clone())).into_iter().flatten();
        if member.class == "java/lang/Object" {
            return declared.cloned().collect();
        }
        let Some(receivers) = self.below.get(&member.class) else { return Vec::new() };
        let inherits = |class: &str| self.below.get(class).is_some_and(|heirs| !heirs.is_disjoint(receivers));
        declared.filter(|(class, _)| inherits(class)).cloned().collect()
    }

    /// The lambdas that a call may run.
    pub fn lambdas<'w>(&'w self, member: &'w Member, is_below: impl Fn(&str, &str) -> bool + 'w) -> Vec<&'w Lambda> {
        let named = self.lambdas.get(&member.name).into_iter().flatten();
        named.filter(|lambda| is_below(&lambda.interface, &member.class)).collect()
    }

    /// All lambdas.
    pub fn all_lambdas(&self) -> impl Iterator<Item = &Lambda> {
        self.lambdas.values().flatten()
    }
}

/// The lambda that a call site makes, if it makes one.
pub(super) fn lambda(site: &Dynamic) -> Option<Lambda> {
    if site.bootstrap.class != "java/lang/invoke/LambdaMetafactory" {
        return None;
    }
    let (_, result) = site.descriptor.rsplit_once(')')?;
    let handle = site.arguments.iter().find_map(|argument| match argument {
        BootstrapArgument::Handle(kind, member) => Some((*kind, member.clone())),
        _ => None,
    });
    let (kind, member) = handle?;
    Some(Lambda { interface: class_of(result)?, kind, member })
}

/// A class and all above it; what is missing is left out.
fn types_above(classes: &ClassPath, class: &Class) -> FxHashSet<String> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![class.name.clone()];
    while let Some(next) = waiting.pop() {
        if seen.insert(next.clone())
            && let Ok(class) = classes.load(&next)
        {
            waiting.extend(class.superclass.iter().chain(&class.interfaces).cloned());
        }
    }
    seen.remove("java/lang/Object");
    seen
}
