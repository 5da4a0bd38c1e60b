//! The incremental solver on 32-bit linear arithmetic.
//!
//! The first row is the plain case: a few constraints `±x ± y < c` over bounded variables, under assumptions. The
//! second is what engines ask: a transition relation is asserted once; then, under assumptions, can a state with these
//! predicates step to one with those? The predicates stay the same, as those of a predicate abstraction or the rows of
//! a table do. The other rows are harder on purpose: predicates that are new in each query, so that nothing learned
//! helps the next one, and random systems of linear constraints.

use etiquette_learning::SplitMix64;
use etiquette_logic::{Answer, Solver, Sort, Term, TermPool};

use super::Setting;
use crate::quantity::{Quantity, Target};
use crate::report::Row;
use crate::samples::{Samples, timed};

const WIDTH: u32 = 32;
const VARIABLES: usize = 10;

/// How many predicates there are before the step, and how many after it.
const PREDICATES: usize = 40;

/// The time of all queries, bit-blasting included, terms built beforehand.
pub(super) fn measure(setting: &Setting<'_>) -> Vec<Row> {
    let (queries, hard) = (setting.sizes.queries, setting.sizes.hard_queries);
    let target = Some(Target::below(Quantity::seconds(5.0)));
    let what = |count, kind| format!("solver, {count} {kind}");
    vec![
        row(setting, what(queries, "queries of sums and differences"), target, &constraints(queries)),
        row(setting, what(queries, "one-step queries"), target, &rows(queries)),
        row(setting, what(hard, "one-step queries, new predicates"), None, &steps(hard)),
        row(setting, what(hard, "random linear systems"), None, &systems(hard)),
    ]
}

fn row(setting: &Setting<'_>, what: String, target: Option<Target>, problem: &Problem) -> Row {
    let mut seconds = Vec::new();
    let mut notes = Vec::new();
    for _ in 0..setting.repeat {
        let (counts, time) = timed(|| problem.solve());
        notes = vec![counts];
        seconds.push(time);
    }
    let samples = Samples::new(seconds);
    notes.push(samples.spread());
    Row { what, target, measured: Some(Quantity::seconds(samples.median())), notes }
}

/// What is asserted once, and the assumptions of each query.
struct Problem {
    pool: TermPool,
    asserted: Vec<Term>,
    queries: Vec<Vec<Term>>,
}

impl Problem {
    /// Asks everything; what the answers were.
    fn solve(&self) -> String {
        let mut solver = Solver::new();
        for &term in &self.asserted {
            solver.assert(&self.pool, term);
        }
        let mut satisfiable = 0;
        for query in &self.queries {
            if solver.check(&self.pool, query) == Answer::Sat {
                satisfiable += 1;
            }
        }
        let conflicts = solver.statistics().conflicts;
        format!("{satisfiable} satisfiable, {} not; {conflicts} conflicts", self.queries.len() - satisfiable)
    }
}

/// Four predicates at a time over variables between -1000 and 1000.
fn constraints(count: usize) -> Problem {
    let mut maker = RandomProblem::new();
    let variables = maker.variables("x");
    let (low, high) = (maker.pool.bits(WIDTH, -1000i64 as u64), maker.pool.bits(WIDTH, 1000));
    let mut asserted = Vec::new();
    for &variable in &variables {
        asserted.push(maker.pool.signed_less(low, variable));
        asserted.push(maker.pool.signed_less(variable, high));
    }
    let queries = (0..count).map(|_| (0..4).map(|_| maker.predicate(&variables)).collect()).collect();
    Problem { pool: maker.pool, asserted, queries }
}

/// A random problem in the making.
struct RandomProblem {
    pool: TermPool,
    random: SplitMix64,
}

impl RandomProblem {
    fn new() -> Self {
        RandomProblem { pool: TermPool::new(), random: SplitMix64::new(1) }
    }

    fn variables(&mut self, prefix: &str) -> Vec<Term> {
        let name = |index| format!("{prefix}{index}");
        (0..VARIABLES).map(|index| self.pool.new_variable(name(index), Sort::Bits(WIDTH))).collect()
    }

    fn pick(&mut self, terms: &[Term]) -> Term {
        terms[self.random.below(terms.len())]
    }

    /// A number from `-bound` to `bound`.
    fn small(&mut self, bound: usize) -> Term {
        let value = self.random.below(2 * bound + 1) as i64 - bound as i64;
        self.pool.bits(WIDTH, value as u64)
    }

    /// A sum of so many variables with coefficients from -4 to 4.
    fn sum(&mut self, variables: &[Term], count: usize) -> Term {
        let mut sum = self.pool.bits(WIDTH, 0);
        for _ in 0..count {
            let (variable, coefficient) = (self.pick(variables), self.small(4));
            let part = self.pool.mul(variable, coefficient);
            sum = self.pool.add(sum, part);
        }
        sum
    }

    /// `left = right`, `left < right` or `left > right`.
    fn relation(&mut self, left: Term, right: Term) -> Term {
        match self.random.below(3) {
            0 => self.pool.equal(left, right),
            1 => self.pool.signed_less(left, right),
            _ => self.pool.signed_less(right, left),
        }
    }

    /// A predicate such as engines find: about one variable, two of them, or their sum.
    fn predicate(&mut self, variables: &[Term]) -> Term {
        let (first, second, constant) = (self.pick(variables), self.pick(variables), self.small(10));
        let left = match self.random.below(4) {
            0 => self.pool.add(first, second),
            1 => self.pool.sub(first, second),
            _ => first,
        };
        self.relation(left, constant)
    }

    /// One of the predicates or its negation.
    fn literal(&mut self, predicates: &[Term]) -> Term {
        let predicate = self.pick(predicates);
        match self.random.below(2) {
            0 => predicate,
            _ => self.pool.not(predicate),
        }
    }

    /// The next value of a variable: one of two linear updates, by a comparison.
    fn update(&mut self, now: &[Term], index: usize) -> Term {
        let (other, constant) = (self.pick(now), self.small(10));
        let condition = self.predicate(now);
        let moved = self.pool.add(now[index], other);
        let stepped = self.pool.add(now[index], constant);
        self.pool.ite(condition, moved, stepped)
    }
}

/// A step of ten variables.
struct Transition {
    now: Vec<Term>,
    next: Vec<Term>,
    /// The next values in terms of the present ones.
    updates: Vec<Term>,
    asserted: Vec<Term>,
}

fn transition(maker: &mut RandomProblem) -> Transition {
    let (now, next) = (maker.variables("x"), maker.variables("next"));
    let updates: Vec<Term> = (0..VARIABLES).map(|index| maker.update(&now, index)).collect();
    let equations = next.iter().zip(&updates);
    let asserted = equations.map(|(&after, &update)| maker.pool.equal(after, update)).collect();
    Transition { now, next, updates, asserted }
}

/// Queries over a fixed set of predicates. In two of three, four of them before the step and two after it, each as it
/// is or negated. In the third, as in the check of a certificate: a predicate's weakest precondition before, but not
/// the predicate after.
fn rows(count: usize) -> Problem {
    let mut maker = RandomProblem::new();
    let step = transition(&mut maker);
    let before: Vec<Term> = (0..PREDICATES).map(|_| maker.predicate(&step.now)).collect();
    let promises: Vec<Promise> = (0..PREDICATES).map(|_| promise(&mut maker, &step)).collect();
    let after: Vec<Term> = promises.iter().map(|promise| promise.after).collect();
    let query = |index: usize, maker: &mut RandomProblem| {
        let mut query: Vec<Term> = (0..4).map(|_| maker.literal(&before)).collect();
        if index.is_multiple_of(3) {
            let Promise { before, after } = promises[maker.random.below(PREDICATES)];
            query.extend([before, maker.pool.not(after)]);
        } else {
            query.extend([maker.literal(&after), maker.literal(&after)]);
        }
        query
    };
    let queries = (0..count).map(|index| query(index, &mut maker)).collect();
    Problem { pool: maker.pool, asserted: step.asserted, queries }
}

/// A predicate after the step, and its weakest precondition.
struct Promise {
    before: Term,
    after: Term,
}

fn promise(maker: &mut RandomProblem, step: &Transition) -> Promise {
    let choices = maker.random.clone();
    let after = maker.predicate(&step.next);
    maker.random = choices;
    let before = maker.predicate(&step.updates);
    Promise { before, after }
}

/// Queries of four predicates before the step and two after it, different ones each time.
fn steps(count: usize) -> Problem {
    let mut maker = RandomProblem::new();
    let Transition { now, next, asserted, .. } = transition(&mut maker);
    let query = |maker: &mut RandomProblem| {
        let places = [&now, &now, &now, &now, &next, &next];
        places.map(|variables| maker.predicate(variables)).to_vec()
    };
    let queries = (0..count).map(|_| query(&mut maker)).collect();
    Problem { pool: maker.pool, asserted, queries }
}

/// Bounded variables, and queries of four constraints with two to four variables each.
fn systems(count: usize) -> Problem {
    let mut maker = RandomProblem::new();
    let variables = maker.variables("x");
    let (low, high) = (maker.pool.bits(WIDTH, -1_000i64 as u64), maker.pool.bits(WIDTH, 100_000));
    let mut asserted = Vec::new();
    for &variable in &variables {
        asserted.push(maker.pool.signed_less_equal(low, variable));
        asserted.push(maker.pool.signed_less_equal(variable, high));
    }
    let constraint = |maker: &mut RandomProblem| {
        let terms = 2 + maker.random.below(3);
        let (sum, constant) = (maker.sum(&variables, terms), maker.small(500));
        maker.relation(sum, constant)
    };
    let queries = (0..count).map(|_| (0..4).map(|_| constraint(&mut maker)).collect()).collect();
    Problem { pool: maker.pool, asserted, queries }
}
