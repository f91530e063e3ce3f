//! The project's commands: `cargo xtask serve | test | build | bench`.
//!
//! One module per command. Each command first makes sure that the tools it needs are there
//! (`setup`), then does its work. A new command is a new module and one line in [`main`].

mod bench;
mod build;
mod project;
mod serve;
mod setup;
mod sh;
mod test;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask serve [--release] [--port N] [--open]
    Sets up what is missing, builds the page and serves it on http://127.0.0.1:8080,
    rebuilding and reloading at every change. `trunk serve` does the same from then on.

cargo xtask test [PART ...]
    Sets up what is missing and checks everything, or only the parts named:
    fmt clippy native gpu doc build node e2e
    Words after `--` go to the runner of the last part named, for example
    cargo xtask test e2e -- --project phone

cargo xtask build
    Puts the release site into dist/, ready for any static host, prints the size of every
    file, and fails when the first visit weighs more than its budget.

cargo xtask bench [--only encode|attention|train_step] [--rounds N]
    Builds the site and measures it in turns with TensorFlow.js and ONNX Runtime Web in one
    browser on its software GPU: medians, ratios, and the targets; fails when one is missed.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[&str]) -> Result<()> {
    match args {
        ["serve", rest @ ..] => serve::run(rest),
        ["test", rest @ ..] => test::run(rest),
        ["build"] => build::run(),
        ["bench", rest @ ..] => bench::run(rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!(
            "there is no command `{}`; these exist:\n\n{HELP}",
            other.join(" ")
        ),
    }
}
