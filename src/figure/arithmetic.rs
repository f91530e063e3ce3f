//! The arithmetic of a figure's scales and limits.

/// The most that the mean entropy of `n` attention rows can be, in nats: ln n, or under a causal mask, where query i sees i + 1 keys, the
/// mean of ln(i + 1).
pub fn entropy_limit(n: usize, causal: bool) -> f64 {
    if n == 0 {
        return 0.0;
    }
    if causal {
        (1..=n).map(|keys| libm::log(keys as f64)).sum::<f64>() / n as f64
    } else {
        libm::log(n as f64)
    }
}

/// The largest absolute value; what is no number, and what stands for none, is passed over.
pub fn largest_size(values: &[f32]) -> f32 {
    let sizes = values.iter().map(|v| v.abs()).filter(|v| *v < 1e30);
    sizes.fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::{entropy_limit, largest_size};

    #[test]
    fn a_causal_mask_lowers_the_limit() {
        // Of two queries the first sees one key, the second two.
        let half_of_ln_2 = std::f64::consts::LN_2 / 2.0;
        assert!((entropy_limit(2, true) - half_of_ln_2).abs() < 1e-12);
        assert_eq!(entropy_limit(2, false), std::f64::consts::LN_2);
    }

    #[test]
    fn the_largest_size_ignores_signs_and_what_is_no_number() {
        assert_eq!(largest_size(&[1.0, -3.0, f32::NAN]), 3.0);
        assert_eq!(largest_size(&[]), 0.0);
    }
}
