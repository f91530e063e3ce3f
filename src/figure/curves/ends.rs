//! Names at the ends of lines: pushed apart where ends lie close.

/// Where each label stands, given where it would like to: no two closer than `gap`, all within 0 to `height` as far as
/// there is room, in the order of their wishes. Labels that want one place share the push evenly.
pub(super) fn push_apart(wishes: &[f64], gap: f64, height: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|a, b| wishes[*a].total_cmp(&wishes[*b]));
    let mut heaps: Vec<Heap> = Vec::new();
    for index in order {
        heaps.push(Heap::one(index, wishes[index]));
        while let [.., above, below] = heaps.as_slice() {
            if above.last(gap) + gap <= below.first(gap) {
                break;
            }
            let below = heaps.pop().unwrap_or_default();
            if let Some(above) = heaps.last_mut() {
                above.take(below);
            }
        }
    }
    let mut places = vec![0.0; wishes.len()];
    let mut least: f64 = 0.0;
    for heap in heaps {
        let room = (height - gap * (heap.members.len() - 1) as f64).max(0.0);
        let mut at = heap.first(gap).min(room).max(least);
        for index in heap.members {
            places[index] = at;
            at += gap;
        }
        least = at;
    }
    places
}

/// Labels that touch each other.
#[derive(Default)]
struct Heap {
    members: Vec<usize>,
    wishes: f64,
}

impl Heap {
    fn one(index: usize, wish: f64) -> Self {
        Self {
            members: vec![index],
            wishes: wish,
        }
    }

    fn take(&mut self, below: Self) {
        self.members.extend(below.members);
        self.wishes += below.wishes;
    }

    /// Where its first label stands: the heap lies around the mean of what its members wish for.
    fn first(&self, gap: f64) -> f64 {
        let count = self.members.len() as f64;
        self.wishes / count.max(1.0) - gap * (count - 1.0) / 2.0
    }

    fn last(&self, gap: f64) -> f64 {
        self.first(gap) + gap * (self.members.len() as f64 - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::push_apart;

    #[test]
    fn names_that_do_not_touch_stay_where_they_are() {
        assert_eq!(push_apart(&[50.0, 10.0], 16.0, 100.0), [50.0, 10.0]);
    }

    #[test]
    fn names_in_one_place_share_the_push() {
        assert_eq!(
            push_apart(&[50.0, 50.0, 50.0], 10.0, 100.0),
            [40.0, 50.0, 60.0]
        );
    }

    #[test]
    fn no_name_leaves_the_figure() {
        assert_eq!(
            push_apart(&[99.0, 99.0, 98.0], 10.0, 100.0),
            [90.0, 100.0, 80.0]
        );
        assert_eq!(push_apart(&[0.0, 1.0], 10.0, 100.0), [0.0, 10.0]);
        assert_eq!(push_apart(&[], 10.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn a_heap_pushed_down_pushes_the_next_one() {
        let places = push_apart(&[0.0, 0.0, 0.0, 22.0], 10.0, 100.0);
        assert_eq!(places, [0.0, 10.0, 20.0, 30.0]);
    }
}
