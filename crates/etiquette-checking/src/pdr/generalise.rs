//! Generalisation: the fewer literals a cube has, the more states a clause excludes at once.
//!
//! Whole numbers are dropped first, then single literals, the least wanted first. What stands in the way of a smaller
//! cube is itself blocked one frame below, if that is easy (counterexamples to generalisation, Hassan, Bradley and
//! Somenzi 2013).

use etiquette_logic::Literal;

use super::cube::{Cube, without};
use super::feature::Meaning;
use super::frame::{Entry, Witness};
use super::search::PdrSearch;
use crate::question::Unknown;

/// How many obstacles are blocked for a single smaller cube.
const MOST_OBSTACLES: usize = 3;

impl PdrSearch<'_> {
    /// A larger set of states around the cube that can't be entered from below the level either.
    pub(super) fn generalise(&mut self, cube: Cube, level: usize, depth: usize) -> Result<Cube, Unknown> {
        let cube = self.drop_numbers(cube, level)?;
        self.drop_literals(cube, level, depth)
    }

    /// Drops all literals of a variable at once where that is possible.
    fn drop_numbers(&mut self, mut cube: Cube, level: usize) -> Result<Cube, Unknown> {
        let mut variables: Vec<usize> = cube.iter().filter_map(|&literal| self.variable(literal)).collect();
        variables.sort_unstable();
        for variable in variables.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]) {
            let features = self.features;
            let of_variable = |feature: usize| matches!(features[feature].meaning, Meaning::Bit { variable: found, .. } if found == variable);
            let smaller = without(&cube, of_variable);
            if smaller.len() < cube.len()
                && let Some(smaller) = self.shrink(smaller, level, 0)?
            {
                cube = smaller;
            }
        }
        Ok(cube)
    }

    fn variable(&self, literal: Literal) -> Option<usize> {
        match self.features[literal.variable() as usize].meaning {
            Meaning::Bit { variable, .. } => Some(variable),
            Meaning::Predicate(_) => None,
        }
    }

    fn drop_literals(&mut self, mut cube: Cube, level: usize, depth: usize) -> Result<Cube, Unknown> {
        let mut position = cube.len();
        while position > 0 {
            position -= 1;
            let dropped = cube[position];
            let smaller = without(&cube, |feature| feature == dropped.variable() as usize);
            if let Some(smaller) = self.shrink(smaller, level, depth)? {
                cube = smaller;
                // The answer may have lost further literals on both sides.
                position = cube.partition_point(|&literal| literal < dropped);
            }
        }
        Ok(cube)
    }

    /// The cube, or less of it, if it can be excluded at the level.
    fn shrink(&mut self, cube: Cube, level: usize, depth: usize) -> Result<Option<Cube>, Unknown> {
        let mut obstacles = 0;
        loop {
            if self.initial.meets(&cube)? {
                return Ok(None);
            }
            match self.enter(level - 1, &cube)? {
                Entry::Blocked(core) => return Ok(Some(self.initial.separate(core, &cube)?)),
                Entry::From(_) if depth == 0 || level == 1 || obstacles == MOST_OBSTACLES => return Ok(None),
                Entry::From(witness) if !self.block_obstacle(&witness, &cube, level - 1, depth - 1)? => {
                    return Ok(None);
                }
                Entry::From(_) => obstacles += 1,
            }
        }
    }

    /// Excludes a state that steps into a cube, and others with it, if they can't be entered themselves.
    fn block_obstacle(
        &mut self,
        witness: &Witness,
        target: &[Literal],
        level: usize,
        depth: usize,
    ) -> Result<bool, Unknown> {
        let obstacle = self.lift(witness, target)?;
        if self.initial.meets(&obstacle)? {
            return Ok(false);
        }
        let Entry::Blocked(core) = self.enter(level - 1, &obstacle)? else {
            return Ok(false);
        };
        let core = self.initial.separate(core, &obstacle)?;
        self.learn(core, level, depth)?;
        Ok(true)
    }
}
