//! Parse tree to component: declarations. Goes on after an error where it can, so that one run shows several.

use etiquette_logic::{Answer, Solver, Term};

use super::ast::*;
use super::flow::{Flow, LoweredBody, Surroundings};
use super::held::{Holding, Missing};
use super::inline::{Held, add_error, adopt_state};
use super::typing::{Typing, resolve_type, type_named};
use crate::component::{Binding, Component, ErrorSite, Gap, Method, Owner, Place, Type, Variable};
use crate::diagnostic::{Diagnostic, Span, line_of};
use crate::results::{RETURNED, is_about_number};

/// What lowering needs to know of the source text: its file's name and the lines.
pub(super) struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn place(&self, span: Span) -> Place {
        Place { file: self.file.into(), line: line_of(self.text, span.start) }
    }
}

/// An error condition on the state, checked whenever a method returns.
pub(super) struct ErrorWhen {
    pub condition: Term,
    pub error: usize,
    span: Span,
}

/// Lowers a whole component, or says everything that is wrong with it.
pub(super) fn lower(
    syntax: &ComponentSyntax,
    source: &Source<'_>,
    holding: &mut Holding<'_>,
) -> Result<Component, Vec<Diagnostic>> {
    let component = Component::new(&syntax.name.text);
    let mut lowering = Lowering { component, source, held: Vec::new(), error_when: Vec::new(), problems: Vec::new() };
    lowering.enumerations(syntax);
    lowering.held_components(syntax, holding)?;
    lowering.variables(syntax);
    lowering.conditions(syntax);
    lowering.methods(syntax);
    lowering.roles(syntax);
    adopt_state(&mut lowering.component, std::mem::take(&mut lowering.held));
    if lowering.problems.is_empty() {
        lowering.check_initial_states();
    }
    if lowering.problems.is_empty() { Ok(lowering.component) } else { Err(lowering.problems) }
}

pub(super) struct Lowering<'a> {
    pub component: Component,
    pub source: &'a Source<'a>,
    held: Vec<Held>,
    error_when: Vec<ErrorWhen>,
    pub problems: Vec<Diagnostic>,
}

impl Lowering<'_> {
    /// Notes a problem and goes on without the value.
    pub fn note<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn enumerations(&mut self, syntax: &ComponentSyntax) {
        for item in &syntax.items {
            let Item::Enum { name, values } = item else { continue };
            if type_named(&self.component, &name.text).is_some() {
                self.problems.push(Diagnostic::new(name.span, format!("there already is a type `{}`", name.text)));
            }
            self.unique(values.iter(), "value");
            let values = values.iter().map(|value| value.text.clone()).collect();
            self.component.enums.push(crate::component::Enumeration { name: name.text.clone(), values });
        }
    }

    /// Reads what is held. Without it nothing can be said of the calls, so that problems with it are all that is told.
    fn held_components(&mut self, syntax: &ComponentSyntax, holding: &mut Holding<'_>) -> Result<(), Vec<Diagnostic>> {
        let declared = syntax.items.iter().filter_map(|item| match item {
            Item::Uses { name, file } => Some((name, file)),
            _ => None,
        });
        let variables = syntax.items.iter().filter_map(|item| match item {
            Item::Variable { name, .. } => Some(name),
            _ => None,
        });
        let (all, before) = (declared.clone().map(|(name, _)| name), self.problems.len());
        if all.clone().next().is_some() {
            self.unique(all.chain(variables), "variable or held component");
        }
        for (name, file) in declared {
            match holding.held(&file.text) {
                Ok(component) if !component.roles.is_empty() => {
                    let message = format!("`{}` is about several objects, and only one object can be held", file.text);
                    self.problems.push(Diagnostic::new(file.span, message));
                }
                Ok(component) => self.held.push(Held::new(&mut self.component, &name.text, component)),
                Err(missing) => self.problems.push(not_held(file, missing)),
            }
        }
        if self.problems.len() == before { Ok(()) } else { Err(std::mem::take(&mut self.problems)) }
    }

    pub fn unique<'n>(&mut self, names: impl Iterator<Item = &'n Name>, what: &str) {
        let mut seen = rustc_hash::FxHashSet::default();
        for name in names {
            if !seen.insert(&name.text) {
                let message = format!("there already is a {what} `{}`", name.text);
                self.problems.push(Diagnostic::new(name.span, message).help("give one of them another name"));
            }
        }
    }

    fn variables(&mut self, syntax: &ComponentSyntax) {
        self.unique(
            syntax.items.iter().filter_map(|item| match item {
                Item::Variable { name, .. } => Some(name),
                _ => None,
            }),
            "variable",
        );
        for item in &syntax.items {
            let Item::Variable { name, ty, initial } = item else {
                continue;
            };
            let resolved = resolve_type(&self.component, ty);
            let Some(ty) = self.note(resolved) else { continue };
            let constant = self.initial_value(initial, ty);
            let initial = self.note(constant).flatten();
            let distinct = refuse_enum_value(&self.component, name);
            self.note(distinct);
            let binding = bind(&mut self.component, name, ty);
            self.component.variables.push(Variable { binding, initial });
        }
    }

    fn initial_value(&mut self, value: &Value, ty: Type) -> Result<Option<u64>, Diagnostic> {
        let expression = match value {
            Value::Any => return Ok(None),
            Value::Unknown(gap) => {
                return Err(Diagnostic::new(gap.span, "the model's choices are made in calls, not before them")
                    .help("give it a value here, and `= ?` in a constructor"));
            }
            Value::Expression(expression) => expression,
        };
        let mut typing = Typing { component: &mut self.component, scope: &[] };
        let term = typing.check(expression, ty)?;
        let simplified = self.component.terms.simplify(term);
        self.component.terms.as_constant(simplified).map(Some).ok_or_else(|| {
            Diagnostic::new(expression.span, "an initial value is a constant")
                .help("use `= *` and an `initially` condition to relate initial values")
        })
    }

    fn conditions(&mut self, syntax: &ComponentSyntax) {
        for item in &syntax.items {
            match item {
                Item::Initially(condition) => {
                    let Some(term) = self.state_condition(condition) else {
                        continue;
                    };
                    self.component.initially = self.component.terms.and(self.component.initially, term);
                }
                Item::ErrorWhen { condition, kind } => {
                    let Some(condition) = self.state_condition(condition) else {
                        continue;
                    };
                    let error = new_error(&mut self.component, kind, Some(self.source.place(kind.span)));
                    self.error_when.push(ErrorWhen { condition, error, span: kind.span });
                }
                _ => {}
            }
        }
    }

    fn state_condition(&mut self, condition: &Expression) -> Option<Term> {
        let checked = Typing { component: &mut self.component, scope: &[] }.check(condition, Type::Bool);
        self.note(checked)
    }

    fn methods(&mut self, syntax: &ComponentSyntax) {
        let methods = || {
            syntax.items.iter().filter_map(|item| match item {
                Item::Method(method) => Some(method),
                _ => None,
            })
        };
        self.unique(methods().filter(|method| !method.constructor).map(|method| &method.name), "method");
        self.unique(methods().filter(|method| method.constructor).map(|method| &method.name), "constructor");
        for method in methods() {
            let lowered = self.method(method);
            if let Some(lowered) = self.note(lowered) {
                self.component.methods.push(lowered);
            }
        }
        if !methods().any(|method| !method.constructor) && self.problems.is_empty() {
            self.problems.push(
                Diagnostic::new(syntax.name.span, format!("component `{}` has no methods", syntax.name.text))
                    .label("nothing here that a client could call")
                    .help("add one, as in `method open() { … }`"),
            );
        }
    }

    pub fn method(&mut self, syntax: &MethodSyntax) -> Result<Method, Diagnostic> {
        let names = syntax.parameters.iter().map(|(name, _)| name);
        self.unique(names, "parameter");
        let parameters = bind_all(&mut self.component, &syntax.parameters)?;
        let (outcomes, returned) = self.outcomes(syntax)?;
        let surroundings = Surroundings { source: self.source, held: &self.held, error_when: &self.error_when };
        let flow = Flow::new(&mut self.component, &surroundings, &parameters, &outcomes, returned);
        let LoweredBody { body, locals, result } = flow.lower(syntax, &mut self.problems);
        let name = if syntax.constructor { format!("new {}", syntax.name.text) } else { syntax.name.text.clone() };
        Ok(Method {
            name,
            constructor: syntax.constructor,
            source_types: Vec::new(),
            free_outcomes: false,
            registers: Vec::new(),
            parameters,
            locals,
            outcomes,
            result,
            body,
        })
    }

    /// The outcomes' names, and the type whose values they are, or that of the number that is returned.
    fn outcomes(&mut self, syntax: &MethodSyntax) -> Result<(Vec<String>, Option<Type>), Diagnostic> {
        match &syntax.outcomes {
            None => Ok((vec![RETURNED.into()], None)),
            Some(OutcomesSyntax::One(name)) => Ok(match type_named(&self.component, &name.text) {
                Some(Type::Bool) => (vec!["true".into(), "false".into()], Some(Type::Bool)),
                Some(Type::Enum(index)) => (self.component.enums[index].values.clone(), Some(Type::Enum(index))),
                Some(number) => (vec![RETURNED.into()], Some(number)),
                None => (vec![name.text.clone()], None),
            }),
            Some(OutcomesSyntax::Several(names)) => {
                self.unique(names.iter(), "outcome");
                let number =
                    |name: &Name| type_named(&self.component, &name.text).filter(|ty| matches!(ty, Type::Int { .. }));
                let found = names.iter().position(|name| number(name).is_some());
                let mut outcomes: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
                let Some(position) = found else { return Ok((outcomes, None)) };
                names
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != position)
                    .try_for_each(|(_, name)| beside_number(name))?;
                outcomes[position] = RETURNED.into();
                Ok((outcomes, number(&names[position])))
            }
        }
    }

    /// There must be an initial state, and none of them may be an error already: then no word would be legal, not even
    /// the empty one.
    fn check_initial_states(&mut self) {
        let initial = crate::initial::initial_condition(&mut self.component);
        let mut solver = Solver::new();
        solver.assert(&self.component.terms, initial);
        if solver.check(&self.component.terms, &[]) == Answer::Unsat {
            let whole = Span { start: 0, end: 0 };
            self.problems.push(Diagnostic::new(whole, "no initial state satisfies the `initially` conditions"));
        }
        for error in &self.error_when {
            if solver.check(&self.component.terms, &[error.condition]) == Answer::Sat {
                self.problems.push(
                    Diagnostic::new(error.span, "this error condition already holds in an initial state")
                        .help("no call sequence would be legal: check the initial values"),
                );
            }
        }
    }
}

/// What stands beside a returned number must not be taken for one.
fn beside_number(name: &Name) -> Result<(), Diagnostic> {
    match name.text == RETURNED || is_about_number(&name.text) {
        false => Ok(()),
        true => Err(Diagnostic::new(name.span, format!("`{}` would be taken for a returned number", name.text))
            .help("give this outcome another name")),
    }
}

/// A new binding with a symbol of its own.
pub(super) fn bind(component: &mut Component, name: &Name, ty: Type) -> Binding {
    let sort = component.sort(ty);
    Binding { name: name.text.clone(), ty, symbol: component.terms.new_symbol(&name.text, sort) }
}

pub(super) fn bind_all(component: &mut Component, names: &[(Name, Name)]) -> Result<Vec<Binding>, Diagnostic> {
    let mut bindings = Vec::new();
    for (name, ty) in names {
        if component.variables.iter().any(|variable| variable.binding.name == name.text) {
            return Err(Diagnostic::new(name.span, format!("`{}` hides the state variable of that name", name.text))
                .help("give it another name"));
        }
        refuse_enum_value(component, name)?;
        let ty = resolve_type(component, ty)?;
        bindings.push(bind(component, name, ty));
    }
    Ok(bindings)
}

/// A variable with the name of an enum value would hide it, and the value could be written no more, not even by our own
/// printer.
pub(super) fn refuse_enum_value(component: &Component, name: &Name) -> Result<(), Diagnostic> {
    match component.enums.iter().find(|found| found.values.contains(&name.text)) {
        None => Ok(()),
        Some(found) => {
            Err(Diagnostic::new(name.span, format!("`{}` hides the value of `{}` of that name", name.text, found.name))
                .help("give it another name"))
        }
    }
}

/// The position of a new error site, or of an equal one.
pub(super) fn new_error(component: &mut Component, kind: &ErrorKind, default_place: Option<Place>) -> usize {
    let written = kind.place.as_ref().map(|(file, line)| Place { file: file.clone(), line: *line });
    let name = kind.name.clone().unwrap_or_else(|| "error".into());
    let site = ErrorSite { name, message: kind.message.clone(), place: written.or(default_place) };
    add_error(component, site)
}

/// The owner of a choice that the model leaves open.
pub(super) fn owner_of(component: &mut Component, gap: &GapSyntax, default_place: Place) -> Owner {
    let written = gap.place.as_ref().map(|(file, line)| Place { file: file.clone(), line: *line });
    component.left_open(Gap { what: gap.what.clone(), place: Some(written.unwrap_or(default_place)) })
}

/// Why there is no held component, at the name of its file.
fn not_held(file: &Name, missing: Missing) -> Diagnostic {
    match missing {
        Missing::Elsewhere => Diagnostic::new(file.span, format!("`{}` can't be read", file.text)),
        Missing::Here(refusal) => {
            let problem = Diagnostic::new(file.span, refusal.message);
            match refusal.help {
                Some(help) => problem.help(help),
                None => problem,
            }
        }
    }
}
