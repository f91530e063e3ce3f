//! What the first visit loads, and how much that may weigh.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;

use super::sizes::{self, File};

/// Bytes after brotli that a first visit may load, all files together, whatever computes.
const BUDGET: usize = 300_000;

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

/// Compares the heaviest first visit with the budget.
pub fn check(heaviest: &[&File]) -> Result<String> {
    let total = heaviest.iter().map(|file| file.brotli).sum::<usize>();
    let budget = sizes::kb(BUDGET);
    if total > BUDGET {
        bail!(
            "a first visit weighs {} kB after brotli, {} kB over the {budget} kB allowed: the table above says which \
             files (marked *) grew",
            sizes::kb(total),
            sizes::kb(total - BUDGET),
        );
    }
    Ok(format!(
        "a first visit weighs at most {} kB after brotli, of {budget} kB allowed",
        sizes::kb(total)
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

    fn checked(files: &[File], text: &str) -> Result<String> {
        let list = list(text);
        check(&heaviest(files, &list)?)
    }

    #[test]
    fn only_listed_files_count() {
        let files = [file("index.html", 250_000), file("lesson.md", 250_000)];
        let verdict = checked(&files, "index.html").unwrap();
        assert!(verdict.contains("at most 250.0 kB"), "{verdict}");
    }

    #[test]
    fn of_several_the_heaviest_counts() {
        let files = [file("gpu", 30_000), file("cpu", 10_000)];
        let verdict = checked(&files, "cpu | gpu").unwrap();
        assert!(verdict.contains("at most 30.0 kB"), "{verdict}");
    }

    #[test]
    fn one_byte_too_many_fails() {
        let said = |heavy| checked(&[file("a", 1), file("b", heavy)], "a | b");
        assert!(said(BUDGET).unwrap().contains("at most 300.0 kB"));
        let error = said(BUDGET + 1).unwrap_err().to_string();
        assert!(error.contains("0.0 kB over the 300.0 kB"), "{error}");
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
