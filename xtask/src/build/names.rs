//! Short names for what the WebAssembly imports.
//!
//! wasm-bindgen names each import by what it does and a hash, `__wbg_remove_12e9b1deffec7d2f`: hundreds of them, in the
//! module and in its script, which no compression shrinks. Nobody reads them, so they become `a`, `b`, `c`.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};

use super::leb128;

/// Number of a module's import section.
const IMPORTS: u8 = 2;
/// Number of the section that names what a module gives.
const EXPORTS: u8 = 7;

/// Renames in `poslab-app_bg.wasm` and `poslab-app.js` of `scripts`.
pub fn shorten(scripts: &Path) -> Result<()> {
    let (wasm, js) = (
        scripts.join("poslab-app_bg.wasm"),
        scripts.join("poslab-app.js"),
    );
    let module = fs::read(&wasm).with_context(|| format!("{} can't be read", wasm.display()))?;
    let script =
        fs::read_to_string(&js).with_context(|| format!("{} can't be read", js.display()))?;
    let names = names(&module)?;
    let written = |path: &Path| format!("{} can't be written", path.display());
    fs::write(&wasm, rename_imports(&module, &names)?).with_context(|| written(&wasm))?;
    fs::write(&js, rename_words(&script, &names)).with_context(|| written(&js))
}

/// A short name for every import that wasm-bindgen named and that no export is called like.
fn names(module: &[u8]) -> Result<BTreeMap<String, String>> {
    let mut names = BTreeMap::new();
    let mut taken = Vec::new();
    for (number, content) in sections(module)? {
        let mut reader = Reader(content);
        if number == EXPORTS {
            for _ in 0..reader.number()? {
                taken.push(reader.name()?.to_owned());
                reader.byte()?;
                reader.number()?;
            }
        }
        if number == IMPORTS {
            for _ in 0..reader.number()? {
                let (_, name, _) = reader.import()?;
                if name.starts_with("__wb") {
                    names.insert(name.to_owned(), String::new());
                }
            }
        }
    }
    names.retain(|name, _| !taken.contains(name));
    for (number, short) in names.values_mut().enumerate() {
        *short = word(number);
    }
    Ok(names)
}

/// The words `a` to `z`, `aa`, `ba` and so on.
fn word(mut number: usize) -> String {
    let mut word = String::new();
    loop {
        word.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
        if number == 0 {
            return word;
        }
        number -= 1;
    }
}

/// The module with its imports renamed.
fn rename_imports(module: &[u8], names: &BTreeMap<String, String>) -> Result<Vec<u8>> {
    let mut renamed = module[..8].to_vec();
    for (number, content) in sections(module)? {
        let content = match number {
            IMPORTS => {
                let mut reader = Reader(content);
                let count = reader.number()?;
                let mut section = leb128::write(count);
                for _ in 0..count {
                    let (from, name, what) = reader.import()?;
                    let name = names.get(name).map_or(name, String::as_str);
                    for text in [from, name] {
                        section.extend(leb128::write(text.len()));
                        section.extend(text.bytes());
                    }
                    section.extend(what);
                }
                section
            }
            _ => content.to_vec(),
        };
        renamed.push(number);
        renamed.extend(leb128::write(content.len()));
        renamed.extend(content);
    }
    Ok(renamed)
}

/// The script with every word that is a name renamed.
fn rename_words(script: &str, names: &BTreeMap<String, String>) -> String {
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut renamed = String::with_capacity(script.len());
    let mut rest = script;
    while !rest.is_empty() {
        let end = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        renamed.push_str(names.get(word).map_or(word, String::as_str));
        let next = after.find(in_word).unwrap_or(after.len());
        renamed.push_str(&after[..next]);
        rest = &after[next..];
    }
    renamed
}

/// A module's sections: number and content.
fn sections(module: &[u8]) -> Result<Vec<(u8, &[u8])>> {
    let Some(rest) = module.strip_prefix(b"\0asm\x01\0\0\0") else {
        bail!("this is no WebAssembly module of version 1");
    };
    let mut reader = Reader(rest);
    let mut sections = Vec::new();
    while !reader.0.is_empty() {
        let number = reader.byte()?;
        let length = reader.number()?;
        sections.push((number, reader.take(length)?));
    }
    Ok(sections)
}

/// What is left to read of a module.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .context("the module ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<usize> {
        let (number, length) = leb128::read(self.0).context("the module ends early")?;
        self.take(length)?;
        Ok(number)
    }

    fn name(&mut self) -> Result<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(length)?).context("a name is not UTF-8")
    }

    /// An import: from where, its name, and the bytes that say what it is.
    fn import(&mut self) -> Result<(&'a str, &'a str, &'a [u8])> {
        let (from, name) = (self.name()?, self.name()?);
        let start = self.0;
        match self.byte()? {
            // A function, or an exception's tag: its type.
            0 => self.skip_numbers(1)?,
            4 => self.skip_numbers(2)?,
            // A table: the type of its elements, then its limits.
            1 => {
                self.byte()?;
                self.limits()?;
            }
            2 => self.limits()?,
            // A global: its type and whether it changes.
            3 => self.skip_numbers(2)?,
            kind => bail!("an import of kind {kind} is unknown here"),
        }
        Ok((from, name, &start[..start.len() - self.0.len()]))
    }

    /// The least size, and the largest where the first byte says that there is one.
    fn limits(&mut self) -> Result<()> {
        let largest = self.byte()? & 1;
        self.skip_numbers(1 + usize::from(largest))
    }

    fn skip_numbers(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            self.number()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports a memory and two functions from "m" and exports one of these.
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\
        \x02\x22\x03\x01m\x06memory\x02\x01\x01\x02\x01m\x05__wba\0\x00\x01m\x05__wbb\0\x00\
        \x07\x09\x01\x05__wbb\0\x01";

    #[test]
    fn imports_are_renamed_and_exports_keep_their_names() {
        let names = names(MODULE).unwrap();
        assert_eq!(
            names,
            BTreeMap::from([("__wba".to_owned(), "a".to_owned())])
        );
        let renamed = rename_imports(MODULE, &names).unwrap();
        let expected = b"\0asm\x01\0\0\0\
            \x02\x1e\x03\x01m\x06memory\x02\x01\x01\x02\x01m\x01a\0\x00\x01m\x05__wbb\0\x00\
            \x07\x09\x01\x05__wbb\0\x01";
        assert_eq!(renamed, expected);
    }

    #[test]
    fn whole_words_are_renamed() {
        let names = BTreeMap::from([("__wba".to_owned(), "a".to_owned())]);
        let renamed = rename_words("{ __wba: 追(__wbab, x.__wba) }", &names);
        assert_eq!(renamed, "{ a: 追(__wbab, x.a) }");
    }

    #[test]
    fn words_are_counted() {
        let words = [0, 25, 26, 27, 701, 702].map(word);
        assert_eq!(words, ["a", "z", "aa", "ba", "zz", "aaa"]);
    }
}
