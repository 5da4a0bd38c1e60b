//! How a client comes by an object: constructors, and static methods that make one where constructors are hidden.

use std::sync::Arc;

use super::LowerError;
use super::exceptions::dotted;
use super::model::About;
use super::plan::made_class;
use super::request::Request;
use super::select::{LeftOut, quoted};
use super::signature::{Signature, simple_types};
use super::world::World;
use crate::class::{Access, Class, Instruction, Invocation, Method};
use crate::code::Statement;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::Answer;

/// Static methods that make an object through others are looked into to this depth.
const MAX_FACTORIES: usize = 3;

type Found = (Arc<Class>, usize);

/// The constructors and static methods that are asked for, or that code outside can call; and what is taken for granted
/// about the others.
pub(super) fn makers(
    world: &World<'_>,
    request: &Request,
    class: &Arc<Class>,
) -> Result<(Vec<Found>, LeftOut), LowerError> {
    let constructors = constructors(class);
    let factories = factories(world, class);
    if !request.constructors.is_empty() {
        let all: Vec<Found> = constructors.into_iter().chain(factories).collect();
        return Ok((wanted(&request.constructors, class, &all)?, Vec::new()));
    }
    let with = |flags: &[u16]| -> Vec<Found> {
        let fits = |(class, index): &&Found| flags.iter().any(|flag| class.methods[*index].access.has(*flag));
        constructors.iter().filter(fits).cloned().collect()
    };
    let (open, private) = (with(&[Access::PUBLIC, Access::PROTECTED]), with(&[Access::PRIVATE]));
    let near: Vec<Found> = constructors.iter().filter(|found| !private.contains(found)).cloned().collect();
    Ok(match (open.is_empty(), factories.is_empty(), near.is_empty()) {
        (false, ..) | (_, true, false) => (near, Vec::new()),
        (true, false, _) if class.access.has(Access::PUBLIC) => (factories, Vec::new()),
        (true, false, _) => (near.into_iter().chain(factories).collect(), Vec::new()),
        (true, true, true) => (private, private_only(world, class)),
    })
}

/// What is said where a class makes its objects itself, in a way that was not found out.
fn private_only(world: &World<'_>, class: &Arc<Class>) -> LeftOut {
    let any = format!("`{}` calls its private constructors with any arguments", dotted(&class.name));
    let mut said = vec![(About::OwnCode, any)];
    let others = constants_with_bodies(world, class);
    if !others.is_empty() {
        let constants = quoted(others.into_iter());
        let text = format!("the object is none of the constants that have bodies of their own: {constants}");
        said.push((About::OwnCode, text));
    }
    said
}

/// The constants of an enum that are objects of subclasses.
fn constants_with_bodies(world: &World<'_>, class: &Arc<Class>) -> Vec<String> {
    let Some(code) = world.initialiser(class).filter(|_| class.access.has(Access::ENUM)) else { return Vec::new() };
    let constants = code.statements.iter().filter_map(|(offset, statement)| match statement {
        Statement::PutStatic(member, value) => Some((member, made_class(&code, *offset, *value)?)),
        _ => None,
    });
    let with_bodies =
        constants.filter(|(_, made)| *made != class.name && world.is_subclass(made, &class.name) == Answer::Yes);
    with_bodies.map(|(member, _)| member.name.clone()).collect()
}

/// The constructors that are written in the source. Those that compilers add for other classes of the nest do the same.
fn constructors(class: &Arc<Class>) -> Vec<Found> {
    let is_written = |method: &Method| method.name == "<init>" && !method.access.has(Access::SYNTHETIC);
    let positions = (0..class.methods.len()).filter(|&index| is_written(&class.methods[index]));
    positions.map(|index| (Arc::clone(class), index)).collect()
}

/// The public static methods that give back a new object of exactly this class.
fn factories(world: &World<'_>, class: &Arc<Class>) -> Vec<Found> {
    let gives_it = |method: &Method| match method.descriptor.parse().map(|types: MethodDescriptor| types.result) {
        Ok(Some(TypeDescriptor::Object(result))) => {
            result != "java/lang/Object" && world.is_subclass(&class.name, &result) == Answer::Yes
        }
        _ => false,
    };
    let is_factory = |declaring: &Class, method: &Method| {
        let is_open = method.access.has(Access::PUBLIC | Access::STATIC) && !method.access.has(Access::SYNTHETIC);
        is_open && gives_it(method) && makes(declaring, method, &class.name, MAX_FACTORIES)
    };
    let mut found = Vec::new();
    for declaring in world.supertypes(class) {
        let positions = (0..declaring.methods.len()).filter(|&index| is_factory(&declaring, &declaring.methods[index]));
        found.extend(positions.map(|index| (Arc::clone(&declaring), index)));
    }
    found
}

/// Whether the code of a method makes an object of a class, itself or through static methods of its own class.
fn makes(declaring: &Class, method: &Method, made: &str, depth: usize) -> bool {
    let through = |name: &str, descriptor: &str| {
        let mut methods = declaring.methods.iter();
        let called = methods.find(|method| method.name == name && method.descriptor == descriptor);
        depth > 0 && called.is_some_and(|called| makes(declaring, called, made, depth - 1))
    };
    let instructions = method.code.iter().flat_map(|code| &code.instructions);
    instructions.into_iter().any(|(_, instruction)| match instruction {
        Instruction::New(class) => class == made,
        Instruction::Invoke(Invocation::Static, member) if member.class == declaring.name => {
            through(&member.name, &member.descriptor)
        }
        _ => false,
    })
}

/// Those that the user names: constructors by their parameters, static methods by their names, too.
fn wanted(written: &[String], class: &Class, all: &[Found]) -> Result<Vec<Found>, LowerError> {
    let signature = |written: &String| match Signature::read(written) {
        named if !named.name.is_empty() && named.parameters.is_some() => named,
        _ => Signature::read_constructor(written),
    };
    let signatures: Vec<Signature> = written.iter().map(signature).collect();
    let means = |signature: &Signature, (class, index): &Found| signature.means(&class.methods[*index]);
    for (signature, written) in signatures.iter().zip(written) {
        if !all.iter().any(|found| means(signature, found)) {
            let message = format!("`{}` has no constructor `{written}`", dotted(&class.name));
            let there = all.iter().map(|(class, index)| shown(&class.methods[*index]));
            return Err(LowerError::Refused { message, help: Some(format!("it has {}", quoted(there))) });
        }
    }
    let is_wanted = |found: &&Found| signatures.iter().any(|signature| means(signature, found));
    Ok(all.iter().filter(is_wanted).cloned().collect())
}

fn shown(method: &Method) -> String {
    let name = if method.name == "<init>" { "" } else { &method.name };
    format!("{name}({})", simple_types(method))
}
