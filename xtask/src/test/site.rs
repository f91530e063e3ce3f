//! The parts that work on the built site.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::{project, setup::browser, sh::Sh};

/// `e2e/node/*.test.mjs`, in Node.js.
pub fn node(extra: &[&str]) -> Result<()> {
    built()?;
    let dir = project::e2e().join("node");
    let mut files: Vec<PathBuf> = fs::read_dir(&dir)
        .with_context(|| format!("the folder {} can't be read", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    if files.is_empty() {
        bail!("e2e/node has no *.test.mjs: an empty part proves nothing");
    }
    files.sort();
    Sh::new("node")
        .words("--test --test-reporter=spec")
        .args(extra)
        .args(files)
        .run()
}

/// `e2e/specs`, in Chromium, by Playwright.
pub fn e2e(extra: &[&str]) -> Result<()> {
    built()?;
    let mut sh = Sh::new("npx")
        .words("--no-install playwright test")
        .args(extra)
        .dir(project::e2e());
    if let Some(path) = browser::path() {
        sh = sh.env("CHROMIUM", path);
    }
    sh.run()
}

fn built() -> Result<()> {
    let Ok(page) = fs::read_to_string(project::dist().join("index.html")) else {
        bail!("dist/ holds no site yet: run `cargo xtask build` first");
    };
    if page.contains(".well-known/trunk/ws") {
        bail!(
            "dist/ holds what `serve` built last, with live reload in it: stop `serve`, then run \
             `cargo xtask build`"
        );
    }
    Ok(())
}
