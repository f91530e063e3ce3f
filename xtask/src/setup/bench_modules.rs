//! The libraries that PosLab is measured against, and the driver of their browser.

use anyhow::Result;

use crate::project;

use super::{Found, Tool, npm};

pub const TOOL: Tool = Tool {
    name: "peers",
    why: "TensorFlow.js and ONNX Runtime Web, pinned: the ratios are against them",
    cost: "npm, into bench/node_modules; a minute",
    find,
    install,
};

fn find() -> Result<Found> {
    npm::find(&project::bench())
}

fn install() -> Result<()> {
    npm::install(&project::bench())
}
