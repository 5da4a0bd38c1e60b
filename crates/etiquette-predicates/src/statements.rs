//! A method statement by statement, as JIST's abstractor takes it ("line by line"): every edge of the body is a block
//! of its own.
//!
//! Less precise than large blocks, since what a condition said is forgotten behind it unless a predicate keeps it; it
//! is there to repeat the paper.

use etiquette_component::{Action, Binding, Block, BlockEnd, Component, Edge, Location, Origin, Summary};

/// The summary of a method in which every location is a cut point.
pub(crate) fn statement_by_statement(component: &mut Component, method: usize) -> Summary {
    let body = component.methods[method].body.clone();
    let loop_heads = (0..body.locations).map(|location| Location(location as u32)).collect();
    let mut summary = Summary { blocks: Vec::new(), choices: Vec::new(), origins: Vec::new(), loop_heads };
    for (position, edge) in body.edges.iter().enumerate() {
        let block = statement(component, method, &mut summary, (position, *edge));
        summary.blocks.push(block);
    }
    summary
}

fn statement(
    component: &mut Component,
    method: usize,
    summary: &mut Summary,
    (position, edge): (usize, Edge),
) -> Block {
    let mut condition = component.terms.bool(true);
    let mut updates = Vec::new();
    let to = match edge.action {
        Action::Return(outcome) => BlockEnd::Returned(outcome),
        Action::Error(error) => BlockEnd::Failed(error),
        Action::Assume(assumed, to) => {
            condition = assumed;
            BlockEnd::At(to)
        }
        Action::Assign(symbol, value, to) => {
            updates.push((symbol, value));
            BlockEnd::At(to)
        }
        Action::Havoc(symbol, _, to) => {
            let found = component.binding(Some(&component.methods[method]), symbol).cloned();
            if let Some(Binding { name, ty, .. }) = found {
                let sort = component.sort(ty);
                let choice = component.terms.new_symbol(&name, sort);
                let value = component.terms.symbol(choice);
                condition = component.domain_constraint(ty, value).unwrap_or(condition);
                summary.choices.push(Binding { name, ty, symbol: choice });
                summary.origins.push(Origin::Value(position));
                updates.push((symbol, value));
            }
            BlockEnd::At(to)
        }
    };
    Block { from: edge.from, to, condition, updates }
}
