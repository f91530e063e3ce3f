//! Which executor, why not the GPU, and how pictures get onto a canvas.

use crate::language::Bilingual;

/// Which executor a caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// A real GPU where there is one, else the CPU: WebAssembly with SIMD is tens of times faster than a software GPU.
    #[default]
    Auto,
    /// A GPU, be it a software one; an error where none is granted.
    Gpu,
    /// The CPU.
    Cpu,
}

/// Why an engine runs on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyCpu {
    /// No WebGPU here, or no adapter is granted.
    NoWebGpu,
    /// The only adapter is a software one, which is slower than we are.
    OnlySoftware,
    /// The page came over plain HTTP from another machine; browsers give WebGPU to https and localhost only.
    InsecureHost,
    /// The caller asked for the CPU.
    Asked,
    /// The GPU was lost while in use.
    Lost,
}

impl WhyCpu {
    /// The reason, as a clause.
    pub fn reason(self) -> Bilingual {
        match self {
            Self::NoWebGpu => Bilingual::new(
                "浏览器没有给出 WebGPU 适配器",
                "this browser grants no WebGPU adapter",
            ),
            Self::OnlySoftware => {
                Bilingual::new("只有软件模拟的适配器", "there is only a software adapter")
            }
            Self::InsecureHost => Bilingual::new(
                "浏览器只在 https 和本机地址上提供 WebGPU",
                "browsers grant WebGPU to https and localhost only",
            ),
            Self::Asked => Bilingual::new("选的就是 CPU", "the CPU was asked for"),
            Self::Lost => Bilingual::new("GPU 中途断开了", "the GPU was lost"),
        }
    }
}

/// How `Run::show` brings a picture from the GPU onto a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presenter {
    /// [`Presenter::Surface`] on a real GPU, [`Presenter::Pixels`] on a software one.
    #[default]
    Auto,
    /// The render pass draws onto a WebGPU canvas: nothing is read back.
    Surface,
    /// The render pass draws into a texture that is read back.
    Pixels,
}
