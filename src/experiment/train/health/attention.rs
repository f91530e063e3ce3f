//! How widely and how far attention looks.

/// Mean entropy of a map's rows, in nats: the mean over queries i of -sum over j of a_ij ln a_ij.
///
/// 0 for a head that looks at one token only, ln n for one that looks at all n evenly.
pub fn mean_entropy(map: &[f32], n: usize) -> f64 {
    let term = |a: &f32| match f64::from(*a) {
        a if a > 0.0 => -a * libm::log(a),
        _ => 0.0,
    };
    map.iter().map(term).sum::<f64>() / n as f64
}

/// Mean distance of attention, in tokens: the mean over queries i of sum over j of a_ij |i - j|.
pub fn mean_distance(map: &[f32], n: usize) -> f64 {
    let of_row = |(i, row): (usize, &[f32])| {
        let term = |(j, a): (usize, &f32)| f64::from(*a) * i.abs_diff(j) as f64;
        row.iter().enumerate().map(term).sum::<f64>()
    };
    map.chunks_exact(n).enumerate().map(of_row).sum::<f64>() / n as f64
}

/// The mean distance of a head that looks evenly at whatever it sees: (n^2 - 1) / 3n, or (n - 1) / 4 under a causal mask.
pub fn even_distance(n: usize, causal: bool) -> f64 {
    let n = n as f64;
    match causal {
        true => (n - 1.0) / 4.0,
        false => (n * n - 1.0) / (3.0 * n),
    }
}

#[cfg(test)]
mod tests {
    use super::{even_distance, mean_distance, mean_entropy};

    /// Row i looks evenly at the keys that it sees.
    fn even(n: usize, causal: bool) -> Vec<f32> {
        let row = |i: usize| {
            let seen = if causal { i + 1 } else { n };
            (0..n).map(move |j| if j < seen { 1.0 / seen as f32 } else { 0.0 })
        };
        (0..n).flat_map(row).collect()
    }

    #[test]
    fn an_even_look_has_the_entropy_of_a_fair_draw_and_its_distance() {
        for n in [2, 5, 16] {
            let map = even(n, false);
            assert!((mean_entropy(&map, n) - libm::log(n as f64)).abs() < 1e-6);
            assert!((mean_distance(&map, n) - even_distance(n, false)).abs() < 1e-5);
            let map = even(n, true);
            assert!((mean_distance(&map, n) - even_distance(n, true)).abs() < 1e-5);
        }
    }

    #[test]
    fn a_look_at_one_token_has_no_entropy_and_its_distance() {
        // Everybody looks at the token before, the first at itself.
        let map = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        assert_eq!(mean_entropy(&map, 3), 0.0);
        assert!((mean_distance(&map, 3) - 2.0 / 3.0).abs() < 1e-12);
    }
}
