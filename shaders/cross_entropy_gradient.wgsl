// dl_j = (softmax(l)_j - [j = target]) * dloss / asked, zeros in a row that isn't asked.
// Twin: src/engine/op/cross_entropy_gradient.rs
// logits [models * rows, classes], targets [models * rows] whole, dloss [models], asked [models] -> dl as logits.
// One thread a row.

struct Constants {
    n: u32,
    classes: u32,
    rows: u32, // of one model
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> targets: array<u32>;
@group(0) @binding(3) var<storage, read> dloss: array<f32>;
@group(0) @binding(4) var<storage, read> asked: array<f32>;
@group(0) @binding(5) var<storage, read_write> dl: array<f32>;

const NOT_ASKED = 0xffffffffu;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.n {
        return;
    }
    let start = row * c.classes;
    let goal = targets[row];
    if goal == NOT_ASKED {
        for (var j = 0u; j < c.classes; j++) {
            dl[start + j] = 0.0;
        }
        return;
    }
    var highest = logits[start];
    for (var j = 1u; j < c.classes; j++) {
        highest = max(highest, logits[start + j]);
    }
    var sum = 0.0;
    for (var j = 0u; j < c.classes; j++) {
        let share = exp(logits[start + j] - highest);
        dl[start + j] = share;
        sum += share;
    }
    let model = row / c.rows;
    let factor = dloss[model] / asked[model];
    let scale = factor / sum;
    for (var j = 0u; j < c.classes; j++) {
        dl[start + j] = dl[start + j] * scale - select(0.0, factor, j == goal);
    }
}
