//! Shrinks scripts and style sheets with esbuild.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::sh::Sh;

/// Readable text stays readable: no escapes, and no syntax younger than WebGPU.
const OPTIONS: &str = "--minify --charset=utf8 --target=es2022 --log-level=warning";

/// Puts `poslab-app.js` of `scripts`, joined with what it imports, into `site`, and shrinks the files of `static/`.
pub fn run(scripts: &Path, site: &Path) -> Result<()> {
    Sh::new("esbuild")
        .words(OPTIONS)
        .words("--bundle --format=esm --allow-overwrite")
        // wasm-bindgen imports the loader once for each chunk.
        .arg("--log-override:duplicate-object-key=silent")
        .arg(scripts.join("poslab-app.js"))
        .arg(format!(
            "--outfile={}",
            site.join("poslab-app.js").display()
        ))
        .run()?;
    Sh::new("esbuild")
        .words(OPTIONS)
        .arg("--allow-overwrite")
        .args(own_files(site)?)
        .arg(format!("--outdir={}", site.display()))
        .run()
}

/// The site's own scripts and sheets, each shrunk in place.
fn own_files(site: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(site).with_context(|| format!("{} can't be read", site.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if matches!(ending, Some("js" | "css")) && !path.ends_with("poslab-app.js") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
