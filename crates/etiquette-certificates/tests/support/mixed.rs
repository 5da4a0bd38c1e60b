//! Components whose beliefs are mixed, with certificates that say where they may be.

use etiquette_certificates::{Choice, Source};
use etiquette_component::Type;

use super::by_hand::Case;
use super::examples::edge_of;

const CONDITION: Type = Type::Bool;
const NUMBER: Type = Type::Int { width: 2, signed: false };
const COLOUR: Type = Type::Enum(0);

/// A door that may be locked at first. Its region is followed by what the client sees.
pub fn door() -> Case {
    let source = "component door { var locked: bool = *;
        method look() -> bool { return locked; }
        method unlock() { locked = false; }
        method push() { if (locked) { error Locked; } } }";
    Case::new(source, &[("look", "true"), ("unlock", "true"), ("push", "true")], &["true", "!locked"])
        .allow(0, "look", &[("true", 0), ("false", 1)])
        .allow(0, "unlock", &[("ok", 1)])
        .hit(0, "push", 0, &[])
        .allow(1, "look", &[("false", 1)])
        .allow(1, "unlock", &[("ok", 1)])
        .allow(1, "push", &[("ok", 1)])
        .region(0, "locked", Some(&[1]))
        .arrive(0, ("look", "true"), Source::Label, &[])
}

/// A modem whose line may be noisy after dialling. How noisy depends on the client's argument, and a retry need not
/// help.
pub fn modem() -> Case {
    let source = "component modem { var noise: u2 = 0;
        method dial(speed: u2) { noise = *; assume noise <= speed; }
        method listen() -> quiet | loud { if (noise < 2) { return quiet; } return loud; }
        method retry() graph { 0 -> 1: assume true; 0 -> 2: assume true; 1 -> 2: noise = 0; 2: return ok; }
        method send() { if (noise >= 2) { error Garbled; } } }";
    let calls =
        [("dial", "speed < 2"), ("dial", "speed >= 2"), ("listen", "true"), ("retry", "true"), ("send", "true")];
    let case = Case::new(source, &calls, &["noise < 2", "true"]);
    let (noise, keep) = (edge_of(&case, 0, "havoc", 0), edge_of(&case, 2, "assume", 1));
    let loudest = &[(Choice::Value(noise), NUMBER, "speed")];
    case.allow(0, "dial", &[("ok", 0)])
        .allow(0, "dial 2", &[("ok", 1)])
        .allow(0, "listen", &[("quiet", 0)])
        .allow(0, "retry", &[("ok", 0)])
        .allow(0, "send", &[("ok", 0)])
        .allow(1, "dial", &[("ok", 0)])
        .allow(1, "dial 2", &[("ok", 1)])
        .allow(1, "listen", &[("quiet", 0), ("loud", 1)])
        .allow(1, "retry", &[("ok", 1)])
        .hit(1, "send", 0, &[])
        .region(1, "noise >= 2", None)
        .arrive(0, ("dial 2", "ok"), Source::Label, loudest)
        .arrive(1, ("dial 2", "ok"), Source::Label, loudest)
        .arrive(1, ("listen", "loud"), Source::Label, &[])
        .arrive(1, ("retry", "ok"), Source::Region(0), &[(Choice::Edge(keep), CONDITION, "true")])
}

/// Acquiring may silently fail. Until the client asks, it may neither release nor acquire again: two regions of one
/// state.
pub fn semaphore() -> Case {
    let source = "component semaphore { var held: bool = false;
        method acquire() graph { 0 -> 1: assume held; 1: error Twice; 0 -> 2: assume !held;
          2 -> 3: assume true; 3 -> 4: held = true; 2 -> 4: assume true; 4: return ok; }
        method release() { if (!held) { error NotHeld; } held = false; }
        method is_held() -> bool { return held; } }";
    let calls = [("acquire", "true"), ("release", "true"), ("is_held", "true")];
    let case = Case::new(source, &calls, &["!held", "true", "held"]);
    let (succeed, fail) = (edge_of(&case, 0, "assume", 2), edge_of(&case, 0, "assume", 3));
    case.allow(0, "acquire", &[("ok", 1)])
        .never_returns(0, "release")
        .allow(0, "is_held", &[("false", 0)])
        .hit(1, "acquire", 0, &[])
        .hit(1, "release", 1, &[])
        .allow(1, "is_held", &[("true", 2), ("false", 0)])
        .never_returns(2, "acquire")
        .allow(2, "release", &[("ok", 0)])
        .allow(2, "is_held", &[("true", 2)])
        .region(1, "held", None)
        .arrive(0, ("acquire", "ok"), Source::Label, &[(Choice::Edge(succeed), CONDITION, "true")])
        .region(1, "!held", None)
        .arrive(0, ("acquire", "ok"), Source::Label, &[(Choice::Edge(fail), CONDITION, "true")])
}

/// A constructor, an enum whose values don't fill its bits, and a loop that need not be gone through.
pub fn parcel() -> Case {
    let source = "component parcel { enum Colour { RED, GREEN, BLUE } var colour: Colour = *; var weight: i8 = -1;
        initially colour != RED;
        new Parcel() { }
        method shake() graph { var left: u2; 0 -> 1: left = *; 1 -> 2: assume left > 0; 1 -> 5: assume !(left > 0);
          2 -> 3: colour = *; 3 -> 1: left = left - 1; 5: return ok; }
        method open() { if (colour == BLUE) { error Burst; } } }";
    let case = Case::new(source, &[("new Parcel", "true"), ("shake", "true"), ("open", "true")], &["true", "true"]);
    let left = edge_of(&case, 1, "havoc", 0);
    case.allow(0, "new Parcel", &[("ok", 1)])
        .allow(1, "shake", &[("ok", 1)])
        .loop_label(1, "shake", 3, "true")
        .hit(1, "open", 1, &[])
        .region(0, "colour == BLUE", Some(&[2, 255]))
        .region(1, "colour == BLUE", None)
        .arrive(0, ("new Parcel", "ok"), Source::Region(0), &[])
        .arrive(1, ("shake", "ok"), Source::Region(1), &[(Choice::Value(left), NUMBER, "0")])
}

/// A choice of a colour by its position, whether there is such a colour or not.
pub fn painted(position: &str) -> Case {
    let source = "component painted { enum Colour { RED, GREEN, BLUE } var colour: Colour = RED;
        method paint() { colour = *; }
        method look() { if (colour != RED && colour != GREEN) { error Blinded; } } }";
    let case = Case::new(source, &[("paint", "true"), ("look", "true")], &["colour == RED", "true"]);
    let chosen = edge_of(&case, 0, "havoc", 0);
    case.allow(0, "paint", &[("ok", 1)])
        .allow(0, "look", &[("ok", 0)])
        .allow(1, "paint", &[("ok", 1)])
        .hit(1, "look", 0, &[])
        .region(1, "colour != RED && colour != GREEN", None)
        .arrive(0, ("paint", "ok"), Source::Label, &[(Choice::Value(chosen), COLOUR, position)])
        .arrive(1, ("paint", "ok"), Source::Label, &[(Choice::Value(chosen), COLOUR, position)])
}
