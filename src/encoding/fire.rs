//! FIRE: a small network reads how far back a key lies, as a share of how far back it could lie.
//!
//! Li et al. 2023, "Functional interpolation for relative positions", section 3: b(i, j) = f(psi(i - j) / psi(max(L, i))),
//! psi(x) = ln(c x + 1), f a network 1 -> 32 -> heads with ReLU. Before training f's weights come from the seed, c = 0.1
//! and L = 512, where the paper starts. Bidirectional, |i - j| stands for i - j. Unlike every other bias here it depends on the
//! query's own position too. Shapes: bias \[heads, n, n\].

use super::doors::{Offsets, ascending};
use super::{
    Ask, BiasDoor, Building, Door, Doors, Index, Numbers, Opening, Opens, Parameter, SLICE, Scheme,
    Values,
};
use crate::language::Bilingual;
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Fire;

const PARAMETERS: &[Parameter] = &[];

impl Scheme for Fire {
    fn id(&self) -> &'static str {
        "fire"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("插值偏置（FIRE）", "Interpolated bias (FIRE)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "先把距离换算成“占已读长度的几分之几”，再由一个小网络给出偏置：句子变长，比例不变。",
            "Distance becomes a share of what has been read, and a small network turns it into a bias: a longer text keeps the shares.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "Li et al. 2023, section 3"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Fire {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        self.begin(ask, values).map(Opening::finish)
    }

    fn begin(&self, ask: &Ask, _: &Values) -> Result<Opening, Refusal> {
        let lines = Network::seeded(ask.seed, ask.heads).lines();
        let positions = &ask.positions;
        // Queries up to L share their rows, so that most texts need one row a distance.
        let reaches = ascending(positions.iter().map(|i| reach(*i)));
        let distances = ascending(Offsets::of(positions).distinct.into_iter().map(i64::abs));
        if let [reach] = reaches[..] {
            let doors = one_reach(ask, &lines, &distances, reach);
            return Ok(Opening::Open(Box::new(doors)));
        }
        Ok(Opening::Building(Box::new(Reaches::new(
            ask, lines, reaches, distances,
        ))))
    }
}

/// A text in which every query could reach as far back: one row a distance.
fn one_reach(ask: &Ask, lines: &Lines, distances: &[i64], reach: i64) -> Doors {
    let depths: Vec<f64> = distances.iter().map(|d| psi(*d)).collect();
    let mut table = Vec::with_capacity(ask.heads * depths.len());
    for head in 0..ask.heads {
        lines.follow(head, &depths, psi(reach), |bias| table.push(bias));
    }
    let index = Index::of(&ask.positions, |offset| rank(distances, offset.abs()));
    door(Numbers::Exact(table), depths.len(), index)
}

fn door(table: Numbers, rows: usize, index: Index) -> Doors {
    Doors {
        bias: Some(BiasDoor {
            table,
            rows,
            index,
            slopes: None,
            indexed: false,
        }),
        ..Doors::default()
    }
}

/// Where a number stands among ascending ones; mostly they count up from 0.
fn rank(numbers: &[i64], number: i64) -> u32 {
    match numbers.get(number as usize) {
        Some(same) if *same == number => number as u32,
        _ => numbers.binary_search(&number).unwrap_or(0) as u32,
    }
}

const C: f64 = 0.1;
/// Where L starts.
pub const LENGTH: f64 = 512.0;
/// Middle numbers of the network.
pub const WIDTH: usize = 32;

/// max(L, |i|): how far back a key of query i could lie.
fn reach(query: i32) -> i64 {
    i64::from(query).abs().max(LENGTH as i64)
}

/// ln(c x + 1).
fn psi(x: i64) -> f64 {
    libm::log1p(C * x as f64)
}

/// A table for queries of many reaches, being built.
struct Reaches {
    positions: Vec<i32>,
    heads: usize,
    lines: Lines,
    reaches: Vec<i64>,
    distances: Vec<i64>,
    depths: Vec<f64>,
    /// The first row of each reach, and where the last one's end: a reach has rows up to the farthest key that it meets.
    first: Vec<usize>,
    /// Heads and reaches whose rows are done, head by head.
    done: usize,
    table: Vec<f32>,
    index: Vec<u32>,
}

impl Reaches {
    fn new(ask: &Ask, lines: Lines, reaches: Vec<i64>, distances: Vec<i64>) -> Self {
        let positions = ask.positions.clone();
        let ends = [positions.iter().min(), positions.iter().max()].map(|end| end.copied());
        let mut farthest = vec![0; reaches.len()];
        for query in &positions {
            let far = ends.map(|end| end.map_or(0, |end| distance(*query, end)));
            let most = &mut farthest[rank(&reaches, reach(*query)) as usize];
            *most = far.into_iter().fold(*most, i64::max);
        }
        let mut first = vec![0];
        for (at, most) in farthest.iter().enumerate() {
            first.push(first[at] + distances.partition_point(|d| d <= most));
        }
        let rows = first[reaches.len()];
        Self {
            heads: ask.heads,
            lines,
            depths: distances.iter().map(|d| psi(*d)).collect(),
            table: Vec::with_capacity(ask.heads * rows),
            index: Vec::with_capacity(positions.len() * positions.len()),
            positions,
            reaches,
            distances,
            first,
            done: 0,
        }
    }

    /// Appends the rows of one head and reach.
    fn follow(&mut self) {
        let (head, at) = (
            self.done / self.reaches.len(),
            self.done % self.reaches.len(),
        );
        let depths = &self.depths[..self.first[at + 1] - self.first[at]];
        let table = &mut self.table;
        let whole = psi(self.reaches[at]);
        let give = |bias| table.push(bias as f32);
        self.lines.follow(head, depths, whole, give);
        self.done += 1;
    }

    /// Appends the rows that the next query looks up.
    fn look_up(&mut self, query: i32) {
        let first = self.first[rank(&self.reaches, reach(query)) as usize] as u32;
        let distances = &self.distances;
        let rows = self.positions.iter();
        let rows = rows.map(|key| first + rank(distances, distance(query, *key)));
        self.index.extend(rows);
    }
}

impl Building for Reaches {
    fn slice(&mut self) -> Option<Doors> {
        let n = self.positions.len();
        for _ in 0..(SLICE / STEPS / n).max(1) {
            if self.done < self.heads * self.reaches.len() {
                self.follow();
            } else if let Some(query) = self.positions.get(self.index.len() / n) {
                self.look_up(*query);
            } else {
                let index = Index::ByPair(std::mem::take(&mut self.index));
                let table = Numbers::Narrow(std::mem::take(&mut self.table));
                return Some(door(table, self.first[self.reaches.len()], index));
            }
        }
        None
    }
}

/// Steps of arithmetic for a number of table or index.
const STEPS: usize = 4;

fn distance(query: i32, key: i32) -> i64 {
    (i64::from(query) - i64::from(key)).abs()
}

/// f: 1 -> 32 -> heads, with ReLU between.
struct Network {
    first: Vec<f64>,
    shift: Vec<f64>,
    second: Vec<f64>,
}

impl Network {
    fn seeded(seed: u64, heads: usize) -> Self {
        let std = 1.0 / libm::sqrt(WIDTH as f64);
        Self {
            first: normals(seed, "fire.first", WIDTH, 1.0),
            shift: normals(seed, "fire.shift", WIDTH, 1.0),
            second: normals(seed, "fire.second", heads * WIDTH, std),
        }
    }

    /// The same function as straight lines: it bends only where a middle number turns on or off.
    fn lines(&self) -> Lines {
        let middle = || self.first.iter().copied().zip(self.shift.iter().copied());
        let mut bends = Vec::new();
        for bend in middle().map(|(w, b)| -b / w).filter(|x| x.is_finite()) {
            bends.insert(bends.partition_point(|x| *x < bend), bend);
        }
        let inside = (0..=bends.len()).map(|line| match (line.checked_sub(1), bends.get(line)) {
            (Some(before), Some(after)) => (bends[before] + after) / 2.0,
            (Some(before), None) => bends[before] + 1.0,
            (None, Some(after)) => after - 1.0,
            (None, None) => 0.0,
        });
        let inside: Vec<f64> = inside.collect();
        let heads = self.second.chunks_exact(WIDTH).map(|out| {
            let line = |x: &f64| {
                let on = middle().zip(out).filter(|((w, b), _)| w * x + b > 0.0);
                on.fold((0.0, 0.0), |(slope, shift), ((w, b), out)| {
                    (slope + w * out, shift + b * out)
                })
            };
            inside.iter().map(line).collect()
        });
        Lines {
            heads: heads.collect(),
            bends,
        }
    }
}

/// A function of one number for each head, made of straight lines.
struct Lines {
    /// Where one line ends and the next begins, ascending.
    bends: Vec<f64>,
    /// By head: slope and shift of each line.
    heads: Vec<Vec<(f64, f64)>>,
}

impl Lines {
    /// Gives what a head makes of each of `depths`, which ascend, as a share of `whole`.
    fn follow(&self, head: usize, depths: &[f64], whole: f64, mut give: impl FnMut(f64)) {
        let mut from = 0;
        for (line, (slope, shift)) in self.heads[head].iter().enumerate() {
            let left = &depths[from..];
            let until = self.bends.get(line).map_or(left.len(), |bend| {
                left.partition_point(|depth| *depth <= bend * whole)
            });
            let steep = slope / whole;
            for depth in &left[..until] {
                give(steep * depth + shift);
            }
            from += until;
        }
    }
}

/// What is learned, as it starts: c, L / [`LENGTH`], then the network's first weights, shifts and second weights by head.
pub fn start(seed: u64, heads: usize) -> Vec<f64> {
    let network = Network::seeded(seed, heads);
    [vec![C, 1.0], network.first, network.shift, network.second].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula as the paper has it.
    fn bias(network: &Network, head: usize, query: i32, key: i32) -> f64 {
        let x = psi(i64::from(query - key).abs()) / psi(reach(query));
        let out = &network.second[head * WIDTH..][..WIDTH];
        let middle = network.first.iter().zip(&network.shift);
        let middle = middle.map(|(w, b)| (w * x + b).max(0.0));
        middle.zip(out).map(|(x, w)| x * w).sum()
    }

    #[test]
    fn the_lines_are_the_network() {
        for positions in [(0..40).collect(), vec![-3, 700, 5, 700, 1_000_000, 512, 0]] {
            let ask = Ask {
                positions,
                d_model: 8,
                heads: 2,
                seed: 5,
            };
            let network = Network::seeded(ask.seed, ask.heads);
            let doors = Fire.open(&ask, &Values::default()).expect("opens");
            let door = doors.bias.expect("a bias");
            let n = ask.positions.len();
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                for h in 0..2 {
                    let wanted = bias(&network, h, ask.positions[i], ask.positions[j]);
                    let found = door.at(n, h, i, j);
                    // Tables of many reaches are held in f32.
                    assert!(
                        (wanted - found).abs() < 2e-7 * wanted.abs().max(1.0),
                        "{h} {i} {j}: {wanted} {found}"
                    );
                }
            }
        }
    }
}
