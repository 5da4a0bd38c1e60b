//! Moore machines: complete, deterministic, with an output for every state. A DFA is a machine with outputs `true` and
//! `false`.
//!
//! Letters are the numbers `0..alphabet`, states the numbers `0..states`.

/// A complete deterministic Moore machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine<O> {
    alphabet: usize,
    initial: usize,
    outputs: Vec<O>,
    /// Row-major: state, then letter.
    next: Vec<u32>,
}

impl<O> Machine<O> {
    /// A machine with these outputs, whose state 0 is the initial one. `next` gives the next state for a state and a
    /// letter.
    pub fn new(alphabet: usize, outputs: Vec<O>, next: impl Fn(usize, usize) -> usize) -> Self {
        let states = 0..outputs.len();
        let steps = states.flat_map(|state| (0..alphabet).map(move |letter| (state, letter)));
        let next: Vec<u32> = steps.map(|(state, letter)| next(state, letter) as u32).collect();
        assert!(next.iter().all(|&to| (to as usize) < outputs.len()), "a next state does not exist");
        Machine { alphabet, initial: 0, outputs, next }
    }

    /// A machine with one state.
    pub fn constant(alphabet: usize, output: O) -> Self {
        Machine::new(alphabet, vec![output], |_, _| 0)
    }

    /// A new state that every letter leads back to, until [`Machine::set_next`] says otherwise.
    pub fn add_state(&mut self, output: O) -> usize {
        let state = self.outputs.len();
        self.outputs.push(output);
        self.next.resize(self.next.len() + self.alphabet, state as u32);
        state
    }

    /// Leads a letter from one state to another.
    pub fn set_next(&mut self, state: usize, letter: usize, to: usize) {
        assert!(to < self.outputs.len(), "state {to} does not exist");
        self.next[state * self.alphabet + letter] = to as u32;
    }

    /// The number of letters.
    pub fn alphabet(&self) -> usize {
        self.alphabet
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The initial state.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// Where a letter leads from a state.
    pub fn next(&self, state: usize, letter: usize) -> usize {
        self.next[state * self.alphabet + letter] as usize
    }

    /// The output of a state.
    pub fn output_of(&self, state: usize) -> &O {
        &self.outputs[state]
    }

    /// The state after a word from the initial state.
    pub fn run(&self, word: &[usize]) -> usize {
        self.run_from(self.initial, word)
    }

    /// The state after a word from a given state.
    pub fn run_from(&self, state: usize, word: &[usize]) -> usize {
        word.iter().fold(state, |state, &letter| self.next(state, letter))
    }

    /// The output after a word.
    pub fn output(&self, word: &[usize]) -> &O {
        self.output_of(self.run(word))
    }
}
