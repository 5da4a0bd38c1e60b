//! Whether a call that is not followed may write a field of an object that it is given.
//!
//! Only classes of the nest may write a private field, and only those of the package one that is not public. From Java
//! 11 on class files say which classes are a nest; before, compilers give nested classes access methods, and names tell
//! which are nested. Code of these classes is followed by name and type only, so the answer errs on the side of
//! writing; what other classes do is taken to be done without calling methods of the object.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::cleaners::{is_clean, run_method};
use super::heap::TrackedField;
use super::world::{Memory, World};
use crate::class::{
    Access, BootstrapArgument, Class, Constant, Dynamic, Instruction, Invocation, Member, Method, package_of,
};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

/// The class file version of Java 11.
const FIRST_WITH_NESTS: u16 = 55;

/// More methods than this in a row are looked up in an index.
const MAX_STRAIGHT: usize = 16;

impl World<'_> {
    /// The classes that may use private members of a class, that class among them.
    pub fn nest(&self, class: &Arc<Class>) -> Rc<Vec<Arc<Class>>> {
        self.nests.recall(class.name.clone(), || match class.version >= FIRST_WITH_NESTS {
            true => self.declared_nest(class).into(),
            false => self.nest_by_name(class).into(),
        })
    }

    fn declared_nest(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let host = class.nest_host.as_ref().and_then(|host| self.class(host)).unwrap_or_else(|| Arc::clone(class));
        let members = host.nest_members.iter().filter_map(|name| self.class(name));
        let mut nest: Vec<Arc<Class>> = std::iter::once(Arc::clone(&host)).chain(members).collect();
        if nest.iter().all(|known| known.name != class.name) {
            nest.push(Arc::clone(class));
        }
        nest
    }

    fn nest_by_name(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let host = class.name.split('$').next().unwrap_or(&class.name);
        let nested = self.class_names_from(&format!("{host}$"));
        std::iter::once(host.to_owned()).chain(nested).filter_map(|name| self.class(&name)).collect()
    }

    /// Whether a private field may be written otherwise than by constructors of its class for the object that they
    /// make: by code of the nest, or by whoever gets a handle to it by its name. Where a class of the nest is missing,
    /// that may be so.
    pub fn is_written_after_construction(&self, declaring: &Arc<Class>, field: &str) -> bool {
        let nest = self.nest(declaring);
        let methods = |class: &Arc<Class>| (0..class.methods.len()).collect::<Vec<_>>();
        !is_whole(&nest, declaring)
            || nest.iter().any(|class| {
                let is_own = class.name == declaring.name;
                methods(class).into_iter().any(|method| self.writes_otherwise(class, method, field, is_own))
            })
    }

    fn writes_otherwise(&self, class: &Arc<Class>, method: usize, field: &str, is_own: bool) -> bool {
        let declared = &class.methods[method];
        let mentions = |instruction: &Instruction| match instruction {
            Instruction::PutField(member) => member.name == field,
            Instruction::Constant(Constant::String(name)) => name == field,
            _ => false,
        };
        let mut instructions = declared.code.iter().flat_map(|code| &code.instructions);
        if !instructions.any(|(_, instruction)| mentions(instruction)) {
            return false;
        }
        let Ok(code) = self.code(class, method) else { return true };
        let is_constructor = is_own && declared.name == "<init>";
        code.statements.iter().any(|(offset, statement)| match statement {
            Statement::PutField(object, member, _) if member.name == field => {
                !is_constructor || !is_receiver(&code, *offset, *object)
            }
            Statement::Assign(_, Value::Constant(Constant::String(name))) => name == field,
            _ => false,
        })
    }

    /// The classes of the package that a class is in.
    fn package(&self, class: &str) -> Rc<Vec<Arc<Class>>> {
        let package = package_of(class);
        let beginning = if package.is_empty() { String::new() } else { format!("{package}/") };
        self.nests.recall(beginning.clone(), || {
            let names = self.class_names_from(&beginning).into_iter();
            let own = names.filter(|name| !name[beginning.len()..].contains('/'));
            Rc::new(own.filter_map(|name| self.class(&name)).collect())
        })
    }

    /// Whether a call that is given an object may write a field of it that is not public: itself, or through code of
    /// classes that may do so. What a method does to another receiver is done to another object.
    pub fn may_write(&self, called: &Called, is_receiver: bool, field: &TrackedField) -> bool {
        let Some(declaring) = self.class(&field.class) else { return true };
        self.writes.recall((called.clone(), is_receiver, field.class.clone(), field.name.clone()), || {
            if let Some(reached) = self.straight_reach(called, is_receiver, &field.class) {
                return reached.iter().any(|method| self.writes(method, field));
            }
            let insiders = match field.access.has(Access::PRIVATE) {
                true => self.nest(&declaring),
                false => self.package(&field.class),
            };
            let address = Rc::as_ptr(&insiders) as usize;
            let index = self.indices.recall(address, || Rc::new(CodeIndex::new(&insiders)));
            let Some(writers) = index.writers.get(&field.name) else { return false };
            let reach = index.reach(self, &insiders, called, is_receiver);
            let suspects = reach.methods.iter().filter(|known| writers.contains(&(known.class, known.method)));
            let placed = |known: &Reached| Straight {
                class: Arc::clone(&insiders[known.class]),
                method: known.method,
                other_receiver: known.other_receiver,
            };
            reach.is_unknown || suspects.into_iter().any(|known| self.writes(&placed(known), field))
        })
    }

    /// What a call without dispatch reaches in the package of a class, as long as no other call comes up on the way:
    /// then no more classes need be read than it runs through.
    fn straight_reach(&self, called: &Called, is_receiver: bool, insider: &str) -> Option<Vec<Straight>> {
        let mut pending = vec![(called.member.clone(), !is_receiver)];
        let mut found: Vec<Straight> = Vec::new();
        while let Some((member, other_receiver)) = pending.pop() {
            let (class, method) = self.resolve_method(&member)?;
            if called.is_open || found.len() >= MAX_STRAIGHT {
                return None;
            }
            let reached = Straight { class, method, other_receiver };
            let has_code = reached.class.methods[method].code.is_some();
            if has_code && package_of(&reached.class.name) == package_of(insider) && !found.contains(&reached) {
                let code = self.code(&reached.class, method).ok()?;
                pending.extend(straight_calls(&code)?);
                found.push(reached);
            }
        }
        Some(found)
    }

    fn writes(&self, Straight { class, method, other_receiver }: &Straight, field: &TrackedField) -> bool {
        let Ok(code) = self.code(class, *method) else { return true };
        let other_receiver = *other_receiver && !class.methods[*method].access.has(Access::STATIC);
        code.statements.iter().any(|(offset, statement)| match statement {
            Statement::PutField(object, member, _) => {
                self.is_same_field(member, field) && !(other_receiver && is_receiver(&code, *offset, *object))
            }
            _ => false,
        })
    }

    fn is_same_field(&self, member: &Member, field: &TrackedField) -> bool {
        let declaring = || self.declaring_class(&member.class, &member.name, &member.descriptor);
        member.name == field.name && declaring().is_none_or(|declaring| declaring == field.class)
    }
}

/// A method that a call reaches.
#[derive(PartialEq)]
struct Straight {
    class: Arc<Class>,
    method: usize,
    /// Whether its receiver is certainly not the object in question.
    other_receiver: bool,
}

/// The methods that code calls, each with whether it makes its own receiver; `None` if it calls any with dispatch.
fn straight_calls(code: &ThreeAddressCode) -> Option<Vec<(Member, bool)>> {
    let mut calls = Vec::new();
    for statement in code.statements.values() {
        match statement {
            // A constructor writes the object that it makes.
            Statement::Invoke { kind: Invocation::Special | Invocation::Static, member, .. } => {
                calls.push((member.clone(), member.name == "<init>"));
            }
            Statement::Invoke { .. } | Statement::InvokeDynamic { .. } => return None,
            _ => {}
        }
    }
    Some(calls)
}

/// A method that is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Called {
    /// The method, or what it overrides.
    pub member: Member,
    /// Whether it may be overridden.
    pub is_open: bool,
}

/// What a call may reach in some classes.
struct Reach {
    methods: Vec<Reached>,
    /// Whether some code can't be read.
    is_unknown: bool,
}

/// Where to find code in classes by the name of what is called, and what calls reach there.
#[derive(Default)]
pub(super) struct CodeIndex {
    /// The positions of the classes.
    classes: FxHashMap<String, usize>,
    /// The methods that write a field of a name.
    writers: FxHashMap<String, FxHashSet<(usize, usize)>>,
    /// What calls were found to reach; whether they are given the object as their receiver makes a difference.
    reached: Memory<(Called, bool), Rc<Reach>>,
    /// The methods with a name and a type, by the positions of their classes and of themselves.
    methods: FxHashMap<(String, String), Vec<(usize, usize)>>,
    /// The call sites that make lambdas, each with the interface that it makes one of, by the name of the method that
    /// runs it.
    lambdas: FxHashMap<String, Vec<(String, Dynamic)>>,
}

impl CodeIndex {
    fn new(classes: &[Arc<Class>]) -> Self {
        let mut index = CodeIndex::default();
        for (position, class) in classes.iter().enumerate() {
            index.classes.entry(class.name.clone()).or_insert(position);
            for (method, declared) in class.methods.iter().enumerate() {
                let key = (declared.name.clone(), declared.descriptor.clone());
                index.methods.entry(key).or_default().push((position, method));
                index.add_code((position, method), declared);
            }
        }
        index
    }

    /// What a call may reach.
    fn reach(&self, world: &World<'_>, insiders: &[Arc<Class>], called: &Called, is_receiver: bool) -> Rc<Reach> {
        let search = || Rc::new(Search::new(world, insiders, self).run(called, is_receiver));
        self.reached.recall((called.clone(), is_receiver), search)
    }

    fn add_code(&mut self, position: (usize, usize), method: &Method) {
        for (_, instruction) in method.code.iter().flat_map(|code| &code.instructions) {
            if let Instruction::PutField(member) = instruction {
                self.writers.entry(member.name.clone()).or_default().insert(position);
            }
            if let Instruction::InvokeDynamic(site) = instruction
                && let Some((_, returned)) = site.descriptor.rsplit_once(")L")
            {
                let interface = returned.trim_end_matches(';').to_owned();
                self.lambdas.entry(site.name.clone()).or_default().push((interface, (**site).clone()));
            }
        }
    }
}

/// Looks for code that a call may reach, among that of classes that may write a field.
struct Search<'a, 'w> {
    world: &'a World<'w>,
    insiders: &'a [Arc<Class>],
    index: &'a CodeIndex,
    /// The methods of interfaces whose lambdas were added.
    lambdas: FxHashSet<(String, String)>,
    seen: FxHashSet<Reached>,
    pending: Vec<Reached>,
}

/// A method by the positions of its class and of itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reached {
    class: usize,
    method: usize,
    /// Whether its receiver is certainly not the object in question.
    other_receiver: bool,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(world: &'a World<'w>, insiders: &'a [Arc<Class>], index: &'a CodeIndex) -> Self {
        let (lambdas, seen, pending) = (FxHashSet::default(), FxHashSet::default(), Vec::new());
        Search { world, insiders, index, lambdas, seen, pending }
    }

    fn run(mut self, called: &Called, is_receiver: bool) -> Reach {
        let mut is_unknown = false;
        match called.is_open {
            true => {
                self.add_overriding(&called.member, !is_receiver);
                self.add_lambdas(&called.member);
            }
            false => self.add_exactly(&called.member, !is_receiver),
        }
        while let Some(next) = self.pending.pop() {
            let class = &self.insiders[next.class];
            if class.methods[next.method].code.is_none() {
                continue;
            }
            match self.world.code(class, next.method) {
                Ok(code) => self.add_calls(&code),
                Err(_) => is_unknown = true,
            }
        }
        Reach { methods: self.seen.into_iter().collect(), is_unknown }
    }

    /// The methods that a call with dispatch may run: of classes above or below the one that it names.
    fn add_overriding(&mut self, called: &Member, other_receiver: bool) {
        let related = |one: &str, other: &str| self.world.is_subclass(one, other) != Answer::No;
        let key = (called.name.clone(), called.descriptor.clone());
        for &(class, method) in self.index.methods.get(&key).map(Vec::as_slice).unwrap_or_default() {
            let reached = Reached { class, method, other_receiver };
            let known = &self.insiders[class].name;
            if !self.seen.contains(&reached) && (related(known, &called.class) || related(&called.class, known)) {
                self.add(reached);
            }
        }
    }

    /// The method that a call without dispatch runs: of the class that it names, or of one above.
    fn add_exactly(&mut self, called: &Member, other_receiver: bool) {
        let Some((declaring, _)) = self.world.resolve_method(called) else {
            return self.add_overriding(called, other_receiver);
        };
        let class = self.index.classes.get(&declaring.name).copied();
        let method = declaring.methods.iter().position(|method| is_named(method, called));
        if let (Some(class), Some(method)) = (class, method) {
            self.add(Reached { class, method, other_receiver });
        }
    }

    fn add(&mut self, reached: Reached) {
        if self.seen.insert(reached) {
            self.pending.push(reached);
        }
    }

    /// The lambdas that a call of an interface's method may run.
    fn add_lambdas(&mut self, called: &Member) {
        if !self.lambdas.insert((called.class.clone(), called.name.clone())) {
            return;
        }
        let related = |one: &str, other: &str| self.world.is_subclass(one, other) != Answer::No;
        for (interface, site) in self.index.lambdas.get(&called.name).map(Vec::as_slice).unwrap_or_default() {
            if related(interface, &called.class) || related(&called.class, interface) {
                self.add_handles(site);
            }
        }
    }

    fn add_handles(&mut self, site: &Dynamic) {
        for argument in &site.arguments {
            if let BootstrapArgument::Handle(_, body) = argument {
                self.add_overriding(body, false);
            }
        }
    }

    fn add_calls(&mut self, code: &ThreeAddressCode) {
        for statement in code.statements.values() {
            match statement {
                Statement::Invoke { kind: Invocation::Special | Invocation::Static, member, .. } => {
                    // A constructor writes the object that it makes.
                    self.add_exactly(member, member.name == "<init>");
                }
                Statement::Invoke { kind, member, .. } => {
                    self.add_overriding(member, false);
                    if *kind == Invocation::Interface {
                        self.add_lambdas(member);
                    }
                    if is_clean(member) {
                        self.add_overriding(&run_method(), false);
                        self.add_lambdas(&run_method());
                    }
                }
                Statement::InvokeDynamic { site, .. } => self.add_handles(site),
                _ => {}
            }
        }
    }
}

/// Whether the nest of a class is known with all its members.
fn is_whole(nest: &[Arc<Class>], class: &Class) -> bool {
    let has = |name: &String| nest.iter().any(|known| known.name == *name);
    class.nest_host.iter().all(has) && nest.iter().flat_map(|known| &known.nest_members).all(has)
}

fn is_named(method: &Method, called: &Member) -> bool {
    method.name == called.name && method.descriptor == called.descriptor
}

/// Whether a register certainly holds the receiver of the method, as straight code before the offset shows.
fn is_receiver(code: &ThreeAddressCode, offset: u32, register: Register) -> bool {
    if super::nullness::is_assigned(code, Register(0)) {
        return false;
    }
    let (mut register, mut at) = (register, offset);
    for (earlier, statement) in code.statements.range(..offset).rev() {
        if code.jump_targets.contains(&at) || code.next.get(earlier) != Some(&at) {
            return false;
        }
        at = *earlier;
        match statement {
            Statement::Assign(target, Value::Copy(Register(0))) if *target == register => return true,
            Statement::Assign(target, Value::Copy(from)) if *target == register => register = *from,
            Statement::Assign(target, _) if *target == register => return false,
            Statement::Rearrange(copies) => {
                if let Some((_, from)) = copies.iter().find(|(to, _)| *to == register) {
                    register = *from;
                }
            }
            Statement::Invoke { result: Some(target), .. } | Statement::InvokeDynamic { result: Some(target), .. }
                if *target == register =>
            {
                return false;
            }
            statement if statement.leaves() => return false,
            _ => {}
        }
    }
    false
}
