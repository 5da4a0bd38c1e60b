//! What a client can call in both versions: pairs of calls whose guards overlap, with argument values that both guards
//! allow.

use etiquette_automata::{Alphabet, Call, CallId, EventId};

use super::arguments::{Common, common};
use super::outcomes::common_events;

/// A call in both versions.
pub(super) struct Letter {
    pub old: CallId,
    pub new: CallId,
    /// Argument values that belong to both calls, as text.
    pub arguments: Vec<String>,
    /// The number that came back, as text, where one of the versions sets a register to it.
    pub result: Option<String>,
    /// The events of the two calls that belong together, with the outcome to write.
    pub events: Vec<(EventId, EventId, Option<String>)>,
}

/// The calls of two versions, matched.
pub(super) struct Letters {
    pub letters: Vec<Letter>,
    /// The methods of both versions, each with its calls there.
    pub shared: Vec<(Vec<CallId>, Vec<CallId>)>,
    /// The calls of methods that only the old version has.
    pub removed: Vec<CallId>,
    /// The calls of methods that only the new version has.
    pub added: Vec<CallId>,
    /// What could not be compared.
    pub unclear: Vec<String>,
}

impl Letters {
    pub(super) fn new(old: &Alphabet, new: &Alphabet) -> Self {
        let mut letters = Letters::without_calls(old, new);
        for (calls, others) in letters.shared.clone() {
            letters.add_method((old, &calls), (new, &others));
        }
        letters
    }

    /// The methods alone: which calls belong together is still to be found.
    pub(super) fn without_calls(old: &Alphabet, new: &Alphabet) -> Self {
        let mut letters = Letters {
            letters: Vec::new(),
            shared: Vec::new(),
            removed: Vec::new(),
            added: Vec::new(),
            unclear: Vec::new(),
        };
        for (calls, others) in matched_methods(old, new) {
            match (calls.is_empty(), others.is_empty()) {
                (false, false) => letters.shared.push((calls, others)),
                (true, _) => letters.added.extend(others),
                (_, true) => letters.removed.extend(calls),
            }
        }
        letters
    }

    fn add_method(&mut self, (old, calls): (&Alphabet, &[CallId]), (new, others): (&Alphabet, &[CallId])) {
        for &one in calls {
            for &other in others {
                let arguments = match common(old.call(one), new.call(other)) {
                    Common::Values(values) => values,
                    Common::Nothing => continue,
                    Common::Unclear(why) => {
                        self.unclear.push(why);
                        unknown_arguments(old.call(one))
                    }
                };
                let events = common_events((old, one), (new, other));
                self.letters.push(Letter { old: one, new: other, arguments, result: None, events });
            }
        }
    }
}

fn unknown_arguments(call: &Call) -> Vec<String> {
    vec!["…".into(); call.written_parameters().len()]
}

/// The calls of each method.
pub(crate) fn methods(alphabet: &Alphabet) -> Vec<Vec<CallId>> {
    alphabet.methods(is_same_method)
}

/// The methods of either alphabet, each with its calls in both: those of the first, then what only the other has.
pub(crate) fn matched_methods(old: &Alphabet, new: &Alphabet) -> Vec<(Vec<CallId>, Vec<CallId>)> {
    let (old_methods, mut new_methods) = (methods(old), methods(new));
    let mut matched = Vec::new();
    for calls in old_methods {
        let same = |others: &Vec<CallId>| is_same_method(old.call(calls[0]), new.call(others[0]));
        let others = new_methods.iter().position(same).map(|position| new_methods.remove(position));
        matched.push((calls, others.unwrap_or_default()));
    }
    matched.extend(new_methods.into_iter().map(|others| (Vec::new(), others)));
    matched
}

/// Whether two calls are of the same method. A class may have another name, and what is overloaded in one version need
/// not be in the other.
fn is_same_method(one: &Call, other: &Call) -> bool {
    let types =
        |call: &Call| call.written_parameters().iter().map(|parameter| parameter.ty.clone()).collect::<Vec<_>>();
    one.constructor == other.constructor
        && (one.constructor || plain_name(one) == plain_name(other))
        && types(one) == types(other)
}

/// The method's name without the types that tell overloaded ones apart.
pub(crate) fn plain_name(call: &Call) -> &str {
    call.method.split('(').next().unwrap_or(&call.method)
}
