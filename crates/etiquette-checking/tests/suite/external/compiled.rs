//! C tasks, compiled with gcc and run on values that are given.

use std::env::temp_dir;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use etiquette_checking::{Trace, to_c};
use etiquette_logic::Term;

use crate::common::Case;

/// What the competition's function does here: it reads the next number, and ends the run where there is none.
const VALUES: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    unsigned long long __VERIFIER_nondet_ulonglong(void) {\n\
      unsigned long long next;\n\
      if (scanf(\"%llu\", &next) != 1) exit(0);\n\
      return next;\n\
    }\n";

pub struct Compiler {
    folder: PathBuf,
}

impl Compiler {
    /// The compiler, if there is one.
    pub fn find() -> Option<Self> {
        let found =
            Command::new("gcc").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success());
        let folder = temp_dir().join(format!("etiquette-c-tasks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        found.then_some(Compiler { folder })
    }

    /// Whether the task reaches the error on the values of a run if being in one state is the error.
    pub fn reaches(&self, case: &mut Case, trace: &Trace, state: &[u64]) -> bool {
        let pool = &mut case.pool;
        let parts: Vec<Term> = case
            .system
            .variables
            .iter()
            .zip(state)
            .map(|(&symbol, &value)| {
                let (variable, value) = (pool.symbol(symbol), pool.constant(pool.symbol_sort(symbol), value));
                pool.equal(variable, value)
            })
            .collect();
        let bad = pool.all(parts);
        let program = self.compile(&to_c(&case.pool, &case.system, bad));
        run(&program, &values(trace))
    }

    fn compile(&self, text: &str) -> PathBuf {
        let file = |name: &str| self.folder.join(name);
        fs::write(file("product.c"), text).expect("a file");
        fs::write(file("values.c"), VALUES).expect("a file");
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=c99", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-variable", "-o"]);
        let status = gcc.arg(file("product")).arg(file("product.c")).arg(file("values.c")).status();
        assert!(status.expect("gcc runs").success(), "gcc does not accept\n{text}");
        file("product")
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // What can't be removed is left to the system's own cleaning.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The first state, then each step with its inputs.
fn values(trace: &Trace) -> String {
    let mut values = trace.states[0].clone();
    for taken in &trace.steps {
        values.push(taken.step as u64);
        values.extend(&taken.inputs);
    }
    values.iter().map(|value| format!("{value}\n")).collect()
}

fn run(program: &Path, values: &str) -> bool {
    let mut child = Command::new(program).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(values.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).contains("reach_error");
    assert!(said || output.status.success(), "a choice of the run is not possible: {output:?}");
    said
}
