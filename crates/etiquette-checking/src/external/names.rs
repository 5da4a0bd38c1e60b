//! Names that other languages accept: a letter, then letters, digits and underscores, with a number that makes each of
//! them different.

use etiquette_logic::{Symbol, TermPool};

/// The name of a symbol.
pub(super) fn plain_name(pool: &TermPool, symbol: Symbol) -> String {
    let kept = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let readable: String = pool.symbol_name(symbol).chars().map(kept).collect();
    let begins = readable.starts_with(|first: char| first.is_ascii_alphabetic());
    format!("{}{readable}_{}", if begins { "" } else { "x" }, symbol.index())
}
