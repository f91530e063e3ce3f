//! Packages of a Debian or Ubuntu system.

use std::sync::OnceLock;

use anyhow::{Result, bail};

use crate::sh::{Sh, which};

/// Installs packages where that is allowed; otherwise fails with the command to type.
pub fn install(packages: &str) -> Result<()> {
    if which("apt-get").is_none() {
        bail!(
            "this system has no apt-get: install what Debian calls `{packages}` by its own \
             package manager, then run this again"
        );
    }
    if !is_root() {
        bail!(
            "installing system packages needs root. Type this, then run the command again:\n\n    \
             sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}\n"
        );
    }
    static UPDATED: OnceLock<()> = OnceLock::new();
    if UPDATED.set(()).is_ok() {
        apt("update")?;
    }
    apt(&format!("install -y --no-install-recommends {packages}"))
}

fn apt(words: &str) -> Result<()> {
    Sh::new("apt-get")
        .words("-q")
        .words(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()
}

fn is_root() -> bool {
    Sh::new("id")
        .arg("-u")
        .read()
        .is_some_and(|id| id.trim() == "0")
}
