//! `cargo xtask bench`: PosLab beside its peers in one browser, and whether it is as fast as we want it.

use anyhow::Result;

use crate::{
    build, project,
    setup::{self, bench_modules, browser, node},
    sh::Sh,
};

/// Builds the release site and measures it. `args` go to `bench/run.mjs`, which says what they are, prints the table and
/// fails where a target is missed.
pub fn run(args: &[&str]) -> Result<()> {
    setup::ensure(&[node::TOOL, browser::TOOL, bench_modules::TOOL])?;
    build::run()?;
    println!("==> bench: alternating runs in one Chromium; this takes some minutes");
    let mut sh = Sh::new("node").arg(project::bench().join("run.mjs"));
    if let Some(path) = browser::path() {
        sh = sh.arg("--chromium").arg(path);
    }
    sh.args(args).run()
}
