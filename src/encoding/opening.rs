//! Doors on their way: a table that takes longer than a frame is built in slices, and a page answers in between.

use super::Doors;

/// Doors that are open, or being built.
pub enum Opening {
    /// Open.
    Open(Box<Doors>),
    /// On their way.
    Building(Box<dyn Building>),
}

/// Work that opens doors, in slices.
pub trait Building {
    /// Does the next slice, of about [`SLICE`] steps of arithmetic; gives the doors with the last one.
    fn slice(&mut self) -> Option<Doors>;
}

/// Steps of arithmetic in a slice: some milliseconds on a slow phone.
pub const SLICE: usize = 1 << 20;

impl Opening {
    /// Does the next slice; tells whether anything is left.
    pub fn step(&mut self) -> bool {
        if let Self::Building(work) = self
            && let Some(doors) = work.slice()
        {
            *self = Self::Open(Box::new(doors));
        }
        matches!(self, Self::Building(_))
    }

    /// Builds what is left without a pause.
    pub fn finish(self) -> Doors {
        match self {
            Self::Open(doors) => *doors,
            Self::Building(mut work) => loop {
                if let Some(doors) = work.slice() {
                    return doors;
                }
            },
        }
    }
}
