//! Interfaces in formats of others: what they mean, and where they are wrong.

use etiquette_applications::reading::{ReadInterface, read_expression, read_order, read_protocol};
use etiquette_automata::{Comparison, Interface, Realizable, accepted_words, compare, regular_expression};
use etiquette_component::{Component, Diagnostic};

use crate::common;
use crate::common::{component, example};

fn same(left: &Interface, right: &Interface) {
    assert_eq!(compare(left, right, Realizable::Strict), Ok(Comparison::Equal));
}

fn words(read: &ReadInterface, length: usize) -> Vec<String> {
    let alphabet = read.interface.alphabet();
    let text = |word: Vec<_>| word.into_iter().map(|event| alphabet.event_name(event)).collect::<Vec<_>>().join(" ");
    accepted_words(&read.interface, length).map(text).collect()
}

fn problem(result: Result<ReadInterface, Diagnostic>, text: &str) -> (String, String) {
    let problem = result.expect_err(text);
    (problem.message.clone(), text[problem.span.range()].to_owned())
}

#[test]
fn expressions_have_all_operators() {
    let c = component("component c { method a() { } method b() { } method d() -> bool { return true; } }");
    let read = |text: &str| read_expression(&c, text).expect(text);
    assert_eq!(words(&read("a b | b"), 3), ["", "a", "b", "a b"]);
    assert_eq!(words(&read("a? b+"), 2), ["", "a", "b", "a b", "b b"]);
    assert_eq!(words(&read("d -> true a"), 2), ["", "d -> true", "d -> true a"]);
    assert_eq!(words(&read("ε | ∅ a"), 2), [""]);
    assert_eq!(words(&read("<d -> false> // and no more\n a"), 2), ["", "d -> false", "d -> false a"]);
    // A beginning that can't be finished is none.
    assert_eq!(words(&read("a b | b ∅"), 2), ["", "a", "a b"]);
}

#[test]
fn our_own_expressions_are_read_again() {
    for name in ["file", "lock", "sensor"] {
        let component = example(name);
        let outcome = common::work_out(&component, &mut etiquette_outcome::Run::default()).expect("it is taken");
        let Ok(expression) = regular_expression(&outcome.interface, etiquette_automata::Language::PrefixClosed, 10_000)
        else {
            continue;
        };
        let text = expression.display(outcome.interface.alphabet()).to_string();
        let again = read_expression(&component, &text).expect(&text);
        let order =
            |interface: &Interface| words(&ReadInterface { interface: interface.clone(), notes: Vec::new() }, 4).len();
        assert_eq!(order(&outcome.interface), order(&again.interface), "{name}: {text}");
    }
}

#[test]
fn protocols_are_read() {
    let c = component("component c { method open() -> bool { return true; } method close() { } method read() { } }");
    let text = "package a.b; import x.*;
        typestate File { // a comment
            Init = { boolean open(): <true: Open, false: end> }
            Open = { void read(): { void read(): Open, drop: end }, void close(): end } }";
    let read = read_protocol(&c, text).expect("a protocol");
    same(
        &read.interface,
        &read_expression(&c, "open -> false | open -> true (read read)* (read | close)?")
            .expect("an expression")
            .interface,
    );
}

#[test]
fn wrong_protocols_are_located() {
    let c = component("component c { method open() -> bool { return true; } method close() { } }");
    let wrong = |text: &str| problem(read_protocol(&c, text), text);
    assert_eq!(wrong("typestate F { A = { void clos(): end } }"), ("there is no method `clos`".into(), "clos".into()));
    assert_eq!(wrong("typestate F { A = { void close(): B } }"), ("there is no state `B`".into(), "B".into()));
    assert_eq!(
        wrong("typestate F { A = { boolean open(): <yes: A> } }"),
        ("the method has no outcome `yes`".into(), "yes".into())
    );
    assert!(wrong("typestate F { A = { void close(): end, void close(): A } }").0.contains("already"));
    assert!(wrong("typestate F { A = { close(): end } }").0.contains("no type"));
    assert!(wrong("typestate F { A = { void close() end } }").0.contains("expected `:`"));
    assert!(wrong("typestate F { A = { void close(): end }").0.contains("found the end"));
    assert!(wrong("state F { }").0.contains("expected `typestate`"));
}

#[test]
fn rules_are_read() {
    let source = "component c { method init(key: bool) { } method update() { } method sign() { } method reset() { } method old() { } }";
    let c = component(source);
    let rule = "SPEC a.b.Signer
        OBJECTS boolean key; java.lang.String name;
        FORBIDDEN old() => s;
        EVENTS i: init(key); u: update(); s: sign(); Work := u | s;
        ORDER i, Work+
        CONSTRAINTS name in {\"x\"};";
    let read = read_order(&c, rule).expect("a rule");
    let expected = read_expression(&c, "reset* init reset* ((update | sign) reset*)*").expect("an expression");
    same(&read.interface, &expected.interface);
    assert_eq!(read.notes.len(), 2, "{:?}", read.notes);
    assert!(read.notes[0].contains("`reset`") && read.notes[1].contains("CONSTRAINTS"), "{:?}", read.notes);
    // In an order, alternatives bind more than sequences.
    let bare = read_order(&c, "init, update | sign, sign").expect("an order");
    assert!(words(&bare, 3).contains(&"init(key) update sign".to_owned()), "{:?}", words(&bare, 3));
}

#[test]
fn constraints_restrict_the_arguments_of_events() {
    let c =
        component("component c { method init(size: u8, start: u8) { } method put(value: u8) { } method reset() { } }");
    let rule = "OBJECTS byte size; byte start; byte value;
        EVENTS i: init(size, start); p: put(value); r: reset();
        ORDER i, (p | r)*
        CONSTRAINTS size >= 16; start < size; value in {1, 2}; size > value;";
    let read = read_order(&c, rule).expect("a rule");
    let text = "init(size, start) [size >= 16 && start < size] (put | reset)*";
    same(&read.interface, &read_expression(&c, text).expect("an expression").interface);
    assert!(read.notes.iter().any(|note| note.contains("CONSTRAINTS (in part)")), "{:?}", read.notes);
    let whole = read_order(&c, &rule.replace(" value in {1, 2}; size > value;", "")).expect("a rule");
    assert_eq!(whole.notes, Vec::<String>::new());
}

#[test]
fn wrong_rules_are_located() {
    let c = component("component c { method init(key: bool) { } method sign() { } }");
    let wrong = |text: &str| problem(read_order(&c, text), text);
    assert_eq!(wrong("ORDER init, sigm"), ("there is no method `sigm`".into(), "sigm".into()));
    assert_eq!(wrong("EVENTS s: sign(); ORDER s, t"), ("there is no label `t`".into(), "t".into()));
    assert!(wrong("EVENTS s: sign(_); ORDER s").0.contains("these parameters"));
    assert!(wrong("SPEC a.B EVENTS s: sign();").0.contains("no `ORDER`"));
    assert!(wrong("init sign").0.contains("expected `,`"));
}

#[test]
fn constructors_go_without_saying() {
    let c = component("component c { new c() { } method a() { } }");
    let check = |c: &Component, text: &str| read_expression(c, text).expect(text);
    let constructor = c.methods.iter().find(|method| method.constructor).expect("a constructor").name.clone();
    assert_eq!(words(&check(&c, "a"), 2), [String::new(), constructor.clone(), format!("{constructor} a")]);
    same(&check(&c, "a").interface, &check(&c, &format!("{constructor} a")).interface);
}

#[test]
fn wrong_expressions_are_located() {
    let c = component("component c { method a() { } method move(p: u4) { } }");
    let wrong = |text: &str| problem(read_expression(&c, text), text);
    assert_eq!(wrong("a (b | a)").1, "b");
    assert!(wrong("(a").0.contains("expected `)`"));
    assert!(wrong("a )").0.contains("expected a call"));
    assert!(wrong("a | ").0.contains("found the end"));
    assert!(wrong("move(p) [q > 3]").1.contains('q'));
    assert!(wrong("move(99)").0.contains("no value"));
    let deep = format!("{}a{}", "(".repeat(5000), ")".repeat(5000));
    assert!(wrong(&deep).0.contains("too deeply"));
}
