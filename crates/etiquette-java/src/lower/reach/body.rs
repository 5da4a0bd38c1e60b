//! What one method does with references: where they come from, and where they go. Numbers play no part.
//!
//! A *local* is a place in the code that gives a reference; which locals a register may hold is found by following
//! definitions along the control flow.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::super::exceptions::{ARITHMETIC, CAST, INDEX, NEGATIVE_SIZE, NULL_POINTER, STORE};
use crate::class::{Condition, Constant, Dynamic, Element, Handler, Invocation, Kind, Member, Operation};
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};
use crate::descriptor::MethodDescriptor;

const OBJECT: &str = "java/lang/Object";

/// A local, by its position in [`Body::sources`]; the receiver and the parameters are the first.
pub(super) type Local = usize;

/// Where a reference comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Parameter,
    Null,
    /// A new object or array, by its class, at an offset.
    Made(String, u32),
    /// A constant of a class.
    Constant(&'static str),
    /// A method handle or the like, which only the JVM can make.
    Linked,
    Field(Member, BTreeSet<Local>),
    Static(Member),
    Element(BTreeSet<Local>),
    Cast(String, BTreeSet<Local>),
    /// A parameter where it was found to be an object, of a class.
    Tested(String, Local),
    /// What a call gives back.
    Result,
    /// What a handler takes.
    Caught,
}

impl Source {
    /// Whether what it gives is certainly an object.
    fn is_object(&self) -> bool {
        matches!(self, Source::Made(..) | Source::Constant(_) | Source::Linked | Source::Caught | Source::Tested(..))
    }
}

/// What is called.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Method(Invocation, Member),
    Site(Box<Dynamic>),
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub offset: u32,
    pub target: Target,
    pub arguments: Vec<BTreeSet<Local>>,
    pub result: Option<Local>,
}

/// A write to a field of an object.
#[derive(Clone, Debug)]
pub(super) struct Put {
    pub field: Member,
    pub objects: BTreeSet<Local>,
    pub values: BTreeSet<Local>,
}

/// What a method does with references.
#[derive(Default, Debug)]
pub(super) struct Body {
    pub sources: Vec<Source>,
    pub puts: BTreeMap<u32, Put>,
    pub static_puts: BTreeMap<u32, (Member, BTreeSet<Local>)>,
    /// The arrays that something is stored in, and what.
    pub stored: BTreeMap<u32, (BTreeSet<Local>, BTreeSet<Local>)>,
    pub calls: BTreeMap<u32, CallSite>,
    pub returned: BTreeSet<Local>,
    pub thrown: BTreeMap<u32, BTreeSet<Local>>,
    /// The exceptions that the JVM itself may throw at an offset, with what decides about them, as far as that is known.
    pub implicit: BTreeMap<(u32, &'static str), BTreeSet<Local>>,
    pub handlers: Vec<Handler>,
    /// What handlers take, by where they begin.
    pub caught: BTreeMap<u32, Local>,
}

impl Body {
    /// Reads code of a method with a type; assertions may be skipped.
    pub fn read(code: &ThreeAddressCode, descriptor: &str, is_static: bool, skips_assertions: bool) -> Option<Body> {
        let descriptor = MethodDescriptor::from_str(descriptor).ok()?;
        let receiver = (!is_static).then_some(Register(0));
        let parameters: Vec<Register> = receiver.into_iter().chain(descriptor.registers(is_static)).collect();
        let mut body = Body { handlers: code.handlers.clone(), ..Body::default() };
        let mut entry: State = vec![BTreeSet::new(); usize::from(code.registers)];
        for (local, register) in parameters.into_iter().enumerate() {
            body.sources.push(Source::Parameter);
            if let Some(held) = entry.get_mut(usize::from(register.0)) {
                held.insert(local);
            }
        }
        let has_receiver = !is_static;
        let mut reader = Reader {
            code,
            body,
            has_receiver,
            skips_assertions,
            defined: FxHashMap::default(),
            instance_tests: FxHashMap::default(),
            states: BTreeMap::new(),
            pending: BTreeSet::new(),
        };
        reader.merge(0, &entry);
        reader.run();
        Some(reader.body)
    }
}

/// The locals that each register may hold.
type State = Vec<BTreeSet<Local>>;

struct Reader<'c> {
    code: &'c ThreeAddressCode,
    body: Body,
    has_receiver: bool,
    skips_assertions: bool,
    /// The locals by the offsets of what gives them.
    defined: FxHashMap<u32, Local>,
    /// What was tested for its class, by offsets.
    instance_tests: FxHashMap<u32, (BTreeSet<Local>, String)>,
    /// What is known where blocks begin.
    states: BTreeMap<u32, State>,
    pending: BTreeSet<u32>,
}

impl Reader<'_> {
    fn run(&mut self) {
        while let Some(start) = self.pending.pop_first() {
            let Some(mut state) = self.states.get(&start).cloned() else { continue };
            let mut offset = start;
            while let Some(statement) = self.code.statements.get(&offset) {
                self.enter_handlers(offset, &state);
                self.step(offset, statement, &mut state);
                for target in statement.jump_targets() {
                    let there = self.tested(offset, statement, true, state.clone());
                    self.merge(target, &there);
                }
                state = self.tested(offset, statement, false, state);
                let skips = self.skips_assertions && self.is_assertion(offset, statement);
                let next = self.code.next.get(&offset).copied().filter(|_| !statement.leaves() && !skips);
                let Some(next) = next else { break };
                if self.code.jump_targets.contains(&next) {
                    self.merge(next, &state);
                    break;
                }
                offset = next;
            }
        }
    }

    /// What is known behind a jump, taken or not: a parameter that was tested may be known to be an object. Anything else
    /// that was tested may be another object than what another register holds.
    fn tested(&mut self, offset: u32, statement: &Statement, is_taken: bool, mut state: State) -> State {
        let found = match statement {
            Statement::If(Test::Null(wanted, register), _) if is_taken != *wanted => {
                Some((get(&state, *register), OBJECT.to_owned()))
            }
            Statement::If(Test::Zero(Condition::Equal, _), _) if !is_taken => self.instance_test(offset),
            Statement::If(Test::Zero(Condition::NotEqual, _), _) if is_taken => self.instance_test(offset),
            _ => None,
        };
        let Some((locals, class)) = found else { return state };
        let [parameter] = locals.iter().copied().collect::<Vec<Local>>()[..] else { return state };
        if matches!(self.body.sources[parameter], Source::Parameter) {
            let tested = self.define(offset | u32::from(is_taken) << 31 | 1 << 30, Source::Tested(class, parameter));
            for held in state.iter_mut().filter(|held| **held == locals) {
                *held = BTreeSet::from([tested]);
            }
        }
        state
    }

    /// What was tested for its class just before a jump, and the class.
    fn instance_test(&self, offset: u32) -> Option<(BTreeSet<Local>, String)> {
        let (before, _) = self.code.statements.range(..offset).next_back()?;
        self.instance_tests.get(before).filter(|_| !self.code.jump_targets.contains(&offset)).cloned()
    }

    /// Whether a jump leads over what is asserted, where assertions are disabled.
    fn is_assertion(&self, offset: u32, statement: &Statement) -> bool {
        let Statement::If(Test::Zero(Condition::NotEqual, tested), _) = statement else { return false };
        let before = self.code.statements.range(..offset).next_back();
        before.is_some_and(|(_, before)| match before {
            Statement::Assign(target, Value::GetStatic(field)) => {
                target == tested && field.name == "$assertionsDisabled" && !self.code.jump_targets.contains(&offset)
            }
            _ => false,
        })
    }

    fn merge(&mut self, offset: u32, state: &State) {
        let Some(known) = self.states.get_mut(&offset) else {
            self.states.insert(offset, state.clone());
            self.pending.insert(offset);
            return;
        };
        let before: usize = known.iter().map(BTreeSet::len).sum();
        for (held, more) in known.iter_mut().zip(state) {
            held.extend(more);
        }
        if known.iter().map(BTreeSet::len).sum::<usize>() > before {
            self.pending.insert(offset);
        }
    }

    /// What handlers find where a statement throws.
    fn enter_handlers(&mut self, offset: u32, state: &State) {
        let code = self.code;
        for handler in code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset)) {
            let caught = *self.body.caught.entry(handler.target).or_insert_with(|| {
                self.body.sources.push(Source::Caught);
                self.body.sources.len() - 1
            });
            let first = usize::from(code.caught.0);
            let mut found: State = vec![BTreeSet::new(); state.len()];
            found[..first.min(state.len())].clone_from_slice(&state[..first.min(state.len())]);
            if let Some(held) = found.get_mut(first) {
                held.insert(caught);
            }
            self.merge(handler.target, &found);
        }
    }

    /// The local that an offset gives: a new one, or the one from before with more that it depends on.
    fn define(&mut self, offset: u32, source: Source) -> Local {
        let Some(&known) = self.defined.get(&offset) else {
            self.body.sources.push(source);
            self.defined.insert(offset, self.body.sources.len() - 1);
            return self.body.sources.len() - 1;
        };
        match (&mut self.body.sources[known], source) {
            (Source::Field(_, held), Source::Field(_, more))
            | (Source::Element(held), Source::Element(more))
            | (Source::Cast(_, held), Source::Cast(_, more)) => held.extend(more),
            _ => {}
        }
        known
    }

    fn step(&mut self, offset: u32, statement: &Statement, state: &mut State) {
        match statement {
            Statement::Assign(target, value) => {
                let held = self.value(offset, value, state);
                set(state, *target, held);
            }
            Statement::Rearrange(copies) => {
                let before = state.clone();
                for (to, from) in copies {
                    set(state, *to, get(&before, *from));
                }
            }
            Statement::PutField(object, member, value) => {
                self.uses(offset, get(state, *object));
                let (objects, values) = (get(state, *object), get(state, *value));
                let put = Put { field: member.clone(), objects: BTreeSet::new(), values: BTreeSet::new() };
                let put = self.body.puts.entry(offset).or_insert(put);
                put.objects.extend(objects);
                put.values.extend(values);
            }
            Statement::PutStatic(member, value) => {
                let values = get(state, *value);
                self.body.static_puts.entry(offset).or_insert((member.clone(), BTreeSet::new())).1.extend(values);
            }
            Statement::ArrayStore(element, array, index, value) => {
                self.uses(offset, get(state, *array));
                self.may_throw(offset, INDEX, get(state, *index));
                if *element == Element::Reference {
                    self.may_throw(offset, STORE, get(state, *value));
                    let (arrays, values) = self.body.stored.entry(offset).or_default();
                    arrays.extend(get(state, *array));
                    values.extend(get(state, *value));
                }
            }
            Statement::Invoke { kind, member, arguments, result } => {
                if *kind != Invocation::Static {
                    self.uses(offset, arguments.first().map(|object| get(state, *object)).unwrap_or_default());
                }
                self.call(offset, Target::Method(*kind, member.clone()), (arguments, *result), state);
            }
            Statement::InvokeDynamic { site, arguments, result } => {
                self.call(offset, Target::Site(site.clone()), (arguments, *result), state);
            }
            Statement::CheckCast(object, class) => {
                let is_tested =
                    |local: &Local| matches!(&self.body.sources[*local], Source::Tested(known, _) if known == class);
                if !get(state, *object).iter().all(is_tested) {
                    self.may_throw(offset, CAST, get(state, *object));
                }
                let cast = self.define(offset, Source::Cast(class.clone(), get(state, *object)));
                set(state, *object, BTreeSet::from([cast]));
            }
            Statement::Monitor(object) => self.uses(offset, get(state, *object)),
            Statement::Return(Some((Kind::Reference, value))) => self.body.returned.extend(get(state, *value)),
            Statement::Throw(value) => {
                let thrown = get(state, *value);
                self.uses(offset, thrown.clone());
                self.body.thrown.entry(offset).or_default().extend(thrown);
            }
            Statement::Nop | Statement::Goto(_) | Statement::If(..) | Statement::Switch(..) | Statement::Return(_) => {}
        }
    }

    fn value(&mut self, offset: u32, value: &Value, state: &State) -> BTreeSet<Local> {
        let source = match value {
            Value::Copy(from) => return get(state, *from),
            Value::Constant(Constant::Null) => Source::Null,
            Value::Constant(Constant::String(_)) => Source::Constant("java/lang/String"),
            Value::Constant(Constant::Class(_)) => Source::Constant("java/lang/Class"),
            Value::Constant(Constant::Other) => Source::Linked,
            Value::GetField(object, member) => {
                self.uses(offset, get(state, *object));
                Source::Field(member.clone(), get(state, *object))
            }
            Value::GetStatic(member) => Source::Static(member.clone()),
            Value::New(class) => Source::Made(class.clone(), offset),
            Value::NewArray(descriptor, lengths) => {
                let lengths = lengths.iter().flat_map(|length| get(state, *length)).collect();
                self.may_throw(offset, NEGATIVE_SIZE, lengths);
                Source::Made(descriptor.clone(), offset)
            }
            Value::ArrayLoad(element, array, index) => {
                self.uses(offset, get(state, *array));
                self.may_throw(offset, INDEX, get(state, *index));
                if *element != Element::Reference {
                    return BTreeSet::new();
                }
                Source::Element(get(state, *array))
            }
            Value::InstanceOf(object, class) => {
                self.instance_tests.insert(offset, (get(state, *object), class.clone()));
                return BTreeSet::new();
            }
            Value::ArrayLength(array) => {
                self.uses(offset, get(state, *array));
                return BTreeSet::new();
            }
            Value::Arithmetic(Operation::Div | Operation::Rem, Kind::Int | Kind::Long, _, divisor) => {
                self.may_throw(offset, ARITHMETIC, get(state, *divisor));
                return BTreeSet::new();
            }
            _ => return BTreeSet::new(),
        };
        BTreeSet::from([self.define(offset, source)])
    }

    fn call(
        &mut self,
        offset: u32,
        target: Target,
        (arguments, result): (&[Register], Option<Register>),
        state: &mut State,
    ) {
        let given: Vec<BTreeSet<Local>> = arguments.iter().map(|argument| get(state, *argument)).collect();
        let returned = result.map(|register| (register, self.define(offset, Source::Result)));
        let new = CallSite {
            offset,
            target,
            arguments: vec![BTreeSet::new(); given.len()],
            result: returned.map(|(_, local)| local),
        };
        let site = self.body.calls.entry(offset).or_insert(new);
        for (held, more) in site.arguments.iter_mut().zip(given) {
            held.extend(more);
        }
        if let Some((register, local)) = returned {
            set(state, register, BTreeSet::from([local]));
        }
    }

    /// An object is needed: null makes the JVM throw.
    fn uses(&mut self, offset: u32, objects: BTreeSet<Local>) {
        let is_object = |local: &Local| (self.has_receiver && *local == 0) || self.body.sources[*local].is_object();
        if objects.is_empty() || !objects.iter().all(is_object) {
            self.may_throw(offset, NULL_POINTER, objects);
        }
    }

    fn may_throw(&mut self, offset: u32, exception: &'static str, deciding: BTreeSet<Local>) {
        self.body.implicit.entry((offset, exception)).or_default().extend(deciding);
    }
}

fn get(state: &State, register: Register) -> BTreeSet<Local> {
    state.get(usize::from(register.0)).cloned().unwrap_or_default()
}

fn set(state: &mut State, register: Register, held: BTreeSet<Local>) {
    if let Some(slot) = state.get_mut(usize::from(register.0)) {
        *slot = held;
    }
}
