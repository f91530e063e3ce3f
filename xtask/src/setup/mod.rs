//! Tools that the commands need: one file a tool.
//!
//! A tool is a [`Tool`]: how to find it, why it is needed, what installing it costs, how to
//! install it. [`ensure`] says all that is missing before it installs any of it, and looks again
//! afterwards.

mod apt;
pub mod bench_modules;
pub mod browser;
pub mod e2e_modules;
pub mod fonts;
pub mod node;
pub mod shrinkers;
pub mod trunk;
pub mod vulkan;
pub mod wasm_bindgen;
pub mod wasm_split;
pub mod wasm_target;

mod cargo_install;
mod npm;
mod version;

use std::time::Instant;

use anyhow::{Result, bail};

/// Something that a command needs on this machine.
pub struct Tool {
    pub name: &'static str,
    pub why: &'static str,
    /// Where it comes from and how long that takes.
    pub cost: &'static str,
    pub find: fn() -> Result<Found>,
    pub install: fn() -> Result<()>,
}

/// What a look at the machine says.
pub enum Found {
    /// It is there; the version, or where.
    Ready(String),
    /// It is not there, or is not the right one; in a few words.
    Missing(String),
}

impl Found {
    pub fn missing(reason: impl Into<String>) -> Result<Self> {
        Ok(Self::Missing(reason.into()))
    }

    pub fn ready(version: impl Into<String>) -> Result<Self> {
        Ok(Self::Ready(version.into()))
    }
}

/// Installs those of `tools` that are missing.
pub fn ensure(tools: &[Tool]) -> Result<()> {
    let mut ready = Vec::new();
    let mut missing = Vec::new();
    for tool in tools {
        match (tool.find)()? {
            Found::Ready(version) => {
                ready.push(format!("{} {version}", tool.name).trim_end().to_owned());
            }
            Found::Missing(reason) => missing.push((tool, reason)),
        }
    }
    if !ready.is_empty() {
        println!("==> set-up: ready: {}", ready.join(", "));
    }
    if missing.is_empty() {
        return Ok(());
    }
    println!("==> set-up: needed once on this machine:");
    for (tool, reason) in &missing {
        println!("    {} ({reason})", tool.name);
        println!("        why:  {}", tool.why);
        println!("        from: {}", tool.cost);
    }
    for (tool, _) in missing {
        println!("==> set-up: {}", tool.name);
        let start = Instant::now();
        (tool.install)()?;
        match (tool.find)()? {
            Found::Ready(version) => println!(
                "==> set-up: {} {version} installed in {:.0} s",
                tool.name,
                start.elapsed().as_secs_f32()
            ),
            Found::Missing(reason) => bail!(
                "{} was installed, but it still can't be used: {reason}",
                tool.name
            ),
        }
    }
    Ok(())
}
