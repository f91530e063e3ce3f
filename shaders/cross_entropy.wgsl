// The mean over the asked rows of log(sum of exp(l_j)) - l_target. Twin: src/engine/op/cross_entropy.rs
// logits [models * n, classes], targets [models * n] whole -> loss [models]. One workgroup a model.

struct Constants {
    n: u32, // rows of one model
    classes: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> targets: array<u32>;
@group(0) @binding(3) var<storage, read_write> loss: array<f32>;

const NOT_ASKED = 0xffffffffu;

fn row_loss(row: u32, goal: u32) -> f32 {
    let start = row * c.classes;
    var highest = logits[start];
    for (var j = 1u; j < c.classes; j++) {
        highest = max(highest, logits[start + j]);
    }
    var sum = 0.0;
    for (var j = 0u; j < c.classes; j++) {
        sum += exp(logits[start + j] - highest);
    }
    var own = 0.0;
    if goal < c.classes {
        own = logits[start + goal];
    }
    return highest + log(sum) - own;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let model = group.x;
    var own = vec2(0.0); // loss, count
    for (var i = local; i < c.n; i += 64u) {
        let row = model * c.n + i;
        let goal = targets[row];
        if goal != NOT_ASKED {
            own += vec2(row_loss(row, goal), 1.0);
        }
    }
    let all = reduce(local, own);
    if local == 0u {
        loss[model] = all.x / max(all.y, 1.0);
    }
}
