//! Node.js: runs wasm-opt and the browser tests. Never installed from here.

use anyhow::{Result, bail};

use crate::sh::Sh;

use super::{Found, Tool, version};

const OLDEST: u32 = 20;

pub const TOOL: Tool = Tool {
    name: "node",
    why: "runs wasm-opt, which shrinks the release, and the tests in a real browser",
    cost: "your system",
    find,
    install,
};

fn find() -> Result<Found> {
    let Some(text) = Sh::new("node").arg("--version").read() else {
        return Found::missing("not found");
    };
    if Sh::new("npm").arg("--version").read().is_none() {
        return Found::missing("node is there, but npm is not");
    }
    match version::first_in(&text) {
        Some(found) if version::major(found) >= Some(OLDEST) => Found::ready(found),
        Some(found) => Found::missing(format!("found {found}, needed {OLDEST} or later")),
        None => Found::missing(format!("its version can't be read from {:?}", text.trim())),
    }
}

fn install() -> Result<()> {
    bail!(
        "Node.js {OLDEST} or later with npm is not here, and xtask does not install it: take it \
         from https://nodejs.org or your system's packages, then run this again.\n\
         (`cargo xtask serve` and `cargo xtask test fmt clippy native gpu doc` work without it.)"
    )
}
