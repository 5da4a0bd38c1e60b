//! Alphabet refinement: which guard to split where a word fails for some arguments only.
//!
//! The word is executed with the parameters of each call kept apart. On the way from arguments that fail to arguments
//! that don't, one call at a time, there is a call whose arguments make the difference; the condition on them splits
//! its guard. Where that condition is not made of tests on this call's parameters alone, it relates them to those of
//! another call: no finite set of guards may do, and the two calls are reported.

use etiquette_logic::{Substitution, Symbol, Term, evaluate};
use etiquette_predicates::atoms;
use rustc_hash::FxHashMap;

use crate::engines::guarded::budgets::refinement::FEW_VALUES;
use crate::engines::guarded::execution::Executions;
use crate::engines::guarded::letters::LetterId;
use crate::spaces::solver::beliefs::Words;

/// Why a word is neither safe nor an error, and no guard can be split.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Unclear {
    /// A condition relates parameters of two calls, the earlier one first: `lock(new)`, `unlock(tried)`.
    Related { calls: [String; 2] },
    /// The component chose something by itself that decides.
    HiddenChoice { call: String },
    /// Loops go on for longer than they are followed.
    Loop { call: String },
}

impl std::fmt::Display for Unclear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unclear::Related { calls: [one, other] } => {
                write!(f, "whether `{other}` fails depends on how its argument relates to that of `{one}` before")
            }
            Unclear::HiddenChoice { call } => write!(f, "hidden choices decide whether `{call}` fails"),
            Unclear::Loop { call } => write!(f, "loops decide whether `{call}` fails"),
        }
    }
}

/// What to do about a word that is neither safe nor an error.
pub(crate) enum Remedy {
    /// Split the guard of a letter by a condition on its parameters.
    Split(LetterId, Term),
    /// Nothing.
    None(Unclear),
}

/// A word executed with all parameters kept apart.
struct Tracked {
    fails: Term,
    /// When the last call does not fail.
    passes: Term,
    /// When it returns.
    returns: Term,
    /// For each call what stands for its parameters.
    arguments: Vec<Vec<Symbol>>,
}

/// Values of all symbols of a word.
type Model = FxHashMap<Symbol, u64>;

/// A call whose arguments decide, and when they do, everything else being as it is.
struct Pivot {
    call: usize,
    condition: Term,
}

impl Executions {
    /// What can be done about a word of letters whose last call is neither safe nor an error.
    pub fn remedy(&mut self, word: &[LetterId]) -> Option<Remedy> {
        let tracked = self.track(word)?;
        let failing = self.model(&tracked, tracked.fails)?;
        let passing = self.model(&tracked, tracked.passes)?;
        let last_first: Vec<usize> = (0..word.len()).rev().collect();
        let first_first: Vec<usize> = (0..word.len()).collect();
        let mut related = None;
        for order in [last_first, first_first] {
            let Some(pivot) = self.pivot(&tracked, &failing, &passing, &order) else { continue };
            let letter = word[pivot.call];
            if self.is_own(&tracked, word, &pivot) || self.has_few_values(letter) {
                return Some(Remedy::Split(letter, self.over_parameters(&tracked, letter, &pivot)));
            }
            related = Some(self.relation(&tracked, word, &pivot));
        }
        if let Some((letter, condition)) = related.as_ref().and_then(|_| self.inner_split(&tracked, word)) {
            return Some(Remedy::Split(letter, condition));
        }
        let call = self.name(*word.last()?);
        Some(Remedy::None(related.unwrap_or(Unclear::HiddenChoice { call })))
    }

    /// Arguments for all calls of a word, with which its last call fails or returns.
    pub fn arguments(&mut self, word: &[LetterId], failing: bool) -> Option<Vec<Vec<u64>>> {
        if word.is_empty() {
            return Some(Vec::new());
        }
        let tracked = self.track(word)?;
        let model = self.model(&tracked, if failing { tracked.fails } else { tracked.returns })?;
        let open = tracked.arguments.iter().map(|own| own.iter().map(|symbol| model[symbol]).collect());
        let pinned = word.iter().map(|&letter| self.letters.pinned(letter).cloned());
        Some(open.zip(pinned).map(|(open, pinned)| pinned.unwrap_or(open)).collect())
    }

    /// The name of the letter's method.
    pub fn name(&mut self, letter: LetterId) -> String {
        let method = self.letters.get(letter).method;
        self.words.component().methods[method].name.clone()
    }

    fn track(&mut self, word: &[LetterId]) -> Option<Tracked> {
        let (mut here, mut next_hidden) = self.words.possible(Words::START);
        let mut arguments = Vec::new();
        let (&last, before) = word.split_last()?;
        for &letter in before {
            let ending = self.call(&here, next_hidden, letter);
            arguments.push(ending.arguments);
            next_hidden = ending.next_hidden;
            here = ending.returns?;
        }
        let ending = self.call(&here, next_hidden, last);
        arguments.push(ending.arguments);
        let never = self.words.component().terms.bool(false);
        let returns = ending.returns.map_or(never, |possible| possible.condition);
        Some(Tracked { fails: ending.fails, passes: ending.passes, returns, arguments })
    }

    fn model(&mut self, tracked: &Tracked, condition: Term) -> Option<Model> {
        if !self.words.is_satisfiable(condition) {
            return None;
        }
        let terms = &self.words.component().terms;
        let mut symbols = terms.symbols_of_all(&[tracked.fails, tracked.passes, tracked.returns]);
        symbols.extend(tracked.arguments.iter().flatten());
        Some(symbols.into_iter().map(|symbol| (symbol, self.words.model_value(symbol))).collect())
    }

    /// Goes from one model to the other, call by call in the given order, until the word no longer fails.
    fn pivot(&mut self, tracked: &Tracked, failing: &Model, passing: &Model, order: &[usize]) -> Option<Pivot> {
        let mut values = failing.clone();
        for &call in order {
            let own = &tracked.arguments[call];
            let before = values.clone();
            values.extend(own.iter().map(|symbol| (*symbol, passing[symbol])));
            let terms = &mut self.words.component().terms;
            if evaluate(terms, tracked.fails, |symbol| values.get(&symbol).copied().unwrap_or(0)) == 0 {
                let others = before.iter().filter(|(symbol, _)| !own.contains(symbol));
                let fixed = others.map(|(&symbol, &value)| (symbol, terms.constant(terms.symbol_sort(symbol), value)));
                let condition = fixed.collect::<Substitution>().apply(terms, tracked.fails);
                return Some(Pivot { call, condition });
            }
        }
        None
    }

    /// Whether the condition is decided by tests on the call's own parameters.
    fn is_own(&mut self, tracked: &Tracked, word: &[LetterId], pivot: &Pivot) -> bool {
        let own = &tracked.arguments[pivot.call];
        let component = self.words.component();
        let copies: Vec<(Symbol, Term)> = own
            .iter()
            .map(|&symbol| (symbol, component.terms.new_variable("other", component.terms.symbol_sort(symbol))))
            .collect();
        let mut other: Substitution = copies.iter().copied().collect();
        let mut tests = atoms(&component.terms, &[tracked.fails]);
        tests.retain(|&test| component.terms.symbols_of(test).iter().all(|symbol| own.contains(symbol)));
        let terms = &mut component.terms;
        let holds_not = other.apply(terms, pivot.condition);
        let mut demanded = vec![pivot.condition, terms.not(holds_not)];
        for test in tests {
            let copy = other.apply(terms, test);
            demanded.push(terms.equal(test, copy));
        }
        let within = self.guard_over(word[pivot.call], own);
        demanded.push(other.apply(&mut self.words.component().terms, within));
        let differs = self.words.component().terms.all(demanded);
        !self.words.is_satisfiable(differs)
    }

    fn guard_over(&mut self, letter: LetterId, own: &[Symbol]) -> Term {
        let call = self.letters.get(letter);
        let parameters = self.words.parameters(call.method);
        let domain = self.words.component().parameter_domains(call.method);
        let terms = &mut self.words.component().terms;
        let guard = terms.and(call.guard, domain);
        let replaced: Vec<(Symbol, Term)> =
            parameters.into_iter().zip(own).map(|(parameter, &symbol)| (parameter, terms.symbol(symbol))).collect();
        Substitution::from_iter(replaced).apply(terms, guard)
    }

    fn has_few_values(&mut self, letter: LetterId) -> bool {
        let method = self.letters.get(letter).method;
        let component = self.words.component();
        let counts = component.methods[method].parameters.iter().map(|binding| component.value_count(binding.ty));
        let product = counts.into_iter().try_fold(1_u64, |all, count| all.checked_mul(count?));
        product.is_some_and(|product| product <= FEW_VALUES)
    }

    /// The pivot's condition over the method's own parameters.
    fn over_parameters(&mut self, tracked: &Tracked, letter: LetterId, pivot: &Pivot) -> Term {
        let parameters = self.words.parameters(self.letters.get(letter).method);
        let terms = &mut self.words.component().terms;
        let own = tracked.arguments[pivot.call].iter().copied();
        let replaced: Vec<(Symbol, Term)> =
            own.zip(parameters).map(|(symbol, parameter)| (symbol, terms.symbol(parameter))).collect();
        Substitution::from_iter(replaced).apply(terms, pivot.condition)
    }

    /// The test that relates the pivot's parameters to others, and the two calls that they belong to.
    fn relation(&mut self, tracked: &Tracked, word: &[LetterId], pivot: &Pivot) -> Unclear {
        let own = &tracked.arguments[pivot.call];
        let terms = &self.words.component().terms;
        let mut tests = atoms(terms, &[tracked.fails]);
        tests.retain(|&test| terms.symbols_of(test).iter().any(|symbol| own.contains(symbol)));
        let owner = |symbol: &Symbol| tracked.arguments.iter().position(|arguments| arguments.contains(symbol));
        let found = tests.into_iter().find_map(|test| {
            let symbols = terms.symbols_of(test);
            let other = symbols.iter().filter_map(owner).find(|&call| call != pivot.call)?;
            Some((test, other))
        });
        let Some((test, other)) = found else {
            return Unclear::HiddenChoice { call: self.name(word[pivot.call]) };
        };
        let (first, second) = (other.min(pivot.call), other.max(pivot.call));
        Unclear::Related { calls: [first, second].map(|call| self.spelled(tracked, word[call], call, test)) }
    }

    /// The call with those of its parameters that the test is about.
    fn spelled(&mut self, tracked: &Tracked, letter: LetterId, call: usize, test: Term) -> String {
        let method = self.letters.get(letter).method;
        let component = self.words.component();
        let symbols = component.terms.symbols_of(test);
        let parameters = component.methods[method].parameters.iter().zip(&tracked.arguments[call]);
        let own = parameters.filter(|(_, symbol)| symbols.contains(symbol)).map(|(binding, _)| binding.name.as_str());
        format!("{}({})", component.methods[method].name, own.collect::<Vec<_>>().join(", "))
    }

    /// A test on the parameters of one call inside of a test that relates them to others: once it is decided, there may
    /// be no relation left.
    fn inner_split(&mut self, tracked: &Tracked, word: &[LetterId]) -> Option<(LetterId, Term)> {
        let terms = &self.words.component().terms;
        let owner = |symbol: &Symbol| tracked.arguments.iter().position(|arguments| arguments.contains(symbol));
        let owners = |test: Term| {
            let mut owners: Vec<Option<usize>> = terms.symbols_of(test).iter().map(owner).collect();
            owners.sort_unstable();
            owners.dedup();
            owners
        };
        let (inner, relating): (Vec<Term>, Vec<Term>) =
            atoms(terms, &[tracked.fails]).into_iter().partition(|&test| owners(test).len() == 1);
        let inside = atoms(terms, &relating);
        let inner = inner.into_iter().filter(|test| inside.contains(test));
        let owned: Vec<(usize, Term)> = inner.filter_map(|test| Some((owners(test)[0]?, test))).collect();
        owned.into_iter().find_map(|(call, condition)| {
            let condition = self.over_parameters(tracked, word[call], &Pivot { call, condition });
            self.is_undecided(word[call], condition).then_some((word[call], condition))
        })
    }

    /// Whether some arguments of the letter satisfy the condition, and some don't.
    fn is_undecided(&mut self, letter: LetterId, condition: Term) -> bool {
        let call = self.letters.get(letter);
        let domain = self.words.component().parameter_domains(call.method);
        let terms = &mut self.words.component().terms;
        let otherwise = terms.not(condition);
        let parts = [condition, otherwise].map(|part| terms.all([call.guard, domain, part]));
        parts.into_iter().all(|part| self.words.is_satisfiable(part))
    }
}
