//! Roles: objects beside the main one. Each has variables of its own, and sees those of the main object.
//!
//! The component has the variables of one of them, the one that plays the role: `it.expected`. Its methods are methods of
//! the component, `it.next`, and fail where it is not there. What makes one begins with new variables; the old object is
//! *another* one from then on. What another object does is a method, too, `another it.next`: the same on variables of
//! which nobody knows anything, where errors are left out, since they are the other object's own. Such a method is there
//! only if it changes something.

use etiquette_logic::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::*;
use super::inline::add_error;
use super::lexer::is_plain_word;
use super::lower::{Lowering, bind, owner_of, refuse_enum_value};
use super::typing::{Typing, resolve_type};
use crate::component::{Action, Binding, Edge, ErrorSite, Location, Method, Owner, Type, Variable};
use crate::diagnostic::{Diagnostic, Span};
use crate::passes::hide::{insert_at_entry, insert_before_returns, new_local, rename, with_own_symbols, written_in};
use crate::results::RETURNED;
use crate::roles::{ANOTHER, ITSELF, NO_SUCH_OBJECT, Role};

/// The object in a role, while its declaration is read.
struct Object<'a> {
    name: &'a str,
    /// Its variables among those of the component; the first one says whether it is there.
    variables: std::ops::Range<usize>,
    /// What its variables are when it is made.
    initial: Vec<Action>,
}

impl Lowering<'_> {
    pub fn roles(&mut self, syntax: &ComponentSyntax) {
        let roles = || {
            syntax.items.iter().filter_map(|item| match item {
                Item::Role(role) => Some(role),
                _ => None,
            })
        };
        self.unique(roles().map(|role| &role.name), "role");
        for role in roles() {
            let lowered = self.role(role);
            self.note(lowered);
        }
        if self.problems.is_empty() && roles().next().is_some() {
            self.refuse_equal_methods(syntax.name.span);
        }
    }

    /// A name in backticks may be that of a method of an object in a role.
    fn refuse_equal_methods(&mut self, span: Span) {
        let mut seen = FxHashSet::default();
        let names = self.component.methods.iter().filter(|method| !method.constructor).map(|method| &method.name);
        if let Some(twice) = names.into_iter().find(|name| !seen.insert(*name)) {
            let problem = Diagnostic::new(span, format!("there are two methods `{twice}`"));
            self.problems.push(problem.help("give the one that is written in backticks another name"));
        }
    }

    fn role(&mut self, syntax: &RoleSyntax) -> Result<(), Diagnostic> {
        let name = &syntax.name;
        if !is_plain_word(&name.text) || [ITSELF, ANOTHER, "new", "null"].contains(&name.text.as_str()) {
            return Err(Diagnostic::new(name.span, format!("`{}` can't be the name of a role", name.text))
                .help("give it a name that means nothing else in events"));
        }
        let mut made_by: Vec<String> = syntax.made_by.iter().map(|maker| maker.text.clone()).collect();
        if let Some(items) = &syntax.items {
            made_by.extend(self.object(syntax, items)?);
        }
        self.component.roles.push(Role { name: name.text.clone(), ty: syntax.ty.text.clone(), made_by });
        Ok(())
    }

    /// Adds the variables and methods of the object in a role, and gives the names of its constructors.
    fn object(&mut self, syntax: &RoleSyntax, items: &[Item]) -> Result<Vec<String>, Diagnostic> {
        self.unique(syntax.made_by.iter(), "method that makes it,");
        let object = self.variables_of(syntax, items)?;
        for maker in &syntax.made_by {
            self.maker(&object, maker)?;
        }
        let methods = items.iter().filter_map(|item| match item {
            Item::Method(method) => Some(method),
            _ => None,
        });
        self.unique(methods.clone().map(|method| &method.name), "method");
        let mut constructors = Vec::new();
        for method in methods {
            constructors.extend(self.method_of(&object, method)?);
        }
        if constructors.is_empty() && syntax.made_by.is_empty() {
            return Err(Diagnostic::new(syntax.name.span, format!("nothing makes `{}`", object.name))
                .help("name a method that does, as in `made by iterator`, or give it a constructor"));
        }
        self.name_variables(&object, syntax.name.span)?;
        Ok(constructors)
    }

    /// Adds the variables, by the names that the object's own methods have for them.
    fn variables_of<'s>(&mut self, syntax: &'s RoleSyntax, items: &[Item]) -> Result<Object<'s>, Diagnostic> {
        let first = self.component.variables.len();
        let presence = Name { text: format!("{}.made", syntax.name.text), span: syntax.name.span };
        let binding = bind(&mut self.component, &presence, Type::Bool);
        let there = self.component.terms.bool(true);
        let mut initial = vec![Action::Assign(binding.symbol, there, Location::ENTRY)];
        self.component.variables.push(Variable { binding, initial: Some(0) });
        for item in items {
            let Item::Variable { name, ty, initial: value } = item else { continue };
            if self.component.variables.iter().any(|known| known.binding.name == name.text) {
                return Err(Diagnostic::new(
                    name.span,
                    format!("`{}` hides the state variable of that name", name.text),
                )
                .help("give it another name"));
            }
            refuse_enum_value(&self.component, name)?;
            let ty = resolve_type(&self.component, ty)?;
            let binding = bind(&mut self.component, name, ty);
            initial.push(self.given(binding.symbol, ty, value)?);
            self.component.variables.push(Variable { binding, initial: Some(0) });
        }
        Ok(Object { name: &syntax.name.text, variables: first..self.component.variables.len(), initial })
    }

    /// The action that gives a variable what is written.
    fn given(&mut self, symbol: Symbol, ty: Type, value: &Value) -> Result<Action, Diagnostic> {
        Ok(match value {
            Value::Any => Action::Havoc(symbol, Owner::Component, Location::ENTRY),
            Value::Unknown(gap) => {
                let place = self.source.place(gap.span);
                Action::Havoc(symbol, owner_of(&mut self.component, gap, place), Location::ENTRY)
            }
            Value::Expression(expression) => {
                let value = Typing { component: &mut self.component, scope: &[] }.check(expression, ty)?;
                Action::Assign(symbol, value, Location::ENTRY)
            }
        })
    }

    /// A method of the main object that makes another one.
    fn maker(&mut self, object: &Object<'_>, name: &Name) -> Result<(), Diagnostic> {
        let is_it = |method: &Method| !method.constructor && method.name == name.text;
        let Some(index) = self.component.methods.iter().position(is_it) else {
            return Err(Diagnostic::new(name.span, format!("there is no method `{}`", name.text))
                .help("name a method of the component, which stands outside of all roles"));
        };
        if self.component.methods[index].outcomes.len() > 1 {
            return Err(Diagnostic::new(name.span, format!("`{}` has several outcomes", name.text))
                .help("a method that makes an object has a single one"));
        }
        if self.component.roles.iter().any(|role| role.made_by.contains(&name.text)) {
            return Err(Diagnostic::new(name.span, format!("`{}` makes an object in another role, too", name.text))
                .help("a method makes one object"));
        }
        let original = self.component.methods[index].clone();
        insert_before_returns(&mut self.component.methods[index].body, &object.initial);
        self.of_another(object, original, &[]);
        Ok(())
    }

    /// Adds a method of the object in the role; a constructor gives its name.
    fn method_of(&mut self, object: &Object<'_>, syntax: &MethodSyntax) -> Result<Option<String>, Diagnostic> {
        let mut method = self.method(syntax)?;
        if !syntax.constructor {
            method.name = format!("{}.{}", object.name, syntax.name.text);
            let original = method.clone();
            self.refuse_absence(object, &mut method);
            self.component.methods.push(method);
            let any: Vec<Action> = self.bindings(object).iter().skip(1).map(any_value).collect();
            self.of_another(object, original, &any);
            return Ok(None);
        }
        if syntax.name.text != object.name {
            return Err(Diagnostic::new(
                syntax.name.span,
                format!("`{}` is not called `{}`", syntax.name.text, object.name),
            )
            .help(format!("what makes an object in a role has its name: `new {}(…)`", object.name)));
        }
        if method.outcomes.len() > 1 {
            return Err(Diagnostic::new(syntax.name.span, "a constructor of an object in a role has a single outcome"));
        }
        method.constructor = false;
        let name = method.name.clone();
        let (made, given) = (&object.initial[..1], &object.initial[1..]);
        let original = method.clone();
        insert_before_returns(&mut method.body, made);
        insert_at_entry(&mut method.body, given);
        self.component.methods.push(method);
        self.of_another(object, original, given);
        Ok(Some(name))
    }

    /// A call on an object that is not there fails.
    fn refuse_absence(&mut self, object: &Object<'_>, method: &mut Method) {
        let site = ErrorSite { name: NO_SUCH_OBJECT.into(), message: None, place: None };
        let error = add_error(&mut self.component, site);
        let there = self.component.variables[object.variables.start].binding.symbol;
        let there = self.component.terms.symbol(there);
        let missing = self.component.terms.not(there);
        insert_at_entry(&mut method.body, &[Action::Assume(there, Location::ENTRY)]);
        let fails = method.body.new_location();
        let ways = [(Location::ENTRY, Action::Assume(missing, fails)), (fails, Action::Error(error))];
        method.body.edges.extend(ways.map(|(from, action)| Edge { from, action }));
    }

    fn bindings(&self, object: &Object<'_>) -> Vec<Binding> {
        self.component.variables[object.variables.clone()].iter().map(|variable| variable.binding.clone()).collect()
    }

    /// Adds a method as another object has it, if it changes something of those that are known. Its own variables are
    /// local ones, and begin with these actions.
    fn of_another(&mut self, object: &Object<'_>, mut method: Method, first: &[Action]) {
        method.name = format!("{ANOTHER} {}", method.name);
        method.outcomes = vec![RETURNED.into()];
        method.result = None;
        method.body.edges.retain(|edge| !matches!(edge.action, Action::Error(_)));
        for edge in &mut method.body.edges {
            if matches!(edge.action, Action::Return(_)) {
                edge.action = Action::Return(0);
            }
        }
        insert_at_entry(&mut method.body, first);
        let own = self.bindings(object);
        let written = written_in(&method);
        let is_known = |variable: &Variable| !own.iter().any(|own| own.symbol == variable.binding.symbol);
        let known = self.component.variables.iter().filter(|variable| is_known(variable));
        if !known.map(|variable| variable.binding.symbol).any(|symbol| written.contains(&symbol)) {
            return;
        }
        let used: Vec<Symbol> =
            own.iter().map(|own| own.symbol).filter(|own| self.component.reads(&method, *own)).collect();
        let is_used = |symbol: &Symbol| used.contains(symbol) || written.contains(symbol);
        let index = self.component.methods.len();
        self.component.methods.push(method);
        with_own_symbols(&mut self.component, index);
        let mut locals = FxHashMap::default();
        for binding in own.into_iter().filter(|own| is_used(&own.symbol)) {
            let name = format!("{ANOTHER}.{}", binding.name);
            let local = new_local(&mut self.component, index, &Binding { name, ..binding.clone() });
            locals.insert(binding.symbol, local.symbol);
        }
        rename(&mut self.component, index, &locals);
    }

    /// Gives the variables the names by which all others know them.
    fn name_variables(&mut self, object: &Object<'_>, span: Span) -> Result<(), Diagnostic> {
        for index in object.variables.clone().skip(1) {
            let name = format!("{}.{}", object.name, self.component.variables[index].binding.name);
            if self.component.variables.iter().any(|known| known.binding.name == name) {
                return Err(Diagnostic::new(span, format!("there already is a variable `{name}`"))
                    .help("give one of them another name"));
            }
            self.component.variables[index].binding.name = name;
        }
        Ok(())
    }
}

fn any_value(binding: &Binding) -> Action {
    Action::Havoc(binding.symbol, Owner::Component, Location::ENTRY)
}
