//! Words on a real JVM: what is seen of each call, arguments of every kind, time limits, and nothing left over between
//! words.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Argument, Jvm, Observed, ReplayCall, Word};

use crate::common;

const SOURCE: &str = r#"
public class Replayed {
    public enum Size { SMALL, LARGE }
    public interface Source { int read(); String name(); }
    public static abstract class Hard {
        protected Hard(int size, String name) { if (size != 0 || name != null) throw new IllegalStateException(); }
        protected abstract long length(int[] of);
        public abstract Hard next();
    }
    public static final class Impossible { private Impossible() {} }
    static int made;
    private final int number;
    private Replayed(int number) { this.number = number; made++; System.out.println("noise"); }
    private Replayed() { throw new UnsupportedOperationException(); }
    public static int next() { return ++made; }
    public boolean isFirst() { return made == 1; }
    public boolean above(byte b, char c, long l) { return b + c + l > number; }
    public Object give(boolean something) { return something ? this : null; }
    public Size size(Size size) { return size; }
    public void take(String text, int[] numbers, Integer box, Source source) {
        if (!text.isEmpty() || numbers.length != 0 || box != 0 || source.read() != 0 || source.name() != null) {
            throw new IllegalArgumentException();
        }
    }
    public void hard(Hard hard) { if (hard.length(null) != 0 || hard.next() != null) throw new IllegalStateException(); }
    public void impossible(Impossible impossible) { }
    public void check(int wanted) { assert number == wanted; }
    public void forever() { while (number != 0) { Thread.yield(); } }
    int divide(int by) {
        return number
            / by;
    }
}
"#;

fn compile(jdk: &Jdk, folder: &Path) {
    let source = folder.join("Replayed.java");
    fs::write(&source, SOURCE).expect("a writable folder");
    let javac = jdk.program("javac").expect("a compiler");
    let output = Command::new(javac).args(["-g", "-d"]).arg(folder).arg(&source).output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn with_jvm(check: impl FnOnce(Jvm)) {
    let Some(jdk) = common::jdk_or_skip() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    compile(&jdk, folder.path());
    check(Jvm::start(&jdk, &[folder.path().to_owned()]).expect("a JVM"));
}

fn call(method: &str, descriptor: &str, arguments: &[Argument]) -> ReplayCall {
    let (class, makes_object) = ("Replayed".into(), method == "<init>");
    let (method, descriptor) = (method.into(), descriptor.into());
    ReplayCall {
        class,
        method,
        descriptor,
        makes_object,
        on: String::new(),
        keeps: None,
        arguments: arguments.to_vec(),
    }
}

fn made(number: i64) -> ReplayCall {
    call("<init>", "(I)V", &[Argument::Number(number)])
}

fn word(calls: &[ReplayCall]) -> Word {
    Word { calls: calls.to_vec(), assertions: false }
}

#[test]
fn results_are_reported() {
    with_jvm(|mut jvm| {
        let yes = Argument::Number(1);
        let large = Argument::Enum("LARGE".into());
        let calls = [
            made(100),
            call("above", "(BCJ)Z", &[Argument::Number(-1), Argument::Number(65), Argument::Number(40)]),
            call("give", "(Z)Ljava/lang/Object;", &[yes]),
            call("give", "(Z)Ljava/lang/Object;", &[Argument::Number(0)]),
            call("size", "(LReplayed$Size;)LReplayed$Size;", &[large]),
            call("size", "(LReplayed$Size;)LReplayed$Size;", &[Argument::Null]),
            call("divide", "(I)I", &[Argument::Number(7)]),
        ];
        let expected = [
            Observed::Returned,
            Observed::Bool(true),
            Observed::Object,
            Observed::Null,
            Observed::Enum("LARGE".into()),
            Observed::Null,
            Observed::Number(14),
        ];
        assert_eq!(jvm.run(&word(&calls)).unwrap(), expected);
    });
}

#[test]
fn exceptions_are_reported_with_their_place() {
    with_jvm(|mut jvm| {
        let observed = jvm.run(&word(&[made(1), call("divide", "(I)I", &[Argument::Number(0)])])).unwrap();
        let Some(Observed::Threw(thrown)) = observed.last() else { panic!("{observed:?}") };
        assert_eq!(thrown.class, "java.lang.ArithmeticException");
        assert!(thrown.is_a("RuntimeException") && thrown.is_a("java.lang.Throwable") && !thrown.is_a("Error"));
        let line = SOURCE.lines().position(|line| line.contains("/ by")).unwrap();
        assert!(thrown.at.as_ref().is_some_and(|at| at.file == "Replayed.java" && at.line.abs_diff(line as u32) <= 1));
    });
}

#[test]
fn objects_are_made_for_arguments() {
    with_jvm(|mut jvm| {
        let four = vec![Argument::SomeObject; 4];
        let take = call("take", "(Ljava/lang/String;[ILjava/lang/Integer;LReplayed$Source;)V", &four);
        let hard = call("hard", "(LReplayed$Hard;)V", &[Argument::SomeObject]);
        let impossible = call("impossible", "(LReplayed$Impossible;)V", &[Argument::SomeObject]);
        let observed = jvm.run(&word(&[made(1), take, hard, impossible, made(1)])).unwrap();
        assert_eq!(observed[..3], [Observed::Returned, Observed::Returned, Observed::Returned]);
        assert!(matches!(&observed[3..], [Observed::NotMade(why)] if why.contains("Impossible")), "{observed:?}");
    });
}

#[test]
fn packages_of_the_jdk_are_opened() {
    with_jvm(|mut jvm| {
        let of_mac = |call: ReplayCall| ReplayCall { class: "javax/crypto/Mac".into(), ..call };
        let descriptor = "(Ljavax/crypto/MacSpi;Ljava/security/Provider;Ljava/lang/String;)V";
        let arguments = [Argument::SomeObject, Argument::Null, Argument::SomeObject];
        let made = of_mac(call("<init>", descriptor, &arguments));
        let asked = of_mac(call("getAlgorithm", "()Ljava/lang/String;", &[]));
        assert_eq!(jvm.run(&word(&[made, asked])).unwrap(), [Observed::Returned, Observed::Object]);
    });
}

#[test]
fn classes_of_the_jdk_are_called_even_where_they_are_not_public() {
    with_jvm(|mut jvm| {
        let call = |class: &str, method: &str, descriptor: &str, arguments: &[Argument]| ReplayCall {
            class: class.into(),
            ..call(method, descriptor, arguments)
        };
        let list = [Argument::SomeObject, Argument::Number(0)];
        let made = call("java/util/ArrayList$ListItr", "<init>", "(Ljava/util/ArrayList;I)V", &list);
        let has_next = call("java/util/ArrayList$Itr", "hasNext", "()Z", &[]);
        let remove = call("java/util/ArrayList$Itr", "remove", "()V", &[]);
        let observed = jvm.run(&word(&[made, has_next, remove])).unwrap();
        assert_eq!(observed[..2], [Observed::Returned, Observed::Bool(true)]);
        assert!(matches!(&observed[2], Observed::Threw(thrown) if thrown.is_a("IllegalStateException")));
    });
}

#[test]
fn static_methods_are_called_on_the_class_itself() {
    with_jvm(|mut jvm| {
        for _ in 0..2 {
            let observed = jvm.run(&word(&[call("next", "()I", &[]), call("next", "()I", &[])])).unwrap();
            assert_eq!(observed, [Observed::Number(1), Observed::Number(2)]);
        }
        let of_jdk = ReplayCall { class: "java/lang/Thread".into(), ..call("interrupted", "()Z", &[]) };
        let observed = jvm.run(&word(&[of_jdk])).unwrap();
        assert!(matches!(&observed[..], [Observed::NotMade(why)] if why.contains("static fields")), "{observed:?}");
    });
}

#[test]
fn words_do_not_see_each_other() {
    with_jvm(|mut jvm| {
        for _ in 0..3 {
            let observed = jvm.run(&word(&[made(1), call("isFirst", "()Z", &[])])).unwrap();
            assert_eq!(observed[1], Observed::Bool(true));
        }
        let check = call("check", "(I)V", &[Argument::Number(2)]);
        let mut word = word(&[made(1), check]);
        assert_eq!(jvm.run(&word).unwrap()[1], Observed::Returned);
        word.assertions = true;
        assert!(matches!(&jvm.run(&word).unwrap()[1], Observed::Threw(thrown) if thrown.is_a("AssertionError")));
    });
}

#[test]
fn calls_that_do_not_return_or_do_not_exist_end_the_word() {
    with_jvm(|jvm| {
        let mut jvm = jvm.with_time_limit(Duration::from_secs(2));
        let forever = word(&[made(1), call("forever", "()V", &[]), call("isFirst", "()Z", &[])]);
        for _ in 0..2 {
            assert_eq!(jvm.run(&forever).unwrap(), [Observed::Returned, Observed::NotReturned]);
        }
        let mut jvm = jvm.with_time_limit(Duration::from_secs(300));
        let nothing = jvm.run(&word(&[made(1), call("nothing", "()V", &[])])).unwrap();
        assert!(matches!(nothing[..], [Observed::Returned, Observed::NotMade(_)]), "{nothing:?}");
        let without = jvm.run(&word(&[call("<init>", "()V", &[]), call("isFirst", "()Z", &[])])).unwrap();
        assert!(matches!(without[..], [Observed::Threw(_), Observed::NotMade(_)]), "{without:?}");
    });
}
