//! Tests in client code: whether they hold, as far as that is known, and what is known once they were found to hold or
//! not.

use etiquette_component::outcome_of_number;
use etiquette_java::class::Condition;
use etiquette_java::code::{Register, Test};

use crate::state::{Known, Situation};

/// The registers that a test is about.
pub(crate) fn test_registers(test: Test) -> Vec<Register> {
    match test {
        Test::Zero(_, register) | Test::Null(_, register) => vec![register],
        Test::Ints(_, left, right) | Test::Same(_, left, right) => vec![left, right],
    }
}

/// Whether a test holds, if that is known.
pub(crate) fn decide(test: Test, situation: &Situation) -> Option<bool> {
    let get = |register: Register| situation.get(usize::from(register.0));
    match test {
        Test::Zero(condition, register) => match (get(register), condition) {
            (Known::Number(number), _) => Some(condition.holds(number, 0)),
            (Known::Told(outcomes, outcome), _) => told(condition, &outcomes, outcome, 0),
            (Known::Some { .. }, Condition::Equal) => Some(false),
            (Known::Some { .. }, Condition::NotEqual) => Some(true),
            _ => None,
        },
        Test::Ints(condition, left, right) => match (get(left), get(right)) {
            (Known::Number(left), Known::Number(right)) => Some(condition.holds(left, right)),
            (Known::Told(outcomes, outcome), Known::Number(number))
            | (Known::Number(number), Known::Told(outcomes, outcome)) => told(condition, &outcomes, outcome, number),
            _ => None,
        },
        Test::Null(wanted, register) => is_null(&get(register)).map(|null| null == wanted),
        Test::Same(wanted, left, right) => is_same(&get(left), &get(right)).map(|same| same == wanted),
    }
}

/// Whether what came back with an outcome is some number, where another outcome is about that.
fn told(condition: Condition, outcomes: &[String], outcome: usize, number: i64) -> Option<bool> {
    let differs = outcome_of_number(outcomes, number).is_some_and(|of| of != outcome);
    match condition {
        Condition::Equal if differs => Some(false),
        Condition::NotEqual if differs => Some(true),
        _ => None,
    }
}

fn is_null(known: &Known) -> Option<bool> {
    match known {
        Known::Null => Some(true),
        Known::New(..) | Known::Constant(_) | Known::Boxed(_) | Known::Some { .. } => Some(false),
        known => known.part().map(|_| false),
    }
}

fn is_same(left: &Known, right: &Known) -> Option<bool> {
    match (left, right) {
        (Known::Followed, Known::Followed) | (Known::Null, Known::Null) => Some(true),
        (Known::InRole(left), Known::InRole(right)) if left == right => Some(true),
        (Known::InRole(left), Known::Another(right)) | (Known::Another(right), Known::InRole(left))
            if left == right =>
        {
            Some(false)
        }
        (Known::Constant(left), Known::Constant(right)) => Some(left == right),
        (Known::Null, other) | (other, Known::Null) if is_null(other) == Some(false) => Some(false),
        (Known::Followed | Known::InRole(_), Known::New(..) | Known::Constant(_))
        | (Known::New(..) | Known::Constant(_), Known::Followed | Known::InRole(_)) => Some(false),
        _ => None,
    }
}

/// What is known once a test was found to hold, or not.
pub(crate) fn refined(mut situation: Situation, test: Test, holds: bool) -> Situation {
    let present = |known: &Known| {
        let related = matches!(known, Known::Any { related: true, .. });
        Known::Some { related, name: known.name() }
    };
    match test {
        Test::Zero(Condition::Equal | Condition::NotEqual, register) => {
            let known = situation.get(usize::from(register.0));
            let zero = holds == matches!(test, Test::Zero(Condition::Equal, _));
            if let Known::Any { .. } = known {
                let better = if zero { Known::Number(0) } else { present(&known) };
                situation.refine(usize::from(register.0), better);
            }
        }
        Test::Null(wanted, register) => {
            let known = situation.get(usize::from(register.0));
            if let Known::Any { .. } = known {
                let better = if holds == wanted { Known::Null } else { present(&known) };
                situation.refine(usize::from(register.0), better);
            }
        }
        _ => {}
    }
    situation
}
