//! Stubs for methods of the JDK, for when the user gives none: what they usually do (`stubs/usual.stubs`), and what is really
//! open (`stubs/world.stubs`).

use super::{Source, Stub, syntax};
use crate::class::Member;
use crate::lower::world::World;

const USUAL: &str = include_str!("../../../stubs/usual.stubs");
const WORLD: &str = include_str!("../../../stubs/world.stubs");

impl World<'_> {
    /// The built-in stub for a method, if there is one. Lines about classes that are not there are passed over.
    pub(super) fn built_in_stub(&self, member: &Member) -> Option<&Stub> {
        let written = format!("{}(", member.dotted());
        if !USUAL.lines().chain(WORLD.lines()).any(|line| line.starts_with(&written)) {
            return None;
        }
        let stubs = self.built_in_stubs.get_or_init(|| {
            let usual = USUAL.lines().filter_map(|line| self.read_usual(line));
            usual.chain(WORLD.lines().filter_map(|line| self.read_stub(line, Source::World))).collect()
        });
        let is_meant =
            |stub: &&Stub| stub.class == member.class && stub.method.means_member(&member.name, &member.descriptor);
        stubs.iter().find(is_meant)
    }

    fn read_usual(&self, line: &str) -> Option<Stub> {
        let (_, reason) = line.split_once('#')?;
        self.read_stub(line, Source::BuiltIn(reason.trim().to_owned()))
    }

    fn read_stub(&self, line: &str, source: Source) -> Option<Stub> {
        syntax::read_line(line, source, self.class_path()).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::USUAL;

    #[test]
    fn every_line_has_a_reason() {
        let lines = USUAL.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert!(lines.clone().count() > 0);
        for line in lines {
            assert!(line.split_once(" # ").is_some_and(|(_, reason)| !reason.is_empty()), "{line}");
        }
    }
}
