//! Rules of CrySL (Krüger et al., ECOOP 2018), of which `EVENTS`, `ORDER`, `FORBIDDEN` and the types in `OBJECTS` are
//! about calls; or an `ORDER` expression alone.
//!
//! `,` puts one after the other and binds less than `|`. A label stands for its method, an aggregate
//! (`Gets := g1 | g2`) for one of its labels; without `EVENTS`, names are those of methods. As in CrySL, a method that
//! no event names may be called at any time. `CONSTRAINTS` are read where they are about the arguments of single events
//! (`constraints.rs`). The other sections are about values and other objects; a note says that they were not read.

use etiquette_component::{Component, Diagnostic, Method, Span};
use etiquette_logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use super::atom::Atom;
use super::compose::{constructor_note, interface};
use super::constraints::{Comparison, comparisons};
use super::expression::classes;
use super::pattern::{Pattern, PatternSteps, Places, Times};
use super::scanner::{Scanner, too_deep};
use super::{MOST_NESTING, ReadInterface};
use crate::unfold::Steps;

/// Reads a rule, or an `ORDER` expression alone, for a component.
///
/// ```
/// let source = "component signer { method init() { } method update() { } method sign() { } method reset() { } }";
/// let signer = etiquette_component::parse(source, "signer.component").unwrap();
/// let read = etiquette_applications::reading::read_order(&signer, "ORDER init, (update+, sign)*").unwrap();
/// assert_eq!(read.interface.state_count(), 3);
/// assert!(read.notes[0].contains("`reset`"));
/// ```
///
/// # Errors
/// What is wrong, with its place.
pub fn read_order(component: &Component, text: &str) -> Result<ReadInterface, Diagnostic> {
    let mut component = component.clone();
    let mut reader = Reader::new(&mut component, text);
    let pattern = reader.rule()?;
    reader.restrict();
    let Reader { atoms, forbidden, skipped, .. } = reader;
    let implicit = !atoms.iter().any(|atom| atom.constructs(&component));
    let classes = classes(&mut component, &atoms)?;
    let outcomes: Vec<usize> = component.methods.iter().map(|method| method.outcomes.len()).collect();
    let places = Places::of(&pattern);
    let inner = PatternSteps { places: &places, atoms: &atoms, classes: &classes, outcomes: &outcomes };
    let steps = OrderSteps { inner, forbidden: &forbidden };
    let mut notes: Vec<String> = constructor_note(&component, implicit).into_iter().collect();
    notes.extend(steps.note_about_others(&component));
    notes.extend(note_about_sections(&skipped));
    Ok(ReadInterface { interface: interface(&component, &classes, &steps, implicit)?, notes })
}

fn note_about_sections(skipped: &[String]) -> Option<String> {
    let list = skipped.join(", ");
    (!skipped.is_empty()).then(|| format!("Not read, because it is not about the order of calls: {list}."))
}

/// The sections of a rule, in any order.
const SECTIONS: [&str; 9] =
    ["SPEC", "OBJECTS", "FORBIDDEN", "EVENTS", "ORDER", "CONSTRAINTS", "REQUIRES", "ENSURES", "NEGATES"];

struct Reader<'a> {
    component: &'a mut Component,
    scanner: Scanner<'a>,
    atoms: Vec<Atom>,
    /// The types of declared objects.
    types: FxHashMap<&'a str, &'a str>,
    /// For each label the atoms that it stands for.
    labels: Option<FxHashMap<&'a str, Vec<usize>>>,
    /// For each atom of `EVENTS` the objects that stand for its parameters.
    objects: Vec<Vec<Option<&'a str>>>,
    constraints: Vec<Comparison<'a>>,
    forbidden: FxHashSet<usize>,
    skipped: Vec<String>,
}

/// What a method in `EVENTS` or `FORBIDDEN` means.
struct Named<'a> {
    methods: Vec<usize>,
    objects: Vec<Option<&'a str>>,
}

impl<'a> Reader<'a> {
    fn new(component: &'a mut Component, text: &'a str) -> Self {
        Reader {
            component,
            scanner: Scanner::new(text),
            atoms: Vec::new(),
            types: FxHashMap::default(),
            labels: None,
            objects: Vec::new(),
            constraints: Vec::new(),
            forbidden: FxHashSet::default(),
            skipped: Vec::new(),
        }
    }

    /// All sections; gives the order.
    fn rule(&mut self) -> Result<Pattern, Diagnostic> {
        if !self.scanner.peek_name().is_some_and(|name| SECTIONS.contains(&name)) {
            let order = self.sequence(0)?;
            return self.nothing_more().map(|()| order);
        }
        let mut order = None;
        while !self.scanner.is_at_end() {
            let (section, span) = self.scanner.name("the name of a section")?;
            match section {
                "OBJECTS" => self.objects()?,
                "EVENTS" => self.events()?,
                "FORBIDDEN" => self.forbidden_methods()?,
                "ORDER" if self.at_section() => order = Some(Pattern::Empty),
                "ORDER" => order = Some(self.sequence(0)?),
                "CONSTRAINTS" => self.constraints(),
                "SPEC" => self.skip_section(),
                _ if SECTIONS.contains(&section) => {
                    self.skipped.push(section.to_owned());
                    self.skip_section();
                }
                _ => return Err(unknown_section(section, span)),
            }
        }
        let end = self.scanner.text.len();
        let missing = Diagnostic::new(Span { start: end, end }, "this rule has no `ORDER`");
        order.ok_or_else(|| missing.help("write `ORDER` and the labels of the calls, one after the other"))
    }

    fn nothing_more(&mut self) -> Result<(), Diagnostic> {
        match self.scanner.is_at_end() {
            true => Ok(()),
            false => Err(self.scanner.unexpected("`,`, `|` or the end").help("a `,` puts one call after the other")),
        }
    }

    fn at_section(&mut self) -> bool {
        self.scanner.is_at_end() || self.scanner.peek_name().is_some_and(|name| SECTIONS.contains(&name))
    }

    /// Skips a section that is not about calls, word by word.
    fn skip_section(&mut self) {
        while !self.at_section() {
            let length = self.scanner.peek_name().map_or_else(|| first_length(self.scanner.rest()), str::len);
            self.scanner.at += length;
        }
    }

    fn constraints(&mut self) {
        let start = self.scanner.at;
        self.skip_section();
        match comparisons(&self.scanner.text[start..self.scanner.at]) {
            (found, true) => self.constraints = found,
            (found, false) => {
                self.constraints = found;
                self.skip_constraints();
            }
        }
    }

    fn skip_constraints(&mut self) {
        let name = "CONSTRAINTS (in part)".to_owned();
        if !self.skipped.contains(&name) {
            self.skipped.push(name);
        }
    }

    /// Restricts the arguments of events to those that fulfil the constraints.
    fn restrict(&mut self) {
        for comparison in std::mem::take(&mut self.constraints) {
            match comparison.guards(self.component, &self.atoms, &self.objects) {
                Some(guards) => self.add_guards(guards),
                None => self.skip_constraints(),
            }
        }
    }

    fn add_guards(&mut self, guards: Vec<(usize, Vec<Term>)>) {
        for (atom, guards) in guards {
            for (meaning, guard) in self.atoms[atom].meanings.iter_mut().zip(guards) {
                meaning.calls.guard = self.component.terms.and(meaning.calls.guard, guard);
            }
        }
    }

    /// `java.lang.String name;`
    fn objects(&mut self) -> Result<(), Diagnostic> {
        while !self.at_section() {
            let (start, text) = (self.scanner.at, self.scanner.text);
            let Some(length) = self.scanner.rest().find(';') else { return Err(self.unfinished(start)) };
            let line = text[start..start + length].trim();
            self.scanner.at = start + length + 1;
            if let Some((ty, name)) = line.rsplit_once(char::is_whitespace) {
                self.types.insert(name, ty.trim());
            }
        }
        Ok(())
    }

    fn unfinished(&self, start: usize) -> Diagnostic {
        let span = Span { start, end: start + first_length(&self.scanner.text[start..]) };
        Diagnostic::new(span, "this line does not end").help("put a `;` behind it")
    }

    /// `g1: getInstance(name);` and `Gets := g1 | g2;`
    fn events(&mut self) -> Result<(), Diagnostic> {
        self.labels.get_or_insert_default();
        while !self.at_section() {
            let (label, span) = self.scanner.name("a label")?;
            let found = if self.scanner.take(":=") {
                self.aggregate()?
            } else {
                self.scanner.expect(":", "an event is written `label: method(arguments);`")?;
                let Named { methods, objects } = self.method()?;
                self.atoms.push(Atom::of_methods(self.component, &methods));
                self.objects.resize(self.atoms.len(), Vec::new());
                self.objects[self.atoms.len() - 1] = objects;
                vec![self.atoms.len() - 1]
            };
            self.scanner.expect(";", "a `;` ends an event")?;
            let labels = self.labels.get_or_insert_default();
            if labels.insert(label, found).is_some() {
                return Err(Diagnostic::new(span, format!("there is a label `{label}` already")).help("rename one"));
            }
        }
        Ok(())
    }

    fn aggregate(&mut self) -> Result<Vec<usize>, Diagnostic> {
        let mut atoms = Vec::new();
        loop {
            let (label, span) = self.scanner.name("a label")?;
            atoms.extend(self.atoms_of(label, span)?);
            if !self.scanner.take("|") {
                return Ok(atoms);
            }
        }
    }

    fn forbidden_methods(&mut self) -> Result<(), Diagnostic> {
        while !self.at_section() {
            let methods = self.method()?.methods;
            self.forbidden.extend(methods);
            if self.scanner.take("=>") {
                self.scanner.name("a label")?;
            }
            self.scanner.expect(";", "a `;` ends a forbidden method")?;
        }
        Ok(())
    }

    /// `result = name(first, _)`: the methods that are meant. Names of objects stand for their types.
    fn method(&mut self) -> Result<Named<'a>, Diagnostic> {
        let (mut name, mut span) = self.scanner.name("a method")?;
        if self.scanner.take("=") {
            (name, span) = self.scanner.name("a method")?;
        }
        let named = self.methods_named(name, span)?;
        self.scanner.expect("(", "the parameters stand in parentheses; `_` is any of them")?;
        let mut types: Vec<Option<&str>> = Vec::new();
        let mut objects = Vec::new();
        while !self.scanner.take(")") {
            let (object, ty) = self.parameter()?;
            objects.push(object);
            types.push(ty);
            if !self.scanner.take(",") {
                self.scanner.expect(")", "a `,` separates parameters, a `)` ends them")?;
                break;
            }
        }
        let fits = |&method: &usize| self.takes(method, &types);
        let fitting: Vec<usize> = named.iter().copied().filter(fits).collect();
        match fitting.is_empty() {
            true => Err(Diagnostic::new(span, format!("no method `{name}` has these parameters"))
                .help(format!("there is `{}`", self.method_names(&named).join("`, `")))),
            false => Ok(Named { methods: fitting, objects }),
        }
    }

    /// The object that stands for a parameter, and its type, where they are known.
    fn parameter(&mut self) -> Result<(Option<&'a str>, Option<&'a str>), Diagnostic> {
        if self.scanner.take("_") {
            return Ok((None, None));
        }
        let (name, span) = self.scanner.name("a parameter")?;
        while self.scanner.rest().starts_with(['.', '[', ']']) || self.scanner.rest().starts_with(char::is_alphanumeric)
        {
            self.scanner.at += 1;
        }
        let written = &self.scanner.text[span.start..self.scanner.at];
        let declared = self.types.get(name).copied();
        let ty = declared.or(Some(written).filter(|_| self.labels.is_none()));
        Ok((declared.is_some().then_some(name), ty))
    }

    /// Whether a method has parameters of these types, as far as they are known. Where the source language has no such
    /// types, their number decides.
    fn takes(&self, method: usize, types: &[Option<&str>]) -> bool {
        let method = &self.component.methods[method];
        let simple = |ty: &str| ty.rsplit('.').next().unwrap_or(ty).to_owned();
        let pairs = method.source_types.iter().zip(types);
        method.written_parameters() == types.len()
            && pairs.into_iter().all(|(own, written)| written.is_none_or(|written| simple(own) == simple(written)))
    }

    /// Methods by name; the name of the class is that of its constructors.
    fn methods_named(&self, name: &str, span: Span) -> Result<Vec<usize>, Diagnostic> {
        let methods = self.component.methods.iter().enumerate();
        let class = self.component.name.rsplit(['.', '$']).next();
        let is_meant = |method: &Method| {
            let plain = method.plain_name();
            plain == name || plain.strip_prefix("new ") == Some(name) || (method.constructor && class == Some(name))
        };
        let found: Vec<usize> = methods.filter(|(_, method)| is_meant(method)).map(|(index, _)| index).collect();
        let names: Vec<&str> = self.component.methods.iter().map(|method| method.plain_name()).collect();
        match found.is_empty() {
            true => Err(Diagnostic::new(span, format!("there is no method `{name}`"))
                .help(format!(
                    "there is `{}`; static methods that make objects are not calls of one",
                    names.join("`, `")
                ))
                .suggest(name, names.iter().copied())),
            false => Ok(found),
        }
    }

    fn method_names(&self, methods: &[usize]) -> Vec<String> {
        methods.iter().map(|&method| self.component.methods[method].name.clone()).collect()
    }

    /// The atoms that a label stands for; without `EVENTS`, those of the methods of that name.
    fn atoms_of(&mut self, label: &str, span: Span) -> Result<Vec<usize>, Diagnostic> {
        let Some(labels) = &self.labels else {
            let methods = self.methods_named(label, span)?;
            let atom = Atom::of_methods(self.component, &methods);
            self.atoms.push(atom);
            return Ok(vec![self.atoms.len() - 1]);
        };
        labels.get(label).cloned().ok_or_else(|| {
            let mut names: Vec<&str> = labels.keys().copied().collect();
            names.sort_unstable();
            Diagnostic::new(span, format!("there is no label `{label}`"))
                .help(format!("`EVENTS` has `{}`", names.join("`, `")))
                .suggest(label, names.iter().copied())
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        if depth > MOST_NESTING {
            return Err(too_deep(self.scanner.at.saturating_sub(1)));
        }
        let mut parts = vec![self.alternatives(depth)?];
        while self.scanner.take(",") {
            parts.push(self.alternatives(depth)?);
        }
        Ok(Pattern::Sequence(parts))
    }

    fn alternatives(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        let mut parts = vec![self.repeated(depth)?];
        while self.scanner.take("|") {
            parts.push(self.repeated(depth)?);
        }
        Ok(Pattern::Choice(parts))
    }

    fn repeated(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        let pattern = if self.scanner.take("(") {
            let inner = self.sequence(depth + 1)?;
            self.scanner.expect(")", "every `(` needs a `)`")?;
            inner
        } else {
            let (label, span) = self.scanner.name("a label")?;
            let atoms = self.atoms_of(label, span)?;
            Pattern::Choice(atoms.into_iter().map(Pattern::Atom).collect())
        };
        self.scanner.skip_blanks();
        let Some(times) = self.scanner.rest().chars().next().and_then(Times::of_sign) else { return Ok(pattern) };
        self.scanner.at += 1;
        Ok(Pattern::Repeat(Box::new(pattern), times))
    }
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn unknown_section(section: &str, span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("there is no section `{section}`"))
        .help(format!("there is `{}`; in `ORDER`, a `,` puts one call after the other", SECTIONS.join("`, `")))
        .suggest(section, SECTIONS)
}

/// An order over classes of calls: what no event names is free, unless it is forbidden.
struct OrderSteps<'a> {
    inner: PatternSteps<'a>,
    forbidden: &'a FxHashSet<usize>,
}

impl OrderSteps<'_> {
    /// Whether no event names the method, with whatever arguments.
    fn is_free(&self, class: usize) -> bool {
        let method = self.inner.classes.list()[class].method;
        let names = |atom: &Atom| atom.meanings.iter().any(|meaning| meaning.calls.method == method);
        !self.inner.atoms.iter().any(names) && !self.forbidden.contains(&method)
    }

    fn note_about_others(&self, component: &Component) -> Option<String> {
        let list = self.inner.classes.list();
        let free =
            (0..list.len()).filter(|&class| self.is_free(class)).map(|class| &component.methods[list[class].method]);
        let names: Vec<&str> = free.filter(|method| !method.constructor).map(|method| method.name.as_str()).collect();
        (!names.is_empty()).then(|| format!("It does not name `{}`: allowed at any time.", names.join("`, `")))
    }
}

impl Steps for OrderSteps<'_> {
    type State = Vec<u32>;

    fn start(&self) -> Vec<u32> {
        self.inner.start()
    }

    fn step(&self, state: &Vec<u32>, class: usize) -> Option<Vec<Option<Vec<u32>>>> {
        let method = self.inner.classes.list()[class].method;
        match (self.forbidden.contains(&method), self.is_free(class)) {
            (true, _) => None,
            (false, true) => Some(vec![Some(state.clone()); self.inner.outcomes[method]]),
            (false, false) => self.inner.step(state, class),
        }
    }
}
