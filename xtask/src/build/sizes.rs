//! Every file of a folder, weighed raw, gzipped and brotlied.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::{Context, Result, bail};

/// A file and what it weighs in bytes.
#[derive(Debug)]
pub struct File {
    /// Its path inside the folder, with `/`.
    pub name: String,
    pub raw: usize,
    pub gzip: usize,
    pub brotli: usize,
}

/// All files in `dir`, the heaviest first.
pub fn weigh(dir: &Path) -> Result<Vec<File>> {
    let mut names = Vec::new();
    collect(dir, "", &mut names)?;
    if names.is_empty() {
        bail!("{} is empty: the build made nothing", dir.display());
    }
    let mut files = names
        .into_iter()
        .map(|name| {
            let bytes = fs::read(dir.join(&name)).with_context(|| format!("reading {name}"))?;
            Ok(File {
                raw: bytes.len(),
                gzip: gzip(&bytes).with_context(|| format!("gzipping {name}"))?,
                brotli: brotli(&bytes).with_context(|| format!("brotlying {name}"))?,
                name,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    files.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    Ok(files)
}

fn collect(dir: &Path, prefix: &str, names: &mut Vec<String>) -> Result<()> {
    let entries =
        fs::read_dir(dir).with_context(|| format!("the folder {} can't be read", dir.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn gzip(bytes: &[u8]) -> io::Result<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Count(0), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.0)
}

fn brotli(bytes: &[u8]) -> io::Result<usize> {
    let mut count = Count(0);
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut count, &params)?;
    Ok(count.0)
}

/// Counts what is written to it.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Thousands of bytes, with one digit after the point.
pub fn kb(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

/// The files as a table in kB; `*` marks the first visit.
pub fn table(files: &[File], visit: &[&File]) -> String {
    let first = |file: &File| visit.iter().any(|visited| visited.name == file.name);
    let mut table = String::new();
    let mut line = |mark: &str, raw: &str, gzip: &str, brotli: &str, name: &str| {
        writeln!(table, "    {mark:1} {raw:>9} {gzip:>9} {brotli:>9}  {name}")
            .expect("a String takes everything");
    };
    line(
        "",
        "raw kB",
        "gzip kB",
        "brotli kB",
        "* = loaded by the first visit",
    );
    for file in files {
        let mark = if first(file) { "*" } else { "" };
        line(
            mark,
            &kb(file.raw),
            &kb(file.gzip),
            &kb(file.brotli),
            &file.name,
        );
    }
    let sum = |chosen: &dyn Fn(&File) -> bool, weight: fn(&File) -> usize| {
        kb(files.iter().filter(|file| chosen(file)).map(weight).sum())
    };
    let all = |_: &File| true;
    for (mark, chosen, name) in [
        ("*", &first as &dyn Fn(&File) -> bool, "first visit in all"),
        ("", &all, "all files"),
    ] {
        line(
            mark,
            &sum(chosen, |file| file.raw),
            &sum(chosen, |file| file.gzip),
            &sum(chosen, |file| file.brotli),
            name,
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_shrinks_what_repeats() {
        let bytes = b"position ".repeat(1000);
        assert!(gzip(&bytes).unwrap() < 200);
        assert!(brotli(&bytes).unwrap() < 100);
    }

    #[test]
    fn the_table_marks_and_sums_the_first_visit() {
        let file = |name: &str, brotli| File {
            name: name.to_owned(),
            raw: 10_000,
            gzip: 5_000,
            brotli,
        };
        let files = [file("a.js", 4_000), file("b.md", 1_000)];
        let table = table(&files, &[&files[0]]);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[1].trim_start().starts_with("* "), "{table}");
        assert!(
            lines[2].ends_with("b.md") && !lines[2].contains('*'),
            "{table}"
        );
        assert!(lines[3].contains("4.0  first visit"), "{table}");
        assert!(lines[4].contains("5.0  all files"), "{table}");
    }

    #[test]
    fn folders_inside_are_weighed_too() {
        let files = weigh(&crate::project::root().join("xtask")).unwrap();
        assert!(files.iter().any(|file| file.name == "src/build/sizes.rs"));
    }
}
