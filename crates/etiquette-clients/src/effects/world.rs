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
    /// By the type that they are used as, or one above it, and the name of the method that they implement.
    lambdas: FxHashMap<(String, String), Vec<Lambda>>,
}

impl World {
    /// Of these classes.
    pub fn new<'c>(classes: &ClassPath, own: impl Iterator<Item = &'c Arc<Class>>) -> World {
        let mut world = World::default();
        for (position, class) in own.enumerate() {
            for above in types_above(classes, &class.name) {
                world.below.entry(above).or_default().insert(position);
            }
            world.add_methods(class);
            world.add_lambdas(classes, class);
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

    fn add_lambdas(&mut self, classes: &ClassPath, class: &Class) {
        let code = class.methods.iter().filter_map(|method| method.code.as_ref());
        for (_, instruction) in code.flat_map(|code| &code.instructions) {
            let Instruction::InvokeDynamic(site) = instruction else { continue };
            let Some(lambda) = lambda(site) else { continue };
            for above in types_above(classes, &lambda.interface) {
                self.lambdas.entry((above, site.name.clone())).or_default().push(lambda.clone());
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
    pub fn lambdas(&self, member: &Member) -> &[Lambda] {
        self.lambdas.get(&(member.class.clone(), member.name.clone())).map_or(&[], Vec::as_slice)
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
fn types_above(classes: &ClassPath, class: &str) -> FxHashSet<String> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![class.to_owned()];
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
