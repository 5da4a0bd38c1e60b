//! What a file holds beside the outcome, so that it can be checked again: where the component came from, and the
//! certificate.
//!
//! The certificate is passed on as it is: only who has the component can read it.

use serde_json::{Map, Value, json};

use super::node::{Node, ReadError};
use super::read::optional_text;

/// What is kept beside an outcome.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Enclosed {
    /// Where the component came from.
    pub source: Option<Source>,
    /// The certificate, as `etiquette-certificates` writes it.
    pub certificate: Option<Value>,
}

/// Where a component came from, and by what it can be recognised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// The file or class, without its folder.
    pub target: String,
    /// The options that shaped the component, as on the command line.
    pub options: Vec<String>,
    /// The state variables with their types, after what no error depends on was left out.
    pub variables: Vec<String>,
    /// The methods with the types of their parameters.
    pub methods: Vec<String>,
    /// The state variables that are not kept from call to call, although errors may depend on them.
    pub forgotten: Vec<String>,
    /// Those of which only the sign is kept.
    pub signs: Vec<String>,
    /// Those that are registers: clients know them.
    pub registers: Vec<String>,
    /// What is relied on of these between calls.
    pub relied_on: Option<String>,
    /// The methods that were left out because nothing was proved with them.
    pub left_out: Vec<String>,
    /// Whether what loops do is left open.
    pub forgets_loops: bool,
}

impl Enclosed {
    /// Adds the keys to those of the outcome.
    pub(super) fn write(&self, fields: &mut Map<String, Value>) {
        if let Some(source) = &self.source {
            fields.insert("source".into(), source.to_json());
        }
        if let Some(certificate) = &self.certificate {
            fields.insert("certificate".into(), certificate.clone());
        }
    }

    pub(super) fn read(root: &Node) -> Result<Self, ReadError> {
        let source = root.optional("source")?.map(|node| Source::read(&node)).transpose()?;
        let certificate = root.optional("certificate")?.map(|node| node.value().clone());
        Ok(Enclosed { source, certificate })
    }
}

impl Source {
    fn to_json(&self) -> Value {
        let mut source = json!({"target": self.target, "options": self.options, "variables": self.variables, "methods": self.methods});
        let lists = [
            ("forgotten", &self.forgotten),
            ("signs", &self.signs),
            ("registers", &self.registers),
            ("left_out", &self.left_out),
        ];
        for (key, names) in lists {
            if !names.is_empty() {
                source[key] = json!(names);
            }
        }
        if let Some(relied_on) = &self.relied_on {
            source["relied_on"] = json!(relied_on);
        }
        if self.forgets_loops {
            source["forgets_loops"] = json!(true);
        }
        source
    }

    fn read(node: &Node) -> Result<Self, ReadError> {
        let texts = |name: &str| node.field(name).and_then(|field| field.texts());
        let optional =
            |name: &str| Ok(node.optional(name)?.map(|field| field.texts()).transpose()?.unwrap_or_default());
        Ok(Source {
            target: node.field("target")?.text()?.into(),
            options: texts("options")?,
            variables: texts("variables")?,
            methods: texts("methods")?,
            forgotten: optional("forgotten")?,
            signs: optional("signs")?,
            registers: optional("registers")?,
            relied_on: optional_text(node, "relied_on")?,
            left_out: optional("left_out")?,
            forgets_loops: node.flag("forgets_loops")?,
        })
    }
}
