//! The machine that a measurement was made on, as far as it tells.

use std::fmt;
use std::fs;

use serde_json::{Value, json};

/// What is known about this machine and this build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The model of the processor.
    pub processor: Option<String>,
    /// How many threads run at a time.
    pub cores: Option<usize>,
    /// The memory in bytes.
    pub memory: Option<u64>,
    /// Whether this program was built with optimisation.
    pub optimised: bool,
}

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        let kibibytes = proc_field("/proc/meminfo", "MemTotal")
            .and_then(|text| text.trim_end_matches("kB").trim().parse::<u64>().ok());
        Machine {
            processor: proc_field("/proc/cpuinfo", "model name"),
            cores: std::thread::available_parallelism().ok().map(usize::from),
            memory: kibibytes.map(|count| count * 1024),
            optimised: !cfg!(debug_assertions),
        }
    }

    /// For other programs.
    pub fn to_json(&self) -> Value {
        json!({
            "processor": self.processor,
            "cores": self.cores,
            "memory": self.memory,
            "optimised": self.optimised,
        })
    }
}

/// The first `name: value` of a file of the Linux kernel, where there is one.
fn proc_field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.trim() == name).map(|(_, value)| value.trim().to_owned())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.processor.as_deref().unwrap_or("unknown processor"))?;
        if let Some(cores) = self.cores {
            write!(f, ", {cores} cores")?;
        }
        if let Some(memory) = self.memory {
            write!(f, ", {} GiB", memory.div_ceil(1 << 30))?;
        }
        if !self.optimised {
            f.write_str(", built without optimisation")?;
        }
        Ok(())
    }
}
