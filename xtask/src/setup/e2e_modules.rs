//! Playwright and axe, which the browser tests use.

use anyhow::Result;

use crate::project;

use super::{Found, Tool, npm};

pub const TOOL: Tool = Tool {
    name: "playwright",
    why: "opens the built page in a real browser and looks for accessibility faults",
    cost: "npm, into e2e/node_modules; some seconds",
    find,
    install,
};

fn find() -> Result<Found> {
    npm::find(&project::e2e())
}

fn install() -> Result<()> {
    npm::install(&project::e2e())
}
