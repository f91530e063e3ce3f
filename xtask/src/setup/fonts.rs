//! A Chinese font: without one the browser draws boxes and measures nonsense.

use anyhow::Result;

use crate::sh::Sh;

use super::{Found, Tool, apt};

pub const TOOL: Tool = Tool {
    name: "a Chinese font",
    why: "the page is in Chinese; without a font the browser draws empty boxes",
    cost: "apt, the package fonts-noto-cjk; half a minute",
    find,
    install,
};

fn find() -> Result<Found> {
    // Systems other than Linux have one.
    if !cfg!(target_os = "linux") {
        return Found::ready("");
    }
    match Sh::new("fc-list").words(":lang=zh family").read() {
        Some(list) => match list.lines().min() {
            Some(font) => Found::ready(format!("({})", font.split(',').next().unwrap_or(font))),
            None => Found::missing("no font has Chinese"),
        },
        None => Found::missing("fc-list not found"),
    }
}

fn install() -> Result<()> {
    apt::install("fontconfig fonts-noto-cjk")
}
