//! `--with`: protocols over several objects, of small sources. Without a JDK there is nothing to compile them with.

use std::path::Path;

use crate::common::{Answer, has, javac, run_in, succeeds};
use crate::skipped::skipped;

/// Readers of notes notice what others write.
const NOTES: &str = "public class Notes {
    private int changes;
    public void write() { changes++; }
    public Reader read() { return new Reader(this); }
    public int count() { return changes; }
    public void drop(int from) { }
    public static final class Reader {
        private final Notes notes;
        private int seen;
        Reader(Notes notes) { this.notes = notes; seen = notes.changes; }
        public void peek() { }
        public void next() { if (seen != notes.changes) throw new IllegalStateException(); }
        public void erase() { next(); notes.changes++; seen = notes.changes; }
    }
    public static abstract class Blank { public void next() { } }
}
";

/// A line and a plug find each other once, from either side.
const LINE: &str = "public class Line {
    private Plug plug;
    public void plug(Plug plug) {
        if (this.plug != null || plug.isUsed) throw new IllegalStateException();
        plug.isUsed = true;
        this.plug = plug;
    }
    public void send() { if (plug == null) throw new IllegalStateException(); }
    public static final class Plug {
        private boolean isUsed;
        public void plugInto(Line line) { line.plug(this); }
    }
}
";

/// Readers of a tape count how far they are.
const TAPE: &str = "public class Tape {
    private int written;
    public void write() { written++; }
    public Reader read() { return new Reader(this); }
    public static final class Reader {
        private final Tape tape;
        private int at;
        public Reader(Tape tape) { this.tape = tape; }
        public boolean hasNext() { return at < tape.written; }
        public void next() { if (at >= tape.written) throw new IllegalStateException(); at++; }
    }
}
";

/// A lamp that may not come to be.
const ROOM: &str = "public class Room {
    private boolean isTidy;
    public void tidy() { if (isTidy) throw new IllegalStateException(); isTidy = true; }
    public static final class Lamp {
        public Lamp(int watts) { if (watts < 0) throw new IllegalArgumentException(); }
        public void on() { }
    }
}
";

/// A folder with a source; `None` without a JDK.
fn folder(name: &str, source: &str) -> Option<tempfile::TempDir> {
    if !has(&["javac", "java"]) {
        skipped("no JDK was found");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), source).expect("a file");
    Some(folder)
}

fn synth(folder: &Path, source: &str, options: &[&str]) -> Answer {
    run_in(folder, &[&["synth", source, "--error", "IllegalStateException"], options].concat())
}

#[track_caller]
fn says(answer: &Answer, words: &[&str]) {
    for word in words {
        assert!(answer.text().contains(word), "no {word:?} in {}", answer.text());
    }
}

#[test]
fn what_a_method_returned_notices_changes() {
    let Some(folder) = folder("Notes.java", NOTES) else { return };
    let answer = synth(folder.path(), "Notes.java", &["--with", "it=read()", "--replay"]).ends_with(0);
    says(&answer, &["Notes with it: ", "safe: proved · permissive: proved", "there is no such object yet"]);
    says(&answer, &["another it.erase", "raised on a JVM, too", ", 0 did not"]);
    // What nobody notices is no call of another object.
    assert!(!answer.text().contains("another it.next"), "{}", answer.text());
}

#[test]
fn an_interface_over_several_objects_is_kept_and_checked_again() {
    let Some(folder) = folder("Notes.java", NOTES) else { return };
    let file = ["--with", "it=read()", "--format", "json", "--output", "notes.json"];
    synth(folder.path(), "Notes.java", &file).ends_with(0);
    let text = std::fs::read_to_string(folder.path().join("notes.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["roles"], serde_json::json!([{"name": "it", "type": "Notes$Reader", "made_by": ["read"]}]));
    let call = |id: &str| json["calls"].as_array().expect("calls").iter().find(|call| call["id"] == id).cloned();
    assert_eq!(call("it.next").expect("a call")["on"], "it");
    assert_eq!(call("another it.erase").expect("a call")["on"], "another it");
    assert_eq!(call("write").expect("a call").get("on"), None);
    let again = run_in(folder.path(), &["certify", "notes.json", "Notes.java"]).ends_with(0);
    says(&again, &["Accepted"]);
    let word = "new Notes() read write it.next";
    let explained = run_in(
        folder.path(),
        &["explain", "Notes.java", "--with", "it=read()", "--error", "IllegalStateException", word],
    );
    says(&explained.ends_with(1), &["not legal", "read()"]);
}

/// Whoever draws a ticket makes those of others out of date.
const DESK: &str = "public class Desk {
    private int given;
    public Ticket draw() { given++; return new Ticket(this); }
    public static final class Ticket {
        private final Desk desk;
        private final int number;
        Ticket(Desk desk) { this.desk = desk; number = desk.given; }
        public void use() { if (number != desk.given) throw new IllegalStateException(); }
    }
}
";

#[test]
fn making_another_object_may_matter() {
    let Some(folder) = folder("Desk.java", DESK) else { return };
    for methods in [&[][..], &["--methods", "t.use"]] {
        let answer = synth(folder.path(), "Desk.java", &[&["--with", "t=draw()"], methods].concat()).ends_with(0);
        says(&answer, &["another draw", "calls on `another t` change what they change right after `draw` made it"]);
    }
}

#[test]
fn clients_make_objects_and_hand_them_over() {
    let Some(folder) = folder("Line.java", LINE) else { return };
    let all = ["--with", "end=new Line$Plug()", "--methods", "plug,send,end.plugInto", "--replay"];
    // Whether another plug is used is not known here: that is a matter of its own line.
    let answer = synth(folder.path(), "Line.java", &all).ends_with(3);
    says(&answer, &["plug(plug) [plug == end]", "end.plugInto(line) [line == this]", "doubtful   plug(plug) [plug"]);
    says(&answer, &["raised on a JVM, too"]);
}

#[test]
fn roles_that_nothing_can_play_are_refused() {
    let Some(folder) = folder("Notes.java", NOTES) else { return };
    let refused = |roles: &[&str], words: &[&str]| {
        let roles: Vec<&str> = roles.iter().flat_map(|role| ["--with", role]).collect();
        synth(folder.path(), "Notes.java", &roles).refuses(words);
    };
    refused(&["read()"], &["`read()` gives the object no name", "--with it=iterator()"]);
    refused(&["this=read()"], &["`this` means something else"]);
    refused(&["it=raed()"], &["no public method `raed()`", "did you mean `read`?"]);
    refused(&["it=write()"], &["returns nothing", "can't play `it`"]);
    refused(&["it=count()"], &["returns `int`", "can't play `it`"]);
    refused(&["it=read()", "it=read()"], &["two roles are called `it`", "another name"]);
    refused(&["it=new Nothing()"], &["no class `Nothing`", "class path"]);
    refused(&["it=its.read()"], &["no role before `it` is called `its`"]);
    let methods = ["--with", "it=read()", "--methods", "next"];
    synth(folder.path(), "Notes.java", &methods).refuses(&["no method `next`", "did you mean `it.next`?"]);
    let unknown = ["--with", "it=read()", "--methods", "it.nxt"];
    synth(folder.path(), "Notes.java", &unknown).refuses(&["no method `it.nxt`", "did you mean `it.next`?"]);
    synth(folder.path(), "Notes.java", &["--with", "it=read()", "--static"]).refuses(&["--with", "--static"]);
}

#[test]
fn objects_in_roles_have_registers_and_say_what_they_are_like() {
    let Some(folder) = folder("Tape.java", TAPE) else { return };
    let answer = synth(folder.path(), "Tape.java", &["--with", "it=read()", "--replay"]).ends_with(0);
    says(&answer, &["2 registers", "safe: proved · permissive: proved", "written, ", "it.at"]);
    says(&answer, &["it.next [it.hasNext()] → stays here, it.at := it.at + 1", "it.next [!it.hasNext()]: new Tape()"]);
}

#[test]
fn what_an_object_says_of_numbers_leaves_paths_in_doubt() {
    let Some(folder) = folder("Tape.java", TAPE) else { return };
    let user = "public class User {
        void all() { Tape t = new Tape(); t.write(); Tape.Reader r = t.read(); while (r.hasNext()) r.next(); }
        void none() { Tape t = new Tape(); Tape.Reader r = t.read(); r.next(); }
    }";
    std::fs::write(folder.path().join("User.java"), user).expect("a file");
    succeeds(javac().args(["-g", "Tape.java", "User.java"]).current_dir(folder.path()));
    synth(folder.path(), "Tape.java", &["--with", "it=read()", "--format", "json", "-o", "tape.json"]).ends_with(0);
    let answer = run_in(folder.path(), &["check", "--interface", "tape.json", "User.class"]).ends_with(1);
    says(&answer, &["User.java:3: violation", "User.java:2: may violate"]);
}

#[test]
fn what_throws_makes_no_object() {
    let Some(folder) = folder("Room.java", ROOM) else { return };
    let answer = synth(folder.path(), "Room.java", &["--with", "lamp=new Room.Lamp(int)"]).ends_with(0);
    says(&answer, &["new lamp(watts) -> IllegalArgumentException → stays here"]);
    says(&answer, &["lamp.on: there is no such object yet"]);
}

#[test]
fn roles_to_choose_from_are_listed() {
    let Some(folder) = folder("Notes.java", NOTES) else { return };
    synth(folder.path(), "Notes.java", &["--with", "auto"]).refuses(&["choose one", "`--with 'read=read()'`"]);
    let Some(folder) = self::folder("Line.java", LINE) else { return };
    synth(folder.path(), "Line.java", &["--with", "auto"]).refuses(&["no method of `Line`", "new CLASS()"]);
}

/// What is claimed of lists and maps with their iterators, with random words on a JVM.
#[test]
fn a_jvm_agrees_about_iterators() {
    let list = r#"{"error": "java.util.ConcurrentModificationException", "classes": [
        {"class": "java.util.ArrayList", "with": ["it=iterator()"], "methods": ["it.next", "it.remove", "add", "clear"]},
        {"class": "java.util.PriorityQueue", "with": ["it=iterator()"], "methods": ["it.next", "it.remove", "poll"]}]}"#;
    let Some(folder) = folder("list.json", list) else { return };
    let answer = run_in(folder.path(), &["bench", "wrong-proofs", "--list", "list.json"]).ends_with(0);
    says(&answer, &["2 classes, ", "0 contradictions"]);
}
