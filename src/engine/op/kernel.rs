//! How an operation's shader is started, and what an operation costs.

use crate::engine::tensor::Shape;

/// The most workgroups along one axis that WebGPU guarantees.
const MOST_WORKGROUPS: u32 = 65_535;

/// Threads of a workgroup in shaders that take one number (or four) a thread.
pub const LINEAR_THREADS: u32 = 64;

/// One start of a shader. Binding 0 holds `constants` (uniform), bindings 1.. the operands in order, the last one the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The entry point, one of the operation's `ENTRIES`.
    pub entry: &'static str,
    /// The uniform's words; reals stand by their bits.
    pub constants: Vec<u32>,
    /// How many workgroups to start.
    pub workgroups: [u32; 3],
}

impl Kernel {
    /// A start with `threads` threads in a row, 64 to a workgroup; the shader finds its own number with
    /// `linear_index` of `shaders/common/linear.wgsl`.
    pub fn linear(entry: &'static str, constants: Vec<u32>, threads: usize) -> Self {
        let groups = (threads as u32).div_ceil(LINEAR_THREADS).max(1);
        let rows = groups.div_ceil(MOST_WORKGROUPS);
        Self {
            entry,
            constants,
            workgroups: [groups.div_ceil(rows), rows, 1],
        }
    }

    /// A start with one workgroup of 64 threads a row, entry `main`; the shader finds its row with `group_index` of
    /// `shaders/common/linear.wgsl`.
    pub fn each_group(constants: Vec<u32>, rows: usize) -> Self {
        Self::linear("main", constants, rows * LINEAR_THREADS as usize)
    }

    /// A start with one workgroup of 64 threads a model, entry `main`: for sums over a model's numbers.
    pub fn each_model(models: usize, constants: Vec<u32>) -> Self {
        Self {
            entry: "main",
            constants,
            workgroups: [models as u32, 1, 1],
        }
    }

    /// A start over `len` numbers, four a thread (entry `main4`) where they divide, else one (`main`). `constants` is
    /// told how many threads count.
    pub fn each(len: usize, constants: impl FnOnce(u32) -> Vec<u32>) -> Self {
        let (entry, threads) = if len.is_multiple_of(4) {
            ("main4", len / 4)
        } else {
            ("main", len)
        };
        Self::linear(entry, constants(threads as u32), threads)
    }

    /// As [`Kernel::each`], but four numbers of one row a thread; `constants` is told how many threads count in all and
    /// in a row.
    pub fn each_row(output: &Shape, constants: impl FnOnce(u32, u32) -> Vec<u32>) -> Self {
        let (rows, width) = (output.rows(), output.width());
        let (entry, per_row) = if width.is_multiple_of(4) {
            ("main4", width / 4)
        } else {
            ("main", width)
        };
        let threads = rows * per_row;
        Self::linear(entry, constants(threads as u32, per_row as u32), threads)
    }
}

/// What an operation takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Floating-point operations.
    pub flops: u64,
    /// Bytes read and written, each number once, in f32.
    pub bytes: u64,
}

impl Cost {
    /// The cost of `flops` operations over these operands.
    pub fn new(flops: u64, inputs: &[&Shape], output: &Shape) -> Self {
        let numbers = inputs.iter().map(|s| s.len()).sum::<usize>() + output.len();
        Self {
            flops,
            bytes: 4 * numbers as u64,
        }
    }
}
