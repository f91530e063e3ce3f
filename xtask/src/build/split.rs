//! Splits what cargo built: the main module that a first visit loads, and the chunks of `src/chunk.rs`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{project, sh::Sh};

/// What the rustc of today may write, and every browser since 2023 understands.
const FEATURES: &str = "--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
                        --enable-mutable-globals --enable-reference-types --enable-multivalue \
                        --enable-simd";

/// The script by which wasm-split loads chunks; wasm-bindgen's script imports it.
const LOADER: &str = "__wasm_split.js";

/// What `LOADER` needs to download a chunk.
const LOAD: &str = include_str!("load.js");

/// Rustc's flags for a module that can be split, besides those in `.cargo/config.toml`.
pub fn rustflags() -> String {
    let mut flags = vec!["--cfg=split".to_owned(), "-Clink-args=--emit-relocs".into()];
    // Paths of this machine would stand in the messages of panics: long, and nobody's business.
    let mut remap = |from: &Path, to: &str| {
        let from = from.to_string_lossy();
        // Flags are split at spaces.
        if !from.contains(' ') {
            flags.push(format!("--remap-path-prefix={from}={to}"));
        }
    };
    remap(project::root(), ".");
    for registry in registries() {
        remap(&registry, "");
    }
    flags.join(" ")
}

/// The folders of the crates' sources.
fn registries() -> Vec<PathBuf> {
    let Some(home) = project::cargo_home() else {
        return Vec::new();
    };
    let entries = fs::read_dir(home.join("registry/src"));
    let paths = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<_> = paths.collect();
    paths.sort();
    paths
}

/// Puts the shrunk main module `poslab-app_bg.wasm` and the chunks `poslab-NAME.wasm` into `site`, and gives the folder in
/// which `poslab-app.js` and what it imports lie.
pub fn run(site: &Path) -> Result<PathBuf> {
    let target = project::target()?;
    let module = target.join("wasm32-unknown-unknown/release/poslab-app.wasm");
    let work = target.join("split");
    fs::remove_dir_all(&work).ok();
    let parts = work.join("parts");
    Sh::new("wasm-split-cli")
        .arg(&module)
        .arg(&parts)
        .words("--out-name poslab-app")
        .run()?;
    let scripts = work.join("scripts");
    Sh::new("wasm-bindgen")
        .words("--target web --no-typescript --keep-lld-exports --out-dir")
        .arg(&scripts)
        .arg(parts.join("poslab-app.wasm"))
        .run()?;
    shrink(
        &scripts.join("poslab-app_bg.wasm"),
        &site.join("poslab-app_bg.wasm"),
    )?;
    let mut loader = read(&parts.join(LOADER))?;
    for (number, part) in chunks(&parts)?.into_iter().enumerate() {
        let file = site.join(format!("{}.wasm", name(&part, number)));
        shrink(&parts.join(format!("{part}.wasm")), &file)?;
        loader = load(&loader, &part, &file)?;
    }
    ensure!(
        !loader.contains("fetch("),
        "wasm-split's {LOADER} loads more than its chunks"
    );
    let path = scripts.join(LOADER);
    fs::write(&path, LOAD.to_owned() + &loader)
        .with_context(|| format!("{} can't be written", path.display()))?;
    Ok(scripts)
}

/// The stems of the chunks' files, in the alphabet's order.
fn chunks(parts: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(parts)
        .with_context(|| format!("the folder {} can't be read", parts.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let stem = name
            .strip_suffix(".wasm")
            .filter(|stem| *stem != "poslab-app");
        names.extend(stem.map(str::to_owned));
    }
    if names.is_empty() {
        bail!(
            "the WebAssembly has no chunks: is RUSTFLAGS set? It would replace the flags of \
             this build"
        );
    }
    names.sort();
    Ok(names)
}

/// The name of a chunk's file: of the chunk, or of what several of them share.
fn name(part: &str, number: usize) -> String {
    match part.strip_prefix("split_") {
        Some(name) => format!("poslab-{}", name.replace('_', "-")),
        None => format!("poslab-shared-{}", number + 1),
    }
}

fn shrink(from: &Path, to: &Path) -> Result<()> {
    Sh::new("wasm-opt")
        .arg("-Oz")
        .words(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to)
        .run()
}

/// `loader`, with its own way to download `part` replaced by that of `load.js`, which takes `file`.
fn load(loader: &str, part: &str, file: &Path) -> Result<String> {
    let own = format!(
        "() => {{
    const src = fetch(new URL(\"./{part}.wasm\", import.meta.url));
    src.catch(() => {{}});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}}"
    );
    ensure!(
        loader.matches(&own).count() == 1,
        "wasm-split's {LOADER} doesn't load {part} as it did in the version that this build knows"
    );
    let name = file
        .file_name()
        .context("a chunk's file has a name")?
        .to_string_lossy();
    let hash = integrity(file)?;
    // Bundlers know `new URL("...", import.meta.url)` as a file to take along.
    let ours = format!("() => chunk(new URL(\"./{name}\", import.meta.url), \"{hash}\")");
    Ok(loader.replace(&own, &ours))
}

/// The file's hash as in an HTML attribute `integrity`.
fn integrity(file: &Path) -> Result<String> {
    let script = "const { createHash } = require('node:crypto');
        const bytes = require('node:fs').readFileSync(process.argv[1]);
        console.log('sha256-' + createHash('sha256').update(bytes).digest('base64'));";
    let hash = Sh::new("node").arg("-e").arg(script).arg(file).read();
    let hash = hash.with_context(|| format!("node could not hash {}", file.display()))?;
    Ok(hash.trim().to_owned())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_have_readable_names() {
        assert_eq!(name("split_order_figures", 3), "poslab-order-figures");
        assert_eq!(name("chunk_4", 0), "poslab-shared-1");
    }

    #[test]
    fn another_loader_is_refused() {
        let error = load("import('./split_a.wasm')", "split_a", Path::new("a.wasm")).unwrap_err();
        assert!(error.to_string().contains("split_a"), "{error}");
    }

    #[test]
    fn the_hash_is_that_of_subresource_integrity() {
        let file = project::root().join("static/icon.svg");
        let hash = integrity(&file).unwrap();
        assert!(hash.starts_with("sha256-") && hash.len() == 51, "{hash}");
    }
}
