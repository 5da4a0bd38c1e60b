//! Arrays that only one field knows, or one call: what a field is given is new, and the code around it hands it to
//! nobody.
//!
//! Code of a class and of its nest is gone through for what it does with the array. Beyond that, what other code does
//! that is followed is seen there, and what is not followed is asked whether it reads the field.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::super::cells::{ArrayKind, MAX_CELLS, int_constant, made_array};
use super::super::documented::is_platform;
use super::super::heap::Heap;
use super::super::shape::ObjectId;
use super::super::world::World;
use super::body::{Body, Local, Source, Target};
use super::program::MethodId;
use super::{Program, Reached};
use crate::class::{Access, Class, Field, Instruction, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};

/// A field is followed that holds arrays of no more types and lengths than this.
const MAX_KINDS: usize = 2;

/// So many elements are told apart where code computes which of them it means: all may be, and there are as many states as
/// sets of them.
const MAX_CELLS_BY_INDEX: usize = 6;

const ARRAYS: &str = "java/util/Arrays";

/// Methods of `Arrays` that only read the arrays which they are given, and those that write them. None of them keeps one.
const READING: [&str; 6] = ["binarySearch", "copyOf", "copyOfRange", "equals", "hashCode", "toString"];
const WRITING: [&str; 2] = ["fill", "sort"];

impl World<'_> {
    /// The types and lengths of the arrays that a field holds, if all are new ones of small constant lengths, and no code
    /// around it lets anybody else know them.
    pub fn arrays_kept_in(
        &self,
        declaring: &Arc<Class>,
        field: &Field,
        component: &Arc<Class>,
    ) -> Rc<BTreeSet<ArrayKind>> {
        let question = (declaring.name.clone(), field.name.clone());
        let find_out = || self.find_arrays_kept_in(declaring, field, component).unwrap_or_default();
        self.kept_arrays.recall(question, || Rc::new(find_out()))
    }

    fn find_arrays_kept_in(
        &self,
        declaring: &Arc<Class>,
        field: &Field,
        component: &Arc<Class>,
    ) -> Option<BTreeSet<ArrayKind>> {
        let classes = self.classes_around(declaring, component);
        let (mut kinds, mut most) = (BTreeSet::new(), MAX_CELLS);
        for class in &classes {
            for method in (0..class.methods.len()).filter(|&method| mentions(class, method, field)) {
                kinds.extend(self.arrays_kept_by(class, method, (declaring, field))?);
                most = most.min(self.most_cells(class, method));
            }
        }
        let are_few = !kinds.is_empty() && kinds.len() <= MAX_KINDS && kinds.iter().all(|(_, length)| *length <= most);
        let is_ours = are_few
            && self.is_written_in_nest_only(declaring, &field.name)
            && !classes.iter().any(|class| may_be_cloned(class));
        is_ours.then_some(kinds)
    }

    /// The classes whose code is gone through for what it does with a field.
    pub fn classes_around(&self, declaring: &Arc<Class>, component: &Arc<Class>) -> Vec<Arc<Class>> {
        let mut classes = self.nest(declaring).to_vec();
        let own = self.superclasses(component).into_iter().filter(|class| class.name != "java/lang/Object");
        for class in own.flat_map(|class| self.nest(&class).to_vec()) {
            if classes.iter().all(|known| known.name != class.name) {
                classes.push(class);
            }
        }
        classes
    }

    /// The arrays that a method puts into a field; `None` if it puts anything else there, or lets out what the field
    /// holds.
    fn arrays_kept_by(
        &self,
        class: &Arc<Class>,
        method: usize,
        (declaring, field): (&Arc<Class>, &Field),
    ) -> Option<Vec<ArrayKind>> {
        let (code, body) = self.body_of(class, method)?;
        let is_it = |member: &Member| self.is_field(member, declaring, field);
        let mut kinds = Vec::new();
        let mut held: BTreeSet<Local> = body.locals_that(|source| match source {
            Source::Field(member, _) | Source::Static(member) => is_it(member),
            _ => false,
        });
        for value in body.puts_to(is_it).into_iter().flatten() {
            match &body.sources[value] {
                Source::Null => {}
                Source::Made(_, offset) => {
                    kinds.push(made_array(&code, *offset)?);
                    held.insert(value);
                }
                _ => return None,
            }
        }
        (!body.lets_out(&held, is_it, |_| false)).then_some(kinds)
    }

    /// How many elements are told apart of arrays that a method uses: fewer if it does not say which it means.
    fn most_cells(&self, class: &Arc<Class>, method: usize) -> usize {
        let Ok(code) = self.code(class, method) else { return 0 };
        let is_open = |offset: u32, index: Register| int_constant(&code, offset, index).is_none();
        let has_open_index = code.statements.iter().any(|(offset, statement)| match statement {
            Statement::Assign(_, Value::ArrayLoad(_, _, index)) | Statement::ArrayStore(_, _, index, _) => {
                is_open(*offset, *index)
            }
            _ => false,
        });
        if has_open_index { MAX_CELLS_BY_INDEX } else { MAX_CELLS }
    }

    /// The small arrays that methods of a component make for themselves.
    pub fn arrays_made_in(&self, component: &Arc<Class>) -> Rc<Vec<ArrayKind>> {
        self.made_arrays.recall(component.name.clone(), || {
            let classes = self.classes_around(component, component);
            let methods = classes.iter().flat_map(|class| (0..class.methods.len()).map(move |method| (class, method)));
            let mut found: Vec<ArrayKind> = Vec::new();
            for kind in methods.flat_map(|(class, method)| self.local_arrays(class, method)) {
                if !found.contains(&kind) {
                    found.push(kind);
                }
            }
            Rc::new(found)
        })
    }

    /// The small arrays of a method that nobody gets to know but the method itself and lambdas that it makes.
    fn local_arrays(&self, class: &Arc<Class>, method: usize) -> Vec<ArrayKind> {
        let makes = |(_, instruction): &(u32, Instruction)| matches!(instruction, Instruction::NewArray(..));
        let code = class.methods[method].code.as_ref();
        if !code.is_some_and(|code| code.instructions.iter().any(makes)) {
            return Vec::new();
        }
        let Some((code, body)) = self.body_of(class, method) else { return Vec::new() };
        let kept = body.sources.iter().enumerate().filter_map(|(local, source)| match source {
            Source::Made(class, offset) if class.starts_with('[') => {
                let is_kept = !body.lets_out(&BTreeSet::from([local]), |_| false, is_lambda);
                made_array(&code, *offset).filter(|_| is_kept)
            }
            _ => None,
        });
        kept.collect()
    }

    fn body_of(&self, class: &Arc<Class>, method: usize) -> Option<(Rc<ThreeAddressCode>, Body)> {
        let declared = &class.methods[method];
        let code = self.code(class, method).ok()?;
        let body = Body::read(&code, &declared.descriptor, declared.access.has(Access::STATIC), false)?;
        Some((code, body))
    }
}

impl Body {
    fn locals_that(&self, is_meant: impl Fn(&Source) -> bool) -> BTreeSet<Local> {
        (0..self.sources.len()).filter(|local| is_meant(&self.sources[*local])).collect()
    }

    /// What is put into a field, for each place where that is done.
    fn puts_to(&self, is_it: impl Fn(&Member) -> bool) -> Vec<BTreeSet<Local>> {
        let objects = self.puts.values().filter(|put| is_it(&put.field)).map(|put| put.values.clone());
        let statics = self.static_puts.values().filter(|(field, _)| is_it(field)).map(|(_, values)| values.clone());
        objects.chain(statics).collect()
    }

    /// Whether anybody else may get to know an array: other fields and arrays, callers, and what is called, unless that is
    /// said to keep it.
    fn lets_out(
        &self,
        held: &BTreeSet<Local>,
        is_its_field: impl Fn(&Member) -> bool,
        may_know: impl Fn(&Target) -> bool,
    ) -> bool {
        let has = |locals: &BTreeSet<Local>| !locals.is_disjoint(held);
        let elsewhere = self.puts.values().any(|put| has(&put.values) && !is_its_field(&put.field));
        let in_static = self.static_puts.values().any(|(field, values)| has(values) && !is_its_field(field));
        let in_array = self.stored.values().any(|(_, values)| has(values));
        let is_cast = self.sources.iter().any(|source| matches!(source, Source::Cast(_, from) if has(from)));
        let is_given = self.calls.values().any(|call| {
            call.arguments.iter().any(has)
                && !matches!(&call.target, Target::Method(_, member) if hands_to_nobody(member))
                && !may_know(&call.target)
        });
        elsewhere || in_static || in_array || is_cast || is_given || has(&self.returned)
    }
}

/// Whether a method only reads the arrays that it is given, and hands them to nobody.
pub(in super::super) fn only_reads(member: &Member) -> bool {
    let name = member.name.as_str();
    let of_arrays = member.class.starts_with('[') && ["clone", "getClass"].contains(&name);
    of_arrays
        || name == "getClass" && member.class == "java/lang/Object"
        || member.class == ARRAYS && READING.contains(&name)
}

/// Whether a method hands the arrays that it is given to nobody.
pub(in super::super) fn hands_to_nobody(member: &Member) -> bool {
    let name = member.name.as_str();
    let writes =
        member.class == ARRAYS && WRITING.contains(&name) || member.class == "java/lang/System" && name == "arraycopy";
    writes || only_reads(member)
}

fn is_lambda(target: &Target) -> bool {
    matches!(target, Target::Site(site) if site.bootstrap.class == "java/lang/invoke/LambdaMetafactory")
}

fn mentions(class: &Class, method: usize, field: &Field) -> bool {
    let is_it = |instruction: &Instruction| match instruction {
        Instruction::GetField(member)
        | Instruction::PutField(member)
        | Instruction::GetStatic(member)
        | Instruction::PutStatic(member) => member.name == field.name,
        _ => false,
    };
    let code = class.methods[method].code.iter().flat_map(|code| &code.instructions);
    code.into_iter().any(|(_, instruction)| is_it(instruction))
}

/// Whether objects may share what they hold, as copies do that `Object.clone` makes.
fn may_be_cloned(class: &Class) -> bool {
    let clones = |instruction: &Instruction| match instruction {
        Instruction::Invoke(_, member) => {
            member.name == "clone" && member.descriptor.starts_with("()") && !member.class.starts_with('[')
        }
        _ => false,
    };
    let code = class.methods.iter().filter_map(|method| method.code.as_ref());
    code.flat_map(|code| &code.instructions).any(|(_, instruction)| clones(instruction))
}

impl World<'_> {
    /// The classes whose code reads a field that holds an object, among all that a call may run.
    pub fn readers(&self, program: &Program, reached: &Reached, heap: &Heap, object: ObjectId) -> Rc<BTreeSet<String>> {
        let field = |(holder, field): (ObjectId, usize)| {
            let field = &heap.objects[holder].fields[field];
            (field.class.clone(), field.name.clone())
        };
        let fields: Vec<(String, String)> = heap.fields_with(object).into_iter().map(field).collect();
        let question = (reached.question.clone(), fields.clone());
        self.readers.recall(question, || Rc::new(program.readers(self, reached, &fields)))
    }
}

impl Program {
    fn readers(&self, world: &World<'_>, reached: &Reached, fields: &[(String, String)]) -> BTreeSet<String> {
        let is_it = |member: &Member| {
            let declaring = || world.declaring_class(&member.class, &member.name, &member.descriptor);
            fields.iter().any(|(class, name)| member.name == *name && declaring().is_none_or(|found| found == *class))
        };
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        let mut pending: Vec<MethodId> = reached.links.iter().map(|link| self.link(*link).target).collect();
        let mut found = BTreeSet::new();
        while let Some(method) = pending.pop() {
            if !seen.insert(method) {
                continue;
            }
            let known = &self.methods[method];
            let reads = known.body.iter().flat_map(|body| &body.sources).any(|source| match source {
                Source::Field(member, _) | Source::Static(member) => is_it(member),
                _ => false,
            });
            if reads || (known.is_unread && !is_platform(&known.class.name)) {
                found.insert(known.class.name.clone());
            }
            pending.extend(known.initialisers.iter().copied());
            pending.extend(known.calls.iter().flat_map(|call| &self.calls[*call].links).map(|link| link.target));
        }
        found
    }
}
