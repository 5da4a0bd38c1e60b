//! The components of the paper as they stand in the public repository of PSYCO, `psycopaths/psyco`: which classes they
//! are, and which constructors and methods of them are called, by its configurations (`example.jpf`; `example_1.jpf` of
//! CEV, which leaves out `reset`, gives the figures that the paper prints for CEV V2). KMAX is not there.

use super::published::{PUBLISHED, PublishedRow};

/// A component of the repository.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Original {
    /// What it is called in the table.
    pub name: &'static str,
    /// The paper's name for it.
    pub component: &'static str,
    /// The sources below [`SOURCES`].
    pub sources: &'static [&'static str],
    /// The class.
    pub class: &'static str,
    /// The types of the constructor's parameters.
    pub constructor: &'static str,
    /// The methods that are called.
    pub methods: &'static [&'static str],
    /// Whether runs in which numbers overflow are left out.
    pub ideal: bool,
    /// The variables that the interface remembers.
    pub registers: &'static [&'static str],
}

impl Original {
    /// What the paper reports.
    pub(super) fn published(&self) -> Option<PublishedRow> {
        let row = PUBLISHED.iter().find(|row| row.component == self.component)?;
        Some(PublishedRow { component: self.name, again: self.name != self.component, ..*row })
    }
}

/// Where the sources are in the repository.
pub const SOURCES: &str = "src/examples";

/// What counts as an error: JDart's uncaught exceptions, of which these are the ones that the code raises itself. That
/// `Accelerometer` divides by zero after a constructor with a large argument is none, as the paper's figures show.
pub const ERRORS: [&str; 2] = ["assert", "=java.lang.RuntimeException"];

/// Where the annotation belongs that the sources import, and its text: our own, as theirs comes with JDart.
pub const ANNOTATION: (&str, &str) = ("gov/nasa/jpf/jdart/Symbolic.java", include_str!("Symbolic.java"));

const fn original(
    name: &'static str,
    class: &'static str,
    sources: &'static [&'static str],
    constructor: &'static str,
    methods: &'static [&'static str],
) -> Original {
    Original { name, component: name, sources, class, constructor, methods, ideal: false, registers: &[] }
}

const ALTERNATING_BIT: Original =
    original("AltBit", "issta2013.abp.Protocol", &["issta2013/abp/Protocol.java"], "()", &["msg", "recv_ack"]);

#[rustfmt::skip]
const CEV: Original = original(
    "CEV",
    "issta2013.cev.CEV",
    &["issta2013/cev/CEV.java", "issta2013/cev/Spacecraft.java"],
    "()",
    &[
        "lasJettison", "lsamRendezvous", "lsamAscentBurn", "lsamAscentRendezvous", "eiBurn", "doSMSeparation",
        "doEdsSeparation", "loiBurn", "teiBurn", "deOrbit", "enterOrbitOps", "tliBurn", "stage2Separation", "abort",
        "stage1Separation", "failure", "srbIgnition", "reset",
    ],
);

/// The components, in the order of the paper. The counter of AltBit is an `int`, of which the paper says that it is a
/// byte; with integers that overflow, its smallest finite interface has a state for each of its values.
#[rustfmt::skip]
pub const ORIGINALS: [Original; 9] = [
    Original { ideal: true, ..ALTERNATING_BIT },
    Original { name: "AltBit, overflowing, registers", registers: &["expect", "buffer_empty"], ..ALTERNATING_BIT },
    original("Stream", "issta2013.io.PipedOutputStream", &["issta2013/io/PipedOutputStream.java"], "()", &["close", "connect", "flush", "write"]),
    original("Signature", "issta2013.security.Signature", &["issta2013/security/Signature.java"], "()", &["initSign", "initVerify", "verify", "sign", "update"]),
    original("IntMath", "issta2013.math.IntMath", &["issta2013/math/IntMath.java", "issta2013/math/MathPreconditions.java"], "()",
        &["log10", "checkedAdd", "checkedSubtract", "checkedMultiply", "mod", "factorial", "log2", "isPowerOfTwo"]),
    original("ACCMETER", "issta2013.accelerometer.Accelerometer", &["issta2013/accelerometer/Accelerometer.java"], "(int,int)",
        &["update", "init", "disconnect", "connect", "dataReceived", "getValueX", "getValueY"]),
    CEV,
    Original { name: "CEV V2", component: "CEV V2", methods: CEV.methods.split_last().expect("methods").1, ..CEV },
    original("Socket", "issta2013.net.Socket", &["issta2013/net/Socket.java"], "(int,int,int)", &[
        "createImpl", "setImpl", "getImpl", "connect", "bind", "postAccept", "setCreated", "setBound", "setConnected",
        "getInetAddress", "getLocalAddress", "getPort", "getLocalPort", "getRemoteSocketAddress", "getLocalSocketAddress",
        "getChannel", "getInputStream", "getOutputStream", "setTcpNoDelay", "getTcpNoDelay", "setSoLinger", "getSoLinger",
        "sendUrgentData", "setOOBInline", "getOOBInline", "setSoTimeout", "getSoTimeout", "setSendBufferSize",
        "getSendBufferSize", "setReceiveBufferSize", "getReceiveBufferSize", "setKeepAlive", "getKeepAlive",
        "setTrafficClass", "getTrafficClass", "setReuseAddress", "getReuseAddress", "close", "shutdownInput",
        "shutdownOutput", "isConnected", "isBound", "isClosed", "isInputShutdown", "isOutputShutdown",
        "setSocketImplFactory", "setPerformancePreferences",
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_is_one_of_the_paper() {
        assert!(ORIGINALS.iter().all(|original| original.published().is_some()));
        let counted = ORIGINALS.iter().filter(|original| original.published().is_some_and(|row| !row.again));
        assert_eq!(counted.count(), 8);
    }
}
