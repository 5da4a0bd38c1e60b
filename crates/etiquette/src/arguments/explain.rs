//! What `explain` understands.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArguments, TargetArguments, VerifyFormat};

/// Walks a word through a component: for each call the state, the outcome, and whether it is legal; why the first one
/// that is not fails, and which calls repair the word.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette explain examples/file.component 'open_read write'
  etiquette explain examples/lock.component 'try_acquire -> busy, release'
  etiquette explain 'java.util.ArrayList$Itr' 'next remove remove' --error IllegalStateException
  etiquette explain examples/file.component --interface file.json     without a word: asks for calls, one by one

Calls are written as in witnesses: `next`, `move(3)`, `new Foo(null)`, `put((byte) 0)`. Outcomes that are left out may be any:
those that make a later call illegal are shown, if there are some. Arguments that are left out are chosen so that calls are legal.

Exit codes: 0 the word is legal, 1 it is not, 2 usage or input error, 3 inconclusive.")]
pub struct Explain {
    #[command(flatten)]
    pub target: TargetArguments,
    /// The calls, one after the other; without them, a conversation on standard input.
    pub word: Option<String>,
    /// Go by this interface instead of working one out: JSON, a regular expression, a JaTyC `.protocol` or a CrySL
    /// rule.
    #[arg(long, short, value_name = "FILE")]
    pub interface: Option<PathBuf>,
    /// How a word is explained.
    #[arg(long, short, value_enum, default_value_t, requires = "word")]
    pub format: VerifyFormat,
    #[command(flatten)]
    pub limits: LimitArguments,
}
