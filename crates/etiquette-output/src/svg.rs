//! The interface as a picture, laid out and drawn by this crate: no other program is needed.
//!
//! `scene` collects the texts and their sizes, [`layout`] places them, `draw` writes SVG.

mod draw;
mod fold;
mod jumps;
pub mod layout;
mod scene;
mod style;
mod text_metrics;

use etiquette_outcome::Outcome;

/// Pictures of more states than this help nobody.
const MAX_DRAWN_STATES: usize = 1000;

/// The outcome as an SVG document; with too many states to draw, one that says so.
pub fn render(outcome: &Outcome) -> String {
    if outcome.interface.state_count() > MAX_DRAWN_STATES {
        return draw::too_large(outcome);
    }
    let mut scene = scene::Scene::new(outcome);
    let mut drawing = layout::draw(&scene.graph);
    if let Some(columns) = fold::columns(&drawing) {
        scene.fold(&columns);
        drawing = fold::draw_columns(&scene.graph, &columns);
    }
    draw::picture(outcome, &scene, &drawing)
}
