//! Shrinks scripts and style sheets with esbuild.

use std::path::Path;

use anyhow::Result;

use crate::sh::Sh;

/// Readable text stays readable: no escapes, and no syntax younger than WebGPU.
const OPTIONS: &str = "--minify --charset=utf8 --target=es2022 --log-level=warning";

/// The site's own scripts and sheets, each shrunk in place.
const FILES: [&str; 5] = [
    "poslab.js",
    "page.js",
    "embed.js",
    "style.css",
    "figures.css",
];

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
        .args(FILES.map(|file| site.join(file)))
        .arg(format!("--outdir={}", site.display()))
        .run()
}
