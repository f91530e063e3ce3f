//! `cargo xtask serve`: from a fresh clone to the page in the browser.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result, bail};

use crate::{
    setup::{self, trunk, wasm_bindgen, wasm_target},
    sh::Sh,
};

#[derive(Debug, PartialEq)]
struct Options {
    release: bool,
    open: bool,
    port: u16,
}

pub fn run(args: &[&str]) -> Result<()> {
    let options = parse(args)?;
    if TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).is_err() {
        bail!(
            "port {} is taken: stop what listens there (perhaps an earlier `serve`), or take \
             another one: cargo xtask serve --port {}",
            options.port,
            options.port.wrapping_add(1)
        );
    }
    setup::ensure(&[wasm_target::TOOL, trunk::TOOL, wasm_bindgen::TOOL])?;
    println!(
        "==> serve: one piece, not split and not shrunk, so larger than the release \
         (`cargo xtask build`){}",
        if options.release {
            ""
        } else {
            ", and a little slower"
        }
    );
    println!(
        "==> serve: the page will be on http://127.0.0.1:{} when trunk says `success`; \
         Ctrl-C ends it",
        options.port
    );
    let mut sh = Sh::new("trunk")
        .words("serve --skip-version-check --port")
        .arg(options.port.to_string());
    if options.release {
        sh = sh.arg("--release");
    }
    if options.open {
        sh = sh.arg("--open");
    }
    sh.run()
}

fn parse(args: &[&str]) -> Result<Options> {
    let mut options = Options {
        release: false,
        open: false,
        port: 8080,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--release" => options.release = true,
            "--open" => options.open = true,
            "--port" => {
                options.port = args
                    .next()
                    .and_then(|port| port.parse().ok())
                    .filter(|port| *port > 0)
                    .context("--port wants a number from 1 to 65535")?;
            }
            other => bail!("serve knows --release, --port N and --open, but not `{other}`"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["--port", "9000", "--open"]).unwrap();
        assert_eq!(
            options,
            Options {
                release: false,
                open: true,
                port: 9000
            }
        );
        assert_eq!(parse(&[]).unwrap().port, 8080);
    }

    #[test]
    fn what_is_not_an_option_is_refused() {
        for wrong in [&["--port"][..], &["--port", "99999"], &["--fast"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
