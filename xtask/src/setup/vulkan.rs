//! Mesa's software Vulkan (lavapipe): the same GPU on every machine, for the native GPU tests.

use std::path::PathBuf;

use anyhow::Result;

use super::{Found, Tool, apt};

pub const TOOL: Tool = Tool {
    name: "lavapipe",
    why: "the GPU tests run on Mesa's software Vulkan, so that they run on every machine",
    cost: "apt, the package mesa-vulkan-drivers; half a minute",
    find,
    install,
};

/// Variables that make the GPU tests use lavapipe, and nothing else. Empty where the caller has
/// chosen a driver, and on systems that have no lavapipe.
pub fn variables() -> Vec<(&'static str, PathBuf)> {
    if chosen_by_caller() {
        return Vec::new();
    }
    let names = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
    manifest()
        .map(|file| names.map(|name| (name, file.clone())).to_vec())
        .unwrap_or_default()
}

fn chosen_by_caller() -> bool {
    ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
}

fn manifest() -> Option<PathBuf> {
    let dirs = [
        "/usr/share/vulkan/icd.d",
        "/usr/local/share/vulkan/icd.d",
        "/etc/vulkan/icd.d",
    ];
    dirs.iter()
        .filter_map(|dir| std::fs::read_dir(dir).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("lvp_icd") && name.ends_with(".json")
        })
}

fn find() -> Result<Found> {
    if !cfg!(target_os = "linux") {
        return Found::ready("not on this system; its own driver is used");
    }
    if chosen_by_caller() {
        return Found::ready("not used: VK_DRIVER_FILES or VK_ICD_FILENAMES is set");
    }
    match manifest() {
        Some(file) => Found::ready(format!("({})", file.display())),
        None => Found::missing("no lvp_icd.*.json found"),
    }
}

fn install() -> Result<()> {
    apt::install("libvulkan1 mesa-vulkan-drivers")
}
