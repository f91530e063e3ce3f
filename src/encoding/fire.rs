//! FIRE: a small network reads how far back a key lies, as a share of how far back it could lie.
//!
//! Li et al. 2023, "Functional interpolation for relative positions", section 3: b(i, j) = f(psi(i - j) / psi(max(L, i))),
//! psi(x) = ln(c x + 1), f a network 1 -> 32 -> heads with ReLU. Before training f's weights come from the seed, c = 0.1
//! and L = 512, where the paper starts. Bidirectional, |i - j| stands for i - j. Unlike every other bias here it depends on the
//! query's own position too. Shapes: bias \[heads, n, n\].

use super::{Ask, BiasDoor, Door, Doors, Index, Parameter, Scheme, Values};
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

    fn open(&self, ask: &Ask, _: &Values) -> Result<Doors, Refusal> {
        let network = Network::seeded(ask.seed, ask.heads);
        let n = ask.positions.len();
        let shares: Vec<f64> = ask
            .positions
            .iter()
            .flat_map(|i| ask.positions.iter().map(move |j| share(*i, *j)))
            .collect();
        let table = (0..ask.heads).flat_map(|h| {
            let network = &network;
            shares.iter().map(move |share| network.bias(h, *share))
        });
        Ok(Doors {
            bias: Some(BiasDoor {
                table: table.collect(),
                rows: n * n,
                index: Index::ByPair((0..(n * n) as u32).collect()),
                slopes: None,
                indexed: false,
            }),
            ..Doors::default()
        })
    }
}

const C: f64 = 0.1;
/// Where L starts.
pub const LENGTH: f64 = 512.0;
/// Middle numbers of the network.
pub const WIDTH: usize = 32;

/// psi(|i - j|) / psi(max(L, i)), from 0 (here) to 1 (as far back as there is).
fn share(query: i32, key: i32) -> f64 {
    let psi = |x: f64| libm::log1p(C * x);
    let distance = (f64::from(query) - f64::from(key)).abs();
    psi(distance) / psi(f64::from(query).abs().max(LENGTH))
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

    fn bias(&self, head: usize, share: f64) -> f64 {
        let hidden = self.first.iter().zip(&self.shift);
        let hidden = hidden.map(|(w, b)| (w * share + b).max(0.0));
        let out = &self.second[head * WIDTH..][..WIDTH];
        hidden.zip(out).map(|(x, w)| x * w).sum()
    }
}

/// What is learned, as it starts: c, L / [`LENGTH`], then the network's first weights, shifts and second weights by head.
pub fn start(seed: u64, heads: usize) -> Vec<f64> {
    let network = Network::seeded(seed, heads);
    [vec![C, 1.0], network.first, network.shift, network.second].concat()
}
