//! A Chromium, for the tests of the built page.

use std::path::PathBuf;

use anyhow::Result;

use crate::sh::{Sh, which};

use super::{Found, Tool, apt, version};

pub const TOOL: Tool = Tool {
    name: "chromium",
    why: "the tests open the built page in a real browser with WebGPU",
    cost: "apt; a minute. Another one can be named by the variable CHROMIUM",
    find,
    install,
};

/// The browser's file: the variable CHROMIUM, or the first that PATH knows.
pub fn path() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(PathBuf::from(path));
    }
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(|name| which(name))
}

fn find() -> Result<Found> {
    let Some(path) = path() else {
        return Found::missing("not found");
    };
    let path = path.to_string_lossy();
    match Sh::new(&path).arg("--version").read() {
        Some(text) => Found::ready(version::first_in(&text).unwrap_or(text.trim())),
        None => Found::missing(format!("{path} does not start")),
    }
}

fn install() -> Result<()> {
    apt::install("chromium")
}
