//! The product of a component with an interface that was read from a file, in the language of another checker.

use etiquette_checking::{Product, to_btor2, to_c, to_horn_clauses};
use etiquette_component::{Component, GuardedCall, Summary, summarise};
use etiquette_outcome::Outcome;

use crate::arguments::ProductFormat;
use crate::failure::Failure;

/// The product as text. Its bad states are those in which component and interface disagree. A forbidden call that
/// returns counts as one, even if a hidden choice could have made it fail.
pub fn product_text(mut component: Component, outcome: &Outcome, format: ProductFormat) -> Result<String, Failure> {
    let product = product(&mut component, outcome)?;
    let (pool, system) = (&mut component.terms, &product.system);
    Ok(match format {
        ProductFormat::Btor2 => to_btor2(pool, system, product.bad),
        ProductFormat::Chc => to_horn_clauses(pool, system, product.bad),
        ProductFormat::C => to_c(pool, system, product.bad),
    })
}

fn product(component: &mut Component, outcome: &Outcome) -> Result<Product, Failure> {
    let calls = outcome.interface.alphabet().calls();
    let mut guarded = Vec::with_capacity(calls.len());
    for call in calls {
        let fits =
            |method: &etiquette_component::Method| method.name == call.method && method.outcomes == call.outcomes;
        let method = component.methods.iter().position(fits).ok_or_else(|| {
            Failure::new(format!("the component has no method `{}` with the interface's outcomes", call.method))
                .help("name the component, and the options, that the interface was made with")
        })?;
        let parameters = component.methods[method].parameters.clone();
        let guard = call.guard_over(component, &parameters).map_err(|problem| Failure::new(problem.to_string()))?;
        guarded.push(GuardedCall { method, guard });
    }
    let summaries: Vec<Summary> = (0..component.methods.len()).map(|method| summarise(component, method)).collect();
    Ok(Product::new(component, &summaries, &outcome.interface, &guarded))
}
