//! The parts that cargo runs.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{project, setup::vulkan, sh::Sh};

const BROWSER: &str = "--package poslab --target wasm32-unknown-unknown --lib --bins";

pub fn fmt(extra: &[&str]) -> Result<()> {
    Sh::new("cargo")
        .words("fmt --all -- --check")
        .args(extra)
        .run()
}

pub fn clippy(extra: &[&str]) -> Result<()> {
    for what in ["--workspace --all-targets", BROWSER] {
        Sh::new("cargo")
            .arg("clippy")
            .words(what)
            .args(extra)
            .words("-- -D warnings")
            .run()?;
    }
    Ok(())
}

/// Everything but `tests/gpu*`.
pub fn native(extra: &[&str]) -> Result<()> {
    let mut sh = Sh::new("cargo").words("test --workspace --lib --bins");
    for name in integration_tests()? {
        if !name.starts_with("gpu") {
            sh = sh.arg("--test").arg(name);
        }
    }
    sh.args(extra).run()?;
    if extra.is_empty() {
        Sh::new("cargo")
            .words("test --package poslab --doc")
            .run()?;
    }
    Ok(())
}

/// `tests/gpu*`, on lavapipe. The tests themselves fail when they find no adapter.
pub fn gpu(extra: &[&str]) -> Result<()> {
    if !integration_tests()?
        .iter()
        .any(|name| name.starts_with("gpu"))
    {
        bail!("there is no test tests/gpu*.rs: an empty part proves nothing");
    }
    let mut sh = Sh::new("cargo")
        .words("test --package poslab --test gpu*")
        .args(extra);
    for (name, value) in vulkan::variables() {
        sh = sh.env(name, value);
    }
    sh.run()
}

pub fn doc(extra: &[&str]) -> Result<()> {
    for what in ["--workspace", BROWSER] {
        Sh::new("cargo")
            .words("doc --no-deps")
            .words(what)
            .args(extra)
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()?;
    }
    Ok(())
}

/// The names of the integration tests: `tests/NAME.rs` and `tests/NAME/main.rs`.
fn integration_tests() -> Result<Vec<String>> {
    let dir = project::root().join("tests");
    if !dir.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&dir).context("the folder tests/ can't be read")? {
        let path = entry?.path();
        let is_test =
            path.extension().is_some_and(|ending| ending == "rs") || path.join("main.rs").is_file();
        if let Some(name) = path.file_stem().filter(|_| is_test) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}
