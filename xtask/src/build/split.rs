//! Splits what cargo built: the main module that a first visit loads, and the chunks of `src/chunk.rs`.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context, Result, bail};

use crate::{project, sh::Sh};

use super::{loader::Loader, names, pack::pack};

/// What the rustc of today may write, and every browser since 2023 understands.
const FEATURES: &str = "--enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
                        --enable-mutable-globals --enable-reference-types --enable-multivalue \
                        --enable-simd";

/// Chunks of which a first visit loads one. What others share with one of them is in its file.
const EXECUTORS: [&str; 2] = ["gpu", "cpu"];

/// Bytes from which a module that several chunks share has a file of its own.
const LARGE: usize = 12_000;

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

/// Puts the shrunk main module `poslab-app_bg.wasm`, the chunks and what they share as `poslab-NAME.wasm` into `site`,
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
    names::shorten(&scripts)?;
    println!("==> build: wasm-opt -Oz on the main module and each chunk");
    shrink(
        &scripts.join("poslab-app_bg.wasm"),
        &site.join("poslab-app_bg.wasm"),
    )?;
    let mut loader = Loader::read(&parts)?;
    let mut files = BTreeMap::<String, Vec<(String, Vec<u8>)>>::new();
    let chunks = chunks(&parts)?;
    shrink_all(&chunks, &parts, &work)?;
    for part in chunks {
        let module = read(&work.join(format!("{part}.wasm")))?;
        let file = match part.strip_prefix("split_") {
            Some(name) => name.replace('_', "-"),
            None => file_of_shared(&loader.sharers(&part)?, module.len()),
        };
        files.entry(file).or_default().push((part, module));
    }
    for (name, modules) in files {
        let file = site.join(format!("poslab-{name}.wasm"));
        let bytes = match &modules[..] {
            [(_, module)] => module.clone(),
            several => pack(several),
        };
        fs::write(&file, bytes).with_context(|| format!("{} can't be written", file.display()))?;
        match &modules[..] {
            [(part, _)] => loader.take_file(part, &file)?,
            several => loader.take_pack(several.iter().map(|(part, _)| part.as_str()), &file)?,
        }
    }
    loader.write(&scripts)?;
    Ok(scripts)
}

/// The file of a module of `size` bytes that these chunks share.
fn file_of_shared(sharers: &[&str], size: usize) -> String {
    let executors: Vec<_> = EXECUTORS
        .into_iter()
        .filter(|one| sharers.contains(one))
        .collect();
    match executors[..] {
        [one] => one.to_owned(),
        [] if size >= LARGE => sharers.join("-").replace('_', "-"),
        [] => "shared".to_owned(),
        _ => "executors".to_owned(),
    }
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

/// Shrinks modules, as many at a time as the machine has cores: most are small, and starting wasm-opt is what takes long.
fn shrink_all(modules: &[String], from: &Path, to: &Path) -> Result<()> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(name) = modules.get(next.fetch_add(1, Ordering::Relaxed)) {
            let file = format!("{name}.wasm");
            shrink(&from.join(&file), &to.join(&file))?;
        }
        Ok(())
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Shrinks a module. Flattened code of one shape gives -Oz more to find, which it does in two rounds. Functions of one
/// name, made for several types, end up side by side, where they compress best.
fn shrink(from: &Path, to: &Path) -> Result<()> {
    Sh::new("wasm-opt")
        .words("--flatten --rereloop -Oz -Oz --reorder-functions-by-name --strip-debug --strip-producers")
        .words(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to)
        .quietly()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} can't be read", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chunks_share_has_a_file_by_whose_it_is() {
        assert_eq!(file_of_shared(&["api", "cpu"], 90_000), "cpu");
        assert_eq!(file_of_shared(&["api", "cpu", "gpu"], 500), "executors");
        assert_eq!(
            file_of_shared(&["anatomy", "order_figures"], 90_000),
            "anatomy-order-figures"
        );
        assert_eq!(file_of_shared(&["anatomy", "api"], 500), "shared");
    }
}
