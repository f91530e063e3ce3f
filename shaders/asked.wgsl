// How many of a model's targets are asked, at least 1. Twin: src/engine/op/asked.rs
// targets [models * n] whole -> y [models]. One workgroup a model.

struct Constants {
    n: u32, // rows of one model
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

const NOT_ASKED = 0xffffffffu;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let model = group.x;
    var count = 0u;
    for (var row = local; row < c.n; row += 64u) {
        count += select(0u, 1u, targets[model * c.n + row] != NOT_ASKED);
    }
    let asked = reduce(local, vec2(f32(count), 0.0)).x;
    if local == 0u {
        y[model] = max(asked, 1.0);
    }
}
