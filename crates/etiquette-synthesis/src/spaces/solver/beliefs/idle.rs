//! Methods of which a legal call changes nothing and tells nothing: the belief after it is the one before. That is true
//! of most methods of a slice, and looking at what comes after each of them would be most of the work.

use etiquette_component::{Block, BlockEnd};
use etiquette_logic::{Answer, Symbol, Term};

use super::Words;

impl Words {
    /// Whether a call of the method that does not fail leaves the belief as it is. Asked once.
    pub(super) fn is_idle(&mut self, method: usize) -> bool {
        if let Some(known) = self.is_idle[method] {
            return known;
        }
        let found = self.writes_and_tells_nothing(method) && self.always_ends(method);
        self.is_idle[method] = Some(found);
        found
    }

    fn writes_and_tells_nothing(&self, method: usize) -> bool {
        let component = &self.executor.component;
        let (called, summary) = (&component.methods[method], &self.executor.summaries[method]);
        let state: Vec<Symbol> = component.state_symbols();
        let is_unchanged = |block: &Block| block.updates.iter().all(|(symbol, _)| !state.contains(symbol));
        !called.constructor
            && called.outcomes.len() == 1
            && summary.is_loop_free()
            && summary.blocks.iter().filter(|block| matches!(block.to, BlockEnd::Returned(_))).all(is_unchanged)
    }

    /// Whether a call ends from every state, whatever is chosen.
    fn always_ends(&mut self, method: usize) -> bool {
        let conditions: Vec<Term> =
            self.executor.summaries[method].blocks.iter().map(|block| block.condition).collect();
        let terms = &mut self.executor.component.terms;
        let any = terms.any(conditions);
        let never = terms.not(any);
        self.answer(never) == Answer::Unsat
    }
}
