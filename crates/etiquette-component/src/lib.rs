//! The intermediate representation of components, and what needs no engine: read, print, check, run, slice and summarise them.

mod alphabet;
mod check;
mod component;
pub mod diagnostic;
mod graph;
mod hide;
mod ideal;
mod initial;
mod interpreter;
mod print;
mod slice;
mod summary;
mod syntax;
mod webs;
mod written_call;
mod written_word;

pub use alphabet::{Event, GuardedCall, Letter, MethodId, Word};
pub use check::{Malformed, check};
pub use component::{
    Action, Binding, Body, Component, Edge, Enumeration, ErrorSite, Location, Method, Place, Type, Variable,
};
pub use diagnostic::{Diagnostic, Span};
pub use hide::{Abstraction, Visibility, VisiblePiece, hide};
pub use ideal::ideal;
pub use initial::initial_condition;
pub use interpreter::{Choices, Exit, Interpreter, Interrupted};
pub use print::{Scope, print, quoted};
pub use slice::{Precision, Slice, Slices, slice, slice_with, slices};
pub use summary::{Block, BlockEnd, Origin, Summary, summarise, summarise_ways};
pub use syntax::{
    HeldFile, HeldFiles, MAX_SOURCE_BYTES, Misread, Refusal, SourceFiles, parse, parse_condition, parse_holding,
    parse_value,
};
pub use webs::split_locals;
pub use written_word::{Reading, WrittenEvent, read_event_at, read_word};
