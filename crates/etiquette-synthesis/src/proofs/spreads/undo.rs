//! Events undone: where a pair of states after an event may have come from, such that it was in the spread before.

use etiquette_certificates::Return;
use etiquette_component::{Binding, Block, BlockEnd, Summary};
use etiquette_logic::{Answer, BinaryOp, Node, Substitution, Symbol, Term, TermPool, UnaryOp};

use super::{Draft, Effect, Event, Pair, Pairs};
use crate::proofs::budgets::spreads::{MAX_INSTANCES, MAX_UNDONE};
use crate::proofs::certificate::choices;
use crate::proofs::regions::Regions;

impl Regions<'_> {
    /// How an event is undone, or a pair of states after it that shows that it is not in the spread. `None` if neither
    /// is known.
    pub(super) fn undone(&mut self, draft: &Draft, event: Event) -> Option<Result<Return, Pair>> {
        let (from, call, outcome, _) = event;
        let method = self.setting.calls[call.index()].method;
        let summary = &self.setting.summaries[method];
        let nothing = Return { from, call, outcome, before: vec![None; draft.variables.len()], choices: Vec::new() };
        if summary.has_loop_heads() {
            return None;
        }
        let Some(block) = summary.blocks.iter().find(|block| block.to == BlockEnd::Returned(outcome)) else {
            return Some(Ok(nothing));
        };
        let mut refuted = None;
        for before in self.origins(draft, block) {
            match self.undone_by(draft, event, (summary, block), &before)? {
                Ok(instances) => {
                    let made = instances.iter().map(|instance| choices(self.setting.component, summary, instance));
                    let choices = made.collect();
                    return Some(Ok(Return { before, choices, ..nothing }));
                }
                Err(pair) => refuted = Some(pair),
            }
        }
        refuted.map(Err)
    }

    /// Ways to tell where the component was from where it is.
    fn origins(&mut self, draft: &Draft, block: &Block) -> Vec<Vec<Option<Term>>> {
        let mut found: Vec<Vec<Option<Term>>> = vec![Vec::new()];
        for &(symbol, _) in &draft.variables {
            let terms = &mut self.setting.component.terms;
            let ways = match updated(block, symbol) {
                None => vec![Some(terms.symbol(symbol))],
                Some(value) => inverses(terms, symbol, value),
            };
            found = found.iter().flat_map(|begun| ways.iter().map(|way| [&begun[..], &[*way]].concat())).collect();
            found.truncate(MAX_UNDONE);
        }
        found
    }

    /// Values of the hidden choices with which the event leads from there to every second state, or a pair for which it
    /// does not.
    fn undone_by(
        &mut self,
        draft: &Draft,
        event: Event,
        effect: Effect<'_>,
        before: &[Option<Term>],
    ) -> Option<Result<Vec<Vec<Term>>, Pair>> {
        let pairs = self.pairs(draft, event, effect.1, before);
        let mut instances: Vec<Vec<Term>> = Vec::new();
        loop {
            let Some(pair) = self.not_led_to(draft, effect, &pairs, &instances)? else { return Some(Ok(instances)) };
            match self.suitable_choices(draft, effect, &pairs) {
                Some(instance) if instances.len() < MAX_INSTANCES && !instances.contains(&instance) => {
                    instances.push(instance);
                }
                _ => return Some(Err(pair)),
            }
        }
    }

    /// The pairs after an event, and where the second state of each is taken to come from.
    fn pairs(&mut self, draft: &Draft, (from, call, _, to): Event, block: &Block, before: &[Option<Term>]) -> Pairs {
        let (one, other) = (self.first(draft), self.second(draft));
        let after: Vec<Term> = draft
            .variables
            .iter()
            .zip(&one)
            .map(|(variable, own)| updated(block, variable.0).unwrap_or(*own))
            .collect();
        let before = before.iter().zip(&one);
        let origin: Vec<Term> =
            before.map(|(before, own)| before.map_or(*own, |term| self.in_state(draft, term, &other))).collect();
        let (guard, label) = (self.guard(call), self.setting.labels[from.index()]);
        let related = self.relation(draft, to, &after, &other);
        let happens = self.setting.component.terms.all([label, guard, block.condition, related]);
        let was_related = self.relation(draft, from, &one, &origin);
        Pairs { after, other, origin, happens, was_related }
    }

    /// A pair to which none of the choices leads. The outer `None` is: not known.
    fn not_led_to(
        &mut self,
        draft: &Draft,
        effect: Effect<'_>,
        pairs: &Pairs,
        instances: &[Vec<Term>],
    ) -> Option<Option<Pair>> {
        let ways: Vec<Term> = instances.iter().map(|instance| self.leads_to(draft, effect, instance, pairs)).collect();
        let terms = &mut self.setting.component.terms;
        let ways = terms.any(ways);
        let shown = terms.and(pairs.was_related, ways);
        let question = self.all([pairs.happens], shown);
        match self.solver.check(&self.setting.component.terms, &[question]) {
            Answer::Unsat => Some(None),
            Answer::Sat => Some(Some(self.pair(&pairs.after, &pairs.other))),
            Answer::Unknown(_) => None,
        }
    }

    /// That the block leads from the origin to the second state with these values of the hidden choices.
    fn leads_to(&mut self, draft: &Draft, (summary, block): Effect<'_>, instance: &[Term], pairs: &Pairs) -> Term {
        let Pairs { origin, other, .. } = pairs;
        let instance: Vec<Term> = instance.iter().map(|&term| self.in_state(draft, term, other)).collect();
        let terms = &mut self.setting.component.terms;
        let choices = summary.choices.iter().map(|choice| choice.symbol).zip(instance);
        let state = draft.variables.iter().map(|(symbol, _)| *symbol).zip(origin.iter().copied());
        let mut there = Substitution::from_iter(choices.chain(state));
        let mut parts = vec![there.apply(terms, block.condition)];
        for (place, (symbol, _)) in draft.variables.iter().enumerate() {
            let value = updated(block, *symbol).map_or(origin[place], |value| there.apply(terms, value));
            parts.push(terms.equal(value, other[place]));
        }
        terms.all(parts)
    }

    /// Hidden choices for the solver's model: what is chosen for a variable is what it is afterwards, the rest is
    /// searched for.
    fn suitable_choices(&mut self, draft: &Draft, effect: Effect<'_>, pairs: &Pairs) -> Option<Vec<Term>> {
        let (summary, block) = effect;
        let terms = &mut self.setting.component.terms;
        let own: Vec<Term> =
            summary.choices.iter().map(|choice| chosen_for(terms, draft, block, choice.symbol)).collect();
        let way = self.leads_to(draft, effect, &own, pairs);
        let here = self.in_model(summary, pairs.was_related, way);
        let terms = &mut self.setting.component.terms;
        if self.solver.check(terms, &[here]) != Answer::Sat {
            return None;
        }
        let value = |(choice, own): (&Binding, Term)| match terms.as_symbol(own) {
            Some(symbol) if symbol == choice.symbol => {
                terms.constant(terms.symbol_sort(symbol), self.solver.symbol_value(symbol))
            }
            _ => own,
        };
        Some(summary.choices.iter().zip(own).map(value).collect())
    }

    /// Both conditions, with the values of the solver's model for everything but the hidden choices.
    fn in_model(&mut self, summary: &Summary, one: Term, other: Term) -> Term {
        let terms = &mut self.setting.component.terms;
        let both = terms.and(one, other);
        let is_choice = |symbol: &Symbol| summary.choices.iter().any(|choice| choice.symbol == *symbol);
        let seen: Vec<Symbol> = terms.symbols_of(both).into_iter().filter(|symbol| !is_choice(symbol)).collect();
        let value =
            |symbol: Symbol| (symbol, terms.constant(terms.symbol_sort(symbol), self.solver.symbol_value(symbol)));
        let values: Vec<(Symbol, Term)> = seen.into_iter().map(value).collect();
        Substitution::from_iter(values).apply(terms, both)
    }
}

/// What a block makes of a variable, if it changes it.
fn updated(block: &Block, variable: Symbol) -> Option<Term> {
    block.updates.iter().find(|(symbol, _)| *symbol == variable).map(|(_, value)| *value)
}

/// A choice that is a variable's new value, as it is or widened, is whatever that value is to be; others stay open.
fn chosen_for(terms: &mut TermPool, draft: &Draft, block: &Block, choice: Symbol) -> Term {
    let own = terms.symbol(choice);
    for &(variable, _) in &draft.variables {
        let value = updated(block, variable).map(|value| terms.node(value));
        let symbol = terms.symbol(variable);
        match value {
            Some(Node::Symbol(chosen)) if chosen == choice => return symbol,
            Some(Node::Unary(UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_), narrow)) if narrow == own => {
                let high = terms.symbol_sort(choice).width() - 1;
                return terms.unary(UnaryOp::Extract { high, low: 0 }, symbol);
            }
            _ => {}
        }
    }
    own
}

/// What a variable may have been if it is now what the value makes of it, in terms of what it is now; `None` for:
/// whatever it was.
fn inverses(terms: &mut TermPool, symbol: Symbol, value: Term) -> Vec<Option<Term>> {
    let own = terms.symbol(symbol);
    let mut found = Vec::new();
    let mut pending = vec![value];
    while let Some(part) = pending.pop() {
        let inverse = match terms.node(part) {
            Node::Ite(_, yes, no) => {
                pending.extend([no, yes]);
                continue;
            }
            _ if part == own => Some(own),
            Node::Binary(BinaryOp::Add, a, b) if a == own && terms.as_constant(b).is_some() => Some(terms.sub(own, b)),
            Node::Binary(BinaryOp::Add, a, b) if b == own && terms.as_constant(a).is_some() => Some(terms.sub(own, a)),
            Node::Binary(BinaryOp::Sub, a, b) if a == own && terms.as_constant(b).is_some() => Some(terms.add(own, b)),
            _ => None,
        };
        if !found.contains(&inverse) {
            found.push(inverse);
        }
    }
    found
}
