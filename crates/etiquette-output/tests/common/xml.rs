//! A small check that a text is well-formed XML, as far as our own writer uses XML.

/// The first thing that is wrong, if anything is.
pub fn problem(text: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        if let Some(problem) = text_problem(&rest[..start]) {
            return Some(problem);
        }
        let Some(end) = rest[start..].find('>') else {
            return Some(format!("a tag is not closed: {}", &rest[start..]));
        };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
            continue;
        }
        if let Some(problem) = attributes_problem(tag.trim_end_matches('/')) {
            return Some(problem);
        }
        if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    open.last().map(|name| format!("<{name}> is not closed"))
}

/// Every ampersand starts a known reference, and there are no control characters.
fn text_problem(text: &str) -> Option<String> {
    let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#10;"];
    let ampersands = text.match_indices('&').map(|(position, _)| &text[position..]);
    for found in ampersands {
        if !known.iter().any(|reference| found.starts_with(reference)) {
            return Some(format!("a bare ampersand: {found}"));
        }
    }
    let control = |character: char| character.is_control() && character != '\n';
    text.contains(control).then(|| format!("a control character: {text:?}"))
}

/// Attributes are `name="value"`, each name once.
fn attributes_problem(tag: &str) -> Option<String> {
    let mut rest = tag.split_once(' ').map_or("", |(_, rest)| rest).trim();
    let mut names: Vec<&str> = Vec::new();
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once("=\"") else {
            return Some(format!("no attribute: {rest}"));
        };
        let Some((value, after)) = after.split_once('"') else {
            return Some(format!("a value is not closed: {after}"));
        };
        let bad_name = !name.chars().all(|character| character.is_alphanumeric() || character == '-');
        if bad_name || names.contains(&name) {
            return Some(format!("the attribute {name} in <{tag}>"));
        }
        if let Some(problem) = text_problem(value) {
            return Some(problem);
        }
        names.push(name);
        rest = after.trim_start();
    }
    None
}
