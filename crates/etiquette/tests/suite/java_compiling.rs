//! Reading a source runs nothing: no annotation processor, no plug-in of the compiler, no options in a file's name.

use std::path::Path;
use std::process::Command;

use etiquette_java::jdk::Jdk;

use crate::common::run_in;
use crate::skipped::skipped;

const GATE: &str = "
public class Gate {
    private boolean open;
    public void open() { open = true; }
    public void pass() { if (!open) throw new IllegalStateException(); }
}
";

/// Leaves a mark when a compiler loads it.
const MARKER: &str = "
public class Marker extends javax.annotation.processing.AbstractProcessor implements com.sun.source.util.Plugin {
    public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> annotations,
            javax.annotation.processing.RoundEnvironment round) { return false; }
    public void init(javax.annotation.processing.ProcessingEnvironment environment) { mark(\"processor\"); }
    public java.util.Set<String> getSupportedAnnotationTypes() { return java.util.Set.of(\"*\"); }
    public String getName() { return \"Marker\"; }
    public boolean autoStart() { return true; }
    public void init(com.sun.source.util.JavacTask task, String... arguments) { mark(\"plugin\"); }
    private static void mark(String name) {
        try { new java.io.File(name + \".mark\").createNewFile(); } catch (java.io.IOException e) { }
    }
}
";

/// A folder with a class, and beside it what a compiler would run; and the compiler. `None` without a JDK.
fn trapped() -> Option<(tempfile::TempDir, std::path::PathBuf)> {
    let Some(javac) = Jdk::find(None).ok().and_then(|jdk| jdk.program("javac")) else {
        skipped("no JDK to compile with");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let services = folder.path().join("META-INF/services");
    std::fs::create_dir_all(&services).unwrap();
    std::fs::write(folder.path().join("Gate.java"), GATE).unwrap();
    std::fs::write(folder.path().join("Marker.java"), MARKER).unwrap();
    compile(&javac, folder.path(), &["-proc:none", "Marker.java"]);
    std::fs::remove_file(folder.path().join("Marker.java")).unwrap();
    for service in ["javax.annotation.processing.Processor", "com.sun.source.util.Plugin"] {
        std::fs::write(services.join(service), "Marker\n").unwrap();
    }
    Some((folder, javac))
}

fn compile(javac: &Path, folder: &Path, arguments: &[&str]) {
    let output = Command::new(javac).current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn marks(folder: &Path) -> Vec<&'static str> {
    ["processor.mark", "plugin.mark"].into_iter().filter(|mark| folder.join(mark).exists()).collect()
}

#[test]
fn processors_and_plugins_do_not_run() {
    let Some((folder, javac)) = trapped() else { return };
    let synth = ["synth", "Gate.java", "--error", "IllegalStateException"];
    run_in(folder.path(), &synth).ends_with(0);
    run_in(folder.path(), &[&synth[..], &["--classpath", "."]].concat()).ends_with(0);
    assert_eq!(marks(folder.path()), Vec::<&str>::new());
    compile(&javac, folder.path(), &["Gate.java"]);
    assert_eq!(marks(folder.path()), ["processor.mark", "plugin.mark"], "a plain compiler runs them");
}

#[test]
fn options_in_names_are_names() {
    let Some((folder, _)) = trapped() else { return };
    let source = GATE.replace("public class", "class");
    for name in ["@options.java", "-J-version.java", "-Xplugin.java"] {
        std::fs::write(folder.path().join(name), &source).unwrap();
        let answer = run_in(folder.path(), &["synth", "--error", "IllegalStateException", "--", name]).ends_with(0);
        assert!(answer.text().contains("pass"), "{name}: {}", answer.stderr);
    }
}
