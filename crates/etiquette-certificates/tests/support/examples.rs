//! Small components with the interfaces that they have, and certificates for them.

use etiquette_certificates::Choice;
use etiquette_component::Type;

use super::by_hand::Case;
use super::mixed;

const CONDITION: Type = Type::Bool;
const NUMBER: Type = Type::Int { width: 2, signed: false };

/// Outcomes and a hidden choice.
pub fn lock() -> Case {
    let source = "component lock { var held: bool = false;
        method try_acquire() -> acquired | busy {
          if (held) { error AlreadyHeld; } choose { held = true; return acquired; } or { return busy; } }
        method release() { if (!held) { error NotHeld; } held = false; } }";
    Case::new(source, &[("try_acquire", "true"), ("release", "true")], &["!held", "held"])
        .allow(0, "try_acquire", &[("acquired", 1), ("busy", 0)])
        .never_returns(0, "release")
        .never_returns(1, "try_acquire")
        .allow(1, "release", &[("ok", 0)])
}

/// A loop, and guards on a parameter.
pub fn queue() -> Case {
    let source = "component queue { var size: u2 = 0;
        method put() { if (size == 1) { error Full; } size = size + 1; }
        method take(count: u2) graph { var left: u2;
          0 -> 1: left = count;
          1 -> 2: assume left > 0; 1 -> 3: assume !(left > 0); 3: return ok;
          2 -> 4: assume size == 0; 2 -> 5: assume size != 0; 4: error Empty;
          5 -> 6: size = size - 1; 6 -> 1: left = left - 1; } }";
    let calls = [("put", "true"), ("take", "count == 0"), ("take", "count == 1"), ("take", "count >= 2")];
    Case::new(source, &calls, &["size == 0", "size == 1"])
        .allow(0, "put", &[("ok", 1)])
        .allow(0, "take", &[("ok", 0)])
        .loop_label(0, "take", 1, "left == 0 && size == 0")
        .never_returns(0, "take 2")
        .loop_label(0, "take 2", 1, "left == 1 && size == 0")
        .never_returns(0, "take 3")
        .loop_label(0, "take 3", 1, "left >= 2 && size == 0")
        .never_returns(1, "put")
        .allow(1, "take", &[("ok", 1)])
        .loop_label(1, "take", 1, "left == 0 && size == 1")
        .allow(1, "take 2", &[("ok", 0)])
        .loop_label(1, "take 2", 1, "left == size && left <= 1")
        .never_returns(1, "take 3")
        .loop_label(1, "take 3", 1, "left > size && size <= 1")
}

/// Hidden choices that can make a call fail: a branch, a value, and an argument of the client's.
pub fn dice() -> Case {
    let source = "component dice { var secret: u2 = 3;
        method poke() graph { 0 -> 1: assume true; 1: return ok; 0 -> 2: assume true; 2: error Bitten; }
        method roll(limit: u2) { var value: u2 = *; if (value > limit) { error TooHigh; } secret = value; }
        method guess(number: u2) { if (number == secret) { error Found; } } }";
    let calls = [("poke", "true"), ("roll", "limit < 3"), ("roll", "limit == 3"), ("guess", "true")];
    let case = Case::new(source, &calls, &["true"]).allow(0, "roll 2", &[("ok", 0)]);
    let (poke, roll) = (edge_of(&case, 0, "assume", 1), edge_of(&case, 1, "havoc", 0));
    case.can_fail(0, "poke", &[(Choice::Edge(poke), CONDITION, "true")])
        .can_fail(0, "roll", &[(Choice::Value(roll), NUMBER, "limit + 1")])
        .can_fail(0, "guess", &[(Choice::Argument(0), NUMBER, "secret")])
}

/// The position of an edge with an action of this kind, in a method's body.
pub fn edge_of(case: &Case, method: usize, kind: &str, number: usize) -> usize {
    use etiquette_component::Action;
    let edges = case.component.methods[method].body.edges.iter().enumerate();
    let mut found = edges.filter(|(_, edge)| match edge.action {
        Action::Havoc(..) => kind == "havoc",
        Action::Assume(..) => kind == "assume",
        _ => false,
    });
    found.nth(number).unwrap().0
}

/// An enum whose values don't fill its bits.
pub fn wheel() -> Case {
    let source = "component wheel { enum Colour { RED, GREEN, BLUE } var colour: Colour = RED;
        method spin() { colour = *; }
        method paint(new_colour: Colour) { colour = new_colour; }
        method look() -> Colour { assert colour == RED || colour == GREEN || colour == BLUE; return colour; }
        method bet() { if (colour != RED) { error Lost; } } }";
    let calls = [
        ("spin", "true"),
        ("paint", "new_colour == RED"),
        ("paint", "new_colour != RED"),
        ("look", "true"),
        ("bet", "true"),
    ];
    let anywhere = |case: Case, state: u32| {
        case.allow(state, "spin", &[("ok", 2)]).allow(state, "paint", &[("ok", 0)]).allow(
            state,
            "paint 2",
            &[("ok", 1)],
        )
    };
    let case = Case::new(source, &calls, &["colour == RED", "colour == GREEN || colour == BLUE", "true"]);
    let case = (0..3).fold(case, anywhere);
    case.allow(0, "look", &[("RED", 0)])
        .allow(0, "bet", &[("ok", 0)])
        .allow(1, "look", &[("GREEN", 1), ("BLUE", 1)])
        .never_returns(1, "bet")
        .allow(2, "look", &[("RED", 0), ("GREEN", 1), ("BLUE", 1)])
        .forbid(2, "bet", etiquette_certificates::Proof::Open)
}

/// A constructor that may be refused, and one that always fails.
pub fn connection() -> Case {
    let source = "component connection { var open: bool = *; var sent: i8 = 0;
        new Connection(fast: bool) -> ok | refused { sent = -1; if (fast) { open = *; } else { open = false; }
          if (open) { return ok; } return refused; }
        new Broken() { error Broken; }
        method send(length: i8) { if (!open || length < 0) { error NotOpen; } sent = length; } }";
    let calls = [("new Connection", "true"), ("new Broken", "true"), ("send", "length >= 0"), ("send", "length < 0")];
    Case::new(source, &calls, &["sent == 0", "open && sent >= -1", "!open"])
        .allow(0, "new Connection", &[("ok", 1), ("refused", 2)])
        .never_returns(0, "new Broken")
        .allow(1, "send", &[("ok", 1)])
        .never_returns(1, "send 2")
        .never_returns(2, "send")
        .never_returns(2, "send 2")
}

/// A body whose entry is a loop head, and one that never ends.
pub fn clock() -> Case {
    let source = "component clock { var time: u2 = 0;
        method wait() graph { var ticks: u2;
          0 -> 1: assume ticks < 2; 1 -> 0: ticks = ticks + 1; 0 -> 2: assume ticks >= 2;
          2 -> 3: assume ticks == 2; 3: return ok; 2 -> 4: assume ticks != 2; 4: error Late; }
        method forever() graph { 0 -> 0: time = time + 1; } }";
    Case::new(source, &[("wait", "true"), ("forever", "true")], &["time == 0"])
        .allow(0, "wait", &[("ok", 0)])
        .loop_label(0, "wait", 0, "ticks <= 2 && time == 0")
        .never_returns(0, "forever")
        .loop_label(0, "forever", 0, "true")
}

/// All of them, with whether a proof of permissiveness is claimed.
pub fn all() -> Vec<(&'static str, Case, bool)> {
    vec![
        ("lock", lock(), true),
        ("queue", queue(), true),
        ("dice", dice(), true),
        ("wheel", wheel(), false),
        ("connection", connection(), true),
        ("clock", clock(), true),
        ("door", mixed::door(), true),
        ("modem", mixed::modem(), true),
        ("semaphore", mixed::semaphore(), true),
        ("parcel", mixed::parcel(), true),
    ]
}
