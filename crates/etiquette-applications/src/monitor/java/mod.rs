//! A Java class that watches objects of another one: each call is looked up in the interface before it is made.
//!
//! A *subclass* can stand wherever the class is expected, but sees no more than what it can override. A *wrapper* holds
//! the object; it is for classes that are final, have final methods, or can't be named. Either way, a forbidden call
//! does not happen unless somebody takes the report over.

mod code;
mod registers;
mod several;
mod tables;

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use super::methods::{Kind, Method};
use super::registers::Field;
use super::shape::{Member, Shape};
use super::{Monitor, NoMonitor};
use crate::diff::witness::comment;
use crate::experience::walk::state_after_construction;
use code::{Setting, Watched, handed_on};
use tables::{Tables, escaped};

/// How a monitor gets hold of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// It holds the object and has the same methods.
    Wrapper,
    /// It is a subclass that overrides the methods.
    Subclass,
}

/// What to call the monitor, and how to make it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JavaOptions {
    /// The name of its class; `Monitored` and the name of the class unless given.
    pub name: Option<String>,
    /// Its package, unless it is to be that of the class.
    pub package: Option<String>,
    /// How it gets hold of calls; a subclass where that is possible unless given.
    pub style: Option<Style>,
    /// Whether a doubtful call is made with a warning, instead of being stopped.
    pub warn_doubtful: bool,
}

const PROTOCOL: &str = include_str!("protocol.java");
/// How arguments are asked what they are like.
const ASKING: &str = include_str!("asking.java");

/// Writes the monitor of a class.
///
/// # Errors
/// The class does not fit the interface, or can't be watched in this style.
pub fn monitor(outcome: &Outcome, shape: &Shape, options: &JavaOptions) -> Result<Monitor, NoMonitor> {
    if !outcome.roles.is_empty() {
        return several::monitor(outcome, shape, options);
    }
    let methods = Method::all(outcome);
    let style = chosen_style(no_subclass(&methods, shape), options.style)?;
    let fields = registers::fields(&outcome.interface)?;
    let source = Source { outcome, shape, methods: &methods, fields: &fields, style, options };
    source.monitor().map(|monitor| monitor.with_doubts(outcome, options.warn_doubtful))
}

/// The style that is wanted, or the best one; `hindrance` says why a subclass would not do.
fn chosen_style(hindrance: Option<String>, wanted: Option<Style>) -> Result<Style, NoMonitor> {
    match (wanted, hindrance) {
        (Some(Style::Subclass), Some(why)) => {
            Err(NoMonitor(format!("there can be no subclass that watches all calls: {why}")))
        }
        (Some(style), _) => Ok(style),
        (None, Some(_)) => Ok(Style::Wrapper),
        (None, None) => Ok(Style::Subclass),
    }
}

/// Why a subclass would not do.
fn no_subclass(methods: &[Method<'_>], shape: &Shape) -> Option<String> {
    let is_final =
        |method: &&Method<'_>| !method.call.constructor && member(shape, method).is_some_and(|member| member.is_final);
    let makes_another = |method: &&Method<'_>| method.call.factory().is_some();
    let said = |method: &Method<'_>, what: &str| format!("`{}` {what}", method.call.method);
    let own = shape.not_extended.clone();
    own.or_else(|| methods.iter().find(is_final).map(|method| said(method, "can't be overridden"))).or_else(|| {
        methods.iter().find(makes_another).map(|method| said(method, "makes objects that are none of a subclass"))
    })
}

/// The member of the class that a method of the interface is.
fn member<'a>(shape: &'a Shape, method: &Method<'_>) -> Option<&'a Member> {
    let types = types_of(method);
    match method.call.constructor {
        true => shape.constructors.iter().find(|member| method.call.factory().is_none() && member.parameters == types),
        false => found(&shape.methods, method.plain_name(), &types),
    }
}

/// The parameters' types as sources write them.
fn types_of(method: &Method<'_>) -> Vec<String> {
    method.call.written_parameters().iter().map(|parameter| parameter.ty.replace('$', ".")).collect()
}

fn found<'a>(members: &'a [Member], name: &str, types: &[String]) -> Option<&'a Member> {
    members.iter().find(|member| member.name == name && member.parameters == types)
}

struct Source<'a> {
    outcome: &'a Outcome,
    shape: &'a Shape,
    methods: &'a [Method<'a>],
    fields: &'a [Field],
    style: Style,
    options: &'a JavaOptions,
}

impl Source<'_> {
    fn monitor(&self) -> Result<Monitor, NoMonitor> {
        let mut kinds: Vec<(usize, Kind)> = Vec::new();
        let mut watched: Vec<Watched<'_>> = Vec::new();
        let mut losses = Vec::new();
        for (index, method) in self.methods.iter().enumerate() {
            match member(self.shape, method) {
                Some(member) => {
                    let found = Watched::new(method, member, self.setting(), kinds.len());
                    kinds.extend(found.kinds.iter().map(|kind| (index, kind.clone())));
                    losses.extend(found.losses.iter().cloned());
                    watched.push(found);
                }
                None => self.unwatched(method, &mut losses)?,
            }
        }
        losses.extend(self.not_in_interface());
        let warn_doubtful = self.options.warn_doubtful;
        let (outcome, methods) = (self.outcome, self.methods);
        let tables = Tables { outcome, methods, kinds: &kinds, warn_doubtful, follows_doubts: false };
        let mut code = self.head(&losses, "", LINTS);
        self.write_making(&mut code, &watched, &mut losses)?;
        let calls = watched.iter().filter(|watched| !watched.method.call.constructor);
        calls.for_each(|watched| code.push_str(&watched.written(self.shape, self.style)));
        self.write_others(&mut code);
        watched.iter().for_each(|watched| code.push_str(&registers::setter(watched, self.fields, &tables)));
        code.push_str(PROTOCOL);
        if watched.iter().any(Watched::asks_arguments) {
            code.push_str(ASKING);
        }
        code.push_str(&registers::declared(self.fields));
        code.push_str(&tables.written()?);
        code.push_str("    }\n}\n");
        Ok(Monitor { path: self.path(), source: code, losses })
    }

    fn setting(&self) -> Setting<'_> {
        Setting { shape: self.shape, fields: self.fields, style: self.style, role: None }
    }

    /// A call of the interface that the class does not have, as the code can name it.
    fn unwatched(&self, method: &Method<'_>, losses: &mut Vec<String>) -> Result<(), NoMonitor> {
        if !method.call.constructor {
            let (name, ty) = (&method.call.method, &self.shape.ty);
            return Err(NoMonitor(format!(
                "the interface has `{name}`, and `{ty}` has no such method that can be called"
            )));
        }
        losses.push(format!(
            "`{}` can't be called by the monitor: give it objects that were just made",
            method.call.method
        ));
        Ok(())
    }

    /// What a client can call and the interface knows nothing of.
    fn not_in_interface(&self) -> Option<String> {
        let others = self.others();
        let mut names: Vec<&str> = others.iter().map(|member| member.name.as_str()).collect();
        names.dedup();
        (!names.is_empty()).then(|| {
            format!(
                "not in the interface, and so not watched: `{}`; they must leave the state as it is",
                names.join("`, `")
            )
        })
    }

    fn others(&self) -> Vec<&Member> {
        let known: Vec<&Member> = self.methods.iter().filter_map(|method| member(self.shape, method)).collect();
        let is_other = |member: &&Member| member.visibility == "public" && !known.contains(member);
        self.shape.methods.iter().filter(is_other).collect()
    }

    fn write_others(&self, code: &mut String) {
        if self.shape.is_interface {
            self.others().into_iter().for_each(|member| code.push_str(&handed_on(member)));
        }
    }

    fn name(&self) -> String {
        let simple = self.outcome.component.rsplit(['.', '$']).next().unwrap_or_default();
        self.options.name.clone().unwrap_or_else(|| format!("Monitored{simple}"))
    }

    fn package(&self) -> Option<&str> {
        self.options.package.as_deref().or(self.shape.package.as_deref())
    }

    fn path(&self) -> String {
        let folder = self.package().map_or(String::new(), |package| format!("{}/", package.replace('.', "/")));
        format!("{folder}{}.java", self.name())
    }

    /// What stands before the members of the class; `more` is said of it, too.
    fn head(&self, losses: &[String], more: &str, lints: &str) -> String {
        let mut code = self.package().map_or(String::new(), |package| format!("package {package};\n\n"));
        let component = comment(&self.outcome.component);
        let how = match self.style {
            Style::Wrapper => "Holds an object of",
            Style::Subclass => "Is",
        };
        let _ = writeln!(
            code,
            "/**\n * {how} {component}, and sees to it that no call is made which its interface forbids."
        );
        code.push_str(" *\n * <p>A forbidden call throws an IllegalStateException before it happens; with reportTo it is reported instead, and made.\n");
        code.push_str(" * For one thread. Written by `etiquette monitor`.\n");
        code.push_str(more);
        losses.iter().for_each(|loss| _ = writeln!(code, " *\n * <p>{}.", comment(loss)));
        let _ = writeln!(code, " */\n@SuppressWarnings({{{lints}}})");
        let kind = match (self.style, self.shape.is_interface) {
            (Style::Subclass, _) => format!("class {} extends {}", self.name(), self.shape.ty),
            (Style::Wrapper, true) => format!("final class {} implements {}", self.name(), self.shape.ty),
            (Style::Wrapper, false) => format!("final class {}", self.name()),
        };
        let _ = writeln!(code, "public {kind} {{");
        code
    }

    fn write_making(
        &self,
        code: &mut String,
        watched: &[Watched<'_>],
        losses: &mut Vec<String>,
    ) -> Result<(), NoMonitor> {
        let constructors: Vec<&Watched<'_>> =
            watched.iter().filter(|watched| watched.method.call.constructor).collect();
        code.push_str(&self.members());
        for constructor in &constructors {
            code.push_str(&match self.style {
                Style::Wrapper => constructor.wrapper_constructor(&self.name(), self.shape),
                Style::Subclass => constructor.subclass_constructor(&self.name()),
            });
        }
        let is_known = self.fields.iter().all(|field| field.constructed.is_some());
        let constructed = state_after_construction(&self.outcome.interface).filter(|_| is_known);
        match (self.style, constructed) {
            (Style::Wrapper, Some(state)) => {
                code.push_str(&self.wrapping(state, &registers::constructed(self.fields)));
            }
            (Style::Wrapper, None) if !constructors.is_empty() => losses.push(
                "objects that were made elsewhere can't be watched: it depends on the constructor what they allow"
                    .into(),
            ),
            (Style::Subclass, _) if constructors.is_empty() => code.push_str(&self.plain_constructor()),
            (Style::Wrapper, None) => {
                return Err(NoMonitor(
                    "no constructor can be called, and what a new object allows is not known".into(),
                ));
            }
            (Style::Subclass, _) => {}
        }
        code.push_str(REPORTS);
        code.push_str(LOGS);
        Ok(())
    }

    fn members(&self) -> String {
        let protocol = "    private final EtiquetteProtocol protocol;\n";
        match self.style {
            Style::Subclass => protocol.into(),
            Style::Wrapper => format!("    private final {} subject;\n{protocol}", self.shape.ty),
        }
    }

    /// How an object is watched that was made elsewhere, and what else is done about it.
    fn wrapping(&self, state: StateId, more: &str) -> String {
        let (name, ty) = (self.name(), &self.shape.ty);
        format!(
            "
    private {name}(EtiquetteProtocol protocol, {ty} subject) {{
        this.subject = subject;
        this.protocol = protocol;
    }}

    /** Watches an object that was just made, and not used yet. */
    public static {name} of({ty} fresh) {{
        EtiquetteProtocol protocol = new EtiquetteProtocol();
        protocol.begin({});
{}        return new {name}(protocol, fresh);
    }}

    /** The object itself: what is called on it is not seen. */
    public {ty} unwrapped() {{
        return subject;
    }}
",
            state.index(),
            more
        )
    }

    fn plain_constructor(&self) -> String {
        format!("\n    public {}() {{\n        this.protocol = new EtiquetteProtocol();\n    }}\n", self.name())
    }
}

/// The warnings of javac that monitors don't heed.
const LINTS: &str = r#""unchecked", "rawtypes", "deprecation", "removal""#;

const REPORTS: &str = "
    /** From now on, new objects report forbidden calls here, and make them; null: they throw. */
    public static void reportTo(java.util.function.Consumer<? super String> reporter) {
        EtiquetteProtocol.defaultReporter = reporter;
    }
";

const LOGS: &str = "
    /** From now on, new objects write every call here, a line of JSON each; null: nowhere. */
    public static void logTo(java.util.function.Consumer<? super String> log) {
        EtiquetteProtocol.defaultLog = log;
    }
";

/// A text of a Java source.
fn text(written: &str) -> String {
    format!("\"{}\"", written.chars().map(escaped).collect::<String>())
}
