//! Lowers one method, with everything that it calls inlined, into a control-flow automaton.
//!
//! A point of the lowering is a call context, an offset in its code, and what is known there (a [`Frame`]); points that
//! are met again share a location, so loops stay loops. Code is copied where different things are known about it (a
//! null and a non-null reference, exceptions of different classes), which keeps the model precise without merging
//! shapes.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::{Action, Binding, Body, Edge, Gap, Location, Owner, Place, Type};
use etiquette_logic::{Node, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

use super::arguments::Asked;
use super::calls::ROOM;
use super::effort::Effort;
use super::interruptions::Interruption;
use super::model::{About, Model};
use super::shape::{Frame, KnownObjects};
use super::steadiness::{Disturbance, Inquiry};
use super::unread::{Unread, unread};
use super::world::World;
use crate::class::{Access, Class};
use crate::code::{Register, ThreeAddressCode};

/// A method body that is being lowered: the method itself, or one that was inlined into it.
pub(super) struct Context {
    pub class: Arc<Class>,
    /// The position of the method in its class.
    pub method: usize,
    pub code: Rc<ThreeAddressCode>,
    /// Where it was called from.
    pub caller: Option<Caller>,
    pub depth: usize,
    /// How many statements a call from here may still add that is given no tracked object.
    pub room: usize,
}

/// The point that a call returns to.
#[derive(Clone)]
pub(super) struct Caller {
    pub context: usize,
    pub offset: u32,
    pub frame: Frame,
    pub result: Option<Register>,
}

/// Where lowering is at.
#[derive(Clone)]
pub(super) struct Point {
    pub context: usize,
    pub offset: u32,
    pub frame: Frame,
    pub location: Location,
}

/// The variables that a register's value is kept in, by what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Slot {
    Value,
    Length,
    /// What a box holds.
    Content,
    /// For choices of a narrower type than the register's.
    Choice,
    /// What a field held that is given this value.
    Before,
}

pub(super) struct Flow<'w, 'm> {
    pub world: &'w World<'w>,
    pub model: &'m mut Model,
    pub body: Body,
    pub locals: Vec<Binding>,
    symbols: FxHashMap<(usize, Register, Slot, Type), Symbol>,
    pub contexts: Vec<Context>,
    known: FxHashMap<(usize, u32, Frame), Location>,
    /// By code, which contexts keep.
    unread: FxHashMap<*const ThreeAddressCode, Unread>,
    pub pending: Vec<Point>,
    pub outcomes: Vec<String>,
    /// The outcomes that are exceptions, with their classes.
    pub exceptions_as_outcomes: BTreeMap<usize, Rc<str>>,
    /// Where calls end by exceptions whose class is not known exactly.
    pub open_ends: Vec<(Point, Rc<str>)>,
    /// The variable that holds the number that the client gets.
    pub result: Option<Symbol>,
    pub effort: Effort,
    /// Whether what the client calls makes the object: a constructor, or a static method.
    pub makes_object: bool,
    /// Whether a failure of a call that is not followed was caught.
    pub failed: Option<Symbol>,
    /// What a choice that is made now is about.
    pub left_open: String,
    /// Where code that is not followed may throw what is no error.
    pub interruptions: Vec<Interruption>,
    /// What the code asks of arguments.
    pub asked: Vec<Asked>,
    /// The methods of arguments by which it asks them.
    pub inquiries: Vec<Inquiry>,
    /// Where it may change what they answer.
    pub disturbances: Vec<(Location, Disturbance)>,
    /// Whether choices that are made now are open whoever looks: a stub says so.
    pub is_really_open: bool,
    /// Whether an array that is tracked may have been read from an object that is not known to be.
    pub met_cells_elsewhere: bool,
    choice: Option<Symbol>,
}

impl<'w, 'm> Flow<'w, 'm> {
    pub fn new(world: &'w World<'w>, model: &'m mut Model, effort: Effort) -> Self {
        let locals = model.staged.clone();
        Flow {
            world,
            model,
            body: Body { locations: 1, edges: Vec::new() },
            locals,
            symbols: FxHashMap::default(),
            contexts: Vec::new(),
            known: FxHashMap::default(),
            unread: FxHashMap::default(),
            pending: Vec::new(),
            outcomes: Vec::new(),
            exceptions_as_outcomes: BTreeMap::new(),
            open_ends: Vec::new(),
            result: None,
            effort,
            makes_object: false,
            failed: None,
            left_open: "an argument".into(),
            interruptions: Vec::new(),
            asked: Vec::new(),
            inquiries: Vec::new(),
            disturbances: Vec::new(),
            is_really_open: false,
            met_cells_elsewhere: false,
            choice: None,
        }
    }

    /// The beginning of the method that is lowered, before anything is known.
    pub fn begin(&mut self, class: &Arc<Class>, method: usize, code: Rc<ThreeAddressCode>) -> Point {
        let frame = Frame::new(code.registers, KnownObjects::default());
        let class = Arc::clone(class);
        self.contexts.push(Context { class, method, code, caller: None, depth: 0, room: ROOM });
        Point { context: 0, offset: 0, frame, location: Location::ENTRY }
    }

    pub fn terms(&mut self) -> &mut TermPool {
        &mut self.model.component.terms
    }

    /// A value of a type.
    pub fn constant(&mut self, ty: Type, value: u64) -> Term {
        let sort = self.model.component.sort(ty);
        self.terms().constant(sort, value)
    }

    /// The variable that holds a register's value, of a type.
    pub fn symbol(&mut self, context: usize, register: Register, slot: Slot, ty: Type) -> Symbol {
        let key = (context, register, slot, ty);
        if let Some(&symbol) = self.symbols.get(&key) {
            return symbol;
        }
        let suffix = match slot {
            Slot::Value => "",
            Slot::Length => ".length",
            Slot::Content => ".content",
            Slot::Choice => ".choice",
            Slot::Before => ".before",
        };
        let name = format!("c{context}.{register}{suffix}.{}", self.model.component.type_name(ty));
        let symbol = self.local(&name, ty);
        self.symbols.insert(key, symbol);
        symbol
    }

    /// A new local variable. Those of an initialiser may become local variables of methods, which have their own.
    pub fn local(&mut self, name: &str, ty: Type) -> Symbol {
        let is_initialiser = self.contexts.first().is_some_and(|first| self.is_class_initialiser(first));
        let prefix = if is_initialiser { "initialiser." } else { "" };
        let binding = self.model.bind(format!("{prefix}{name}"), ty);
        self.locals.push(binding.clone());
        binding.symbol
    }

    /// Adds an edge and goes on behind it.
    pub fn step(&mut self, point: &mut Point, action: impl FnOnce(Location) -> Action) {
        let to = self.body.new_location();
        self.body.edges.push(Edge { from: point.location, action: action(to) });
        point.location = to;
    }

    pub fn assign(&mut self, point: &mut Point, symbol: Symbol, value: Term) {
        self.step(point, |to| Action::Assign(symbol, value, to));
    }

    /// A hidden choice: of the model, as what there really is is not looked at, unless it is said to be really open.
    pub fn havoc(&mut self, point: &mut Point, symbol: Symbol) {
        let owner = match self.is_really_open {
            true => Owner::Component,
            false => {
                let gap = Gap { what: Some(self.left_open.clone()), place: self.place(point) };
                self.model.component.left_open(gap)
            }
        };
        self.step(point, |to| Action::Havoc(symbol, owner, to));
    }

    pub fn assume(&mut self, point: &mut Point, condition: Term) {
        self.step(point, |to| Action::Assume(condition, to));
    }

    /// Two ways on: where the condition holds, and where it does not. A way that is impossible is left out.
    pub fn fork(&mut self, point: Point, condition: Term) -> (Option<Point>, Option<Point>) {
        let negated = self.negation(condition);
        let mut branch = |condition: Term| match self.terms().as_constant(condition) {
            Some(0) => None,
            Some(_) => Some(point.clone()),
            None => {
                let mut inside = point.clone();
                self.assume(&mut inside, condition);
                Some(inside)
            }
        };
        (branch(condition), branch(negated))
    }

    /// The negation, literally: two edges of which one is the other's negation are known to be no hidden choice.
    fn negation(&mut self, condition: Term) -> Term {
        match self.terms().node(condition) {
            Node::Bool(value) => self.terms().bool(!value),
            Node::Unary(UnaryOp::Not, inner) => inner,
            _ => self.terms().intern(Node::Unary(UnaryOp::Not, condition)),
        }
    }

    /// Two ways on, by a choice of the model.
    pub fn choose(&mut self, mut point: Point) -> (Point, Point) {
        let choice = self.choice();
        self.havoc(&mut point, choice);
        let condition = self.terms().symbol(choice);
        let negated = self.negation(condition);
        let (mut first, mut second) = (point.clone(), point);
        self.assume(&mut first, condition);
        self.assume(&mut second, negated);
        (first, second)
    }

    /// The variable that tells the ways of a choice apart, which nobody reads later.
    fn choice(&mut self) -> Symbol {
        if let Some(known) = self.choice {
            return known;
        }
        let symbol = self.local("choice", Type::Bool);
        *self.choice.insert(symbol)
    }

    /// Ends the call.
    pub fn end(&mut self, point: &Point, action: Action) {
        self.body.edges.push(Edge { from: point.location, action });
    }

    /// Goes on at an offset of the same code; a point that is known already is joined.
    pub fn go_on(&mut self, mut point: Point, offset: u32) {
        point.offset = offset;
        self.forget_unread(&mut point);
        let key = (point.context, offset, point.frame.clone());
        if let Some(&known) = self.known.get(&key) {
            let always = self.terms().bool(true);
            self.body.edges.push(Edge { from: point.location, action: Action::Assume(always, known) });
            return;
        }
        self.known.insert(key, point.location);
        self.pending.push(point);
    }

    /// What nobody will read does not keep ways apart that meet.
    fn forget_unread(&mut self, point: &mut Point) {
        let code = &self.contexts[point.context].code;
        if code.jump_targets.contains(&point.offset) {
            let known = self.unread.entry(Rc::as_ptr(code)).or_insert_with(|| unread(code));
            known.get(&point.offset).into_iter().flatten().for_each(|&register| point.frame.forget(register));
        }
    }

    /// Goes on behind the current statement.
    pub fn next(&mut self, point: Point) {
        let next = self.contexts[point.context].code.next.get(&point.offset).copied();
        // The stackless pass made sure that code does not run off its end.
        if let Some(next) = next {
            self.go_on(point, next);
        }
    }

    /// The method that is lowered: `Foo.parse`.
    pub fn subject(&self) -> String {
        let name = |context: &Context| {
            let class = context.class.name.replace('/', ".");
            format!("{class}.{}", context.class.methods[context.method].name.replace("<init>", "new"))
        };
        self.contexts.first().map(name).unwrap_or_default()
    }

    /// The place in the source of a point.
    pub fn place(&self, point: &Point) -> Option<Place> {
        let (context, offset) = self.outside_models(point);
        let context = &self.contexts[context];
        let line = context.class.methods[context.method].code.as_ref()?.line(offset)?;
        Some(Place { file: context.class.source_file.clone()?, line })
    }

    /// The context and the offset of code that a reader knows: what happens in a model happens where it is called.
    pub fn outside_models(&self, point: &Point) -> (usize, u32) {
        let (mut context, mut offset) = (point.context, point.offset);
        while let Some(caller) = &self.contexts[context].caller {
            if !self.world.is_model(&self.contexts[context].class.name) {
                break;
            }
            (context, offset) = (caller.context, caller.offset);
        }
        (context, offset)
    }

    /// Notes what was taken for granted at a point.
    pub fn note(&mut self, point: &Point, about: About, text: impl Into<String>) {
        let place = self.place(point);
        self.model.note(about, text, place);
    }

    /// Whether what the client calls is a static method that makes the object.
    pub fn is_factory(&self) -> bool {
        let is_static = |context: &Context| context.class.methods[context.method].access.has(Access::STATIC);
        self.makes_object && self.contexts.first().is_some_and(is_static)
    }

    /// The position of an outcome; a new one if it was not met before.
    pub fn outcome(&mut self, name: &str) -> usize {
        self.outcomes.iter().position(|known| known == name).unwrap_or_else(|| {
            self.outcomes.push(name.to_owned());
            self.outcomes.len() - 1
        })
    }
}
