//! Loop-free summaries by large-block encoding: everything between two cut points of a method becomes one step.
//!
//! Cut points are the entry and the loop heads, so no loop is unwound. A block is a condition and new values for the
//! variables, both over the values at its start and the method's hidden choices; ways that meet are merged with
//! if-then-else, so the size of a summary is linear in the size of the body, not in the number of ways through it.

use etiquette_logic::{Node, Substitution, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::component::{Action, Binding, Body, Component, Edge, Location, Type};
use crate::graph::{FlowGraph, are_complements};

/// Where a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BlockEnd {
    /// At a cut point.
    At(Location),
    /// With an outcome of the method.
    Returned(usize),
    /// With an error of the component.
    Failed(usize),
}

/// One large step of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The cut point where it starts.
    pub from: Location,
    /// Where it ends.
    pub to: BlockEnd,
    /// When it is taken, over the values at its start and the hidden choices.
    pub condition: Term,
    /// The variables that it changes, with their new values.
    pub updates: Vec<(Symbol, Term)>,
}

/// A method as large steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The steps, by start and end. A call starts with its locals zero; where the entry is a loop head too, that is not
    /// in the blocks.
    pub blocks: Vec<Block>,
    /// Symbols that stand for the method's hidden choices. The blocks' conditions keep them within their types.
    pub choices: Vec<Binding>,
    /// What each choice decides.
    pub origins: Vec<Origin>,
    /// The loop heads of the body; every cycle goes through one.
    pub loop_heads: Vec<Location>,
}

/// What a hidden choice decides. Edges are given by their positions in the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Which of these edges is taken, by number; the last one for all higher numbers.
    Edges(Vec<usize>),
    /// The value that this edge gives its variable.
    Value(usize),
}

impl Summary {
    /// Where in the body a hidden choice is made.
    pub fn place(&self, body: &Body, choice: Symbol) -> Option<Location> {
        let position = self.choices.iter().position(|binding| binding.symbol == choice)?;
        let edge = match &self.origins[position] {
            Origin::Edges(edges) => *edges.first()?,
            Origin::Value(edge) => *edge,
        };
        Some(body.edges[edge].from)
    }

    /// All conditions and new values of the blocks.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.blocks
            .iter()
            .flat_map(|block| std::iter::once(block.condition).chain(block.updates.iter().map(|&(_, value)| value)))
    }

    /// Without what no block leads to from the entry: a condition on the way may turn out to be never true.
    fn drop_unreachable(&mut self) {
        let mut reached = FxHashSet::from_iter([Location::ENTRY]);
        let mut pending = vec![Location::ENTRY];
        while let Some(from) = pending.pop() {
            for block in self.blocks.iter().filter(|block| block.from == from) {
                if let BlockEnd::At(to) = block.to
                    && reached.insert(to)
                {
                    pending.push(to);
                }
            }
        }
        self.blocks.retain(|block| reached.contains(&block.from));
    }

    /// Whether runs come back to the entry, so that it is a place of its own: what holds there is more than what holds
    /// when a call begins.
    pub fn comes_back_to_entry(&self) -> bool {
        self.blocks.iter().any(|block| block.to == BlockEnd::At(Location::ENTRY))
    }

    /// Whether the body has loops, even if no run goes through one. A certificate cuts runs there.
    pub fn has_loop_heads(&self) -> bool {
        !self.loop_heads.is_empty()
    }

    /// Whether the method has no loop: every block starts at the entry and ends the call.
    pub fn is_loop_free(&self) -> bool {
        self.blocks.iter().all(|block| !matches!(block.to, BlockEnd::At(_)))
    }
}

/// Summarises a method of the component; new symbols and terms go into the component's pool.
pub fn summarise(component: &mut Component, method: usize) -> Summary {
    summarise_branching(component, method, Branching::Merged)
}

/// Summarises a method with a choice at every branch, so that what one way through it tests and does stays apart from
/// what others do. It means the same.
pub fn summarise_ways(component: &mut Component, method: usize) -> Summary {
    summarise_branching(component, method, Branching::Chosen)
}

/// What becomes of branches on a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branching {
    /// The condition decides.
    Merged,
    /// A choice decides, and the condition must agree with it.
    Chosen,
}

fn summarise_branching(component: &mut Component, method: usize, branching: Branching) -> Summary {
    let body = component.methods[method].body.clone();
    let graph = FlowGraph::new(&body);
    let mut cut = graph.loop_heads();
    let loop_heads = (0..body.locations).filter(|&at| cut[at]).map(|at| Location(at as u32)).collect();
    cut[0] = true;
    let mut summariser = Summariser {
        component,
        method,
        branching,
        outgoing: body.outgoing(),
        graph,
        cut,
        choices: Vec::new(),
        origins: Vec::new(),
        blocks: Vec::new(),
    };
    for location in 0..body.locations {
        if summariser.cut[location] {
            summariser.summarise_from(location);
        }
    }
    let Summariser { blocks, choices, origins, .. } = summariser;
    let mut summary = Summary { blocks, choices, origins, loop_heads };
    summary.drop_unreachable();
    summary
}

/// What is known at a location: when a run gets there, and the values of changed variables then.
#[derive(Clone)]
struct Arrival {
    condition: Term,
    values: FxHashMap<Symbol, Term>,
}

struct Summariser<'a> {
    component: &'a mut Component,
    method: usize,
    branching: Branching,
    outgoing: Vec<Vec<Edge>>,
    graph: FlowGraph,
    cut: Vec<bool>,
    choices: Vec<Binding>,
    origins: Vec<Origin>,
    blocks: Vec<Block>,
}

impl Summariser<'_> {
    fn summarise_from(&mut self, start: usize) {
        let cut = self.cut.clone();
        let mut order = self.graph.postorder(start, |node| cut[node]);
        order.reverse();
        let mut arrivals: FxHashMap<usize, Vec<Arrival>> = FxHashMap::default();
        let mut ends: Vec<(BlockEnd, Vec<Arrival>)> = Vec::new();
        arrivals.insert(start, vec![self.departure(start)]);
        for node in order {
            if node == self.graph.end() || (node != start && self.cut[node]) {
                continue;
            }
            let Some(here) = arrivals.remove(&node).and_then(|arriving| self.merge(arriving)) else {
                continue;
            };
            // Two edges of a location may be alike: only their positions tell them apart.
            for (position, (edge, guard)) in self.positions(node).into_iter().zip(self.guarded(node)) {
                self.follow((position, edge), guard, &here, &mut arrivals, &mut ends);
            }
        }
        ends.sort_by_key(|(end, _)| *end);
        for (to, arriving) in ends {
            if let Some(arrival) = self.merge(arriving) {
                self.block(Location(start as u32), to, arrival);
            }
        }
    }

    /// At the entry locals are zero; elsewhere everything has its own value.
    fn departure(&mut self, start: usize) -> Arrival {
        let condition = self.component.terms.bool(true);
        let mut values = FxHashMap::default();
        if start == 0 && !self.outgoing_loops_back() {
            for binding in self.component.methods[self.method].locals.clone() {
                let sort = self.component.sort(binding.ty);
                values.insert(binding.symbol, self.component.terms.constant(sort, 0));
            }
        }
        Arrival { condition, values }
    }

    /// Whether the entry is itself a loop head, so that locals have their values there, not zero.
    fn outgoing_loops_back(&self) -> bool {
        self.graph.successors.iter().any(|next| next.contains(&0))
    }

    /// The edges of a location with the conditions that pick one of them; where they can overlap, a hidden choice
    /// decides.
    fn guarded(&mut self, node: usize) -> Vec<(Edge, Term)> {
        let edges = self.outgoing[node].clone();
        let always = self.component.terms.bool(true);
        let is_decided = self.branching == Branching::Merged && are_complements(&self.component.terms, &edges);
        if edges.len() < 2 || is_decided {
            return edges.into_iter().map(|edge| (edge, always)).collect();
        }
        let width = usize::BITS - (edges.len() - 1).leading_zeros();
        let positions = self.positions(node);
        let choice = self.choice("choice", Type::Int { width, signed: false }, Origin::Edges(positions));
        let last = edges.len() - 1;
        let guards = edges.into_iter().enumerate().map(|(index, edge)| {
            let terms = &mut self.component.terms;
            let number = terms.bits(width, index as u64);
            let picked =
                if index == last { terms.unsigned_less_equal(number, choice) } else { terms.equal(choice, number) };
            (edge, picked)
        });
        guards.collect()
    }

    /// Where the edges of a location stand in the body.
    fn positions(&self, node: usize) -> Vec<usize> {
        let edges = self.component.methods[self.method].body.edges.iter().enumerate();
        edges.filter(|(_, edge)| edge.from.index() == node).map(|(position, _)| position).collect()
    }

    fn choice(&mut self, name: &str, ty: Type, origin: Origin) -> Term {
        let name = format!("{name}!{}", self.choices.len());
        let sort = self.component.sort(ty);
        let symbol = self.component.terms.new_symbol(&name, sort);
        self.choices.push(Binding { name, ty, symbol });
        self.origins.push(origin);
        self.component.terms.symbol(symbol)
    }

    fn follow(
        &mut self,
        (position, edge): (usize, Edge),
        guard: Term,
        here: &Arrival,
        arrivals: &mut FxHashMap<usize, Vec<Arrival>>,
        ends: &mut Vec<(BlockEnd, Vec<Arrival>)>,
    ) {
        let mut there = here.clone();
        there.condition = self.component.terms.and(there.condition, guard);
        match edge.action {
            Action::Assume(condition, _) => {
                let condition = substitute(self.component, &here.values, condition);
                there.condition = self.component.terms.and(there.condition, condition);
            }
            Action::Assign(symbol, value, _) => {
                let value = substitute(self.component, &here.values, value);
                there.values.insert(symbol, value);
            }
            Action::Havoc(symbol, ..) => self.havoc(position, symbol, &mut there),
            Action::Return(_) | Action::Error(_) => {}
        }
        let end = match edge.action {
            Action::Return(outcome) => BlockEnd::Returned(outcome),
            Action::Error(error) => BlockEnd::Failed(error),
            Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, _, to) if self.cut[to.index()] => {
                BlockEnd::At(to)
            }
            Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, _, to) => {
                arrivals.entry(to.index()).or_default().push(there);
                return;
            }
        };
        match ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, arriving)) => arriving.push(there),
            None => ends.push((end, vec![there])),
        }
    }

    fn havoc(&mut self, position: usize, symbol: Symbol, there: &mut Arrival) {
        let method = &self.component.methods[self.method];
        let Binding { name, ty, .. } =
            self.component.binding(Some(method), symbol).expect("a checked component").clone();
        let origin = Origin::Value(position);
        let value = self.choice(&name, ty, origin);
        if let Some(constraint) = self.component.domain_constraint(ty, value) {
            there.condition = self.component.terms.and(there.condition, constraint);
        }
        there.values.insert(symbol, value);
    }

    /// Several ways into one place. Exactly one of their conditions holds in a run, so the values can be told apart by
    /// them.
    fn merge(&mut self, arriving: Vec<Arrival>) -> Option<Arrival> {
        let mut arriving =
            arriving.into_iter().filter(|arrival| self.component.terms.node(arrival.condition) != Node::Bool(false));
        let mut merged = arriving.next()?;
        let rest: Vec<Arrival> = arriving.collect();
        for arrival in rest {
            self.merge_into(&mut merged, &arrival);
        }
        Some(merged)
    }

    fn merge_into(&mut self, merged: &mut Arrival, arrival: &Arrival) {
        let mut changed: Vec<Symbol> = merged.values.keys().chain(arrival.values.keys()).copied().collect();
        changed.sort_unstable();
        changed.dedup();
        let terms = &mut self.component.terms;
        for symbol in changed {
            let own = terms.symbol(symbol);
            let old = merged.values.get(&symbol).copied().unwrap_or(own);
            let new = arrival.values.get(&symbol).copied().unwrap_or(own);
            merged.values.insert(symbol, terms.ite(arrival.condition, new, old));
        }
        merged.condition = terms.or(merged.condition, arrival.condition);
    }

    fn block(&mut self, from: Location, to: BlockEnd, arrival: Arrival) {
        let terms = &mut self.component.terms;
        let mut updates: Vec<(Symbol, Term)> = arrival.values.into_iter().collect();
        updates.retain(|(symbol, value)| terms.node(*value) != Node::Symbol(*symbol));
        updates.sort_unstable();
        self.blocks.push(Block { from, to, condition: arrival.condition, updates });
    }
}

fn substitute(component: &mut Component, values: &FxHashMap<Symbol, Term>, term: Term) -> Term {
    Substitution::new(values.clone()).apply(&mut component.terms, term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn a_loop_that_cannot_be_entered_is_not_part_of_the_summary() {
        let source = "component stuck { var x: u2 = *; method m() {
            if (x == 1) { assume x < x; while (x > 0) { assert x < x; } } return; } }";
        let mut component = parse(source, "stuck.component").expect("well-formed");
        let summary = summarise(&mut component, 0);
        assert!(summary.is_loop_free());
        assert!(summary.blocks.iter().all(|block| block.from == Location::ENTRY));
    }
}
