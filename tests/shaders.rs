//! Every shader parses, is valid and holds the entry points and bindings that its operation names, without a GPU.
//! (naga does not check barriers' uniformity; the tests in Chromium compile every shader there as well.)

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage, StorageAccess};
use poslab::engine::op::{Listed, Op};
use std::collections::BTreeMap;

/// What WebGPU guarantees of storage buffers in one stage.
const MOST_STORAGE_BUFFERS: usize = 8;
/// What WebGPU guarantees of threads in one workgroup.
const MOST_THREADS: u32 = 256;

fn parse(op: &Listed) -> Result<(Module, naga::valid::ModuleInfo), String> {
    let source = op.source;
    let module = naga::front::wgsl::parse_str(source)
        .map_err(|error| error.emit_to_string_with_path(source, op.name))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string_with_path(source, op.name))?;
    Ok((module, info))
}

/// The bindings that one entry point reaches, each with whether it may be written.
fn bindings(
    module: &Module,
    info: &naga::valid::ModuleInfo,
    entry: usize,
) -> BTreeMap<u32, (bool, AddressSpace)> {
    let reached = module.global_variables.iter();
    reached
        .filter(|(handle, _)| !info.get_entry_point(entry)[*handle].is_empty())
        .filter_map(|(_, variable)| {
            let writes = matches!(variable.space, AddressSpace::Storage { access } if access.contains(StorageAccess::STORE));
            Some((variable.binding.as_ref()?.binding, (writes, variable.space)))
        })
        .collect()
}

/// What is wrong with an entry point; nothing where it keeps the contract of `Operation`.
fn faults(
    op: &Listed,
    module: &Module,
    info: &naga::valid::ModuleInfo,
    entry: usize,
) -> Vec<String> {
    let point = &module.entry_points[entry];
    let bound = bindings(module, info, entry);
    let output = op.inputs as u32 + 1;
    let storage = bound
        .values()
        .filter(|(_, space)| *space != AddressSpace::Uniform)
        .count();
    let checks = [
        (
            point.stage == ShaderStage::Compute,
            "is no compute entry point",
        ),
        (op.entries.contains(&point.name.as_str()), "is not listed"),
        (
            point.workgroup_size.iter().product::<u32>() <= MOST_THREADS,
            "starts too many threads",
        ),
        (
            storage <= MOST_STORAGE_BUFFERS,
            "binds too many storage buffers",
        ),
        (
            bound
                .get(&0)
                .is_some_and(|(_, space)| *space == AddressSpace::Uniform),
            "doesn't read its constants at binding 0",
        ),
        (
            bound.get(&output).is_some_and(|(writes, _)| *writes),
            "doesn't write its output at the last binding",
        ),
        (
            bound.iter().all(|(binding, (writes, _))| {
                *binding <= output && *writes == (*binding == output)
            }),
            "binds beyond its operands or writes one",
        ),
    ];
    let broken = checks.iter().filter(|(holds, _)| !holds);
    broken
        .map(|(_, what)| format!("{}.{} {what}", op.name, point.name))
        .collect()
}

fn check(op: &Listed) -> Vec<String> {
    let (module, info) = match parse(op) {
        Ok(parsed) => parsed,
        Err(error) => return vec![error],
    };
    let has = |entry: &&&str| {
        !module
            .entry_points
            .iter()
            .any(|point| point.name == **entry)
    };
    let missing = op.entries.iter().filter(has);
    let missing = missing.map(|entry| format!("{} has no entry point `{entry}`", op.name));
    let present = 0..module.entry_points.len();
    missing
        .chain(present.flat_map(|entry| faults(op, &module, &info, entry)))
        .collect()
}

#[test]
fn every_shader_keeps_its_operation_s_contract() {
    assert!(!Op::LIST.is_empty());
    let faults: Vec<_> = Op::LIST.iter().flat_map(check).collect();
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
