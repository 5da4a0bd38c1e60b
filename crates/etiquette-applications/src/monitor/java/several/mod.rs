//! A Java class that watches an object together with those that play a role beside it: a list with its iterators.
//!
//! The main object hands out a monitor of each object that it makes. Each pair of the main object and one of these has
//! its own place in the protocol. Pairs that are in the same state go the same way from there on, unless something is
//! done with one of them alone; so they are one group, and what a call costs depends on the states, and not on how many
//! objects there are. A call on one object is one on *another* to all others. The main object holds none of them.
//!
//! What is known of a pair holds whatever is done with other objects, for these may be in any state there. So where one
//! of the pairs allows a call on the main object, another one that only doubts it knows less of the object that matters.

mod calls;

use std::fmt::Write;

use etiquette_component::{ANOTHER, Meaning, Part, Role};
use etiquette_outcome::Outcome;

use super::code::{Setting, Watched, handed_on};
use super::tables::Tables;
use super::{ASKING, JavaOptions, LINTS, REPORTS, Source, Style, chosen_style, found, member, no_subclass, types_of};
use crate::diff::witness::comment;
use crate::experience::walk::state_after_construction;
use crate::monitor::methods::{Kind, Method};
use crate::monitor::shape::{Member, Shape};
use crate::monitor::{Monitor, NoMonitor};
use calls::{Place, Staged};

const PROTOCOL: &str = include_str!("protocol.java");
/// What javac warns of in classes that extend others, or are closed by themselves.
const MORE_LINTS: &str = r#""serial", "try", "overloads""#;
/// Simple names that the code uses itself.
const TAKEN: &str = "
    Boolean Byte Character Class Double Enum EtiquetteGroup EtiquettePart EtiquetteProtocol Float
    IllegalAccessException IllegalStateException Integer Long NoSuchMethodException Number Object Override Short String
    StringBuilder SuppressWarnings System Throwable
";

/// Writes the monitor of a class and the objects beside it.
pub(super) fn monitor(outcome: &Outcome, shape: &Shape, options: &JavaOptions) -> Result<Monitor, NoMonitor> {
    let role = only_role(outcome)?;
    let Some(beside) = shape.beside.as_deref() else {
        return Err(NoMonitor(format!("the class of `{}` is not known", role.name)));
    };
    let methods = Method::all(outcome);
    let hindrance = no_subclass(&methods, shape).or_else(|| not_returned(outcome, &methods, shape, beside));
    let style = chosen_style(hindrance, options.style)?;
    let source = Source { outcome, shape, methods: &methods, fields: &[], style, options };
    let class = class_name(&role.name, &source.name(), &[shape, beside])?;
    let several = Several { source, role, beside, class };
    several.monitor().map(|monitor| monitor.with_doubts(outcome, options.warn_doubtful))
}

/// The role, if it is the only one.
fn only_role(outcome: &Outcome) -> Result<&Role, NoMonitor> {
    let [role] = &outcome.roles[..] else {
        let names: Vec<String> = outcome.roles.iter().map(|role| format!("`{}`", role.name)).collect();
        return Err(NoMonitor(format!(
            "it speaks of objects in several roles, {}, and a monitor follows one: make an interface for each of them",
            names.join(", ")
        )));
    };
    if !outcome.interface.memory().is_empty() {
        let name = &role.name;
        return Err(NoMonitor(format!(
            "it has registers, and objects in the role `{name}`: make an interface with `--registers none`"
        )));
    }
    Ok(role)
}

/// Why a method that overrides another can't return a monitor.
fn not_returned(outcome: &Outcome, methods: &[Method<'_>], shape: &Shape, beside: &Shape) -> Option<String> {
    let makers = methods.iter().filter(|method| {
        let meaning = meaning(outcome, method);
        meaning.on == Some(Part::Main) && meaning.makes.is_some()
    });
    let results = makers.filter_map(|method| member(shape, method));
    let mut hindrances = results.filter(|member| !beside.is_interface || member.result != beside.ty);
    hindrances.next().map(|member| {
        format!("`{}` returns `{}`, which is no interface that a monitor could have", member.name, member.result)
    })
}

fn meaning<'a>(outcome: &'a Outcome, method: &Method<'a>) -> Meaning<'a> {
    Meaning::of(&outcome.roles, &method.call.method, method.call.constructor)
}

/// The name of the class of monitors of objects in a role: `It` for `it`.
fn class_name(role: &str, main: &str, shapes: &[&Shape]) -> Result<String, NoMonitor> {
    let mut letters = role.chars();
    let Some(first) =
        letters.next().filter(|c| c.is_alphabetic() && role.chars().all(|c| c.is_alphanumeric() || c == '_'))
    else {
        return Err(NoMonitor(format!("`{role}` can't be the name of a class: give the role another one")));
    };
    let name: String = first.to_uppercase().chain(letters).collect();
    let is_type = |ty: &str| ty.trim_end_matches("[]").split('.').next() == Some(&name);
    let is_meant = |member: &Member| member.parameters.iter().chain([&member.result]).any(|ty| is_type(ty));
    let is_known = |shape: &&Shape| is_type(&shape.ty) || shape.constructors.iter().chain(&shape.methods).any(is_meant);
    let is_taken = name == main || TAKEN.split_whitespace().any(|taken| taken == name) || shapes.iter().any(is_known);
    Ok(if is_taken { format!("{name}Role") } else { name })
}

/// The calls of the code, and the kinds of all methods, with the method of each by position.
type AllStaged<'a> = (Vec<Staged<'a>>, Vec<(usize, Kind)>);

/// All that the code is made of.
struct Several<'a> {
    source: Source<'a>,
    role: &'a Role,
    beside: &'a Shape,
    /// The class of monitors of objects in the role.
    class: String,
}

impl<'a> Several<'a> {
    fn monitor(&self) -> Result<Monitor, NoMonitor> {
        let mut losses = Vec::new();
        let (staged, kinds) = self.staged(&mut losses)?;
        if self.source.style == Style::Wrapper && self.source.shape.is_interface {
            let hindrance = not_returned(self.source.outcome, self.source.methods, self.source.shape, self.beside);
            hindrance.map_or(Ok(()), |why| Err(NoMonitor(why)))?;
        }
        let (outcome, methods) = (self.source.outcome, self.source.methods);
        let warn_doubtful = self.source.options.warn_doubtful;
        let tables = Tables { outcome, methods, kinds: &kinds, warn_doubtful, follows_doubts: true };
        losses.extend(self.source.not_in_interface());
        losses.extend(self.not_watched_beside(&staged));
        let making = self.making(&staged, &mut losses)?;
        let mut code = self.source.head(&losses, &self.about(), &format!("{LINTS}, {MORE_LINTS}"));
        code.push_str(&making);
        self.write_calls(&mut code, &staged);
        self.source.write_others(&mut code);
        self.write_beside(&mut code, &staged);
        self.write_protocol(&mut code, &staged, &tables.written()?);
        Ok(Monitor { path: self.source.path(), source: code, losses })
    }

    /// Finds for each method of the interface where its code stands.
    fn staged(&self, losses: &mut Vec<String>) -> Result<AllStaged<'a>, NoMonitor> {
        let mut staged: Vec<Staged<'a>> = Vec::new();
        let mut kinds: Vec<(usize, Kind)> = Vec::new();
        for (index, method) in self.source.methods.iter().enumerate() {
            let meaning = meaning(self.source.outcome, method);
            let Some((place, member)) = self.place(method, meaning) else {
                self.unwatched(method, meaning, losses)?;
                continue;
            };
            let watched = Watched::new(method, member, self.setting(place), kinds.len());
            kinds.extend(watched.kinds.iter().map(|kind| (index, kind.clone())));
            losses.extend(watched.losses.iter().cloned());
            let is_it = |known: &&mut Staged<'_>| known.place == place && std::ptr::eq(known.member, member);
            let brings = place != Place::Construction && meaning.makes.is_some();
            let of_another = [meaning.on, meaning.makes].iter().any(|part| matches!(part, Some(Part::Another(_))));
            match staged.iter_mut().find(is_it) {
                Some(known) => known.add(watched, of_another)?,
                None => staged.push(Staged::new(place, member, brings, (watched, of_another))?),
            }
        }
        Ok((staged, kinds))
    }

    /// The member of a class that a method of the interface is, and where its code stands.
    fn place(&self, method: &Method<'_>, meaning: Meaning<'_>) -> Option<(Place, &'a Member)> {
        let types = types_of(method);
        let name = meaning.method.split('(').next().unwrap_or_default();
        Some(match meaning.on {
            None if method.call.constructor => (Place::Construction, member(self.source.shape, method)?),
            None => (Place::Made, self.beside.constructors.iter().find(|member| member.parameters == types)?),
            Some(Part::Main) => (Place::Main, found(&self.source.shape.methods, name, &types)?),
            Some(Part::Role(_) | Part::Another(_)) => (Place::Role, found(&self.beside.methods, name, &types)?),
        })
    }

    /// A call of the interface that its class does not have, as the code can name it.
    fn unwatched(&self, method: &Method<'_>, meaning: Meaning<'_>, losses: &mut Vec<String>) -> Result<(), NoMonitor> {
        if method.call.constructor || meaning.on == Some(Part::Main) {
            return self.source.unwatched(method, losses);
        }
        let (name, ty) = (&method.call.method, &self.beside.ty);
        Err(NoMonitor(format!("the interface has `{name}`, and `{ty}` has nothing like it that can be called")))
    }

    fn setting(&self, place: Place) -> Setting<'_> {
        let (shape, style) = match place {
            Place::Main | Place::Construction => (self.source.shape, self.source.style),
            Place::Role | Place::Made => (self.beside, Style::Wrapper),
        };
        Setting { shape, fields: &[], style, role: Some(&self.role.name) }
    }

    /// What the code says about itself.
    fn about(&self) -> String {
        let (name, class) = (comment(&self.role.name), &self.class);
        format!(
            " *\n * <p>An object that plays {name} is handed out as one of {class}, which has its own place in the protocol; what is called\n \
             * on one of them may count for the others. Where such a call throws, the others are taken to be as they were.\n"
        )
    }

    /// What a client can call on the other objects and the interface knows nothing of.
    fn not_watched_beside(&self, staged: &[Staged<'_>]) -> Option<String> {
        let mut names: Vec<&str> = self.others_beside(staged).iter().map(|member| member.name.as_str()).collect();
        names.dedup();
        let what = format!("of `{}`, not in the interface, and so not watched", self.role.name);
        (!names.is_empty()).then(|| format!("{what}: `{}`; they must leave the state as it is", names.join("`, `")))
    }

    fn others_beside(&self, staged: &[Staged<'_>]) -> Vec<&'a Member> {
        let is_known = |member: &Member| staged.iter().any(|known| std::ptr::eq(known.member, member));
        self.beside.methods.iter().filter(|member| member.visibility == "public" && !is_known(member)).collect()
    }

    /// How objects are made, and how an object is watched that was made elsewhere.
    fn making(&self, staged: &[Staged<'_>], losses: &mut Vec<String>) -> Result<String, NoMonitor> {
        let source = &self.source;
        let mut code = source.members();
        let constructors: Vec<&Staged<'_>> = staged.iter().filter(|call| call.place == Place::Construction).collect();
        constructors.iter().for_each(|call| code.push_str(&call.constructor(self)));
        match (source.style, state_after_construction(&source.outcome.interface)) {
            (Style::Wrapper, Some(state)) => code.push_str(&source.wrapping(state, "        protocol.main = fresh;\n")),
            (Style::Wrapper, None) if !constructors.is_empty() => losses.push(
                "objects that were made elsewhere can't be watched: it depends on the constructor what they allow"
                    .into(),
            ),
            (_, _) if constructors.is_empty() => {
                return Err(NoMonitor("no constructor of the interface can be called".into()));
            }
            _ => {}
        }
        let is_maker = |call: &&Staged<'_>| call.brings;
        if staged.iter().find(is_maker).is_none() {
            return Err(NoMonitor(format!("no call of the interface makes `{}`", self.role.name)));
        }
        code.push_str(REPORTS);
        Ok(code)
    }

    fn write_calls(&self, code: &mut String, staged: &[Staged<'_>]) {
        let calls = staged.iter().filter(|call| matches!(call.place, Place::Main | Place::Made));
        calls.for_each(|call| code.push_str(&call.written(self)));
        staged.iter().for_each(|call| code.push_str(&call.kind_methods()));
    }

    /// The class of monitors of objects in the role.
    fn write_beside(&self, code: &mut String, staged: &[Staged<'_>]) {
        let (class, ty, role) = (&self.class, &self.beside.ty, comment(&self.role.name));
        let implements = if self.beside.is_interface { format!(" implements {ty}") } else { String::new() };
        let mut inner = format!(
            "
    private final EtiquetteProtocol protocol;
    private final EtiquettePart part;
    private final {ty} subject;

    private {class}(EtiquetteProtocol protocol, EtiquettePart part, {ty} subject) {{
        this.protocol = protocol;
        this.part = part;
        this.subject = subject;
    }}

    /** The object itself: what is called on it is not seen. */
    public {ty} unwrapped() {{
        return subject;
    }}
"
        );
        let calls = staged.iter().filter(|call| call.place == Place::Role);
        calls.for_each(|call| inner.push_str(&call.written(self)));
        if self.beside.is_interface {
            self.others_beside(staged).into_iter().for_each(|member| inner.push_str(&handed_on(member)));
        }
        let _ = write!(
            code,
            "\n    /** Holds an object that plays {role}. */\n    public static final class {class}{implements} {{"
        );
        let indented = inner.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") });
        indented.for_each(|line: String| code.push_str(&line));
        code.push_str("    }\n");
    }

    fn write_protocol(&self, code: &mut String, staged: &[Staged<'_>], tables: &str) {
        code.push_str(PROTOCOL);
        code.push_str("\n        /** The object that a monitor holds, where one is given. */\n");
        code.push_str("        static Object bare(Object given) {\n");
        let main = Some(self.source.name()).filter(|_| self.source.style == Style::Wrapper);
        for class in [Some(self.class.clone()), main].into_iter().flatten() {
            let _ = writeln!(code, "            if (given instanceof {class}) return (({class}) given).subject;");
        }
        code.push_str("            return given;\n        }\n");
        if staged.iter().any(Staged::asks_arguments) {
            code.push_str(ASKING);
        }
        code.push_str(tables);
        code.push_str("    }\n}\n");
    }

    /// The role's name, and what objects without a part are called, in guards.
    fn names_in_guards(&self) -> [&str; 2] {
        [&self.role.name, ANOTHER]
    }
}
