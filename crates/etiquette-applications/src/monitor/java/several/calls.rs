//! The methods of a monitor of several objects: each asks the protocol before the call what it means to each of them, and
//! tells it afterwards.

use std::fmt::Write;

use super::super::code::{Watched, following, receiver, throws, visibility};
use super::super::{Style, text};
use super::Several;
use crate::monitor::NoMonitor;
use crate::monitor::guard::java::PART;
use crate::monitor::shape::Member;

/// Where the code of a call stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// It makes the main object.
    Construction,
    /// A method of the main object's monitor.
    Main,
    /// The same, and it makes an object in the role.
    Made,
    /// A method of the monitor of an object in the role.
    Role,
}

/// A call of the code, with what it means to the object that it is about and to the others.
pub(super) struct Staged<'a> {
    pub place: Place,
    pub member: &'a Member,
    /// Whether what comes back plays the role.
    pub brings: bool,
    own: Option<Watched<'a>>,
    other: Option<Watched<'a>>,
}

impl<'a> Staged<'a> {
    pub fn new(
        place: Place,
        member: &'a Member,
        brings: bool,
        (watched, of_another): (Watched<'a>, bool),
    ) -> Result<Self, NoMonitor> {
        let mut staged = Staged { place, member, brings, own: None, other: None };
        staged.add(watched, of_another)?;
        Ok(staged)
    }

    /// Adds what the call means, to the object itself or to the others.
    pub fn add(&mut self, watched: Watched<'a>, of_another: bool) -> Result<(), NoMonitor> {
        let name = &watched.method.call.method;
        if [&self.own, &self.other].into_iter().flatten().any(|known| known.parameters() != watched.parameters()) {
            return Err(NoMonitor(format!("`{name}` has other parameters than it has on another object")));
        }
        if self.brings && !of_another && watched.kind().contains(PART) {
            return Err(NoMonitor(format!(
                "`{name}` makes an object, and what is allowed depends on another one that is given"
            )));
        }
        *(if of_another { &mut self.other } else { &mut self.own }) = Some(watched);
        Ok(())
    }

    /// What it means to the object itself where it means anything to that; else what it means to the others.
    fn any(&self) -> Option<&Watched<'a>> {
        self.own.as_ref().or(self.other.as_ref())
    }

    pub fn asks_arguments(&self) -> bool {
        [&self.own, &self.other].into_iter().flatten().any(Watched::asks_arguments)
    }

    /// What it means to an object that is neither called nor made.
    fn rest(&self) -> Option<&Watched<'a>> {
        if self.place == Place::Role { self.other.as_ref() } else { self.own.as_ref() }
    }

    /// A method of the code.
    pub fn written(&self, stage: &Several<'_>) -> String {
        let mut code = self.head(stage);
        code.push_str(&self.meanwhile(stage));
        self.write_before(&mut code, stage);
        self.write_call(&mut code, stage);
        self.write_after(&mut code, stage);
        code.push_str("    }\n");
        code
    }

    fn head(&self, stage: &Several<'_>) -> String {
        let overrides = match self.place {
            Place::Construction | Place::Made => false,
            Place::Main => stage.source.style == Style::Subclass || stage.source.shape.is_interface,
            Place::Role => stage.beside.is_interface,
        };
        let result = if self.brings && !overrides { &stage.class } else { &self.member.result };
        let name = match self.place {
            Place::Made => maker_name(stage),
            _ => self.member.name.clone(),
        };
        let before = if overrides { "\n    @Override" } else { "" };
        let parameters = self.any().map(Watched::parameters).unwrap_or_default();
        let (visibility, throws) = (visibility(self.member), throws(self.member));
        format!("{before}\n    {visibility}{result} {name}({parameters}){throws} {{\n")
    }

    /// The call itself.
    fn call(&self, stage: &Several<'_>) -> String {
        let given = self.given(stage);
        match self.place {
            Place::Construction => format!("new {}({given})", stage.source.shape.ty),
            Place::Made => format!("new {}({given})", stage.beside.ty),
            Place::Main => format!("{}.{}({given})", receiver(stage.source.style), self.member.name),
            Place::Role => format!("subject.{}({given})", self.member.name),
        }
    }

    /// The arguments; where monitors are given, what they hold.
    fn given(&self, stage: &Several<'_>) -> String {
        let (main, beside) = (stage.source.shape, stage.beside);
        let is_held = |ty: &str| (beside.is_interface && ty == beside.ty) || (main.is_interface && ty == main.ty);
        let names = self.any().map(|any| any.names.clone()).unwrap_or_default();
        let given = self.member.parameters.iter().zip(names).map(|(ty, name)| match is_held(ty) {
            true => format!("({ty}) EtiquetteProtocol.bare({name})"),
            false => name,
        });
        given.collect::<Vec<_>>().join(", ")
    }

    /// What is called while another call is running is no event where a class calls itself, and refused elsewhere.
    fn meanwhile(&self, stage: &Several<'_>) -> String {
        let call = self.call(stage);
        let calls_itself = self.place == Place::Main && stage.source.style == Style::Subclass;
        let condition = if calls_itself { "protocol == null || protocol.running" } else { "protocol.running" };
        let made = match self.member.result.as_str() {
            _ if self.brings && !calls_itself => format!(
                "            {} stray = {call};\n            return {};\n",
                self.result(stage),
                handed_out(stage, "stray", "protocol.stray(stray)")
            ),
            "void" => format!("            {call};\n            return;\n"),
            _ => format!("            return {call};\n"),
        };
        let said = match calls_itself {
            true => String::new(),
            false => format!("            protocol.meanwhile({});\n", text(&self.name())),
        };
        format!("        if ({condition}) {{\n{said}{made}        }}\n")
    }

    /// How messages call it.
    fn name(&self) -> String {
        self.any().map_or(String::new(), |any| any.method.plain_name().to_owned())
    }

    /// The type of what the call gives.
    fn result<'s>(&'s self, stage: &'s Several<'_>) -> &'s str {
        match self.place {
            Place::Construction => &stage.source.shape.ty,
            Place::Made => &stage.beside.ty,
            Place::Main | Place::Role => &self.member.result,
        }
    }

    fn write_before(&self, code: &mut String, stage: &Several<'_>) {
        if self.place == Place::Role {
            let _ =
                writeln!(code, "        protocol.setApart(this.part, {});", kind_for(self.own.as_ref(), "this.part"));
        }
        if let Some(rest) = self.rest().filter(|rest| rest.kind().contains(PART)) {
            for name in asked(rest, stage) {
                let _ = writeln!(code, "        EtiquettePart {name}$ = protocol.known({name});");
                let kind = kind_for(Some(rest), &format!("{name}$"));
                let _ = writeln!(code, "        if ({name}$ != null) protocol.setApart({name}$, {kind});");
            }
        }
        let _ = writeln!(code, "        int kind = {};", kind_for(self.rest(), "null"));
        if self.brings {
            let _ = writeln!(code, "        int other$ = {};", kind_for(self.other.as_ref(), "null"));
        }
        let _ = writeln!(code, "        protocol.enter(kind, {});", self.itself());
    }

    fn write_call(&self, code: &mut String, stage: &Several<'_>) {
        let (call, ty) = (self.call(stage), self.result(stage));
        let statement = match ty {
            "void" => format!("{call};"),
            _ => {
                let _ = writeln!(code, "        {ty} result;");
                format!("result = {call};")
            }
        };
        let own = self.itself();
        let _ = writeln!(code, "        try {{\n            {statement}\n        }} catch (Throwable thrown) {{");
        let _ =
            writeln!(code, "            protocol.fail(kind, {own}, thrown);\n            throw thrown;\n        }}");
    }

    /// The object that the call is made on, where it is in the role.
    fn itself(&self) -> &'static str {
        if self.place == Place::Role { "this.part" } else { "null" }
    }

    fn write_after(&self, code: &mut String, stage: &Several<'_>) {
        let own = self.outcome(self.own.as_ref(), stage);
        let other = self.outcome(self.other.as_ref(), stage);
        if self.brings {
            let _ =
                writeln!(code, "        EtiquettePart made$ = protocol.brought(result, kind, {own}, other$, {other});");
            let _ = writeln!(code, "        return {};", handed_out(stage, "result", "made$"));
            return;
        }
        match self.place {
            Place::Role => _ = writeln!(code, "        protocol.leave(kind, {other}, this.part, {own});"),
            _ => _ = writeln!(code, "        protocol.leave(kind, {own}, null, 0);"),
        }
        if self.result(stage) != "void" && self.place != Place::Construction {
            code.push_str("        return result;\n");
        }
    }

    /// The position of the outcome of a call that returned.
    fn outcome(&self, watched: Option<&Watched<'a>>, stage: &Several<'_>) -> String {
        match (watched, self.place) {
            (None, _) => "0".into(),
            (Some(watched), Place::Construction | Place::Made) => watched.outcome_of("ok"),
            (Some(watched), place) => watched.outcome_of_result(stage.setting(place).shape),
        }
    }

    /// A constructor of the main object's monitor.
    pub fn constructor(&self, stage: &Several<'_>) -> String {
        let Some(own) = &self.own else { return String::new() };
        let (class, parameters) = (stage.source.name(), own.parameters());
        let head = format!("\n    {}{class}({parameters}){} {{\n", visibility(self.member), throws(self.member));
        if stage.source.style == Style::Subclass {
            return format!("{head}{}", self.subclass_constructor(own, stage));
        }
        let mut code = format!("{head}        EtiquetteProtocol protocol = new EtiquetteProtocol();\n");
        self.write_before(&mut code, stage);
        self.write_call(&mut code, stage);
        self.write_after(&mut code, stage);
        code.push_str("        protocol.main = result;\n        this.subject = result;\n        this.protocol = protocol;\n    }\n");
        code
    }

    /// What must not be constructed is stopped before the superclass sees it.
    fn subclass_constructor(&self, own: &Watched<'a>, stage: &Several<'_>) -> String {
        let (class, number, given, parameters) = (stage.source.name(), own.first_kind, own.given(), own.parameters());
        let (passed, more) = (following(&given), following(&parameters));
        let (throws, outcome) = (throws(self.member), own.outcome_of("ok"));
        let kind = kind_for(Some(own), "null");
        format!(
            "        this(construct{number}({given}){passed});
    }}

    private {class}(EtiquetteProtocol protocol{more}){throws} {{
        super({given});
        protocol.leave(protocol.constructor, {outcome}, null, 0);
        protocol.main = this;
        this.protocol = protocol;
    }}

    private static EtiquetteProtocol construct{number}({parameters}) {{
        EtiquetteProtocol protocol = new EtiquetteProtocol();
        protocol.constructor = {kind};
        protocol.enter(protocol.constructor, null);
        return protocol;
    }}
"
        )
    }

    /// Where it depends on the object what a call means, a method that says so.
    pub fn kind_methods(&self) -> String {
        let all = [&self.own, &self.other].into_iter().flatten().filter(|watched| watched.kind().contains(PART));
        let methods = all.map(|watched| {
            let (number, parameters, kind) = (watched.first_kind, following(&watched.parameters()), watched.kind());
            format!(
                "\n    private static int kind{number}(EtiquetteProtocol protocol, EtiquettePart {PART}{parameters}) {{\n        return {kind};\n    }}\n"
            )
        });
        methods.collect()
    }
}

/// What a call means to an object.
fn kind_for(watched: Option<&Watched<'_>>, part: &str) -> String {
    match watched {
        None => "-1".into(),
        Some(watched) if watched.kind().contains(PART) => {
            format!("kind{}(protocol, {part}{})", watched.first_kind, following(&watched.given()))
        }
        Some(watched) => watched.kind(),
    }
}

/// The parameters of which it is asked which object they are.
fn asked<'w>(watched: &'w Watched<'_>, stage: &Several<'_>) -> Vec<&'w str> {
    let named = stage.names_in_guards();
    let is_asked = |position: usize| {
        let names = watched.method.guards.names_of(position);
        names.iter().any(|name| named.contains(&name.as_str()))
    };
    let parameters = watched.names.iter().take(watched.member.parameters.len()).enumerate();
    parameters.filter(|(position, _)| is_asked(*position)).map(|(_, name)| name.as_str()).collect()
}

/// An object that was made, as its monitor.
fn handed_out(stage: &Several<'_>, object: &str, part: &str) -> String {
    let class = &stage.class;
    format!("{object} == null ? null : new {class}(protocol, {part}, {object})")
}

/// The method that makes an object in the role: `newSink`.
fn maker_name(stage: &Several<'_>) -> String {
    let mut name = format!("new{}", stage.class);
    while stage.source.shape.methods.iter().any(|member| member.name == name) {
        name.push('_');
    }
    name
}
