//! The terms that are worth knowing something about: small ones over variables that decide comparisons.

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::component::{Action, Component};

/// Larger terms are not kept.
const MAX_NODES: usize = 16;

/// Narrower values are null-ness, truth values and enums, about which constants say enough.
const MIN_WIDTH: u32 = 8;

/// The terms that are kept, with the variables in them.
pub(super) struct Vocabulary {
    terms: FxHashMap<Term, Vec<Symbol>>,
    variables: FxHashMap<Symbol, Term>,
}

impl Vocabulary {
    /// The vocabulary of a component: variables that are compared, and those that their values are made from.
    pub fn new(component: &Component) -> Self {
        let relevant = relevant_symbols(component);
        let mut vocabulary = Vocabulary { terms: FxHashMap::default(), variables: FxHashMap::default() };
        for index in 0..component.methods.len() {
            for edge in &component.methods[index].body.edges {
                if let Some(root) = edge.action.term() {
                    vocabulary.add(&component.terms, root, &relevant);
                }
            }
        }
        for &symbol in &relevant {
            if let Some(term) = component.terms.find(Node::Symbol(symbol)) {
                vocabulary.variables.insert(symbol, term);
                vocabulary.terms.insert(term, vec![symbol]);
            }
        }
        vocabulary
    }

    fn add(&mut self, terms: &TermPool, root: Term, relevant: &FxHashSet<Symbol>) {
        for term in terms.reachable(&[root]) {
            let is_number = matches!(terms.sort(term), Sort::Bits(width) if width >= MIN_WIDTH);
            if !is_number || self.terms.contains_key(&term) || terms.reachable(&[term]).len() > MAX_NODES {
                continue;
            }
            let symbols = terms.symbols_of(term);
            if !symbols.is_empty() && symbols.iter().all(|symbol| relevant.contains(symbol)) {
                self.terms.insert(term, symbols);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub fn has(&self, term: Term) -> bool {
        self.terms.contains_key(&term)
    }

    /// Whether a term is kept, and keeps its value when a variable changes.
    pub fn is_kept(&self, term: Term, changed: Symbol) -> bool {
        self.terms.get(&term).is_some_and(|symbols| !symbols.contains(&changed))
    }

    /// Whether the term has the variable in it. What is not kept may.
    pub fn mentions(&self, term: Term, symbol: Symbol) -> bool {
        self.terms.get(&term).is_none_or(|symbols| symbols.contains(&symbol))
    }

    pub fn symbols(&self, term: Term) -> &[Symbol] {
        self.terms.get(&term).map(Vec::as_slice).unwrap_or_default()
    }

    /// A variable as a term, if it is worth knowing.
    pub fn variable(&self, symbol: Symbol) -> Option<Term> {
        self.variables.get(&symbol).copied()
    }
}

fn relevant_symbols(component: &Component) -> FxHashSet<Symbol> {
    let terms = &component.terms;
    let wide = |symbol: &Symbol| matches!(terms.symbol_sort(*symbol), Sort::Bits(width) if width >= MIN_WIDTH);
    let mut made_from: FxHashMap<Symbol, Vec<Symbol>> = FxHashMap::default();
    let mut pending: Vec<Symbol> = Vec::new();
    for edge in component.methods.iter().flat_map(|method| &method.body.edges) {
        match edge.action {
            Action::Assume(condition, _) if compares(terms, condition) => pending.extend(terms.symbols_of(condition)),
            Action::Assign(symbol, value, _) => made_from.entry(symbol).or_default().extend(terms.symbols_of(value)),
            _ => {}
        }
    }
    let mut relevant = FxHashSet::default();
    while let Some(symbol) = pending.pop() {
        if wide(&symbol) && relevant.insert(symbol) {
            pending.extend(made_from.get(&symbol).into_iter().flatten());
        }
    }
    relevant
}

/// Whether a condition asks which number is greater.
fn compares(terms: &TermPool, condition: Term) -> bool {
    terms.reachable(&[condition]).into_iter().any(|term| {
        let orders =
            [BinaryOp::SignedLess, BinaryOp::SignedLessEqual, BinaryOp::UnsignedLess, BinaryOp::UnsignedLessEqual];
        matches!(terms.node(term), Node::Binary(op, ..) if orders.contains(&op))
    })
}
