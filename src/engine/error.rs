//! What can go wrong below the model: told with names and shapes.

use super::backend::WhyCpu;
use super::paint::LONGEST_SIDE;
use super::tensor::Shape;
use crate::chunk::Missing;
use crate::language::Language;

/// An error of building or running a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// An operation met operands whose shapes don't fit.
    #[error("{op} (for `{output}`) wants {wanted}, but got {}", list(.got))]
    Shape {
        /// The operation's name.
        op: &'static str,
        /// The tensor that it should have made.
        output: String,
        /// What it wants, in the field's notation: "x [n, k] and w [k, m]".
        wanted: &'static str,
        /// The operands: name and shape.
        got: Vec<(String, Shape)>,
    },
    /// An operation has no gradient towards an operand that needs one.
    #[error("{op} has no gradient towards `{towards}`")]
    NoGradient {
        /// The operation's name.
        op: &'static str,
        /// The operand.
        towards: String,
    },
    /// A gradient was asked for of a tensor on which nothing that has one depends.
    #[error("nothing with a gradient depends on `{0}`")]
    Unreached(String),
    /// An input or a weight was not fed.
    #[error("`{0}` was not fed")]
    NotFed(String),
    /// A fed tensor has another size than the program declares.
    #[error("`{name}` is {shape}, so {} numbers, but {given} were fed", .shape.len())]
    FedSize {
        /// The tensor's name.
        name: String,
        /// Its declared shape.
        shape: Shape,
        /// How many numbers came.
        given: usize,
    },
    /// A tensor is too large for the device.
    #[error("`{name}` needs {bytes} bytes, but this device holds at most {limit} in one buffer")]
    TooLarge {
        /// The tensor's name.
        name: String,
        /// What it needs.
        bytes: u64,
        /// What the device allows.
        limit: u64,
    },
    /// The tensors of a program are too much for the CPU's memory, all together.
    #[error("this needs {bytes} bytes of memory, and at most {limit} are there")]
    TooMuch {
        /// What they need.
        bytes: u64,
        /// What there is.
        limit: u64,
    },
    /// A GPU was asked for and none is granted.
    #[error("no GPU: {}", .0.reason().en)]
    NoGpu(WhyCpu),
    /// A part of the program could not be downloaded.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The GPU went away or refused: the message is the browser's.
    #[error("the GPU stopped: {0}")]
    Device(String),
    /// A picture has a cell outside its tensor.
    #[error("the picture reaches outside `{name}` {shape}")]
    PictureOutside {
        /// The tensor's name.
        name: String,
        /// Its shape.
        shape: Shape,
    },
    /// A picture is larger than an image may be.
    #[error(
        "a picture of {width} x {height} cells is larger than the {} pixels a side that can be drawn",
        LONGEST_SIDE
    )]
    PictureTooLarge {
        /// Its cells from left to right, gaps included.
        width: usize,
        /// Its cells from top to bottom, gaps included.
        height: usize,
    },
    /// A canvas gives no 2-D context: something else draws on it.
    #[error("this canvas can't be drawn on: it gives no 2-D context")]
    Canvas,
}

impl EngineError {
    /// What went wrong, as a clause in `language`.
    pub fn clause(&self, language: Language) -> String {
        match language {
            Language::En => self.to_string(),
            Language::Zh => self.chinese(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::Shape {
                op,
                output,
                wanted,
                got,
            } => format!("{op}（算 `{output}`）要 {wanted}，得到的是 {}", list(got)),
            Self::NoGradient { op, towards } => format!("{op} 对 `{towards}` 没有梯度"),
            Self::Unreached(name) => format!("没有带梯度的量依赖于 `{name}`"),
            Self::NotFed(name) => format!("`{name}` 没有数据"),
            Self::FedSize { name, shape, given } => {
                let len = shape.len();
                format!("`{name}` 的形状是 {shape}，应有 {len} 个数，却给了 {given} 个")
            }
            Self::TooLarge { name, bytes, limit } => {
                format!("`{name}` 要 {bytes} 字节，而这台设备的一个缓冲区最多 {limit} 字节")
            }
            Self::TooMuch { bytes, limit } => {
                format!("一共要 {bytes} 字节内存，而最多只有 {limit} 字节")
            }
            Self::NoGpu(why) => format!("没有可用的 GPU：{}", why.reason().zh),
            Self::Missing(_) => "程序的一部分没能下载下来，也许是断网了；请再试一次".into(),
            Self::Device(message) => format!("GPU 停了（{message}）"),
            Self::PictureOutside { name, shape } => {
                format!("这幅图超出了 `{name}` {shape} 的范围")
            }
            Self::PictureTooLarge { width, height } => {
                format!("这幅图有 {width} x {height} 格，而每边最多画 {LONGEST_SIDE} 个像素")
            }
            Self::Canvas => "这块画布上画不了：拿不到它的二维上下文".into(),
        }
    }
}

fn list(got: &[(String, Shape)]) -> String {
    let words: Vec<_> = got
        .iter()
        .map(|(name, shape)| format!("{name} {shape}"))
        .collect();
    words.join(", ")
}
