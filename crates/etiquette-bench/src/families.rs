//! Families of components that can be made at any size, as sources of the component language.
//!
//! The systems of *Three Algorithms for Interface Synthesis* (Beyer, Henzinger, Singh 2006, section 4). The paper
//! counts boolean variables, one of which marks errors; here an error is a statement, and a family's parameter is the
//! number of bits that are left. The paper's theoretical families are in [`separation`].

pub mod separation;

use etiquette_component::{Component, parse};

/// One member of a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The family and the size, for people.
    pub name: String,
    /// The source.
    pub source: String,
}

impl Instance {
    fn new(name: String, source: String) -> Self {
        Instance { name, source }
    }

    /// The component.
    pub fn component(&self) -> Component {
        parse(&self.source, &self.name).expect("the sources of families are well-formed at every size")
    }
}

/// Counts up and down between 0 and `2^bits - 1`; stepping over an end is an error. Its interface has `2^bits` states.
pub fn counter(bits: u32) -> Instance {
    let last = last_value(bits);
    let source = format!(
        "component counter {{
  var value: u{bits} = 0;
  method next() {{
    if (value == {last}) {{ error Overflow; }}
    value = value + 1;
  }}
  method prev() {{
    if (value == 0) {{ error Underflow; }}
    value = value - 1;
  }}
}}
"
    );
    Instance::new(format!("counter, {bits} bits"), source)
}

/// The bit array manipulator (the paper's Figure 4) with `2^bits` locations. Its interface has two states.
///
/// As in the figure, all `2^(bits + 1)` states can be reached; the paper's table has `2^bits + 2` states instead.
pub fn bit_array(bits: u32) -> Instance {
    let last = last_value(bits);
    let source = format!(
        "component bit_array {{
  var valid: bool = false;
  var location: u{bits} = 0;
  method prev() {{
    valid = true;
    if (location > 0) {{ location = location - 1; }} else {{ location = {last}; }}
  }}
  method next() {{
    valid = true;
    if (location < {last}) {{ location = location + 1; }} else {{ location = 0; }}
  }}
  method access() {{ valid = false; }}
  method modify() {{
    if (!valid) {{ error Invalid; }}
    valid = false;
  }}
}}
"
    );
    Instance::new(format!("bit array, {bits} bits"), source)
}

/// The device controller (the paper's Figure 1). Its interface has three states.
pub fn device_controller() -> Instance {
    Instance::new("device controller".into(), device("", "", ""))
}

/// The device controller with a location of `bits` bits, which reading and writing move and releasing resets:
/// `2^(bits + 1) + 1` states, as in the paper's table. Its interface has three states.
pub fn device_manager(bits: u32) -> Instance {
    let variable = format!("\n  var location: u{bits} = 0;");
    let source = device(&variable, "\n    location = location + 1;", "\n    location = 0;");
    Instance::new(format!("device manager, {bits} bits"), source)
}

fn device(variable: &str, advance: &str, reset: &str) -> String {
    format!(
        "component device {{
  var reading: bool = false;
  var writing: bool = false;{variable}
  method acq_r() {{
    if (reading) {{ error Busy; }}
    reading = true;
  }}
  method acq_rw() {{
    if (reading) {{ error Busy; }}
    reading = true;
    writing = true;
  }}
  method write() {{
    if (!writing) {{ error NotWritable; }}{advance}
  }}
  method read() {{
    if (!reading) {{ error NotReadable; }}{advance}
  }}
  method rel() {{
    if (!reading) {{ error NotAcquired; }}
    reading = false;
    writing = false;{reset}
  }}
}}
"
    )
}

/// A data stream with a header of `2^header` and data of `2^data` places; writing to the header is an error. Its
/// interface has two states.
pub fn data_stream(header: u32, data: u32) -> Instance {
    assert!(header <= data, "a header is no longer than the data");
    let (bits, first_data) = (data + 1, last_value(header) + 1);
    let last_data = first_data + last_value(data);
    let source = format!(
        "component data_stream {{
  var place: u{bits} = 0;
  method FirstHeader() {{ place = 0; }}
  method FirstData() {{ place = {first_data}; }}
  method Next() {{
    if (place == {last_header}) {{ place = 0; }}
    else if (place == {last_data}) {{ place = {first_data}; }}
    else {{ place = place + 1; }}
  }}
  method Write() {{
    if (place < {first_data}) {{ error HeaderWritten; }}
  }}
}}
",
        last_header = first_data - 1,
    );
    Instance::new(format!("data stream, h = {header}, d = {data}"), source)
}

/// The largest number of so many bits.
fn last_value(bits: u32) -> u64 {
    assert!((1..=u64::BITS).contains(&bits), "sizes are from 1 to 64 bits");
    etiquette_logic::mask(bits)
}
