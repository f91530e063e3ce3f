//! Programs that `cargo install` builds.

use anyhow::Result;

use crate::{project, sh::Sh};

use super::{Found, version};

/// Finds `program` at exactly `wanted`.
pub fn find(program: &str, wanted: &str) -> Result<Found> {
    let Some(text) = Sh::new(program).arg("--version").read() else {
        return Found::missing("not found");
    };
    match version::first_in(&text) {
        Some(found) if found == wanted => Found::ready(wanted),
        Some(found) => Found::missing(format!("found {found}, needed {wanted}")),
        None => Found::missing(format!(
            "its version can't be read from {:?}, needed {wanted}",
            text.trim()
        )),
    }
}

/// Installs a crate's programs beside cargo's own.
pub fn install(crate_at_version: &str, options: &[&str]) -> Result<()> {
    // Kept until the end, so that an interrupted build goes on where it stopped.
    let target = project::root().join("target/set-up");
    Sh::new("cargo")
        .words("install --force")
        .args(options)
        .arg(crate_at_version)
        .arg("--target-dir")
        .arg(&target)
        // Link-time optimisation over the whole program doubles the wait and serves nobody here.
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .run()?;
    std::fs::remove_dir_all(&target).ok();
    Ok(())
}
