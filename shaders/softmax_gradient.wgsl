// ds = a * (da - sum over the row of a * da). Twin: src/engine/op/softmax_gradient.rs
// a and da [heads, nq, nk] -> ds like a. One thread a row.

struct Constants {
    rows: u32, // heads * nq
    per_row: u32, // numbers of one row, or fours of them
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> da: array<f32>;
@group(0) @binding(3) var<storage, read_write> ds: array<f32>;
@group(0) @binding(1) var<storage, read> a4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> da4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> ds4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.rows {
        return;
    }
    let end = (row + 1u) * c.per_row;
    var mean = 0.0;
    for (var i = row * c.per_row; i < end; i++) {
        mean += a[i] * da[i];
    }
    for (var i = row * c.per_row; i < end; i++) {
        ds[i] = a[i] * (da[i] - mean);
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.rows {
        return;
    }
    let end = (row + 1u) * c.per_row;
    var sums = vec4(0.0);
    for (var i = row * c.per_row; i < end; i++) {
        sums += a4[i] * da4[i];
    }
    let mean = dot(sums, vec4(1.0));
    for (var i = row * c.per_row; i < end; i++) {
        ds4[i] = a4[i] * (da4[i] - mean);
    }
}
