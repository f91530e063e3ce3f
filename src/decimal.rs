//! Decimal numbers read from text.
//!
//! In a browser JavaScript reads them, to the same nearest f64: Rust's own reader brings 10 kB of powers of five that
//! no compression shrinks.

/// The number that `text` writes as in Rust and JavaScript: `-0.5`, `.5`, `5.`, `1e-3`. No spaces, infinities or hexadecimals.
pub fn parse(text: &str) -> Option<f64> {
    is_decimal(text).then(|| nearest(text)).flatten()
}

#[cfg(not(target_arch = "wasm32"))]
fn nearest(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(target_arch = "wasm32")]
fn nearest(text: &str) -> Option<f64> {
    Some(js_sys::parse_float(text))
}

fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    exponent && digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn decimals_are_read() {
        let texts = ["0", "-0.5", ".5", "5.", "+1e-3", "1E6", "12.25e+2"];
        let numbers = [0.0, -0.5, 0.5, 5.0, 1e-3, 1e6, 1225.0];
        assert_eq!(texts.map(parse), numbers.map(Some));
    }

    #[test]
    fn nothing_else_is() {
        for text in [
            "", ".", "-", "e5", "1e", "1e+", "1 ", "0x10", "inf", "NaN", "1.2.3", "1,5", "--1",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
