//! Makes the source of a component smaller for as long as it still shows what it is to show.

/// Takes lines and blocks away, again and again, while `shows` says that what is left will do.
pub fn shrink(source: &str, shows: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    while let Some(smaller) = candidates(&lines).into_iter().find(|smaller| shows(&smaller.join("\n"))) {
        lines = smaller;
    }
    lines.join("\n")
}

/// The same lines without one of them, without a whole block, or without what opens and closes one.
fn candidates<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let end = closing(lines, start);
        found.push(without(lines, |index| (start..=end).contains(&index)));
        if line.ends_with('{') {
            found.push(without(lines, |index| index == start || index == end));
        }
    }
    found.retain(|smaller| smaller.len() < lines.len());
    found
}

fn without<'a>(lines: &[&'a str], drop: impl Fn(usize) -> bool) -> Vec<&'a str> {
    let kept = lines.iter().enumerate().filter(|(index, _)| !drop(*index));
    kept.map(|(_, line)| *line).collect()
}

/// Where the block that a line opens is closed; the line itself where it opens none.
fn closing(lines: &[&str], start: usize) -> usize {
    let mut depth = 0;
    for (index, line) in lines.iter().enumerate().skip(start) {
        depth += line.matches('{').count() as i64 - line.matches('}').count() as i64;
        if depth <= 0 {
            return index;
        }
    }
    start
}
