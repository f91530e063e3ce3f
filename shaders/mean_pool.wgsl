// y = the mean of the rows that are valid; zeros where none is. Twin: src/engine/op/mean_pool.rs
// x [n, d], valid [n | 1] whole -> y [1, d]. One thread a column, rows in their order.

struct Constants {
    n: u32,
    d: u32,
    valid_row: u32, // 1, or 0 where valid is one number
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> valid: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let column = linear_index(thread, groups);
    if column >= c.d {
        return;
    }
    var sum = 0.0;
    var count = 0u;
    for (var row = 0u; row < c.n; row++) {
        if valid[row * c.valid_row] != 0u {
            sum += x[row * c.d + column];
            count++;
        }
    }
    y[column] = sum / f32(max(count, 1u));
}
