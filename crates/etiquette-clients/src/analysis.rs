//! Typestate analysis of a client against one protocol: one object at a time, with those in roles beside it, from each
//! place that an object can come from.
//!
//! Methods of the client are followed where they are given the object, with a summary for each situation at their
//! entry; recursion is solved by repeating until nothing new comes out. What a method returns that it made itself is an
//! origin in its callers.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use etiquette_java::class::{Access, Class, Constant, Element, Instruction, Member};
use etiquette_java::code::{Statement, Value};
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor, source_name};
use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::client::{Client, MethodKey, class_of};
use crate::effects::{Calls, Holder, KnownEffects};
use crate::finding::{Finding, Level, Place};
use crate::frame::{Exit, ExitKind, Frame};
use crate::parts::Part;
use crate::protocol::Protocol;
use crate::state::{Facts, Known, Path, Phase, Situation};

/// Calls are followed no deeper than this; below, they may do anything.
const MAX_DEPTH: usize = 16;

/// With objects beside the main one, there are many more situations. After so many statements, calls are not followed
/// any more, and few situations are kept apart: by then, there is not much left that is certain.
const MAX_STATEMENTS: usize = 10_000;

/// How a type is related to the objects of a protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// All of its objects are such objects.
    Certain,
    /// Some of its objects may be.
    Possible,
    /// None.
    None,
}

/// Where an object comes from, in a method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// The statement at an offset.
    At(u32),
    /// An argument, by position, the receiver first.
    Parameter(usize),
}

/// An object that a method made and returned.
#[derive(Clone, Debug)]
pub struct Birth {
    /// What is known about it.
    pub facts: Facts,
    /// The calls that were made on it.
    pub path: Path,
}

/// What was seen at a call of one origin's objects.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// There, the call was allowed.
    pub fine: bool,
    /// A path on which it is certainly forbidden, and that can be taken.
    pub certain: Option<Path>,
    /// A path on which it is certainly forbidden, if it can be taken.
    pub unsure: Option<Path>,
    /// A path on which it may be forbidden.
    pub may: Option<Path>,
    /// What the call can raise.
    pub raises: Option<String>,
}

impl Record {
    fn level(&self, fine_for_others: bool) -> Option<(Level, &Path)> {
        let certain = self.certain.as_ref().or(self.unsure.as_ref());
        match (certain, &self.certain, &self.may) {
            (Some(path), _, None) if !fine_for_others => Some((Level::Every, path)),
            (_, Some(path), _) => Some((Level::Some, path)),
            (Some(path), _, _) | (_, _, Some(path)) => Some((Level::May, path)),
            _ => None,
        }
    }
}

type RecordKey = (Place, String, MethodKey, Origin);
/// The origin is part of it, since records are kept by origin.
type ContextKey = ((MethodKey, Origin), MethodKey, Facts);

/// The analysis of a client against one protocol.
pub struct Analysis<'a> {
    /// The client.
    pub client: &'a Client<'a>,
    /// The protocol.
    pub protocol: &'a Protocol,
    relations: FxHashMap<String, Relation>,
    /// The roles that objects of classes may be in.
    roles: FxHashMap<String, Rc<[usize]>>,
    births: FxHashMap<MethodKey, Option<Vec<Birth>>>,
    birth_depth: usize,
    summaries: FxHashMap<ContextKey, Rc<Vec<Exit>>>,
    /// The contexts that are being looked at, outermost first, with what is known about their exits so far.
    open: Vec<(ContextKey, Rc<Vec<Exit>>)>,
    /// The outermost open context that was asked for while it was open.
    asked: usize,
    records: BTreeMap<RecordKey, Record>,
    /// What was taken for granted.
    pub assumptions: BTreeSet<String>,
    exceptions: FxHashMap<String, Option<String>>,
    /// The names and types of methods that were given an object and not followed.
    pub unfollowed: BTreeSet<(String, String)>,
    /// Whose origin is being followed.
    current: (MethodKey, Origin),
    /// How many statements were looked at for it.
    statements: usize,
    /// What may hold it.
    pub(crate) holder: Holder,
    pub(crate) effects: KnownEffects,
    /// The calls of the interface that methods may be.
    pub(crate) calls_of_members: FxHashMap<Member, Calls>,
    /// Which methods change nothing.
    pub(crate) pure: FxHashMap<Member, bool>,
}

impl<'a> Analysis<'a> {
    /// Of a client, against a protocol.
    pub fn new(client: &'a Client<'a>, protocol: &'a Protocol) -> Analysis<'a> {
        Analysis {
            client,
            protocol,
            relations: FxHashMap::default(),
            roles: FxHashMap::default(),
            births: FxHashMap::default(),
            birth_depth: 0,
            summaries: FxHashMap::default(),
            open: Vec::new(),
            asked: usize::MAX,
            records: BTreeMap::new(),
            assumptions: BTreeSet::new(),
            exceptions: FxHashMap::default(),
            unfollowed: BTreeSet::new(),
            current: ((String::new(), 0), Origin::Parameter(0)),
            statements: 0,
            holder: Holder::Anything,
            effects: KnownEffects::default(),
            calls_of_members: FxHashMap::default(),
            pure: FxHashMap::default(),
        }
    }

    /// Looks at all methods of the client.
    pub fn run(&mut self) {
        if !self.concerns_client() {
            return;
        }
        let classes: Vec<Arc<Class>> = self.client.own().filter(|class| !self.is_component(class)).cloned().collect();
        for class in classes {
            for index in 0..class.methods.len() {
                let Some(body) = self.client.body(&class, index) else { continue };
                self.births(&body);
                if self.client.is_entry(&class, index) {
                    self.parameters(&body);
                }
            }
        }
        self.run_unfollowed();
    }

    /// Looks at methods that were given an object where they could not be followed, as if others called them.
    fn run_unfollowed(&mut self) {
        let mut done: BTreeSet<MethodKey> = BTreeSet::new();
        while let Some((class, index)) = self.next_unfollowed(&done) {
            done.insert((class.name.clone(), index));
            if let Some(body) = self.client.body(&class, index) {
                self.parameters(&body);
            }
        }
    }

    fn next_unfollowed(&self, done: &BTreeSet<MethodKey>) -> Option<(Arc<Class>, usize)> {
        let own = self.client.own().filter(|class| !self.is_component(class));
        let mut methods = own.flat_map(|class| (0..class.methods.len()).map(move |index| (class, index)));
        let found = methods.find(|(class, index)| {
            let method = &class.methods[*index];
            self.unfollowed.contains(&(method.name.clone(), method.descriptor.clone()))
                && !self.client.is_entry(class, *index)
                && !done.contains(&(class.name.clone(), *index))
        });
        found.map(|(class, index)| (Arc::clone(class), index))
    }

    /// The component's own code is no client of it.
    fn is_component(&self, class: &Class) -> bool {
        class.name == self.protocol.class || class.name.starts_with(&format!("{}$", self.protocol.class))
    }

    /// How many calls were looked at.
    pub fn calls(&self) -> usize {
        self.records.keys().map(|(place, call, ..)| (place, call)).collect::<BTreeSet<_>>().len()
    }

    /// What was found: for each call the surest of what its origins say. Where the call is fine for other objects, it
    /// is so on some paths only.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found: BTreeMap<(Place, String), Finding> = BTreeMap::new();
        for ((place, call, ..), record) in &self.records {
            let key = (place.clone(), call.clone());
            let fine_for_others = self.is_fine_somewhere(&key);
            let Some((level, path)) = record.level(fine_for_others) else { continue };
            if found.get(&key).is_some_and(|known| known.level <= level) {
                continue;
            }
            let (component, raises) = (self.protocol.component.clone(), record.raises.clone());
            let (roles, call, place) = (self.protocol.roles().names(), call.clone(), place.clone());
            let finding = Finding { component, roles, call, place, level, path: path.steps(), raises };
            found.insert(key, finding);
        }
        found.into_values().collect()
    }

    fn is_fine_somewhere(&self, (place, call): &(Place, String)) -> bool {
        let first = (place.clone(), call.clone(), (String::new(), 0), Origin::At(0));
        let here = self.records.range(first..).take_while(|((at, name, ..), _)| at == place && name == call);
        here.into_iter().any(|(_, record)| record.fine)
    }

    /// The record of a call of the object that is followed now.
    pub fn record(&mut self, place: Place, call: String) -> &mut Record {
        self.records.entry((place, call, self.current.0.clone(), self.current.1)).or_default()
    }

    /// How a type, by descriptor, is related to the protocol's objects.
    pub fn relation(&mut self, descriptor: &str) -> Relation {
        class_of(descriptor).map_or(Relation::None, |class| self.class_relation(&class))
    }

    /// How a class is related to the protocol's objects.
    pub fn class_relation(&mut self, class: &str) -> Relation {
        if let Some(known) = self.relations.get(class) {
            return *known;
        }
        let ends = [&self.protocol.applies_to, &self.protocol.class];
        let is_exact =
            self.protocol.roles().is_empty() || ends.iter().any(|end| **end == class) && !self.is_overridden();
        let relation = if self.is_object(class) {
            // A class below may make other things beside it, as a copy's iterator.
            if is_exact { Relation::Certain } else { Relation::Possible }
        } else if class != "java/lang/Object"
            && ends.iter().any(|end| self.client.is_below(end, class))
            && !self.is_marker(class)
        {
            Relation::Possible
        } else {
            Relation::None
        };
        self.relations.insert(class.to_owned(), relation);
        relation
    }

    /// Whether all objects of a class are objects of the protocol.
    pub fn is_object(&self, class: &str) -> bool {
        [&self.protocol.applies_to, &self.protocol.class].iter().any(|end| self.client.is_below(class, end))
    }

    /// Whether a class of the client overrides a method that the protocol is about.
    fn is_overridden(&self) -> bool {
        let below = self.client.own().filter(|class| class.name != self.protocol.class && self.is_object(&class.name));
        below.into_iter().any(|class| {
            class
                .methods
                .iter()
                .any(|method| method.name != "<init>" && self.protocol.has_method(Part::Main, &method.name))
        })
    }

    /// Whether a type has no methods, so that nothing of objects beside another can be called through it.
    fn is_marker(&self, class: &str) -> bool {
        let has_none = |class: Arc<Class>| class.methods.is_empty() && class.interfaces.is_empty();
        !self.protocol.roles().is_empty() && self.client.classes.load(class).is_ok_and(has_none)
    }

    /// The roles that objects of a type, by descriptor, may be in.
    pub fn roles_of(&mut self, descriptor: &str) -> Rc<[usize]> {
        class_of(descriptor).map_or_else(Rc::default, |class| self.class_roles(&class))
    }

    /// The roles that objects of a class may be in.
    pub fn class_roles(&mut self, class: &str) -> Rc<[usize]> {
        if self.protocol.roles().is_empty() || class == "java/lang/Object" {
            return Rc::default();
        }
        if let Some(known) = self.roles.get(class) {
            return Rc::clone(known);
        }
        let fits = |ty: &str| self.client.is_below(class, ty) || self.client.is_below(ty, class);
        let types = self.protocol.roles().types().enumerate();
        let found: Rc<[usize]> = types.filter(|(_, ty)| fits(ty)).map(|(role, _)| role).collect();
        self.roles.insert(class.to_owned(), Rc::clone(&found));
        found
    }

    /// Whether values of a type may be objects of the protocol.
    pub fn is_related(&mut self, descriptor: &str) -> bool {
        self.relation(descriptor) != Relation::None
    }

    /// The class of an exception that an outcome names; `None` where it is not known, or no exception.
    pub fn exception(&mut self, outcome: &str) -> Option<String> {
        if let Some(known) = self.exceptions.get(outcome) {
            return known.clone();
        }
        let class = &self.protocol.class;
        let package = class.rsplit_once('/').map(|(package, _)| format!("{package}/")).unwrap_or_default();
        let written = outcome.replace('.', "/");
        let near = [format!("{class}${outcome}"), format!("{package}{outcome}"), written];
        let near = near.into_iter().find(|name| self.client.classes.load(name).is_ok());
        let found = near.or_else(|| self.client.classes.find_by_any_name(outcome).ok());
        let found = found.filter(|name| self.client.is_below(name, "java/lang/Throwable"));
        self.exceptions.insert(outcome.to_owned(), found.clone());
        found
    }

    /// The objects that a method makes and returns, as far as it is not being looked at already. Looks at all that come
    /// from it on the way.
    pub fn births(&mut self, body: &Rc<Body>) -> Vec<Birth> {
        let key = (body.class.name.clone(), body.index);
        if let Some(known) = self.births.get(&key) {
            return known.clone().unwrap_or_else(|| self.unknown_birth(Relation::Certain));
        }
        if self.birth_depth >= MAX_DEPTH {
            return self.unknown_birth(Relation::Certain);
        }
        self.birth_depth += 1;
        self.births.insert(key.clone(), None);
        let mut found = Vec::new();
        for offset in self.origins(body) {
            let exits = self.follow_from(body, &key, Origin::At(offset));
            found.extend(exits.into_iter().filter_map(birth));
        }
        self.birth_depth -= 1;
        self.births.insert(key, Some(found.clone()));
        found
    }

    /// Follows the objects that come from one place.
    fn follow_from(&mut self, body: &Rc<Body>, key: &MethodKey, origin: Origin) -> Vec<Exit> {
        let outer = std::mem::replace(&mut self.current, (key.clone(), origin));
        let statements = std::mem::take(&mut self.statements);
        let holder = std::mem::replace(&mut self.holder, self.client.holder(body, origin));
        let mut entry = Situation::entry(usize::from(body.code.registers));
        self.enter(body, &mut entry, origin);
        let exits = Frame::new(self, Rc::clone(body), Some(origin), 0).run(entry);
        self.current = outer;
        self.statements = statements;
        self.holder = holder;
        exits
    }

    /// Notes that one more statement was looked at.
    pub fn count_statement(&mut self) {
        self.statements += 1;
    }

    /// Whether so many statements were looked at that the rest is done roughly.
    pub fn is_late(&self) -> bool {
        !self.protocol.roles().is_empty() && self.statements >= MAX_STATEMENTS
    }

    /// Whether calls are followed that are made so many calls deep.
    pub fn follows(&self, depth: usize) -> bool {
        depth < MAX_DEPTH && !self.is_late()
    }

    /// What the arguments are at the entry of a method that others call.
    fn enter(&mut self, body: &Rc<Body>, entry: &mut Situation, origin: Origin) {
        for (position, (register, descriptor)) in body.parameters().into_iter().enumerate() {
            let relation = self.relation(&descriptor);
            let related = relation != Relation::None;
            let known = match origin {
                Origin::Parameter(wanted) if wanted == position => {
                    entry.facts.phase = Phase::In(self.protocol.constructed());
                    entry.facts.object_in_doubt = relation == Relation::Possible;
                    Known::Followed
                }
                // Two arguments may be the same object.
                Origin::Parameter(_) if related => Known::Perhaps,
                _ => Known::Any { related, name: Some(u32::MAX - position as u32) },
            };
            entry.set(usize::from(register.0), known, 1 << (position % 32));
        }
    }

    /// Follows the arguments of a method that others may call.
    fn parameters(&mut self, body: &Rc<Body>) {
        let key = (body.class.name.clone(), body.index);
        let is_static = body.method().access.has(Access::STATIC);
        for (position, (_, descriptor)) in body.parameters().into_iter().enumerate() {
            // What a class does with itself is its own affair.
            if (position > 0 || is_static) && self.is_related(&descriptor) {
                self.assumptions.insert(
                    "an object that a method is given, or gets from another method, is not used by others meanwhile"
                        .into(),
                );
                if !self.protocol.roles().is_empty() {
                    let component = &self.protocol.component;
                    self.assumptions
                        .insert(format!("what a method is given beside an object of `{component}` was not made by it"));
                }
                self.follow_from(body, &key, Origin::Parameter(position));
            }
        }
    }

    /// An object from elsewhere, in any state.
    pub fn unknown_birth(&self, relation: Relation) -> Vec<Birth> {
        let mut facts = Situation::entry(0).facts;
        facts.phase = Phase::In(self.protocol.constructed());
        facts.object_in_doubt = relation == Relation::Possible;
        vec![Birth { facts, path: Path::default() }]
    }

    /// The places of a method that objects of the protocol can come from.
    fn origins(&mut self, body: &Rc<Body>) -> Vec<u32> {
        let mut found = Vec::new();
        let uses_related = self.uses_related(body);
        for (offset, statement) in &body.code.statements {
            let is_origin = match statement {
                Statement::Assign(_, Value::New(class)) => self.is_object(class),
                Statement::Assign(_, Value::GetField(_, member) | Value::GetStatic(member)) => {
                    self.is_related(&member.descriptor)
                }
                Statement::Assign(_, Value::ArrayLoad(Element::Reference, ..)) => {
                    uses_related && self.may_be_element(body, *offset)
                }
                Statement::CheckCast(_, class) => self.class_relation(class) != Relation::None,
                Statement::Invoke { member, result: Some(_), .. } => self.returns_related(&member.descriptor),
                _ => false,
            };
            if is_origin {
                found.push(*offset);
            }
        }
        found
    }

    /// Whether an array's element that is read may be an object of the protocol. What is held as `Object` may be any.
    pub fn may_be_element(&mut self, body: &Body, offset: u32) -> bool {
        let ty = body.element_type(offset);
        ty.is_none_or(|ty| ty == "Ljava/lang/Object;" || self.is_related(ty))
    }

    /// Whether a method does anything with values of a type that the protocol's objects have: calls them, gives or
    /// returns them. Otherwise an array's element, whose type the code does not tell, can't matter.
    fn uses_related(&mut self, body: &Rc<Body>) -> bool {
        let own = body.method().descriptor.clone();
        self.returns_related(&own)
            || body.code.statements.values().any(|statement| match statement {
                Statement::Invoke { member, .. } => self.mentions_related(member),
                Statement::InvokeDynamic { site, .. } => self.takes_related(&site.descriptor),
                _ => false,
            })
    }

    fn mentions_related(&mut self, member: &Member) -> bool {
        self.class_relation(&member.class) != Relation::None || self.takes_related(&member.descriptor)
    }

    fn takes_related(&mut self, descriptor: &str) -> bool {
        let parsed = descriptor.parse::<MethodDescriptor>();
        parsed.is_ok_and(|parsed| parsed.parameters.iter().any(|ty| self.is_related(&ty.descriptor())))
    }

    /// Whether the client makes any call that the protocol is about.
    fn concerns_client(&mut self) -> bool {
        let client = self.client;
        let classes = client.own().filter(|class| !self.is_component(class)).cloned().collect::<Vec<_>>();
        classes.iter().any(|class| {
            let code = class.methods.iter().filter_map(|method| method.code.as_ref());
            code.flat_map(|code| &code.instructions).any(|(_, instruction)| match instruction {
                Instruction::Invoke(_, member) => {
                    self.protocol.has_method(Part::Main, &member.name)
                        && self.class_relation(&member.class) != Relation::None
                }
                _ => false,
            })
        })
    }

    /// Whether a method's result may be an object of the protocol.
    pub fn returns_related(&mut self, descriptor: &str) -> bool {
        let result = descriptor.rsplit_once(')').map_or("", |(_, result)| result).to_owned();
        self.is_related(&result)
    }

    /// How the value that a statement loads is related to the protocol's objects.
    pub fn relation_at(&mut self, body: &Body, offset: u32) -> Relation {
        match body.code.statements.get(&offset) {
            Some(Statement::Assign(_, Value::GetField(_, member) | Value::GetStatic(member))) => {
                self.relation(&member.descriptor)
            }
            _ => Relation::Possible,
        }
    }

    /// The code of a library's method that makes an object of the protocol.
    pub fn factory(&mut self, exact: Option<&str>, member: &Member) -> Option<Rc<Body>> {
        let (class, index) = self.client.library_method(exact, member)?;
        let body = self.client.body(&class, index)?;
        let makes = body.code.statements.values().any(|statement| match statement {
            Statement::Assign(_, Value::New(made)) => self.is_object(made),
            _ => false,
        });
        if makes && exact.is_none() {
            let method = format!("{}.{}", source_name(&class.name), member.name);
            self.assumptions.insert(format!("`{method}` is not overridden where it makes objects for the client"));
        }
        makes.then_some(body)
    }

    /// What comes out of a method that is given the object.
    pub fn summary(&mut self, body: &Rc<Body>, entry: Situation, depth: usize) -> Rc<Vec<Exit>> {
        let key = (self.current.clone(), (body.class.name.clone(), body.index), entry.facts.clone());
        if let Some(known) = self.summaries.get(&key) {
            return Rc::clone(known);
        }
        if let Some(level) = self.open.iter().position(|(open, _)| *open == key) {
            self.asked = self.asked.min(level);
            return Rc::clone(&self.open[level].1);
        }
        self.solve(body, key, &entry, depth)
    }

    /// Looks at a method until its exits no longer grow. What depends on an outer method that is still open is not
    /// kept.
    fn solve(&mut self, body: &Rc<Body>, key: ContextKey, entry: &Situation, depth: usize) -> Rc<Vec<Exit>> {
        let level = self.open.len();
        let outer = std::mem::replace(&mut self.asked, usize::MAX);
        self.open.push((key, Rc::default()));
        loop {
            let exits = Rc::new(Frame::new(self, Rc::clone(body), None, depth).run(entry.clone()));
            let grown = exits.len() > self.open[level].1.len();
            self.open[level].1 = exits;
            if self.asked > level || !grown {
                break;
            }
        }
        let asked = if self.asked == level { usize::MAX } else { self.asked };
        self.asked = outer.min(asked);
        let Some((key, exits)) = self.open.pop() else { return Rc::default() };
        if asked > level {
            self.summaries.insert(key, Rc::clone(&exits));
        }
        exits
    }

    /// The constant of an enum that a static field holds.
    pub fn enum_constant(&self, class: &str, field: &str, descriptor: &str) -> Option<Known> {
        let is_own = class_of(descriptor).as_deref() == Some(class);
        let constants = is_own.then(|| self.client.classes.load(class).ok()?.enum_constants()).flatten()?;
        constants.iter().any(|constant| constant == field).then(|| Known::Constant(format!("{class}.{field}").into()))
    }
}

/// An exit that returns the object that was followed.
fn birth(exit: Exit) -> Option<Birth> {
    match exit.kind {
        ExitKind::Returned(Known::Followed) => {
            let mut facts = exit.facts;
            facts.registers.clear();
            Some(Birth { facts, path: exit.path })
        }
        _ => None,
    }
}

/// What a constant is.
pub fn constant(value: &Constant) -> Known {
    match value {
        Constant::Int(number) => Known::Number(i64::from(*number)),
        Constant::Long(number) => Known::Number(*number),
        Constant::Null => Known::Null,
        Constant::String(_) | Constant::Class(_) => Known::Some { related: false, name: None },
        Constant::Float(_) | Constant::Double(_) | Constant::Other => Known::UNKNOWN,
    }
}

/// The class that a type is about, for messages.
pub fn shown(class: &str) -> String {
    TypeDescriptor::of_class_constant(class).map_or_else(|_| source_name(class), |ty| ty.to_string())
}
