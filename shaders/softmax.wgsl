// a[h, i, j] = exp(s[h, i, j] - max) / sum over the keys j that query i may see; 0 for the others.
// Twin: src/engine/op/softmax.rs
// s [heads, nq, nk], valid [nk | 1] whole -> a [heads, nq, nk]. One thread a row; a row without a visible key gives zeros.

struct Constants {
    rows: u32, // heads * nq
    queries: u32,
    keys: u32,
    valid_key: u32, // 1, or 0 where valid is one number
    causal: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> valid: array<u32>;
@group(0) @binding(3) var<storage, read_write> a: array<f32>;

const HIDDEN = -1e30; // finite: a shader may take infinities for absent

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.rows {
        return;
    }
    let start = row * c.keys;
    let query = row % c.queries;
    let seen = select(c.keys, c.keys - c.queries + query + 1u, c.causal != 0u);
    var highest = HIDDEN;
    for (var key = 0u; key < seen; key++) {
        if valid[key * c.valid_key] != 0u {
            highest = max(highest, s[start + key]);
        }
    }
    var sum = 0.0;
    for (var key = 0u; key < c.keys; key++) {
        var weight = 0.0;
        if key < seen && highest > HIDDEN && valid[key * c.valid_key] != 0u {
            weight = exp(s[start + key] - highest);
        }
        sum += weight;
        a[start + key] = weight;
    }
    if sum > 0.0 {
        let factor = 1.0 / sum;
        for (var key = 0u; key < seen; key++) {
            a[start + key] *= factor;
        }
    }
}
