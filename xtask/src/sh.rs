//! Starting other programs: shown before they start, explained when they fail.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::project;

/// A command line that finds the project's own tools first, reads no input, and is run in the
/// repository's root unless told otherwise.
pub struct Sh {
    command: Command,
    shown: String,
    missing: Option<&'static str>,
}

impl Sh {
    pub fn new(program: &str) -> Self {
        let found = which(program).unwrap_or_else(|| PathBuf::from(program));
        let mut command = Command::new(found);
        command
            .current_dir(project::root())
            .env("PATH", search_path())
            .stdin(Stdio::null());
        Self {
            command,
            shown: program.to_owned(),
            missing: None,
        }
    }

    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        let shown = arg.as_ref().to_string_lossy();
        let root = format!("{}/", project::root().display());
        self.shown.push(' ');
        self.shown
            .push_str(shown.strip_prefix(&root).unwrap_or(&shown));
        self.command.arg(arg);
        self
    }

    pub fn args<A: AsRef<OsStr>>(self, args: impl IntoIterator<Item = A>) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// Arguments in one line, split at spaces.
    pub fn words(self, line: &str) -> Self {
        self.args(line.split_whitespace())
    }

    pub fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// What to say when the program isn't on this machine.
    pub fn or_say(mut self, advice: &'static str) -> Self {
        self.missing = Some(advice);
        self
    }

    /// Shows the command, runs it with its output on the terminal, and fails when it fails.
    pub fn run(mut self) -> Result<()> {
        println!("  $ {}", self.shown);
        let status = self.command.status().with_context(|| self.not_started())?;
        if !status.success() {
            bail!("`{}` failed ({status}); see its output above", self.shown);
        }
        Ok(())
    }

    /// Runs the command without a word, and fails with what it said when it fails.
    pub fn quietly(mut self) -> Result<()> {
        let output = self.command.output().with_context(|| self.not_started())?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("`{}` failed ({}):\n{said}", self.shown, output.status);
        }
        Ok(())
    }

    /// Runs the command silently; `None` when it is not there or fails.
    pub fn read(mut self) -> Option<String> {
        let output = self.command.output().ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn not_started(&self) -> String {
        match self.missing {
            Some(advice) => format!("`{}` could not be started: {advice}", self.shown),
            None => format!("`{}` could not be started", self.shown),
        }
    }
}

/// The program's file, looked up the way [`Sh`] looks it up.
pub fn which(program: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd", ""]
    } else {
        &[""]
    };
    std::env::split_paths(&search_path())
        .flat_map(|dir| {
            endings
                .iter()
                .map(move |ending| dir.join(format!("{program}{ending}")))
        })
        .find(|file| file.is_file())
}

/// PATH, with the project's node tools and cargo's programs in front.
fn search_path() -> OsString {
    let mut dirs = vec![project::tools().join("node_modules/.bin")];
    dirs.extend(cargo_bin());
    dirs.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    std::env::join_paths(dirs).expect("no folder on PATH has a separator in its name")
}

fn cargo_bin() -> Option<PathBuf> {
    Some(project::cargo_home()?.join("bin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_program_is_named() {
        let error = Sh::new("cargo").arg("no-such-command").run().unwrap_err();
        assert!(error.to_string().contains("`cargo no-such-command` failed"));
    }

    #[test]
    fn a_missing_program_comes_with_advice() {
        let sh = Sh::new("poslab-has-no-such-program").or_say("install it");
        let error = format!("{:#}", sh.run().unwrap_err());
        assert!(error.contains("install it"), "{error}");
    }
}
