//! `etiquette explain`: walks a word, or talks about one object call by call.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use etiquette_applications::explain::{
    Explainer, Explanation, Problem, RepairedEvent, Reply, Session, Standing, Step, state_names,
};
use etiquette_component::Diagnostic;
use etiquette_outcome::Confidence;
use etiquette_synthesis::Auto;
use serde_json::{Value, json};

use crate::Verdict;
use crate::arguments::{Common, Explain, Registers, VerifyFormat};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::given_interface::{self, GivenInterface};
use crate::limits::start_run;
use crate::pipeline::{Context, Target};

/// Runs the command.
pub fn run(options: &Explain, common: &Common) -> Result<Verdict, Failure> {
    let mut run = start_run(&options.limits, common);
    let mut context = Context { registers: Registers::Auto, ..Context::new(&mut run, common) };
    let arguments = given_interface::as_asked_by(options.interface.as_deref(), &options.target);
    let target = context.read(&arguments)?;
    let given = match &options.interface {
        Some(path) => given_interface::from_file(path, &arguments, &target.component)?,
        None => worked_out(&target, &mut context)?,
    };
    let target = target.with_results_of(&given.interface)?;
    let explainer = Explainer::new(&target.component, &given.interface, given.names, &run);
    let explainer = explainer.map_err(given_interface::misfit)?;
    for note in &given.notes {
        warn(note, common);
    }
    match &options.word {
        Some(word) => explain(explainer, word, options.format, &target.component.name),
        None => converse(Session::new(explainer), common),
    }
}

/// The interface of a target for which none was given.
fn worked_out(target: &Target, context: &mut Context<'_>) -> Result<GivenInterface, Failure> {
    let found = context.synthesize(&Auto, target).map_err(|why| {
        Failure::new(format!("no interface can be worked out: {why}")).help("give one with `--interface`")
    })?;
    let outcome = found.outcome;
    if outcome.guarantee.safe != Confidence::Proved {
        return Err(Failure::Limit {
            message: format!("no interface was found that is known to be safe ({})", outcome.stop),
            help: "give more time with `--timeout`, or an interface with `--interface`".into(),
        });
    }
    let mut notes = Vec::new();
    if !outcome.is_proved() {
        notes.push("calls may be forbidden that are legal: the interface is not known to be permissive".to_owned());
    }
    Ok(GivenInterface { names: state_names(&outcome), interface: outcome.interface, notes, left_out: Vec::new() })
}

fn explain(mut explainer: Explainer, word: &str, format: VerifyFormat, component: &str) -> Result<Verdict, Failure> {
    let told = explainer.explain(word).map_err(|problem| match problem {
        Problem::Word(problem) => located(problem, word),
        Problem::Unknown(why) => Failure::Limit {
            message: format!("it is not known what happens along the word: {why}"),
            help: "give more time with `--timeout`, or arguments and outcomes".into(),
        },
    })?;
    let written = match format {
        VerifyFormat::Text => text(&told),
        VerifyFormat::Json => format!("{:#}\n", as_json(&told, component)),
    };
    Destination::Stdout.write(&written)?;
    Ok(if told.is_legal() { Verdict::Done } else { Verdict::No })
}

fn located(problem: Diagnostic, text: &str) -> Failure {
    Failure::Located { file: "the word".into(), text: text.to_owned(), problems: vec![problem] }
}

fn as_json(told: &Explanation, component: &str) -> Value {
    let repair = told.repair.as_ref().map(|events| {
        let event = |event: &RepairedEvent| json!({ "event": event.written, "inserted": event.inserted });
        events.iter().map(event).collect::<Vec<_>>()
    });
    json!({
        "etiquette": 1,
        "component": component,
        "legal": told.is_legal(),
        "steps": told.steps.iter().map(step_as_json).collect::<Vec<_>>(),
        "state": told.state,
        "registers": registers_as_json(&told.registers),
        "allowed": told.allowed,
        "repair": repair,
        "no repair": told.no_repair,
    })
}

fn step_as_json(step: &Step) -> Value {
    let (standing, failure) = match &step.standing {
        Standing::Legal => ("legal", None),
        Standing::Impossible => ("impossible", None),
        Standing::Forbidden { failure, doubtful: true } => ("doubtful", failure.as_ref()),
        Standing::Forbidden { failure, .. } => ("forbidden", failure.as_ref()),
    };
    let failure = failure.map(
        |failure| json!({ "word": failure.word, "error": failure.error, "message": failure.message, "at": failure.at }),
    );
    json!({
        "event": step.written,
        "given": step.given,
        "state": step.state,
        "registers": registers_as_json(&step.registers),
        "guard": step.guard,
        "standing": standing,
        "failure": failure,
    })
}

fn registers_as_json(registers: &[(String, String)]) -> Value {
    registers.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
}

fn text(told: &Explanation) -> String {
    let width = told.steps.iter().map(|step| step.written.chars().count()).max().unwrap_or(0);
    let mut text: String = told.steps.iter().map(|step| line(step, width)).collect();
    let then = || format!("then {}", place(&told.state, &told.registers));
    text += &format!("{}\n\n", if told.is_legal() { then() } else { "The walk ends here.".into() });
    text += &format!("May be called {}: {}\n", if told.is_legal() { "now" } else { "instead" }, listed(&told.allowed));
    if let Some(repair) = &told.repair {
        let events = repair.iter().map(|event| match event.inserted {
            true => format!("[{}]", event.written),
            false => event.written.clone(),
        });
        text += &format!("Repair, with what is inserted in brackets: {}\n", events.collect::<Vec<_>>().join(" · "));
    }
    if let Some(why) = &told.no_repair {
        text += &format!("{why}\n");
    }
    text
}

/// A state, with what the registers are there.
fn place(state: &str, registers: &[(String, String)]) -> String {
    let registers = registers.iter().map(|(name, value)| format!(", {name} = {value}"));
    format!("{state}{}", registers.collect::<String>())
}

fn listed(calls: &[String]) -> String {
    if calls.is_empty() { "nothing at all".into() } else { calls.join(", ") }
}

fn line(step: &Step, width: usize) -> String {
    let guard = |sign: &str| step.guard.as_ref().map(|guard| format!("{sign} {guard}")).unwrap_or_default();
    let said = match &step.standing {
        Standing::Legal => format!("legal{}", guard(":")),
        Standing::Impossible => "can't happen: it never has this outcome here".to_owned(),
        Standing::Forbidden { failure: None, .. } => {
            format!("forbidden by the interface{}; no way in which it fails was found", guard(" since"))
        }
        Standing::Forbidden { failure: Some(failure), doubtful } => {
            let at = failure.at.as_ref().map(|at| format!(" at {at}")).unwrap_or_default();
            let message = failure.message.as_ref().map(|message| format!(", \"{message}\"")).unwrap_or_default();
            let word = failure.word.join(" · ");
            match doubtful {
                true => format!(
                    "doubtful{}: {word} may raise {}{at}{message}, depending on what is not modelled",
                    guard(" since"),
                    failure.error
                ),
                false => format!("not legal{}: {word} raises {}{at}{message}", guard(" since"), failure.error),
            }
        }
    };
    let aside = if step.given { "" } else { " (goes without saying)" };
    let padding = " ".repeat(width - step.written.chars().count());
    let place = place(&step.state, &step.registers);
    format!("in {place}\n  {}{padding}  {said}{aside}\n", step.written)
}

/// The conversation. A prompt is shown only to people.
fn converse(mut session: Session, common: &Common) -> Result<Verdict, Failure> {
    let prompts = stdin().is_terminal() && !common.quiet;
    if prompts {
        say("Say calls, such as `open` or `move(3) -> true`; `help` tells more.\n")?;
    }
    let mut reply = session.now();
    let mut lines = stdin().lock().lines();
    loop {
        show(&reply, common)?;
        if prompts {
            say("> ")?;
        }
        let Some(line) = lines.next() else { return Ok(Verdict::Done) };
        let line = line.map_err(|error| Failure::new(format!("can't read standard input: {error}")))?;
        reply = session.say(&line);
        if reply == Reply::End {
            return Ok(Verdict::Done);
        }
    }
}

fn show(reply: &Reply, common: &Common) -> Result<(), Failure> {
    let text = match reply {
        Reply::Made { state, registers, allowed } => {
            format!("in {}\n  may be called: {}\n", place(state, registers), listed(allowed))
        }
        Reply::NotMade(told) => text(told),
        Reply::WhichOutcome(said) => format!("  which outcome? say {}\n", said.join(", or ")),
        Reply::WhichNumber(call) => format!("  which number came back? say `{call} -> NUMBER`\n"),
        Reply::Word(events) if events.is_empty() => "  nothing was called yet\n".into(),
        Reply::Word(events) => format!("  {}\n", events.join(" · ")),
        Reply::Help => "  calls, with blanks or commas between them: they are made if they are legal\n  \
             back: takes the last call back\n  word: shows all calls so far\n  quit: ends\n"
            .into(),
        Reply::Unreadable(Problem::Word(problem), line) => {
            located(problem.clone(), line).print(common);
            return Ok(());
        }
        Reply::Unreadable(Problem::Unknown(why), _) => format!("  it is not known what happens: {why}\n"),
        Reply::End => String::new(),
    };
    say(&text)
}

/// Says something at once. A reader who has seen enough is no reason to complain.
fn say(text: &str) -> Result<(), Failure> {
    match stdout().lock().write_all(text.as_bytes()).and_then(|()| stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("can't write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
