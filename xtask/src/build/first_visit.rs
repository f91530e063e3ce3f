//! What the first visit loads, and how much that may weigh.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;

use super::sizes::{self, File};

/// Bytes after brotli that a first visit should load, all files together. Not reached yet: see `LIMIT`.
const BUDGET: usize = 300_000;

/// Bytes after brotli from which on a build fails. It stands just above what the page weighs now, so that it can't grow,
/// and comes down with it until it is the budget.
const LIMIT: usize = 360_000;

/// The lines of `xtask/first-visit.txt`: each a file, or several of which a visitor loads one.
pub type List = Vec<Vec<String>>;

/// The list of the project.
pub fn listed() -> Result<List> {
    let path = project::root().join("xtask/first-visit.txt");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} can't be read", path.display()))?;
    Ok(parse(&text))
}

fn parse(text: &str) -> List {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(|name| name.trim().to_owned()).collect())
        .collect()
}

/// The files of the heaviest first visit: of each line its heaviest.
pub fn heaviest<'a>(files: &'a [File], list: &List) -> Result<Vec<&'a File>> {
    let file = |name: &String| {
        files.iter().find(|file| file.name == *name).with_context(|| {
            format!(
                "dist/{name} is missing, but xtask/first-visit.txt says that the page loads it: \
                 correct the list, or the build"
            )
        })
    };
    let of = |line: &Vec<String>| {
        let files = line.iter().map(file).collect::<Result<Vec<_>>>()?;
        let heaviest = files.into_iter().max_by_key(|file| file.brotli);
        heaviest.context("a line of xtask/first-visit.txt names no file")
    };
    list.iter().map(of).collect()
}

/// Compares a first visit with the budget.
pub fn check(visit: &[&File]) -> Result<String> {
    let total: usize = visit.iter().map(|file| file.brotli).sum();
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

    fn list(text: &str) -> List {
        parse(text)
    }

    #[test]
    fn comments_and_blank_lines_are_no_files() {
        let lines = list("# why\n\nindex.html\n  a.wasm | b.wasm \n");
        assert_eq!(lines, [vec!["index.html"], vec!["a.wasm", "b.wasm"]]);
    }

    #[test]
    fn only_listed_files_count() {
        let files = [file("index.html", 250_000), file("lesson.md", 250_000)];
        let verdict = check(&heaviest(&files, &list("index.html")).unwrap()).unwrap();
        assert!(verdict.contains("250.0 kB"), "{verdict}");
    }

    #[test]
    fn of_several_the_heaviest_counts() {
        let files = [file("gpu", 30_000), file("cpu", 10_000)];
        let verdict = check(&heaviest(&files, &list("cpu | gpu")).unwrap()).unwrap();
        assert!(verdict.contains("weighs 30.0 kB"), "{verdict}");
    }

    #[test]
    fn one_byte_too_many_fails() {
        let said = |bytes| check(&[&file("a", bytes)]);
        assert!(!said(BUDGET).unwrap().contains("over its budget"));
        assert!(said(BUDGET + 1).unwrap().contains("over its budget"));
        let error = check(&[&file("a", LIMIT), &file("b", 1)]).unwrap_err();
        assert!(error.to_string().contains("over its limit"), "{error}");
    }

    #[test]
    fn a_listed_file_must_exist() {
        let error = heaviest(&[file("a", 1)], &list("b")).unwrap_err();
        assert!(error.to_string().contains("dist/b is missing"), "{error}");
    }

    #[test]
    fn the_list_of_the_project_names_the_page() {
        assert!(listed().unwrap().contains(&vec!["index.html".to_owned()]));
    }
}
