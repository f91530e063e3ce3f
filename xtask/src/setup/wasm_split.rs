//! wasm-split: splits the release's WebAssembly into a main file and chunks.

use anyhow::Result;

use crate::sh::Sh;

use super::{Found, Tool, cargo_install};

/// The crate that has the program.
const CRATE: &str = "wasm_split_cli_support";

/// Understands what the library `wasm_split_helpers` of Cargo.lock marks.
const VERSION: &str = "0.2.4";

pub const TOOL: Tool = Tool {
    name: "wasm-split",
    why: "splits the release's wasm, so that a first visit loads only what it shows",
    cost: "cargo install; 1 to 2 minutes on two cores",
    find,
    install,
};

fn find() -> Result<Found> {
    // The program itself tells no version.
    let list = Sh::new("cargo").words("install --list").read();
    let list = list.unwrap_or_default();
    let start = format!("{CRATE} v");
    let found = list.lines().find_map(|line| line.strip_prefix(&start));
    match found.map(|rest| rest.trim_end_matches(':')) {
        Some(VERSION) if Sh::new("wasm-split-cli").arg("--help").read().is_some() => {
            Found::ready(VERSION)
        }
        Some(version) => Found::missing(format!("found {version}, needed {VERSION}")),
        None => Found::missing("not found"),
    }
}

fn install() -> Result<()> {
    cargo_install::install(
        &format!("{CRATE}@{VERSION}"),
        &["--features", "build-binary"],
    )
}
