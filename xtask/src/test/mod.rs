//! `cargo xtask test`: everything that must hold, in parts that can be run alone.

mod rust;
mod site;

use std::time::Instant;

use anyhow::{Result, bail};

use crate::{
    build,
    setup::{self, Tool, browser, e2e_modules, fonts, node, vulkan, wasm_target},
};

/// One part of the tests.
struct Part {
    name: &'static str,
    about: &'static str,
    needs: &'static [Tool],
    /// Parts that work on what this one makes, and fail unseen when it fails.
    after: Option<&'static str>,
    run: fn(extra: &[&str]) -> Result<()>,
}

/// In the order of a full run: what fails fastest comes first.
const PARTS: &[Part] = &[
    Part {
        name: "fmt",
        about: "the code is formatted",
        needs: &[],
        after: None,
        run: rust::fmt,
    },
    Part {
        name: "clippy",
        about: "no warnings, natively and for the browser",
        needs: &[wasm_target::TOOL],
        after: None,
        run: rust::clippy,
    },
    Part {
        name: "native",
        about: "tests that need no GPU and no browser",
        needs: &[],
        after: None,
        run: rust::native,
    },
    Part {
        name: "gpu",
        about: "the shaders against their twins, on software Vulkan",
        needs: &[vulkan::TOOL],
        after: None,
        run: rust::gpu,
    },
    Part {
        name: "doc",
        about: "the documentation builds without warnings",
        needs: &[wasm_target::TOOL],
        after: None,
        run: rust::doc,
    },
    Part {
        name: "build",
        about: "the release site, within its budget",
        needs: &[],
        after: None,
        run: |_| build::run(),
    },
    Part {
        name: "node",
        about: "the JavaScript API of dist/, in Node.js",
        needs: &[node::TOOL, e2e_modules::TOOL],
        after: Some("build"),
        run: site::node,
    },
    Part {
        name: "e2e",
        about: "the page of dist/, in a real Chromium",
        needs: &[node::TOOL, browser::TOOL, fonts::TOOL, e2e_modules::TOOL],
        after: Some("build"),
        run: site::e2e,
    },
];

/// How a part went.
struct Outcome {
    name: &'static str,
    seconds: f32,
    failure: Option<String>,
}

pub fn run(args: &[&str]) -> Result<()> {
    let (parts, extra) = choose(args)?;
    let last = parts.len() - 1;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        println!("\n==> {}: {}", part.name, part.about);
        let start = Instant::now();
        let broken = outcomes
            .iter()
            .find(|outcome| Some(outcome.name) == part.after && outcome.failure.is_some());
        let result = match broken {
            Some(outcome) => Err(anyhow::anyhow!("not run, because {} failed", outcome.name)),
            None => setup::ensure(part.needs)
                .and_then(|()| (part.run)(if index == last { extra } else { &[] })),
        };
        let failure = result.err().map(|error| format!("{error:#}"));
        if let Some(failure) = &failure {
            println!("==> {}: FAILED: {failure}", part.name);
        }
        outcomes.push(Outcome {
            name: part.name,
            seconds: start.elapsed().as_secs_f32(),
            failure,
        });
    }
    print!("\n{}", table(&outcomes));
    let failed: Vec<&str> = outcomes
        .iter()
        .filter(|outcome| outcome.failure.is_some())
        .map(|outcome| outcome.name)
        .collect();
    if !failed.is_empty() {
        bail!(
            "failed: {}. Again, only these: cargo xtask test {}",
            failed.join(", "),
            failed.join(" ")
        );
    }
    Ok(())
}

/// The parts named before `--` in the order of a full run, and the words after it.
fn choose<'a>(args: &'a [&'a str]) -> Result<(Vec<&'static Part>, &'a [&'a str])> {
    let end = args.iter().position(|arg| *arg == "--");
    let (names, extra) = match end {
        Some(end) => (&args[..end], &args[end + 1..]),
        None => (args, &args[args.len()..]),
    };
    for name in names {
        if !PARTS.iter().any(|part| part.name == *name) {
            let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
            bail!("test has no part `{name}`; it has {}", known.join(", "));
        }
    }
    if names.is_empty() && !extra.is_empty() {
        bail!("words after `--` go to one part's runner: name the part, for example e2e");
    }
    let parts = PARTS
        .iter()
        .filter(|part| names.is_empty() || names.contains(&part.name))
        .collect();
    Ok((parts, extra))
}

fn table(outcomes: &[Outcome]) -> String {
    let mut table = String::from("part      seconds\n");
    for outcome in outcomes {
        let verdict = match &outcome.failure {
            Some(failure) => format!("FAILED: {}", failure.lines().next().unwrap_or_default()),
            None => "ok".to_owned(),
        };
        table += &format!("{:8} {:8.1}  {verdict}\n", outcome.name, outcome.seconds);
    }
    let total: f32 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    table + &format!("{:8} {total:8.1}\n", "all")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &[&str]) -> Vec<&'static str> {
        let (parts, _) = choose(args).unwrap();
        parts.iter().map(|part| part.name).collect()
    }

    #[test]
    fn without_names_all_parts_run() {
        assert_eq!(names(&[]).len(), PARTS.len());
    }

    #[test]
    fn named_parts_run_in_the_order_of_a_full_run() {
        assert_eq!(names(&["gpu", "fmt"]), ["fmt", "gpu"]);
    }

    #[test]
    fn words_after_the_dashes_are_passed_on() {
        let (parts, extra) = choose(&["e2e", "--", "--project", "phone"]).unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(extra, ["--project", "phone"]);
    }

    #[test]
    fn unknown_parts_are_refused() {
        assert!(choose(&["unit"]).is_err());
        assert!(choose(&["--", "x"]).is_err());
    }

    #[test]
    fn a_part_comes_after_the_one_it_needs() {
        for (index, part) in PARTS.iter().enumerate() {
            if let Some(after) = part.after {
                assert!(PARTS[..index].iter().any(|part| part.name == after));
            }
        }
    }

    #[test]
    fn the_table_shows_failures() {
        let table = table(&[
            Outcome {
                name: "fmt",
                seconds: 0.25,
                failure: None,
            },
            Outcome {
                name: "gpu",
                seconds: 2.0,
                failure: Some("no adapter\nmore".to_owned()),
            },
        ]);
        assert!(
            table.contains("gpu           2.0  FAILED: no adapter\n"),
            "{table}"
        );
        assert!(table.contains("all           2.2") || table.contains("all           2.3"));
    }
}
