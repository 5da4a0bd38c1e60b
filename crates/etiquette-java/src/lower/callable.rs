//! The methods that can be called on an object: its class's own, inherited ones, and defaults of interfaces. Public
//! ones, unless others are asked for.

use std::sync::Arc;

use super::exceptions::dotted;
use super::model::About;
use super::request::Request;
use super::select::{LeftOut, Selected};
use super::signature::{Signature, simple_types};
use super::world::World;
use crate::class::{Access, Class, Instruction, Invocation, Method};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

type Found = (Arc<Class>, usize);

/// Public methods of the class, its superclasses below `Object` and its interfaces, overridden ones once; protected ones
/// if they are asked for, or if there are no others: then a framework calls them. Abstract ones only if they are asked
/// for: nothing is known about them.
pub(super) fn methods(world: &World<'_>, request: &Request, class: &Arc<Class>, left_out: &mut LeftOut) -> Vec<Found> {
    let missing = world.missing_supertypes(class);
    let text = |name: &String| format!("`{}`, which was not found, has no methods", dotted(name));
    left_out.extend(missing.iter().map(|name| (About::OtherCode, text(name))));
    let open = open_methods(world, request, class, false);
    if !open.is_empty() || !request.methods.is_empty() {
        return open;
    }
    let protected = open_methods(world, request, class, true);
    if !protected.is_empty() {
        let text = "the class has no public methods, so what is called are its protected ones";
        left_out.push((About::Client, text.into()));
    }
    protected
}

fn open_methods(world: &World<'_>, request: &Request, class: &Arc<Class>, all_protected: bool) -> Vec<Found> {
    let wanted: Vec<Signature> = request.methods.iter().map(|written| Signature::read(written)).collect();
    let is_wanted = |method: &Method| wanted.iter().any(|wanted| wanted.means(method));
    let mut found: Vec<Found> = Vec::new();
    for declaring in classes_with_methods(world, class) {
        for (index, method) in declaring.methods.iter().enumerate() {
            let same = |(class, known): &Found| overrides(&class.methods[*known], method);
            let has_body = !method.access.has(Access::ABSTRACT) || (request.is_abstract && is_wanted(method));
            let run = || has_body.then(|| run(world, class, (&declaring, index))).flatten();
            let is_open = method.access.has(Access::PUBLIC)
                || method.access.has(Access::PROTECTED) && (all_protected || is_wanted(method));
            if is_open && is_callable(method) && !found.iter().any(same) {
                found.extend(run());
            }
        }
    }
    found
}

/// The class and its superclasses below `Object`, then its interfaces.
fn classes_with_methods(world: &World<'_>, class: &Arc<Class>) -> Vec<Arc<Class>> {
    let classes = world.superclasses(class).into_iter().take_while(|above| above.name != "java/lang/Object");
    let interfaces = world.supertypes(class).into_iter().filter(|above| above.access.has(Access::INTERFACE));
    classes.chain(interfaces).collect()
}

/// The code that calling the method on an object of the class runs, if that is called by the method's name. What a bridge
/// overrides is called by the name of what the bridge calls: `put(T)` of a superclass is `put(Integer)` here.
fn run(world: &World<'_>, class: &Arc<Class>, (declaring, index): (&Arc<Class>, usize)) -> Option<Found> {
    let found = (Arc::clone(declaring), index);
    if declaring.methods[index].access.has(Access::ABSTRACT) {
        return Some(found);
    }
    let (selected, at) = world.selected_method(class, &found)?;
    let chosen = &selected.methods[at];
    if selected.name == declaring.name && at == index {
        return Some(found);
    }
    match chosen.access.has(Access::BRIDGE).then(|| leads_to(chosen)) {
        Some(Bridged::SameParameters) => Some(found),
        Some(Bridged::OtherName) => Some((selected, at)),
        Some(Bridged::OtherParameters) | None => None,
    }
}

/// What a bridge leads to.
enum Bridged {
    /// The same with another result, or in a class above.
    SameParameters,
    /// `put(Integer)` for `put(T)`.
    OtherParameters,
    /// `removeAt(int)` for `remove(int)`: the bridge is what is called.
    OtherName,
}

fn leads_to(bridge: &Method) -> Bridged {
    let code = bridge.code.iter().flat_map(|code| &code.instructions);
    let mut called = code.filter_map(|(_, instruction)| match instruction {
        Instruction::Invoke(_, member) if member.name == bridge.name => Some(member),
        _ => None,
    });
    let is_same = |descriptor: &str| parameters(descriptor) == parameters(&bridge.descriptor);
    match called.next() {
        Some(first) if is_same(&first.descriptor) && called.all(|other| is_same(&other.descriptor)) => {
            Bridged::SameParameters
        }
        Some(_) => Bridged::OtherParameters,
        None => Bridged::OtherName,
    }
}

/// Whether a method of a subclass takes the place of one above: the same name and parameters; the result may be a
/// subtype.
fn overrides(method: &Method, above: &Method) -> bool {
    method.name == above.name && parameters(&method.descriptor) == parameters(&above.descriptor)
}

fn parameters(descriptor: &str) -> Option<&str> {
    descriptor.split(')').next()
}

fn is_callable(method: &Method) -> bool {
    let hidden = [Access::STATIC, Access::SYNTHETIC, Access::BRIDGE];
    let is_without_code = [Access::NATIVE, Access::ABSTRACT].iter().any(|flag| method.access.has(*flag));
    !hidden.iter().any(|flag| method.access.has(*flag))
        && !method.name.starts_with('<')
        && method.code.is_none() == is_without_code
}

/// The public static methods that a class declares, and protected ones that are asked for.
pub(super) fn own_static_methods(request: &Request, class: &Class) -> Vec<usize> {
    let wanted: Vec<Signature> = request.methods.iter().map(|written| Signature::read(written)).collect();
    let is_wanted = |method: &Method| wanted.iter().any(|wanted| wanted.means(method));
    let is_meant = |method: &Method| {
        let is_open = method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED) && is_wanted(method);
        let is_written = method.access.has(Access::STATIC) && !method.access.has(Access::SYNTHETIC);
        is_open && is_written && !method.name.starts_with('<')
    };
    (0..class.methods.len()).filter(|&index| is_meant(&class.methods[index])).collect()
}

/// What is taken for granted about public static methods that a client could give the object to.
pub(super) fn static_methods(world: &World<'_>, class: &Arc<Class>, selected: &[Selected]) -> LeftOut {
    let superclasses = world.superclasses(class).into_iter().take_while(|above| above.name != "java/lang/Object");
    let types: Vec<Arc<Class>> = superclasses.collect();
    let is_selected = |class: &Class, index: usize| {
        selected.iter().any(|selected| selected.class.name == class.name && selected.method == index)
    };
    let mut found = Vec::new();
    for declaring in &types {
        for (index, method) in declaring.methods.iter().enumerate() {
            if is_given_object(&types, method) && uses_object(&types, method) && !is_selected(declaring, index) {
                let name = format!("{}.{}({})", dotted(&declaring.name), method.name, simple_types(method));
                let text = format!("clients do not give the object to the static method `{name}`");
                found.push((About::Client, text));
            }
        }
    }
    found
}

fn is_given_object(types: &[Arc<Class>], method: &Method) -> bool {
    let is_one = |ty: &TypeDescriptor| match ty {
        TypeDescriptor::Object(name) => types.iter().any(|class| class.name == *name),
        _ => false,
    };
    let given = method.descriptor.parse().is_ok_and(|types: MethodDescriptor| types.parameters.iter().any(is_one));
    given && method.access.has(Access::PUBLIC | Access::STATIC) && !method.access.has(Access::SYNTHETIC)
}

/// Whether code writes fields of such objects or calls methods of theirs.
fn uses_object(types: &[Arc<Class>], method: &Method) -> bool {
    let is_one = |name: &String| types.iter().any(|class| class.name == *name);
    let mut code = method.code.iter().flat_map(|code| &code.instructions);
    code.any(|(_, instruction)| match instruction {
        Instruction::PutField(member) => is_one(&member.class),
        Instruction::Invoke(kind, member) => *kind != Invocation::Static && is_one(&member.class),
        _ => false,
    })
}
