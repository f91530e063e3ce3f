//! The house stands: an arrow only ever points down, shaders and operations pair up, files stay short.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each room, and the rooms that it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("chunk", &[]),
    ("decimal", &[]),
    ("language", &[]),
    ("random", &[]),
    ("refusal", &["language"]),
    ("encoding", &["decimal", "language", "random", "refusal"]),
    ("engine", &["chunk", "language", "random", "refusal"]),
    (
        "model",
        &["language", "random", "refusal", "encoding", "engine"],
    ),
    (
        "experiment",
        &[
            "chunk", "language", "random", "refusal", "encoding", "engine", "model",
        ],
    ),
    (
        "figure",
        &[
            "language",
            "refusal",
            "encoding",
            "engine",
            "model",
            "experiment",
        ],
    ),
    (
        "page",
        &[
            "chunk",
            "decimal",
            "language",
            "refusal",
            "encoding",
            "engine",
            "model",
            "experiment",
            "figure",
        ],
    ),
    (
        "js",
        &[
            "chunk",
            "language",
            "refusal",
            "encoding",
            "engine",
            "model",
            "experiment",
            "figure",
            "page",
        ],
    ),
];

/// Longest file, in lines.
const LONGEST: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` whose name ends like this.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}

/// The code of a file, without comments.
fn code(path: &Path) -> String {
    let text = read(path);
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The room that a source file belongs to: `src/model/block.rs` is of `model`.
fn room(path: &Path) -> String {
    let inside = path
        .strip_prefix(root().join("src"))
        .expect("a source file");
    let first = inside.components().next().expect("a name").as_os_str();
    first.to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// The rooms that a file names: `crate::engine::op`, and each of `crate::{engine, model}`.
fn named(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let list = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest,
        };
        let count = if rest.starts_with('{') { usize::MAX } else { 1 };
        for name in list.split(',').take(count) {
            let end = |c: char| !(c.is_alphanumeric() || c == '_');
            rooms.extend(name.trim().split(end).next().map(str::to_owned));
        }
    }
    rooms
}

#[test]
fn an_arrow_only_points_down() {
    let allowed: BTreeMap<_, _> = ROOMS.iter().copied().collect();
    let mut arrows = 0;
    for path in files(&root().join("src"), ".rs") {
        let own = room(&path);
        if ["lib", "main"].contains(&own.as_str()) {
            continue;
        }
        let below = allowed.get(own.as_str());
        let below = below.unwrap_or_else(|| panic!("`{own}` is a room that no floor holds"));
        for other in named(&code(&path)) {
            assert!(
                other == own || below.contains(&other.as_str()),
                "{}: `{own}` must not know `{other}`",
                path.display()
            );
            arrows += 1;
        }
    }
    assert!(arrows > 100, "only {arrows} arrows were found");
}

#[test]
fn the_rooms_of_the_library_are_the_rooms_of_the_table() {
    let library = read(&root().join("src/lib.rs"));
    let modules = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    let modules: BTreeSet<_> = modules.map(|name| name.trim_end_matches(';')).collect();
    let rooms: BTreeSet<_> = ROOMS.iter().map(|(room, _)| *room).collect();
    assert_eq!(modules, rooms);
}

#[test]
fn only_the_gpu_executor_touches_wgpu() {
    for path in files(&root().join("src"), ".rs") {
        let inside = path.starts_with(root().join("src/engine/gpu"));
        let touches = code(&path).contains("wgpu::") || code(&path).contains("use wgpu");
        assert!(
            inside || !touches,
            "{}: wgpu belongs in src/engine/gpu",
            path.display()
        );
    }
}

#[test]
fn every_operation_has_its_file_and_its_shader() {
    let stem = |path: &PathBuf| path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let shaders = fs::read_dir(root().join("shaders")).expect("shaders");
    let shaders: BTreeSet<_> = shaders
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .filter_map(|path| stem(&path))
        .collect();
    let mut expected: BTreeSet<String> = BTreeSet::from(["paint".to_owned()]);
    for operation in poslab::engine::op::Op::LIST {
        let name = operation.name;
        let file = root().join(format!("src/engine/op/{name}.rs"));
        let text = read(&file);
        assert!(text.starts_with("//! "), "{name} opens with its formula");
        assert!(
            text.contains(&format!("shaders/{name}.wgsl")),
            "{name} names its shader"
        );
        let shader = read(&root().join(format!("shaders/{name}.wgsl")));
        let twin = format!("src/engine/op/{name}.rs");
        assert!(shader.contains(&twin), "{name}.wgsl names its twin");
        expected.insert(name.to_owned());
    }
    assert_eq!(shaders, expected);
}

#[test]
fn every_scheme_has_its_file() {
    for scheme in poslab::encoding::SCHEMES {
        let file = root().join(format!("src/encoding/{}.rs", scheme.id()));
        assert!(
            read(&file).starts_with("//! "),
            "{} opens with its formula",
            scheme.id()
        );
    }
}

#[test]
fn files_are_short_and_open_with_what_they_are() {
    let mut sources = files(&root().join("src"), ".rs");
    sources.extend(files(&root().join("tests"), ".rs"));
    sources.extend(files(&root().join("xtask/src"), ".rs"));
    sources.extend(files(&root().join("shaders"), ".wgsl"));
    for path in sources {
        let text = read(&path);
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
        let opening = if path.extension().is_some_and(|e| e == "rs") {
            "//!"
        } else {
            "//"
        };
        assert!(
            text.starts_with(opening),
            "{} says what it is",
            path.display()
        );
    }
}
