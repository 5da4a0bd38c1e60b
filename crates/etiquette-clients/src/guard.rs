//! Guards on parameters and registers: do they hold for the arguments of a call, as far as these are known, and for
//! what is known of the object?
//!
//! A guard is read as an expression over the parameters. What can't be read (constants of enums, strings) is not
//! decided, and so is neither true nor false: the caller has to expect both.

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_automata::{Arguments, Call, ITSELF, OTHER, Observer, Register, StateId, Update, argument_type};
use etiquette_component::{ANOTHER, Binding, Detail, Guard, Type, observer_name, register_of};
use etiquette_logic::{Answer, Solver, Sort, Symbol, Term, TermPool, mask, to_signed};
use rustc_hash::FxHashMap;

use crate::comparison::Operand;
use crate::configuration::{Configuration, Said};
use crate::ranges::{Range, Ranges, learn, range_of};

/// What is known about an argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// Nothing.
    Unknown,
    /// A number that the client has from somewhere.
    Value {
        /// The place that it comes from.
        name: u32,
        /// Whether it is known not to be negative.
        not_negative: bool,
    },
    /// This number; booleans are 0 and 1.
    Number(i64),
    /// The null reference.
    Null,
    /// An object, whichever.
    Object,
    /// The object whose method is called.
    Itself,
    /// An object, and not that one.
    Another,
    /// The object that guards call so: one in a role, or `another`.
    Named(Rc<str>),
    /// Null, or an object in no role.
    AnotherOrNull,
    /// An object that was asked what it is like: the methods that were called, and what they said.
    Asked(Rc<[(Rc<str>, bool)]>),
}

/// What observers return that are no truth values.
const NUMBER: Type = Type::Int { width: 32, signed: true };
/// With more observers in one guard, what they say is not followed.
const MOST_OBSERVERS: usize = 4;

/// Whether a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Truth {
    Yes,
    No,
    Unknown,
}

/// The guard of a call, with what is known about it, and what the call sets registers to.
#[derive(Debug)]
pub struct GuardDecider {
    arguments: Arguments,
    /// How many arguments a client writes.
    written: usize,
    condition: Condition,
    /// What observers say where the guard holds, and only there, and the symbols that stand for what they say.
    /// Whether observers return numbers or truth values, the interface does not say, so there may be several readings.
    observed: Vec<(Term, Vec<(String, Symbol)>)>,
    /// What observers are known to return, over registers, by their names in client code.
    returned: BTreeMap<String, Term>,
    /// What always holds of the registers in a state.
    relied_on: BTreeMap<StateId, Term>,
    known: FxHashMap<(Vec<Argument>, Option<Configuration>), Truth>,
}

#[derive(Clone, Copy, Debug)]
enum Condition {
    Always,
    Undecided,
    Term(Term),
}

impl GuardDecider {
    /// Decides the guard of a call.
    pub fn new(call: &Call) -> GuardDecider {
        GuardDecider::among(call, &[], &[])
    }

    /// Decides the guard of a call that may speak of registers, and of objects in roles.
    pub fn among(call: &Call, registers: &[Register], roles: &[&str]) -> GuardDecider {
        let mut arguments = Arguments::with_registers(&[call], registers, &[]);
        // What a guard says about floating-point numbers, or about values with other names, is not decided here.
        let is_object = |value: &str| [OTHER, "null", ITSELF, ANOTHER].contains(&value) || roles.contains(&value);
        let is_exact = arguments.values().iter().all(|value| is_object(value))
            && call.parameters.iter().all(|parameter| !matches!(parameter.ty.as_str(), "float" | "double"));
        let condition = match call.guard.is_always() {
            true => Condition::Always,
            false if is_exact => arguments.guard(call).map_or(Condition::Undecided, Condition::Term),
            false => Condition::Undecided,
        };
        let written = call.written_parameters().len();
        let (relied_on, known) = (BTreeMap::new(), FxHashMap::default());
        let (observed, returned) = (Vec::new(), BTreeMap::new());
        let mut decider = GuardDecider { arguments, written, condition, observed, returned, relied_on, known };
        if decider.depends_on_references() {
            decider.condition = Condition::Undecided;
        }
        decider.observed = call.observed.iter().flat_map(|observed| decider.read_observed(call, observed)).collect();
        decider
    }

    /// Relies on what always holds in a state, as far as it is about registers.
    pub fn rely_on(&mut self, state: StateId, label: &Guard) {
        let scope = self.plain_registers();
        let component = &mut self.arguments.component;
        let read = label.parts_over(component, &scope);
        self.relied_on.insert(state, component.terms.all(read));
    }

    /// Relies on what an observer returns, if client code can see that: a truth value or an `int`.
    pub fn rely_on_observer(&mut self, observer: &Observer) {
        let scope = self.plain_registers();
        let ty = argument_type(&observer.ty);
        let is_seen = [Type::Bool, NUMBER].contains(&ty);
        let read = observer.value.value_over(&mut self.arguments.component, &scope, ty);
        if let Some(value) = read.ok().filter(|_| is_seen) {
            let name = observer.name.trim_end_matches("()");
            self.returned.insert(name.to_owned(), value);
        }
    }

    /// The registers that are numbers or truth values, under their own names.
    fn plain_registers(&self) -> Vec<Binding> {
        let parameters = self.arguments.parameters.iter();
        let registers = parameters.filter_map(|known| {
            let name = register_of(&known.name).filter(|_| !matches!(known.ty, Type::Enum(_)))?;
            Some(Binding { name: name.to_owned(), ..known.clone() })
        });
        registers.collect()
    }

    /// Whether the guard depends on a register that is no number: objects without a name are not told apart.
    fn depends_on_references(&self) -> bool {
        let Condition::Term(condition) = self.condition else { return false };
        let symbols = self.arguments.component.terms.symbols_of(condition);
        let is_reference = |known: &&Binding| register_of(&known.name).is_some() && matches!(known.ty, Type::Enum(_));
        self.arguments.parameters.iter().filter(is_reference).any(|known| symbols.contains(&known.symbol))
    }

    /// The readings of what observers say, each of which is a truth value or an `int`.
    fn read_observed(&mut self, call: &Call, observed: &Guard) -> Vec<(Term, Vec<(String, Symbol)>)> {
        let mut observers = observed.observers();
        observers.sort_unstable();
        observers.dedup();
        if observers.len() > MOST_OBSERVERS {
            return Vec::new();
        }
        let readings = 0..1u32 << observers.len();
        let read = |numbers: u32| {
            let mut scope = call.scope(&self.arguments.parameters).ok()?;
            let component = &mut self.arguments.component;
            let mut symbols: Vec<(String, Symbol)> = Vec::new();
            for (position, observer) in observers.iter().enumerate() {
                let ty = if numbers >> position & 1 == 1 { NUMBER } else { Type::Bool };
                let name = observer_name(observer);
                let symbol = component.terms.new_symbol(&name, component.sort(ty));
                scope.push(Binding { name, ty, symbol });
                symbols.push(((*observer).to_owned(), symbol));
            }
            observed.over(component, &scope).ok().map(|term| (term, symbols))
        };
        readings.filter_map(read).collect()
    }

    /// Whether a reading takes observers for what they are: numbers, or truth values.
    fn fits(&self, symbols: &[(String, Symbol)], said: &[Said]) -> bool {
        let is_truth = |symbol: Symbol| self.arguments.component.terms.symbol_sort(symbol) == Sort::Bool;
        said.iter().all(|said| {
            let of = symbols.iter().find(|(name, _)| name == said.observer());
            of.is_none_or(|(_, symbol)| is_truth(*symbol) == matches!(said, Said::Answer(..)))
        })
    }

    /// Whether it holds for arguments.
    pub fn decide(&mut self, arguments: &[Argument]) -> Truth {
        self.decide_at(arguments, None)
    }

    /// Whether it holds for arguments, and with what is known of the object. What observers said is among that only
    /// where they say the same as the guard.
    pub fn decide_at(&mut self, arguments: &[Argument], at: Option<&Configuration>) -> Truth {
        match self.condition {
            Condition::Always => Truth::Yes,
            // Details of arguments stand behind these.
            Condition::Term(condition) if arguments.len() == self.written => self.solve(condition, arguments, at),
            _ => Truth::Unknown,
        }
    }

    fn solve(&mut self, condition: Term, arguments: &[Argument], at: Option<&Configuration>) -> Truth {
        let key = (arguments.to_vec(), at.cloned());
        if let Some(truth) = self.known.get(&key) {
            return *truth;
        }
        let mut facts: Vec<Term> =
            (0..arguments.len()).flat_map(|index| self.facts(index, &arguments[index])).collect();
        facts.extend(at.into_iter().flat_map(|at| self.facts_at(condition, at, arguments)));
        facts.extend(self.arguments.domains());
        let terms = &mut self.arguments.component.terms;
        let negated = terms.not(condition);
        let possible = |wanted: Term| {
            let assumed: Vec<Term> = facts.iter().copied().chain([wanted]).collect();
            Solver::new().check(terms, &assumed) != Answer::Unsat
        };
        let truth = match (possible(condition), possible(negated)) {
            (true, false) => Truth::Yes,
            (false, true) => Truth::No,
            _ => Truth::Unknown,
        };
        self.known.insert(key, truth);
        truth
    }

    /// Whether the object can't be like that: what observers said contradicts what is known of the registers.
    pub fn is_impossible_at(&mut self, at: &Configuration) -> bool {
        let Condition::Term(condition) = self.condition else { return false };
        let facts = self.facts_at(condition, at, &[]);
        Solver::new().check(&self.arguments.component.terms, &facts) == Answer::Unsat
    }

    /// What is known of the registers once observers were asked by which the guard is told.
    pub fn told(&mut self, at: &Configuration) -> Vec<Range> {
        let mut learned = self.facts_told(at, &[]);
        if let Condition::Term(condition) = self.condition {
            learned.extend(match self.decide_at(&vec![Argument::Unknown; self.written], Some(at)) {
                Truth::Yes => Some(condition),
                Truth::No => Some(self.arguments.component.terms.not(condition)),
                Truth::Unknown => None,
            });
        }
        let symbols: Vec<Symbol> = self.registers().into_iter().map(|(symbol, _)| symbol).collect();
        let mut known: Ranges = symbols.iter().copied().zip(at.registers.iter().copied()).collect();
        learned.into_iter().for_each(|fact| learn(&self.arguments.component.terms, fact, &mut known));
        symbols.iter().map(|symbol| known[symbol]).collect()
    }

    /// What is known of the registers, and that observers say what the guard says.
    fn facts_at(&mut self, condition: Term, at: &Configuration, arguments: &[Argument]) -> Vec<Term> {
        let registers = self.registers();
        let terms = &mut self.arguments.component.terms;
        let mut facts: Vec<Term> = self.relied_on.get(&at.state).copied().into_iter().collect();
        for ((symbol, sort), range) in registers.into_iter().zip(&at.registers) {
            let term = terms.symbol(symbol);
            let (all, range) = (Range::of(sort), range.within(Range::of(sort)));
            let number = |terms: &mut TermPool, number: i64| terms.constant(sort, number as u64 & mask(sort.width()));
            if range.low == range.high {
                let only = number(terms, range.low);
                facts.push(terms.equal(term, only));
            } else if range != all {
                let (low, high) = (number(terms, range.low), number(terms, range.high));
                facts.extend([terms.signed_less_equal(low, term), terms.signed_less_equal(term, high)]);
            }
        }
        let reading = self.observed.iter().find(|(_, symbols)| !at.said.is_empty() && self.fits(symbols, &at.said));
        if let Some((observed, observers)) = reading.cloned() {
            facts.push(self.arguments.component.terms.equal(condition, observed));
            for said in &at.said {
                let of = observers.iter().find(|(name, _)| name == said.observer());
                let it = of.map(|(_, symbol)| self.arguments.component.terms.symbol(*symbol));
                facts.extend(it.and_then(|it| self.fact_said(it, said, arguments)));
            }
        }
        facts.extend(self.facts_told(at, arguments));
        facts
    }

    /// What was said by observers of which it is known what they return.
    fn facts_told(&mut self, at: &Configuration, arguments: &[Argument]) -> Vec<Term> {
        let said = at.said.iter();
        let told: Vec<(Term, &Said)> =
            said.filter_map(|said| Some((*self.returned.get(said.observer())?, said))).collect();
        told.into_iter().filter_map(|(it, said)| self.fact_said(it, said, arguments)).collect()
    }

    /// What was said, of what stands for it.
    fn fact_said(&mut self, it: Term, said: &Said, arguments: &[Argument]) -> Option<Term> {
        let terms = &mut self.arguments.component.terms;
        let sort = terms.sort(it);
        match said {
            Said::Answer(_, answer) => {
                let answer = terms.bool(*answer);
                (sort == Sort::Bool).then(|| terms.equal(it, answer))
            }
            Said::Compared(..) if sort == Sort::Bool => None,
            Said::Number(..) => None,
            Said::Compared(_, comparison, Operand::Number(number)) => {
                let number = terms.constant(sort, *number as u64 & mask(sort.width()));
                Some(comparison.term(terms, it, number))
            }
            Said::Compared(_, comparison, Operand::Value(value)) => {
                let is_it = |argument: &Argument| matches!(argument, Argument::Value { name, .. } if name == value);
                let parameter = self.arguments.parameters.get(arguments.iter().position(is_it)?)?;
                let other = terms.symbol(parameter.symbol);
                (terms.sort(other) == sort).then(|| comparison.term(terms, it, other))
            }
        }
    }

    /// The symbols of the registers.
    fn registers(&self) -> Vec<(Symbol, Sort)> {
        let component = &self.arguments.component;
        let registers = self.arguments.parameters.iter().filter(|known| register_of(&known.name).is_some());
        registers.map(|known| (known.symbol, component.sort(known.ty))).collect()
    }

    /// What registers are once the call was made: the guard holds before it, and it sets registers to these values.
    pub fn after(&mut self, call: &Call, arguments: &[Argument], at: &Configuration, updates: &[Update]) -> Vec<Range> {
        let registers = self.registers();
        let mut known: Ranges = registers.iter().map(|(symbol, _)| *symbol).zip(at.registers.iter().copied()).collect();
        for (parameter, argument) in self.arguments.parameters.iter().zip(arguments) {
            if let (Argument::Number(number), Type::Int { width, .. }) = (argument, parameter.ty) {
                let number = to_signed(*number as u64 & mask(width), width);
                known.insert(parameter.symbol, Range::exactly(number));
            }
            if let (Argument::Number(number), Type::Bool) = (argument, parameter.ty) {
                known.insert(parameter.symbol, Range::exactly((*number != 0).into()));
            }
        }
        let guard = if let Condition::Term(condition) = self.condition { Some(condition) } else { None };
        let conditions: Vec<Term> = self.relied_on.get(&at.state).copied().into_iter().chain(guard).collect();
        // Twice, since what one of them says of a symbol may help another.
        for condition in conditions.repeat(2) {
            learn(&self.arguments.component.terms, condition, &mut known);
        }
        let mut after: Vec<Range> = registers.iter().map(|(symbol, _)| known[symbol]).collect();
        for update in updates {
            after[update.register] = self.value(call, update, registers[update.register].1, &known);
        }
        after
    }

    fn value(&mut self, call: &Call, update: &Update, sort: Sort, known: &Ranges) -> Range {
        let register = self.arguments.parameters.iter().filter(|known| register_of(&known.name).is_some());
        let ty = register.map(|known| known.ty).nth(update.register).unwrap_or(Type::Bool);
        let value = self.arguments.value(call, &update.value, ty).ok().filter(|_| !matches!(ty, Type::Enum(_)));
        let range = value.map(|value| range_of(&self.arguments.component.terms, value, known));
        range.filter(|range| *range != Range::of(sort)).unwrap_or(Range::ANY)
    }

    /// That a parameter has the value of its argument; that of a box is an object with a number in it.
    fn facts(&mut self, parameter: usize, argument: &Argument) -> Vec<Term> {
        let object = self.arguments.named(OTHER);
        let (value, inside) = match argument {
            Argument::Value { not_negative: true, .. } => return self.is_not_negative(parameter).into_iter().collect(),
            Argument::Unknown | Argument::Value { .. } => return Vec::new(),
            Argument::Object => return vec![self.is_not_null(parameter)],
            Argument::Number(number) if self.is_reference(parameter) => (object, Some(*number as u64)),
            Argument::Number(number) => (*number as u64, None),
            Argument::Asked(answers) => return self.said_by(parameter, answers),
            Argument::Null => (self.arguments.named("null"), None),
            // Where no guard names the object itself, it is an object like any other.
            Argument::Itself => (self.arguments.named(ITSELF), None),
            Argument::Another => (object, None),
            Argument::Named(name) => (self.arguments.named(name), None),
            Argument::AnotherOrNull => return vec![self.is_another_or_null(parameter)],
        };
        let box_value = inside.zip(self.boxed(parameter));
        let mut facts = vec![self.arguments.equal(parameter, value)];
        facts.extend(box_value.map(|(value, position)| self.arguments.equal(position, value)));
        facts
    }

    /// That an argument is there, and is what it said it is.
    fn said_by(&mut self, parameter: usize, answers: &[(Rc<str>, bool)]) -> Vec<Term> {
        let argument = self.arguments.parameters[parameter].name.clone();
        let mut facts = vec![self.is_not_null(parameter)];
        for (method, answer) in answers {
            let name = Detail::Observer(&format!("{method}()")).name_for(&argument);
            let detail = self.arguments.parameters.iter().position(|known| known.name == name);
            facts.extend(detail.map(|detail| self.arguments.equal(detail, (*answer).into())));
        }
        facts
    }

    fn is_another_or_null(&mut self, parameter: usize) -> Term {
        let [null, another] = ["null", ANOTHER].map(|name| self.arguments.named(name));
        let (null, another) = (self.arguments.equal(parameter, null), self.arguments.equal(parameter, another));
        self.arguments.component.terms.or(null, another)
    }

    fn is_not_null(&mut self, parameter: usize) -> Term {
        let null = self.arguments.equal(parameter, self.arguments.named("null"));
        self.arguments.component.terms.not(null)
    }

    fn is_not_negative(&mut self, parameter: usize) -> Option<Term> {
        let parameter = self.arguments.parameters.get(parameter)?;
        let Type::Int { width, signed: true } = parameter.ty else { return None };
        let terms = &mut self.arguments.component.terms;
        let (value, zero) = (terms.symbol(parameter.symbol), terms.bits(width, 0));
        Some(terms.signed_less_equal(zero, value))
    }

    fn is_reference(&self, parameter: usize) -> bool {
        matches!(self.arguments.parameters[parameter].ty, Type::Enum(_))
    }

    /// The parameter that stands for the number in a box.
    fn boxed(&self, parameter: usize) -> Option<usize> {
        let name = Detail::Value.name_for(&self.arguments.parameters[parameter].name);
        self.arguments.parameters.iter().position(|known| known.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_automata::Parameter;

    fn guard(ty: &str, text: &str) -> GuardDecider {
        let parameters = vec![Parameter { name: "p".into(), ty: ty.into() }];
        GuardDecider::new(&Call { parameters, guard: text.into(), ..Call::simple("m") })
    }

    #[test]
    fn constants_decide_and_others_do_not() {
        let mut small = guard("int", "0 < p && p < 20");
        assert_eq!(small.decide(&[Argument::Number(7)]), Truth::Yes);
        assert_eq!(small.decide(&[Argument::Number(-1)]), Truth::No);
        assert_eq!(small.decide(&[Argument::Unknown]), Truth::Unknown);
    }

    #[test]
    fn what_arguments_said_decides() {
        let parameters = ["Address", "boolean"].into_iter().zip(["p", "p.isUnresolved()"]);
        let parameters = parameters.map(|(ty, name)| Parameter { name: name.into(), ty: ty.into() }).collect();
        let guard = "p == null || !p.isUnresolved()".into();
        let mut resolved = GuardDecider::new(&Call { parameters, guard, ..Call::simple("bind") });
        let asked = |method: &str, answer| Argument::Asked([(method.into(), answer)].into());
        let told = [asked("isUnresolved", false), asked("isUnresolved", true), asked("isOpen", true), Argument::Null];
        let truths = told.map(|argument| resolved.decide(&[argument]));
        assert_eq!(truths, [Truth::Yes, Truth::No, Truth::Unknown, Truth::Yes]);
    }

    #[test]
    fn the_object_itself_is_told_from_others() {
        let mut itself = guard("Foo", "p == this");
        let told = [Argument::Itself, Argument::Another, Argument::Null, Argument::Object, Argument::Unknown];
        let truths = told.map(|argument| itself.decide(&[argument]));
        assert_eq!(truths, [Truth::Yes, Truth::No, Truth::No, Truth::Unknown, Truth::Unknown]);
        assert_eq!(guard("Foo", "p != null").decide(&[Argument::Itself]), Truth::Yes);
    }

    #[test]
    fn objects_in_roles_are_told_apart() {
        let parameters = vec![Parameter { name: "p".into(), ty: "Sink".into() }];
        let told = [Argument::Named("sink".into()), Argument::Named(ANOTHER.into()), Argument::AnotherOrNull];
        for (guard, truths) in [
            ("p == sink", [Truth::Yes, Truth::No, Truth::No]),
            ("p == another", [Truth::No, Truth::Yes, Truth::Unknown]),
            ("p == object", [Truth::Yes, Truth::Yes, Truth::Unknown]),
            ("p != this", [Truth::Yes; 3]),
        ] {
            let call = Call { parameters: parameters.clone(), guard: guard.into(), ..Call::simple("m") };
            let mut decider = GuardDecider::among(&call, &[], &["sink"]);
            assert_eq!(told.clone().map(|argument| decider.decide(&[argument])), truths, "{guard}");
        }
    }

    #[test]
    fn boxes_have_a_number_in_them() {
        let parameters = [("p", "java.lang.Integer"), ("p.value", "int")];
        let parameters = parameters.map(|(name, ty)| Parameter { name: name.into(), ty: ty.into() }).to_vec();
        let guard = "p != null && p.value > 3".into();
        let mut large = GuardDecider::new(&Call { parameters, guard, ..Call::simple("m") });
        assert_eq!(large.decide(&[Argument::Number(7)]), Truth::Yes);
        assert_eq!(large.decide(&[Argument::Number(3)]), Truth::No);
        assert_eq!(large.decide(&[Argument::Null]), Truth::No);
        assert_eq!(large.decide(&[Argument::Object]), Truth::Unknown);
        assert_eq!(guard_of_box().decide(&[Argument::Number(0)]), Truth::Yes);
    }

    /// Nothing is said about the number: zero is no null.
    fn guard_of_box() -> GuardDecider {
        guard("java.lang.Integer", "p != null")
    }

    #[test]
    fn references_are_null_or_not() {
        let mut given = guard("java.lang.String", "p != null");
        assert_eq!(given.decide(&[Argument::Null]), Truth::No);
        assert_eq!(given.decide(&[Argument::Object]), Truth::Yes);
        assert_eq!(guard("Mode", "p == STRICT").decide(&[Argument::Object]), Truth::Unknown);
    }
}
