//! Components in which what may be left depends on how long the word is, with certificates that say how beliefs spread.

use etiquette_certificates::{Choice, Order};
use etiquette_component::Type;

use super::by_hand::Case;
use super::examples::edge_of;

const NUMBER: Type = Type::Int { width: 3, signed: false };

/// Some number of tokens, and a client that asks before it takes one.
pub fn tokens() -> Case {
    let source = "component tokens { var left: u3 = *;
        method more() -> bool { return left > 0; }
        method take() { if (left == 0) { error Empty; } left = left - 1; } }";
    Case::new(source, &[("more", "true"), ("take", "true")], &["true", "left > 0"])
        .allow(0, "more", &[("true", 1), ("false", 0)])
        .hit_in_spread(0, "take", &["0"], &[])
        .allow(1, "more", &[("true", 1)])
        .allow(1, "take", &[("ok", 0)])
        .spread(0, "true", &[Order::AtMost])
        .back(0, ("more", "false"), &[Some("left")], &[])
        .back(1, ("take", "ok"), &[Some("left + 1")], &[])
        .spread(1, "left > 0", &[Order::AtMost])
        .back(0, ("more", "true"), &[Some("left")], &[])
        .back(1, ("more", "true"), &[Some("left")], &[])
}

/// A cursor that runs to an end that nobody knows. The end may be nearer, as long as it is not passed; the two are
/// signed.
pub fn cursor() -> Case {
    let source = "component cursor { var at: i3 = -4; var end: i3 = *;
        method more() -> bool { return at < end; }
        method step() { if (at >= end) { error Fell; } at = at + 1; } }";
    Case::new(source, &[("more", "true"), ("step", "true")], &["at <= end", "at < end"])
        .allow(0, "more", &[("true", 1), ("false", 0)])
        .hit_in_spread(0, "step", &["at", "at"], &[])
        .allow(1, "more", &[("true", 1)])
        .allow(1, "step", &[("ok", 0)])
        .spread(0, "at <= end", &[Order::Same, Order::AtMost])
        .back(0, ("more", "false"), &[Some("at"), Some("end")], &[])
        .back(1, ("step", "ok"), &[Some("at - 1"), Some("end")], &[])
        .spread(1, "at < end", &[Order::Same, Order::AtMost])
        .back(0, ("more", "true"), &[Some("at"), Some("end")], &[])
        .back(1, ("more", "true"), &[Some("at"), Some("end")], &[])
}

/// A shelf that is filled with any number of things that the client's argument allows; it does not matter how many
/// there were before.
pub fn shelf() -> Case {
    let source = "component shelf { var things: u3 = 0;
        new Shelf() { things = *; }
        method fill(most: u3) { things = *; assume things <= most; }
        method some() -> bool { return things > 0; }
        method take() { if (things == 0) { error Empty; } things = things - 1; } }";
    let calls = [("new Shelf", "true"), ("fill", "true"), ("some", "true"), ("take", "true")];
    let case = Case::new(source, &calls, &["true", "true", "things > 0"]);
    let (made, filled) = (edge_of(&case, 0, "havoc", 0), edge_of(&case, 1, "havoc", 0));
    let case = case
        .allow(0, "new Shelf", &[("ok", 1)])
        .allow(1, "fill", &[("ok", 1)])
        .allow(1, "some", &[("true", 2), ("false", 1)])
        .hit_in_spread(1, "take", &["0"], &[])
        .allow(2, "fill", &[("ok", 1)])
        .allow(2, "some", &[("true", 2)])
        .allow(2, "take", &[("ok", 1)]);
    let what_it_is = |edge| [(Choice::Value(edge), NUMBER, "things")];
    case.spread(1, "true", &[Order::AtMost])
        .back(0, ("new Shelf", "ok"), &[None], &what_it_is(made))
        .back(1, ("fill", "ok"), &[None], &what_it_is(filled))
        .back(2, ("fill", "ok"), &[None], &what_it_is(filled))
        .back(1, ("some", "false"), &[Some("things")], &[])
        .back(2, ("take", "ok"), &[Some("things + 1")], &[])
        .spread(2, "things > 0", &[Order::AtMost])
        .back(1, ("some", "true"), &[Some("things")], &[])
        .back(2, ("some", "true"), &[Some("things")], &[])
}
