//! Packages that npm installs from a lock file.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::sh::Sh;

use super::Found;

/// A copy of the lock file that `node_modules` was installed from.
const STAMP: &str = "node_modules/.installed-from.json";

/// Whether `dir` has the packages that its lock file names.
pub fn find(dir: &Path) -> Result<Found> {
    let lock = dir.join("package-lock.json");
    match (fs::read(&lock), fs::read(dir.join(STAMP))) {
        (Ok(wanted), Ok(installed)) if wanted == installed => Found::ready("as locked"),
        (_, Ok(_)) => Found::missing("installed from another lock file"),
        _ => Found::missing("not found"),
    }
}

/// Installs exactly what `dir`'s lock file names.
pub fn install(dir: &Path) -> Result<()> {
    Sh::new("npm")
        .words("ci --no-audit --no-fund")
        .dir(dir)
        // The tests use the system's Chromium.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .or_say("install Node.js 20 or later with npm")
        .run()?;
    fs::copy(dir.join("package-lock.json"), dir.join(STAMP))
        .with_context(|| format!("{} can't be written", dir.join(STAMP).display()))?;
    Ok(())
}
