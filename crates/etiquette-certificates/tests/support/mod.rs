//! What the tests share: certificates written by hand, certificates found by exhaustion, and the truth by brute force.
#![allow(dead_code)]

pub mod by_hand;
pub mod examples;
pub mod exhaustion;
pub mod mixed;
#[path = "../../../etiquette-component/tests/common/mod.rs"]
pub mod random;
pub mod region_search;
pub mod spread;
pub mod truth;
pub mod walk;
