//! `--field`: of which class the object in a field is. Without a JDK there is nothing to compile, and the tests say so.

use crate::common::{Answer, compile, run_in};

const LAMP: &str = "public class Lamp {
    private final Bulb bulb;
    private boolean isOn;
    private int count;
    public Lamp(Bulb bulb) { this.bulb = bulb; }
    public void on() { bulb.light(); isOn = true; }
    public void off() { isOn = false; }
}
abstract class Bulb { abstract void light(); }
class Fragile extends Bulb { int uses; void light() { if (uses == 1) throw new IllegalStateException(); uses = 1; } }
class Solid extends Bulb { void light() { } }
class Candle { }";

fn synth(folder: &tempfile::TempDir, said: &str) -> Answer {
    run_in(folder.path(), &["synth", "Lamp.class", "--error", "IllegalStateException", "--field", said])
}

#[test]
fn the_class_that_is_said_decides() {
    let Some(folder) = compile(&[("Lamp.java", LAMP)]) else { return };
    let assumption = "what `bulb` holds is exactly a `Solid`, in any state";
    synth(&folder, "bulb=Solid").ends_with(0).shows(&["2 states, 3 calls", assumption]);
    synth(&folder, "Lamp.bulb=Fragile").ends_with(3).shows(&["1 doubtful call", "exactly a `Fragile`"]);
}

#[test]
fn certify_makes_the_same_component_again() {
    let Some(folder) = compile(&[("Lamp.java", LAMP)]) else { return };
    let made = ["synth", "Lamp.class", "--field", "bulb=Solid", "--format", "json", "--output", "lamp.json"];
    run_in(folder.path(), &made).ends_with(0);
    run_in(folder.path(), &["certify", "lamp.json", "Lamp.class"]).ends_with(0).shows(&["Accepted"]);
}

#[test]
fn what_can_not_be_is_refused() {
    let Some(folder) = compile(&[("Lamp.java", LAMP)]) else { return };
    synth(&folder, "bulb").refuses(&["does not say of which class", "`--field impl=com.acme.FastImpl`"]);
    synth(&folder, "bulp=Solid").refuses(&["`--field` names the field `bulp`", "did you mean `bulb`?"]);
    synth(&folder, "bulb=Solidd").refuses(&["class `Solidd` was not found", "did you mean `Solid`?"]);
    synth(&folder, "bulb=Bulb").refuses(&["no objects of exactly the class `Bulb`", "such as `Fragile`, `Solid`"]);
    synth(&folder, "bulb=Candle").refuses(&["a `Candle` does not fit into a field of the type `Bulb`", "such as"]);
    synth(&folder, "count=Solid").refuses(&["the field `count` can't be tracked", "leave it out of `--field`"]);
}
