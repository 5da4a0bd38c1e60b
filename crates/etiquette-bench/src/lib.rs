//! Benchmarks: families of components at any size, suites that measure, and reports that stand beside published
//! figures.
//!
//! A suite is one function that returns a [`Report`]; it prints nothing. `core` ([`run_core`]) watches the parts that
//! everything else is built on, `certified` ([`run_certified`]) runs the certified engine on whole corpora,
//! `three-algorithms` ([`run_three_algorithms`]) repeats the comparison of the 2006 paper, `may-must`
//! ([`run_may_must`]) that of the CAV 2010 paper, `jist` ([`run_jist`]) that of JIST, `permissive` ([`run_permissive`]) that of the FSE 2005 paper, `psyco` ([`run_psyco`]) that of
//! the ISoLA 2018 paper. `jars` ([`run_jars`]) looks at real classes. `wrong-proofs` ([`run_wrong_proofs`])
//! measures nothing: it searches for claims that a JVM contradicts. Everything but the times is deterministic.
//!
//! ```
//! use etiquette_bench::families;
//!
//! let counter = families::counter(3);
//! assert_eq!(counter.name, "counter, 3 bits");
//! assert_eq!(counter.component().methods.len(), 2);
//! ```

mod certified;
mod clock;
mod core;
pub mod families;
mod jars;
mod jist;
mod listener;
mod machine;
mod may_must;
mod memory;
mod objects;
mod papers;
mod peer;
mod permissive;
mod probe;
mod psyco;
pub mod published;
mod quantity;
mod report;
mod samples;
mod table;
mod three_algorithms;
mod using;
mod wrong_proofs;

pub use crate::certified::{CertifiedReport, CertifiedRow, Membership, Proved, Subject, run_certified};
pub use crate::core::{Options, Step, run_core};
pub use clock::of_process as processor_time;
pub use jars::{Cost, JarsReport, MeasuredClass, measure_class, run_jars};
pub use jist::{JistReport, JistRow, run_jist};
pub use listener::Listener;
pub use machine::Machine;
pub use may_must::{MayMustReport, MayMustRow, MeasuredScheme, may_must_classes, run_may_must};
pub use memory::{MemoryReport, MemoryRow, memory_classes};
pub use objects::{GROUPS, Group, ObjectsReport, ObjectsRow};
pub use papers::{Judged, Line, PapersReport, Tables};
pub use permissive::{MeasuredWitness, PermissiveReport, PermissiveRow, permissive_classes, run_permissive};
pub use probe::Probe;
pub use psyco::{
    ANNOTATION, Depth, ERRORS, Figures, Finding, Measured, ORIGINALS, Original, PsycoCell, PsycoOptions, PsycoReport,
    PsycoRow, PublishedRow, Remark, SOURCES, Way, psyco_cases, run_psyco,
};
pub use quantity::{Bound, Quantity, Target, Unit, Verdict};
pub use report::{Comparison, OneTable, Rendered, Report, Row};
pub use table::{Align, Page, Table};
pub use three_algorithms::{
    Algorithm, Cell, Curve, Large, OrderRow, Point, Representation, TableRow, ThreeAlgorithmsOptions,
    ThreeAlgorithmsReport, VERSIONS, Version, run_table_of_three_algorithms, run_three_algorithms,
};
pub use using::run_using;
pub use wrong_proofs::{
    Asked, Claim, ClassList, Contradiction, Tried, TriedClass, WorkOut, Wrong, WrongProofsOptions, WrongProofsReport,
    pieces_unless_named, run_wrong_proofs, run_wrong_proofs_on,
};
