//! Times and sizes as people write them.

use std::time::Duration;

/// A time: `60` (seconds), `1.5s`, `5m`, `1h30m`, `200ms`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let usage = || format!("`{text}` is not a time; write `60` (seconds), `5m` or `1h30m`");
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| usage());
    }
    let mut total = Duration::ZERO;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, unit, after) = split_quantity(rest).ok_or_else(usage)?;
        let seconds = match unit {
            "ms" => number / 1000.0,
            "s" => number,
            "m" | "min" => number * 60.0,
            "h" => number * 3600.0,
            _ => return Err(usage()),
        };
        let part = Duration::try_from_secs_f64(seconds).map_err(|_| usage())?;
        total = total.checked_add(part).ok_or_else(usage)?;
        rest = after;
    }
    if text.is_empty() { Err(usage()) } else { Ok(total) }
}

/// A size: `1000000` (bytes), `500K`, `500M`, `2G`, with factors of 1024.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let usage = || format!("`{text}` is not a size; write `500M` or `2G`");
    let (number, unit, rest) = split_quantity(text).ok_or_else(usage)?;
    let shift = match unit.trim_end_matches(['b', 'B']).trim_end_matches(['i', 'I']) {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err(usage()),
    };
    let bytes = number * (1u64 << shift) as f64;
    if rest.is_empty() && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(usage()) }
}

/// The first number with its unit, and what comes after.
fn split_quantity(text: &str) -> Option<(f64, &str, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    let unit = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    Some((number, &rest[..unit], &rest[unit..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_duration("60"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        for wrong in ["", "x", "5x", "-1", "1h 30m", "nan", "1e400", "m5"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("2G"), Ok(2 << 30));
        assert_eq!(parse_bytes("1.5K"), Ok(1536));
        assert_eq!(parse_bytes("500MiB"), Ok(500 << 20));
        for wrong in ["", "G", "-1", "1X", "1G1", "99999999999999T"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }
}
