//! The intermediate representation of components, and what needs no engine: read, print, check, run, slice and
//! summarise them.

mod alphabet;
mod check;
mod component;
pub mod diagnostic;
mod graph;
mod guard;
mod initial;
mod interpreter;
pub mod passes;
mod print;
mod results;
mod roles;
mod summary;
mod syntax;
mod written_call;
mod written_word;

pub use alphabet::{
    Detail, Event, GuardedCall, Letter, MethodId, Word, dotted, observer_name, register_of, register_parameter,
    written_count,
};
pub use check::{Malformed, check};
pub use component::{
    Action, Binding, Body, Component, Edge, Enumeration, ErrorSite, Exposed, Gap, Location, Method, Owner, Place,
    Register, Type, Variable,
};
pub use diagnostic::{Diagnostic, Span};
pub use guard::Guard;
pub use initial::initial_condition;
pub use interpreter::{Choices, Exit, Interpreter, Interrupted};
pub use passes::{
    Abstraction, Forgotten, IsOver, NotExposed, NumberOutcomes, Precision, Slice, Slices, Visibility, VisiblePiece,
    WithCompanions, asked_by_errors, asked_on_the_way_to_errors, expose, gap_of_forgotten, hide, ideal, is_number,
    results_told_by, slice, slice_with, slices, slices_until, slices_with_results, split_results, telling_results,
    with_companions, within_range, without_counting_loops,
};
pub use print::{Scope, print, quoted, value_in_term};
pub use results::{OTHER, RESULT, RETURNED, condition_of_outcome, is_about_number, outcome_of_number};
pub use roles::{ANOTHER, ITSELF, Meaning, NO_SUCH_OBJECT, Part, Role, field_of_object, object_in_field};
pub use summary::{Block, BlockEnd, Origin, Summary, summarise, summarise_ways};
pub use syntax::{
    Expression, ExpressionKind, HeldFile, HeldFiles, MAX_SOURCE_BYTES, Misread, Refusal, SourceFiles, parse,
    parse_condition, parse_holding, parse_value,
};
pub use written_word::{Reading, WrittenEvent, read_event_at, read_word};
