//! Monitors: code that follows an object's typestate and stops a forbidden call before it happens, or does not even
//! compile.
//!
//! Java: a class that throws or reports, and can write a log that `refine` reads. Rust: types, one for each state, and
//! a monitor for run time. What a language can't express is weakened to the safe side, and listed.
//!
//! ```
//! use etiquette_outcome::Run;
//! use etiquette_synthesis::{Auto, Engine};
//! use etiquette_applications::monitor::java::{self, JavaOptions};
//! use etiquette_applications::monitor::rust;
//! use etiquette_applications::monitor::shape::{Member, Shape};
//!
//! let source = "component Door { var open: bool = false;
//!     method pull() { assert !open; open = true; } method close() { assert open; open = false; } }";
//! let door = etiquette_component::parse(source, "door.component").unwrap();
//! let outcome = Auto.synthesize(&door, &mut Run::default()).unwrap();
//! let types = rust::typestate(&outcome)?;
//! assert!(types.source.contains("pub fn pull(mut self) -> State1<O>") && types.losses.is_empty());
//!
//! // For Java, types of results and the like have to be known, too.
//! let method = |name: &str| Member { name: name.into(), result: "void".into(), visibility: "public".into(), ..Member::default() };
//! let shape = Shape { ty: "Door".into(), methods: vec![method("pull"), method("close")], ..Shape::default() };
//! let monitor = java::monitor(&outcome, &shape, &JavaOptions::default())?;
//! assert!(monitor.source.contains("class MonitoredDoor extends Door"));
//! # Ok::<(), etiquette_applications::monitor::NoMonitor>(())
//! ```

mod guard;
pub mod java;
mod methods;
mod registers;
pub mod rust;
pub mod shape;

use etiquette_outcome::{Confidence, Outcome};

/// A monitor's source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Monitor {
    /// Where it belongs, relative to the folder of sources: `com/acme/MonitoredFoo.java`.
    pub path: String,
    /// The source.
    pub source: String,
    /// What it can't express or does not watch, as sentences.
    pub losses: Vec<String>,
}

impl Monitor {
    /// The same, with what the interface itself does not promise among the losses.
    fn with_doubts(mut self, outcome: &Outcome, warn_doubtful: bool) -> Self {
        if outcome.guarantee.safe != Confidence::Proved {
            self.losses.push("the interface is not proved to be safe: a call that is allowed might fail".into());
        }
        match outcome.guarantee.permissive {
            Confidence::Proved => {}
            Confidence::ProvedButFor(_) => {
                let then = match warn_doubtful {
                    true => "they are made with a warning, and what is called on the object after that is not watched",
                    false => "they are stopped",
                };
                let doubt = "some calls are doubtful: whether they fail depends on what is not modelled";
                self.losses.push(format!("{doubt}; {then}"));
            }
            _ => self
                .losses
                .push("the interface is not proved to be permissive: a call that is stopped might be legal".into()),
        }
        self
    }
}

/// Why there is no monitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoMonitor(String);

impl std::fmt::Display for NoMonitor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoMonitor {}
