//! Several interfaces that together are that of a component, one after the other: of methods that share no state, of
//! methods whose errors depend on the same state, or of one error each.
//!
//! Their client obeys the whole if it obeys each of them. There is no certificate of the whole: each part is proved by
//! itself, and checked as usual.

use etiquette_component::Component;
use etiquette_outcome::Outcome;
use etiquette_output::{Format, json, text};
use etiquette_synthesis::{divide_around_shared, divide_by_error, divide_by_state};
use serde_json::{Value, json};

use super::synth::synthesize;
use super::text_options;
use crate::Verdict;
use crate::arguments::{Common, EngineName, Synth};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::pipeline::{Context, Target};

/// How a component comes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Division {
    ByState,
    AroundShared,
    ByError,
}

impl Division {
    /// What was asked for, or what the engine does by itself: `witness` looks at methods that share no state one after
    /// the other.
    fn of(options: &Synth) -> Option<Self> {
        let by_itself = options.engine == EngineName::Witness
            && options.format == Format::Text
            && !(options.whole || options.serial || options.certificate.is_some());
        let ways = [
            (options.split_errors, Division::ByError),
            (options.split_shared, Division::AroundShared),
            (options.split_methods || by_itself, Division::ByState),
        ];
        ways.into_iter().find(|(asked_for, _)| *asked_for).map(|(_, division)| division)
    }

    fn parts(self, component: &Component) -> Vec<Component> {
        match self {
            Division::ByState => divide_by_state(component),
            Division::AroundShared => divide_around_shared(component),
            Division::ByError => divide_by_error(component),
        }
    }

    fn together(self) -> &'static str {
        match self {
            Division::ByState => "interleaving",
            Division::AroundShared => "product",
            Division::ByError => "intersection",
        }
    }

    fn heading(self, part: &Component, number: usize, total: usize) -> String {
        let about = match self {
            Division::ByState | Division::AroundShared => {
                part.methods.iter().map(|method| method.name.as_str()).collect::<Vec<_>>().join(", ")
            }
            Division::ByError => part.error_names().join(", "),
        };
        format!("Part {number} of {total}: {about}")
    }

    fn closing(self) -> &'static str {
        match self {
            Division::ByState => {
                "The parts share no state: a client may mix their calls as it likes, as long as the calls of each part are in order."
            }
            Division::AroundShared => "A call is allowed if every part that has its method allows it.",
            Division::ByError => "A call is allowed if every part allows it.",
        }
    }
}

/// The parts, if the component is to be taken apart and there are several.
pub fn parts(options: &Synth, target: &Target) -> Result<Option<Parts>, Failure> {
    let Some(division) = Division::of(options) else { return Ok(None) };
    if !matches!(options.format, Format::Text | Format::Json) {
        return Err(
            Failure::new("several interfaces do not fit into this format").help("use `--format text` or `json`")
        );
    }
    let found = division.parts(&target.component);
    Ok((found.len() > 1).then_some(Parts { division, components: found }))
}

/// What is to be shown instead of an interface that is large only because its methods share no state: a text with an
/// interface for each part of the component. Other formats hold one automaton.
pub fn side_by_side(
    options: &Synth,
    target: &Target,
    whole: &Outcome,
    context: &mut Context<'_>,
    destination: &Destination,
) -> Result<Option<String>, Failure> {
    let may_split = options.engine.certifies() && options.format == Format::Text;
    let needs_whole = options.whole || options.serial || options.replay || options.certificate.is_some();
    let states = whole.interface.state_count();
    let is_the_target = whole.guarantee.integers == target.integers;
    if !may_split || needs_whole || !is_the_target || !whole.is_settled() || states <= FEW_STATES {
        return Ok(None);
    }
    let parts = Parts { division: Division::ByState, components: divide_by_state(&target.component) };
    if parts.components.len() < 2 {
        return Ok(None);
    }
    let outcomes = parts.outcomes(options, target, context)?;
    let together: usize = outcomes.iter().map(|part| part.interface.state_count()).sum();
    if together * MUCH_SMALLER > states || !outcomes.iter().all(Outcome::is_settled) {
        return Ok(None);
    }
    let why = format!("One interface of all has {states} states: `--whole` shows it, and so do all other formats.\n");
    Ok(Some(parts.as_text(&outcomes, destination, context.common) + &why))
}

/// An interface of no more states than this is shown as it is.
const FEW_STATES: usize = 16;
/// Parts are shown instead of a whole that has at least so many times their states.
const MUCH_SMALLER: usize = 2;

/// The parts of a component.
pub struct Parts {
    division: Division,
    components: Vec<Component>,
}

impl Parts {
    /// Works out the interface of each part and writes them one after the other.
    pub fn run(
        &self,
        options: &Synth,
        target: &Target,
        context: &mut Context<'_>,
        destination: Destination,
    ) -> Result<Verdict, Failure> {
        let outcomes = self.outcomes(options, target, context)?;
        let written = match options.format {
            Format::Json => self.as_json(&outcomes),
            _ => self.as_text(&outcomes, &destination, context.common),
        };
        destination.write(&written)?;
        Ok(if outcomes.iter().all(Outcome::is_proved) { Verdict::Done } else { Verdict::Inconclusive })
    }

    fn outcomes(&self, options: &Synth, target: &Target, context: &mut Context<'_>) -> Result<Vec<Outcome>, Failure> {
        let mut outcomes = Vec::new();
        for part in &self.components {
            let found = synthesize(options, &target.part(part), context)?;
            found.report_confirmation(context.common);
            outcomes.push(found.outcome);
        }
        Ok(outcomes)
    }

    fn as_text(&self, outcomes: &[Outcome], destination: &Destination, common: &Common) -> String {
        let total = outcomes.len();
        let mut written = String::new();
        for (index, (outcome, part)) in outcomes.iter().zip(&self.components).enumerate() {
            written += &self.division.heading(part, index + 1, total);
            written += "\n\n";
            written += &text::render(outcome, &text_options(destination, common));
            written += "\n";
        }
        written + self.division.closing() + "\n"
    }

    fn as_json(&self, outcomes: &[Outcome]) -> String {
        let parts: Vec<Value> = outcomes
            .iter()
            .map(json::render)
            .map(|part| serde_json::from_str(&part).expect("what is written as JSON can be read"))
            .collect();
        format!("{:#}\n", json!({ "etiquette": 1, "together": self.division.together(), "parts": parts }))
    }
}
