//! Held components, inlined and by their interfaces: both ways give the same language where the interface shows just
//! what happens, and a safe one where not.

use std::fs;
use std::path::{Path, PathBuf};

use etiquette_automata::{Comparison, Realizable, compare};
use etiquette_component::{Component, HeldFile, HeldFiles, Refusal, check, parse, parse_holding, slice};
use etiquette_outcome::{Confidence, Outcome, Run};
use etiquette_synthesis::{
    Auto, Certified, Engine, Fidelity, Witness, interface_program, limit_guarantee, only_shows_what_happens,
};

fn synthesize(engine: &dyn Engine, component: &Component) -> Outcome {
    engine.synthesize(component, &mut Run::default()).expect("every component is taken")
}

/// The files of the corpus; with an engine, components are replaced by the interfaces that it finds.
struct Files<'a> {
    engine: Option<&'a dyn Engine>,
    is_exact: bool,
    replaced: usize,
}

impl HeldFiles for Files<'_> {
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal> {
        let text = fs::read_to_string(path).map(HeldFile::Source);
        text.map_err(|problem| Refusal { message: problem.to_string(), help: None })
    }

    fn stand_in(&mut self, _: &Path, component: Component) -> Result<Component, Refusal> {
        let Some(engine) = self.engine else { return Ok(component) };
        let outcome = synthesize(engine, &slice(&component).component);
        self.replaced += 1;
        self.is_exact &= only_shows_what_happens(&component, &outcome, &mut Run::default());
        interface_program(&outcome, Some(&component))
            .map_err(|unfit| Refusal { message: unfit.to_string(), help: None })
    }
}

fn read(path: &Path, files: &mut Files<'_>) -> Component {
    let text = fs::read_to_string(path).expect("a component");
    let component = parse_holding(&text, path, files).unwrap_or_else(|misread| panic!("{misread:#?}"));
    check(&component).unwrap_or_else(|broken| panic!("{broken:#?}"));
    component
}

fn inlined(path: &Path) -> Component {
    read(path, &mut Files { engine: None, is_exact: true, replaced: 0 })
}

/// The component with interfaces in place of what it holds, and whether they show just what happens.
fn by_interfaces(path: &Path, engine: &dyn Engine) -> (Component, bool) {
    let mut files = Files { engine: Some(engine), is_exact: true, replaced: 0 };
    let component = read(path, &mut files);
    assert!(files.replaced > 0, "{} holds nothing", path.display());
    (component, files.is_exact)
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name).join("component.component")
}

#[track_caller]
fn same_language(one: &Outcome, other: &Outcome) {
    let compared = compare(&one.interface, &other.interface, Realizable::Ignore);
    assert!(matches!(compared, Ok(Comparison::Equal)), "{compared:?}");
}

#[test]
fn exact_interfaces_are_as_good_as_what_they_stand_for() {
    for name in ["office", "print-shop"] {
        let exact = synthesize(&Auto, &inlined(&case(name)));
        for engine in [&Certified as &dyn Engine, &Witness::USUAL] {
            let (component, is_exact) = by_interfaces(&case(name), engine);
            assert!(is_exact, "{name}, {}", engine.name());
            for outer in [&Certified as &dyn Engine, &Witness::USUAL] {
                let outcome = synthesize(outer, &component);
                assert!(outcome.is_proved(), "{name}, {}", outer.name());
                same_language(&exact, &outcome);
            }
        }
    }
}

/// Proposition 9 would have both interfaces of the key, the permissive and the full one, give an interface of the
/// caretaker that is as good. Neither does.
#[test]
fn an_interface_that_shows_more_than_happens_is_only_safe() {
    let exact = synthesize(&Auto, &inlined(&case("caretaker")));
    assert!(exact.is_proved() && exact.guarantee.full);
    for engine in [Witness::USUAL, Witness::FULL] {
        let (component, is_exact) = by_interfaces(&case("caretaker"), &engine);
        assert!(!is_exact, "the key never fails twice");
        let mut outcome = synthesize(&Auto, &component);
        assert!(outcome.is_proved(), "it is, as far as the interface of the key goes");
        let compared = compare(&exact.interface, &outcome.interface, Realizable::Ignore);
        assert!(matches!(compared, Ok(Comparison::Different { .. })), "{compared:?}");
        limit_guarantee(&mut outcome.guarantee, Fidelity::Full, true);
        assert_eq!(outcome.guarantee.safe, Confidence::Proved);
        assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
        assert!(!outcome.guarantee.full && !outcome.guarantee.minimal);
    }
}

fn component(source: &str) -> Component {
    parse(source, "held.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[test]
fn an_interface_program_has_the_interface_that_it_is_made_of() {
    let sources = [
        "component tank { var level: u3 = 2; method fill(by: u3) { assert by < 3 && level < 4; level = level + by; }
            method drain(by: u3) -> empty | more { assert by > 0 && by <= level; level = level - by;
                if (level == 0) { return empty; } return more; } }",
        "component door { enum Side { IN, OUT } var open: bool = false; var side: Side = IN; new Door(open2: bool) { open = open2; }
            method go(to: Side) { assert open && to != side; side = to; } method shut() { assert open; open = false; } }",
        "component sensor { var warm: bool = true; method wake() { warm = *; } method is_warm() -> bool { return warm; }
            method read() { assert warm; } }",
    ];
    for source in sources {
        let held = component(source);
        let outcome = synthesize(&Auto, &held);
        let program = interface_program(&outcome, Some(&held)).expect("every interface is a program");
        check(&program).unwrap_or_else(|broken| panic!("{broken:#?}"));
        let again = synthesize(&Auto, &program);
        assert!(again.is_proved(), "{source}");
        assert_eq!(again.interface.state_count(), outcome.interface.state_count(), "{source}");
        assert!(only_shows_what_happens(&program, &outcome, &mut Run::default()), "the same language: {source}");
    }
}

#[test]
fn an_interface_alone_is_enough_where_it_names_all_types() {
    let door =
        "component door { enum Side { IN, OUT } var open: bool = true; method go(n: i8, side: Side) { assert open; } }";
    let outcome = synthesize(&Auto, &component(door));
    let unfit = interface_program(&outcome, None).expect_err("the values of the enum are not in the interface");
    assert!(unfit.0.contains("`go` takes a `Side`"), "{unfit}");
    let outcome = synthesize(&Auto, &component("component c { method go(n: i8, b: bool) { assert n > 3 || b; } }"));
    let again = synthesize(&Auto, &interface_program(&outcome, None).expect("numbers are known"));
    same_language(&outcome, &again);
}

/// An outcome that depends on arguments or on state that no error depends on is one that the interface shows, and that
/// need not happen.
#[test]
fn what_an_interface_shows_is_compared_with_what_happens() {
    let exact = |source: &str| {
        let component = component(source);
        let outcome = synthesize(&Auto, &slice(&component).component);
        assert_eq!(Fidelity::claimed(&outcome).is_some(), outcome.guarantee.safe == Confidence::Proved);
        only_shows_what_happens(&component, &outcome, &mut Run::default())
    };
    assert!(exact("component c { var on: bool = false; method f() { assert !on; on = true; } method g() { } }"));
    assert!(!exact("component c { method is_small(n: u4) -> bool { return n < 3; } }"), "it depends on the argument");
    assert!(!exact("component c { var n: u2 = 0; method tick() -> bool { n = n + 1; return n == 0; } }"));
    assert!(!exact("component c { method f(n: u32) -> bool { return n < 3; } }"), "too many arguments to look at");
}
