// y = x + b, where b may be one row, one column or one number. Twin: src/engine/op/add.rs
// x [n, d], b [n | 1, d | 1] -> y [n, d]

struct Constants {
    len: u32,
    width: u32,
    b_row: u32,     // step from one row of b to the next, 0 where b has one row
    b_column: u32,  // 1, or 0 where b has one column
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.len {
        return;
    }
    y[i] = x[i] + b[(i / c.width) * c.b_row + (i % c.width) * c.b_column];
}
