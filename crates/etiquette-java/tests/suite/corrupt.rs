//! Bad class files: cut short, changed at random, and wrong on purpose. All are errors that say what is wrong; none is
//! a panic.

use etiquette_java::class::Instruction;
use etiquette_java::classpath::{ClassSource, JimageSource};
use etiquette_java::read::read_class;
use etiquette_java::stackless::remove_stack;

use crate::common::{HandClass, HandMethod, jdk_or_skip};

const SAMPLE: &[u8] = include_bytes!("../data/Sample.class");

/// A small deterministic generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Changes, removes, doubles or inserts a few bytes; interesting numbers more often than others.
fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const INTERESTING: [u8; 8] = [0x00, 0x01, 0x7f, 0x80, 0xff, 0xaa, 0xab, 0xc4];
    let mut mutant = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(mutant.len());
        let byte = if random.below(2) == 0 { INTERESTING[random.below(8)] } else { random.below(256) as u8 };
        match random.below(8) {
            0 => mutant.truncate(at),
            1 => drop(mutant.splice(at..at, [byte])),
            2 => drop(mutant.drain(at..(at + random.below(4)).min(mutant.len()))),
            3 => mutant.iter_mut().skip(at).take(4).for_each(|place| *place = byte),
            _ => mutant.iter_mut().skip(at).take(1).for_each(|place| *place = byte),
        }
    }
    mutant
}

/// Reads mutants; how many of them were still classes.
fn fuzz(bytes: &[u8], rounds: usize, random: &mut Random) -> usize {
    (0..rounds).filter(|_| read_class(&mutate(bytes, random), "mutant").is_ok()).count()
}

#[test]
fn every_beginning_of_a_class_is_an_error() {
    for end in 0..SAMPLE.len() {
        assert!(read_class(&SAMPLE[..end], "cut").is_err(), "{end}");
    }
}

#[test]
fn mutants_never_panic() {
    let survivors = fuzz(SAMPLE, 30_000, &mut Random(0x9E37_79B9_7F4A_7C15));
    assert!(survivors > 0, "no mutant was read: the mutations are too crude to test anything");
}

#[test]
fn mutants_of_jdk_classes_never_panic() {
    let Some(jdk) = jdk_or_skip() else { return };
    let source = JimageSource::open(&jdk.image()).unwrap();
    let names = source.class_names_of("java.base");
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for name in names.iter().step_by(names.len() / 100) {
        fuzz(&source.bytes(name).unwrap().unwrap(), 50, &mut random);
    }
}

/// A class with one static method `f()V`.
fn class_with(version: u16, locals: u16, code: Vec<u8>, handlers: Vec<[u16; 3]>) -> Vec<u8> {
    let mut class = HandClass::new("Made", Some("java/lang/Object"));
    class.version = version;
    class.methods.push(HandMethod { access: 0x9, name: "f", descriptor: "()V", code: Some((locals, code, handlers)) });
    class.bytes()
}

fn problem(code: &[u8], handlers: &[[u16; 3]]) -> String {
    let bytes = class_with(52, 1, code.to_vec(), handlers.to_vec());
    read_class(&bytes, "Made.class").expect_err("it should not be readable").to_string()
}

/// Code, exception table, and a part of the message.
type Malformed<'a> = (&'a [u8], &'a [[u16; 3]], &'a str);

#[test]
fn malformed_code_is_refused_with_its_place() {
    let cases: &[Malformed] = &[
        (&[], &[], "0 bytes of code"),
        (&[0x00], &[], "falls off the end"),
        (&[0xa7, 0x00, 0x02, 0xb1], &[], "opcode at offset 0"),
        (&[0xa7, 0x7f, 0xff, 0xb1], &[], "opcode at offset 0"),
        (&[0xc8, 0x7f, 0xff, 0xff, 0xff, 0xb1], &[], "leads out of the method"),
        (&[0x15, 0x01, 0xb1], &[], "local variable 1 of 1"),
        (&[0x1e, 0xb1], &[], "local variable 0 of 1"),
        (&[0xcb], &[], "unknown opcode 0xcb"),
        (&[0xca], &[], "unknown opcode 0xca"),
        (&[0xc4, 0x00], &[], "cannot be wide"),
        (&[0x11, 0x00], &[], "ends too early"),
        (&[0xb1], &[[0, 0, 0]], "range 0 to 0 is empty"),
        (&[0xb1], &[[0, 2, 0]], "leaves the code"),
        (&[0x10, 0x00, 0xb1], &[[0, 1, 0]], "cuts an instruction"),
        (&[0x10, 0x00, 0xb1], &[[0, 3, 1]], "no instruction begins at its target 1"),
    ];
    for (code, handlers, expected) in cases {
        let problem = problem(code, handlers);
        assert!(problem.contains(expected), "{problem}\nexpected: {expected}");
        assert!(problem.starts_with("Made.class is not a readable class file: "), "{problem}");
    }
}

/// Found by fuzzing: a method with all the local variables that there can be, and a stack behind them.
#[test]
fn methods_with_too_many_variables_are_refused() {
    let bytes = class_with(52, u16::MAX, vec![0x03, 0x59, 0x58, 0xb1], Vec::new());
    let class = read_class(&bytes, "Made.class").unwrap();
    let code = class.methods[0].code.as_ref().unwrap();
    let problem = remove_stack(code).expect_err("registers have 16 bits");
    assert_eq!(problem.message, "needs too many local variables");
}

/// A switch may claim more cases than memory holds.
#[test]
fn huge_switches_are_refused_without_reserving_memory() {
    let number = |value: i32| value.to_be_bytes();
    let table = [&[0x1a, 0xaa, 0, 0][..], &number(24), &number(i32::MIN), &number(i32::MAX), &[0xb1]].concat();
    assert!(problem(&table, &[]).contains("ends too early"));
    let lookup = [&[0x1a, 0xab, 0, 0][..], &number(24), &number(i32::MAX), &[0xb1]].concat();
    assert!(problem(&lookup, &[]).contains("ends too early"));
    let reversed = [&[0x1a, 0xaa, 0, 0][..], &number(24), &number(1), &number(0), &[0xb1]].concat();
    assert!(problem(&reversed, &[]).contains("a switch over 1 to 0"));
}

#[test]
fn subroutines_of_old_class_files_are_read() {
    let code = vec![0xa8, 0x00, 0x04, 0xb1, 0x4b, 0xa9, 0x00];
    let class = read_class(&class_with(45, 1, code, vec![]), "Made.class").unwrap();
    let instructions = &class.methods[0].code.as_ref().unwrap().instructions;
    assert_eq!(instructions[0], (0, Instruction::JumpSubroutine(4)));
    assert_eq!(instructions[3], (5, Instruction::ReturnSubroutine(0)));
}

#[test]
fn versions_out_of_range_are_named() {
    for version in [0, 44, 70] {
        let error = read_class(&class_with(version, 1, vec![0xb1], vec![]), "Made.class").unwrap_err();
        assert!(error.message.contains(&format!("class file version {version} is not supported")), "{error}");
    }
    for version in [45, 52, 61, 69] {
        assert!(read_class(&class_with(version, 1, vec![0xb1], vec![]), "Made.class").is_ok(), "{version}");
    }
}

#[test]
fn what_is_no_class_file_is_said_to_be_none() {
    let error = read_class(b"PK\x03\x04 and so on", "app.jar").unwrap_err();
    assert_eq!(
        error.to_string(),
        "app.jar is not a readable class file: not a class file: it does not begin with CAFEBABE"
    );
    assert!(read_class(&[], "empty").is_err());
}

/// Annotations in annotations, 100,000 deep, would overflow the stack of a reader that follows them.
#[test]
fn deeply_nested_annotations_are_not_followed() {
    let mut bytes = class_with(52, 1, vec![0xb1], vec![]);
    let name = b"AnnotationDefault";
    let count = u16::from_be_bytes([bytes[8], bytes[9]]);
    bytes[8..10].copy_from_slice(&(count + 1).to_be_bytes());
    bytes.splice(10..10, [&[1][..], &(name.len() as u16).to_be_bytes(), name].concat());
    shift_pool(&mut bytes, count);
    let nested = [b'[', 0, 1].repeat(100_000);
    let end = bytes.len();
    bytes.splice(end - 2.., [&[0, 1, 0, 1][..], &(nested.len() as u32).to_be_bytes(), &nested].concat());
    assert!(read_class(&bytes, "Made.class").is_ok());
}

/// After a text was put before the constant pool: raises the indices that the small class has.
fn shift_pool(bytes: &mut [u8], old_count: u16) {
    let mut at = 10;
    for _ in 0..=old_count - 1 {
        match bytes[at] {
            1 => at += 3 + usize::from(u16::from_be_bytes([bytes[at + 1], bytes[at + 2]])),
            _ => {
                bytes[at + 2] += 1;
                at += 3;
            }
        }
    }
    for index in [at + 3, at + 5, at + 15, at + 17, at + 21] {
        bytes[index] += 1;
    }
}

#[test]
fn code_and_access_must_agree() {
    let mut class = HandClass::new("Made", Some("java/lang/Object"));
    class.methods.push(HandMethod { access: 0x1, name: "f", descriptor: "()V", code: None });
    let error = read_class(&class.bytes(), "Made.class").unwrap_err();
    assert_eq!(error.method.as_deref(), Some("f()"));
    assert!(error.message.contains("neither native nor abstract"), "{error}");
}
