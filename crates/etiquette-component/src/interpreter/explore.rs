//! All results of a call: every hidden choice is tried, and loops are followed until no new configuration appears.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::program::{MethodProgram, Step};
use super::{Exit, Interpreter, PATIENCE, execute};

/// A point in the execution of a call: the location, then the state, then the frame.
type Configuration = Box<[u64]>;

/// The search has been told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

#[derive(Default)]
struct Search {
    pending: Vec<Configuration>,
    /// Whether there was a choice: from then on, configurations at loop heads are remembered.
    forked: bool,
    visited: HashSet<Configuration, FxBuildHasher>,
    /// Without a choice, one remembered configuration is enough to notice that a loop runs in circles (Brent).
    milestone: Option<Configuration>,
    loop_visits: u64,
    steps: u64,
}

impl Interpreter {
    /// Calls `visit` with every way in which the call can end from the state, and the state then. Ways that get stuck
    /// or run in circles without any choice end in [`Exit::NeverReturns`]; an endless repetition of choices is not
    /// reported, unless the call has no other result.
    ///
    /// # Errors
    /// When `interrupt`, asked now and then, says so.
    pub fn for_each_result(
        &mut self,
        state: &[u64],
        method: usize,
        arguments: &[u64],
        interrupt: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(Exit, &[u64]),
    ) -> Result<(), Interrupted> {
        self.enter(state, method, arguments);
        let mut search = Search::default();
        let mut location = 0;
        let mut ended = false;
        loop {
            if let Some(exit) = self.follow(method, location, &mut search, interrupt)? {
                visit(exit, &self.registers[..self.program.state_size]);
                ended = true;
            }
            let Some(configuration) = search.pending.pop() else {
                break;
            };
            location = self.restore(method, &configuration);
        }
        if !ended {
            visit(Exit::NeverReturns, state);
        }
        Ok(())
    }

    /// Runs from a location to the end of the call; where there is a choice, the other ways are left pending. `None`:
    /// the rest of the way is known already.
    fn follow(
        &mut self,
        method: usize,
        mut location: u32,
        search: &mut Search,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Exit>, Interrupted> {
        loop {
            search.steps += 1;
            if search.steps.is_multiple_of(PATIENCE) && interrupt() {
                return Err(Interrupted);
            }
            if self.program.methods[method].loop_heads[location as usize] && self.comes_again(method, location, search)
            {
                return Ok((!search.forked).then_some(Exit::NeverReturns));
            }
            let program = &self.program.methods[method];
            match program.steps[location as usize] {
                Step::Assign { code, value, target, next } => {
                    execute(program, code, &mut self.registers);
                    self.registers[target as usize] = self.registers[value as usize];
                    location = next;
                }
                Step::Branch { first, last } => match self.fork(method, first, last, search) {
                    Some(next) => location = next,
                    None => return Ok(Some(Exit::NeverReturns)),
                },
                Step::Havoc { target, last, next } => {
                    search.forked |= last > 0;
                    for value in (1..=last).rev() {
                        self.registers[target as usize] = value;
                        search.pending.push(self.configuration(method, next));
                    }
                    self.registers[target as usize] = 0;
                    location = next;
                }
                Step::Return(outcome) => return Ok(Some(Exit::Returned(outcome as usize))),
                Step::Error(error) => return Ok(Some(Exit::Failed(error as usize))),
                Step::Stuck => return Ok(Some(Exit::NeverReturns)),
            }
        }
    }

    /// Whether the configuration at a loop head was met before: then its results are known, or it runs in circles.
    fn comes_again(&self, method: usize, location: u32, search: &mut Search) -> bool {
        if search.forked {
            return !search.visited.insert(self.configuration(method, location));
        }
        search.loop_visits += 1;
        if search.loop_visits < PATIENCE {
            return false;
        }
        let here = self.configuration(method, location);
        if search.milestone.as_ref() == Some(&here) {
            return true;
        }
        if search.loop_visits.is_power_of_two() {
            search.milestone = Some(here);
        }
        false
    }

    fn fork(&mut self, method: usize, first: u32, last: u32, search: &mut Search) -> Option<u32> {
        let mut taken = None;
        for index in first..last {
            let program: &MethodProgram = &self.program.methods[method];
            let branch = program.branches[index as usize];
            execute(program, branch.code, &mut self.registers);
            if self.registers[branch.condition as usize] == 0 {
                continue;
            }
            if taken.is_none() {
                taken = Some(branch.next);
            } else {
                search.forked = true;
                search.pending.push(self.configuration(method, branch.next));
            }
        }
        taken
    }

    fn configuration(&self, method: usize, location: u32) -> Configuration {
        let frame = self.program.frame_base..self.program.frame_base + self.program.methods[method].frame;
        let state = &self.registers[..self.program.state_size];
        std::iter::once(&u64::from(location)).chain(state).chain(&self.registers[frame]).copied().collect()
    }

    fn restore(&mut self, method: usize, configuration: &[u64]) -> u32 {
        let (base, state_size) = (self.program.frame_base, self.program.state_size);
        let frame = self.program.methods[method].frame;
        self.registers[..state_size].copy_from_slice(&configuration[1..=state_size]);
        self.registers[base..base + frame].copy_from_slice(&configuration[1 + state_size..]);
        configuration[0] as u32
    }
}
