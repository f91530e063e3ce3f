//! The cells that a causal mask forbids, as a shape to hatch.

/// A CSS polygon over the cells (query i, key j) with j > i of an n by n map: a staircase above the diagonal.
///
/// Empty where nothing is forbidden (n < 2). Percentages, so that it fits a map of any size.
pub fn forbidden(n: usize) -> String {
    if n < 2 {
        return String::new();
    }
    let percent = |cells: usize| format!("{:.3}%", 100.0 * cells as f64 / n as f64);
    let mut points = vec![format!("{} 0%", percent(1))];
    for row in 1..n {
        points.push(format!("{} {}", percent(row), percent(row)));
        points.push(format!("{} {}", percent(row + 1), percent(row)));
    }
    points.push("100% 0%".into());
    format!("polygon({})", points.join(","))
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    #[test]
    fn one_token_forbids_nothing() {
        assert_eq!(forbidden(1), "");
    }

    #[test]
    fn two_tokens_forbid_the_upper_right_cell() {
        let square = "polygon(50.000% 0%,50.000% 50.000%,100.000% 50.000%,100% 0%)";
        assert_eq!(forbidden(2), square);
    }
}
