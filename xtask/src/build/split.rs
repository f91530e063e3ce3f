//! Splits what cargo built: the main module that a first visit loads, and the chunks of `src/chunk.rs`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{project, sh::Sh};

use super::{loader::Loader, pack::pack};

/// What the rustc of today may write, and every browser since 2023 understands.
const FEATURES: &str = "--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
                        --enable-mutable-globals --enable-reference-types --enable-multivalue \
                        --enable-simd";

/// Chunks that a first visit loads one of: what others share with them is in a pack of its own, which it loads too.
const EXECUTORS: [&str; 2] = ["gpu", "cpu"];

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

/// Puts the shrunk main module `poslab-app_bg.wasm`, the chunks `poslab-NAME.wasm` and packs of what they share into `site`,
/// and gives the folder in which `poslab-app.js` and what it imports lie.
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
    let mut loader = Loader::read(&parts)?;
    let (mut with_executors, mut without) = (Vec::new(), Vec::new());
    for part in chunks(&parts)? {
        let from = parts.join(format!("{part}.wasm"));
        if let Some(name) = part.strip_prefix("split_") {
            let file = site.join(format!("poslab-{}.wasm", name.replace('_', "-")));
            shrink(&from, &file)?;
            loader.take_file(&part, &file)?;
        } else {
            let small = work.join(format!("{part}.wasm"));
            shrink(&from, &small)?;
            let bytes = read(&small)?;
            let sharers = loader.sharers(&part)?;
            let first = sharers.iter().any(|sharer| EXECUTORS.contains(sharer));
            let group = if first {
                &mut with_executors
            } else {
                &mut without
            };
            group.push((part, bytes));
        }
    }
    for (name, modules) in [("executors", with_executors), ("views", without)] {
        if modules.is_empty() {
            continue;
        }
        let file = site.join(format!("poslab-shared-{name}.wasm"));
        let packed = pack(
            modules
                .iter()
                .map(|(part, bytes)| (part.as_str(), bytes.clone())),
        );
        fs::write(&file, packed).with_context(|| format!("{} can't be written", file.display()))?;
        loader.take_pack(name, modules.iter().map(|(part, _)| part.as_str()), &file)?;
    }
    loader.write(&scripts)?;
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

fn shrink(from: &Path, to: &Path) -> Result<()> {
    Sh::new("wasm-opt")
        .arg("-Oz")
        .words(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to)
        .run()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} can't be read", path.display()))
}
