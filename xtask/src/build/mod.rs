//! `cargo xtask build`: the release site in `dist/`, weighed.

mod first_visit;
mod sizes;

use std::time::Instant;

use anyhow::Result;

use crate::{
    project,
    setup::{self, node, trunk, wasm_bindgen, wasm_opt, wasm_target},
    sh::Sh,
};

pub fn run() -> Result<()> {
    setup::ensure(&[
        wasm_target::TOOL,
        trunk::TOOL,
        wasm_bindgen::TOOL,
        node::TOOL,
        wasm_opt::TOOL,
    ])?;
    println!("==> build: the release site");
    let start = Instant::now();
    Sh::new("trunk")
        .words("build --release --skip-version-check")
        .run()?;
    println!(
        "==> build: dist/ done in {:.1} s; its files:",
        start.elapsed().as_secs_f32()
    );
    let files = sizes::weigh(&project::dist())?;
    let first_visit = first_visit::listed()?;
    print!("{}", sizes::table(&files, &first_visit));
    let verdict = first_visit::check(&files, &first_visit)?;
    println!("==> build: {verdict}");
    Ok(())
}
