//! Numbers as a reader meets them: four significant digits, a true minus sign, a dash where there is none.

/// Significant digits of every number in a figure.
const DIGITS: i32 = 4;

/// From this size on a number stands for none: a masked score.
const NO_VALUE_FROM: f64 = 1e30;

/// `value` with four significant digits: "0.1234", "−12.30", "1.500×10⁻⁶"; "—" where it is no number, or a masked one.
pub fn number(value: impl Into<f64>) -> String {
    let value = value.into();
    if !value.is_finite() || value.abs() >= NO_VALUE_FROM {
        return "—".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    // Rounded first, so that 0.99996 counts as 1.000 and not as 0.10000 with one digit too many.
    let scientific = format!("{:.*e}", DIGITS as usize - 1, value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "−" } else { "" };
    if (-4..=5).contains(&exponent) {
        let decimals = (DIGITS - 1 - exponent).max(0) as usize;
        format!("{sign}{:.decimals$}", value.abs())
    } else {
        format!("{sign}{mantissa}×{}", power_of_ten(exponent))
    }
}

/// A bound, whose size alone matters: "5.7×10⁻⁵"; "0" where it is none.
pub fn rough(value: f64) -> String {
    let scientific = format!("{value:.1e}");
    match scientific.split_once('e') {
        Some((mantissa, exponent)) if value != 0.0 => {
            let exponent = exponent.parse().unwrap_or(0);
            format!("{mantissa}×{}", power_of_ten(exponent))
        }
        _ => "0".into(),
    }
}

/// "10⁻⁶".
pub(super) fn power_of_ten(exponent: i32) -> String {
    let raised = exponent.to_string();
    let raised = raised.chars().map(|c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_digit(digit.to_digit(10).unwrap_or(0), 10)
            .and_then(|d| char::from_u32(0x2070 + (d as u32 - '0' as u32)))
            .unwrap_or(digit),
    });
    format!("10{}", raised.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{number, power_of_ten, rough};

    #[test]
    fn four_significant_digits_whatever_the_size() {
        let cases = [
            (0.123_449, "0.1234"),
            (1.0, "1.000"),
            (0.999_96, "1.000"),
            (-12.3, "−12.30"),
            (1234.6, "1235"),
            (123_456.0, "123456"),
            (0.000_123_4, "0.0001234"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn very_large_and_very_small_take_a_power_of_ten() {
        assert_eq!(number(1.5e-6), "1.500×10⁻⁶");
        assert_eq!(number(-2.0e12), "−2.000×10¹²");
        assert_eq!(power_of_ten(-30), "10⁻³⁰");
        assert_eq!(power_of_ten(4), "10⁴");
    }

    #[test]
    fn zero_is_bare_and_no_number_is_a_dash() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(f32::NAN), "—");
        assert_eq!(number(f32::INFINITY), "—");
        assert_eq!(number(-1e30_f64), "—");
    }

    #[test]
    fn a_bound_has_two_digits() {
        assert_eq!(rough(5.657e-5), "5.7×10⁻⁵");
        assert_eq!(rough(0.0), "0");
    }
}
