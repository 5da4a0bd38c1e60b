//! Static variable orders. There is no reordering later, so what is read together has to come close together from the
//! start.
//!
//! `declared` takes variables as they are written; `fan-in` walks from each condition and each new value down to what
//! it reads (Malik et al. 1988, Fujita et al. 1988), and interleaves words that are computed with each other; `force`
//! then pulls bits to the middle of what they occur in (Aloul, Markov, Sakallah 2003). None of them is always good, so
//! `best` tries all three (`trial.rs`).

use std::collections::BTreeMap;
use std::fmt;

use etiquette_logic::{Aig, Gate, Node, Signal, Sort, Symbol, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::prepared::{Bit, Need, Prepared};

/// How bits are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As written: parameters and hidden choices, then the state, variable by variable.
    Declared,
    /// In the order in which a walk from conditions and new values to what they read meets them.
    FanIn,
    /// As `FanIn`, then improved by the centres of gravity of what is read together.
    Force,
    /// The one of these with which the component's relations have the fewest nodes.
    #[default]
    Best,
}

impl Order {
    /// All heuristics.
    pub const ALL: [Order; 4] = [Order::Declared, Order::FanIn, Order::Force, Order::Best];
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Declared => "declared",
            Order::FanIn => "fan-in",
            Order::Force => "force",
            Order::Best => "best",
        })
    }
}

/// More rounds of `force` than this change little.
const FORCE_ROUNDS: usize = 50;

/// Once so many gates were gone through, `force` makes do with what it has seen: cones of large circuits overlap.
const FORCE_GATES: usize = 5_000_000;

/// The arrangements of the bits to choose from, without repetition; `declared` are all bits as they are written.
pub(crate) fn arrangements(prepared: &Prepared, declared: Vec<Bit>, order: Order) -> Vec<Vec<Bit>> {
    match order {
        Order::Declared => vec![declared],
        Order::FanIn => vec![fan_in(prepared, &declared)],
        Order::Force => vec![force(prepared, fan_in(prepared, &declared))],
        Order::Best => {
            let walked = fan_in(prepared, &declared);
            let pulled = force(prepared, walked.clone());
            let mut all = vec![walked];
            for other in [declared, pulled] {
                if !all.contains(&other) {
                    all.push(other);
                }
            }
            all
        }
    }
}

/// Symbols in the order in which a walk meets them; those that are computed with each other together, bit by bit.
fn fan_in(prepared: &Prepared, declared: &[Bit]) -> Vec<Bit> {
    let widths = widths(declared);
    let mut groups: Vec<(usize, Vec<Symbol>)> = Vec::new();
    let mut families = Families::new(prepared);
    for symbol in met_symbols(prepared, declared) {
        let family = families.of(prepared, symbol);
        match groups.iter_mut().find(|(known, _)| *known == family) {
            Some((_, members)) => members.push(symbol),
            None => groups.push((family, vec![symbol])),
        }
    }
    groups.iter().flat_map(|(_, members)| interleaved(members, &widths)).collect()
}

fn widths(bits: &[Bit]) -> FxHashMap<Symbol, usize> {
    let mut widths = FxHashMap::default();
    for &(symbol, bit) in bits {
        let width: &mut usize = widths.entry(symbol).or_default();
        *width = (*width).max(bit + 1);
    }
    widths
}

/// All symbols, in the order in which a walk meets them.
fn met_symbols(prepared: &Prepared, declared: &[Bit]) -> Vec<Symbol> {
    let known: FxHashSet<Symbol> = declared.iter().map(|(symbol, _)| *symbol).collect();
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut met: FxHashSet<Symbol> = FxHashSet::default();
    let mut ordered = Vec::new();
    let mut meet =
        |symbol: Symbol| ordered.extend(Some(symbol).filter(|symbol| known.contains(symbol) && met.insert(*symbol)));
    for need in prepared.needs() {
        let gates = cone(prepared.blaster.aig(), need.signal, &mut seen);
        gates.iter().filter_map(|gate| prepared.inputs.get(gate)).for_each(|&(symbol, _)| meet(symbol));
        need.target.into_iter().for_each(|(symbol, _)| meet(symbol));
    }
    declared.iter().for_each(|&(symbol, _)| meet(symbol));
    ordered
}

/// The most significant bits of all symbols, then the next ones, and so on: a comparison or a sum then remembers one
/// bit of each at a time, and not all of one number.
fn interleaved(symbols: &[Symbol], widths: &FxHashMap<Symbol, usize>) -> Vec<Bit> {
    let widest = symbols.iter().map(|symbol| widths[symbol]).max().unwrap_or(0);
    let at = |bit: usize| symbols.iter().filter(move |symbol| bit < widths[symbol]).map(move |&symbol| (symbol, bit));
    (0..widest).rev().flat_map(at).collect()
}

/// Which words are added, compared or assigned to each other, directly or by way of others.
struct Families {
    parent: Vec<usize>,
}

impl Families {
    fn new(prepared: &Prepared) -> Self {
        let terms = &prepared.component.terms;
        let mut families = Families { parent: (0..terms.len()).collect() };
        for term in terms.reachable(&prepared.roots()) {
            let operands: Vec<Term> = terms.node(term).operands().filter(|&operand| is_word(terms, operand)).collect();
            let all = operands.into_iter().chain(is_word(terms, term).then_some(term)).collect::<Vec<_>>();
            all.windows(2).for_each(|pair| families.unite(pair[0].index(), pair[1].index()));
        }
        for (symbol, value) in prepared.methods.iter().flatten().flat_map(|block| &block.block.updates) {
            let target = terms.find(Node::Symbol(*symbol)).filter(|_| is_word(terms, *value));
            target.into_iter().for_each(|target| families.unite(target.index(), value.index()));
        }
        families
    }

    fn root(&mut self, mut member: usize) -> usize {
        while self.parent[member] != member {
            self.parent[member] = self.parent[self.parent[member]];
            member = self.parent[member];
        }
        member
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The family of a symbol; one that no term has is a family of its own.
    fn of(&mut self, prepared: &Prepared, symbol: Symbol) -> usize {
        match prepared.component.terms.find(Node::Symbol(symbol)) {
            Some(term) => self.root(term.index()),
            None => prepared.component.terms.len() + symbol.index(),
        }
    }
}

/// Numbers, but no constants: those have nothing to do with each other for being compared with the same one.
fn is_word(terms: &TermPool, term: Term) -> bool {
    matches!(terms.sort(term), Sort::Bits(_)) && terms.as_constant(term).is_none()
}

/// The input gates below a wire that were not seen before, in the order of a depth-first walk.
fn cone(aig: &Aig, signal: Signal, seen: &mut FxHashSet<usize>) -> Vec<usize> {
    let mut inputs = Vec::new();
    let mut pending = vec![signal.gate()];
    while let Some(gate) = pending.pop() {
        if !seen.insert(gate) {
            continue;
        }
        match aig.gate(gate) {
            Gate::Input => inputs.push(gate),
            Gate::And(a, b) => pending.extend([b.gate(), a.gate()]),
            Gate::False => {}
        }
    }
    inputs
}

/// The bits that are read or written together, as positions in the order.
fn edges(prepared: &Prepared, position: &FxHashMap<Bit, usize>) -> Vec<Vec<usize>> {
    let mut gone_through = 0;
    let edge = |need: &Need| {
        let mut seen = FxHashSet::default();
        let gates = cone(prepared.blaster.aig(), need.signal, &mut seen);
        gone_through += seen.len();
        let bits = gates.into_iter().filter_map(|gate| prepared.inputs.get(&gate).copied()).chain(need.target);
        let mut edge: Vec<usize> = bits.filter_map(|bit| position.get(&bit).copied()).collect();
        edge.sort_unstable();
        edge.dedup();
        (gone_through < FORCE_GATES).then_some(edge)
    };
    let needs = prepared.needs();
    let mut edges: Vec<Vec<usize>> = needs.iter().map_while(edge).filter(|edge| edge.len() > 1).collect();
    edges.extend(columns(prepared, position));
    edges
}

/// Bits of the same significance of words that are computed with each other.
fn columns(prepared: &Prepared, position: &FxHashMap<Bit, usize>) -> Vec<Vec<usize>> {
    let mut families = Families::new(prepared);
    let mut columns: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    let mut bits: Vec<(&Bit, &usize)> = position.iter().collect();
    bits.sort_unstable();
    for (&(symbol, bit), &place) in bits {
        columns.entry((families.of(prepared, symbol), bit)).or_default().push(place);
    }
    columns.into_values().filter(|column| column.len() > 1).collect()
}

fn force(prepared: &Prepared, start: Vec<Bit>) -> Vec<Bit> {
    let position = start.iter().copied().enumerate().map(|(index, bit)| (bit, index)).collect();
    let edges = edges(prepared, &position);
    let mut places: Vec<usize> = (0..start.len()).collect();
    let mut best = (span(&edges, &places), places.clone());
    for _ in 0..FORCE_ROUNDS {
        places = pulled(&edges, &places);
        let span = span(&edges, &places);
        if span >= best.0 {
            break;
        }
        best = (span, places.clone());
    }
    let mut ordered: Vec<(usize, Bit)> = best.1.into_iter().zip(start).collect();
    ordered.sort_unstable_by_key(|(place, _)| *place);
    ordered.into_iter().map(|(_, bit)| bit).collect()
}

/// How far the edges reach, all together.
fn span(edges: &[Vec<usize>], places: &[usize]) -> usize {
    let reach = |edge: &Vec<usize>| {
        let places = || edge.iter().map(|&bit| places[bit]);
        places().max().unwrap_or(0) - places().min().unwrap_or(0)
    };
    edges.iter().map(reach).sum()
}

/// New places: each bit goes to the mean of the centres of its edges.
fn pulled(edges: &[Vec<usize>], places: &[usize]) -> Vec<usize> {
    let mut pull: Vec<(f64, f64)> = vec![(0.0, 0.0); places.len()];
    for edge in edges {
        let centre = edge.iter().map(|&bit| places[bit] as f64).sum::<f64>() / edge.len() as f64;
        for &bit in edge {
            pull[bit] = (pull[bit].0 + centre, pull[bit].1 + 1.0);
        }
    }
    let wish = |bit: usize| if pull[bit].1 > 0.0 { pull[bit].0 / pull[bit].1 } else { places[bit] as f64 };
    let mut bits: Vec<usize> = (0..places.len()).collect();
    bits.sort_by(|&a, &b| wish(a).total_cmp(&wish(b)).then(places[a].cmp(&places[b])));
    let mut moved = vec![0; places.len()];
    for (place, bit) in bits.into_iter().enumerate() {
        moved[bit] = place;
    }
    moved
}
