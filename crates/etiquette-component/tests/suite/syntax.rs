//! The text form: what parses, what is refused and how, and that printing is the inverse of parsing.

use etiquette_component::{Component, Scope, Type, check, parse, parse_value, print};

fn read(source: &str) -> Component {
    let component = parse(source, "test.component").unwrap_or_else(|problems| panic!("{source}\n{problems:#?}"));
    check(&component).unwrap_or_else(|broken| panic!("{source}\n{broken:#?}"));
    component
}

/// A component with a state variable of several types and one method with this body.
fn with_body(body: &str) -> String {
    format!(
        "component c {{ enum Mode {{ OFF, ON, BROKEN }} var mode: Mode = OFF; var x: i32 = 0; var y: u8 = 7; var z: i64 = -1;
           var b: bool = true; var w: u33 = 0;
           method m(p: i32, q: u8, k: Mode, f: bool) -> good | bad {{ {body} }} }}"
    )
}

#[track_caller]
fn refused(source: &str, message: &str, at: &str) {
    let problems = parse(source, "test.component").expect_err("this source is wrong");
    let found = problems
        .iter()
        .any(|problem| problem.to_string().contains(message) && source[problem.span.range()].starts_with(at));
    let described: Vec<_> =
        problems.iter().map(|problem| (problem.to_string(), &source[problem.span.range()])).collect();
    assert!(found, "expected {message:?} at {at:?}, found {described:#?}");
}

#[track_caller]
fn refused_body(body: &str, message: &str, at: &str) {
    refused(&with_body(body), message, at);
}

#[test]
fn printing_and_parsing_are_inverse() {
    let bodies = [
        "return good;",
        "if (x < p && y < q || !b) { x = p - 1; return good; } else if (mode == ON) { return bad; } return good;",
        "while (x < 10) { x = x + 1; } return bad;",
        "choose { x = 1; } or { x = -1; } or { mode = *; } return good;",
        "x = p / 3 + p % -7 * (p - (x - 1)) - -x; return good;",
        "y = q / 3 + q % 7 >> 2 >>> y << 1; return good;",
        "x = x >> p >>> 3; z = z << 3 ^ z & 1 | ~z; return good;",
        "z = i64(x) + i64(y); x = i32(z); y = u8(x); w = u33(x) + u33(y); return good;",
        "x = f ? p : mode == BROKEN ? 1 : -2; return good;",
        "y = f ? 255 : 0; assume y >= 200; assume u8(x) < y; return good;",
        "assume u32(x) < u32(p); assume i8(y) < -1; return good;",
        "y = u8(extract(x, 12, 8)); mode = k; assume u2(mode) < 2; return good;",
        "assert x <= p && p >= x : \"order\"; b = b ^ f; b = b == f; b = b != f; return good;",
        "var t: i32 = *; var s: Mode = BROKEN; if (t == x) { mode = s; } return good;",
        "error Broken \"a \\\"quoted\\\" text\"; ",
        "assume (x & 7) == 3 && (x | 1) != 0 && (x ^ p) > 3; return bad;",
        "x = i32(f) + i32(-5) * 2; return good;",
        "assume i32(5) < 7; return good;",
        "x = (x < p ? 1 : 0) << (p & 31); return good;",
        "x = -(-(x)); b = !(!b); y = ~(~y); return good;",
    ];
    for body in bodies {
        let first = read(&with_body(body));
        let printed = print(&first);
        let second = read(&printed);
        assert_eq!(printed, print(&second), "{body}");
        assert_eq!(first.methods.len(), second.methods.len());
        for (a, b) in first.methods.iter().zip(&second.methods) {
            assert_eq!((a.body.locations, a.body.edges.len()), (b.body.locations, b.body.edges.len()), "{body}");
        }
    }
}

#[test]
fn names_that_are_no_words_survive() {
    let source =
        "component `a b` { enum `E.x` { `if`, `B\\`C` } var `this.size`: `E.x` = `if`; initially `this.size` == `if`;
        new `Foo<T>`(`new`: u8) -> `o k` | true { assume `new` > 1; return `o k`; }
        method `m(I)V`() -> `E.x` { return `this.size`; } }";
    let printed = print(&read(source));
    assert_eq!(printed, print(&read(&printed)));
    assert!(printed.contains("`this.size`"), "{printed}");
}

#[test]
fn elements_are_named_by_their_positions() {
    let source = "component c { var slots[0]: bool = false; var `slots[x]`: u8 = 0; var `slots[]`: u8 = 0;
        var grid[1][12]: u8 = 0; method m() { slots[0] = true; grid[1][12] = `slots[x]` + `slots[]`; } }";
    let component = read(source);
    let names: Vec<&str> = component.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(names, ["slots[0]", "slots[x]", "slots[]", "grid[1][12]"]);
    let printed = print(&component);
    assert_eq!(printed, print(&read(&printed)));
    assert!(printed.contains("grid[1][12] = `slots[x]` + `slots[]`"), "{printed}");
}

#[test]
fn values_of_a_type_as_outcomes() {
    let component = read(
        "component c { enum E { A, B } var e: E = A; method m() -> bool { return e == A; } method n() -> E { return e; } }",
    );
    assert_eq!(component.methods[0].outcomes, ["true", "false"]);
    assert_eq!(component.methods[1].outcomes, ["A", "B"]);
}

#[test]
fn error_conditions_are_checked_at_every_return() {
    let component =
        read("component c { var e: bool = false; error Bad when e; method m() { e = true; } method n() { return; } }");
    let errors = |index: usize| {
        let edges = &component.methods[index].body.edges;
        edges.iter().filter(|edge| matches!(edge.action, etiquette_component::Action::Error(_))).count()
    };
    assert_eq!((errors(0), errors(1)), (1, 1));
    assert_eq!(component.error_names(), ["Bad"]);
}

#[test]
fn syntax_errors_say_where_and_what() {
    refused("", "expected `component`", "");
    refused("component { }", "expected the component's name", "{");
    refused("component c { vra x: i32 = 0; }", "did you mean `var`?", "vra");
    refused("component c { var x: i32; }", "every variable needs an initial value", ";");
    refused("component c { method m() { x = ; } }", "expected an expression", ";");
    refused("component c { method m() {", "expected a statement or `}`", "");
    refused("component c { method if() { } }", "is a keyword", "if");
    refused("component c { method m() { } } x", "expected the end of the file", "x");
    refused("component c { method m() { } /* ", "never closed", "/*");
    refused("component c { method m() { error \"abc; } }", "not closed on its line", "\"");
    refused("component c § { }", "has no meaning here", "§");
    refused("component c { var x: i32 = 12ab; }", "is not a number", "12ab");
    refused("component c { var x: u64 = 99999999999999999999; }", "is not a number", "9999");
}

#[test]
fn type_errors_say_where_and_what() {
    refused_body("if (x) { } return good;", "compare it, as in `x != 0`", "x");
    refused_body("x = y; return good;", "convert it with `i32(…)`", "y");
    refused_body("x = q + p; return good;", "expected `u8`, found `i32`", "p");
    refused_body("x = b; return good;", "expected `i32`, found `bool`", "b");
    refused_body("y = 256; return good;", "256 does not fit into `u8`", "256");
    refused_body("y = -1; return good;", "-1 does not fit into `u8`", "-1");
    refused_body("lenght = 1; return good;", "there is no variable `lenght`", "lenght");
    refused_body("mode = ONN; return good;", "did you mean `ON`?", "ONN");
    refused_body("mode = mode + mode; return good;", "`+` takes integers, not `Mode`", "mode");
    refused_body("assume 1 < 2; return good;", "can't be told", "1 < 2");
    refused_body("assume b < b; return good;", "`<` takes integers", "b");
    refused_body("OFF = ON; return good;", "is a value, not a variable", "OFF");
    refused_body("x = foo(x); return good;", "there is no conversion `foo`", "foo");
    refused_body("var x: i32 = 1; return good;", "hides the state variable", "x");
    refused_body("var t: int = 1; return good;", "write `i32`", "int");
    refused_body("var t: i65 = 1; return good;", "there is no type `i65`", "i65");
    refused_body("y = u8(extract(x, 32, 0)); return good;", "the value has the bits 31 down to 0", "extract");
}

#[test]
fn flow_errors_say_where_and_what() {
    refused_body("x = 1;", "can end here without an outcome", "}");
    refused_body("return;", "lacks an outcome", "return");
    refused_body("return god;", "did you mean `good`?", "god");
    refused_body("return good; x = 1;", "can never be reached", "x = 1");
    refused("component c { var x: i32 = 0; }", "has no methods", "c");
    refused(
        "component c { var x: bool = true; error when x; method m() { } }",
        "already holds in an initial state",
        "error",
    );
    refused("component c { var x: u8 = *; initially x > 3 && x < 2; method m() { } }", "no initial state", "");
    refused("component c { var x: bool = true; var x: bool = true; method m() { } }", "already is a variable `x`", "x");
    refused("component c { method m() { } method m() { } }", "already is a method `m`", "m");
    refused("component c { method m() graph { 0 -> 9: assume true; } }", "leaves gaps", "assume");
    refused("component c { method m() graph { 0 -> 1: return; } }", "leads nowhere", "return");
}

#[test]
fn depth_is_bounded_and_nothing_overflows_the_stack() {
    read(&with_body(&format!("x = x{}; return good;", " + x".repeat(390))));
    read(&with_body(&format!("x = {}x{}; return good;", "(1 - ".repeat(90), ")".repeat(90))));
    read(&with_body(&format!("{}{} return good;", "if (b) { ".repeat(90), "}".repeat(90))));
    let deep = |open: &str, close: &str| format!("x = {}x{}; return good;", open.repeat(5000), close.repeat(5000));
    refused_body(&deep("(", ")"), "nested more than", "");
    refused_body(&deep("-", ""), "nested more than", "");
    refused_body(&format!("x = x{}; return good;", " + x".repeat(5000)), "operators high", "");
    let blocks = format!("{}{} return good;", "if (b) { ".repeat(5000), "}".repeat(5000));
    refused_body(&blocks, "nested more than", "");
    let chain = format!("{}{{ }} return good;", "if (b) { } else ".repeat(5000));
    refused_body(&chain, "nested more than", "");
}

/// What is in a field is written as in Java, and read again.
#[test]
fn objects_in_fields_are_values() {
    let source = "component lock { enum Who { null, object, `this.owner`, `this.length` }
        method unlock(who: Who) { assert who == `this.owner` || who == `this.length`; } }";
    let component = parse(source, "lock").expect("a component");
    assert_eq!(print(&parse(&print(&component), "printed").expect("a component")), print(&component));
    let mut guards = component.clone();
    let unlock = &component.methods[0];
    for (text, written) in
        [("who != this.owner", "who != this.owner"), ("who == `this.length`", "who == `this.length`")]
    {
        let guard = parse_value(&mut guards, &unlock.parameters, Type::Bool, text).expect("a guard");
        assert_eq!(Scope::new(&guards, Some(unlock)).readable(guard), written);
        assert_eq!(Scope::new(&guards, Some(unlock)).exact(guard), written);
    }
}
