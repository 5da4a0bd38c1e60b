//! Passes: from component to component, without a front end or an engine.
//!
//! [`SIMPLIFYING`] is what the Java front end puts its components through, in this order; `etiquette component --after
//! NAME` shows what each makes. Whether component files go through it, too, is told in docs/decisions/0015-passes.md.
//! Then come [`ideal`], if integers are to be ideal, [`slice()`], [`without_counting_loops`], and [`expose()`] where the
//! interface is to have registers. [`hide`] is for
//! engines that refine, [`with_companions`] for the one that looks closer at calls that may fail.

mod asked;
mod companions;
mod counting;
mod dataflow;
mod expose;
mod forget;
mod forget_loops;
pub(crate) mod hide;
mod ideal;
mod propagate;
mod ranges;
mod results;
mod shortcuts;
mod slice;
mod tidy;
mod webs;

use crate::component::Component;

pub use asked::{asked_by_errors, asked_on_the_way_to_errors};
pub use companions::{WithCompanions, with_companions};
pub use counting::without_counting_loops;
pub use expose::{NotExposed, expose, is_number};
pub use forget::{Forgotten, forget, gap_of_forgotten};
pub(crate) use forget::{sign_name, signed_number};
pub use hide::{Abstraction, Visibility, VisiblePiece, hide};
pub use ideal::{ideal, within_range};
pub use results::{NumberOutcomes, results_told_by, split_results, telling_results};
pub use slice::{Precision, Slice, Slices, slice, slice_with, slices, slices_until, slices_with_results};

/// Says when to stop: the time is up, or nobody waits any more. Once it has said so, it goes on saying so.
pub type IsOver<'a> = &'a dyn Fn() -> bool;

/// A step from component to component. The result has the same legal words, over the same events.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    run: fn(&mut Component, IsOver<'_>),
}

/// What leaves out what the code's own structure shows not to matter, or not to happen.
pub static SIMPLIFYING: [Pass; 7] = [
    Pass {
        name: "webs",
        summary: "With a variable of its own for each purpose that a local variable serves",
        run: webs::split_locals,
    },
    Pass {
        name: "propagate",
        summary: "With constants, copies and answers of tests put in the place of variables",
        run: propagate::propagate,
    },
    Pass {
        name: "tidy",
        summary: "Without places that are not reached, steps that do nothing, outcomes that never happen",
        run: tidy::tidy,
    },
    Pass {
        name: "shortcuts",
        summary: "With ways that lead past tests whose answer they bring along",
        run: shortcuts::take_shortcuts,
    },
    Pass { name: "ranges", summary: "Without ways that numbers make impossible", run: ranges::drop_impossible },
    Pass {
        name: "propagate-again",
        summary: "With what is known now that ways are apart or gone",
        run: propagate::propagate,
    },
    Pass { name: "tidy-again", summary: "Without what these passes left over", run: tidy::tidy },
];

/// Puts a component through passes, one after the other.
pub fn run(passes: &[Pass], component: &mut Component) {
    passes.iter().for_each(|pass| (pass.run)(component, &|| false));
}

/// The same, unless it is to stop first: then the component is left half-done, and is of no use. Whether it was done.
pub fn run_until(passes: &[Pass], component: &mut Component, is_over: IsOver<'_>) -> bool {
    passes.iter().all(|pass| {
        (pass.run)(component, is_over);
        !is_over()
    })
}
