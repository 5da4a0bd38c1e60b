//! Classes that are components themselves: static methods over static fields. Without a JDK there is nothing to compile
//! them with, and the tests say so.

use crate::common::{Answer, compile, run_in};

const TICKETS: &str = "public class Tickets {
    private static int left = 2;
    private final int number;
    public Tickets() { if (left == 0) throw new IllegalStateException(); number = left--; }
    public int number() { return number; }
    public static void refund() { if (left == 2) throw new IllegalStateException(); left++; }
    public static void sell() { if (left == 0) throw new IllegalStateException(); left--; }
}";

const DESK: &str =
    "public class Desk { public static void main(String[] a) { Tickets.sell(); Tickets.sell(); Tickets.sell(); } }";

/// A folder with the compiled sources; `None` without a JDK.
fn compiled() -> Option<tempfile::TempDir> {
    compile(&[("Tickets.java", TICKETS), ("Desk.java", DESK)])
}

fn synth(folder: &tempfile::TempDir, more: &[&str]) -> Answer {
    run_in(folder.path(), &[&["synth", "Tickets.class", "--error", "IllegalStateException"], more].concat())
}

#[test]
fn static_methods_of_a_class_with_objects_are_asked_for() {
    let Some(folder) = compiled() else { return };
    synth(&folder, &["--static"]).ends_with(0).shows(&["Tickets: 3 states, 2 calls", "{ left == 2 }", "{ left == 0 }"]);
    synth(&folder, &["--static", "--replay"]).ends_with(0).shows(&["2 raised as claimed, 0 did not"]);
    synth(&folder, &["--static", "--methods", "sell"]).ends_with(0).shows(&["3 states, 1 call"]);
}

#[test]
fn certify_makes_the_same_component_again() {
    let Some(folder) = compiled() else { return };
    synth(&folder, &["--static", "--format", "json", "--output", "tickets.json"]).ends_with(0);
    run_in(folder.path(), &["certify", "tickets.json", "Tickets.class"]).ends_with(0).shows(&["Accepted"]);
    run_in(folder.path(), &["explain", "Tickets.class", "--static", "sell sell sell"]).shows(&["not legal"]);
}

#[test]
fn what_static_calls_are_not_used_for_is_said() {
    let Some(folder) = compiled() else { return };
    synth(&folder, &["--static", "--format", "json", "--output", "tickets.json"]).ends_with(0);
    run_in(folder.path(), &["check", "Desk.class", "--interface", "tickets.json"])
        .refuses(&["makes no calls", "only calls on objects are checked"]);
    run_in(folder.path(), &["monitor", "tickets.json", "--to", "java"])
        .refuses(&["is no Java class", "calls of static methods can't be watched in Java"]);
}

#[test]
fn wishes_that_contradict_each_other_are_refused() {
    let Some(folder) = compiled() else { return };
    synth(&folder, &["--static", "--new", "()"]).refuses(&["`--new` chooses how an object is made", "leave one"]);
    synth(&folder, &["--static", "--methods", "number"]).refuses(&["has no public or protected method `number`"]);
    synth(&folder, &["--methods", "sell"]).refuses(&["there is a static `sell`", "`--static`"]);
    run_in(folder.path(), &["synth", "Desk.class", "--static", "--abstract"]).refuses(&["cannot be used with"]);
}
