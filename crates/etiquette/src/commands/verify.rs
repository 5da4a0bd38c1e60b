//! `etiquette verify`: is a given interface safe, permissive and full?

use etiquette_applications::verify::{Answer, Counterexample, Verification, Wrong, verify};
use etiquette_automata::Interface;
use etiquette_component::Component;
use etiquette_outcome::{Run, granted_by_rank};
use etiquette_synthesis::Auto;
use serde_json::{Value, json};

use crate::Verdict;
use crate::arguments::{Common, InterfaceArguments, Property, Registers, TargetArguments, Verify, VerifyFormat};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::given_interface::{self, GivenInterface};
use crate::limits::start_run;
use crate::pipeline::{Context, Target, read_class};
use crate::replay::{Replay, Replayed, no_class_to_replay};

/// Runs the command.
pub fn run(options: &Verify, common: &Common) -> Result<Verdict, Failure> {
    let destination = Destination::open(&options.destination)?;
    let mut run = start_run(&options.limits, common);
    if options.replay && read_class(&options.target)?.is_none() {
        return Err(no_class_to_replay());
    }
    let arguments = given_interface::as_asked_by(options.interface.interface.as_deref(), &options.target);
    let target = Context::new(&mut run, common).read(&arguments)?;
    let given = read_given(&options.interface, &arguments, &target)?;
    let target = target.without_methods(&given.left_out).with_results_of(&given.interface)?;
    let mut verification = verification(&target, &given.interface, &mut run, common)?;
    limit_answers(&mut verification, target.fidelity());
    drop(run);
    let replays = if options.replay { replay(&arguments, &verification)? } else { Vec::new() };
    let report = Report { options, target: &target, given: &given, found: &verification, replays: &replays };
    destination.write(&match options.format {
        VerifyFormat::Text => report.text(),
        VerifyFormat::Json => format!("{:#}\n", report.json()),
    })?;
    Ok(report.verdict())
}

fn read_given(
    InterfaceArguments { interface, regex }: &InterfaceArguments,
    arguments: &TargetArguments,
    target: &Target,
) -> Result<GivenInterface, Failure> {
    match (interface, regex) {
        (Some(path), _) => given_interface::from_file(path, arguments, &target.component),
        (None, Some(text)) => given_interface::from_expression(text, &target.component),
        (None, None) => Err(Failure::new("no interface is given").help("name one with `--interface` or `--regex`")),
    }
}

fn verification(
    target: &Target,
    interface: &Interface,
    run: &mut Run,
    common: &Common,
) -> Result<Verification, Failure> {
    let mut engine = |run: &mut Run, component: &Component| {
        let mut context = Context { registers: Registers::Auto, ..Context::new(run, common) };
        let target = Target::of_component(component);
        let with_results = interface.memory().looks_at_results();
        let with_results = with_results.then(|| context.synthesize_with_returned_registers(&target)).flatten();
        let found = with_results.map_or_else(|| context.synthesize_as_given(&Auto, &target), Ok);
        found.map(|found| found.outcome).map_err(|unsupported| unsupported.to_string())
    };
    verify(&target.component, interface, run, &mut engine).map_err(given_interface::misfit)
}

/// Takes back what does not follow where components that are held were replaced by their interfaces: these may do what
/// the components never do, and fail where they do not. What is safe with them is safe.
fn limit_answers(found: &mut Verification, (legal_alike, happens_alike): (bool, bool)) {
    const WHY: &str = "the interface of a component that is held allows what can't happen, or forbids what is legal: try `--held inline`";
    let unknown = || Answer::Unknown(WHY.into());
    if !legal_alike && matches!(found.safe, Answer::No(_)) {
        found.safe = unknown();
    }
    for answer in [&mut found.permissive, &mut found.full] {
        let follows = match answer {
            Answer::Yes(_) => legal_alike,
            Answer::No(_) => happens_alike,
            Answer::Unknown(_) => true,
        };
        if !follows {
            *answer = unknown();
        }
    }
}

/// The words of the answers on a JVM.
fn replay(arguments: &TargetArguments, found: &Verification) -> Result<Vec<(Property, Replayed)>, Failure> {
    let mut jvm = None;
    let mut replays = Vec::new();
    for (property, answer) in answers(found) {
        let Answer::No(why) = answer else { continue };
        let Some(word) = &why.concrete else { continue };
        if jvm.is_none() {
            jvm = Some(Replay::start(arguments)?);
        }
        let Some(jvm) = &mut jvm else { continue };
        replays.push((property, jvm.run(&found.component, word)?));
    }
    Ok(replays)
}

fn answers(found: &Verification) -> [(Property, &Answer); 3] {
    [(Property::Safe, &found.safe), (Property::Permissive, &found.permissive), (Property::Full, &found.full)]
}

struct Report<'a> {
    options: &'a Verify,
    target: &'a Target,
    given: &'a GivenInterface,
    found: &'a Verification,
    replays: &'a [(Property, Replayed)],
}

impl Report<'_> {
    fn replay_of(&self, property: Property) -> Option<&Replayed> {
        self.replays.iter().find(|(of, _)| *of == property).map(|(_, replayed)| replayed)
    }

    fn verdict(&self) -> Verdict {
        let required = answers(self.found).into_iter().filter(|(property, _)| self.options.require.contains(property));
        let required: Vec<&Answer> = required.map(|(_, answer)| answer).collect();
        if required.iter().any(|answer| matches!(answer, Answer::No(_))) {
            Verdict::No
        } else if required.iter().any(|answer| matches!(answer, Answer::Unknown(_))) {
            Verdict::Inconclusive
        } else {
            Verdict::Done
        }
    }

    fn text(&self) -> String {
        let interface = &self.given.interface;
        let used = interface
            .alphabet()
            .call_ids()
            .filter(|&call| interface.states().any(|state| interface.allows(state, call)));
        let (states, calls) = (counted(interface.state_count(), "state"), counted(used.count(), "call"));
        let registers = match interface.memory().registers.len() {
            0 => String::new(),
            count => format!(" and {}", counted(count, "register")),
        };
        let component = &self.target.component.name;
        let mut text = format!("{component}: an interface with {states}{registers} that allows {calls}\n");
        for note in &self.given.notes {
            text += &format!("  note: {note}\n");
        }
        text.push('\n');
        for (property, answer) in answers(self.found) {
            text += &format!("{:<11} {}\n", name(property), described(answer));
            text += &self.replayed(property);
        }
        text += &self.granted();
        text + &format!("\n{}\n", self.conclusion())
    }

    fn replayed(&self, property: Property) -> String {
        let Some(replayed) = self.replay_of(property) else { return String::new() };
        let agrees = match replayed.differs_at {
            None => "the same".to_owned(),
            Some(call) => format!("NOT the same from call {} on", call + 1),
        };
        format!("{:<11} on the JVM {agrees}: {}\n", "", replayed.written().join(", "))
    }

    fn granted(&self) -> String {
        let lines = granted_by_rank(&self.target.assumptions).into_iter().map(|assumption| match &assumption.at {
            Some(at) => format!("  {} ({at})\n", assumption.text),
            None => format!("  {}\n", assumption.text),
        });
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\nTaken for granted:\n{lines}") }
    }

    fn conclusion(&self) -> String {
        let required: Vec<&str> = self.options.require.iter().map(|&property| name(property)).collect();
        let all = required.join(" and ");
        match self.verdict() {
            Verdict::Done => format!("Yes: the interface is {all}."),
            Verdict::No => format!("No: the interface is not {all}."),
            Verdict::Inconclusive => format!("Inconclusive: it is not known whether the interface is {all}."),
        }
    }

    fn json(&self) -> Value {
        let mut value = json!({ "etiquette": 1, "component": self.target.component.name });
        for (property, answer) in answers(self.found) {
            value[name(property)] = as_json(answer);
            if let Some(replayed) = self.replay_of(property) {
                let agrees = replayed.differs_at.is_none();
                value[name(property)]["jvm"] = json!({ "seen": replayed.written(), "agrees": agrees });
            }
        }
        let granted = granted_by_rank(&self.target.assumptions).into_iter();
        let granted = granted.map(|assumption| json!({ "text": assumption.text, "at": assumption.at }));
        value["notes"] = json!(self.given.notes);
        value["assumptions"] = Value::Array(granted.collect());
        value
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn name(property: Property) -> &'static str {
    match property {
        Property::Safe => "safe",
        Property::Permissive => "permissive",
        Property::Full => "full",
    }
}

fn described(answer: &Answer) -> String {
    match answer {
        Answer::Yes(how) => format!("yes: {how}"),
        Answer::Unknown(why) => format!("not known: {why}"),
        Answer::No(why) => format!("no: {}", reason(why)),
    }
}

fn reason(why: &Counterexample) -> String {
    let word = why.word.join(" · ");
    match &why.wrong {
        Wrong::Fails { error, message, at } => {
            let at = at.as_ref().map(|at| format!(" at {at}")).unwrap_or_default();
            let message = message.as_ref().map(|message| format!(", \"{message}\"")).unwrap_or_default();
            format!("it accepts {word}, which raises {error}{at}{message}")
        }
        Wrong::Refused => format!("it refuses {word}, which is legal"),
        Wrong::RefusedAlthoughImpossible => {
            format!("it refuses {word}, or something after it: that can't happen, so it is legal")
        }
    }
}

fn as_json(answer: &Answer) -> Value {
    match answer {
        Answer::Yes(how) => json!({ "answer": "yes", "how": how }),
        Answer::Unknown(why) => json!({ "answer": "unknown", "why": why }),
        Answer::No(why) => {
            let mut value = json!({ "answer": "no", "word": why.word });
            match &why.wrong {
                Wrong::Fails { error, message, at } => {
                    value["error"] = json!(error);
                    value["message"] = json!(message);
                    value["at"] = json!(at);
                }
                Wrong::Refused => value["refused"] = json!("legal"),
                Wrong::RefusedAlthoughImpossible => value["refused"] = json!("can't happen"),
            }
            value
        }
    }
}
