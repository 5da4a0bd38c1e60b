//! Guards as Topl writes conditions: alternatives of comparisons, each a transition of its own.
//!
//! Only comparisons of parameters with parameters, numbers and `null` are read, joined by `&&`, or by `||` at the top;
//! nothing is guessed.

use etiquette_automata::Call;
use etiquette_component::{Expression, ExpressionKind};

/// The guard as alternatives of conjunctions; `None` where Topl has no words for it.
pub fn alternatives(call: &Call) -> Option<Vec<Vec<String>>> {
    let conditions = |parts: Vec<&Expression>| parts.into_iter().map(|part| condition(call, part)).collect();
    call.guard.alternatives()?.into_iter().map(conditions).collect()
}

/// The variables that stand for the parameters.
pub fn variables(call: &Call) -> Vec<String> {
    (1..=call.written_parameters().len()).map(|number| format!("Arg{number}")).collect()
}

fn condition(call: &Call, part: &Expression) -> Option<String> {
    if let Some((left, sign, right)) = part.as_comparison() {
        return Some(format!("{} {sign} {}", value(call, left)?, value(call, right)?));
    }
    let (flag, truth) = match &part.kind {
        ExpressionKind::Unary("!", operand) => (&**operand, 0),
        _ => (part, 1),
    };
    let ExpressionKind::Name(name) = &flag.kind else { return None };
    let parameter = call.parameters.iter().find(|parameter| parameter.name == *name)?;
    matches!(parameter.ty.as_str(), "boolean" | "bool").then_some(())?;
    Some(format!("{} == {truth}", value(call, flag)?))
}

/// A parameter, a number without a sign (Topl has no others), or `null`, which is zero to Infer.
fn value(call: &Call, expression: &Expression) -> Option<String> {
    let name = match &expression.kind {
        ExpressionKind::Number(number) => return u32::try_from(*number).ok().map(|number| number.to_string()),
        ExpressionKind::Name(name) => name,
        _ => return None,
    };
    let position = call.written_parameters().iter().position(|parameter| parameter.name == *name);
    let variable = position.map(|position| variables(call).swap_remove(position));
    variable.or_else(|| (name == "null").then(|| "0".into()))
}

#[cfg(test)]
mod tests {
    use super::alternatives;
    use etiquette_automata::{Call, Parameter};

    fn guarded(guard: &str) -> Call {
        let parameters = vec![
            Parameter { name: "p".into(), ty: "int".into() },
            Parameter { name: "on".into(), ty: "boolean".into() },
        ];
        Call { parameters, guard: guard.into(), ..Call::simple("m") }
    }

    #[test]
    fn comparisons_become_conditions() {
        let found = alternatives(&guarded("3 <= p && on || p == 9 && !on")).expect("conditions");
        assert_eq!(found, [vec!["3 <= Arg1", "Arg2 == 1"], vec!["Arg1 == 9", "Arg2 == 0"]]);
        assert_eq!(alternatives(&guarded("true")), Some(vec![vec![]]));
    }

    #[test]
    fn what_topl_has_no_words_for_is_not_guessed() {
        for guard in ["p + 1 < 3", "(p < 3 || on) && p > 0", "p < -3", "p", "q == 1", "!(p == 1)"] {
            assert_eq!(alternatives(&guarded(guard)), None, "{guard}");
        }
    }
}
