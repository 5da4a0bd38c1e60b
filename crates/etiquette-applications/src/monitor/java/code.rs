//! The methods and constructors of a Java monitor: each asks the protocol before the call, and tells it afterwards.

use std::fmt::Write;

use etiquette_automata::{ITSELF, Parameter};
use etiquette_component::{Binding, Detail, Type, condition_of_outcome, register_of};

use super::super::guard::Written;
use super::super::guard::java::{ANSWER, Java};
use super::super::methods::{Kind, Method};
use super::super::registers::Field;
use super::super::shape::{Member, Shape};
use super::Style;

/// A method or constructor of the class that the interface speaks of.
pub(super) struct Watched<'a> {
    pub method: &'a Method<'a>,
    pub member: &'a Member,
    /// The parameters' names in the code.
    pub names: Vec<String>,
    /// The object that is watched, in the code.
    itself: &'static str,
    pub kinds: Vec<Kind>,
    /// The number of its first kind.
    pub first_kind: usize,
    pub losses: Vec<String>,
}

/// What the code of a call is written for.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    /// The class whose call it is.
    pub shape: &'a Shape,
    pub fields: &'a [Field],
    pub style: Style,
    /// The role that another object plays, where there is one.
    pub role: Option<&'a str>,
}

impl<'a> Watched<'a> {
    pub fn new(method: &'a Method<'a>, member: &'a Member, setting: Setting<'_>, first_kind: usize) -> Self {
        let Setting { shape, fields, style, role } = setting;
        let mut names = parameter_names(method);
        names.extend(fields.iter().map(|field| format!("protocol.{}", field.name)));
        let constants: Vec<Vec<String>> =
            member.parameters.iter().map(|ty| shape.enums.get(ty).cloned().unwrap_or_default()).collect();
        let itself = itself(style);
        let types = types(method, member);
        let language = Java { names: &names, types: &types, itself, constants: &constants, role };
        let returned = number_width(&member.result).map(|width| (RETURNED, width));
        let written = Written { guards: &method.guards, names: &names, returned, language: &language };
        let (kinds, losses) = method.kinds(&written);
        Watched { method, member, names, itself, kinds, first_kind, losses }
    }

    /// A method of the monitor.
    pub fn written(&self, shape: &Shape, style: Style) -> String {
        let mut code = String::new();
        let (result, name) = (&self.member.result, &self.member.name);
        let overrides = style == Style::Subclass || shape.is_interface;
        if overrides {
            code.push_str("\n    @Override");
        }
        let _ = write!(code, "\n    {}{result} {name}({})", visibility(self.member), self.parameters());
        let _ = writeln!(code, "{} {{", throws(self.member));
        let call = format!("{}.{name}({})", receiver(style), self.given());
        if style == Style::Subclass {
            code.push_str(&self.passed_through(&call));
        }
        self.write_before(&mut code, style == Style::Wrapper);
        self.write_call(&mut code, &call, result);
        self.write_after(&mut code, &self.outcome_of_result(shape));
        if result != "void" {
            code.push_str("        return result;\n");
        }
        code.push_str("    }\n");
        code
    }

    /// Calls that the class makes on itself are no events: the client has made one already.
    fn passed_through(&self, call: &str) -> String {
        match self.member.result.as_str() {
            "void" => format!(
                "        if (protocol == null || protocol.running) {{\n            {call};\n            return;\n        }}\n"
            ),
            _ => format!("        if (protocol == null || protocol.running) return {call};\n"),
        }
    }

    fn write_before(&self, code: &mut String, check_running: bool) {
        let _ = writeln!(code, "        int kind = {};", self.kind());
        let _ = writeln!(code, "        String arguments = protocol.log == null ? null : {};", self.logged());
        if check_running {
            let message = super::text(&format!(
                "{} was called while another call was running, of which the interface says nothing",
                self.method.plain_name()
            ));
            let _ = writeln!(code, "        if (protocol.running) protocol.forbidden(kind, arguments, {message});");
        }
        code.push_str("        protocol.enter(kind, arguments);\n");
    }

    fn write_call(&self, code: &mut String, call: &str, result: &str) {
        let statement = match result {
            "void" => format!("{call};"),
            _ => {
                let _ = writeln!(code, "        {result} result;");
                format!("result = {call};")
            }
        };
        let _ = writeln!(code, "        try {{\n            {statement}\n        }} catch (Throwable thrown) {{");
        if self.sets_registers() {
            let outcome = "EtiquetteProtocol.thrownOutcome(kind, thrown)";
            let _ = writeln!(code, "            {}", self.set("kind", outcome, None));
        }
        code.push_str("            protocol.fail(kind, thrown, arguments);\n            throw thrown;\n        }\n");
    }

    fn write_after(&self, code: &mut String, outcome: &str) {
        if self.sets_registers() {
            let _ = writeln!(code, "        {}", self.set("kind", outcome, Some("result")));
        }
        if self.looks_at_result() {
            let returned = r#"protocol.returned = ",\"result\":" + (long) result;"#;
            let _ = writeln!(code, "        if (protocol.log != null) {returned}");
        }
        let _ = writeln!(code, "        protocol.leave(kind, {outcome}, arguments);");
    }

    /// A constructor of a wrapper.
    pub fn wrapper_constructor(&self, class: &str, shape: &Shape) -> String {
        let mut code = self.constructor_head(class);
        code.push_str("        EtiquetteProtocol protocol = new EtiquetteProtocol();\n");
        self.write_before(&mut code, false);
        self.write_call(&mut code, &format!("new {}({})", shape.ty, self.given()), &shape.ty);
        self.write_after(&mut code, &self.outcome_of("ok"));
        code.push_str("        this.subject = result;\n        this.protocol = protocol;\n    }\n");
        code
    }

    /// A constructor of a subclass. What must not be constructed is stopped before the superclass sees it.
    pub fn subclass_constructor(&self, class: &str) -> String {
        let mut code = self.constructor_head(class);
        let names = self.names[..self.member.parameters.len()].iter().map(String::as_str);
        let passed: Vec<&str> = std::iter::once("construct").chain(names).collect();
        let number = self.first_kind;
        let arguments = self.given();
        let _ =
            writeln!(code, "        this({}{number}({arguments}){});", passed[0], following(&passed[1..].join(", ")));
        code.push_str("    }\n");
        let _ = writeln!(
            code,
            "\n    private {class}(EtiquetteProtocol protocol{}){} {{",
            following(&self.parameters()),
            throws(self.member)
        );
        let _ = writeln!(code, "        super({arguments});");
        if self.sets_registers() {
            let _ = writeln!(code, "        {}", self.set("protocol.constructor", &self.outcome_of("ok"), None));
        }
        let _ = writeln!(code, "        protocol.constructed({});", self.outcome_of("ok"));
        code.push_str("        this.protocol = protocol;\n    }\n");
        let _ = writeln!(code, "\n    private static EtiquetteProtocol construct{number}({}) {{", self.parameters());
        code.push_str("        EtiquetteProtocol protocol = new EtiquetteProtocol();\n");
        self.write_before(&mut code, false);
        code.push_str("        protocol.constructing(kind, arguments);\n        return protocol;\n    }\n");
        code
    }

    fn constructor_head(&self, class: &str) -> String {
        format!("\n    {}{class}({}){} {{\n", visibility(self.member), self.parameters(), throws(self.member))
    }

    /// Whether a guard asks an argument what it is like.
    pub fn asks_arguments(&self) -> bool {
        let parameters = self.method.guards.parameters().iter();
        parameters.into_iter().any(|known| matches!(Detail::read(&known.name), Some((_, Detail::Observer(_)))))
    }

    pub fn sets_registers(&self) -> bool {
        self.kinds.iter().any(|kind| kind.all_sets().next().is_some())
    }

    /// Whether registers are set to what it returns.
    pub fn looks_at_result(&self) -> bool {
        self.kinds.iter().any(Kind::looks_at_result)
    }

    /// The statement that sets registers, by a method of its own (see `registers.rs`). Where that depends on what was
    /// returned, it is told whether anything was.
    fn set(&self, kind: &str, outcome: &str, result: Option<&str>) -> String {
        let returned = match result {
            _ if !self.looks_at_result() => String::new(),
            Some(result) => format!(", true, {result}"),
            None => format!(", false, ({}) 0", self.member.result),
        };
        format!("set{}(protocol, {kind}, {outcome}{}{returned});", self.first_kind, following(&self.given()))
    }

    pub fn parameters(&self) -> String {
        let pairs = self.member.parameters.iter().zip(&self.names);
        pairs.map(|(ty, name)| format!("{ty} {name}")).collect::<Vec<_>>().join(", ")
    }

    /// The arguments, as they are handed on.
    pub fn given(&self) -> String {
        self.names[..self.member.parameters.len()].join(", ")
    }

    /// Which kind of call the arguments make it.
    pub fn kind(&self) -> String {
        let numbered = self.kinds.iter().enumerate().map(|(index, kind)| (self.first_kind + index, kind));
        let parts = numbered.map(|(number, kind)| match &kind.condition {
            Some(condition) => format!("{condition} ? {number} : "),
            None => number.to_string(),
        });
        parts.collect()
    }

    /// The arguments as the log has them. Texts are written only where a guard asks for them: they may be secrets.
    fn logged(&self) -> String {
        let parameters = self.names.iter().zip(&self.member.parameters).enumerate();
        let written = parameters.map(|(position, (name, ty))| match ty.as_str() {
            "boolean" | "byte" | "short" | "int" | "long" => format!("\"\" + {name}"),
            "char" => format!("\"\" + (int) {name}"),
            "float" | "double" => "\"\\\"object\\\"\"".to_string(),
            "java.lang.Character" if self.asks_for_number(position) => {
                format!("({name} == null ? \"null\" : \"\" + (int) {name}.charValue())")
            }
            _ if self.asks_for_number(position) => format!("\"\" + {name}"),
            "java.lang.String" if self.asks_for_text(position) => format!("EtiquetteProtocol.text({name})"),
            _ if self.asks_for_identity(position) => {
                format!("({name} == {} ? \"\\\"this\\\"\" : EtiquetteProtocol.plain({name}))", self.itself)
            }
            _ => format!("EtiquetteProtocol.plain({name})"),
        });
        let written: Vec<String> = written.collect();
        if written.is_empty() { "\"\"".into() } else { written.join(" + \",\" + ") }
    }

    /// Whether a guard asks for the number in a box.
    fn asks_for_number(&self, parameter: usize) -> bool {
        let parameters = self.method.guards.parameters();
        let name = Detail::Value.name_for(&parameters[parameter].name);
        parameters.iter().any(|known| known.name == name)
    }

    /// Whether a guard asks if an argument is the object itself.
    fn asks_for_identity(&self, parameter: usize) -> bool {
        self.method.guards.names_of(parameter).iter().any(|name| name == ITSELF)
    }

    fn asks_for_text(&self, parameter: usize) -> bool {
        self.method.guards.names_of(parameter).iter().any(|name| name.starts_with('"'))
    }

    /// The position of an outcome; one that tells nothing stands for all.
    pub fn outcome_of(&self, name: &str) -> String {
        let outcomes = &self.method.outcomes;
        let position = outcomes.iter().position(|outcome| outcome == name);
        let single = (outcomes.len() == 1).then_some(0);
        position.or(single).map_or("-1".into(), |position| position.to_string())
    }

    pub fn outcome_of_result(&self, shape: &Shape) -> String {
        let result = self.member.result.as_str();
        if self.method.outcomes.len() == 1 {
            return "0".into();
        }
        match result {
            "boolean" => format!("result ? {} : {}", self.outcome_or_ok("true"), self.outcome_or_ok("false")),
            "byte" | "short" | "char" | "int" | "long" => self.outcome_of_number(),
            "void" | "float" | "double" => self.outcome_of("ok"),
            _ => {
                let constants = shape.enums.get(result).map_or(&[][..], Vec::as_slice);
                let named = constants.iter().filter(|constant| self.method.outcomes.contains(constant));
                let chain: String = named
                    .map(|constant| format!("result == {result}.{constant} ? {} : ", self.outcome_of(constant)))
                    .collect();
                format!("result == null ? {} : {chain}{}", self.outcome_or_ok("null"), self.outcome_or_ok("object"))
            }
        }
    }

    /// Conditions on results are written as Java writes them.
    fn outcome_of_number(&self) -> String {
        let outcomes = &self.method.outcomes;
        let told = (0..outcomes.len()).filter_map(|outcome| Some((outcome, condition_of_outcome(outcomes, outcome)?)));
        let chain: String = told.map(|(outcome, condition)| format!("({condition}) ? {outcome} : ")).collect();
        format!("{chain}{}", self.outcome_of("ok"))
    }

    fn outcome_or_ok(&self, name: &str) -> String {
        let is_known = self.method.outcomes.iter().any(|outcome| outcome == name);
        self.outcome_of(if is_known { name } else { "ok" })
    }
}

/// What the code calls the number that was returned where registers are set to it.
pub(super) const RETURNED: &str = "returned$";

/// The width of a number type of Java.
fn number_width(ty: &str) -> Option<u32> {
    match ty {
        "byte" => Some(8),
        "short" | "char" => Some(16),
        "int" => Some(32),
        "long" => Some(64),
        _ => None,
    }
}

pub(super) fn receiver(style: Style) -> &'static str {
    match style {
        Style::Wrapper => "subject",
        Style::Subclass => "super",
    }
}

/// The object that is watched.
fn itself(style: Style) -> &'static str {
    match style {
        Style::Wrapper => "subject",
        Style::Subclass => "this",
    }
}

pub(super) fn following(list: &str) -> String {
    if list.is_empty() { String::new() } else { format!(", {list}") }
}

pub(super) fn visibility(member: &Member) -> String {
    if member.visibility.is_empty() { String::new() } else { format!("{} ", member.visibility) }
}

pub(super) fn throws(member: &Member) -> String {
    if member.exceptions.is_empty() { String::new() } else { format!(" throws {}", member.exceptions.join(", ")) }
}

/// The words of Java that can't be names, and the names that the code itself uses.
const TAKEN: &str = "
    abstract assert boolean break byte case catch char class const continue default do double else enum extends
    final finally float for goto if implements import instanceof int interface long native new package private
    protected public return short static strictfp super switch synchronized this throw throws transient try void
    volatile while true false null _ kind arguments result outcome protocol thrown subject EtiquetteProtocol
";

/// The types of the parameters, and behind them of details of arguments.
fn types(method: &Method<'_>, member: &Member) -> Vec<String> {
    let details = method.guards.parameters().iter().skip(member.parameters.len());
    let details = details.filter(|known| register_of(&known.name).is_none());
    member.parameters.iter().cloned().chain(details.map(|_| ANSWER.to_owned())).collect()
}

/// What the code calls the parameters, as far as they are names; then the lengths of arrays and the numbers in boxes.
fn parameter_names(method: &Method<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (index, parameter) in method.call.written_parameters().iter().enumerate() {
        let is_name = parameter.name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && parameter.name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_free = TAKEN.split_whitespace().all(|taken| taken != parameter.name) && !names.contains(&parameter.name);
        names.push(if is_name && is_free { parameter.name.clone() } else { format!("argument{index}") });
    }
    let details = method.guards.parameters().iter().filter_map(|parameter| detail(method, &names, parameter));
    let details: Vec<String> = details.collect();
    names.extend(details);
    names
}

/// A detail of an argument; of what is null it does not matter.
fn detail(method: &Method<'_>, names: &[String], parameter: &Binding) -> Option<String> {
    let (argument, detail) = Detail::read(&parameter.name)?;
    let is_argument = |known: &Parameter| known.name == argument;
    let name = &names[method.call.written_parameters().iter().position(is_argument)?];
    Some(match (detail, parameter.ty) {
        (Detail::Length, _) => format!("({name} == null ? 0 : {name}.length)"),
        (Detail::Value, Type::Bool) => format!("({name} != null && {name})"),
        (Detail::Value, _) => format!("({name} == null ? 0 : {name})"),
        (Detail::Instance(class), _) => format!("({name} instanceof {})", class.replace('$', ".")),
        (Detail::Observer(call), ty) => asked(name, call.trim_end_matches("()"), ty),
    })
}

/// What an argument says. Its declared class need not have the method, so it is looked for when the code runs.
fn asked(name: &str, method: &str, ty: Type) -> String {
    match ty {
        Type::Bool => format!("EtiquetteProtocol.holds({name}, \"{method}\")"),
        Type::Int { width: 64, .. } => format!("EtiquetteProtocol.number({name}, \"{method}\")"),
        Type::Int { .. } => format!("((int) EtiquetteProtocol.number({name}, \"{method}\"))"),
        Type::Enum(_) => format!("EtiquetteProtocol.asked({name}, \"{method}\")"),
    }
}

/// A method that the interface does not know, handed on because the type demands it.
pub(super) fn handed_on(member: &Member) -> String {
    let names: Vec<String> = (0..member.parameters.len()).map(|index| format!("argument{index}")).collect();
    let parameters: Vec<String> =
        member.parameters.iter().zip(&names).map(|(ty, name)| format!("{ty} {name}")).collect();
    let back = if member.result == "void" { "" } else { "return " };
    format!(
        "\n    @Override\n    public {} {}({}){} {{\n        {back}subject.{}({});\n    }}\n",
        member.result,
        member.name,
        parameters.join(", "),
        throws(member),
        member.name,
        names.join(", ")
    )
}
