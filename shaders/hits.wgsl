// The share of a model's asked rows whose largest logit (the first of equal ones) is the target's.
// Twin: src/engine/op/hits.rs
// logits [models * n, classes], targets [models * n] whole -> share [models]. One workgroup a model.

struct Constants {
    n: u32, // rows of one model
    classes: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> targets: array<u32>;
@group(0) @binding(3) var<storage, read_write> share: array<f32>;

const NOT_ASKED = 0xffffffffu;

fn first_largest(row: u32) -> u32 {
    let start = row * c.classes;
    var best = 0u;
    for (var j = 1u; j < c.classes; j++) {
        if logits[start + j] > logits[start + best] {
            best = j;
        }
    }
    return best;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let model = group.x;
    var own = vec2(0.0); // right, asked
    for (var i = local; i < c.n; i += 64u) {
        let row = model * c.n + i;
        let goal = targets[row];
        if goal != NOT_ASKED {
            own += vec2(select(0.0, 1.0, first_largest(row) == goal), 1.0);
        }
    }
    let all = reduce(local, own);
    if local == 0u {
        share[model] = all.x / max(all.y, 1.0);
    }
}
