//! Where nothing is proved of a class: what is true of it for clients that do not call its largest methods. Those are
//! named as not covered.

use etiquette_component::{Action, Component, Method};
use etiquette_outcome::{Forbidden, NotCovered, Outcome, Reason};
use etiquette_synthesis::{Engine, Unsupported};

use super::{Context, Found, Target};

/// The part of a time limit that all methods are worth, and then each smaller selection.
const TIME_FOR_ALL: f64 = 0.8;
const TIME_FOR_FEWER: f64 = 0.5;
/// How much of the code that errors depend on is kept, one after the other, and whether errors must be in it.
const KEPT: [(usize, bool); 3] = [(4, true), (16, true), (16, false)];
/// The part of a time limit, and the steps, in which an interface is found that leaves out methods with loops; the steps
/// in which one of all methods is found before; and how many methods may be left out so, in components of which size.
const TIME_WITHOUT_LOOPS: f64 = 0.4;
const STEPS_WITHOUT_LOOPS: u64 = 10_000;
const STEPS_AT_FIRST: u64 = 1_500;
const MOST_LOOPING: usize = 3;
const MOST_STEPS: usize = 1_000;

/// What may be left out: what the user did not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeavingOut {
    /// Nothing.
    Nothing,
    /// Constructors.
    Constructors,
    /// Methods and constructors.
    Anything,
}

/// Why a method is not covered.
pub const UNDECIDED: &str = "not decided";

impl Context<'_> {
    /// Works out the interface of the target, or of its smaller methods where there is no proof otherwise.
    pub(super) fn synthesize_or_leave_out(
        &mut self,
        engine: &dyn Engine,
        target: &Target,
    ) -> Result<Found, Unsupported> {
        let without_loops =
            self.within("without loops", TIME_WITHOUT_LOOPS, u64::MAX, |context| context.leaving_out_loops(target));
        if let Some(found) = without_loops {
            return Ok(found);
        }
        let found =
            self.within("all methods", TIME_FOR_ALL, u64::MAX, |context| context.synthesize_all(engine, target))?;
        if found.outcome.is_settled() {
            return Ok(found);
        }
        let sliced = target.slices_until(&self.run.interrupt()).exact.component;
        for (part, with_errors) in KEPT {
            let smaller = target.without_methods(&largest(&sliced, part, with_errors));
            let tried = self.within("fewer methods", TIME_FOR_FEWER, u64::MAX, |context| {
                context.synthesize_all(engine, &smaller)
            })?;
            if tried.outcome.is_settled() {
                return Ok(tried);
            }
        }
        Ok(found)
    }

    /// An interface with nothing in doubt: of all methods where that is found soon, or of those without loops in which
    /// the search runs away. `None` if no method is in the way.
    fn leaving_out_loops(&mut self, target: &Target) -> Option<Found> {
        let slices = self.slices(target);
        let loops = only_looping(&slices.exact.component);
        let is_worth_it = slices.exact.component.steps() <= MOST_STEPS && (1..=MOST_LOOPING).contains(&loops.len());
        if !is_worth_it {
            return None;
        }
        if let Some(all) = self.certain(&slices, STEPS_AT_FIRST) {
            return self.found(target, all);
        }
        let smaller = target.without_methods(&loops);
        let without = self.slices(&smaller);
        let rest = self.certain(&without, STEPS_WITHOUT_LOOPS).filter(|rest| leaves_calls_possible(&rest.0))?;
        let found = match self.certain(&slices, STEPS_WITHOUT_LOOPS) {
            Some(all) => self.found(target, all),
            None => self.found(&smaller, rest),
        };
        found.filter(|found| found.outcome.is_settled())
    }
}

/// Whether each method that fails somewhere may be called elsewhere. If not, what was left out is what it takes to call it.
fn leaves_calls_possible(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let is_possible = |forbidden: &Forbidden| {
        let method = &alphabet.call(forbidden.call).method;
        let mut calls = alphabet.call_ids().filter(|call| alphabet.call(*call).method == *method);
        calls.any(|call| interface.states().any(|state| interface.allows(state, call)))
    };
    outcome.all_forbidden().filter(|forbidden| matches!(forbidden.reason, Reason::Error { .. })).all(is_possible)
}

/// The methods that have loops and raise no error: what they do is any client's to do without.
fn only_looping(component: &Component) -> Vec<String> {
    let raises = |method: &Method| method.body.edges.iter().any(|edge| matches!(edge.action, Action::Error(_)));
    let is_meant = |method: &&Method| !method.constructor && method.body.has_loops() && !raises(method);
    component.methods.iter().filter(is_meant).map(|method| method.name.clone()).collect()
}

/// The methods to leave out so that no more than a part of the code is left. The smallest constructor stays, and so does
/// the smallest method that may raise an error where errors are wanted: without it there would be little to tell.
fn largest(component: &Component, part: usize, with_errors: bool) -> Vec<String> {
    let size = |method: &&Method| method.body.edges.len();
    let raises = |method: &&Method| method.body.edges.iter().any(|edge| matches!(edge.action, Action::Error(_)));
    let mut methods: Vec<&Method> = component.methods.iter().collect();
    methods.sort_by_key(size);
    let needed = [
        methods.iter().position(|method| method.constructor),
        methods.iter().position(|method| with_errors && !method.constructor && raises(method)),
    ];
    let mut room = methods.iter().map(size).sum::<usize>() / part;
    let mut left_out = Vec::new();
    for (position, method) in methods.iter().enumerate() {
        match room.checked_sub(size(method)) {
            Some(rest) => room = rest,
            None if needed.contains(&Some(position)) => {}
            None => left_out.push(method.name.clone()),
        }
    }
    left_out
}

impl Target {
    /// The same for clients that do not call these methods.
    pub fn without_methods(&self, left_out: &[String]) -> Target {
        let mut target = self.clone();
        target.component.methods.retain(|method| !left_out.contains(&method.name));
        let not_covered = |method: &String| NotCovered { method: method.clone(), why: UNDECIDED.into() };
        target.not_covered.extend(left_out.iter().map(not_covered));
        target
    }
}
