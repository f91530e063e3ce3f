//! Where things are, and which versions the project pins.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in a folder of the repository")
}

/// The release site.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Where cargo keeps programs and the crates' sources.
pub fn cargo_home() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// Where cargo puts what it builds.
pub fn target() -> Result<PathBuf> {
    let metadata = crate::sh::Sh::new("cargo")
        .words("metadata --format-version 1 --no-deps")
        .read()
        .context("`cargo metadata` failed")?;
    let path = metadata
        .split_once("\"target_directory\":\"")
        .and_then(|(_, rest)| rest.split('"').next())
        .context("`cargo metadata` names no target directory")?;
    // JSON doubles the backslashes of Windows.
    Ok(PathBuf::from(path.replace("\\\\", "\\")))
}

/// Node tools of the build (ignored by git).
pub fn tools() -> PathBuf {
    root().join(".tools")
}

/// The browser tests and their node modules.
pub fn e2e() -> PathBuf {
    root().join("e2e")
}

/// The peers that PosLab is measured against, and the page that measures.
pub fn bench() -> PathBuf {
    root().join("bench")
}

/// The version of a package in `Cargo.lock`.
pub fn locked_version(package: &str) -> Result<String> {
    let path = root().join("Cargo.lock");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("{} can't be read", path.display()))?;
    version_in_lock(&text, package)
        .with_context(|| format!("Cargo.lock has no package `{package}`; run `cargo check` once"))
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_from_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.80\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(
            version_in_lock(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(version_in_lock(lock, "wasm"), None);
    }

    #[test]
    fn cargo_names_the_target_directory() {
        assert!(target().unwrap().is_absolute());
    }

    #[test]
    fn the_root_holds_the_lock_file() {
        assert!(locked_version("anyhow").is_ok());
    }
}
