//! Decision diagrams with complemented edges, on `oxidd`, one thread.
//!
//! The node table has a fixed capacity. An operation that finds it full collects garbage and tries once more; what does
//! not fit then is handed up as [`Halt::NodeTableFull`], never as a panic. Between operations the owner may interrupt.

use std::fmt;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::AllocResult;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel, InnerNode, Manager,
    ManagerRef, Node, Subst,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A boolean function over the variables of its [`Diagrams`]. Equal functions are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd(BCDDFunction);

impl fmt::Debug for Bdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a diagram of {} nodes", self.size())
    }
}

impl Bdd {
    /// Whether no assignment satisfies the function.
    pub fn is_false(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Whether every assignment satisfies the function.
    pub fn is_true(&self) -> bool {
        self.0.valid()
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.0.node_count()
    }

    /// Whether the assignment satisfies the function; variables that are not given are off.
    pub fn holds(&self, assignment: impl IntoIterator<Item = (Var, bool)>) -> bool {
        self.0.eval(assignment)
    }

    /// The topmost variable that the function depends on.
    fn top(&self) -> Option<Var> {
        self.0.with_manager_shared(|manager, root| match manager.get_node(root) {
            Node::Inner(node) => Some(node.level()),
            Node::Terminal(_) => None,
        })
    }

    /// The variables that the function depends on, from the top of the order.
    pub fn support(&self) -> Vec<Var> {
        self.0.with_manager_shared(|manager, root| {
            let mut seen = FxHashSet::default();
            let mut levels = FxHashSet::default();
            let mut pending = vec![root];
            while let Some(edge) = pending.pop() {
                if let Node::Inner(node) = manager.get_node(edge)
                    && seen.insert(edge.node_id())
                {
                    levels.insert(node.level());
                    pending.extend(node.children());
                }
            }
            let mut levels: Vec<Var> = levels.into_iter().collect();
            levels.sort_unstable();
            levels
        })
    }
}

/// A variable of a diagram: its position in the order, from the top.
pub type Var = u32;

/// Why an operation came to no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The diagrams need more nodes than the table holds.
    NodeTableFull,
    /// The owner asked to stop.
    Interrupted,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::NodeTableFull => "the table of decision diagram nodes is full",
            Halt::Interrupted => "interrupted",
        })
    }
}

impl std::error::Error for Halt {}

/// The result of an operation on diagrams.
pub type Fallible<T> = Result<T, Halt>;

/// How large the tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// The most nodes that can exist at once, about 24 bytes each. Memory is taken as it is needed.
    pub nodes: usize,
    /// Remembered results of operations, about 24 bytes each, taken at once.
    pub results: usize,
}

impl Default for Capacity {
    fn default() -> Self {
        Capacity { nodes: 1 << 24, results: 1 << 20 }
    }
}

type Interrupt = Box<dyn Fn() -> bool>;

/// Owns the nodes.
pub struct Diagrams {
    manager: BCDDManagerRef,
    interrupt: Option<Interrupt>,
    yes: Bdd,
    no: Bdd,
}

/// Replaces variables by functions, all at once.
pub struct Replacement(Option<Subst<BCDDFunction>>);

impl Diagrams {
    /// Diagrams over so many variables.
    pub fn new(variables: u32, capacity: Capacity) -> Self {
        let manager = new_manager(capacity.nodes, capacity.results, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        let constant = |value| {
            manager.with_manager_shared(|manager| {
                Bdd(if value { BCDDFunction::t(manager) } else { BCDDFunction::f(manager) })
            })
        };
        Diagrams { yes: constant(true), no: constant(false), manager, interrupt: None }
    }

    /// Whom to ask, before each operation, whether to stop.
    pub fn set_interrupt(&mut self, interrupt: impl Fn() -> bool + 'static) {
        self.interrupt = Some(Box::new(interrupt));
    }

    /// The constant function.
    pub fn constant(&self, value: bool) -> Bdd {
        if value { self.yes.clone() } else { self.no.clone() }
    }

    /// The number of nodes in the table, garbage included.
    pub fn node_count(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    fn attempt(&self, operation: impl Fn() -> AllocResult<BCDDFunction>) -> Fallible<Bdd> {
        if self.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
            return Err(Halt::Interrupted);
        }
        if let Ok(result) = operation() {
            return Ok(Bdd(result));
        }
        self.collect_garbage();
        operation().map(Bdd).map_err(|_| Halt::NodeTableFull)
    }

    /// Frees what no handle refers to.
    pub fn collect_garbage(&self) {
        self.manager.with_manager_shared(|manager| manager.gc());
    }

    /// The function that is the variable.
    pub fn variable(&self, variable: Var) -> Fallible<Bdd> {
        self.attempt(|| self.manager.with_manager_shared(|manager| BCDDFunction::var(manager, variable)))
    }

    /// The variable or its negation.
    pub fn literal(&self, variable: Var, value: bool) -> Fallible<Bdd> {
        let positive = self.variable(variable)?;
        if value { Ok(positive) } else { self.not(&positive) }
    }

    /// Negation.
    pub fn not(&self, a: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.not())
    }

    /// Conjunction.
    pub fn and(&self, a: &Bdd, b: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.and(&b.0))
    }

    /// Disjunction.
    pub fn or(&self, a: &Bdd, b: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.or(&b.0))
    }

    /// `a` without `b`.
    pub fn minus(&self, a: &Bdd, b: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| b.0.imp_strict(&a.0))
    }

    /// Whether both are the same.
    pub fn same(&self, a: &Bdd, b: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.equiv(&b.0))
    }

    /// Whether no assignment satisfies both.
    pub fn are_disjoint(&self, a: &Bdd, b: &Bdd) -> Fallible<bool> {
        Ok(self.and(a, b)?.is_false())
    }

    /// The disjunction of all.
    pub fn any<'a>(&self, parts: impl IntoIterator<Item = &'a Bdd>) -> Fallible<Bdd> {
        parts.into_iter().try_fold(self.constant(false), |all, part| self.or(&all, part))
    }

    /// The conjunction of variables, as sets of variables are written.
    pub fn cube(&self, variables: &[Var]) -> Fallible<Bdd> {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        // From the bottom, so that each step adds one node.
        sorted.iter().rev().try_fold(self.constant(true), |cube, &variable| self.and(&self.variable(variable)?, &cube))
    }

    /// The conjunction of literals.
    pub fn assignment(&self, values: &[(Var, bool)]) -> Fallible<Bdd> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let with = |cube: Bdd, &(variable, value): &(Var, bool)| self.and(&self.literal(variable, value)?, &cube);
        sorted.iter().rev().try_fold(self.constant(true), with)
    }

    /// There are values of the variables (a cube) with which the function holds.
    pub fn exists(&self, a: &Bdd, variables: &Bdd) -> Fallible<Bdd> {
        if variables.is_true() { Ok(a.clone()) } else { self.attempt(|| a.0.exists(&variables.0)) }
    }

    /// There are values of the variables (a cube) with which both hold.
    pub fn and_exists(&self, a: &Bdd, b: &Bdd, variables: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.apply_exists(BooleanOperator::And, &b.0, &variables.0))
    }

    /// Whether both are the same for all values of the variables (a cube).
    pub fn same_for_all(&self, a: &Bdd, b: &Bdd, variables: &Bdd) -> Fallible<Bdd> {
        self.attempt(|| a.0.apply_forall(BooleanOperator::Equiv, &b.0, &variables.0))
    }

    /// The function with variables fixed, as an assignment says.
    pub fn restrict(&self, a: &Bdd, assignment: &Bdd) -> Fallible<Bdd> {
        if assignment.is_true() { Ok(a.clone()) } else { self.attempt(|| a.0.restrict(&assignment.0)) }
    }

    /// A replacement of variables by variables.
    pub fn renaming(&self, pairs: &[(Var, Var)]) -> Fallible<Replacement> {
        if pairs.is_empty() {
            return Ok(Replacement(None));
        }
        let targets = pairs.iter().map(|&(_, to)| Ok(self.variable(to)?.0)).collect::<Fallible<Vec<_>>>()?;
        Ok(Replacement(Some(Subst::new(pairs.iter().map(|&(from, _)| from).collect(), targets))))
    }

    /// The function with variables replaced.
    pub fn replace(&self, a: &Bdd, replacement: &Replacement) -> Fallible<Bdd> {
        match &replacement.0 {
            Some(substitution) => self.attempt(|| a.0.substitute(substitution)),
            None => Ok(a.clone()),
        }
    }

    /// The number of assignments of the variables, among them all that the function depends on; `u128::MAX` for too
    /// many to count.
    pub fn count(&self, a: &Bdd, variables: &[Var]) -> u128 {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        Counting { variables: sorted, known: FxHashMap::default() }.from(a, 0)
    }

    /// The satisfying assignment that is smallest where earlier variables of the list count more. `None`: there is
    /// none.
    pub fn smallest(&self, a: &Bdd, variables: &[Var]) -> Fallible<Option<Vec<bool>>> {
        if a.is_false() {
            return Ok(None);
        }
        let mut rest = a.clone();
        let mut values = Vec::with_capacity(variables.len());
        for &variable in variables {
            let off = self.restrict(&rest, &self.literal(variable, false)?)?;
            let value = off.is_false();
            rest = if value { self.restrict(&rest, &self.literal(variable, true)?)? } else { off };
            values.push(value);
        }
        Ok(Some(values))
    }
}

/// Counts from the leaves up, so that no number on the way is larger than the result.
struct Counting {
    variables: Vec<Var>,
    /// The counts of functions over the variables from their topmost one on.
    known: FxHashMap<Bdd, u128>,
}

impl Counting {
    /// The number of assignments of the variables from this position on.
    fn from(&mut self, a: &Bdd, position: usize) -> u128 {
        let Some(top) = a.top() else {
            return if a.is_true() { doubled(1, self.variables.len() - position) } else { 0 };
        };
        let at = self.variables.partition_point(|&variable| variable < top);
        let own = match self.known.get(a) {
            Some(&own) => own,
            None => {
                let own = self.below(a, at + 1);
                self.known.insert(a.clone(), own);
                own
            }
        };
        doubled(own, at.saturating_sub(position))
    }

    fn below(&mut self, a: &Bdd, position: usize) -> u128 {
        let Some((on, off)) = a.0.cofactors() else { return 0 };
        self.from(&Bdd(on), position).saturating_add(self.from(&Bdd(off), position))
    }
}

fn doubled(count: u128, times: usize) -> u128 {
    let fits = (times as u64) <= u64::from(count.leading_zeros());
    if count == 0 || fits { count.checked_shl(times as u32).unwrap_or(0) } else { u128::MAX }
}
