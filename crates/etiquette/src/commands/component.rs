//! `etiquette component`: the component as the engines see it.

use std::path::Path;

use etiquette_component::print;
use etiquette_synthesis::interface_program;

use crate::Verdict;
use crate::arguments::{Common, Component, ProductFormat, Step};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::pipeline::{read_class, read_simplified, read_target};
use crate::product::product_text;
use crate::source::read_interface;

/// Runs the command.
pub fn run(options: &Component, _: &Common) -> Result<Verdict, Failure> {
    let text = match (&options.interface, options.format) {
        (Some(interface), Some(format)) => product(options, interface, format)?,
        _ => text(options)?,
    };
    let destination = Destination::open(&options.destination)?;
    destination.write(&text)?;
    Ok(Verdict::Done)
}

/// The product of the target with an interface.
fn product(options: &Component, interface: &Path, format: ProductFormat) -> Result<String, Failure> {
    let (outcome, _) = read_interface(interface)?;
    let target = read_target(&options.target)?.with_results_of(&outcome.interface)?;
    product_text(target.slices().exact.component, &outcome, format)
}

/// An interface as a component: the paper's `IntfP.W`, which does what the interface allows and raises its errors.
fn program(interface: &Path) -> Result<String, Failure> {
    let (outcome, _) = read_interface(interface)?;
    let program = interface_program(&outcome, None)
        .map_err(|unfit| Failure::new(format!("{} can't be written as a component: {unfit}", interface.display())))?;
    Ok(print(&program))
}

/// The target after a step. The first steps of a class make no component yet, so they work where lowering fails.
fn text(options: &Component) -> Result<String, Failure> {
    let target = &options.target.target;
    if target.extension().is_some_and(|extension| extension == "json") {
        return program(target);
    }
    let class = match options.after {
        Step::Read | Step::Code => read_class(&options.target)?,
        Step::Pass(_) | Step::Lower | Step::Slice => None,
    };
    Ok(match (options.after, class) {
        (Step::Read, Some(class)) => etiquette_java::print_class(&class),
        (Step::Code, Some(class)) => etiquette_java::print_code(&class),
        (Step::Code, None) => {
            return Err(Failure::new("a component file has no three-address code: it is a component already")
                .help("use `--after read` or `--after slice`"));
        }
        (Step::Pass(passes), _) => print(&read_simplified(&options.target, passes)?.component),
        (Step::Read | Step::Lower, _) => print(&read_target(&options.target)?.component),
        (Step::Slice, _) => print(&read_target(&options.target)?.slices().exact.component),
    })
}
