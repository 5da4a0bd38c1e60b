//! Roles in the component language: what they become, that printing is the inverse of parsing, and what is refused.

use etiquette_component::{Component, Meaning, Part, parse, print};

const LIST: &str = include_str!("../../../../examples/list-with-iterators.component");

fn names(component: &Component) -> Vec<&str> {
    component.methods.iter().map(|method| method.name.as_str()).collect()
}

fn flat(source: &str) -> Component {
    parse(source, "x.component").unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn a_role_becomes_variables_and_methods_of_one_component() {
    let list = flat(LIST);
    let expected = ["add", "clear", "iterator", "it.next", "it.remove", "another it.remove"];
    assert_eq!(names(&list), expected);
    let variables: Vec<&str> = list.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(variables, ["changes", "it.made", "it.expected", "it.at_element"]);
    let meaning = Meaning::of(&list.roles, "iterator", false);
    assert_eq!((meaning.on, meaning.makes), (Some(Part::Main), Some(Part::Role("it"))));
    assert_eq!(list.roles[0].ty, "Iterator");
}

#[test]
fn what_is_printed_is_read_back() {
    let printed = print(&flat(LIST));
    let again = flat(&printed);
    assert_eq!(print(&again), printed);
    assert_eq!(again.roles, flat(LIST).roles);
}

#[test]
fn clients_make_objects_with_constructors() {
    let wire = flat(
        "component wire { var sent: u4 = 0; method role() { } method made() { sent = 0; }
           role plug: Plug { var on: bool = false; new plug(by: bool) { on = by; sent = sent + 1; }
             method send() { assert on; } method touch() { on = *; } } }",
    );
    assert_eq!(names(&wire), ["role", "made", "new plug", "another new plug", "plug.send", "plug.touch"]);
    assert_eq!(wire.roles[0].made_by, ["new plug"]);
    assert!(wire.methods.iter().all(|method| !method.constructor));
}

#[test]
fn what_makes_another_object_is_a_call_where_it_changes_something() {
    let counted = flat(
        "component c { var made: u2 = 0; method make() { if (made == 3) { error Full; } made = made + 1; }
           role r: R made by make { method use() { } } }",
    );
    assert_eq!(names(&counted), ["make", "another make", "r.use"]);
    let meaning = Meaning::of(&counted.roles, "another make", false);
    assert_eq!((meaning.on, meaning.makes), (Some(Part::Main), Some(Part::Another("r"))));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let check = |role: &str, message: &str| {
        let source = format!(
            "component c {{ var x: bool = false; method m() {{ }} method f() -> bool {{ return x; }} {role} }}"
        );
        let problems = parse(&source, "c.component").expect_err(role);
        assert!(problems.iter().any(|problem| problem.message.contains(message)), "{role}: {problems:?}");
    };
    check("role r: R made by n { method a() { } }", "there is no method `n`");
    check("role r: R made by f { method a() { } }", "`f` has several outcomes");
    check("role r: R { method a() { } }", "nothing makes `r`");
    check("role another: R made by m { }", "`another` can't be the name of a role");
    check("role r: R made by m { var x: bool = true; }", "`x` hides the state variable");
    check("role r: R made by m { new s() { } }", "`s` is not called `r`");
    check("role r: R made by m { } role r: R made by m { }", "there already is a role `r`");
    check("role r: R made by m, m { }", "`m`");
    check("role r: R made by m { } role s: S made by m { }", "`m` makes an object in another role, too");
    check("method `r.a`() { } role r: R made by m { method a() { } }", "there are two methods `r.a`");
    check("role r: R made by m { uses lock: \"lock.component\"; }", "");
    check("role r: R made by m { var y: bool = false; } method g() { y = true; }", "y");
}
