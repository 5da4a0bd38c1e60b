//! Calls of held components: the body of the method is copied into the caller's, with the caller's branches in place of
//! its returns.
//!
//! A constructor makes a new object in place of the old one; a method before any construction is an error of the
//! holder.

use etiquette_logic::Term;

use super::ast::{HeldCall, OutcomeBranch};
use super::flow::{Flow, Lowered};
use super::inline::{Held, add_error};
use super::transplant::Names;
use crate::component::{Action, Binding, ErrorSite, Location, Method, Owner};
use crate::diagnostic::Diagnostic;

/// Bodies don't become longer than this by inlining: components that call each other twice at every level would double
/// with each.
const MAX_EDGES: usize = 1 << 17;

/// A call whose holder, method and arguments are known.
struct Resolved<'a> {
    held: &'a Held,
    method: &'a Method,
    arguments: Vec<Term>,
}

impl<'a> Flow<'a> {
    /// Lowers a call between two locations.
    pub(super) fn call_held(
        &mut self,
        call: &HeldCall,
        branches: Option<&[OutcomeBranch]>,
        from: Location,
        to: Location,
    ) -> Lowered<()> {
        let (held, method) = self.resolve(call)?;
        let branch_of = match branches {
            None => single_outcome(call, method).map(|()| vec![0])?,
            Some(branches) => assign_branches(call, method, branches)?,
        };
        let arguments = self.arguments(call, held, method)?;
        if self.body.edges.len() + method.body.edges.len() > MAX_EDGES {
            return Err(Diagnostic::new(call.span, format!("the method grows beyond {MAX_EDGES} edges here"))
                .help("calls of held components are inlined: hold an interface, or call less often"));
        }
        let starts = match branches {
            None => vec![to],
            Some(branches) => branches.iter().map(|branch| self.branch_start(branch, to)).collect(),
        };
        let ends: Vec<Location> = branch_of.iter().map(|&branch| starts[branch]).collect();
        self.inline(call, &Resolved { held, method, arguments }, from, &ends);
        let branches = branches.unwrap_or_default().iter().zip(starts);
        let mut filled = branches.filter(|(branch, _)| !branch.statements.is_empty());
        filled.try_for_each(|(branch, start)| self.sequence(&branch.statements, start, to))
    }

    fn branch_start(&mut self, branch: &OutcomeBranch, to: Location) -> Location {
        if branch.statements.is_empty() { to } else { self.location() }
    }

    fn resolve(&self, call: &HeldCall) -> Lowered<(&'a Held, &'a Method)> {
        let all = self.held;
        let Some(held) = all.iter().find(|held| held.name == call.holder.text) else {
            return Err(self.unknown_holder(call));
        };
        let written = method_name(call);
        let method = held.component.methods.iter().find(|method| method.name == written);
        method.map(|method| (held, method)).ok_or_else(|| unknown_method(call, held, &written))
    }

    fn unknown_holder(&self, call: &HeldCall) -> Diagnostic {
        let name = &call.holder.text;
        let known = self.held.iter().map(|held| held.name.as_str());
        Diagnostic::new(call.holder.span, format!("there is no held component `{name}`"))
            .label("not declared")
            .help(format!("declare it beside the methods, as in `uses {name}: \"{name}.component\";`"))
            .suggest(name, known)
    }

    fn arguments(&mut self, call: &HeldCall, held: &Held, method: &Method) -> Lowered<Vec<Term>> {
        if call.arguments.len() != method.parameters.len() {
            let count = match method.parameters.len() {
                0 => "no arguments".into(),
                1 => "one argument".into(),
                many => format!("{many} arguments"),
            };
            let message = format!("`{}` takes {count}, not {}", method.name, call.arguments.len());
            let names = method
                .parameters
                .iter()
                .map(|parameter| format!("{}: {}", parameter.name, held.component.type_name(parameter.ty)));
            let signature = format!("its parameters are ({})", names.collect::<Vec<_>>().join(", "));
            return Err(Diagnostic::new(call.span, message).help(signature));
        }
        let pairs = call.arguments.iter().zip(&method.parameters);
        pairs.map(|(argument, parameter)| self.typed(argument, held.ty(parameter.ty))).collect()
    }

    /// The local variables that hold what the method calls its parameters and local variables. All calls of a method
    /// share them.
    fn inlined_locals(&mut self, held: &Held, method: &Method) -> (Vec<Binding>, Names) {
        let key = (held.name.clone(), method.name.clone());
        if let Some(known) = self.frames.get(&key) {
            return known.clone();
        }
        let made = held.locals(self.component, method);
        self.inlined.extend(made.0.iter().cloned());
        self.frames.insert(key, made.clone());
        made
    }

    fn inline(&mut self, call: &HeldCall, resolved: &Resolved<'_>, from: Location, ends: &[Location]) {
        let Resolved { held, method, arguments } = resolved;
        let (locals, names) = self.inlined_locals(held, method);
        let mut here = self.require_construction(call, held, method, from);
        let (parameters, own) = locals.split_at(arguments.len());
        for (parameter, &argument) in parameters.iter().zip(arguments) {
            here = self.assign_symbol(parameter, argument, here);
        }
        for local in own {
            let sort = self.component.sort(local.ty);
            let zero = self.component.terms.constant(sort, 0);
            here = self.assign_symbol(local, zero, here);
        }
        if method.constructor {
            here = self.start_anew(held, here);
        }
        self.copy_body(call, resolved, &names, here, ends);
    }

    fn assign_symbol(&mut self, binding: &Binding, value: Term, from: Location) -> Location {
        let next = self.location();
        self.edge(from, Action::Assign(binding.symbol, value, next));
        next
    }

    /// A method before construction fails.
    fn require_construction(&mut self, call: &HeldCall, held: &Held, method: &Method, from: Location) -> Location {
        let Some(constructed) = held.constructed.as_ref().filter(|_| !method.constructor) else { return from };
        let is_constructed = self.component.terms.symbol(constructed.binding.symbol);
        let is_not = self.not(is_constructed);
        let (next, failed) = (self.location(), self.location());
        self.edge(from, Action::Assume(is_constructed, next));
        self.edge(from, Action::Assume(is_not, failed));
        let site = ErrorSite {
            name: "NotConstructed".into(),
            message: Some(format!("`{}` is not constructed yet", held.name)),
            place: Some(self.source.place(call.span)),
        };
        let error = add_error(self.component, site);
        self.edge(failed, Action::Error(error));
        next
    }

    /// All variables get their initial values.
    fn start_anew(&mut self, held: &Held, from: Location) -> Location {
        let mut here = from;
        for variable in &held.variables {
            let sort = self.component.sort(variable.binding.ty);
            let next = self.location();
            let action = match variable.initial {
                Some(value) => {
                    Action::Assign(variable.binding.symbol, self.component.terms.constant(sort, value), next)
                }
                None => Action::Havoc(variable.binding.symbol, Owner::Component, next),
            };
            self.edge(here, action);
            here = next;
        }
        if self.component.is_true(held.initially) {
            return here;
        }
        let next = self.location();
        self.edge(here, Action::Assume(held.initially, next));
        next
    }

    /// Copies the edges of a method. Returns lead to the location for their outcome.
    fn copy_body(
        &mut self,
        call: &HeldCall,
        &Resolved { held, method, .. }: &Resolved<'_>,
        names: &Names,
        entry: Location,
        ends: &[Location],
    ) {
        let inner: Vec<Location> = (1..method.body.locations).map(|_| self.location()).collect();
        let place = |location: Location| match location {
            Location::ENTRY => entry,
            other => inner[other.index() - 1],
        };
        for edge in &method.body.edges {
            let action = match edge.action {
                Action::Assume(condition, to) => Action::Assume(held.term(self.component, names, condition), place(to)),
                Action::Assign(symbol, value, to) => {
                    let value = held.term(self.component, names, value);
                    Action::Assign(held.symbol(names, symbol), value, place(to))
                }
                Action::Havoc(symbol, owner, to) => {
                    let owner = held.owner(self.component, owner);
                    Action::Havoc(held.symbol(names, symbol), owner, place(to))
                }
                Action::Return(outcome) => self.leave(held, method, ends[outcome]),
                Action::Error(error) => self.held_error(held, error, call),
            };
            self.edge(place(edge.from), action);
        }
    }

    fn leave(&mut self, held: &Held, method: &Method, to: Location) -> Action {
        let yes = self.component.terms.bool(true);
        match held.constructed.as_ref().filter(|_| method.constructor) {
            Some(constructed) => Action::Assign(constructed.binding.symbol, yes, to),
            None => Action::Assume(yes, to),
        }
    }

    /// An error of the held component; one without a place is at the call.
    fn held_error(&mut self, held: &Held, error: usize, call: &HeldCall) -> Action {
        let mut site = held.component.errors[error].clone();
        site.place.get_or_insert_with(|| self.source.place(call.span));
        Action::Error(add_error(self.component, site))
    }
}

fn method_name(call: &HeldCall) -> String {
    if call.constructor { format!("new {}", call.method.text) } else { call.method.text.clone() }
}

fn unknown_method(call: &HeldCall, held: &Held, written: &str) -> Diagnostic {
    let known: Vec<&str> = held.component.methods.iter().map(|method| method.name.as_str()).collect();
    Diagnostic::new(call.method.span, format!("`{}` has no `{written}`", call.holder.text))
        .help(format!("it has `{}`", known.join("`, `")))
        .suggest(written, known)
}

/// A call without branches must have nothing to branch on.
fn single_outcome(call: &HeldCall, method: &Method) -> Lowered<()> {
    if method.outcomes.len() == 1 {
        return Ok(());
    }
    let branches: Vec<String> = method.outcomes.iter().map(|outcome| format!("{outcome} {{ … }}")).collect();
    Err(Diagnostic::new(call.span, format!("`{}` has several outcomes", method.name))
        .label("what follows each of them?")
        .help(format!("write `match {}.{}(…) {{ {} }}`", call.holder.text, method.name, branches.join(" "))))
}

/// The branch of each outcome of the method.
fn assign_branches(call: &HeldCall, method: &Method, branches: &[OutcomeBranch]) -> Lowered<Vec<usize>> {
    let mut branch_of: Vec<Option<usize>> = vec![None; method.outcomes.len()];
    for (index, branch) in branches.iter().enumerate().filter(|(_, branch)| !branch.outcomes.is_empty()) {
        for name in &branch.outcomes {
            let Some(outcome) = method.outcomes.iter().position(|outcome| *outcome == name.text) else {
                return Err(Diagnostic::new(name.span, format!("`{}` is no outcome of `{}`", name.text, method.name))
                    .help(format!("its outcomes are `{}`", method.outcomes.join("`, `")))
                    .suggest(&name.text, method.outcomes.iter().map(String::as_str)));
            };
            if branch_of[outcome].replace(index).is_some() {
                return Err(Diagnostic::new(name.span, format!("the outcome `{}` has two branches", name.text))
                    .help("remove one of them"));
            }
        }
    }
    take_the_rest(branches, &mut branch_of)?;
    let missing: Vec<&str> = method
        .outcomes
        .iter()
        .zip(&branch_of)
        .filter(|(_, branch)| branch.is_none())
        .map(|(outcome, _)| outcome.as_str())
        .collect();
    if missing.is_empty() {
        return Ok(branch_of.into_iter().flatten().collect());
    }
    Err(Diagnostic::new(call.span, format!("what follows the outcome `{}`?", missing.join("` or `")))
        .help(format!("add `{} {{ … }}`, or `else {{ … }}`", missing.join(" | "))))
}

/// Gives the branch `else` what no other branch has. It comes last, and there must be something left for it.
fn take_the_rest(branches: &[OutcomeBranch], branch_of: &mut [Option<usize>]) -> Lowered<()> {
    let Some(index) = branches.iter().position(|branch| branch.outcomes.is_empty()) else { return Ok(()) };
    if index + 1 < branches.len() {
        return Err(Diagnostic::new(branches[index].span, "`else` is the last branch").help("move it to the end"));
    }
    if branch_of.iter().all(Option::is_some) {
        return Err(Diagnostic::new(branches[index].span, "no outcome is left for `else`").help("remove it"));
    }
    for branch in branch_of.iter_mut().filter(|branch| branch.is_none()) {
        *branch = Some(index);
    }
    Ok(())
}
