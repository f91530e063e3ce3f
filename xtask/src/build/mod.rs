//! `cargo xtask build`: the release site in `dist/`, weighed.
//!
//! Trunk builds it; then the WebAssembly is split into what a first visit loads and chunks, and everything is shrunk.

mod first_visit;
mod leb128;
mod loader;
mod minify;
mod names;
mod pack;
mod sizes;
mod split;

use std::{fs, path::Path, time::Instant};

use anyhow::{Context, Result};

use crate::{
    project,
    setup::{self, node, shrinkers, trunk, wasm_bindgen, wasm_split, wasm_target},
    sh::Sh,
};

pub fn run() -> Result<()> {
    setup::ensure(&[
        wasm_target::TOOL,
        trunk::TOOL,
        wasm_bindgen::TOOL,
        wasm_split::TOOL,
        node::TOOL,
        shrinkers::TOOL,
    ])?;
    println!("==> build: the release site");
    let start = Instant::now();
    // Not in dist/ itself, which would be half a site while this runs.
    let site = project::target()?.join("site");
    Sh::new("trunk")
        .words("build --release --skip-version-check --dist")
        .arg(&site)
        .env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            split::rustflags(),
        )
        .run()?;
    println!("==> build: splitting and shrinking");
    let scripts = split::run(&site)?;
    minify::run(&scripts, &site)?;
    // They are part of poslab-app.js now.
    fs::remove_dir_all(site.join("snippets")).ok();
    let dist = project::dist();
    fs::remove_dir_all(&dist).ok();
    copy(&site, &dist)?;
    println!(
        "==> build: dist/ done in {:.1} s; its files:",
        start.elapsed().as_secs_f32()
    );
    let files = sizes::weigh(&dist)?;
    let list = first_visit::listed()?;
    let heaviest = first_visit::heaviest(&files, &list)?;
    print!("{}", sizes::table(&files, &heaviest));
    let verdict = first_visit::check(&heaviest)?;
    println!("==> build: {verdict}");
    Ok(())
}

/// Copies a folder: the target directory may lie on another disk, so it can't be moved.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("{} can't be made", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("{} can't be read", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)
                .with_context(|| format!("{} can't be written", target.display()))?;
        }
    }
    Ok(())
}
