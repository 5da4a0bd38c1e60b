//! Readable guards: a condition over parameters as intervals and equalities where it is one, else as a simplified
//! formula.

use etiquette_component::{Binding, Component, Detail, Scope, Type};
use etiquette_logic::{
    Answer, BinaryOp, Node, Solver, Sort, Symbol, Term, TermPool, UnaryOp, evaluate, mask, to_signed,
};
use etiquette_predicates::atoms;
use rustc_hash::FxHashMap;

use crate::readable::budgets::guards::{MAX_CASES, MAX_INTERVALS, SMALL_NUMBERS};
use crate::readable::cover::{assuming, tidied};
use crate::readable::values::{Condition, integer_range, interval_condition, named_value_condition};

/// The guard of a call of the method, in the source language's syntax.
pub(crate) fn guard_text(component: &mut Component, method: usize, guard: Term) -> String {
    let bindings = component.methods[method].parameters.clone();
    let guard = without_branches(&mut component.terms, guard);
    let guard = shortened(component, &bindings, guard);
    let mut parts = Vec::new();
    let mut rest = component.terms.bool(true);
    let mut of_one: Vec<(Symbol, Term)> = Vec::new();
    for conjunct in component.terms.conjuncts(guard) {
        match component.terms.symbols_of(conjunct)[..] {
            [symbol] => match of_one.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, all)) => *all = component.terms.and(*all, conjunct),
                None => of_one.push((symbol, conjunct)),
            },
            _ => rest = component.terms.and(rest, conjunct),
        }
    }
    for binding in &bindings {
        if let Some((_, condition)) = of_one.iter().find(|(symbol, _)| *symbol == binding.symbol) {
            parts.push(of_parameter(component, method, binding, *condition));
        }
    }
    if !component.is_true(rest) {
        let rest = asking_last(component, &bindings, rest);
        parts.push(formula(component, method, rest));
    }
    Condition::all(parts).text
}

/// The guard with cases in the place of comparisons of numbers that conditions choose: what is written as
/// `((a ? 1 : 0) | (b ? 1 : 0)) == 0` is `!a && !b`.
fn without_branches(terms: &mut TermPool, guard: Term) -> Term {
    let mut with: FxHashMap<Term, Term> = FxHashMap::default();
    for part in terms.reachable(&[guard]) {
        let is_comparison = matches!(terms.node(part), Node::Binary(_, one, _)
            if terms.sort(part) == Sort::Bool && terms.sort(one) != Sort::Bool);
        if is_comparison && let Some(cases) = by_cases(terms, part, MAX_CASES) {
            with.insert(part, cases);
        }
    }
    if with.is_empty() { guard } else { terms.replace(guard, &with) }
}

/// A condition by the cases of its branches, if these are few.
fn by_cases(terms: &mut TermPool, atom: Term, most: usize) -> Option<Term> {
    let branch = terms.reachable(&[atom]).into_iter().find_map(|part| match terms.node(part) {
        Node::Ite(condition, ..) => Some(condition),
        _ => None,
    });
    let Some(branch) = branch else { return Some(atom) };
    let most = most.checked_sub(1)?;
    let [yes, no] = [true, false].map(|case| {
        let constant = terms.bool(case);
        let decided = terms.replace(atom, &FxHashMap::from_iter([(branch, constant)]));
        by_cases(terms, decided, most)
    });
    Some(terms.ite(branch, yes?, no?))
}

/// The guard without what it says twice. One parameter's values are better shown as intervals.
fn shortened(component: &mut Component, bindings: &[Binding], guard: Term) -> Term {
    if component.terms.symbols_of(guard).len() < 2 {
        return guard;
    }
    let domains = component.domains(bindings);
    let present = what_has_classes_is_there(component, bindings);
    let domains = component.terms.and(domains, present);
    let mut assumed = assuming(&component.terms, domains);
    let tidy = tidied(&mut component.terms, &mut assumed, guard);
    with_comparisons(&mut component.terms, &mut assumed, tidy)
}

/// Null is no instance of a class. Expressions mean the same: `key instanceof Key` does not hold of null.
fn what_has_classes_is_there(component: &mut Component, bindings: &[Binding]) -> Term {
    let mut all = component.terms.bool(true);
    for instance in bindings {
        let Some((argument, Detail::Instance(_))) = Detail::read(&instance.name) else { continue };
        let Some(argument) = bindings.iter().find(|known| known.name == argument) else { continue };
        let nothing = (0..component.value_count(argument.ty).unwrap_or(0))
            .find(|&value| component.value_name(argument.ty, value) == "null");
        let sort = component.sort(argument.ty);
        let terms = &mut component.terms;
        let Some(nothing) = nothing.map(|value| terms.constant(sort, value)) else { continue };
        let [argument, instance] = [argument.symbol, instance.symbol].map(|symbol| terms.symbol(symbol));
        let (is_null, is_none) = (terms.equal(argument, nothing), terms.not(instance));
        let present = terms.not(is_null);
        let either = terms.or(present, is_none);
        all = terms.and(all, either);
    }
    all
}

/// The same condition with what asks arguments behind everything else: what is null can't be asked.
fn asking_last(component: &mut Component, bindings: &[Binding], guard: Term) -> Term {
    let asks = |known: &&Binding| matches!(Detail::read(&known.name), Some((_, Detail::Observer(_))));
    let asked: Vec<Symbol> = bindings.iter().filter(asks).map(|known| known.symbol).collect();
    let terms = &mut component.terms;
    let in_order = |terms: &TermPool, mut parts: Vec<Term>| {
        parts.sort_by_key(|part| terms.symbols_of(*part).iter().any(|symbol| asked.contains(symbol)));
        parts
    };
    let conjuncts = terms.conjuncts(guard).into_iter();
    let conjuncts: Vec<Term> = conjuncts
        .map(|part| {
            let alternatives = disjuncts(terms, part);
            let alternatives = in_order(terms, alternatives);
            chain(terms, BinaryOp::Or, alternatives)
        })
        .collect();
    let conjuncts = in_order(terms, conjuncts);
    chain(terms, BinaryOp::And, conjuncts)
}

/// Conditions joined as they stand: nothing is put in another order.
fn chain(terms: &mut TermPool, operator: BinaryOp, parts: Vec<Term>) -> Term {
    let joined = parts.into_iter().reduce(|one, other| terms.intern(Node::Binary(operator, one, other)));
    joined.unwrap_or_else(|| terms.bool(operator == BinaryOp::And))
}

/// What stands between `||`, in order, where a condition is written without `!` in front of all of it.
fn disjuncts(terms: &mut TermPool, term: Term) -> Vec<Term> {
    let (mut found, mut pending) = (Vec::new(), vec![term]);
    while let Some(term) = pending.pop() {
        match terms.node(term) {
            Node::Binary(BinaryOp::Or, one, other) => pending.extend([other, one]),
            Node::Unary(UnaryOp::Not, inner) if matches!(terms.node(inner), Node::Binary(BinaryOp::And, ..)) => {
                let parts = terms.conjuncts(inner).into_iter().rev();
                pending.extend(parts.map(|part| terms.not(part)));
            }
            _ => found.push(term),
        }
    }
    found
}

/// `x < y` in the place of `x != y`, where one of them is never the smaller one.
fn with_comparisons(terms: &mut TermPool, assumed: &mut Solver, guard: Term) -> Term {
    let parts = terms.conjuncts(guard).into_iter();
    let parts: Vec<Term> = parts.map(|part| comparison(terms, assumed, part).unwrap_or(part)).collect();
    terms.all(parts)
}

fn comparison(terms: &mut TermPool, assumed: &mut Solver, part: Term) -> Option<Term> {
    let Node::Unary(UnaryOp::Not, equation) = terms.node(part) else { return None };
    let Node::Binary(BinaryOp::Equal, one, other) = terms.node(equation) else { return None };
    if !matches!(terms.sort(one), Sort::Bits(_)) {
        return None;
    }
    [(one, other), (other, one)].into_iter().find_map(|(small, large)| {
        let is_larger = terms.signed_less(large, small);
        (assumed.check(terms, &[is_larger]) == Answer::Unsat).then(|| terms.signed_less(small, large))
    })
}

fn formula(component: &Component, method: usize, condition: Term) -> Condition {
    let text = Scope::new(component, Some(&component.methods[method])).readable(condition);
    let is_or = matches!(component.terms.node(condition), Node::Binary(BinaryOp::Or, _, _));
    Condition::formula(text, is_or)
}

/// A condition on a single parameter.
fn of_parameter(component: &mut Component, method: usize, binding: &Binding, condition: Term) -> Condition {
    let holds = |value: u64| evaluate(&component.terms, condition, |_| value) != 0;
    match binding.ty {
        Type::Bool | Type::Enum(_) => {
            let count = component.value_count(binding.ty).unwrap_or(2);
            let values: Vec<u64> = (0..count).filter(|&value| holds(value)).collect();
            named_value_condition(component, &component.methods[method].readable_name(binding), binding.ty, &values)
        }
        Type::Int { width, signed } => match intervals(&mut component.terms, binding, condition) {
            Some(found) => {
                let range = self::range(component, method, binding).unwrap_or(integer_range(width, signed));
                let within = |&(from, to): &(i128, i128)| (from.max(range.0), to.min(range.1));
                let found: Vec<(i128, i128)> = found.iter().map(within).filter(|(from, to)| from <= to).collect();
                interval_condition(&component.methods[method].readable_name(binding), &found, range)
            }
            None => formula(component, method, condition),
        },
    }
}

/// What a register is known to lie between, where that is not all of its type.
fn range(component: &mut Component, method: usize, binding: &Binding) -> Option<(i128, i128)> {
    let domains = component.parameter_domains(method);
    let own = component.terms.conjuncts(domains).into_iter();
    let own: Vec<Term> = own.filter(|part| component.terms.symbols_of(*part) == [binding.symbol]).collect();
    let all = component.terms.all(own);
    match intervals(&mut component.terms, binding, all)?[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The intervals of numbers that satisfy a condition on a parameter, unless they are many.
fn intervals(terms: &mut TermPool, parameter: &Binding, condition: Term) -> Option<Vec<(i128, i128)>> {
    let Type::Int { width, signed } = parameter.ty else { return None };
    let found = match pieces(terms, condition, (width, signed)) {
        Some(starts) => between_pieces(terms, condition, &starts, (width, signed)),
        None if alternates(terms, condition, width) => return None,
        None => {
            Search { condition, variable: parameter.symbol, width, signed, solver: Solver::new() }.intervals(terms)?
        }
    };
    (found.len() <= MAX_INTERVALS).then_some(found)
}

/// Numbers between which a condition does not change, the lowest one first: known where it only compares its variable
/// with constants.
fn pieces(terms: &TermPool, condition: Term, (width, signed): (u32, bool)) -> Option<Vec<i128>> {
    let (lowest, highest) = integer_range(width, signed);
    // Where signed and unsigned numbers go on in different ways.
    let mut starts = vec![lowest, 0, 1 << (width - 1)];
    for atom in atoms(terms, &[condition]) {
        let constant = number(compared_with(terms, atom)?, width, signed);
        starts.extend([constant, constant + 1]);
    }
    starts.retain(|start| (lowest..=highest).contains(start));
    starts.sort_unstable();
    starts.dedup();
    Some(starts)
}

/// The constant with which an atomic condition compares a variable.
fn compared_with(terms: &TermPool, atom: Term) -> Option<u64> {
    let Node::Binary(
        BinaryOp::Equal
        | BinaryOp::UnsignedLess
        | BinaryOp::UnsignedLessEqual
        | BinaryOp::SignedLess
        | BinaryOp::SignedLessEqual,
        one,
        other,
    ) = terms.node(atom)
    else {
        return None;
    };
    match (terms.node(one), terms.node(other)) {
        (Node::Symbol(_), Node::Bits { value, .. }) | (Node::Bits { value, .. }, Node::Symbol(_)) => Some(value),
        _ => None,
    }
}

/// The intervals of a condition that does not change between the starts of pieces.
fn between_pieces(
    terms: &TermPool,
    condition: Term,
    starts: &[i128],
    (width, signed): (u32, bool),
) -> Vec<(i128, i128)> {
    let (_, highest) = integer_range(width, signed);
    let ends = starts.iter().skip(1).map(|start| start - 1).chain([highest]);
    let mut found: Vec<(i128, i128)> = Vec::new();
    for (&start, end) in starts.iter().zip(ends) {
        if evaluate(terms, condition, |_| start as u64 & mask(width)) == 0 {
            continue;
        }
        match found.last_mut() {
            Some((_, last)) if *last + 1 == start => *last = end,
            _ => found.push((start, end)),
        }
    }
    found
}

/// Whether small numbers alone show that there are too many intervals.
fn alternates(terms: &TermPool, condition: Term, width: u32) -> bool {
    let small = (0..SMALL_NUMBERS.min(mask(width))).map(|value| evaluate(terms, condition, |_| value) != 0);
    let small: Vec<bool> = small.collect();
    small.windows(2).filter(|pair| pair[0] != pair[1]).count() > 2 * MAX_INTERVALS
}

fn number(value: u64, width: u32, signed: bool) -> i128 {
    if signed { i128::from(to_signed(value, width)) } else { i128::from(value) }
}

/// Less than a number, and at most as large: together they tell the number apart from all else.
pub(crate) fn bounds_at(pool: &mut TermPool, variable: Term, number: Term, signed: bool) -> [Term; 2] {
    let at_least = ordered(pool, number, variable, signed);
    [pool.not(at_least), ordered(pool, variable, number, signed)]
}

/// One is at most as large as the other.
pub(crate) fn ordered(pool: &mut TermPool, small: Term, large: Term, signed: bool) -> Term {
    if signed { pool.signed_less_equal(small, large) } else { pool.unsigned_less_equal(small, large) }
}

/// Finds the intervals of numbers that satisfy a condition, whatever it is.
struct Search {
    condition: Term,
    variable: Symbol,
    width: u32,
    signed: bool,
    solver: Solver,
}

impl Search {
    fn intervals(&mut self, pool: &mut TermPool) -> Option<Vec<(i128, i128)>> {
        let (mut from, highest) = integer_range(self.width, self.signed);
        let mut found = Vec::new();
        let not = pool.not(self.condition);
        while let Some(start) = self.first(pool, self.condition, from, highest) {
            if found.len() == MAX_INTERVALS {
                return None;
            }
            let end = self.first(pool, not, start, highest).map_or(highest, |after| after - 1);
            found.push((start, end));
            if end == highest {
                break;
            }
            from = end + 1;
        }
        Some(found)
    }

    /// The smallest number in a range that satisfies the condition: any, then halving the part below it.
    fn first(&mut self, pool: &mut TermPool, condition: Term, from: i128, to: i128) -> Option<i128> {
        let mut best = self.any(pool, condition, from, to)?;
        let mut low = from;
        while low < best {
            let middle = low + (best - low) / 2;
            match self.any(pool, condition, low, middle) {
                Some(smaller) => best = smaller,
                None => low = middle + 1,
            }
        }
        Some(best)
    }

    fn any(&mut self, pool: &mut TermPool, condition: Term, from: i128, to: i128) -> Option<i128> {
        let variable = pool.symbol(self.variable);
        let (low, high) = (self.constant(pool, from), self.constant(pool, to));
        let above = ordered(pool, low, variable, self.signed);
        let below = ordered(pool, variable, high, self.signed);
        match self.solver.check(pool, &[condition, above, below]) {
            Answer::Sat => Some(number(self.solver.symbol_value(self.variable), self.width, self.signed)),
            _ => None,
        }
    }

    fn constant(&self, pool: &mut TermPool, number: i128) -> Term {
        pool.bits(self.width, number as u64 & mask(self.width))
    }
}

#[cfg(test)]
mod tests {
    use etiquette_component::{parse, parse_condition};

    use super::*;

    type Intervals = Option<Vec<(i128, i128)>>;

    /// What the looks of a condition on `x` tell, and what the solver finds.
    fn both_ways(ty: &str, condition: &str) -> (Intervals, Intervals) {
        let text = format!("component c {{ var x: {ty} = 0; method m() {{ }} }}");
        let mut component = parse(&text, "test").expect("the component is well-formed");
        let condition = parse_condition(&mut component, condition).expect("the condition is well-formed");
        let Binding { symbol: variable, ty, .. } = component.variables[0].binding.clone();
        let Type::Int { width, signed } = ty else { panic!("numbers only") };
        let terms = &mut component.terms;
        let starts = pieces(terms, condition, (width, signed));
        let seen = starts.map(|starts| between_pieces(terms, condition, &starts, (width, signed)));
        (seen, Search { condition, variable, width, signed, solver: Solver::new() }.intervals(terms))
    }

    #[test]
    fn comparisons_with_constants_need_no_solver() {
        for ty in ["i8", "u8", "i32"] {
            for condition in
                ["x < 5", "3 <= x && x != 7", "x == 0 || x > 100", "x <= 127 && x >= 127", "!(x < 9 && x > 2)"]
            {
                let (seen, found) = both_ways(ty, condition);
                assert!(seen.is_some(), "`{condition}` compares with constants");
                assert_eq!(seen, found, "`{condition}` over {ty}");
            }
        }
    }

    #[test]
    fn other_conditions_are_left_to_the_solver() {
        let (seen, found) = both_ways("i8", "x + 1 < 5");
        assert_eq!((seen, found), (None, Some(vec![(-128, 3), (127, 127)])));
    }

    #[test]
    fn even_numbers_are_no_intervals() {
        let mut component =
            parse("component c { var x: i32 = 0; method m() { } }", "test").expect("the component is well-formed");
        let even = parse_condition(&mut component, "(x & 1) == 0").expect("the condition is well-formed");
        assert!(alternates(&component.terms, even, 32));
        let small = parse_condition(&mut component, "x + 1 < 5").expect("the condition is well-formed");
        assert!(!alternates(&component.terms, small, 32));
    }
}
