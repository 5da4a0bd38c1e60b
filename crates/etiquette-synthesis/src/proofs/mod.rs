//! How engines prove what they found: obligations, labels by elimination, PDR, and the certificate that keeps the
//! proof.
//!
//! Nothing here is trusted: what comes out is put before the checker of `etiquette-certificates`.

pub(crate) mod budgets;
pub(crate) mod candidates;
pub(crate) mod certificate;
pub(crate) mod certify;
pub(crate) mod distinct;
pub(crate) mod houdini;
pub(crate) mod inside;
pub(crate) mod interpolant;
pub(crate) mod obligations;
pub(crate) mod product;
pub(crate) mod prove;
pub(crate) mod regions;
pub(crate) mod rounds;
pub(crate) mod spreads;
