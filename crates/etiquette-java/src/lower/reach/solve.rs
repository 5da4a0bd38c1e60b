//! Finds what references may be, and with that what calls run, until nothing new is found.
//!
//! This is variable type analysis (Sundaresan and others, OOPSLA 2000) while the call graph grows: places hold kinds of
//! objects, assignments lead from place to place. Fields are told apart by who declares them and not by their objects;
//! all arrays have their elements in one place. Kinds are classes; only what the component's own classes make is told
//! apart by where. What a client gets to know, it may hand in again.

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Stop;
use super::super::select::Selected;
use super::super::world::World;
use super::body::{Body, Local, Source};
use super::program::{CallId, Edge, Kind, Known, MethodId, Name, Names, NodeId, Program, Token};
use crate::class::{Access, Class, Member, package_of};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::Answer;

/// No more methods than this are looked at.
const MAX_METHODS: usize = 1_000;

/// Whether to stop is asked after so many steps, each of which takes less than a microsecond or reads one method.
const STEPS_BETWEEN_LOOKS: usize = 4_096;

pub(super) const OBJECT: &str = "java/lang/Object";

/// A method that no class has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MadeUp {
    /// The one of a lambda.
    Lambda(CallId),
    /// What a client does with an object that it is given as one of a class.
    Handed(Token, Name),
}

/// What is still to be done.
enum Work {
    /// A place holds something new.
    Arrived(NodeId, Token),
    /// Something that a place held goes along a new edge.
    Follow(Edge, Token),
}

pub(super) struct Solver<'a, 'w> {
    pub world: &'a World<'w>,
    pub program: Program,
    unread: VecDeque<MethodId>,
    /// What only initialisers of classes call: it is looked at last.
    unread_later: VecDeque<MethodId>,
    later: FxHashSet<MethodId>,
    is_initialising: bool,
    read_methods: usize,
    pending: Vec<Work>,
    edges: FxHashSet<(NodeId, Edge)>,
    below: FxHashMap<(Name, Name), bool>,
    pub made_up: FxHashMap<MadeUp, MethodId>,
    pub linked: FxHashSet<(usize, MethodId, u32)>,
    /// Whether there is code that was not looked at.
    has_unread: bool,
    /// Final static fields, with their types: what they hold if no code that is read assigns them.
    constants: Vec<(NodeId, String)>,
    pub component: Name,
    /// Static fields that are not final, with their types.
    statics: Vec<(NodeId, Name)>,
    /// The elements of arrays, by the kinds of these.
    elements: FxHashMap<Token, NodeId>,
    /// What a client may have got to know.
    pub clients: NodeId,
}

impl<'a, 'w> Solver<'a, 'w> {
    pub fn new(world: &'a World<'w>, component: &Arc<Class>) -> Self {
        let mut program = Program {
            names: Names::default(),
            kinds: Vec::new(),
            tokens: FxHashMap::default(),
            methods: Vec::new(),
            method_ids: FxHashMap::default(),
            nodes: Vec::new(),
            held: FxHashSet::default(),
            fields: FxHashMap::default(),
            calls: Vec::new(),
            exposed: 0,
            own: FxHashSet::default(),
            leads_to_own: OnceCell::new(),
            unknown: RefCell::default(),
            home: package_of(&component.name).to_owned(),
            has_unread_initialisers: false,
            rests_on_documentation: false,
            has_factories: false,
        };
        let chain = world.superclasses(component);
        let nest = world.nest(component);
        let own = chain.iter().chain(nest.iter()).map(|class| class.name.clone());
        program.own = own.filter(|name| name != OBJECT).collect();
        let (exposed, clients) = (program.new_node(None), program.new_node(None));
        program.exposed = exposed;
        let component = program.names.name(&component.name);
        Solver {
            world,
            program,
            unread: VecDeque::new(),
            unread_later: VecDeque::new(),
            later: FxHashSet::default(),
            is_initialising: false,
            read_methods: 0,
            pending: Vec::new(),
            edges: FxHashSet::default(),
            below: FxHashMap::default(),
            made_up: FxHashMap::default(),
            linked: FxHashSet::default(),
            has_unread: false,
            constants: Vec::new(),
            component,
            statics: Vec::new(),
            elements: FxHashMap::default(),
            clients,
        }
    }

    /// All that calls of these methods may run.
    pub fn solve(mut self, component: &Arc<Class>, entries: &[Selected]) -> Result<Program, Stop> {
        self.add_edge(self.program.exposed, Edge::Expose);
        self.program.has_factories = entries.iter().any(Selected::is_factory);
        for entry in entries {
            self.enter(component, &entry.class, entry.method);
        }
        loop {
            self.run()?;
            if !self.fill_constants() {
                return Ok(self.program);
            }
        }
    }

    /// A client calls a method, with anything.
    fn enter(&mut self, component: &Arc<Class>, class: &Arc<Class>, index: usize) {
        let method = &class.methods[index];
        let id = self.method(class, index);
        let known = &self.program.methods[id];
        let Ok(descriptor) = MethodDescriptor::from_str(&method.descriptor) else { return };
        if !known.has_code() {
            return;
        }
        let (first, returned) = (known.parameters, known.returned);
        let is_static = method.access.has(Access::STATIC);
        if is_static {
            self.initialise(id, &class.name);
        } else {
            let own = self.program.names.name(&component.name);
            self.add_kind(first, Kind::Own(own));
        }
        for (position, ty) in descriptor.parameters.iter().enumerate().filter(|(_, ty)| ty.is_reference()) {
            self.add_handed_in(first + position + usize::from(!is_static), ty);
        }
        self.add_edge(returned, Edge::Copy(self.clients, None));
    }

    /// A place holds what a client hands in: something of a type, or what it got before.
    pub fn add_handed_in(&mut self, node: NodeId, ty: &TypeDescriptor) {
        let Some(class) = self.class_name(ty) else { return };
        self.add_kind(node, Kind::Outside(class));
        self.add_edge(self.clients, Edge::Copy(node, Some(class)));
    }

    /// The class of a type of references, as class constants name it.
    pub fn class_name(&mut self, ty: &TypeDescriptor) -> Option<Name> {
        match ty {
            TypeDescriptor::Object(class) => Some(self.program.names.name(class)),
            TypeDescriptor::Array(_) => Some(self.program.names.name(&ty.descriptor())),
            _ => None,
        }
    }

    fn run(&mut self) -> Result<(), Stop> {
        let mut steps = 0_usize;
        loop {
            steps += 1;
            if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) {
                self.world.go_on()?;
            }
            match self.pending.pop() {
                Some(Work::Arrived(node, token)) => {
                    for position in 0..self.program.nodes[node].edges.len() {
                        let edge = self.program.nodes[node].edges[position];
                        self.follow(edge, token);
                    }
                }
                Some(Work::Follow(edge, token)) => self.follow(edge, token),
                None => match (self.unread.pop_front(), self.unread_later.front()) {
                    (Some(next), _) => {
                        self.is_initialising = false;
                        self.look_at(next);
                    }
                    (None, Some(&next)) => {
                        self.unread_later.pop_front();
                        self.is_initialising = true;
                        self.look_at(next);
                    }
                    (None, None) => return Ok(()),
                },
            }
        }
    }

    /// Final static fields that only native code can have assigned hold something.
    fn fill_constants(&mut self) -> bool {
        let empty = |(node, _): &(NodeId, String)| self.program.nodes[*node].tokens.is_empty();
        let filled: Vec<(NodeId, String)> = self.constants.iter().filter(|known| empty(known)).cloned().collect();
        for (node, class) in &filled {
            let class = self.program.names.name(class);
            self.add_kind(*node, Kind::Outside(class));
        }
        !filled.is_empty() || self.fill_statics()
    }

    /// Code that was not looked at may have assigned static fields.
    fn fill_statics(&mut self) -> bool {
        let statics = if self.has_unread { std::mem::take(&mut self.statics) } else { Vec::new() };
        for (place, class) in &statics {
            self.expose_place(*place, *class);
        }
        !statics.is_empty()
    }

    pub fn add_kind(&mut self, node: NodeId, kind: Kind) {
        let token = self.token(kind);
        self.add(node, token);
    }

    pub fn token(&mut self, kind: Kind) -> Token {
        let next = self.program.kinds.len() as Token;
        let token = *self.program.tokens.entry(kind).or_insert(next);
        if token == next {
            self.program.kinds.push(kind);
        }
        token
    }

    pub fn add(&mut self, node: NodeId, token: Token) {
        if self.program.held.insert((node, token)) {
            self.program.nodes[node].tokens.push(token);
            self.pending.push(Work::Arrived(node, token));
        }
    }

    pub fn add_edge(&mut self, node: NodeId, edge: Edge) {
        if !self.edges.insert((node, edge)) {
            return;
        }
        self.program.nodes[node].edges.push(edge);
        for position in 0..self.program.nodes[node].tokens.len() {
            let token = self.program.nodes[node].tokens[position];
            self.pending.push(Work::Follow(edge, token));
        }
    }

    fn follow(&mut self, edge: Edge, token: Token) {
        match edge {
            Edge::Copy(to, None) => self.add(to, token),
            Edge::Copy(to, Some(class)) => self.add_narrowed(to, token, class),
            Edge::ReadField(class, target) => {
                if let Some(alike) = self.program.kind(token).of_another_class(class) {
                    self.add_kind(target, alike);
                }
            }
            Edge::ReadElement(target) => self.read_element(token, target),
            Edge::WriteElement(from) => {
                let place = self.elements_of(token);
                place.into_iter().for_each(|place| self.add_edge(from, Edge::Copy(place, None)));
            }
            Edge::Mix(hub) => {
                if let Some(place) = self.elements_of(token) {
                    self.add_edge(place, Edge::Copy(hub, None));
                    self.add_edge(hub, Edge::Copy(place, None));
                }
            }
            Edge::Expose => self.expose(token),
            Edge::Receive(call) => self.receive(call, token),
            Edge::Recall(call) => self.recall(call, token),
            Edge::Hand(call, class) => self.hand(call, class, token),
            Edge::Access(call) => self.access(call, token),
            Edge::Throw(method, offset) => self.throw(method, offset, token),
            Edge::Pass(method, offset) => self.pass(method, offset, token),
            Edge::PassAs(call, target) => self.pass_as(call, target, token),
        }
    }

    /// A place that can hold objects of a class only is given one: not at all if it is of another.
    pub fn add_narrowed(&mut self, to: NodeId, token: Token, class: Name) {
        match self.program.kind(token) {
            kind @ (Kind::Outside(known) | Kind::Unknown(known)) if !self.is_below(known, class) => {
                if self.is_below(class, known) || self.may_meet(known, class) {
                    kind.of_another_class(class).into_iter().for_each(|kind| self.add_kind(to, kind));
                }
            }
            Kind::Lambda(call) => {
                let made = self.program.calls[call].lambda.as_ref().map(|lambda| lambda.interface.clone());
                let made = self.program.names.name(made.as_deref().unwrap_or(OBJECT));
                // A lambda may implement more than its interface says, but not a class.
                if self.is_below(made, class) || self.is_interface(class) {
                    self.add(to, token);
                }
            }
            _ => {
                if self.program.class_of(token).is_some_and(|known| self.is_below(known, class)) {
                    self.add(to, token);
                }
            }
        }
    }

    /// Whether one class may be below another.
    pub fn is_below(&mut self, class: Name, of: Name) -> bool {
        if class == of {
            return true;
        }
        if let Some(&known) = self.below.get(&(class, of)) {
            return known;
        }
        let (one, other) = (self.program.names.text(class), self.program.names.text(of));
        let answer = self.world.is_subclass(&one, &other) != Answer::No;
        self.below.insert((class, of), answer);
        answer
    }

    fn may_meet(&self, one: Name, other: Name) -> bool {
        self.world.may_meet(&self.program.names.text(one), &self.program.names.text(other))
    }

    fn is_interface(&self, name: Name) -> bool {
        self.world.is_interface(&self.program.names.text(name))
    }

    fn read_element(&mut self, array: Token, target: NodeId) {
        let (Some(place), Some(class)) = (self.elements_of(array), self.program.class_of(array)) else { return };
        let Some(element) = self.element_class(class) else { return };
        self.add_edge(place, Edge::Copy(target, Some(element)));
        if let Some(alike) = self.program.kind(array).of_another_class(element) {
            self.add_kind(target, alike);
        }
    }

    /// The class of the elements of an array; `None` for numbers.
    fn element_class(&mut self, array: Name) -> Option<Name> {
        match TypeDescriptor::of_class_constant(&self.program.names.text(array)) {
            Ok(TypeDescriptor::Array(element)) => self.class_name(&element),
            // An array by a wider name.
            _ => Some(self.program.names.name(OBJECT)),
        }
    }

    /// The place of the elements of an array. Arrays that come from elsewhere are not told apart.
    fn elements_of(&mut self, array: Token) -> Option<NodeId> {
        let class = self.program.class_of(array)?;
        let name = self.program.names.text(class);
        let is_exact = self.program.kind(array).of_another_class(class).is_none();
        if !name.starts_with('[') && (is_exact || &*name != OBJECT) {
            return None;
        }
        let key = if is_exact { array } else { Token::MAX };
        if let Some(&known) = self.elements.get(&key) {
            return Some(known);
        }
        let place = self.program.new_node(None);
        self.elements.insert(key, place);
        Some(place)
    }

    /// Code that was not looked at may read and write all that an object leads to. What it puts there is unknown, and may
    /// be anything that it knows.
    fn expose(&mut self, token: Token) {
        if let Kind::Lambda(call) = self.program.kind(token) {
            let captured = self.program.calls[call].arguments.concat();
            return captured.into_iter().for_each(|node| self.add_edge(node, Edge::Copy(self.program.exposed, None)));
        }
        let Some(class) = self.program.class_of(token) else { return };
        if let (Some(place), Some(element)) = (self.elements_of(token), self.element_class(class)) {
            self.expose_place(place, element);
        }
        let Some(class) = self.world.class(&self.program.names.text(class)) else { return };
        for class in self.world.superclasses(&class) {
            let name = self.program.names.name(&class.name);
            for field in class.fields.iter().filter(|field| !field.access.has(Access::STATIC)) {
                let ty = TypeDescriptor::from_str(&field.descriptor).ok().and_then(|ty| self.class_name(&ty));
                let Some(ty) = ty else { continue };
                let place = self.field_of(name, &field.name);
                self.expose_place(place, ty);
            }
        }
    }

    fn expose_place(&mut self, place: NodeId, class: Name) {
        self.add_kind(place, Kind::Unknown(class));
        self.add_edge(place, Edge::Copy(self.program.exposed, None));
    }

    /// The number of a method; its code is read later.
    pub fn method(&mut self, class: &Arc<Class>, index: usize) -> MethodId {
        let name = self.program.names.name(&class.name);
        if let Some(&known) = self.program.method_ids.get(&(name, index)) {
            if !self.is_initialising && self.later.remove(&known) {
                self.unread.push_back(known);
            }
            return known;
        }
        let id = self.program.methods.len();
        let declared = &class.methods[index];
        let parameters = MethodDescriptor::from_str(&declared.descriptor).map_or(0, |types| types.parameters.len());
        let arity = parameters + usize::from(!declared.access.has(Access::STATIC));
        self.add_method(class, index, (arity, None));
        self.program.method_ids.insert((name, index), id);
        match self.is_initialising || declared.name == "<clinit>" {
            true => {
                self.later.insert(id);
                self.unread_later.push_back(id);
            }
            false => self.unread.push_back(id),
        }
        id
    }

    /// A new method with so many parameters, the receiver among them.
    pub fn add_method(&mut self, class: &Arc<Class>, index: usize, (arity, body): (usize, Option<Rc<Body>>)) {
        let id = self.program.methods.len();
        let parameters = self.program.nodes.len();
        for local in 0..arity {
            self.program.new_node(Some((id, local)));
        }
        let (returned, thrown) = (self.program.new_node(None), self.program.new_node(None));
        let (calls, initialisers, others, is_unread) = (Vec::new(), Vec::new(), 0, false);
        let throws_nothing = self.world.throws_nothing(class, &class.methods[index]);
        let documented = self.world.documented(class, &class.methods[index]);
        let class = Arc::clone(class);
        self.program.methods.push(Known {
            class,
            index,
            body,
            parameters,
            arity,
            others,
            is_unread,
            throws_nothing,
            documented,
            returned,
            thrown,
            calls,
            initialisers,
        });
    }

    /// Looks at the code of a method, unless that is too much.
    fn look_at(&mut self, id: MethodId) {
        let Known { class, index, .. } = &self.program.methods[id];
        let (class, index) = (Arc::clone(class), *index);
        let known = &self.program.methods[id];
        if known.body.is_some() || known.is_unread || class.methods[index].code.is_none() {
            return;
        }
        self.read_methods += 1;
        let Some(body) = (self.read_methods <= MAX_METHODS).then(|| self.read(&class, index)).flatten() else {
            return self.leave_unread(id);
        };
        let known = &mut self.program.methods[id];
        known.others = self.program.nodes.len();
        let locals = known.arity..body.sources.len();
        known.body = Some(body);
        for local in locals {
            self.program.new_node(Some((id, local)));
        }
        self.wire(id);
    }

    /// A method that is not looked at may do anything with what it gets to know. What only initialisers call is taken to
    /// do nothing but make what it returns: most classes of the JDK have one that reaches much, once and long ago.
    fn leave_unread(&mut self, id: MethodId) {
        let Known { class, index, parameters, arity, returned, .. } = &self.program.methods[id];
        let (places, returned) = (*parameters..*parameters + *arity, *returned);
        let result = MethodDescriptor::from_str(&class.methods[*index].descriptor).ok().and_then(|types| types.result);
        let result = result.and_then(|ty| self.class_name(&ty));
        if self.is_initialising {
            self.program.has_unread_initialisers = true;
            return result.into_iter().for_each(|class| self.add_kind(returned, Kind::Outside(class)));
        }
        self.has_unread = true;
        self.program.methods[id].is_unread = true;
        let exposed = self.program.exposed;
        places.for_each(|node| self.add_edge(node, Edge::Copy(exposed, None)));
        result.into_iter().for_each(|class| self.add_kind(returned, Kind::Unknown(class)));
    }

    fn read(&self, class: &Arc<Class>, index: usize) -> Option<Rc<Body>> {
        let declared = &class.methods[index];
        declared.code.as_ref()?;
        let code = self.world.code(class, index).ok()?;
        let skips_assertions = !self.world.assertions_enabled();
        Body::read(&code, &declared.descriptor, declared.access.has(Access::STATIC), skips_assertions).map(Rc::new)
    }

    /// The places of a method's locals.
    fn places(&self, id: MethodId) -> impl Fn(Local) -> NodeId + use<> {
        let Known { parameters, arity, others, .. } = self.program.methods[id];
        move |local| if local < arity { parameters + local } else { others + local - arity }
    }

    /// Connects the places of a method.
    fn wire(&mut self, id: MethodId) {
        let Some(body) = self.program.methods[id].body.clone() else { return };
        let place = self.places(id);
        for (local, source) in body.sources.iter().enumerate() {
            self.wire_source(id, place(local), source);
        }
        let returned = self.program.methods[id].returned;
        for (arrays, values) in body.stored.values() {
            for (array, value) in arrays.iter().flat_map(|array| values.iter().map(move |value| (array, value))) {
                self.add_edge(place(*array), Edge::WriteElement(place(*value)));
            }
        }
        body.returned.iter().for_each(|local| self.add_edge(place(*local), Edge::Copy(returned, None)));
        for put in body.puts.values() {
            let field = self.field(&put.field);
            put.values.iter().for_each(|local| self.add_edge(place(*local), Edge::Copy(field, None)));
        }
        for (member, values) in body.static_puts.values() {
            self.initialise(id, &member.class);
            let field = self.field(member);
            values.iter().for_each(|local| self.add_edge(place(*local), Edge::Copy(field, None)));
        }
        for (offset, thrown) in &body.thrown {
            thrown.iter().for_each(|local| self.add_edge(place(*local), Edge::Throw(id, *offset)));
        }
        for site in body.calls.values() {
            self.wire_call(id, site);
        }
    }

    fn exactly(&mut self, class: &str) -> Token {
        let kind = Kind::Made(self.program.names.name(class), None);
        self.token(kind)
    }

    fn wire_source(&mut self, id: MethodId, node: NodeId, source: &Source) {
        let place = self.places(id);
        match source {
            Source::Parameter | Source::Null | Source::Result | Source::Caught => {}
            Source::Made(class, offset) => {
                self.initialise(id, class);
                let site = self.program.is_own(&self.program.methods[id].class.name).then_some((id, *offset));
                let class = self.program.names.name(class);
                self.add_kind(node, Kind::Made(class, site));
            }
            Source::Constant(class) => {
                let token = self.exactly(class);
                self.add(node, token);
            }
            Source::Linked => {
                let object = self.program.names.name(OBJECT);
                self.add_kind(node, Kind::Outside(object));
            }
            Source::Field(member, objects) => {
                let field = self.field(member);
                self.add_edge(field, Edge::Copy(node, None));
                let ty = TypeDescriptor::from_str(&member.descriptor).ok().and_then(|ty| self.class_name(&ty));
                for (object, ty) in objects.iter().zip(std::iter::repeat(ty)) {
                    ty.into_iter().for_each(|ty| self.add_edge(place(*object), Edge::ReadField(ty, node)));
                }
            }
            Source::Static(member) => self.read_static(id, node, member),
            Source::Element(arrays) => {
                arrays.iter().for_each(|array| self.add_edge(place(*array), Edge::ReadElement(node)));
            }
            Source::Tested(class, from) => {
                let class = self.program.names.name(class);
                self.add_edge(place(*from), Edge::Copy(node, Some(class)));
            }
            Source::Cast(class, from) => {
                let class = self.program.names.name(class);
                from.iter().for_each(|local| self.add_edge(place(*local), Edge::Copy(node, Some(class))));
            }
        }
    }

    /// A static field holds what code assigns; one that is not final may be assigned by code that is not reached, too.
    fn read_static(&mut self, id: MethodId, node: NodeId, member: &Member) {
        self.initialise(id, &member.class);
        let field = self.field(member);
        self.add_edge(field, Edge::Copy(node, None));
        let Some(class) = TypeDescriptor::from_str(&member.descriptor).ok().and_then(|ty| self.class_name(&ty)) else {
            return;
        };
        match self.world.is_final_field(member) {
            true => self.constants.push((field, self.program.names.text(class).to_string())),
            false => {
                self.statics.push((field, class));
                self.add_kind(field, Kind::Outside(class));
            }
        }
    }

    /// The place of a field.
    pub fn field(&mut self, member: &Member) -> NodeId {
        let declaring = self.world.declaring_class(&member.class, &member.name, &member.descriptor);
        let class = self.program.names.name(declaring.as_deref().unwrap_or(&member.class));
        self.field_of(class, &member.name)
    }

    pub fn field_of(&mut self, class: Name, name: &str) -> NodeId {
        let key = (class, self.program.names.name(name));
        if let Some(&known) = self.program.fields.get(&key) {
            return known;
        }
        let node = self.program.new_node(None);
        self.program.fields.insert(key, node);
        node
    }

    /// A method may be the first to use a class: then it runs its initialiser.
    pub fn initialise(&mut self, id: MethodId, class: &str) {
        let Some(class) = self.world.class(class) else { return };
        for class in self.world.superclasses(&class) {
            let Some(index) = class.initialiser() else { continue };
            let initialiser = self.method(&class, index);
            if !self.program.methods[id].initialisers.contains(&initialiser) {
                self.program.methods[id].initialisers.push(initialiser);
            }
        }
    }
}
