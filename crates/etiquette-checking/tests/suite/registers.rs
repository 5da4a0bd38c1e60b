//! Interfaces with registers in the product: values are set when calls return, from arguments as they were given.

use etiquette_automata::{Alphabet, Call, Interface, StateId};
use etiquette_checking::{
    Limits, Product, Question, Registers, Unknown, Verdict, Wrong, bounded, check_invariant, inductive, k_induction,
};
use etiquette_component::{Component, GuardedCall, parse, summarise};
use etiquette_logic::{Sort, Term};

/// The body changes its parameter before it returns.
const ADDING: &str = "component adding { var sum: i8 = 0; method add(n: i8) {
    assert n >= 0 && sum + n <= 5; var m: i8 = n; while (n > 0) { n = n - 1; } sum = sum + m; } }";

struct Case {
    component: Component,
    product: Product,
}

/// An interface that allows `add` as long as its register is such that it does not fail; `sets` makes the new value of
/// the register and the argument.
fn case(sets: impl Fn(&mut Component, Term, Term) -> Term) -> Case {
    let mut component = parse(ADDING, "adding.component").expect("a component");
    let summaries = vec![summarise(&mut component, 0)];
    let register = component.terms.new_symbol("register", Sort::Bits(8));
    let [kept, given] =
        [register, component.methods[0].parameters[0].symbol].map(|symbol| component.terms.symbol(symbol));
    let [zero, five] = [0, 5].map(|value| component.terms.bits(8, value));
    let (sum, not_negative) = (component.terms.add(kept, given), component.terms.signed_less_equal(zero, given));
    let fits = component.terms.signed_less_equal(sum, five);
    let (both, value) = (component.terms.and(not_negative, fits), sets(&mut component, kept, given));
    let refused = component.terms.not(both);
    let method = component.methods[0].clone();
    let allowed = Call::of_method(&component, &method);
    let other = Call { id: "add#2".into(), ..allowed.clone() };
    let mut interface = Interface::new(Alphabet::new(vec![allowed, other]));
    let [call, _] = [0, 1].map(|call| interface.alphabet().call_ids().nth(call).expect("two calls"));
    let event = interface.alphabet().event(call, 0);
    interface.connect(StateId(0), event, StateId(0));
    let updates = [((StateId(0), event), vec![(register, value)])].into_iter().collect();
    let registers = Registers { variables: vec![(register, 0)], updates, ..Registers::default() };
    let calls = [both, refused].map(|guard| GuardedCall { method: 0, guard });
    let product = Product::with_registers(&mut component, &summaries, &interface, &calls, &registers);
    Case { component, product }
}

fn ask(case: &mut Case, checker: fn(Question<'_>) -> Verdict, known: &[Term], depth: usize) -> Verdict {
    let Case { component, product } = case;
    let known: Vec<Term> = product.known.iter().chain(known).copied().collect();
    let limits = Limits { depth, ..Limits::default() };
    let question =
        Question { pool: &mut component.terms, system: &product.system, bad: product.bad, known: &known, limits };
    checker(question)
}

#[test]
fn registers_are_set_from_arguments_as_they_were_given() {
    let mut right = case(|component, kept, given| component.terms.add(kept, given));
    assert_eq!(ask(&mut right, bounded, &[], 12), Verdict::Unknown(Unknown::Depth(12)));
    let mut forgets = case(|_, kept, _| kept);
    let Verdict::Reached(trace) = ask(&mut forgets, bounded, &[], 12) else { panic!("it fails") };
    let story = forgets.product.story(&trace);
    assert!(matches!(story.wrong, Some(Wrong::Failed { .. })), "{story:?}");
    assert_eq!(story.word.len(), 1);
}

#[test]
fn what_is_guessed_is_kept_only_if_it_holds() {
    let mut right = case(|component, kept, given| component.terms.add(kept, given));
    let Case { component, product } = &mut right;
    let register = component.terms.symbol(
        *product
            .system
            .variables
            .iter()
            .find(|&&symbol| component.terms.symbol_name(symbol) == "register")
            .expect("it is a variable"),
    );
    let sum = component.terms.symbol(component.variables[0].binding.symbol);
    let disagrees = product.bad;
    let terms = &mut component.terms;
    let zero = terms.bits(8, 0);
    let (equal, small, not_negative) =
        (terms.equal(register, sum), terms.equal(register, zero), terms.signed_less_equal(zero, register));
    let guesses: Vec<Term> = [equal, small, not_negative].into_iter().map(|guess| terms.or(disagrees, guess)).collect();
    let found = inductive(terms, &product.system, &product.known, guesses.clone(), &Limits::default());
    assert!(!found.contains(&guesses[1]), "it does not stay zero");
    let all: Vec<Term> = product.known.iter().chain(&found).copied().collect();
    let never = terms.bool(false);
    check_invariant(terms, &product.system, never, &all).expect("what is left is inductive");
    assert!(!matches!(ask(&mut right, k_induction, &found, 3), Verdict::Reached(_)));
}

/// Returns what it chooses, by way of a loop if `loops`, and allows it again only if its register holds that.
fn returning(loops: bool, asked: Option<u64>) -> Case {
    let way = if loops { "var left: i8 = 1; while (left > 0) { left = left - 1; }" } else { "" };
    let source = format!(
        "component dice {{ var last: i8 = 0; method roll() -> i8 {{
            var points: i8 = *; {way} assert last != 3; last = points; return points; }} }}"
    );
    let mut component = parse(&source, "dice.component").expect("a component");
    let summaries = vec![summarise(&mut component, 0)];
    let register = component.terms.new_symbol("register", Sort::Bits(8));
    let returned = component.methods[0].result.expect("it returns a number");
    let [kept, result] = [register, returned].map(|symbol| component.terms.symbol(symbol));
    let three = component.terms.bits(8, 3);
    let (forbidden, allowed) = (component.terms.equal(kept, three), component.terms.distinct(kept, three));
    let call = Call::of_method(&component, &component.methods[0].clone());
    let other = Call { id: "roll#2".into(), ..call.clone() };
    let mut interface = Interface::new(Alphabet::new(vec![call, other]));
    let event = interface.alphabet().event(interface.alphabet().call_ids().next().expect("a call"), 0);
    interface.connect(StateId(0), event, StateId(0));
    let updates = [((StateId(0), event), vec![(register, result)])].into_iter().collect();
    let returned = asked.map(|number| ((StateId(0), event), number)).into_iter().collect();
    let registers = Registers { variables: vec![(register, 0)], updates, returned };
    let calls = [allowed, forbidden].map(|guard| GuardedCall { method: 0, guard });
    let product = Product::with_registers(&mut component, &summaries, &interface, &calls, &registers);
    Case { component, product }
}

#[test]
fn registers_are_set_to_what_is_returned() {
    for loops in [false, true] {
        let mut right = returning(loops, None);
        assert_eq!(ask(&mut right, bounded, &[], 8), Verdict::Unknown(Unknown::Depth(8)), "{loops}");
        let Case { component, product } = &mut right;
        let kept = product.system.variables.iter().find(|&&kept| component.terms.symbol_name(kept) == "register");
        let kept = component.terms.symbol(*kept.expect("a register"));
        let seven = component.terms.bits(8, 7);
        product.bad = component.terms.equal(kept, seven);
        let Verdict::Reached(trace) = ask(&mut right, bounded, &[], 8) else { panic!("seven may be returned") };
        let last = right.product.results(&right.component.terms, &trace);
        assert_eq!(last.last(), Some(&Some(7)), "{loops}");
    }
}

#[test]
fn runs_that_return_others_are_not_looked_at() {
    for (asked, reaches) in [(None, true), (Some(7), true), (Some(5), false)] {
        let mut dice = returning(false, asked);
        let Case { component, product } = &mut dice;
        let last = component.terms.symbol(component.variables[0].binding.symbol);
        let seven = component.terms.bits(8, 7);
        product.bad = component.terms.equal(last, seven);
        assert_eq!(matches!(ask(&mut dice, bounded, &[], 4), Verdict::Reached(_)), reaches, "{asked:?}");
    }
}
