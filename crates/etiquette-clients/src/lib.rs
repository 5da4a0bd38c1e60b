//! Does client code obey the interfaces of the classes that it uses? Typestate analysis of bytecode, one object at a
//! time, with those in roles beside it.
//!
//! ```
//! use etiquette_automata::{Alphabet, Call, CallId, Interface};
//! use etiquette_clients::{Protocol, Verdict, check, render};
//! use etiquette_java::classpath::{ClassPath, DirectorySource};
//!
//! // A turnstile may be passed once for each time that it was paid.
//! let new = Call { constructor: true, ..Call::simple("new Turnstile") };
//! let coins = etiquette_automata::Parameter { name: "coins".into(), ty: "int".into() };
//! let pay = Call { parameters: vec![coins], ..Call::simple("pay") };
//! let mut turnstile = Interface::new(Alphabet::new(vec![new, pay, Call::simple("pass")]));
//! let event = |interface: &Interface, call| interface.alphabet().event(CallId(call), 0);
//! let (closed, open) = (turnstile.add_state(), turnstile.add_state());
//! turnstile.connect(turnstile.initial(), event(&turnstile, 0), closed);
//! turnstile.connect(closed, event(&turnstile, 1), open);
//! turnstile.connect(open, event(&turnstile, 2), closed);
//!
//! let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
//! let classes = ClassPath::new(vec![Box::new(DirectorySource::new(examples))]);
//! let report = check(&classes, &["Visitor".into()], &[Protocol::new("Turnstile", turnstile)]);
//! assert_eq!(report.verdict(), Verdict::Violates);
//! assert_eq!(report.findings[0].place.to_string(), "Visitor.java:14");
//! assert!(render::text(&report).contains("on every path"));
//! ```

mod analysis;
mod assign;
mod beside;
mod births;
mod body;
mod calls;
mod check;
mod client;
mod comparison;
mod configuration;
mod decide;
mod effects;
mod elements;
mod finding;
mod frame;
mod guard;
mod observers;
mod parts;
mod protocol;
mod ranges;
pub mod render;
mod returns;
mod roles;
mod state;
mod suppress;
mod unfollowed;

pub use check::check;
pub use configuration::Configuration;
pub use finding::{Finding, Level, Place, Report, Step, Verdict};
pub use guard::{Argument, GuardDecider, Truth};
pub use protocol::{Protocol, Reason, States};
pub use ranges::Range;
pub use suppress::{Suppression, SuppressionError, read_suppressions};
