//! Parse tree to component: a method's statements become the edges of its control-flow automaton.
//!
//! Every statement is lowered between two given locations, so that no empty edges arise where branches meet.

use etiquette_logic::{Node, Symbol, Term, UnaryOp};
use rustc_hash::FxHashMap;

use super::ast::*;
use super::inline::{Held, name_locals};
use super::lower::{ErrorWhen, Source, bind, bind_all, new_error, owner_of, refuse_enum_value};
use super::transplant::Names;
use super::typing::{Typing, resolve_type};
use crate::component::{Action, Binding, Body, Component, Edge, Location, Owner, Place, Type};
use crate::diagnostic::{Diagnostic, Span};
use crate::results::{RESULT, RETURNED};

/// What a method of a held component calls its parameters and local variables.
type Frame = (Vec<Binding>, Names);

pub(super) struct Flow<'a> {
    pub(super) component: &'a mut Component,
    pub(super) source: &'a Source<'a>,
    pub(super) held: &'a [Held],
    error_when: &'a [ErrorWhen],
    outcomes: &'a [String],
    /// The type whose values the outcomes are, or that of the number that is returned.
    returned: Option<Type>,
    /// The variable that holds the number that is returned.
    result: Option<Symbol>,
    /// Parameters, then locals in scope.
    scope: Vec<Binding>,
    locals: Vec<Binding>,
    /// Local variables that come from held components, and which ones those of each of their methods are.
    pub(super) inlined: Vec<Binding>,
    pub(super) frames: FxHashMap<(String, String), Frame>,
    pub(super) body: Body,
}

/// What a method's body is lowered against.
pub(super) struct Surroundings<'a> {
    pub source: &'a Source<'a>,
    pub held: &'a [Held],
    pub error_when: &'a [ErrorWhen],
}

/// What becomes of a method's body.
pub(super) struct LoweredBody {
    pub body: Body,
    pub locals: Vec<Binding>,
    /// The variable that holds the number that is returned.
    pub result: Option<Symbol>,
}

pub(super) type Lowered<T> = Result<T, Diagnostic>;

impl<'a> Flow<'a> {
    pub fn new(
        component: &'a mut Component,
        surroundings: &Surroundings<'a>,
        parameters: &[Binding],
        outcomes: &'a [String],
        returned: Option<Type>,
    ) -> Self {
        let Surroundings { source, held, error_when } = *surroundings;
        let body = Body { locations: 1, edges: Vec::new() };
        let (scope, locals, inlined) = (parameters.to_vec(), Vec::new(), Vec::new());
        let (frames, result) = (FxHashMap::default(), None);
        Flow { component, source, held, error_when, outcomes, returned, result, scope, locals, inlined, frames, body }
    }

    /// What becomes of a method's body; problems are noted.
    pub fn lower(mut self, syntax: &MethodSyntax, problems: &mut Vec<Diagnostic>) -> LoweredBody {
        let lowered = match &syntax.body {
            BodySyntax::Statements(statements) => self.structured(statements, syntax.end),
            BodySyntax::Graph { locals, edges } => self.graph(locals, edges),
        };
        problems.extend(lowered.err());
        let parameters = &self.scope[..syntax.parameters.len()];
        name_locals(self.component, parameters, &self.locals, &mut self.inlined);
        self.locals.append(&mut self.inlined);
        LoweredBody { body: self.body, locals: self.locals, result: self.result }
    }

    fn structured(&mut self, statements: &[Statement], end: Span) -> Lowered<()> {
        let last = if statements.is_empty() { Location::ENTRY } else { self.location() };
        self.sequence(statements, Location::ENTRY, last)?;
        let reached = last == Location::ENTRY || self.body.edges.iter().any(|edge| edge.action.target() == Some(last));
        if !reached {
            self.drop_location(last);
            return Ok(());
        }
        if self.outcomes.len() > 1 || self.number().is_some() {
            return Err(Diagnostic::new(end, "the method can end here without an outcome")
                .help(format!("end every path with `return {}`", self.returns().join("` or `return "))));
        }
        self.return_from(last, 0);
        Ok(())
    }

    /// The type of the number that is returned.
    fn number(&self) -> Option<Type> {
        self.returned.filter(|ty| matches!(ty, Type::Int { .. }))
    }

    /// Whether a number is returned, and no outcome by its name.
    fn is_number(&self, value: &Expression) -> bool {
        self.number().is_some() && self.named_outcome(value).is_none()
    }

    /// What may stand behind `return`, for messages.
    fn returns(&self) -> Vec<String> {
        let number = self.number().map(|ty| format!("a number of type {}", self.component.type_name(ty)));
        let named = self.outcomes.iter().filter(|name| number.is_none() || *name != RETURNED).cloned();
        let named: Vec<String> = named.collect();
        number.into_iter().chain(named).collect()
    }

    /// Takes back the final location of a body that never gets there. It was the second one made.
    fn drop_location(&mut self, unused: Location) {
        let renumber = |location: Location| {
            if location > unused { Location(location.0 - 1) } else { location }
        };
        for edge in &mut self.body.edges {
            edge.from = renumber(edge.from);
            if let Some(to) = edge.action.target() {
                edge.action = edge.action.with_target(renumber(to));
            }
        }
        self.body.locations -= 1;
    }

    pub(super) fn location(&mut self) -> Location {
        self.body.locations += 1;
        Location(self.body.locations as u32 - 1)
    }

    pub(super) fn edge(&mut self, from: Location, action: Action) {
        self.body.edges.push(Edge { from, action });
    }

    fn condition(&mut self, expression: &Expression) -> Lowered<Term> {
        self.typed(expression, Type::Bool)
    }

    pub(super) fn typed(&mut self, expression: &Expression, ty: Type) -> Lowered<Term> {
        Typing { component: self.component, scope: &self.scope }.check(expression, ty)
    }

    pub(super) fn not(&mut self, term: Term) -> Term {
        match self.component.terms.node(term) {
            Node::Unary(UnaryOp::Not, inner) => inner,
            Node::Bool(value) => self.component.terms.bool(!value),
            _ => self.component.terms.intern(Node::Unary(UnaryOp::Not, term)),
        }
    }

    /// Lowers a block; names declared in it are forgotten at its end.
    pub(super) fn sequence(&mut self, statements: &[Statement], from: Location, to: Location) -> Lowered<()> {
        let visible = self.scope.len();
        let mut here = from;
        for (position, statement) in statements.iter().enumerate() {
            let last = position + 1 == statements.len();
            let ends = matches!(statement.kind, StatementKind::Error(_) | StatementKind::Return(_));
            if ends && !last {
                let next = statements[position + 1].span;
                return Err(Diagnostic::new(next, "this statement can never be reached").help("remove it"));
            }
            let next = if last { to } else { self.location() };
            self.statement(statement, here, next)?;
            here = next;
        }
        self.scope.truncate(visible);
        Ok(())
    }

    /// A block behind a condition.
    fn branch(&mut self, condition: Term, statements: &[Statement], from: Location, to: Location) -> Lowered<()> {
        if self.component.terms.node(condition) == Node::Bool(false) {
            return Ok(());
        }
        let inside = if statements.is_empty() { to } else { self.location() };
        self.edge(from, Action::Assume(condition, inside));
        if statements.is_empty() { Ok(()) } else { self.sequence(statements, inside, to) }
    }

    fn statement(&mut self, statement: &Statement, from: Location, to: Location) -> Lowered<()> {
        match &statement.kind {
            StatementKind::Declare { name, ty, value } => self.declare(name, ty, value, from, to),
            StatementKind::Assign { name, value } => self.assign(name, value, from, to),
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let negated = self.not(condition);
                self.branch(condition, then, from, to)?;
                self.branch(negated, otherwise, from, to)
            }
            StatementKind::While { condition, body } => {
                let condition = self.condition(condition)?;
                let negated = self.not(condition);
                self.branch(condition, body, from, from)?;
                self.branch(negated, &[], from, to)
            }
            StatementKind::Choose(branches) => {
                let always = self.component.terms.bool(true);
                branches.iter().try_for_each(|branch| self.branch(always, branch, from, to))
            }
            StatementKind::Assume(condition) => {
                let condition = self.condition(condition)?;
                self.edge(from, Action::Assume(condition, to));
                Ok(())
            }
            StatementKind::Assert { condition, kind } => self.assert(condition, kind, from, to),
            StatementKind::Error(kind) => {
                let place = self.source.place(kind.span);
                self.fail(kind, Some(place), from);
                Ok(())
            }
            StatementKind::Return(value) => self.give_back(value.as_ref(), statement.span, from),
            StatementKind::Call { call, branches } => self.call_held(call, branches.as_deref(), from, to),
        }
    }

    fn declare(&mut self, name: &Name, ty: &Name, value: &Value, from: Location, to: Location) -> Lowered<()> {
        if self.scope.iter().chain(&self.locals).any(|binding| binding.name == name.text) {
            return Err(Diagnostic::new(name.span, format!("there already is a `{}` in this method", name.text))
                .help("give it another name"));
        }
        let ty = resolve_type(self.component, ty)?;
        self.refuse_state_variable(name)?;
        refuse_enum_value(self.component, name)?;
        let binding = bind(self.component, name, ty);
        let action = self.giving(binding.symbol, ty, value, to)?;
        self.scope.push(binding.clone());
        self.locals.push(binding);
        self.edge(from, action);
        Ok(())
    }

    /// What gives the variable a value.
    fn giving(&mut self, symbol: Symbol, ty: Type, value: &Value, to: Location) -> Lowered<Action> {
        Ok(match value {
            Value::Any => Action::Havoc(symbol, Owner::Component, to),
            Value::Unknown(gap) => {
                let place = self.source.place(gap.span);
                Action::Havoc(symbol, owner_of(self.component, gap, place), to)
            }
            Value::Expression(expression) => Action::Assign(symbol, self.typed(expression, ty)?, to),
        })
    }

    fn refuse_state_variable(&self, name: &Name) -> Lowered<()> {
        if self.component.variables.iter().any(|variable| variable.binding.name == name.text) {
            return Err(Diagnostic::new(name.span, format!("`{}` hides the state variable of that name", name.text))
                .help("give it another name, or leave out `var` to assign the state variable"));
        }
        Ok(())
    }

    fn assign(&mut self, name: &Name, value: &Value, from: Location, to: Location) -> Lowered<()> {
        let target = Expression::new(ExpressionKind::Name(name.text.clone()), name.span);
        let (term, ty) = Typing { component: self.component, scope: &self.scope }.infer(&target, None)?;
        let Node::Symbol(symbol) = self.component.terms.node(term) else {
            return Err(Diagnostic::new(name.span, format!("`{}` is a value, not a variable", name.text)));
        };
        let action = self.giving(symbol, ty, value, to)?;
        self.edge(from, action);
        Ok(())
    }

    fn assert(&mut self, condition: &Expression, kind: &ErrorKind, from: Location, to: Location) -> Lowered<()> {
        let condition = self.condition(condition)?;
        let negated = self.not(condition);
        let failed = self.location();
        self.edge(from, Action::Assume(condition, to));
        self.edge(from, Action::Assume(negated, failed));
        let place = self.source.place(kind.span);
        self.fail(kind, Some(place), failed);
        Ok(())
    }

    fn fail(&mut self, kind: &ErrorKind, default_place: Option<Place>, from: Location) {
        let error = new_error(self.component, kind, default_place);
        self.edge(from, Action::Error(error));
    }

    fn give_back(&mut self, value: Option<&Expression>, span: Span, from: Location) -> Lowered<()> {
        let Some(expression) = value else {
            if self.outcomes.len() > 1 || self.number().is_some() {
                return Err(Diagnostic::new(span, "this `return` lacks an outcome")
                    .help(format!("write `return {};`", self.returns().join(";` or `return "))));
            }
            self.return_from(from, 0);
            return Ok(());
        };
        match (self.named_outcome(expression), self.returned) {
            (Some(outcome), _) => self.return_from(from, outcome),
            (None, Some(Type::Int { .. })) => self.return_number(expression, from)?,
            (None, Some(ty)) => self.return_value(expression, ty, from)?,
            (None, None) => return Err(self.unknown_outcome(expression)),
        }
        Ok(())
    }

    /// The outcome that is named; a number has no name.
    fn named_outcome(&self, expression: &Expression) -> Option<usize> {
        let text = match &expression.kind {
            ExpressionKind::Name(name) => name.clone(),
            ExpressionKind::Bool(value) => value.to_string(),
            _ => return None,
        };
        let found = self.outcomes.iter().position(|outcome| *outcome == text);
        found.filter(|_| self.number().is_none() || text != RETURNED)
    }

    /// The outcome of a call that returns a number.
    fn returned_number(&self) -> usize {
        self.outcomes.iter().position(|outcome| outcome == RETURNED).unwrap_or(0)
    }

    /// Returning a number: a variable of its own holds it.
    fn return_number(&mut self, expression: &Expression, from: Location) -> Lowered<()> {
        let Some(ty) = self.number() else { return Err(self.unknown_outcome(expression)) };
        let value = self.typed(expression, ty)?;
        let symbol = self.result.unwrap_or_else(|| {
            let name = Name { text: RESULT.into(), span: expression.span };
            let binding = bind(self.component, &name, ty);
            self.inlined.push(binding.clone());
            binding.symbol
        });
        self.result = Some(symbol);
        let next = self.location();
        self.edge(from, Action::Assign(symbol, value, next));
        self.return_from(next, self.returned_number());
        Ok(())
    }

    /// A graph returns one of its variables: the same one everywhere.
    fn return_variable(&mut self, expression: &Expression, from: Location) -> Lowered<()> {
        let Some(ty) = self.number() else { return Err(self.unknown_outcome(expression)) };
        let term = self.typed(expression, ty)?;
        let found = match self.component.terms.node(term) {
            Node::Symbol(symbol) => self.locals.iter().find(|local| local.symbol == symbol),
            _ => None,
        };
        match found.map(|local| local.symbol) {
            Some(symbol) if self.result.is_none_or(|known| known == symbol) => self.result = Some(symbol),
            _ => {
                return Err(Diagnostic::new(expression.span, "a graph returns one of its local variables")
                    .help("assign the number to it first, and return the same one everywhere"));
            }
        }
        self.return_from(from, self.returned_number());
        Ok(())
    }

    fn unknown_outcome(&self, expression: &Expression) -> Diagnostic {
        let known = self.outcomes.iter().map(String::as_str);
        let diagnostic = Diagnostic::new(expression.span, "this is none of the method's outcomes")
            .help(format!("its outcomes are `{}`; add others behind `->`", self.outcomes.join("`, `")));
        match &expression.kind {
            ExpressionKind::Name(name) => diagnostic.suggest(name, known),
            _ => diagnostic,
        }
    }

    /// Returning a computed value: one branch for each value of the type.
    fn return_value(&mut self, expression: &Expression, ty: Type, from: Location) -> Lowered<()> {
        let term = self.typed(expression, ty)?;
        for (outcome, _) in self.outcomes.iter().enumerate() {
            let condition = match ty {
                Type::Bool if outcome == 0 => term,
                Type::Bool => self.not(term),
                _ => {
                    let sort = self.component.sort(ty);
                    let value = self.component.terms.constant(sort, outcome as u64);
                    self.component.terms.intern(Node::Binary(etiquette_logic::BinaryOp::Equal, term, value))
                }
            };
            let inside = self.location();
            self.edge(from, Action::Assume(condition, inside));
            self.return_from(inside, outcome);
        }
        Ok(())
    }

    /// A return, behind the checks of the component's error conditions.
    fn return_from(&mut self, from: Location, outcome: usize) {
        let mut here = from;
        for index in 0..self.error_when.len() {
            let ErrorWhen { condition, error, .. } = self.error_when[index];
            let negated = self.not(condition);
            let (failed, next) = (self.location(), self.location());
            self.edge(here, Action::Assume(condition, failed));
            self.edge(here, Action::Assume(negated, next));
            self.edge(failed, Action::Error(error));
            here = next;
        }
        self.edge(here, Action::Return(outcome));
    }

    fn graph(&mut self, locals: &[(Name, Name)], edges: &[EdgeSyntax]) -> Lowered<()> {
        self.locals = bind_all(self.component, locals)?;
        self.scope.extend(self.locals.iter().cloned());
        let mentioned = edges.iter().flat_map(|edge| [Some(edge.from), edge.to]).flatten().max().unwrap_or(0);
        if mentioned as usize > 2 * edges.len() {
            return Err(Diagnostic::new(
                edges[0].statement.span,
                format!("location {mentioned} leaves gaps in the numbering"),
            )
            .help("number the locations 0, 1, 2, … without gaps"));
        }
        self.body.locations = mentioned as usize + 1;
        edges.iter().try_for_each(|edge| self.graph_edge(edge))
    }

    fn graph_edge(&mut self, edge: &EdgeSyntax) -> Lowered<()> {
        let from = Location(edge.from);
        let statement = &edge.statement;
        match (&statement.kind, edge.to) {
            (StatementKind::Assign { .. } | StatementKind::Assume(_), Some(to)) => {
                self.statement(statement, from, Location(to))
            }
            (StatementKind::Return(_), None) => {
                // A graph says everything itself: error conditions on the state stand in it as edges.
                let conditions = std::mem::take(&mut self.error_when);
                let lowered = match &statement.kind {
                    StatementKind::Return(Some(value)) if self.is_number(value) => self.return_variable(value, from),
                    _ => self.statement(statement, from, from),
                };
                self.error_when = conditions;
                lowered
            }
            (StatementKind::Error(kind), None) => {
                self.fail(kind, None, from);
                Ok(())
            }
            (StatementKind::Return(_) | StatementKind::Error(_), Some(_)) => {
                Err(Diagnostic::new(statement.span, "this statement ends the call, so its edge leads nowhere")
                    .help(format!("write `{}: …`", edge.from)))
            }
            (_, None) => Err(Diagnostic::new(statement.span, "this edge needs a target").help("write `from -> to: …`")),
            _ => {
                Err(Diagnostic::new(statement.span, "edges of a graph are `assume`, assignments, `return` and `error`"))
            }
        }
    }
}
