//! Remedies at test time: what is done to a trained encoding so that it reads past its trained length, without training on.

use crate::encoding::{Ask, InputDoor, Value, Values, Wave};
use crate::model::train::{Entrant, Opened, Slot, Weights};
use crate::refusal::Refusal;

/// What is done at test time.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// Nothing: the encoding as it was trained. A learned table goes on into its untrained rows.
    Nothing,
    /// Every door shut: what is left without positions.
    Off,
    /// Position interpolation of rope and sinusoidal: positions divided by the factor (Chen et al. 2023).
    Linear(Factor),
    /// A larger base for rope (bloc97 2023).
    Ntk(Factor),
    /// A base that grows with the length, for rope (emozilla 2023); a factor that isn't given is 1.
    Dynamic(Factor),
    /// Interpolation by parts, for rope (Peng et al. 2023).
    Yarn(Factor),
    /// Any of rope's scalings with settings of its own; a factor, a trained length or a length that isn't set is as above.
    Scaling(Values),
    /// The last trained row for all later positions of a learned table.
    Clamp,
    /// A learned table from its start again.
    Wrap,
    /// All positions squeezed between the trained rows of a learned table, mixing neighbours.
    Interpolate,
    /// No vector at untrained positions of a learned table.
    Zero,
}

/// How many times longer than trained; where it isn't given, test length over trained length.
pub type Factor = Option<f64>;

/// What training knew: lengths and the trained tables.
#[derive(Clone, Copy, Debug)]
pub struct Trained<'a> {
    /// Positions that training met: the trained length, and as many more as sequences started late.
    pub positions: usize,
    /// Trained tables by name, \[G, rows, width\].
    pub weights: &'a Weights,
    /// Which of the G models this is, of how many.
    pub model: [usize; 2],
}

impl Remedy {
    /// The kinds, as requests name them.
    pub const KINDS: &'static [&'static str] = &[
        "none",
        "off",
        "linear",
        "ntk",
        "dynamic",
        "yarn",
        "clamp",
        "wrap",
        "interpolate",
        "zero",
    ];

    /// The remedy of this kind.
    pub fn new(kind: &str, factor: Factor) -> Option<Self> {
        Some(match kind {
            "none" => Self::Nothing,
            "off" => Self::Off,
            "linear" => Self::Linear(factor),
            "ntk" => Self::Ntk(factor),
            "dynamic" => Self::Dynamic(factor),
            "yarn" => Self::Yarn(factor),
            "clamp" => Self::Clamp,
            "wrap" => Self::Wrap,
            "interpolate" => Self::Interpolate,
            "zero" => Self::Zero,
            _ => return None,
        })
    }

    /// Its kind, as requests name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Off => "off",
            Self::Linear(_) => "linear",
            Self::Ntk(_) => "ntk",
            Self::Dynamic(_) => "dynamic",
            Self::Yarn(_) => "yarn",
            Self::Scaling(settings) => settings.choice("scaling"),
            Self::Clamp => "clamp",
            Self::Wrap => "wrap",
            Self::Interpolate => "interpolate",
            Self::Zero => "zero",
        }
    }

    /// The factor that it was given.
    pub fn factor(&self) -> Factor {
        match self {
            Self::Linear(f) | Self::Ntk(f) | Self::Dynamic(f) | Self::Yarn(f) => *f,
            Self::Scaling(settings) => settings.get("factor").map(|_| settings.real("factor")),
            _ => None,
        }
    }

    /// Whether it means anything to this encoding.
    pub fn applies(&self, entrant: &Entrant) -> bool {
        let id = entrant.scheme.id();
        match self {
            Self::Nothing | Self::Off => true,
            Self::Linear(_) => ["rope", "sinusoidal"].contains(&id),
            Self::Ntk(_) | Self::Dynamic(_) | Self::Yarn(_) | Self::Scaling(_) => id == "rope",
            Self::Clamp | Self::Wrap | Self::Interpolate | Self::Zero => id == "learned",
        }
    }

    /// The doors of a trained encoding at `ask`'s positions under this remedy; none where it doesn't apply.
    ///
    /// # Errors
    /// A [`Refusal`] where the encoding can't go there: a learned table without a row.
    pub fn open(
        &self,
        entrant: &Entrant,
        ask: &Ask,
        trained: &Trained<'_>,
    ) -> Result<Option<Opened>, Refusal> {
        if !self.applies(entrant) {
            return Ok(None);
        }
        let usual = match self.kind() {
            "dynamic" => 1.0,
            _ => (ask.positions.len() as f64 / trained.positions as f64).max(1.0),
        };
        let factor = self.factor().unwrap_or(usual);
        Ok(Some(match self {
            Self::Nothing => entrant.open(ask)?,
            Self::Off => Opened::default(),
            Self::Linear(_) if entrant.scheme.id() == "sinusoidal" => slowed(entrant, ask, factor)?,
            Self::Linear(_) | Self::Ntk(_) | Self::Dynamic(_) | Self::Yarn(_) => {
                let mut settings = Values::default();
                settings.set("scaling", Value::Choice(self.kind()));
                scaled(entrant, ask, settings, factor, trained)?
            }
            Self::Scaling(settings) => scaled(entrant, ask, settings.clone(), factor, trained)?,
            Self::Clamp | Self::Wrap | Self::Zero | Self::Interpolate => self.table(ask, trained),
        }))
    }

    /// A learned table's rows, with what stands in for those that weren't trained.
    fn table(&self, ask: &Ask, trained: &Trained<'_>) -> Opened {
        let d = ask.d_model;
        let last = trained.positions - 1;
        let table = own_part(trained, "table.input");
        let row = |p: usize| table.get(p * d..(p + 1) * d).unwrap_or_default();
        let longest = ask.positions.len().saturating_sub(1).max(1);
        let squeeze = (last as f64 / longest as f64).min(1.0);
        let mut rows = Vec::with_capacity(ask.positions.len() * d);
        for p in 0..ask.positions.len() {
            match self {
                Self::Zero if p > last => rows.extend(std::iter::repeat_n(0.0, d)),
                Self::Wrap => rows.extend(row(p % trained.positions)),
                Self::Interpolate => {
                    let at = p as f64 * squeeze;
                    let low = (at as usize).min(last);
                    let share = (at - low as f64) as f32;
                    let pairs = row(low).iter().zip(row((low + 1).min(last)));
                    rows.extend(pairs.map(|(a, b)| a + (b - a) * share));
                }
                _ => rows.extend(row(p.min(last))),
            }
        }
        input_of(rows)
    }
}

/// One model's part of a trained table.
fn own_part<'a>(trained: &Trained<'a>, name: &str) -> &'a [f32] {
    let [model, models] = trained.model;
    let table = trained.weights.get(name).map_or(&[][..], Vec::as_slice);
    let len = table.len() / models.max(1);
    &table[model * len..(model + 1) * len]
}

/// Rope with another scaling.
fn scaled(
    entrant: &Entrant,
    ask: &Ask,
    mut settings: Values,
    factor: f64,
    trained: &Trained<'_>,
) -> Result<Opened, Refusal> {
    let mut scaled = entrant.clone();
    let original = trained.positions.max(2) as i64;
    settings.set("factor", Value::Real(factor));
    scaled.values.set("original_length", Value::Whole(original));
    for (name, value) in settings.iter() {
        scaled.values.set(name, value.clone());
    }
    scaled.open(ask)
}

/// A sinusoid at positions divided by `factor`, which is the same as frequencies divided by it.
fn slowed(entrant: &Entrant, ask: &Ask, factor: f64) -> Result<Opened, Refusal> {
    let doors = entrant.scheme.open(ask, &entrant.values)?;
    let Some(InputDoor::Waves(waves)) = doors.input else {
        return entrant.open(ask);
    };
    let slow = |wave: &Wave| Wave {
        inv_freq: wave.inv_freq / factor,
        ..*wave
    };
    let waves: Vec<_> = waves.iter().map(slow).collect();
    let row = |p: &i32| {
        let p = *p;
        waves.iter().map(move |wave| wave.at(p) as f32)
    };
    let rows = ask.positions.iter().flat_map(row).collect();
    Ok(input_of(rows))
}

/// Door 1 alone, with these rows.
fn input_of(rows: Vec<f32>) -> Opened {
    let mut opened = Opened::default();
    opened.real(Slot::Input, rows);
    opened
}
