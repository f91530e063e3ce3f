//! What the first visit loads, and how much that may weigh.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;

use super::sizes::{self, File};

/// Bytes after brotli that a first visit may load, all files together. Kept by whoever computes on the CPU; not reached
/// yet on a GPU: see `LIMIT`.
const BUDGET: usize = 300_000;

/// Bytes after brotli from which on a build fails whatever computes. It stands just above what a GPU's visitor loads now,
/// so that it can't grow, and comes down with it until it is the budget.
const LIMIT: usize = 325_000;

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
    of_each(files, list, |files| {
        files.into_iter().max_by_key(|file| file.brotli)
    })
}

/// The files of the lightest first visit: of each line its lightest.
pub fn lightest<'a>(files: &'a [File], list: &List) -> Result<Vec<&'a File>> {
    of_each(files, list, |files| {
        files.into_iter().min_by_key(|file| file.brotli)
    })
}

fn of_each<'a>(
    files: &'a [File],
    list: &List,
    choose: impl Fn(Vec<&'a File>) -> Option<&'a File>,
) -> Result<Vec<&'a File>> {
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
        choose(files).context("a line of xtask/first-visit.txt names no file")
    };
    list.iter().map(of).collect()
}

/// Compares the lightest and the heaviest first visit with the budget and the limit.
pub fn check(lightest: &[&File], heaviest: &[&File]) -> Result<String> {
    let total = |visit: &[&File]| visit.iter().map(|file| file.brotli).sum::<usize>();
    let (light, heavy) = (total(lightest), total(heaviest));
    for (total, most) in [(light, BUDGET), (heavy, LIMIT)] {
        if total > most {
            bail!(
                "a first visit weighs {} kB after brotli, {} kB over the {} kB allowed: the \
                 table above says which files (marked *) grew",
                sizes::kb(total),
                sizes::kb(total - most),
                sizes::kb(most)
            );
        }
    }
    let (light, budget) = (sizes::kb(light), sizes::kb(BUDGET));
    Ok(match heavy.checked_sub(BUDGET) {
        None | Some(0) => format!(
            "a first visit weighs at most {} kB after brotli, of {budget} kB allowed",
            sizes::kb(heavy)
        ),
        Some(over) => format!(
            "a first visit weighs {light} kB after brotli on the CPU, of {budget} kB allowed; {} kB on a GPU, {} kB over, \
             which is not reached yet",
            sizes::kb(heavy),
            sizes::kb(over)
        ),
    })
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
        check(&lightest(files, &list)?, &heaviest(files, &list)?)
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
        let said = |light, heavy| checked(&[file("a", light), file("b", heavy)], "a | b");
        assert!(said(BUDGET, BUDGET).unwrap().contains("at most 300.0 kB"));
        assert!(
            said(BUDGET, BUDGET + 1)
                .unwrap()
                .contains("not reached yet")
        );
        for (light, heavy) in [(BUDGET + 1, BUDGET + 2), (BUDGET, LIMIT + 1)] {
            let error = said(light, heavy).unwrap_err().to_string();
            assert!(error.contains("over the"), "{error}");
        }
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
