//! What can be shown or hidden of a component's state: single bits of numbers, and the other variables as a whole.

use etiquette_component::{Component, Type, Visibility};

/// The smallest thing that refinement can show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Part {
    /// The position of the variable.
    pub variable: usize,
    /// The bits of it that go together.
    pub bits: u64,
}

/// All parts, in the order of the variables.
pub(crate) fn parts(component: &Component) -> Vec<Part> {
    let of_variable = |variable: usize| -> Vec<Part> {
        let ty = component.variables[variable].binding.ty;
        let width = component.sort(ty).width();
        match ty {
            Type::Int { .. } => (0..width).map(|bit| Part { variable, bits: 1 << bit }).collect(),
            Type::Bool | Type::Enum(_) => vec![Part { variable, bits: etiquette_logic::mask(width) }],
        }
    };
    (0..component.variables.len()).flat_map(of_variable).collect()
}

/// The parts that are hidden.
pub(crate) fn hidden_parts(component: &Component, visibility: &Visibility) -> Vec<Part> {
    let is_hidden = |part: &Part| visibility.0[part.variable] & part.bits == 0;
    parts(component).into_iter().filter(is_hidden).collect()
}

/// Shows a part.
pub(crate) fn show(visibility: &mut Visibility, part: Part) {
    visibility.0[part.variable] |= part.bits;
}
