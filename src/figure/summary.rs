//! What a map shows, in a few numbers: for the legend and for those who hear it.

/// Smallest and largest value of a map, and where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Smallest value.
    pub min: f32,
    /// Its index, row-major.
    pub min_at: usize,
    /// Largest value.
    pub max: f32,
    /// Its index, row-major.
    pub max_at: usize,
}

/// The extent of `values`; what is no number is passed over, and `None` is returned where nothing is left.
pub fn extent(values: &[f32]) -> Option<Extent> {
    let mut finite = values
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, v)| v.is_finite());
    let (first_at, first) = finite.next()?;
    let start = Extent {
        min: first,
        min_at: first_at,
        max: first,
        max_at: first_at,
    };
    Some(finite.fold(start, |mut extent, (at, value)| {
        if value < extent.min {
            (extent.min, extent.min_at) = (value, at);
        }
        if value > extent.max {
            (extent.max, extent.max_at) = (value, at);
        }
        extent
    }))
}

#[cfg(test)]
mod tests {
    use super::extent;

    #[test]
    fn the_first_of_equals_counts_and_no_number_is_passed_over() {
        let found = extent(&[f32::NAN, 1.0, -2.0, 3.0, 3.0]);
        let found = found.map(|e| (e.min, e.min_at, e.max, e.max_at));
        assert_eq!(found, Some((-2.0, 2, 3.0, 3)));
    }

    #[test]
    fn nothing_has_no_extent() {
        assert_eq!(extent(&[]), None);
        assert_eq!(extent(&[f32::NAN, f32::INFINITY]), None);
    }
}
