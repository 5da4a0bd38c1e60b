//! Guards as Topl writes conditions: alternatives of comparisons, each a transition of its own.
//!
//! Only comparisons of parameters with parameters, numbers and `null` are read, joined by `&&`, or by `||` at the top; nothing is guessed.

use etiquette_automata::Call;

/// The guard as alternatives of conjunctions; `None` where Topl has no words for it.
pub fn alternatives(call: &Call) -> Option<Vec<Vec<String>>> {
    if call.guard == "true" {
        return Some(vec![Vec::new()]);
    }
    if call.guard.contains(['(', ')']) {
        return None;
    }
    call.guard.split(" || ").map(|part| part.split(" && ").map(|atom| comparison(call, atom)).collect()).collect()
}

/// The variables that stand for the parameters.
pub fn variables(call: &Call) -> Vec<String> {
    (1..=call.parameters.len()).map(|number| format!("Arg{number}")).collect()
}

fn comparison(call: &Call, atom: &str) -> Option<String> {
    let words: Vec<&str> = atom.split(' ').collect();
    match words[..] {
        [left, sign @ ("==" | "!=" | "<" | "<=" | ">" | ">="), right] => {
            Some(format!("{} {sign} {}", value(call, left)?, value(call, right)?))
        }
        [single] => {
            let (name, truth) = single.strip_prefix('!').map_or((single, 1), |name| (name, 0));
            let is_boolean =
                |parameter: &&etiquette_automata::Parameter| matches!(parameter.ty.as_str(), "boolean" | "bool");
            call.parameters.iter().filter(is_boolean).find(|parameter| parameter.name == name)?;
            Some(format!("{} == {truth}", value(call, name)?))
        }
        _ => None,
    }
}

/// A parameter, a number without a sign (Topl has no others), or `null`, which is zero to Infer.
fn value(call: &Call, text: &str) -> Option<String> {
    if let Some(position) = call.parameters.iter().position(|parameter| parameter.name == text) {
        return Some(variables(call)[position].clone());
    }
    match text {
        "null" => Some("0".into()),
        number => number.parse::<u32>().ok().map(|number| number.to_string()),
    }
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
