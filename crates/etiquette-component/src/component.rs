//! The intermediate representation: a component is a set of state variables and methods, a method a control-flow
//! automaton.
//!
//! Front ends make it, engines read it; neither knows the other. The edges of a method are `assume`, `assign`, `havoc`,
//! `return outcome` and `error`. Where several edges can be taken, which one is taken is a hidden choice; where none
//! can, the run ends there without an outcome (as a call that never returns does).

use etiquette_logic::{Node, Sort, Symbol, Term, TermPool};

use crate::graph::FlowGraph;
use crate::roles::Role;

/// A type of the component language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `bool`.
    Bool,
    /// `i8`, `u32`, …: machine integers of 1 to 64 bits.
    Int {
        /// The number of bits.
        width: u32,
        /// Whether comparison, division, right shift and widening go by the sign.
        signed: bool,
    },
    /// One of [`Component::enums`], by position.
    Enum(usize),
}

/// A type with named values. A value is stored as its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// The type's name.
    pub name: String,
    /// The names of its values, at least one.
    pub values: Vec<String>,
}

impl Enumeration {
    /// The number of bits that hold every value.
    pub fn width(&self) -> u32 {
        (usize::BITS - (self.values.len().max(2) - 1).leading_zeros()).max(1)
    }
}

/// A state variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name and type, and the symbol that stands for it in terms.
    pub binding: Binding,
    /// Its initial value; `None`: any value of its type.
    pub initial: Option<u64>,
}

/// A name with a type and the symbol that stands for it in terms: a state variable, a parameter or a local variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The name in the source.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The symbol in [`Component::terms`].
    pub symbol: Symbol,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A way to fail that a client must never cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorSite {
    /// Its name: an exception type, or `assertion`.
    pub name: String,
    /// What it says.
    pub message: Option<String>,
    /// Where it is raised.
    pub place: Option<Place>,
}

/// Who makes a hidden choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Owner {
    /// The component: it is really open, whoever looks (time, chance, what comes from outside).
    Component,
    /// The model: it is open only because nobody looked, or nobody can say; one of [`Component::gaps`], by position.
    Model(u32),
}

/// Something that the model leaves open. What there really is, is one of all the values that it may have.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Gap {
    /// What is not known: ``the result of `Foo.bar` ``.
    pub what: Option<String>,
    /// Where it matters first.
    pub place: Option<Place>,
}

/// A control location of a method's body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub u32);

impl Location {
    /// Where a body begins.
    pub const ENTRY: Location = Location(0);

    /// The position as an index into a table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an edge does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Goes on only where the condition holds.
    Assume(Term, Location),
    /// Gives the variable a new value.
    Assign(Symbol, Term, Location),
    /// Gives the variable any value of its type: a hidden choice.
    Havoc(Symbol, Owner, Location),
    /// Ends the call with one of the method's outcomes, by position.
    Return(usize),
    /// Ends the call with one of [`Component::errors`], by position.
    Error(usize),
}

impl Action {
    /// The location that the edge leads to, if it does not end the call.
    pub fn target(&self) -> Option<Location> {
        match *self {
            Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, _, to) => Some(to),
            Action::Return(_) | Action::Error(_) => None,
        }
    }

    /// The same action leading to another location.
    pub fn with_target(self, to: Location) -> Action {
        match self {
            Action::Assume(condition, _) => Action::Assume(condition, to),
            Action::Assign(symbol, value, _) => Action::Assign(symbol, value, to),
            Action::Havoc(symbol, owner, _) => Action::Havoc(symbol, owner, to),
            ends => ends,
        }
    }

    /// The term that the action reads.
    pub fn term(&self) -> Option<Term> {
        match *self {
            Action::Assume(term, _) | Action::Assign(_, term, _) => Some(term),
            _ => None,
        }
    }

    /// The variable that the action writes.
    pub fn written(&self) -> Option<Symbol> {
        match *self {
            Action::Assign(symbol, ..) | Action::Havoc(symbol, ..) => Some(symbol),
            _ => None,
        }
    }
}

/// An edge of a control-flow automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// What it does, and where it leads.
    pub action: Action,
}

/// A control-flow automaton. It starts at [`Location::ENTRY`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The number of locations, at least one.
    pub locations: usize,
    /// The edges; those of one location in the order in which the source has them.
    pub edges: Vec<Edge>,
}

impl Body {
    /// A location of its own, without edges yet.
    pub fn new_location(&mut self) -> Location {
        self.locations += 1;
        Location(self.locations as u32 - 1)
    }

    /// Whether some way leads back to where it began.
    pub fn has_loops(&self) -> bool {
        !FlowGraph::new(self).cycles().is_empty()
    }

    /// The edges of each location, in order.
    pub fn outgoing(&self) -> Vec<Vec<Edge>> {
        let mut outgoing = vec![Vec::new(); self.locations];
        for edge in &self.edges {
            outgoing[edge.from.index()].push(*edge);
        }
        outgoing
    }
}

/// A method or a constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// Its name; `new Foo` for a constructor.
    pub name: String,
    /// Whether it constructs the object.
    pub constructor: bool,
    /// Its parameters: those that a client writes, then details of these, then registers.
    pub parameters: Vec<Binding>,
    /// The types of the parameters as the source language writes them; empty where that is the component language.
    pub source_types: Vec<String>,
    /// Its local variables. They are zero until they are assigned.
    pub locals: Vec<Binding>,
    /// What a client can observe of a call, at least one.
    pub outcomes: Vec<String>,
    /// The local variable that holds the number that a call returns, where it returns one ([`Method::result`]).
    pub result: Option<Symbol>,
    /// Whether slicing took away what decides the outcome, because it tells nothing: the body then chooses freely, and
    /// some choices may be ones that the component as it was never makes.
    pub free_outcomes: bool,
    /// What it does with registers.
    pub registers: Vec<Exposed>,
    /// What it does.
    pub body: Body,
}

/// A variable that clients know, in a component in which it was exposed ([`crate::expose`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// The variable, as it was.
    pub binding: Binding,
    /// What it is before the first call.
    pub initial: u64,
}

/// What a method does with a register. One that it neither reads nor sets is none of its business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exposed {
    /// One of [`Component::registers`], by position.
    pub register: usize,
    /// The parameter that tells its value before the call; constructors have none.
    pub before: Option<Symbol>,
    /// The local variable that holds its value when the call returns; `None` where it stays as it is.
    pub after: Option<Symbol>,
}

/// A component.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// The objects that play a role beside the main one, where it is about several.
    pub roles: Vec<Role>,
    /// All terms of the component.
    pub terms: TermPool,
    /// Types with named values.
    pub enums: Vec<Enumeration>,
    /// The state.
    pub variables: Vec<Variable>,
    /// What clients know of it: no variables any more, but parameters of the methods that use them.
    pub registers: Vec<Register>,
    /// What clients can rely on of the registers between calls, over the symbols of the variables that they were: other
    /// values are as good as none of their types.
    pub relied_on: Term,
    /// A condition on the initial state, beside the variables' initial values.
    pub initially: Term,
    /// The ways to fail.
    pub errors: Vec<ErrorSite>,
    /// What hidden choices of the model are about.
    pub gaps: Vec<Gap>,
    /// Methods and constructors. If there is a constructor, the first call of every word is one, and no later call is.
    pub methods: Vec<Method>,
}

impl Component {
    /// A component without variables and methods.
    pub fn new(name: impl Into<String>) -> Self {
        let mut terms = TermPool::new();
        let initially = terms.bool(true);
        Component {
            name: name.into(),
            roles: Vec::new(),
            terms,
            enums: Vec::new(),
            variables: Vec::new(),
            registers: Vec::new(),
            relied_on: initially,
            initially,
            errors: Vec::new(),
            gaps: Vec::new(),
            methods: Vec::new(),
        }
    }

    /// The sort of the terms that hold values of the type.
    pub fn sort(&self, ty: Type) -> Sort {
        match ty {
            Type::Bool => Sort::Bool,
            Type::Int { width, .. } => Sort::Bits(width),
            Type::Enum(index) => Sort::Bits(self.enums[index].width()),
        }
    }

    /// The number of values of the type; `None` for 2^64.
    pub fn value_count(&self, ty: Type) -> Option<u64> {
        match ty {
            Type::Bool => Some(2),
            Type::Int { width, .. } => 1u64.checked_shl(width),
            Type::Enum(index) => Some(self.enums[index].values.len() as u64),
        }
    }

    /// The type's name in the component language.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Int { width, signed: true } => format!("i{width}"),
            Type::Int { width, signed: false } => format!("u{width}"),
            Type::Enum(index) => self.enums[index].name.clone(),
        }
    }

    /// A value of the type as the component language writes it.
    pub fn value_name(&self, ty: Type, value: u64) -> String {
        match ty {
            Type::Bool => (value & 1 == 1).to_string(),
            Type::Int { width, signed: true } => etiquette_logic::to_signed(value, width).to_string(),
            Type::Int { .. } => value.to_string(),
            Type::Enum(index) => self.enums[index].values[value as usize].clone(),
        }
    }

    /// The bit patterns of the type that are values of it, as a condition on a term; `None` where all are.
    pub fn domain_constraint(&mut self, ty: Type, term: Term) -> Option<Term> {
        let Type::Enum(index) = ty else { return None };
        let count = self.enums[index].values.len() as u64;
        let width = self.enums[index].width();
        if count == 1u64 << width {
            return None;
        }
        let last = self.terms.bits(width, count - 1);
        Some(self.terms.unsigned_less_equal(term, last))
    }

    /// The binding of a symbol in the scope of a method (or of the component alone).
    pub fn binding<'a>(&'a self, method: Option<&'a Method>, symbol: Symbol) -> Option<&'a Binding> {
        let own = method.into_iter().flat_map(|method| method.parameters.iter().chain(&method.locals));
        self.variables.iter().map(|variable| &variable.binding).chain(own).find(|binding| binding.symbol == symbol)
    }

    /// Whether some outcomes are chosen freely, so that words are taken for realizable that may not be.
    pub fn has_free_outcomes(&self) -> bool {
        self.methods.iter().any(|method| method.free_outcomes && method.outcomes.len() > 1)
    }

    /// The model's choice about something: its owner.
    pub fn left_open(&mut self, gap: Gap) -> Owner {
        // The same gap is met in a row, if at all.
        let known = self.gaps.iter().rposition(|known| *known == gap);
        let position = known.unwrap_or_else(|| {
            self.gaps.push(gap);
            self.gaps.len() - 1
        });
        Owner::Model(position as u32)
    }

    /// Whether a call makes choices of the model.
    pub fn has_gaps(&self) -> bool {
        let edges = self.methods.iter().flat_map(|method| &method.body.edges);
        edges.into_iter().any(|edge| matches!(edge.action, Action::Havoc(_, Owner::Model(_), _)))
    }

    /// Whether a call makes choices of its own: time, chance, what comes from outside.
    pub fn has_own_choices(&self) -> bool {
        let mut edges = self.methods.iter().flat_map(|method| &method.body.edges);
        edges.any(|edge| matches!(edge.action, Action::Havoc(_, Owner::Component, _)))
    }

    /// The number of steps in all methods.
    pub fn steps(&self) -> usize {
        self.methods.iter().map(|method| method.body.edges.len()).sum()
    }

    /// The names of the errors, each once, in order.
    pub fn error_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.errors.iter().map(|error| error.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Whether the term is the constant `true`.
    pub fn is_true(&self, term: Term) -> bool {
        self.terms.node(term) == Node::Bool(true)
    }
}
