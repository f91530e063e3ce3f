//! The script by which wasm-split's main module loads chunks, rewritten: its own way needs `fetch` for files, the right
//! MIME type, and trusts whatever comes.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::sh::Sh;

/// The script's name; wasm-bindgen's script imports it.
pub const NAME: &str = "__wasm_split.js";

/// What the rewritten script needs to download.
const LOAD: &str = include_str!("load.js");

/// The script on its way to what is shipped.
pub struct Loader(String);

impl Loader {
    /// Reads what wasm-split wrote into `parts`.
    pub fn read(parts: &Path) -> Result<Self> {
        let path = parts.join(NAME);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{} can't be read", path.display()))?;
        Ok(Self(LOAD.to_owned() + &text))
    }

    /// The splits that share the module `part`, as the script tells them.
    pub fn sharers(&self, part: &str) -> Result<Vec<&str>> {
        let before = self.0.split(&format!("\nconst __{part} = ")).next();
        let comment = before.and_then(|before| before.rsplit_once("/* "));
        let names = comment.and_then(|(_, rest)| rest.strip_suffix(" */"));
        let names =
            names.with_context(|| format!("wasm-split's {NAME} doesn't say whose {part} is"))?;
        Ok(names.split(", ").collect())
    }

    /// Lets `part` be downloaded from `file`.
    pub fn take_file(&mut self, part: &str, file: &Path) -> Result<()> {
        let call = format!("() => chunk({})", address(file)?);
        self.replace(part, &call)
    }

    /// Lets each of `parts` come out of the pack `file`.
    pub fn take_pack<'a>(
        &mut self,
        parts: impl IntoIterator<Item = &'a str>,
        file: &Path,
    ) -> Result<()> {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.replace('-', "_");
        for part in parts {
            self.replace(part, &format!("() => {name}(\"{part}\")"))?;
        }
        self.0 = format!("const {name} = pack({});\n{}", address(file)?, self.0);
        Ok(())
    }

    fn replace(&mut self, part: &str, ours: &str) -> Result<()> {
        let own = format!(
            "() => {{
    const src = fetch(new URL(\"./{part}.wasm\", import.meta.url));
    src.catch(() => {{}});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}}"
        );
        ensure!(
            self.0.matches(&own).count() == 1,
            "wasm-split's {NAME} doesn't load {part} as it did in the version that this build knows"
        );
        self.0 = self.0.replace(&own, ours);
        Ok(())
    }

    /// Writes it into `scripts`.
    pub fn write(self, scripts: &Path) -> Result<()> {
        ensure!(
            !self.0.contains("instantiateStreaming"),
            "wasm-split's {NAME} loads more than its chunks"
        );
        let path = scripts.join(NAME);
        fs::write(&path, self.0).with_context(|| format!("{} can't be written", path.display()))
    }
}

/// The address of `file` beside the script, and its hash, as JavaScript.
fn address(file: &Path) -> Result<String> {
    let name = file.file_name().context("a chunk's file has a name")?;
    let (name, hash) = (name.to_string_lossy(), integrity(file)?);
    // Bundlers know `new URL("...", import.meta.url)` as a file to take along.
    Ok(format!(
        "new URL(\"./{name}\", import.meta.url), \"{hash}\""
    ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project;

    const SCRIPT: &str = "/* api, cpu */
const __chunk_5 = makeLoad(() => {
    const src = fetch(new URL(\"./chunk_5.wasm\", import.meta.url));
    src.catch(() => {});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, []);
";

    #[test]
    fn the_sharers_of_a_module_are_read() {
        let loader = Loader(SCRIPT.to_owned());
        assert_eq!(loader.sharers("chunk_5").unwrap(), ["api", "cpu"]);
        assert!(loader.sharers("chunk_6").is_err());
    }

    #[test]
    fn a_part_comes_from_its_file_or_its_pack() {
        let file = project::root().join("static/icon.svg");
        let mut loader = Loader(SCRIPT.to_owned());
        loader.take_file("chunk_5", &file).unwrap();
        assert!(
            loader
                .0
                .contains("chunk(new URL(\"./icon.svg\", import.meta.url), \"sha256-")
        );
        let mut loader = Loader(SCRIPT.to_owned());
        loader.take_pack(["chunk_5"], &file).unwrap();
        assert!(loader.0.starts_with("const icon = pack(new URL("));
        assert!(loader.0.contains("makeLoad(() => icon(\"chunk_5\")"));
    }

    #[test]
    fn another_script_is_refused() {
        let mut loader = Loader("import('./split_a.wasm')".to_owned());
        let error = loader.take_file("split_a", &project::root().join("static/icon.svg"));
        assert!(error.unwrap_err().to_string().contains("split_a"));
    }

    #[test]
    fn the_hash_is_that_of_subresource_integrity() {
        let hash = integrity(&project::root().join("static/icon.svg")).unwrap();
        assert!(hash.starts_with("sha256-") && hash.len() == 51, "{hash}");
    }
}
