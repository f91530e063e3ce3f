//! What the first visit loads, and how much that may weigh.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;

use super::sizes::{self, File};

/// Bytes after brotli that a first visit should load, all files together. Not reached yet: see `LIMIT`.
const BUDGET: usize = 300_000;

/// Bytes after brotli from which on a build fails. It stands just above what the page weighs now, so that it can't grow,
/// and comes down with it until it is the budget.
const LIMIT: usize = 490_000;

/// The names in `xtask/first-visit.txt`.
pub fn listed() -> Result<Vec<String>> {
    let path = project::root().join("xtask/first-visit.txt");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} can't be read", path.display()))?;
    Ok(parse(&text))
}

fn parse(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// Whether `file` is loaded at the first visit.
pub fn includes(listed: &[String], file: &str) -> bool {
    listed.iter().any(|name| match name.strip_suffix('*') {
        Some(start) => file.starts_with(start),
        None => file == name,
    })
}

/// Adds up the first visit and compares it with the budget.
pub fn check(files: &[File], listed: &[String]) -> Result<String> {
    for name in listed.iter().filter(|name| !name.ends_with('*')) {
        if !files.iter().any(|file| file.name == **name) {
            bail!(
                "dist/{name} is missing, but xtask/first-visit.txt says that the page loads it: \
                 correct the list, or the build"
            );
        }
    }
    let total: usize = files
        .iter()
        .filter(|file| includes(listed, &file.name))
        .map(|file| file.brotli)
        .sum();
    if total > LIMIT {
        bail!(
            "the first visit weighs {} kB after brotli, {} kB over its limit of {} kB: the \
             table above says which files (marked *) grew",
            sizes::kb(total),
            sizes::kb(total - LIMIT),
            sizes::kb(LIMIT)
        );
    }
    if total > BUDGET {
        return Ok(format!(
            "first visit {} kB after brotli: {} kB over its budget of {} kB, which is not reached yet",
            sizes::kb(total),
            sizes::kb(total - BUDGET),
            sizes::kb(BUDGET)
        ));
    }
    Ok(format!(
        "the first visit weighs {} kB after brotli, of {} kB allowed",
        sizes::kb(total),
        sizes::kb(BUDGET)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, brotli: usize) -> File {
        File {
            name: name.to_owned(),
            raw: brotli * 3,
            gzip: brotli + 1,
            brotli,
        }
    }

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn comments_and_blank_lines_are_no_files() {
        assert_eq!(
            parse("# why\n\nindex.html\n  a.js \n"),
            names(&["index.html", "a.js"])
        );
    }

    #[test]
    fn only_listed_files_count() {
        let files = [file("index.html", 250_000), file("lesson.md", 250_000)];
        let verdict = check(&files, &names(&["index.html"])).unwrap();
        assert!(verdict.contains("250.0 kB"), "{verdict}");
    }

    #[test]
    fn one_byte_too_many_fails() {
        let list = names(&["a", "snippets/*"]);
        let said = check(&[file("a", BUDGET)], &list).unwrap();
        assert!(!said.contains("over its budget"), "{said}");
        let said = check(&[file("a", BUDGET + 1)], &list).unwrap();
        assert!(said.contains("over its budget"), "{said}");
        let error = check(&[file("a", LIMIT), file("snippets/b.js", 1)], &list).unwrap_err();
        assert!(error.to_string().contains("over its limit"), "{error}");
    }

    #[test]
    fn a_listed_file_must_exist() {
        let error = check(&[file("a", 1)], &names(&["b"])).unwrap_err();
        assert!(error.to_string().contains("dist/b is missing"), "{error}");
    }

    #[test]
    fn the_list_of_the_project_is_not_empty() {
        assert!(listed().unwrap().contains(&"index.html".to_owned()));
    }
}
