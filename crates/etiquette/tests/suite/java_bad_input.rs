//! Java input that can't be used: exit code 2, and a message that says what to do. Sources are compiled, so a JDK is
//! needed.

use std::path::Path;

use etiquette_java::jdk::Jdk;

use crate::common::{Answer, compile, root, run_in};
use crate::skipped::skipped;

fn class_file() -> Vec<u8> {
    std::fs::read(root().join("java-corpus/Signature/Signature.class")).unwrap()
}

/// What the program says about a class file with these bytes.
fn synth_bytes(bytes: &[u8]) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Signature.class"), bytes).unwrap();
    run_in(folder.path(), &["synth", "Signature.class"])
}

#[test]
fn damaged_class_files_are_refused() {
    let bytes = class_file();
    let again = "compile its source again";
    for end in [0, 3, 10, bytes.len() / 2, bytes.len() - 1] {
        synth_bytes(&bytes[..end]).refuses(&["cannot read file Signature.class: the file ends too early", again]);
    }
    synth_bytes(b"public class Signature { }").refuses(&["does not begin with CAFEBABE", again]);
    let mut changed = bytes.clone();
    changed[10] = 0xff;
    synth_bytes(&changed).refuses(&["cannot read file Signature.class", again]);
}

#[test]
fn what_is_not_there_is_named_with_where_it_was_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], words: &[&str]| run_in(folder.path(), arguments).refuses(words);
    std::fs::create_dir(folder.path().join("classes")).unwrap();
    std::fs::write(folder.path().join("classes/Signature.class"), class_file()).unwrap();
    let missing = ["class `com.acme.Foo` was not found", "searched directory classes", "--classpath"];
    refused(&["synth", "com.acme.Foo", "--classpath", "classes"], &missing);
    refused(
        &["synth", "Signatur", "--classpath", "classes"],
        &["searched directory classes", "did you mean `Signature`?"],
    );
    refused(&["synth", "Nowhere.class"], &["can't read Nowhere.class", "named without `.class`"]);
    refused(&["synth", "Nowhere.java"], &["can't read Nowhere.java", "check the path"]);
    refused(&["synth", "Foo", "--classpath", "nowhere.jar"], &["nowhere.jar", "check `--classpath`"]);
    std::fs::write(folder.path().join("broken.jar"), "no archive").unwrap();
    refused(&["synth", "Foo", "--classpath", "broken.jar"], &["broken.jar", "check `--classpath`"]);
    refused(&["synth", "Foo", "--jdk", "nowhere"], &["nowhere (from --jdk) is no JDK", "--jdk DIRECTORY"]);
}

#[test]
fn a_missing_superclass_is_named() {
    let base = "public class Base { protected int n; public void up() { n++; } }";
    let derived = "public class Derived extends Base { public void down() { if (n == 0) throw new Error(); n--; } }";
    let Some(folder) = compile(&[("Base.java", base), ("Derived.java", derived)]) else { return };
    std::fs::remove_file(folder.path().join("Base.class")).unwrap();
    run_in(folder.path(), &["synth", "Derived.class"]).refuses(&[
        "a supertype of `Derived` is missing: class `Base` was not found; searched directory",
        "--classpath",
    ]);
}

#[test]
fn a_class_that_is_its_own_superclass_is_refused() {
    let one = "public class One { public void m() { } }";
    let other = "public class Other extends One { }";
    let Some(folder) = compile(&[("One.java", one), ("Other.java", other)]) else { return };
    let turned = "public class One extends Other { public void m() { } }";
    let Some(second) = compile(&[("Other.java", "public class Other { }"), ("One.java", turned)]) else { return };
    std::fs::copy(second.path().join("One.class"), folder.path().join("One.class")).unwrap();
    run_in(folder.path(), &["synth", "One.class"]).refuses(&["is its own supertype", "compile the classes again"]);
}

#[test]
fn classes_without_objects_are_refused_with_others_that_have_some() {
    let shapes = "public interface Shape { void draw(); }
        abstract class Round implements Shape { }
        class Circle extends Round { public void draw() { } }
        class Square implements Shape { public void draw() { } }";
    let tools = "public class Tools { static int one() { return 1; } }";
    let Some(folder) = compile(&[("Shape.java", shapes), ("Tools.java", tools)]) else { return };
    let refused = |class: &str, words: &[&str]| run_in(folder.path(), &["synth", class]).refuses(words);
    refused("Shape.class", &["`Shape` is an interface", "such as `Circle`, `Square`"]);
    refused("Round.class", &["`Round` is an abstract class", "such as `Circle`"]);
    refused("Tools.class", &["`Tools` has no methods", "name another class"]);
}

#[test]
fn circular_initialisers_end() {
    let source = "public class A { static final Object O = B.P; public void m() { if (O == null) throw new Error(); } }
        class B { static final Object P = A.O; }";
    let Some(folder) = compile(&[("A.java", source)]) else { return };
    let answer = run_in(folder.path(), &["synth", "A.class"]).ends_with(3);
    assert!(answer.text().contains("depending on the static field `A.O`"), "{}", answer.text());
}

/// A method of nearly 64 KiB, which is all that a class file can hold.
fn huge() -> String {
    let body: String = (0..1400).map(|n| format!("x = x * 31 + {n}; if (x == {n}) throw new Error();\n")).collect();
    format!("public class Huge {{ int x; public void m() {{ {body} }} public void n() {{ x = 1; }} }}")
}

#[test]
fn the_largest_methods_are_looked_at() {
    let Some(folder) = compile(&[("Huge.java", &huge())]) else { return };
    assert!(std::fs::metadata(folder.path().join("Huge.class")).unwrap().len() > 50_000);
    let answer = run_in(folder.path(), &["component", "Huge.class"]).ends_with(0);
    assert!(answer.text().contains("error `java.lang.Error` @ \"Huge.java\":1400;"), "its last line is there");
}

#[test]
fn a_source_that_does_not_compile_says_why() {
    if Jdk::find(None).is_err() {
        return skipped("no JDK was found");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Bad.java"), "public class Bad { void m() { int x = true; } }").unwrap();
    run_in(folder.path(), &["synth", "Bad.java"]).refuses(&["Bad.java does not compile", "incompatible types"]);
    std::fs::write(Path::new(folder.path()).join("None.java"), "// nothing\n").unwrap();
    run_in(folder.path(), &["synth", "None.java"]).refuses(&["None.java declares no class"]);
}
