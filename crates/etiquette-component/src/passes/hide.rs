//! Hides state variables, or single bits of them: the abstraction of *Three Algorithms for Interface Synthesis* (2006),
//! on the IR.
//!
//! What is hidden is no state any more, but any value at the start of each call that uses it; what a call writes to it
//! is forgotten when the call returns. So every run of the component is a run of the abstraction, with the same
//! outcomes and errors, and whatever representation an engine uses for components serves for abstractions, too.

use etiquette_logic::{Node, Sort, Symbol, Term, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::component::{Action, Binding, Body, Component, Edge, Location, Method, Owner, Type, Variable};

/// Which bits of each state variable stay visible, in the order of [`Component::variables`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Visibility(pub Vec<u64>);

impl Visibility {
    /// Nothing is visible.
    pub fn none(component: &Component) -> Self {
        Visibility(vec![0; component.variables.len()])
    }

    /// Everything is visible.
    pub fn all(component: &Component) -> Self {
        Visibility((0..component.variables.len()).map(|variable| all_bits(component, variable)).collect())
    }

    /// Whether nothing of the variable is hidden.
    pub fn shows_all_of(&self, component: &Component, variable: usize) -> bool {
        self.0[variable] == all_bits(component, variable)
    }
}

/// A state variable of an abstraction: bits of a state variable of the component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisiblePiece {
    /// The symbol that stands for it in the abstraction.
    pub symbol: Symbol,
    /// The position of the component's variable.
    pub variable: usize,
    /// The lowest of its bits.
    pub low: u32,
    /// The number of its bits.
    pub width: u32,
}

/// A component of which a part is hidden.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// What is left.
    pub component: Component,
    /// What its state variables stand for, in their order.
    pub pieces: Vec<VisiblePiece>,
}

/// Hides everything that is not visible. Of a variable that is no number, either everything or nothing is: one visible
/// bit shows it all, since not every combination of bits would be a value.
pub fn hide(component: &Component, visibility: &Visibility) -> Abstraction {
    let mut hidden = component.clone();
    hidden.variables.clear();
    let mut hider = Hider { component: hidden, pieces: Vec::new(), hidden: Vec::new() };
    for (index, variable) in component.variables.iter().enumerate() {
        let visible = visibility.0.get(index).copied().unwrap_or_default();
        hider.variable(index, variable, visible);
    }
    let symbols = hider.hidden.iter().map(|variable| variable.binding.symbol).collect();
    forget_initial_conditions(&mut hider.component, &symbols);
    for method in 0..component.methods.len() {
        hider.method(method);
    }
    Abstraction { component: hider.component, pieces: hider.pieces }
}

fn all_bits(component: &Component, variable: usize) -> u64 {
    mask(component.sort(component.variables[variable].binding.ty).width())
}

/// A variable of which something is hidden.
struct HiddenVariable {
    binding: Binding,
    /// Its visible parts.
    visible: Vec<VisiblePiece>,
    /// Its hidden parts: the lowest bit and the number of bits.
    hidden: Vec<(u32, u32)>,
}

struct Hider {
    component: Component,
    pieces: Vec<VisiblePiece>,
    hidden: Vec<HiddenVariable>,
}

impl Hider {
    fn variable(&mut self, index: usize, variable: &Variable, visible: u64) {
        let width = self.component.sort(variable.binding.ty).width();
        let is_number = matches!(variable.binding.ty, Type::Int { .. });
        let shows_all = visible & mask(width) == mask(width) || (!is_number && visible != 0);
        if shows_all {
            let symbol = variable.binding.symbol;
            self.pieces.push(VisiblePiece { symbol, variable: index, low: 0, width });
            self.component.variables.push(variable.clone());
            return;
        }
        let visible: Vec<VisiblePiece> =
            runs(visible, width).into_iter().map(|(low, width)| self.piece(index, variable, low, width)).collect();
        let hidden = runs(!bits_of(&visible), width);
        self.hidden.push(HiddenVariable { binding: variable.binding.clone(), visible, hidden });
    }

    /// Makes a state variable of some bits of a variable.
    fn piece(&mut self, variable: usize, whole: &Variable, low: u32, width: u32) -> VisiblePiece {
        let name = format!("{}[{}..{}]", whole.binding.name, low, low + width - 1);
        let symbol = self.component.terms.new_symbol(name.clone(), Sort::Bits(width));
        let binding = Binding { name, ty: Type::Int { width, signed: false }, symbol };
        let initial = whole.initial.map(|value| (value >> low) & mask(width));
        self.component.variables.push(Variable { binding, initial });
        let piece = VisiblePiece { symbol, variable, low, width };
        self.pieces.push(piece);
        piece
    }

    fn method(&mut self, index: usize) {
        let symbols = used_in(&self.component, &self.component.methods[index]);
        let used = (0..self.hidden.len()).filter(|&index| symbols.contains(&self.hidden[index].binding.symbol));
        let used: Vec<usize> = used.collect();
        let written = written_in(&self.component.methods[index]);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut local_of = FxHashMap::default();
        for variable in used {
            let HiddenVariable { binding, visible, hidden } = &self.hidden[variable];
            let component = &mut self.component;
            let local = new_local(component, index, binding);
            before.extend(guess(component, index, &local, visible, hidden));
            if written.contains(&binding.symbol) {
                after.extend(visible.iter().map(|piece| store(component, local.symbol, piece)));
            }
            local_of.insert(binding.symbol, local.symbol);
        }
        rename(&mut self.component, index, &local_of);
        let always = self.component.terms.bool(true);
        let body = &mut self.component.methods[index].body;
        insert_at_returns(body, &after, always);
        insert_at_entry(body, &before);
    }
}

/// Keeps of the initial condition only what says nothing about hidden variables.
pub(super) fn forget_initial_conditions(component: &mut Component, hidden: &FxHashSet<Symbol>) {
    let terms = &mut component.terms;
    let mut kept = terms.conjuncts(component.initially);
    kept.retain(|&part| !terms.symbols_of(part).iter().any(|symbol| hidden.contains(symbol)));
    component.initially = terms.all(kept);
}

/// The variables that a method reads or writes.
pub(super) fn used_in(component: &Component, method: &Method) -> FxHashSet<Symbol> {
    let actions = || method.body.edges.iter().map(|edge| edge.action);
    let roots: Vec<Term> = actions().filter_map(|action| action.term()).collect();
    let mut used: FxHashSet<Symbol> = component.terms.symbols_of_all(&roots).into_iter().collect();
    used.extend(actions().filter_map(|action| action.written()));
    used
}

/// The variables that a method writes.
pub(crate) fn written_in(method: &Method) -> FxHashSet<Symbol> {
    method.body.edges.iter().filter_map(|edge| edge.action.written()).collect()
}

/// The maximal runs of set bits below the width: the lowest bit and the number of bits of each.
fn runs(bits: u64, width: u32) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for bit in (0..width).filter(|bit| bits >> bit & 1 == 1) {
        match runs.last_mut() {
            Some((low, length)) if *low + *length == bit => *length += 1,
            _ => runs.push((bit, 1)),
        }
    }
    runs
}

fn bits_of(pieces: &[VisiblePiece]) -> u64 {
    pieces.iter().fold(0, |bits, piece| bits | mask(piece.width) << piece.low)
}

/// A local variable in the place of a state variable. It has a symbol of its own in each method: what one method does
/// with it is no concern of the others, so that slicing can tell them apart.
pub(crate) fn new_local(component: &mut Component, method: usize, binding: &Binding) -> Binding {
    let symbol = component.terms.new_symbol(binding.name.clone(), component.sort(binding.ty));
    let local = Binding { symbol, ..binding.clone() };
    component.methods[method].locals.push(local.clone());
    local
}

/// Gives a method parameters and local variables of its own: no two methods share any.
pub(crate) fn with_own_symbols(component: &mut Component, method: usize) {
    let mut own_of = FxHashMap::default();
    let Method { parameters, locals, .. } = &mut component.methods[method];
    for binding in parameters.iter_mut().chain(locals) {
        let sort = component.terms.symbol_sort(binding.symbol);
        let own = component.terms.new_symbol(binding.name.clone(), sort);
        own_of.insert(std::mem::replace(&mut binding.symbol, own), own);
    }
    rename(component, method, &own_of);
}

/// Uses other symbols in a method's body. The terms keep their shape, by which slicing knows a condition and its
/// opposite.
pub(crate) fn rename(component: &mut Component, method: usize, symbols: &FxHashMap<Symbol, Symbol>) {
    let body = &component.methods[method].body;
    let roots: Vec<Term> = body.edges.iter().filter_map(|edge| edge.action.term()).collect();
    let mut renamed: FxHashMap<Term, Term> = FxHashMap::default();
    for term in component.terms.reachable(&roots) {
        let node = match component.terms.node(term) {
            Node::Symbol(symbol) => Node::Symbol(symbols.get(&symbol).copied().unwrap_or(symbol)),
            Node::Unary(op, a) => Node::Unary(op, renamed[&a]),
            Node::Binary(op, a, b) => Node::Binary(op, renamed[&a], renamed[&b]),
            Node::Ite(condition, a, b) => Node::Ite(renamed[&condition], renamed[&a], renamed[&b]),
            leaf => leaf,
        };
        renamed.insert(term, component.terms.intern(node));
    }
    let written = |symbol: Symbol| symbols.get(&symbol).copied().unwrap_or(symbol);
    for edge in &mut component.methods[method].body.edges {
        edge.action = match edge.action {
            Action::Assume(condition, to) => Action::Assume(renamed[&condition], to),
            Action::Assign(symbol, value, to) => Action::Assign(written(symbol), renamed[&value], to),
            Action::Havoc(symbol, owner, to) => Action::Havoc(written(symbol), owner, to),
            ends => ends,
        };
    }
}

/// What gives the variable a value at the start of a call: its visible bits, with anything for the others.
fn guess(
    component: &mut Component,
    method: usize,
    binding: &Binding,
    visible: &[VisiblePiece],
    hidden: &[(u32, u32)],
) -> Vec<Action> {
    if visible.is_empty() {
        return vec![Action::Havoc(binding.symbol, Owner::Component, Location::ENTRY)];
    }
    let width = component.sort(binding.ty).width();
    let mut value = component.terms.bits(width, 0);
    for piece in visible {
        value = with_bits(component, value, piece.symbol, piece.low);
    }
    let mut actions = Vec::new();
    for &(low, length) in hidden {
        let name = format!("{}[{}..{}]", binding.name, low, low + length - 1);
        let symbol = component.terms.new_symbol(name.clone(), Sort::Bits(length));
        let ty = Type::Int { width: length, signed: false };
        component.methods[method].locals.push(Binding { name, ty, symbol });
        actions.push(Action::Havoc(symbol, Owner::Component, Location::ENTRY));
        value = with_bits(component, value, symbol, low);
    }
    actions.push(Action::Assign(binding.symbol, value, Location::ENTRY));
    actions
}

/// The value with the symbol's bits put in at a position where it has zeros.
fn with_bits(component: &mut Component, value: Term, symbol: Symbol, low: u32) -> Term {
    let terms = &mut component.terms;
    let width = terms.sort(value).width();
    let bits = terms.symbol(symbol);
    let bits = terms.zero_extend(bits, width);
    let distance = terms.bits(width, u64::from(low));
    let shifted = terms.shift_left(bits, distance);
    terms.bit_or(value, shifted)
}

/// What keeps the bits that stay visible.
fn store(component: &mut Component, symbol: Symbol, piece: &VisiblePiece) -> Action {
    let whole = component.terms.symbol(symbol);
    let bits = component.terms.extract(whole, piece.low + piece.width - 1, piece.low);
    Action::Assign(piece.symbol, bits, Location::ENTRY)
}

/// Does the actions before every return.
pub(super) fn insert_at_returns(body: &mut Body, actions: &[Action], always: Term) {
    if actions.is_empty() {
        return;
    }
    for index in 0..body.edges.len() {
        if let Action::Return(outcome) = body.edges[index].action {
            let first = body.new_location();
            body.edges[index].action = Action::Assume(always, first);
            let last = chain(body, first, actions);
            body.edges.push(Edge { from: last, action: Action::Return(outcome) });
        }
    }
}

/// Does the actions before everything else. A loop may lead back to the old entry, which therefore moves elsewhere.
pub(crate) fn insert_at_entry(body: &mut Body, actions: &[Action]) {
    let Some((last, first)) = actions.split_last() else { return };
    let moved = body.new_location();
    let elsewhere = |location: Location| if location == Location::ENTRY { moved } else { location };
    for edge in &mut body.edges {
        edge.from = elsewhere(edge.from);
        if let Some(target) = edge.action.target() {
            edge.action = edge.action.with_target(elsewhere(target));
        }
    }
    let from = chain(body, Location::ENTRY, first);
    body.edges.push(Edge { from, action: last.with_target(moved) });
}

/// Does the actions before each return.
pub(crate) fn insert_before_returns(body: &mut Body, actions: &[Action]) {
    for index in 0..body.edges.len() {
        let action @ Action::Return(_) = body.edges[index].action else { continue };
        let Some((first, rest)) = actions.split_first() else { return };
        let behind = body.new_location();
        body.edges[index].action = first.with_target(behind);
        let end = chain(body, behind, rest);
        body.edges.push(Edge { from: end, action });
    }
}

/// Adds the actions one after the other, and gives the location behind them.
fn chain(body: &mut Body, mut from: Location, actions: &[Action]) -> Location {
    for action in actions {
        let to = body.new_location();
        body.edges.push(Edge { from, action: action.with_target(to) });
        from = to;
    }
    from
}
